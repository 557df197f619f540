"""Tests of the live table. What asks for `database` runs on a SQLite file and on a real PostgreSQL."""
