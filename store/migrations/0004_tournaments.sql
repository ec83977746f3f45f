-- Matches that began with moves that were given.
CREATE TABLE opening (
    match INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    steps INTEGER NOT NULL -- joint moves, from the first
) STRICT;

-- Tournaments, what they will play, and what of it was begun.
CREATE TABLE tournament (
    id      INTEGER PRIMARY KEY, -- in the order of being planned
    name    TEXT NOT NULL UNIQUE,
    config  TEXT NOT NULL, -- JSON
    created INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

CREATE TABLE slot (
    tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number  INTEGER NOT NULL, -- from 0, in the order of the plan
    round   INTEGER NOT NULL,
    game    INTEGER NOT NULL, -- of the configuration
    clock   INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    seats   TEXT NOT NULL, -- JSON: entrants by seat
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

-- Stored before the match begins; the match itself may be missing.
CREATE TABLE attempt (
    tournament INTEGER NOT NULL,
    slot   INTEGER NOT NULL,
    number INTEGER NOT NULL, -- from 1
    match  TEXT NOT NULL, -- match.name
    PRIMARY KEY (tournament, slot, number),
    FOREIGN KEY (tournament, slot) REFERENCES slot (tournament, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX match_tournament ON match (tournament) WHERE tournament <> '';
