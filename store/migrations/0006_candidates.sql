-- 1: learned beside a match, on from a net of before; the next tuning of the game may take it up.
ALTER TABLE net ADD COLUMN candidate INTEGER NOT NULL DEFAULT 0;
