"""Puzzles: positions in which one move is clearly best and the natural one is not; found, checked, kept in a file, rated."""
