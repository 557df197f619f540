-- Tournaments, each whole in one row, so that a change is made whole or not at all; and in which of them a person is to be looked for.
CREATE TABLE londinium.tournaments (
    id text PRIMARY KEY,
    version integer NOT NULL,
    opened_at bigint NOT NULL,
    tournament text NOT NULL
);

CREATE TABLE londinium.tournament_persons (
    person_id text NOT NULL,
    tournament_id text NOT NULL REFERENCES londinium.tournaments (id),
    PRIMARY KEY (person_id, tournament_id)
);
