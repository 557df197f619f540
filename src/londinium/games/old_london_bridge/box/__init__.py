"""The box: what is printed on cardboard, as bytes and as a file."""
