"""N-7 Module: shared objectives."""

from __future__ import annotations

import pytest

from londinium.games.next_station_london.rules.components import OBJECTIVES
from londinium.games.next_station_london.tests.positions import match_of, setup, sheet

CENTRE = "e3 f3 g3 e4 f4 e5 d6 e6 g6"
CORNERS = "a0 j0 a9 j9"
MAIN = "b0 e0 h0 a3 e3 h3 a7 d7 i7"


def test_two_of_five_are_drawn() -> None:
    """N-7.1: two of five are drawn at the start, open; with this module only."""
    t = setup(2, objectives="on")
    t.push("ring green", "ring pink", "ring blue")
    assert t.outcomes() == {f"objective {name}": 1 for name in OBJECTIVES}
    t.push("objective sites")
    assert t.outcomes() == {f"objective {name}": 1 for name in OBJECTIVES if name != "sites"}
    t.push("objective centre")
    assert t.phase == "card-reveal"
    assert [its.objective for its in t.score().objectives] == ["sites", "centre"]
    assert match_of(2).score().objectives == ()


@pytest.mark.parametrize(
    ("objective", "green", "pink", "goal"),
    [
        ("interchanges", MAIN, " ".join(MAIN.split()[:8]), 8),
        ("districts", MAIN, CORNERS, 13),
        ("sites", "g1 a3 f3", "f3 j6 e9", 5),
        ("centre", " ".join(CENTRE.split()[:5]), " ".join(CENTRE.split()[4:]), 9),
    ],
)
def test_meeting_an_objective(objective: str, green: str, pink: str, goal: int) -> None:
    """N-7.1: 10 points if the lines together meet it, nothing if one is missing."""
    t = sheet(objectives=objective)
    t.stop_at("green", green)
    t.stop_at("pink", pink)
    (met,) = t.score().objectives
    assert (met.progress, met.goal, met.points) == (goal, goal, 10)
    t.stop_at("pink", " ".join(pink.split()[:-1]))
    (missed,) = t.score().objectives
    assert (missed.progress, missed.points) == (goal - 1, 0)


def test_six_crossings() -> None:
    """N-7.1: 6 or more crossings of the Thames, of all lines together."""
    older = {"pink": "h3-h5 h5-i4", "purple": "c5-e5 e5-d6"}
    t = sheet("f7-f4", pencil="blue", older=older, objectives="crossings", card="street-joker")
    (objective,) = t.score().objectives
    assert (objective.progress, objective.goal, objective.points) == (5, 6, 0)
    t.push("pass", "card street-triangle", "draw f4-h6")
    (objective,) = t.score().objectives
    assert (objective.progress, objective.points) == (6, 10)


def test_everyone_who_meets_it_is_paid() -> None:
    """N-7.1: each objective is worth 10 points to everyone, and both can be met."""
    t = match_of(3, objectives="sites centre")
    for seat in (0, 2):
        t.stop_at("green", f"{CENTRE} g1 a3 j6 e9", seat)
    assert [t.score(seat).objective_points for seat in range(3)] == [20, 0, 20]
