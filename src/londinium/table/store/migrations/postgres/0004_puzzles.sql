-- How hard puzzles are by the tries of those who solved them here; one that nobody has tried has no row.
CREATE TABLE londinium.puzzles (
    game text NOT NULL,
    name text NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    tries integer NOT NULL,
    PRIMARY KEY (game, name)
);
