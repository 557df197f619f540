"""What leaves a table as a file, and what it proves."""
