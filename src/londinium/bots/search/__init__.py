"""The search: a tree of what may happen, simulations in it, and what they say about a decision."""
