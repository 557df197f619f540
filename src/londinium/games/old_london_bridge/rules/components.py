"""What is in the box, as small numbers with names: buildings, crests, cards, bonus tiles, scorings.

The names here are the words of the notation and of box files, so they are English and never translated; what people
read is in `face/words.py`.
"""

from __future__ import annotations

SEATS = 4
NOBODY = -1
SITES = 12
ROUNDS = 12
"""The most rounds of a match: nobody builds more than fits on a bridge."""

# Buildings
CHAPEL, GATE, HOSTELRY, HABERDASHER, GUILD_HOUSE, PARK = range(6)
BUILDINGS = ("chapel", "gate", "hostelry", "haberdasher", "guild-house", "park")
NUMBERED = 5
"""The first five building types carry house numbers."""
PER_BUILDING = 12
HOUSES = NUMBERED * PER_BUILDING
"""House numbers run from 1 to this; a tile's id is its house number."""
PARK_TILE = HOUSES + 1
NO_TILE = 0
TILES = HOUSES + 2

# Crests
ORANGE, BLUE, GRAY, GREEN = range(4)
CRESTS = ("orange", "blue", "gray", "green")
ALL_CRESTS = 4
NO_CREST = 5

# Character cards, by value
CARDS = ("Peter de Colechurch", "merchant", "noblewoman", "cleric", "nobleman")
VALUES = 5
NO_CARD = -1
NOBLEWOMAN_CARD = 2

# The rondel's spaces: six outer ones, named by the stack beside them, and the centre
OUTER = 6
CENTRE = 6
NOWHERE = -1
X_MARK = -1

# Bonus tiles
SHARE, FREE_CENTRE, X_SPACE, TAKE_BACK, CHAPEL_TWO, GATE_TWO, NOBLEWOMAN, PLUS_ONE = range(8)
POWERS = ("share", "free-centre", "x-space", "take-back", "chapel-two", "gate-two", "noblewoman", "plus-one")
BACKS = 3

# Scorings: four colours, each with the printed scoring and the four sides of its two tiles
SCORING_CHAPEL, SCORING_GATE, SCORING_HOSTELRY, SCORING_BRIDGE = range(4)
COLOURS = ("chapel", "gate", "hostelry", "bridge")
PRINTED, MOST, EACH_ROUND, THIRD_SIDE, FOURTH_SIDE = range(5)
RANDOM_SIDE = 5
SIDES = (
    ("printed", "most-chapels", "chapel-leader", "spaces-ahead", "coins-again"),
    ("printed", "most-gates", "gate-leader", "gate-steps", "unused-tiles"),
    ("printed", "most-hostelries", "highest-card", "cards-in-hand", "card-sets"),
    ("printed", "longest-line", "lowest-number", "low-numbers", "building-sets"),
)

# The longest track and the largest hand that a box may have
TRACK = 32
HAND = 64
