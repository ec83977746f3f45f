-- Matches, a row per joint move reached, and how every request to a player ended.
CREATE TABLE description (
    hash  TEXT PRIMARY KEY, -- SHA-256 of the text
    text  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE match (
    id            INTEGER PRIMARY KEY, -- in the order of beginning
    name          TEXT NOT NULL UNIQUE, -- the protocol's match identifier
    random_token  TEXT NOT NULL,
    game          TEXT NOT NULL,
    game_hash     TEXT NOT NULL,
    game_url      TEXT NOT NULL,
    description   TEXT REFERENCES description (hash),
    engine        TEXT NOT NULL,
    tournament    TEXT NOT NULL,
    seed          INTEGER NOT NULL, -- an unsigned number's bits
    preview_clock INTEGER NOT NULL, -- clocks in seconds
    start_clock   INTEGER NOT NULL,
    play_clock    INTEGER NOT NULL,
    max_steps     INTEGER NOT NULL,
    scrambled     INTEGER NOT NULL,
    start_time    INTEGER NOT NULL, -- milliseconds since 1970
    status        TEXT NOT NULL,
    reason        TEXT NOT NULL
) STRICT;

CREATE TABLE player (
    match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    role  INTEGER NOT NULL, -- in role order, Nature included
    role_name TEXT NOT NULL,
    name  TEXT NOT NULL,
    human INTEGER NOT NULL,
    goal  INTEGER, -- of a completed match
    PRIMARY KEY (match, role)
) STRICT, WITHOUT ROWID;

-- Row step holds the position after step joint moves and the move that led there.
CREATE TABLE position (
    match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    step  INTEGER NOT NULL,
    time  INTEGER NOT NULL, -- milliseconds since 1970
    facts TEXT, -- JSON array; null if the engine cannot list them
    moves TEXT, -- JSON array in role order; null for step 0
    PRIMARY KEY (match, step)
) STRICT, WITHOUT ROWID;

-- Row step 0 is about START, row n about the move that led to position n.
CREATE TABLE reply (
    match  INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    step   INTEGER NOT NULL,
    role   INTEGER NOT NULL,
    kind   TEXT NOT NULL,
    text   TEXT NOT NULL,
    detail TEXT NOT NULL,
    millis INTEGER NOT NULL,
    PRIMARY KEY (match, step, role)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_start_time ON match (start_time);
