"""What players who are programs think: what a position is worth, and what may be hidden in it."""
