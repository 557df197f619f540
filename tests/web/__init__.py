"""Tests of the web layer with a real server and a real browser; the fixtures are in `conftest.py`."""
