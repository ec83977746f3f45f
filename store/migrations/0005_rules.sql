-- Descriptions that nets were made for, to be found by what does not depend on names.
CREATE TABLE rules (
    hash     TEXT PRIMARY KEY, -- content hash of the description, as net.game
    identity TEXT NOT NULL, -- the same for descriptions that differ in names and order only
    text     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX rules_identity ON rules (identity);
