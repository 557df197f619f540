"""Pages that are read: replays, lessons, rules, days, forms."""
