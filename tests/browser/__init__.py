"""People at the table: whole matches and everything around them, in a real Chromium against a real server."""
