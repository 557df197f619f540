-- Of which kind the challenge of a day is, from the first attempt on: a calendar that changes changes no day that was played.
CREATE TABLE day_kinds (
    day TEXT NOT NULL,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (day, game)
) STRICT, WITHOUT ROWID;

-- Before there were kinds, all days were alike.
INSERT INTO day_kinds SELECT DISTINCT day, game, 'plain' FROM attempts;
