-- What was found by analysing finished tables, by the version of the analysis; no part of the truth, and made again if lost.
CREATE TABLE londinium.analyses (
    table_id text NOT NULL REFERENCES londinium.tables (id),
    version integer NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (table_id, version)
);
