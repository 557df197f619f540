-- Every table that was ever opened, as lists show it. What happened there is in `events`.
CREATE TABLE londinium.tables (
    id text PRIMARY KEY,
    game text NOT NULL,
    names text NOT NULL,
    public boolean NOT NULL,
    finished boolean NOT NULL,
    opened_at bigint NOT NULL,
    changed_at bigint NOT NULL
);

CREATE INDEX tables_by_change ON londinium.tables (public, finished, changed_at);

-- The only truth: numbered events, written once, never changed.
CREATE TABLE londinium.events (
    table_id text NOT NULL REFERENCES londinium.tables (id),
    number integer NOT NULL,
    command text NOT NULL,
    at bigint NOT NULL,
    event text NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, command)
);

-- When somebody was last there; no part of the truth, and lost without harm.
CREATE UNLOGGED TABLE londinium.seen (
    table_id text NOT NULL,
    seat integer NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (table_id, seat)
);

-- What signs the links of this server: one row, made once.
CREATE TABLE londinium.secret (
    id integer PRIMARY KEY CHECK (id = 1),
    value bytea NOT NULL
);
