"""Fixed art: houses, stone, cards, tiles, heraldry. It knows no position."""
