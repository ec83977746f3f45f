-- Samples of self-play: the replay windows of runs of tuning.
CREATE TABLE chunk (
    seq     INTEGER PRIMARY KEY AUTOINCREMENT, -- only grows, also when the latest were dropped
    run     TEXT NOT NULL,
    samples INTEGER NOT NULL,
    games   INTEGER NOT NULL,
    data    BLOB NOT NULL -- opaque here
) STRICT;

CREATE INDEX chunk_run ON chunk (run, seq, samples, games);

-- What a run of tuning is at.
CREATE TABLE checkpoint (
    run     TEXT PRIMARY KEY,
    state   BLOB NOT NULL,
    learner BLOB NOT NULL
) STRICT;

CREATE TABLE net (
    number   INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order of being stored
    id       TEXT NOT NULL UNIQUE, -- SHA-256 of the content
    game     TEXT NOT NULL, -- content hash of the description
    encoding TEXT NOT NULL, -- fingerprint of the encoder
    name     TEXT NOT NULL, -- of the game, for people
    best     INTEGER NOT NULL, -- 1: what this game is played with
    header   TEXT NOT NULL, -- JSON: the net without its weights
    bytes    INTEGER NOT NULL, -- size of file
    file     BLOB NOT NULL -- as nets.Encode writes it
) STRICT;

CREATE UNIQUE INDEX net_best ON net (game, encoding) WHERE best = 1;
