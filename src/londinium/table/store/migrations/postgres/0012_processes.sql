-- The processes that serve these tables now, and what each says to the others; no part of the truth, and lost without harm.
CREATE UNLOGGED TABLE londinium.processes (
    id text PRIMARY KEY,
    at timestamptz NOT NULL,
    leaving boolean NOT NULL,
    said bytea NOT NULL
);

-- What only one process does while it lives: thinking for the bots of a table, an analysis.
CREATE UNLOGGED TABLE londinium.claims (
    what text PRIMARY KEY,
    process text NOT NULL
);

-- What was found by analysing record files, by the hash of the record; the newest are kept, for whoever asks another process.
CREATE TABLE londinium.record_analyses (
    key text NOT NULL,
    version integer NOT NULL,
    at timestamptz NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (key, version)
);

CREATE INDEX record_analyses_by_age ON londinium.record_analyses (at);
