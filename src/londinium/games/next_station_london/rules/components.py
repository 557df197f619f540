"""What is in the box, as small numbers with names: symbols, cards, pencils, districts, objectives, powers.

The names here are the words of the notation and of city files, so they are English and never translated; what people
read is in `face/words.py`.
"""

from __future__ import annotations

SEATS = 4
ROUNDS = 4

# The grid: columns are letters, rows are digits
SIDE = 10
COLUMNS = "abcdefghij"

# What a city may hold at most: sets of stations and sections are bits in words of 62, so that no bit is a sign
WORD = 62
STATIONS = WORD
WORDS = 3
SECTIONS = WORDS * WORD
RIVER_POINTS = 48

# Symbols of stations; the central station has none
CIRCLE, TRIANGLE, SQUARE, PENTAGON = range(4)
SYMBOLS = ("circle", "triangle", "square", "pentagon")
CENTRAL = 4
LETTERS = "CTSP*"
"""How a city file writes the symbols and the central station."""
ANY = 4
"""The symbol of a joker: every station will do."""

# Station cards: six of the street, then five of the underground
CARDS = (
    "street-circle",
    "street-triangle",
    "street-square",
    "street-pentagon",
    "street-joker",
    "underground-circle",
    "underground-triangle",
    "underground-square",
    "underground-pentagon",
    "underground-joker",
    "switch",
)
DECK = len(CARDS)
FIRST_UNDERGROUND = 5
UNDERGROUNDS = 5
SWITCH_CARD = 10
NO_CARD = -1

# Pencils, and the letters of their departure stations
GREEN, PINK, PURPLE, BLUE = range(4)
PENCILS = ("green", "pink", "purple", "blue")
PENCIL_LETTERS = "gkub"
LINES = len(PENCILS)
"""A sheet has a line of each colour."""
NO_PENCIL = -1

# Districts: nine main ones, row by row, and the four corners
DISTRICTS = ("NW", "N", "NE", "W", "C", "E", "SW", "S", "SE", "NW-corner", "NE-corner", "SW-corner", "SE-corner")
DISTRICT_COUNT = len(DISTRICTS)
MAIN_DISTRICTS = 9
CENTRAL_DISTRICT = 4

# Shared objectives
MANY_INTERCHANGES, ALL_DISTRICTS, ALL_SITES, WHOLE_CENTRE, MANY_CROSSINGS = range(5)
OBJECTIVES = ("interchanges", "districts", "sites", "centre", "crossings")
OBJECTIVE_COUNT = len(OBJECTIVES)
OBJECTIVES_DRAWN = 2

# Pencil powers
DOUBLE, JOKER, SWITCH, TWICE = range(4)
POWERS = ("double", "joker", "switch", "twice")
POWER_COUNT = len(POWERS)
NO_POWER = -1

# What a seat has chosen on the current card: a section, or one of these
NO_SECTION = -1
UNDECIDED = -2
NO_STATION = -1


def station_name(column: int, row: int) -> str:
    """A station by its column and row: `d3`."""
    return f"{COLUMNS[column]}{row}"
