"""Drawings of Old London Bridge: pure functions from a view."""
