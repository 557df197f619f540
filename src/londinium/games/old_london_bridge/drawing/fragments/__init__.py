"""The parts of the table, one module for each fragment or a few that belong together."""
