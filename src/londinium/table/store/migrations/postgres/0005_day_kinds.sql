-- Of which kind the challenge of a day is, from the first attempt on: a calendar that changes changes no day that was played.
CREATE TABLE londinium.day_kinds (
    day text NOT NULL,
    game text NOT NULL,
    kind text NOT NULL,
    PRIMARY KEY (day, game)
);

-- Before there were kinds, all days were alike.
INSERT INTO londinium.day_kinds SELECT DISTINCT day, game, 'plain' FROM londinium.attempts;
