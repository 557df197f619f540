-- Whether the matches of a person may become puzzles: nobody has agreed before they were asked.
ALTER TABLE londinium.persons ADD COLUMN agrees integer NOT NULL DEFAULT 0;
