"""O-8 Scoring: the printed scorings, the sixteen sides of the expansion, and the end."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

from londinium.games.old_london_bridge.tests.positions import Table, setup, table

FOUR = "Leon\nLisa\nTim\nPaula"
THREE = "Leon\nLisa\nTim"
TWO = "Leon\nLisa"

# ── What rankings pay ────────────────────────────────────────────────────────


@pytest.mark.parametrize(("rows", "pounds"), [(FOUR, [5, 3, 1, 0]), (THREE, [5, 3, 0]), (TWO, [5, 0])])
@pytest.mark.parametrize("line", ["chapel", "gate"])
def test_ranking_by_number_of_players(rows: str, pounds: list[int], line: str) -> None:
    """O-8: 5, 3, 1 pounds; with three players 5, 3; with two players 5."""
    track = ", ".join(f"{name} {space}" for name, space in zip(rows.split(), (9, 7, 5, 3), strict=False))
    t = table(rows, chapel=track, gate=track)
    assert t.scores(line) == pounds


# ── Printed ──────────────────────────────────────────────────────────────────


def test_printed_chapel() -> None:
    """O-8.1: the order on the chapel track; players still on the stairs get nothing, and nobody moves up for it."""
    t = table(FOUR, chapel="Lisa 5, Paula 5, Tim, Leon")
    assert t.scores("chapel") == [0, 5, 0, 3]


def test_printed_chapel_on_the_end_space() -> None:
    """O-8.1: there the first who came is first."""
    t = table(FOUR, chapel="Tim 16, Leon 16, Lisa 15, Paula 14")
    assert t.scores("chapel") == [3, 1, 5, 0]


def test_printed_gate() -> None:
    """O-8.1: the place on the gate track, at least one step, ties by the chapel track."""
    t = table(FOUR, gate="Leon 4, Lisa 4, Tim 1", chapel="Lisa 2")
    assert t.scores("gate") == [3, 5, 1, 0]
    t = table(FOUR, gate="Leon 4", chapel="Paula 2")
    assert t.scores("gate") == [5, 0, 0, 0]


def test_printed_hostelry() -> None:
    """O-8.1: the sum of the cards in hand, at least 1; ties by the chapel track."""
    t = table(
        """
        Leon   49 | hand 0 1 1 1
        Lisa   44 | hand 0 3
        Tim    39 | hand 0
        Paula  34 | hand 0 2
        """,
        chapel="Lisa 2",
    )
    assert t.scores("hostelry") == [3, 5, 0, 1]


def test_printed_hostelry_of_zeros() -> None:
    """O-8.1: hands without value are paid nothing."""
    t = table("Leon 49 | hand 0 0\nLisa 44 | hand 0 0")
    assert t.scores("hostelry") == [0, 0]


def test_printed_bridge() -> None:
    """O-8.1: the number of buildings, parks included; ties by the chapel track."""
    t = table(
        """
        Leon   49 32 park
        Lisa   44 park park 7
        Tim    39 38 37
        Paula  34
        """,
        chapel="Tim 2",
    )
    assert t.scores("bridge") == [1, 5, 3, 0]


# ── Empty sites, bonus tiles, the winner ─────────────────────────────────────


@pytest.mark.parametrize(
    ("empty", "cost"), [(0, 0), (1, 1), (2, 4), (3, 7), (4, 10), (5, 14), (6, 14), (7, 14), (11, 14), (12, 14)]
)
def test_empty_sites(empty: int, cost: int) -> None:
    """O-8.2: 1, 4, 7, 10, and 14 for five or more."""
    bridge = " ".join(str(number) for number in range(60, 36 + 2 * empty, -2))
    t = table(f"Leon {bridge}\nLisa")
    assert t.score("Leon", "empty-sites") == -cost


def test_empty_sites_cost_in_full() -> None:
    """O-8.2: Leon has 3 pounds and pays 14: 11 below zero. Lisa has the first place in hands and bridges."""
    t = table(
        """
        Leon  49         | cash 3 | hand 0 0
        Lisa  44 39 34   | cash 0 | hand 0 0 1
        """,
        phase="match-over",
    )
    assert t.totals() == [3 - 14, 0 - 14 + 5 + 5]
    assert t.places() == [2, 1]


def test_unused_bonus_tiles() -> None:
    """O-8.3: 1 pound each, also those taken in the last round."""
    t = table("Leon 49 | tiles share share plus-one | fresh gate-two\nLisa 44 | tiles share\nTim")
    assert t.scores("bonus-tiles") == [4, 1, 0]


def test_most_money_wins() -> None:
    """O-8.4: money of the match and of the scoring together."""
    t = table(
        """
        Leon  60 58 56 54 52 50 48 46 44 42 40 38 | cash 20 | hand 0 0
        Lisa  59 57 55 53 51 49 47 45 43 41 39    | cash 22 | hand 0 0 4
        """,
        chapel="Lisa 1",
        gate="Leon 3",
        phase="match-over",
    )
    # Leon: 20 + gate 5 + bridge 5; Lisa: 22 + chapel 5 + hostelry 5 - 1 for an empty site.
    assert t.totals() == [30, 31]
    assert t.places() == [2, 1]


def test_a_tie_is_decided_by_the_chapel_track() -> None:
    """O-8.4: there are no shared places; on one space the one on top is better."""
    even = "\n".join(f"{name} | cash 20 | hand 0" for name in FOUR.split())
    t = table(even, chapel="Tim 3, Paula 3, Leon, Lisa", scoring="chapel chapel-leader, bridge lowest-number", phase="match-over")
    assert t.totals() == [6, 6, 6, 6]
    assert t.places() == [3, 4, 1, 2]


# ── The expansion: rankings ──────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("colour", "side", "bridges"),
    [
        # chapels 57 52 47, 42 37, 32, none
        ("chapel", "most-chapels", ["57 52 47 1", "42 37 6", "32 11 5", "60 59"]),
        # gates 56 51 46, 41 36, 31, none
        ("gate", "most-gates", ["56 51 46 2", "41 36 7", "31 12 5", "60 59"]),
        # hostelries 55 50 45, 40 35, 30, none; haberdashers (the French slip) the other way round
        ("hostelry", "most-hostelries", ["55 50 45", "40 35 8", "58 53 30", "48 43 38 33"]),
        # lines of 3, 2, 1 and none
        ("bridge", "longest-line", ["60 59 58 park 1", "57 56 park 55 54", "park 53 park 52 park 51", "park park"]),
    ],
)
def test_rankings_of_the_expansion(colour: str, side: str, bridges: list[str]) -> None:
    """O-8.5: most chapels, gates, hostelries, or the longest line without a park: 5, 3, 1, and nothing for none."""
    rows = [f"{name} {bridge}" for name, bridge in zip(FOUR.split(), bridges, strict=True)]
    t = table("\n".join(rows), scoring=f"{colour} {side}", chapel="Paula 9, Tim 8, Lisa 7, Leon 6", gate="Paula 5")
    assert t.scores(colour) == [5, 3, 1, 0]
    t = table("\n".join(rows[2:]), scoring=f"{colour} {side}")
    assert t.scores(colour) == [5, 0]


def test_a_ranking_needs_at_least_one() -> None:
    """O-8.5: one chapel is first, and no chapel is not second."""
    t = table("Leon 57\nLisa 60\nTim 59", scoring="chapel most-chapels")
    assert t.scores("chapel") == [5, 0, 0]
    t = table("Leon park\nLisa\nTim 59", scoring="bridge longest-line")
    assert t.scores("bridge") == [0, 0, 5]


def test_ties_in_rankings_of_the_expansion() -> None:
    """O-8.5: by the chapel track, as always."""
    t = table("Leon 57\nLisa 52\nTim 47\nPaula 42", scoring="chapel most-chapels", chapel="Tim 2, Paula 1, Lisa, Leon")
    assert t.scores("chapel") == [0, 1, 5, 3]


# ── The expansion: every round ───────────────────────────────────────────────


def a_round(scoring: str, **drawing: Any) -> Table:
    """Leon builds the chapel 27 (2 pounds of the rondel), Lisa the haberdasher 23 (2 and 1 for its crest), Tim a park (3)."""
    t = table(
        THREE,
        **{
            "tops": "chapel 27, haberdasher 23",
            "x": "gate",
            "cards": "Leon 4, Lisa 3, Tim 2",
            "scoring": scoring,
            **drawing,
        },
    )
    t.do("place chapel", "place haberdasher", "place park")
    return t


def test_a_round_without_round_tiles() -> None:
    """O-8.5: the printed scorings pay nothing in a round: 5 pounds and what the turns bring."""
    t = a_round("")
    assert [t.cash(name) for name in t.names] == [5 + 2, 5 + 3, 5 + 3]


@pytest.mark.parametrize(
    ("scoring", "track", "paid"),
    [
        ("chapel chapel-leader", {}, [1, 0, 0]),
        ("chapel chapel-leader", {"chapel": "Tim 4, Lisa 3"}, [0, 0, 1]),
        ("chapel chapel-leader", {"chapel": "Tim 1"}, [1, 0, 0]),
        ("gate gate-leader", {"gate": "Lisa 4, Tim 3"}, [0, 1, 0]),
        ("gate gate-leader", {"gate": "Lisa 4, Tim 4", "chapel": "Tim 2, Lisa 1"}, [0, 0, 1]),
        ("hostelry highest-card", {}, [2, 0, 0]),
        ("bridge lowest-number", {}, [0, 2, 0]),
        ("chapel chapel-leader, gate gate-leader, bridge lowest-number", {"gate": "Tim 1"}, [1, 2, 1]),
    ],
)
def test_the_first_is_paid_every_round(scoring: str, track: dict[str, str], paid: list[int]) -> None:
    """O-8.5: chapel leader 1, gate leader 1, highest card 2, lowest number built 2; the first only."""
    t = a_round(scoring, **track)
    assert [t.cash(name) - before for name, before in zip(t.names, (7, 8, 8), strict=True)] == paid
    assert t.phase == "round-marker"


def test_round_tiles_pay_nothing_at_the_end() -> None:
    """O-8.5: they have been paid."""
    t = a_round("chapel chapel-leader, gate gate-leader, hostelry highest-card, bridge lowest-number", gate="Lisa 4")
    assert [t.scores(line) for line in ("chapel", "gate", "hostelry", "bridge")] == [[0, 0, 0]] * 4


def test_the_last_round_is_paid_too() -> None:
    """O-8.5: every round."""
    t = table(THREE, round_no=12, cards="Leon 4, Lisa 3, Tim 2", chapel="Leon 3", scoring="chapel chapel-leader", x="park")
    t.do("place hostelry", "pass")
    t.finish_round()
    assert (t.phase, t.cash("Leon")) == ("match-over", 5 + 3 + 1)


def test_highest_card_is_paid_at_the_reveal() -> None:
    """O-8.5: printed values, no PLUS ONE: Lisa's 3 is ahead on the chapel track, and Leon's tile comes too late."""
    t = table(
        "Leon 49 | tiles plus-one\nLisa\nTim", chapel="Lisa 2", cards="Leon 3, Lisa 3, Tim 0", scoring="hostelry highest-card"
    )
    assert (t.phase, [t.cash(name) for name in t.names]) == ("plus-ones", [5, 7, 5])
    t.push("use plus-one")
    assert (t.turns(), [t.cash(name) for name in t.names]) == (["Leon", "Lisa", "Tim"], [5, 7, 5])


def test_replacements_count_for_the_lowest_number() -> None:
    """O-8.5: Leon's 27 replaces his 23 and is lower than Lisa's 33."""
    t = table(
        "Leon 23\nLisa\nTim",
        tops="chapel 27, haberdasher 33",
        x="gate",
        cards="Leon 4, Lisa 3, Tim 2",
        scoring="bridge lowest-number",
    )
    t.do("place chapel", "replace 23", "place haberdasher", "place park")
    assert [t.cash(name) for name in t.names] == [5 + 2 + 2, 5 + 2 + 1, 5 + 3]


def test_the_lowest_number_is_that_of_the_round() -> None:
    """O-8.5: Lisa's 23 is paid in its own round; in the next one Tim's 59 is lower than her 60, and Leon's park has none."""
    t = a_round("bridge lowest-number", tops="chapel 27, haberdasher 23, guild-house 59, hostelry 60")
    assert [t.cash(name) for name in t.names] == [7, 8 + 2, 8]
    t.push("marker 1", "Leon: play 3", "Lisa: play 2", "Tim: play 4")
    t.do("place guild-house", "place centre park", "place hostelry", "replace 23", "pass")
    assert [t.cash(name) for name in t.names] == [7 - 2, 10 + 3, 8 + 2 + 2]


# ── The expansion: for everyone ──────────────────────────────────────────────


def test_spaces_ahead() -> None:
    """O-8.5: 1 pound per space ahead of the last player, whose place on one space does not matter."""
    t = table(FOUR, chapel="Tim 9, Leon 5, Paula 5, Lisa 4", scoring="chapel spaces-ahead")
    assert t.scores("chapel") == [1, 0, 5, 1]


@pytest.mark.parametrize(
    ("space", "pounds"),
    [(0, 0), (1, 0), (2, 1), (4, 1), (5, 3), (7, 3), (8, 6), (11, 6), (12, 11), (15, 11), (16, 21)],
)
def test_coins_again(space: int, pounds: int) -> None:
    """O-8.5: the coins reached or passed once more, the 10 at the end too."""
    t = table(TWO, chapel=f"Leon {space}", scoring="chapel coins-again")
    assert t.score("Leon", "chapel") == pounds


@pytest.mark.parametrize(
    ("steps", "pounds"),
    [(0, 0), (3, 0), (4, 3), (6, 3), (7, 5), (9, 5), (10, 9), (12, 9), (13, 12), (16, 12)],
)
def test_gate_steps(steps: int, pounds: int) -> None:
    """O-8.5: steps 4-6: 3, 7-9: 5, 10-12: 9, 13 and more: 12."""
    t = table(TWO, gate=f"Leon {steps}", scoring="gate gate-steps")
    assert t.score("Leon", "gate") == pounds


@pytest.mark.parametrize(("tiles", "pounds"), [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16), (5, 16), (9, 16)])
def test_unused_tiles(tiles: int, pounds: int) -> None:
    """O-8.5: 1/4/9/16 for 1/2/3/4 or more unused tiles, instead of 1 each."""
    held = ["share", "plus-one", "gate-two"] * 3
    t = table(f"Leon 49 | tiles {' '.join(held[:tiles])}\nLisa", scoring="gate unused-tiles")
    assert (t.score("Leon", "gate"), t.score("Leon", "bonus-tiles")) == (pounds, 0)


@pytest.mark.parametrize(
    ("hand", "pounds"),
    [
        ("", 0),
        ("0 1", 0),
        ("0 1 4", 4),
        ("0 1 1 1", 4),
        ("0 1 1 1 2", 7),
        ("0 0 1 2 3 4 4", 7),
        ("0 1 1 1 1 1 1 1", 10),
        ("0 1 1 1 1 1 1 1 2 2 2", 10),
    ],
)
def test_cards_in_hand(hand: str, pounds: int) -> None:
    """O-8.5: cards in hand, 0s included: 3-4: 4, 5-7: 7, 8 and more: 10."""
    t = table(f"Leon 49 | hand {hand}\nLisa", scoring="hostelry cards-in-hand")
    assert t.score("Leon", "hostelry") == pounds


@pytest.mark.parametrize(
    ("hand", "pounds"),
    [
        ("0 1 1 1 3 4", 0),
        ("0 2 3 4", 0),
        ("1 2", 5),
        ("1 2 4", 5),
        ("1 2 3", 10),
        ("1 2 3 4", 15),
        ("1 1 2 2 3 4", 15 + 5),
        ("1 1 2 2 3 3 4", 15 + 10),
        ("1 1 1 2 2 2 3 4 4", 15 + 5 + 5),
    ],
)
def test_card_sets(hand: str, pounds: int) -> None:
    """O-8.5: 1+2: 5, 1+2+3: 10, 1+2+3+4: 15, each card in one set."""
    t = table(f"Leon 49 | hand {hand}\nLisa", scoring="hostelry card-sets")
    assert t.score("Leon", "hostelry") == pounds


@pytest.mark.parametrize(
    ("bridge", "pounds"), [("", 0), ("31", 0), ("30", 2), ("31 30 29 park 1", 6), ("park park", 0), ("49 4 park 9", 4)]
)
def test_low_numbers(bridge: str, pounds: int) -> None:
    """O-8.5: 2 pounds per building numbered 30 or less; guild houses count, parks do not."""
    t = table(f"Leon {bridge}\nLisa", scoring="bridge low-numbers")
    assert t.score("Leon", "bridge") == pounds


@pytest.mark.parametrize(
    ("bridge", "pounds"),
    [
        ("", 0),
        ("57 56 55 54 53", 0),
        ("57 56 55 54 53 park", 10),
        ("park 56 54 53 park 57 55", 10),
        ("57 56 55 54 53 park 52 51 50 49 48", 10),
        ("57 56 55 54 53 park 52 51 50 49 48 park", 20),
    ],
)
def test_building_sets(bridge: str, pounds: int) -> None:
    """O-8.5: 10 pounds per full set of the six types, in any order."""
    t = table(f"Leon {bridge}\nLisa", scoring="bridge building-sets")
    assert t.score("Leon", "bridge") == pounds


def test_every_side_has_its_name() -> None:
    """O-8.5: four sides per colour, and each option leads to its own side."""
    sides = {
        "chapel": ["printed", "most-chapels", "chapel-leader", "spaces-ahead", "coins-again"],
        "gate": ["printed", "most-gates", "gate-leader", "gate-steps", "unused-tiles"],
        "hostelry": ["printed", "most-hostelries", "highest-card", "cards-in-hand", "card-sets"],
        "bridge": ["printed", "longest-line", "lowest-number", "low-numbers", "building-sets"],
    }
    for colour, (name, choices) in enumerate(sides.items()):
        for code, choice in enumerate(choices):
            assert int(setup(2, None, **{name: choice}).s.side[colour]) == code


# ── Rulings ──────────────────────────────────────────────────────────────────


def test_a_leader_must_have_left_the_start() -> None:
    """O-8.6: nobody is on the gate track or, with a guild house for Leon, on the chapel track; nobody is paid."""
    t = table(
        THREE,
        tops="guild-house 39, haberdasher 23",
        x="gate",
        cards="Leon 4, Lisa 3, Tim 2",
        scoring="chapel chapel-leader, gate gate-leader",
    )
    t.do("place guild-house", "place haberdasher", "place park")
    assert [t.cash(name) for name in t.names] == [5 + 1, 5 + 2 + 1, 5 + 3]


def test_the_highest_card_is_paid_also_if_all_are_0() -> None:
    """O-8.6: to the best place on the chapel track, here a stair."""
    t = table(FOUR, chapel="Tim, Leon, Lisa, Paula", cards="Leon 0, Lisa 0, Tim 0, Paula 0", scoring="hostelry highest-card")
    assert [t.cash(name) for name in t.names] == [5, 5, 7, 5]


@pytest.mark.parametrize(
    ("cards", "paid"), [("Leon 4 0, Lisa 3 3", [2, 0]), ("Leon 2 1, Lisa 3 0", [0, 2]), ("Leon 4 1, Lisa 4 4", [2, 0])]
)
def test_the_highest_card_of_two_players(cards: str, paid: list[int]) -> None:
    """O-8.6: over all four cards, once; ties by the chapel track."""
    t = table(TWO, cards=cards, scoring="hostelry highest-card")
    assert [t.cash(name) - 5 for name in t.names] == paid


def test_a_lowest_number_replaced_in_the_same_round_still_counts() -> None:
    """O-8.6: Leon builds 3 and replaces it by 17 in his second turn; it was the lowest all the same."""
    t = table(
        "Leon 20\nLisa 60",
        tops="haberdasher 3, chapel 17, gate 11, guild-house 9",
        x="park",
        cards="Leon 4 3, Lisa 2 2",
        scoring="bridge lowest-number",
    )
    t.do("place haberdasher", "place chapel", "replace 3")
    assert t.bridge("Leon") == "20 17"
    t.do("place gate", "place guild-house")
    # 3 is orange and alone: 1 pound. Lisa's 9 would have been the lowest.
    assert [t.cash(name) for name in t.names] == [5 + 1 + 1 + 1 + 2, 5 + 2 + 2]


def test_a_round_of_parks_pays_nobody() -> None:
    """O-8.6: Leon and Lisa build parks, Tim finds no space."""
    t = table(
        "Leon\nLisa\nTim | cash 0",
        tops="chapel empty, gate empty, hostelry empty, haberdasher empty, guild-house empty",
        x="chapel",
        cards="Leon 4, Lisa 3, Tim 2",
        scoring="bridge lowest-number",
    )
    t.do("place park", "place centre park", "pass")
    # The rondel clockwise from the X at the chapels: gate 3, park 1.
    assert (t.phase, [t.cash(name) for name in t.names]) == ("match-over", [5 + 1, 5 - 2, 0])


def test_every_stair_is_space_0() -> None:
    """O-8.6: A is not ahead of D."""
    t = table(FOUR, scoring="chapel spaces-ahead")
    assert t.scores("chapel") == [0, 0, 0, 0]
    t = table(FOUR, chapel="Tim 1, Leon, Lisa, Paula", scoring="chapel spaces-ahead")
    assert t.scores("chapel") == [0, 0, 1, 0]


def test_the_10_at_the_end_of_the_chapel_track_is_paid_once() -> None:
    """O-8.6: the 10 for reaching the end is the 10 printed there."""
    t = table("Leon | tiles chapel-two\nLisa\nTim", chapel="Leon 14", cards="Leon 4, Lisa 0, Tim 0")
    t.push("use chapel-two")
    assert t.cash("Leon") == 5 + 10


def test_unused_tiles_are_shown_on_the_gate_line() -> None:
    """O-8.6: under the 1/4/9/16 side the line of the bonus tiles is empty, so nothing counts twice."""
    t = table(
        "Leon 49 | cash 0 | hand 0 | tiles share share | fresh share\nLisa", scoring="gate unused-tiles, bridge low-numbers"
    )
    assert (t.score("Leon", "gate"), t.score("Leon", "bonus-tiles")) == (9, 0)
    # 9 for the tiles, 14 for eleven empty sites.
    assert t.totals()[0] == 9 - 14


def test_a_random_expansion_draws_each_side_with_equal_odds() -> None:
    """O-8.6: four sides per colour, never the printed scoring."""
    t = setup(2, chapel="random", gate="random", hostelry="random", bridge="random")
    t.push("stairs 0", "x park", "reveal 32", "reveal 1", "reveal 20", "reveal 43", "reveal 49")
    t.push("tile share", "tile share", "tile share")
    for sides in (
        ("most-chapels", "chapel-leader", "spaces-ahead", "coins-again"),
        ("most-gates", "gate-leader", "gate-steps", "unused-tiles"),
        ("most-hostelries", "highest-card", "cards-in-hand", "card-sets"),
        ("longest-line", "lowest-number", "low-numbers", "building-sets"),
    ):
        assert t.outcomes() == {f"scoring {side}": 1 for side in sides}
        t.push(f"scoring {sides[2]}")
    assert [int(side) for side in t.s.side[:]] == [3, 3, 3, 3]


# ── Sets of cards ────────────────────────────────────────────────────────────


@cache
def best_sets(ones: int, twos: int, threes: int, fours: int) -> int:
    """The most that a hand can be parted into, by trying every set."""
    best = 0
    if ones and twos:
        best = 5 + best_sets(ones - 1, twos - 1, threes, fours)
        if threes:
            best = max(best, 10 + best_sets(ones - 1, twos - 1, threes - 1, fours))
            if fours:
                best = max(best, 15 + best_sets(ones - 1, twos - 1, threes - 1, fours - 1))
    return best


def test_sets_against_all_ways_of_parting_a_hand() -> None:
    """O-8.7: 5·(m + min(m,#3) + min(m,#3,#4)) with m = min(#1,#2) is the best there is, for every small hand."""
    t = table(TWO, scoring="hostelry card-sets")
    for hand in product(range(5), repeat=4):
        ones, twos, threes, fours = hand
        for value, count in enumerate(hand, 1):
            t.s.hand[0, value] = count
        m = min(ones, twos)
        assert t.score("Leon", "hostelry") == best_sets(*hand) == 5 * (m + min(m, threes) + min(m, threes, fours))
