-- Tournaments, each whole in one row, so that a change is made whole or not at all; and in which of them a person is to be looked for.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    tournament TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_persons (
    person_id TEXT NOT NULL,
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    PRIMARY KEY (person_id, tournament_id)
) STRICT, WITHOUT ROWID;
