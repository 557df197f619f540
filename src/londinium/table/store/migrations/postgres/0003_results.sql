-- How finished tables ended, seat by seat; no part of the truth, and made again if lost. Seat -1: nothing of it can be compared.
CREATE TABLE londinium.results (
    table_id text NOT NULL REFERENCES londinium.tables (id),
    seat integer NOT NULL,
    name_key text NOT NULL,
    ended_at bigint NOT NULL,
    result text NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX results_by_name ON londinium.results (name_key, ended_at);

-- The one counted attempt of a name at the challenge of a day.
CREATE TABLE londinium.attempts (
    day text NOT NULL,
    game text NOT NULL,
    name_key text NOT NULL,
    table_id text NOT NULL REFERENCES londinium.tables (id),
    PRIMARY KEY (day, game, name_key)
);

-- The best total that a solver found for the challenge of a day, and how to reach it.
CREATE TABLE londinium.pars (
    day text NOT NULL,
    game text NOT NULL,
    total integer NOT NULL,
    bound integer NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (day, game)
);
