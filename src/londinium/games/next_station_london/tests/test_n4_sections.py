"""N-4 Drawing a section."""

from __future__ import annotations

import pytest

from londinium.games.next_station_london.tests.positions import match_of, sheet

# The green pencil departs from d2, a triangle. Its neighbours: circles a2, f0; triangles b0, e3; squares d1, g2; pentagons
# c3, d6.


@pytest.mark.parametrize(
    ("card", "sections"),
    [
        ("street-circle", {"a2-d2", "f0-d2"}),
        ("underground-triangle", {"b0-d2", "d2-e3"}),
        ("street-square", {"d1-d2", "d2-g2"}),
        ("underground-pentagon", {"d2-c3", "d2-d6"}),
        ("street-joker", {"a2-d2", "f0-d2", "b0-d2", "d2-e3", "d1-d2", "d2-g2", "d2-c3", "d2-d6"}),
    ],
)
def test_the_target_shows_the_symbol(card: str, sections: set[str]) -> None:
    """N-4.1: the target shows the card's symbol; on a joker any symbol will do."""
    t = sheet(card=card, turn=1)
    assert t.sections() == sections
    assert t.refusal("draw d2-e3") == ("LEGAL" if "d2-e3" in sections else "WRONG_SYMBOL")


@pytest.mark.parametrize("card", ["street-circle", "street-triangle", "underground-square", "street-pentagon", "street-joker"])
def test_the_central_station(card: str) -> None:
    """N-4.1: the central station is a legal target of every card."""
    assert "e3-f3" in sheet("d2-e3", card=card).sections()


def test_a_line_begins_at_its_departure() -> None:
    """N-4.2: the source is the departure station as long as nothing is drawn."""
    t = sheet(card="street-square", turn=5)
    assert t.ends() == {"d2"}
    assert t.refusal("draw g1-g2") == "NOT_AT_YOUR_LINE"


def test_a_line_grows_at_its_ends() -> None:
    """N-4.2: then every station of the line with exactly one section is an end; the departure is one of them at first."""
    t = sheet("d2-e3", card="street-joker")
    assert t.ends() == {"d2", "e3"}
    t = sheet("d2-e3 e3-e4 d2-d1", card="street-joker")
    assert t.ends() == {"d1", "e4"}
    assert t.refusal("draw e3-f3") == "NOT_AN_END"
    assert t.refusal("draw d2-c3") == "NOT_AN_END"
    assert "e4-f4" in t.sections()


def test_a_switch_turn() -> None:
    """N-4.3: on a switch turn the source may be any station of the line, and the branch's tip is a further end."""
    t = sheet("d2-e3 e3-e4 d2-d1", card="street-square", switch=True)
    assert "d2-g2" in t.sections()
    t.push("draw d2-g2")
    assert t.ends() == {"d1", "e4", "g2"}
    t.push("card street-circle")
    assert "g2-g3" in t.sections()
    assert t.refusal("draw d2-a2") == "NOT_AN_END"


def test_a_switch_does_not_reach_older_lines() -> None:
    """N-4.3: not from stations of older colours."""
    t = sheet("d2-e3", card="street-circle", switch=True, older={"blue": "f7-d7"})
    assert t.refusal("draw f7-i7") == "NOT_AT_YOUR_LINE"
    assert t.sections() == {"f0-d2", "a2-d2", "e3-f3"}


def test_an_unused_switch_is_lost() -> None:
    """N-4.3: an unused switch is lost with its turn."""
    t = sheet("d2-e3 e3-e4 d2-d1", card="street-square", switch=True)
    t.push("pass", "card street-circle")
    assert t.refusal("draw d2-a2") == "NOT_AN_END"


@pytest.mark.parametrize(("turn", "refusal"), [(1, "SWITCH_TOO_EARLY"), (2, "SWITCH_TOO_EARLY"), (3, "LEGAL")])
def test_an_early_switch(turn: int, refusal: str) -> None:
    """N-4.4: the switch is ignored on the first two turns of a round; only the card counts."""
    t = sheet("d2-e3 d2-d1", card="street-circle", turn=turn, switch=True)
    assert t.refusal("draw a2-d2") == refusal
    assert ("a2-d2" in t.sections()) == (refusal == "LEGAL")


def test_an_early_switch_in_play() -> None:
    """N-4.4: it is ignored even if it comes as the very first card."""
    t = match_of(1)
    t.push("card switch", "card street-joker", "draw d2-e3", "card street-square")
    assert t.s.switched == 0
    assert t.refusal("draw d2-g2") == "LEGAL"


def test_no_loops() -> None:
    """N-4.5: the target must not be on the line yet."""
    t = sheet("d2-e3 e3-f3 f3-g2", card="street-joker")
    assert t.refusal("draw d2-g2") == "MAKES_A_LOOP"
    assert t.refusal("draw e3-f3") == "ALREADY_DRAWN"


def test_older_lines_may_be_visited() -> None:
    """N-4.5: stations of older colours may be visited freely; that makes an interchange."""
    t = sheet("d2-g2", card="street-circle", older={"pink": "h3-g3"})
    t.push("draw g2-g3")
    assert t.stations("green") & t.stations("pink") == {"g3"}
    assert t.score().two_lines == 1


def test_a_section_is_drawn_once() -> None:
    """N-4.6: on one sheet a section may be drawn once in the whole game, by one colour only."""
    t = sheet("d2-e3", card="street-joker", older={"pink": "h3-g3 g3-f3 f3-e3"})
    assert t.refusal("draw e3-f3") == "ALREADY_DRAWN"
    assert "e3-f3" not in t.sections()


def test_sheets_are_independent() -> None:
    """N-4.6: what others have drawn on their sheets blocks nothing on a player's own."""
    t = match_of(2, "green pink blue")
    assert t.pencils() == ["green", "blue"]
    t.push("card street-joker", "0: draw d2-e3", "1: draw f7-e6", "card underground-pentagon")
    assert "draw e6-d6" not in t.offer(0)
    assert [int(word) for word in t.s.blocked[0]] != [int(word) for word in t.s.blocked[1]]
    assert t.refusal("1: draw d6-e6") == "LEGAL"


def test_sections_do_not_cross() -> None:
    """N-4.7: a section must not cross any drawn section, of any colour; the refusal names the one in the way."""
    t = sheet(card="street-joker", older={"purple": "c5-e5 e5-c3"})
    assert t.refusal("draw d2-d6") == "CROSSES_DRAWN_SECTION c3-e5"
    assert "d2-d6" not in t.sections()
    assert t.refusal("draw d2-c3") == "LEGAL"


def test_a_line_does_not_cross_itself() -> None:
    """N-4.7: not even its own colour."""
    t = sheet("d2-e3 e3-g1", card="street-joker", switch=True, older={})
    assert t.refusal("draw f0-d2") == "LEGAL"
    t = sheet("d2-g2 g2-e0", card="street-joker", switch=True)
    assert t.refusal("draw f0-d2") == "CROSSES_DRAWN_SECTION e0-g2"


def test_meeting_in_a_station_is_no_crossing() -> None:
    """N-4.7: lines may meet in a station."""
    t = sheet(card="street-joker", older={"pink": "h3-g3 g3-f3 f3-e3 e3-e4"})
    assert t.refusal("draw d2-e3") == "LEGAL"


def test_every_refusal_has_a_reason() -> None:
    """N-4.2: every section of the map is either offered or refused for a reason."""
    t = sheet("d2-e3 e3-f3", card="street-circle", older={"purple": "c5-e5 e5-c3"})
    offered = t.sections()
    for text in t.moves:
        if text.startswith("draw "):
            assert (t.refusal(text) == "LEGAL") == (text.removeprefix("draw ") in offered)
            assert t.refusal(text) != "NOT_NOW"
