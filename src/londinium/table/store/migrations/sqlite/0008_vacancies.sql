-- Tables that look for players, by what is played there; patient: decisions may take days, so nobody has to be there.
CREATE TABLE vacancies (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    patient INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
