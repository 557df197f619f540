"""The state: the cards, and the sheets of all players, flat."""

from __future__ import annotations

from londinium.games.next_station_london.rules.components import DECK, LINES, SEATS, WORDS
from londinium.kernel.flat import Cells, Flat, int8, int16, int64

# What is being decided, in the order of play. `rounds.py` has the sequence in words.
RING_DEAL, PENCIL_ORDER, OBJECTIVE_DRAW, POWER_DEAL, CARD_REVEAL, DRAWING, TWICE_CHOICE, MATCH_OVER = range(8)

PHASES = (
    "ring-deal",
    "pencil-order",
    "objective-draw",
    "power-deal",
    "card-reveal",
    "drawing",
    "twice-choice",
    "match-over",
)


class State(Flat):
    """Next Station: London at one moment. The only secrets in it are the choices in `choice` while others still decide."""

    drawn: Cells = int64("sections of each line on each sheet, as bits", SEATS, LINES, WORDS)
    blocked: Cells = int64("sections of each sheet that are drawn or cross a drawn one, as bits", SEATS, WORDS)
    line: Cells = int64("stations of each line on each sheet, as bits; none before its round", SEATS, LINES)
    ends: Cells = int64("ends of the line that each seat is drawing, as bits", SEATS)

    choice: Cells = int16("sections chosen on this card, a second one with SECOND SECTION; -1 none, -2 undecided", SEATS, 2)

    seats: int = int8("number of players")
    phase: int = int8("what is being decided, one of PHASES")
    round_no: int = int8("the round, from 1; 0 during the setup")
    turn_no: int = int8("the turn of the round, from 1; 0 before its first card")
    order: Cells = int8("pencil that the first slot of the ring holds in each round, -1 not drawn yet", LINES)

    card: int = int8("card of this turn, -1 before the first")
    switched: int = int8("1 if the switch was revealed together with the card of this turn")
    shown: Cells = int8("turn in which each card was revealed in this round, 0 not yet", DECK)

    objectives: int = int8("shared objectives, one bit each")
    objectives_left: int = int8("shared objectives still to be drawn")
    powers_left: int = int8("1 while powers are still to be dealt")
    power: Cells = int8("power of each pencil, -1 none", LINES)
    spent: Cells = int8("1 for each seat that has used its pencil's power in this round", SEATS)
    twice: Cells = int8("station that counts twice on each sheet, -1 none", SEATS)
