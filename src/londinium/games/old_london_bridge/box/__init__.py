"""The box: what is printed on cardboard, as a flat record and as a file."""
