"""Bots in processes of their own, spoken to in lines of text: those of others, and ours for others. See `docs/engine.md`."""
