"""The drawings that the other tests rest on: what is drawn is what lies there, and nothing is drawn twice."""

from __future__ import annotations

import pytest

from londinium.games.old_london_bridge.rules.audit import ACCOUNTED_FOR
from londinium.games.old_london_bridge.tests.positions import Table, table, turn


def drawn() -> Table:
    return table(
        """
        Leon   49 32 park 50 | hand 0 3 3 | cash 7 | tiles share plus-one
        Lisa   23 15 11      | fresh gate-two
        Tim                  | hand 0
        """,
        chapel="Lisa 5, Tim 5, Leon",
        gate="Leon 2",
        tops="chapel 27, gate 1 last, hostelry empty",
        bonus="share, gate-two, empty",
        x="gate",
    )


def test_what_is_drawn_lies_there() -> None:
    t = drawn()
    assert [t.bridge(name) for name in t.names] == ["49 32 park 50", "23 15 11", ""]
    assert [t.hand(name) for name in t.names] == ["0 3 3", "0 1 2 3 4", "0"]
    assert [t.cash(name) for name in t.names] == [7, 5, 5]
    assert (t.tiles("Leon"), t.fresh_tiles("Lisa")) == ("share plus-one", "gate-two")
    assert (t.chapel(), t.gate("Leon"), t.gate("Lisa")) == ("Lisa 5, Tim 5, Leon", 2, 0)
    assert [t.top(name) for name in ("chapel", "gate", "hostelry", "haberdasher", "park")] == ["27", "1", "empty", "3", "park"]
    assert t.faceup_tiles() == ["share", "gate-two", "empty"]
    # The X is at the fifth stack, the gates.
    assert t.rondel() == "1 2 1 2 X 3"
    assert (t.phase, t.to_act()) == ("card-choice", ["Leon", "Lisa", "Tim"])


def test_drawn_positions_are_accounted_for() -> None:
    for t in (drawn(), turn("Leon 49 32"), table("Leon\nLisa", cards="Leon 4 0, Lisa 3 3")):
        assert t.audit() == ACCOUNTED_FOR


def test_an_illegal_move_is_not_made() -> None:
    with pytest.raises(AssertionError, match="SPACE_IS_X"):
        turn("Leon", x="park").push("place park")
    with pytest.raises(AssertionError, match="reveal 33 cannot come now"):
        turn("Leon").push("place chapel", "reveal 33")
