"""Londinium in a browser: without NumPy, without threads, without a server."""
