"""The parts of the table, one module for each fragment or what several of them share."""
