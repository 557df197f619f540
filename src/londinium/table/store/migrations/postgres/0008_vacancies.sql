-- Tables that look for players, by what is played there; patient: decisions may take days, so nobody has to be there.
CREATE TABLE londinium.vacancies (
    table_id text PRIMARY KEY REFERENCES londinium.tables (id) ON DELETE CASCADE,
    kind text NOT NULL,
    patient integer NOT NULL,
    at bigint NOT NULL
);
