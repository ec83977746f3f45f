-- Remarks about matches, in the order in which they were found.
CREATE TABLE note (
    match  INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind   TEXT NOT NULL,
    role   TEXT NOT NULL, -- empty: about the match
    text   TEXT NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
