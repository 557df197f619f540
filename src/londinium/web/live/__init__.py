"""The page of a live table: its socket, and everything that is shown there."""
