"""Looking at matches that were played."""
