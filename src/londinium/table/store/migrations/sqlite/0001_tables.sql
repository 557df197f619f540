-- Every table that was ever opened, as lists show it. What happened there is in `events`.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    names TEXT NOT NULL,
    public INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_by_change ON tables (public, finished, changed_at);

-- The only truth: numbered events, written once, never changed.
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    command TEXT NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, command)
) STRICT, WITHOUT ROWID;

-- When somebody was last there; no part of the truth, and lost without harm.
CREATE TABLE seen (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- What signs the links of this server: one row, made once.
CREATE TABLE secret (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    value BLOB NOT NULL
) STRICT;
