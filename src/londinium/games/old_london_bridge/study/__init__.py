"""Judging matches of Old London Bridge: the functions of the kernel's `Study`."""

from __future__ import annotations

from londinium.games.old_london_bridge.face.effects import Effect
from londinium.games.old_london_bridge.study.claims import claims
from londinium.games.old_london_bridge.study.faults import FAULTS, OPPOSED
from londinium.games.old_london_bridge.study.themes import THEMES, theme
from londinium.games.old_london_bridge.study.words import amount, called, tell

SIZES = {"inaccuracy": 1.5, "mistake": 3.0, "blunder": 7.0}
"""In pounds of lead, of which the first place is worth twenty."""
CLEARLY = 2.0
SIMULATIONS = 1600
OWN = ("bridge", "strengths")

find_par = draw_par = None
"""What the others do changes what a player can reach, so there is no best total with the same cards."""


def preview(effect: Effect) -> tuple[float, float]:
    """Pounds; where a building must go, which one may decide how many more."""
    paid = effect.pounds + effect.round_pounds
    shown = [paid, *(paid + choice.pounds + choice.round_pounds for choice in effect.choices)]
    return min(shown), max(shown)


def part_of(seat: int) -> str:
    return ""


def drawn_on(fragment: str, seat: int) -> str:
    return fragment


__all__ = [
    "CLEARLY",
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
    "preview",
    "tell",
    "theme",
]
