-- How hard puzzles are by the tries of those who solved them here; one that nobody has tried has no row.
CREATE TABLE puzzles (
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    tries INTEGER NOT NULL,
    PRIMARY KEY (game, name)
) STRICT, WITHOUT ROWID;
