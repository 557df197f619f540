-- Somebody who has played here: a hash of the key that their browsers hold, and the name they last gave. Nothing else.
CREATE TABLE londinium.persons (
    id text PRIMARY KEY,
    key_hash text NOT NULL UNIQUE,
    name text NOT NULL,
    since bigint NOT NULL
);

-- The seats of a person, and with which link they sit there: when another one was made, the seat is somebody else's.
CREATE TABLE londinium.person_seats (
    person_id text NOT NULL REFERENCES londinium.persons (id),
    table_id text NOT NULL REFERENCES londinium.tables (id),
    seat integer NOT NULL,
    renewal integer NOT NULL,
    hidden integer NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (person_id, table_id, seat)
);

CREATE INDEX person_seats_by_table ON londinium.person_seats (table_id);

-- How finished tables ended, as lists show it; no part of the truth, and made again if lost. Empty: the table cannot be read.
CREATE TABLE londinium.endings (
    table_id text PRIMARY KEY REFERENCES londinium.tables (id),
    game text NOT NULL,
    ended_at bigint NOT NULL,
    ending text NOT NULL
);

CREATE INDEX endings_by_game ON londinium.endings (game, ended_at);
