"""O-10 The rulebooks' own examples."""

from __future__ import annotations

import pytest

from londinium.games.old_london_bridge.rules.buildings import crests_on_bridge
from londinium.games.old_london_bridge.rules.components import BLUE, GRAY, GREEN, ORANGE
from londinium.games.old_london_bridge.rules.scoring import longest_line
from londinium.games.old_london_bridge.tests.positions import table, turn


def test_example_1_the_highest_card_acts_first_and_the_chapel_track_breaks_the_tie() -> None:
    """Leon 3, Lisa 2, Tim 0, Paula 0; Tim is on the chapel track, Paula still on the stairs."""
    t = table(
        """
        Paula
        Tim
        Lisa
        Leon
        """,
        chapel="Tim 1, Paula, Lisa, Leon",
        cards="Leon 3, Lisa 2, Tim 0, Paula 0",
    )
    assert t.turns() == ["Leon", "Lisa", "Tim", "Paula"]


def test_example_2_a_lower_number_is_appended() -> None:
    """Lisa builds 32 after 49."""
    t = turn("Lisa 51 49", others="Leon Tim Paula", tops="chapel 32")
    t.do("place chapel")
    assert t.bridge("Lisa") == "51 49 32"


@pytest.mark.parametrize(("replaced", "bridge"), [("23", "20 15 11"), ("15", "23 20 11")])
def test_example_2_a_higher_number_replaces(replaced: str, bridge: str) -> None:
    """Lisa builds 20 after 23, 15, 11: she may replace 23 or 15, and nothing else."""
    t = turn("Lisa 23 15 11", others="Leon Tim Paula", tops="hostelry 20")
    t.do("place hostelry")
    assert t.offer() == ["replace 15", "replace 23"]
    t.push(f"replace {replaced}")
    assert t.bridge("Lisa") == bridge


def test_example_2_after_a_park_any_number_is_appended() -> None:
    """Lisa built a park in the round before; now she begins a new line with 50."""
    t = turn("Lisa 23 20 11 park", others="Leon Tim Paula", tops="hostelry 50")
    t.do("place hostelry")
    assert t.bridge("Lisa") == "23 20 11 park 50"


def test_example_3_a_new_line_and_the_longest_one() -> None:
    """59 51 48 33 25 6, a park, then 58 begins a new line; the longest line has 6 buildings."""
    t = turn("Leon 59 51 48 33 25 6 park", tops="haberdasher 58")
    t.do("place haberdasher")
    assert t.bridge("Leon") == "59 51 48 33 25 6 park 58"
    assert longest_line(t.s, t.seat("Leon")) == 6


def test_example_4_haberdasher() -> None:
    """Paula's 43 is a haberdasher with an orange crest, her fourth: 4 pounds, and 1 for the space of the rondel."""
    t = turn("Paula 56 47 44 | cash 5", others="Lisa Tim Leon", tops="haberdasher 43", x="park")
    t.do("place haberdasher")
    assert t.cash("Paula") == 5 + 1 + 4


@pytest.mark.parametrize(
    ("cards", "hand"),
    [("3 2 1", "0 1 2 3"), ("4 2", "0 2 4"), ("1 1 1 1 1 1", "0 1 1 1 1 1 1")],
)
def test_example_4_hostelry(cards: str, hand: str) -> None:
    """Paula's hostelry 20 replaces 15 and is her sixth blue crest: 3+2+1, 4+2 or six 1s are all legal."""
    t = turn("Paula 60 52 48 41 24 15 | hand 0", others="Lisa Tim Leon", tops="hostelry 20")
    t.do("place hostelry", "replace 15")
    assert t.bridge("Paula") == "60 52 48 41 24 20"
    t.push(*(f"take {card}" for card in cards.split()))
    assert t.hand("Paula") == hand
    # Nothing is left of the strength, so the turn is over.
    assert t.to_act() == ["Lisa"]


def test_example_5_chapel() -> None:
    """Lisa's third blue crest is a chapel: 3 spaces, passing the one with 1 pound; the space of the rondel pays 1."""
    t = turn("Lisa 60 52 | cash 5", others="Leon Tim Paula", tops="chapel 32", x="park")
    t.do("place chapel")
    assert t.chapel() == "Lisa 3, Leon, Tim, Paula"
    assert t.cash("Lisa") == 5 + 1 + 1


@pytest.mark.parametrize("space", [2, 5, 8, 11])
def test_example_5_gate(space: int) -> None:
    """Paula's fourth orange crest is a gate: she passes one bonus space, ends on another, and sees a new tile in between."""
    t = turn(
        "Paula 56 47 44",
        others="Lisa Tim Leon",
        tops="gate 36",
        gate=f"Paula {space}",
        bonus="chapel-two, plus-one, gate-two",
    )
    t.push("place gate", "reveal 1")
    assert t.gate("Paula") == space + 4
    assert t.offer() == ["pick 1", "pick 2", "pick 3"]
    t.push("pick 1", "tile take-back")
    assert t.faceup_tiles() == ["take-back", "plus-one", "gate-two"]
    assert t.offer() == ["pick 1", "pick 2", "pick 3"]
    t.push("pick 1", "tile share")
    assert t.fresh_tiles("Paula") == "take-back chapel-two"
    assert t.to_act() == ["Lisa"]


def test_example_6_guild_house() -> None:
    """Lisa's guild house is her second, with 5 blue and 3 orange crests: strengths 7 blue, 5 orange, 2 grey, 2 green."""
    t = turn("Lisa 60 59 56 55 52 48 47 41 40", others="Leon Tim Paula", tops="guild-house 39")
    t.do("place guild-house")
    strengths = {crest: crests_on_bridge(t.s, t.boxes[0], t.seat("Lisa"), crest) for crest in (BLUE, ORANGE, GRAY, GREEN)}
    assert strengths == {BLUE: 7, ORANGE: 5, GRAY: 2, GREEN: 2}


def test_example_7_scoring() -> None:
    """Paula scores 1 + 5 + 0 + 0 - 1 + 2 = 7; with the 30 pounds she had, 37."""
    t = table(
        """
        Paula  57 52 47 42 37 32 27 22 17 12 7    | hand 0   | cash 30 | tiles share gate-two
        Lisa   60 55 50 45 40 35 30 25 20 15 10 5 | hand 0 3
        Tim    58 53 48 43 38 33 28 23 18 13 8 3  | hand 0
        Leon   59 54 49 44 39 34 29 24 19 14 9    | hand 0 4
        """,
        chapel="Lisa 8, Leon 6, Paula 4, Tim 2",
        gate="Paula 12, Lisa 9, Tim 3, Leon 1",
        phase="match-over",
    )
    sheet = {
        line: t.score("Paula", line) for line in ("chapel", "gate", "hostelry", "bridge", "empty-sites", "bonus-tiles", "money")
    }
    assert sheet == {
        "chapel": 1,
        "gate": 5,
        "hostelry": 0,
        "bridge": 0,
        "empty-sites": -1,
        "bonus-tiles": 2,
        "money": 30,
    }
    assert t.totals()[t.seat("Paula")] == 37
    # Leon, with as many buildings but ahead on the chapel track, is third; Tim has no card worth anything.
    assert t.score("Leon", "bridge") == 1
    assert t.score("Tim", "hostelry") == 0


def test_example_8_spaces_ahead() -> None:
    """Lisa, Leon and Paula are 10, 6 and 4 spaces ahead of Tim, the last."""
    t = table("Lisa\nLeon\nPaula\nTim", chapel="Lisa 12, Leon 8, Paula 6, Tim 2", scoring="chapel spaces-ahead")
    assert t.scores("chapel") == [10, 6, 4, 0]


def test_example_8_coins_again() -> None:
    """Lisa has reached the space with 5 pounds: 5 + 3 + 2 + 1 = 11."""
    t = table("Lisa\nLeon\nPaula\nTim", chapel="Lisa 12", scoring="chapel coins-again")
    assert t.score("Lisa", "chapel") == 11


def test_example_8_gate_steps() -> None:
    """Paula gets 9 for 12 spaces, Tim 9 for 10, Lisa and Leon 3 for 5."""
    t = table("Paula\nTim\nLisa\nLeon", gate="Paula 12, Tim 10, Lisa 5, Leon 5", scoring="gate gate-steps")
    assert t.scores("gate") == [9, 9, 3, 3]


def test_example_8_unused_tiles() -> None:
    """Lisa's three unused tiles are worth 9."""
    t = table("Lisa 49 | tiles share share plus-one\nLeon", scoring="gate unused-tiles")
    assert t.score("Lisa", "gate") == 9


def test_example_8_cards_in_hand() -> None:
    """Tim has five cards with his 0: 7."""
    t = table("Tim 49 | hand 0 1 1 2 4\nLeon", scoring="hostelry cards-in-hand")
    assert t.score("Tim", "hostelry") == 7


def test_example_8_card_sets() -> None:
    """Leon has two sets 1+2: 10."""
    t = table("Leon 49 | hand 0 1 1 2 2\nLisa", scoring="hostelry card-sets")
    assert t.score("Leon", "hostelry") == 10


def test_example_9_two_players() -> None:
    """Paula, Lisa, Lisa, Paula is a possible order of turns."""
    t = table("Paula\nLisa", cards="Paula 4 1, Lisa 3 2")
    assert t.turns() == ["Paula", "Lisa", "Lisa", "Paula"]
