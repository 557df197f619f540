"""The study of matches that were played."""
