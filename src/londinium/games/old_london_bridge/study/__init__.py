"""Judging matches of Old London Bridge: the functions of the kernel's `Study`."""

from __future__ import annotations

from londinium.games.old_london_bridge.study.claims import claims
from londinium.games.old_london_bridge.study.faults import FAULTS, OPPOSED
from londinium.games.old_london_bridge.study.themes import THEMES, theme
from londinium.games.old_london_bridge.study.words import amount, called, tell

SIZES = {"inaccuracy": 1.5, "mistake": 3.0, "blunder": 7.0}
"""In pounds of lead, of which the first place is worth twenty."""
SIMULATIONS = 1600
OWN = ("bridge", "strengths")

find_par = draw_par = None
"""What the others do changes what a player can reach, so there is no best total with the same cards."""


def part_of(seat: int) -> str:
    return ""


def drawn_on(fragment: str, seat: int) -> str:
    return fragment


__all__ = [
    "FAULTS",
    "OPPOSED",
    "OWN",
    "SIMULATIONS",
    "SIZES",
    "THEMES",
    "amount",
    "called",
    "claims",
    "draw_par",
    "drawn_on",
    "find_par",
    "part_of",
    "tell",
    "theme",
]
