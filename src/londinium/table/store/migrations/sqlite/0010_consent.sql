-- Whether the matches of a person may become puzzles: nobody has agreed before they were asked.
ALTER TABLE persons ADD COLUMN agrees INTEGER NOT NULL DEFAULT 0;
