"""N-8 Module: pencil powers."""

from __future__ import annotations

import pytest

from londinium.games.next_station_london.rules.components import POWERS
from londinium.games.next_station_london.tests.positions import finish_round, match_of, setup, sheet


def test_powers_are_dealt_at_random() -> None:
    """N-8.1: each pencil gets one of four powers at random, for the whole game; the last follows."""
    t = setup(2, powers="on")
    t.push("ring green", "ring pink", "ring blue")
    assert t.outcomes() == {f"power {power}": 1 for power in POWERS}
    t.push("power twice", "power switch", "power double")
    assert [POWERS[power] for power in t.s.power[:]] == ["twice", "switch", "double", "joker"]
    assert t.phase == "card-reveal"


def test_a_power_is_used_once_in_a_round() -> None:
    """N-8.1: the player who holds the pencil may use its power once in that round."""
    t = match_of(1, "green pink purple", powers="joker double switch")
    t.push("card street-circle", "draw d2-e3")
    assert t.s.spent[0] == 1
    t.push("card street-square")
    assert t.refusal("draw e3-e4") == "WRONG_SYMBOL"
    finish_round(t)
    assert t.s.spent[0] == 0


# ── SECOND SECTION ───────────────────────────────────────────────────────────


def test_double_asks_after_the_first_section() -> None:
    """N-8.2: the holder is asked after the first section, and the power is spent when the second is drawn."""
    t = sheet("d2-e3", card="underground-square", power="double")
    t.push("draw e3-f4")
    assert t.to_act() == [0]
    assert t.stations("green") == {"d2", "e3"}
    # The second may start at any end after the first: at d2, or at f4, whose only square neighbours are none.
    assert t.sections() == {"d1-d2", "d2-g2", "f3-f4"}
    t.push("draw d2-g2")
    assert t.stations("green") == {"d2", "e3", "f4", "g2"}
    assert t.ends() == {"f4", "g2"}
    assert t.s.spent[0] == 1


def test_double_may_stay_unused() -> None:
    """N-8.2: the second section may be left; then the power is kept."""
    t = sheet("d2-e3", card="underground-square", power="double")
    t.push("draw e3-f4", "pass")
    assert t.s.spent[0] == 0
    assert t.stations("green") == {"d2", "e3", "f4"}
    t.push("card street-circle", "draw a2-d2")
    assert t.to_act() == [0]


def test_double_needs_a_first_section() -> None:
    """N-8.2: a player who draws no first section can only pass on the second, but is asked, so that nobody can tell."""
    t = sheet("d2-e3", card="underground-square", power="double")
    t.push("pass")
    assert t.offer() == ["pass"]
    assert t.refusal("draw d1-d2") == "NO_SECOND_WITHOUT_FIRST"
    t.push("pass")
    assert t.phase == "card-reveal"
    assert t.s.spent[0] == 0


def test_double_after_a_joker() -> None:
    """N-8.2: after a joker the second leads to the symbol of the first."""
    t = sheet("d2-e3", card="street-joker", power="double")
    t.push("draw e3-e4")
    assert t.refusal("draw d2-g2") == "OTHER_SYMBOL_THAN_FIRST"
    assert t.sections() == {"d2-c3", "d2-d6", "b1-e4", "f3-e4"}


def test_double_with_the_central_station_first() -> None:
    """N-8.2: the central station may be either target; on a joker card the symbol is then free."""
    t = sheet("d2-e3", card="street-joker", power="double")
    t.push("draw e3-f3")
    assert {"f3-e4", "f3-f4", "f3-g3", "d2-g2", "a2-d2"} <= t.sections()


def test_double_with_the_central_station_on_a_symbol_card() -> None:
    """N-8.2: on a symbol card the symbol stays the card's, also after the central station."""
    t = sheet("d2-e3", card="street-square", power="double")
    t.push("draw e3-f3")
    assert t.refusal("draw f3-e4") == "OTHER_SYMBOL_THAN_FIRST"
    assert "f3-f4" in t.sections()


def test_double_obeys_what_the_first_section_blocks() -> None:
    """N-8.2: the first is drawn first: the second must not cross it, repeat it or close a loop with it."""
    t = sheet("d2-e3", card="street-pentagon", power="double")
    assert t.refusal("draw c3-e3") == "LEGAL"
    t.push("draw d2-d6")
    assert t.refusal("draw c3-e3") == "CROSSES_DRAWN_SECTION d2-d6"
    assert "c3-e3" not in t.sections()
    assert t.refusal("draw d2-d6") == "ALREADY_DRAWN"
    t = sheet("d2-d1 d1-e0", card="street-circle", power="double")
    t.push("draw e0-f0")
    assert t.refusal("draw f0-d2") == "MAKES_A_LOOP"


def test_double_on_a_switch_turn() -> None:
    """N-8.2: on a switch turn one of the two may branch, not both."""
    line = "d2-e3 e3-f3 d2-d1"
    t = sheet(line, card="street-square", power="double", switch=True)
    t.push("draw d2-g2")
    assert t.refusal("draw e3-f4") == "ONE_BRANCH_ONLY"
    assert "f3-f4" in t.sections()
    t = sheet(line, card="street-square", power="double", switch=True)
    t.push("draw f3-f4")
    assert t.refusal("draw d2-g2") == "LEGAL"


def test_double_from_the_departure() -> None:
    """N-8.2: on the first turn both sections may start at the departure station."""
    t = sheet(card="street-circle", power="double", turn=1)
    t.push("draw a2-d2", "draw f0-d2")
    assert t.ends() == {"a2", "f0"}


# ── JOKER and SWITCH ─────────────────────────────────────────────────────────


def test_joker_opens_every_symbol() -> None:
    """N-8.3: this turn's card counts as a joker; the section that needs it spends it."""
    t = sheet("d2-e3", card="street-circle", power="joker")
    assert t.sections() == sheet("d2-e3", card="street-joker").sections()
    t.push("draw e3-e4")
    assert t.s.spent[0] == 1
    t.push("card street-square")
    assert t.sections() == sheet("d2-e3 e3-e4", card="street-square").sections()


@pytest.mark.parametrize(("card", "section"), [("street-circle", "a2-d2"), ("street-joker", "e3-e4"), ("street-circle", "e3-f3")])
def test_joker_is_not_wasted(card: str, section: str) -> None:
    """N-8.4: JOKER and SWITCH are spent by the section that needs them, and only then."""
    t = sheet("d2-e3", card=card, power="joker")
    t.push(f"draw {section}")
    assert t.s.spent[0] == 0


def test_switch_branches() -> None:
    """N-8.4: this turn counts as a switch turn, without another card."""
    line = "d2-e3 e3-f3 d2-d1"
    t = sheet(line, card="street-square", power="switch")
    assert t.sections() == sheet(line, card="street-square", switch=True).sections()
    t.push("draw d2-g2")
    assert t.s.spent[0] == 1
    assert t.ends() == {"d1", "f3", "g2"}


def test_switch_is_not_wasted() -> None:
    """N-8.4: a section from an end does not spend it."""
    t = sheet("d2-e3 e3-f3 d2-d1", card="street-square", power="switch")
    t.push("draw f3-f4")
    assert t.s.spent[0] == 0


@pytest.mark.parametrize("turn", [1, 2])
def test_switch_is_not_offered_early(turn: int) -> None:
    """N-8.4: not on turns 1 and 2."""
    t = sheet("d2-e3 d2-d1", card="street-circle", power="switch", turn=turn)
    assert t.refusal("draw a2-d2") == "NOT_AN_END"


def test_switch_on_a_switch_turn() -> None:
    """N-8.4: not offered on a switch turn; the card's own switch is used, and the power is kept."""
    t = sheet("d2-e3 e3-f3 d2-d1", card="street-square", power="switch", switch=True)
    t.push("draw d2-g2")
    assert t.s.spent[0] == 0


def test_joker_on_a_switch_turn() -> None:
    """N-8.6: JOKER combines with a switch turn."""
    t = sheet("d2-e3 e3-f3 d2-d1", card="street-square", power="joker", switch=True)
    assert t.refusal("draw a2-d2") == "LEGAL"
    t.push("draw a2-d2")
    assert t.s.spent[0] == 1


# ── STATION ×2 ───────────────────────────────────────────────────────────────


def test_twice_is_chosen_at_the_end_of_the_round() -> None:
    """N-8.5: chosen at the end of the round, among the line's stations in the districts that hold its most stations."""
    t = match_of(1, "green pink purple", powers="twice double joker")
    finish_round(t, "draw f0-d2", "draw e0-f0", "pass", "pass", "draw d2-e3")
    assert t.phase == "twice-choice"
    assert t.offer() == ["twice e0", "twice f0", "twice d2", "pass"]
    assert t.refusal("twice e3") == "NOT_IN_FULLEST_DISTRICT"
    assert t.refusal("twice a0") == "STATION_NOT_ON_LINE"
    assert t.line("green") == (2, 3, 0, 6)
    t.push("twice f0")
    assert t.line("green") == (2, 4, 0, 8)
    assert t.pencils() == ["pink"]


def test_twice_may_be_skipped() -> None:
    """N-8.5: it may be skipped."""
    t = match_of(1, "green pink purple", powers="twice double joker")
    finish_round(t, "draw f0-d2")
    t.push("pass")
    assert t.line("green") == (1, 2, 0, 2)


def test_twice_counts_for_this_line_only() -> None:
    """N-8.5: it counts in this line's stations only, never as two tourist sites, and for no other line."""
    t = match_of(1, "green pink purple", powers="twice double joker")
    finish_round(t, "pass", "pass", "draw d2-g2")
    t.push("twice g2")
    assert t.line("green") == (1, 3, 0, 3)
    assert t.score().visits == 0
    assert t.line("pink") == (1, 1, 0, 1)


def test_only_the_holder_of_the_pencil_is_asked() -> None:
    """N-8.5: the seat that holds the pencil with STATION ×2 decides; nobody is asked if nobody holds it."""
    t = match_of(2, "green pink purple", powers="joker double twice")
    assert t.pencils() == ["green", "purple"]
    finish_round(t)
    assert (t.phase, t.to_act()) == ("twice-choice", [1])
    t.push("1: pass")
    assert t.pencils() == ["pink", "blue"]
    finish_round(t)
    assert (t.phase, t.pencils()) == ("card-reveal", ["purple", "green"])
