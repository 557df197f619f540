"""Drawings of Next Station: London: pure functions from a view."""
