"""O-3 A round: how many there are, and how each begins."""

from __future__ import annotations

import pytest

from londinium.games.old_london_bridge.tests.positions import setup, table


@pytest.mark.parametrize(
    ("marker", "rondel", "x"),
    [(1, "2 X 3 1 2 1", "haberdasher"), (2, "1 2 X 3 1 2", "guild-house"), (3, "2 1 2 X 3 1", "chapel")],
)
def test_the_rondel_turns_clockwise(marker: int, rondel: str, x: str) -> None:
    """O-3.1: the next round marker is revealed, and the rondel turned clockwise by its number."""
    t = table("Leon\nLisa\nTim", phase="round-marker", x="hostelry")
    assert t.rondel() == "X 3 1 2 1 2"
    t.push(f"marker {marker}")
    assert t.rondel() == rondel
    t.push("Leon: play 4", "Lisa: play 0", "Tim: play 0")
    assert t.refusal(f"place {x}") == "SPACE_IS_X"


def test_the_rondel_turns_over_its_end() -> None:
    """O-3.1: from the park it goes on to the hostelry."""
    t = table("Leon\nLisa\nTim", phase="round-marker", x="park")
    t.push("marker 2")
    assert t.rondel() == "2 X 3 1 2 1"


def test_the_rondel_turns_in_the_first_round_too() -> None:
    """O-3.1: also in round 1."""
    t = setup(2)
    t.push("stairs 0", "x hostelry", "reveal 32", "reveal 1", "reveal 20", "reveal 43", "reveal 49")
    t.push("tile share", "tile share", "tile share")
    assert (t.phase, int(t.s.round_no), t.rondel()) == ("round-marker", 1, "X 3 1 2 1 2")
    t.push("marker 3")
    assert t.rondel() == "2 1 2 X 3 1"
    assert t.phase == "card-choice"


def test_a_revealed_marker_does_not_come_back() -> None:
    """O-3.1: when all markers of a number are revealed, the others remain."""
    t = table("Leon\nLisa\nTim", phase="round-marker")
    t.s.markers[0], t.s.markers[1], t.s.markers[2] = 1, 0, 4
    assert t.outcomes() == {"marker 1": 1, "marker 3": 4}
    t.push("marker 1")
    t.push("Leon: play 4", "Lisa: play 0", "Tim: play 0")
    t.finish_round()
    assert t.outcomes() == {"marker 3": 4}


def test_the_phases_of_a_round() -> None:
    """O-3: marker, then turn order, then a turn for everyone, then the next round."""
    t = table("Leon\nLisa\nTim", phase="round-marker")
    assert t.to_act() == ["chance"]
    t.push("marker 1")
    assert (t.phase, t.to_act()) == ("card-choice", ["Leon", "Lisa", "Tim"])
    t.push("Tim: play 4", "Leon: play 2", "Lisa: play 3")
    for name in ("Tim", "Lisa", "Leon"):
        assert (t.phase, t.to_act()) == ("placing", [name])
        t.do("place centre park" if name == "Tim" else "place guild-house" if name == "Lisa" else "place chapel")
    assert (t.phase, int(t.s.round_no)) == ("round-marker", 4)


@pytest.mark.parametrize(("rows", "last"), [("Leon\nLisa", 6), ("Leon\nLisa\nTim", 12), ("Leon\nLisa\nTim\nPaula", 12)])
def test_number_of_rounds(rows: str, last: int) -> None:
    """O-3: twelve rounds, with two players six."""
    zeros = "0 0" if last == 6 else "0"
    cards = ", ".join(f"{name} {zeros}" for name in rows.split())
    t = table(rows, cards=cards, round_no=last - 1)
    t.finish_round()
    assert (t.phase, int(t.s.round_no)) == ("round-marker", last)
    t = table(rows, cards=cards, round_no=last)
    t.finish_round()
    assert (t.phase, t.to_act()) == ("match-over", [])
