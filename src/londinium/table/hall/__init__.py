"""All tables of one server process, and everybody at them."""
