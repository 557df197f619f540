"""Londinium: two London board games to play, host and study."""
