-- Somebody who has played here: a hash of the key that their browsers hold, and the name they last gave. Nothing else.
CREATE TABLE persons (
    id TEXT PRIMARY KEY,
    key_hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The seats of a person, and with which link they sit there: when another one was made, the seat is somebody else's.
CREATE TABLE person_seats (
    person_id TEXT NOT NULL REFERENCES persons (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    renewal INTEGER NOT NULL,
    hidden INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person_id, table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_seats_by_table ON person_seats (table_id);

-- How finished tables ended, as lists show it; no part of the truth, and made again if lost. Empty: the table cannot be read.
CREATE TABLE endings (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    game TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    ending TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX endings_by_game ON endings (game, ended_at);
