"""The printed material: the map of a city as text, as a plan, and as the bytes that the rules read."""
