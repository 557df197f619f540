"""Mudlarks, from `examples/`: an installed package with rules and a face, and nothing else. All that makes sense works on it."""
