"""Verbs of the command line that only this game has: one per file, found by its name."""
