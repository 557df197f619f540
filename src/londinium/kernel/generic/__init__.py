"""Functions written for any game, over the names of a game's rules; `bind` makes them one game's own."""
