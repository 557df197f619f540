-- How finished tables ended, seat by seat; no part of the truth, and made again if lost. Seat -1: nothing of it can be compared.
CREATE TABLE results (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    name_key TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_name ON results (name_key, ended_at);

-- The one counted attempt of a name at the challenge of a day.
CREATE TABLE attempts (
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    name_key TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    PRIMARY KEY (day, game, name_key)
) STRICT, WITHOUT ROWID;

-- The best total that a solver found for the challenge of a day, and how to reach it.
CREATE TABLE pars (
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    total INTEGER NOT NULL,
    bound INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (day, game)
) STRICT, WITHOUT ROWID;
