"""Opponents: simple players, and the search."""
