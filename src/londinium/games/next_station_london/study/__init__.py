"""Judging matches of Next Station: London: the functions of the kernel's `Study`."""

from __future__ import annotations

from londinium.games.next_station_london.face.effects import Effect
from londinium.games.next_station_london.study.claims import claims
from londinium.games.next_station_london.study.faults import FAULTS, OPPOSED
from londinium.games.next_station_london.study.par import draw_par, find_par
from londinium.games.next_station_london.study.themes import THEMES, theme
from londinium.games.next_station_london.study.words import amount, called, tell

SIZES = {"inaccuracy": 1.0, "mistake": 2.5, "blunder": 6.0}
"""In points."""
CLEARLY = 3.0
SIMULATIONS = 1500
OWN = ()


def preview(effect: Effect) -> tuple[float, float]:
    return effect.points, effect.points


def part_of(seat: int) -> str:
    return f"sheet-{seat}"


def drawn_on(fragment: str, seat: int) -> str:
    """Offers are drawn over the viewer's own map only; every map has a place for what may come."""
    return part_of(seat) if fragment == "offers" else fragment


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
