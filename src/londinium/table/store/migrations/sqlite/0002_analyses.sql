-- What was found by analysing finished tables, by the version of the analysis; no part of the truth, and made again if lost.
CREATE TABLE analyses (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;
