-- What the host has changed, one after the other: running servers look for new ones every few seconds. Table: which one; else empty.
CREATE TABLE notices (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    table_id TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;

-- Addresses and networks that get no page. Until 0: for ever.
CREATE TABLE bans (
    net TEXT PRIMARY KEY,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How much one visitor may ask, where the host has decided it; see `web/http/limits.py` for the names.
CREATE TABLE limits (
    name TEXT PRIMARY KEY,
    burst REAL NOT NULL,
    per_second REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Tables that the host has closed, and whether they could be watched before.
CREATE TABLE closures (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    public INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What signed the links before: of what followed from it, shuffles stay; links are good until then.
CREATE TABLE old_secrets (
    retired_at INTEGER PRIMARY KEY,
    value BLOB NOT NULL,
    accepted_until INTEGER NOT NULL
) STRICT;

-- When somebody last asked whether the database can be written.
CREATE TABLE pulse (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
