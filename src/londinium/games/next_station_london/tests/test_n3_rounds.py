"""N-3 A round: reveal, decide, until the fifth underground card."""

from __future__ import annotations

from itertools import permutations

import pytest

from londinium.games.next_station_london.rules.components import CARDS
from londinium.games.next_station_london.tests.positions import finish_round, match_of, sheet


def test_everyone_decides_at_once() -> None:
    """N-3.1: one card is revealed, and all decide on it at the same time, each on their own sheet; drawing is optional."""
    t = match_of(3)
    assert set(t.outcomes()) == {f"card {card}" for card in CARDS}
    t.push("card street-circle")
    assert t.to_act() == [0, 1, 2]
    assert all(t.offer(seat)[-1] == "pass" and len(t.offer(seat)) == 3 for seat in range(3))
    t.push("1: pass")
    assert t.to_act() == [0, 2]
    t.push("0: draw d2-f0", "2: pass")
    assert t.phase == "card-reveal"
    assert [len(t.stations(pencil, seat)) for seat, pencil in enumerate(t.pencils())] == [2, 1, 1]


def test_the_order_of_decisions_does_not_matter() -> None:
    """N-3.1: decisions are made at the same time, so being faster changes nothing."""
    decisions = ["0: draw d2-e3", "1: draw e6-f7", "2: pass", "3: draw g3-h3"]
    finals = set()
    for order in permutations(decisions):
        t = match_of(4)
        t.push("card street-joker", *order)
        finals.add(t.states.tobytes())
    assert len(finals) == 1


def test_nothing_is_drawn_before_all_have_decided() -> None:
    """N-3.1: a choice waits in the state until the last seat has decided."""
    t = match_of(2)
    t.push("card street-joker")
    before = t.states.copy()
    t.push("0: draw d2-e3")
    assert t.s.drawn.tobytes() == before[0].drawn.tobytes()  # type: ignore[attr-defined]  # NumPy rows
    assert t.stations("green") == {"d2"}
    t.push("1: pass")
    assert t.stations("green") == {"d2", "e3"}


def test_the_switch_is_no_card_of_its_own() -> None:
    """N-3.2: after the switch the next card is revealed at once, and both are one turn."""
    t = match_of(1)
    t.push("card street-circle", "pass", "card street-square", "pass", "card switch")
    assert t.to_act() == [7]
    assert "card switch" not in t.outcomes()
    t.push("card underground-pentagon")
    assert t.to_act() == [0]
    assert (t.s.turn_no, t.s.switched) == (3, 1)
    t.push("pass", "card street-triangle")
    assert (t.s.turn_no, t.s.switched) == (4, 0)


@pytest.mark.parametrize("streets", [0, 3, 6])
def test_the_round_ends_after_the_fifth_underground_card(streets: int) -> None:
    """N-3.3: five to ten turns; the turn of the fifth underground card is the last."""
    t = match_of(1)
    for card in [card for card in CARDS if not card.startswith("underground")][:streets]:
        t.push(f"card {card}")
        if t.phase == "drawing":
            t.push("pass")
    for card in ("circle", "triangle", "square", "pentagon"):
        t.push(f"card underground-{card}", "pass")
    assert t.s.round_no == 1
    t.push("card underground-joker")
    assert t.s.turn_no == 5 + min(streets, 5)
    t.push("pass")
    assert (t.s.round_no, t.s.turn_no) == (2, 0)
    assert len(t.outcomes()) == 11


def test_the_switch_never_comes_last() -> None:
    """N-3.3: the switch can be left over, but a card always follows it."""
    t = match_of(1)
    t.push(*(move for card in ("circle", "triangle", "square", "pentagon") for move in (f"card underground-{card}", "pass")))
    t.push("card switch")
    assert "card underground-joker" in t.outcomes()


def test_four_rounds() -> None:
    """N-3.4: after each round the pencils pass on; after the fourth the match is over."""
    t = match_of(2)
    for round_no in range(1, 5):
        assert (t.s.round_no, t.phase) == (round_no, "card-reveal")
        finish_round(t)
    assert t.phase == "match-over"
    assert t.to_act() == []


def test_a_line_is_scored_after_its_round() -> None:
    """N-3.4: what was drawn stays on the sheet and is worth the same after the pencils have passed on."""
    t = match_of(1)
    finish_round(t, "draw d2-f0")
    scored = t.line("green")
    assert t.pencils() == ["pink"]
    finish_round(t)
    assert t.line("green") == scored == (1, 2, 0, 2)


def test_revealed_cards_stay_visible() -> None:
    """N-3.5: the rest of the deck is known as a set, and each of its cards is as likely."""
    t = match_of(1)
    t.push("card street-circle", "pass", "card underground-joker", "pass")
    left = set(CARDS) - {"street-circle", "underground-joker"}
    assert t.outcomes() == {f"card {card}": 1 for card in left}
    assert [CARDS[i] for i in range(11) if t.s.shown[i]] == ["street-circle", "underground-joker"]


def test_without_a_section_to_draw_only_passing_is_left() -> None:
    """N-3.1: where nothing can be drawn, the player passes."""
    assert sheet("d2-b0 b0-a0 d2-a2", card="street-triangle").offer() == ["pass"]
