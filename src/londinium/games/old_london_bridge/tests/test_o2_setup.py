"""O-2 Setup: what chance may bring, with which odds, and what lies on the table afterwards."""

from __future__ import annotations

import pytest

from londinium.games.old_london_bridge.tests.positions import Table, setup

TOPS = ("reveal 32", "reveal 1", "reveal 20", "reveal 43", "reveal 49")
BONUS = ("tile share", "tile plus-one", "tile share")


def after_setup(seats: int) -> Table:
    """The last seat stands on stair A, the first on the last one; X is beside the chapels."""
    t = setup(seats)
    t.push(*(f"stairs {seat}" for seat in reversed(range(1, seats))))
    t.push("x chapel", *TOPS, *BONUS)
    return t


def test_each_stack_is_shuffled_and_shows_its_top() -> None:
    """O-2.1: every building of a type is equally likely on top; parks are all alike."""
    t = setup(2)
    t.push("stairs 0", "x park")
    chapels = (2, 7, 12, 17, 22, 27, 32, 37, 42, 47, 52, 57)
    assert t.outcomes() == {f"reveal {number}": 1 for number in chapels}
    t.push("reveal 32")
    gates = (1, 6, 11, 16, 21, 26, 31, 36, 41, 46, 51, 56)
    assert t.outcomes() == {f"reveal {number}": 1 for number in gates}
    t.push(*TOPS[1:])
    shown = [t.top(name) for name in ("chapel", "gate", "hostelry", "haberdasher", "guild-house", "park")]
    assert shown == ["32", "1", "20", "43", "49", "park"]
    assert t.s.parks == 12


def test_the_order_below_the_top_is_unknown() -> None:
    """O-2.1: once 32 has shown, each of the other eleven chapels is as likely to come next."""
    t = after_setup(3)
    t.push("marker 1", "0: play 4", "1: play 0", "2: play 0", "place chapel")
    assert t.outcomes() == {f"reveal {number}": 1 for number in (2, 7, 12, 17, 22, 27, 37, 42, 47, 52, 57)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_round_markers(seats: int) -> None:
    """O-2.2: the row is drawn from all fifteen markers, so the first is 1, 2 or 3 with equal odds; then one is missing."""
    t = after_setup(seats)
    assert t.outcomes() == {"marker 1": 5, "marker 2": 5, "marker 3": 5}
    t.push("marker 2")
    for seat in range(seats):
        t.push(*[f"{seat}: play 0"] * (2 if seats == 2 else 1))
    t.finish_round()
    assert t.outcomes() == {"marker 1": 5, "marker 2": 4, "marker 3": 5}


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 12), (4, 12)])
def test_number_of_round_markers(seats: int, rounds: int) -> None:
    """O-2.2: twelve markers lie in the row, with two players six."""
    t = after_setup(seats)
    revealed = 0
    while t.phase != "match-over":
        t.push(next(iter(t.outcomes())))
        revealed += 1
        for seat in range(seats):
            t.push(*[f"{seat}: play 0"] * (2 if seats == 2 else 1))
        t.finish_round()
    assert revealed == rounds


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_everyone_begins_with(seats: int) -> None:
    """O-2.3: 5 pounds, a pawn that is not on the rondel, an empty bridge, markers before both tracks, no bonus tile."""
    t = after_setup(seats)
    for name in t.names:
        assert (t.cash(name), t.pawn(name), t.bridge(name), t.gate(name), t.tiles(name)) == (5, "", "", 0, "")
    assert all(t.s.chapel[seat] == 0 for seat in range(seats))
    assert all(len(t.s.site[seat]) == 12 for seat in range(seats))


def test_stairs_are_drawn() -> None:
    """O-2.4: the order on the stairs is random; the last one has no choice."""
    t = setup(4)
    assert t.outcomes() == {"stairs 0": 1, "stairs 1": 1, "stairs 2": 1, "stairs 3": 1}
    t.push("stairs 2")
    assert t.outcomes() == {"stairs 0": 1, "stairs 1": 1, "stairs 3": 1}
    t.push("stairs 3", "stairs 0")
    assert t.chapel() == "2, 3, 0, 1"
    assert t.phase == "rondel"


def test_the_first_seat_may_stand_on_stair_a() -> None:
    """O-2.4: the draw gives the stairs in the order A, B, C, D."""
    t = setup(4)
    t.push("stairs 0", "stairs 2", "stairs 1")
    assert t.chapel() == "0, 2, 1, 3"
    assert [int(stair) for stair in t.s.stair[:]] == [0, 2, 1, 3]


@pytest.mark.parametrize(("seats", "order"), [(2, "1, 0"), (3, "2, 1, 0"), (4, "3, 2, 1, 0")])
def test_stairs_are_used_from_a_on(seats: int, order: str) -> None:
    """O-2.4: with fewer players there is no gap, and A ranks before B before C before D."""
    t = after_setup(seats)
    assert t.chapel() == order
    assert [int(t.s.stair[int(name)]) for name in order.split(", ")] == list(range(seats))


@pytest.mark.parametrize(
    ("seats", "hands", "supply"),
    [
        (4, ["0 1 1 2 3 4", "0 1 2 2 3 4", "0 1 2 3 3 4", "0 1 2 3 4 4"], [10, 10, 6, 5]),
        (3, ["0 1 1 2 3 4", "0 1 2 2 3 4", "0 1 2 3 3 4"], [11, 11, 7, 7]),
        (2, ["0 0 1 1 2 3 4", "0 0 1 2 2 3 4"], [12, 12, 9, 8]),
    ],
)
def test_start_hands(seats: int, hands: list[str], supply: list[int]) -> None:
    """O-2.5: the hand follows from the stair, two 0s with two players; the other cards are the open supply."""
    t = after_setup(seats)
    from_stair_a_on = t.chapel().split(", ")
    assert [t.hand(name) for name in from_stair_a_on] == hands
    assert [t.supply(value) for value in (1, 2, 3, 4)] == supply
    assert t.supply(0) == 0


def test_bonus_tiles() -> None:
    """O-2.6: three stacks by their backs, each with every power, each with its top tile face up."""
    powers = ("share", "free-centre", "x-space", "take-back", "chapel-two", "gate-two", "noblewoman", "plus-one")
    t = setup(2)
    t.push("stairs 0", "x park", *TOPS)
    for tile in BONUS:
        assert t.outcomes() == {f"tile {power}": 1 for power in powers}
        t.push(tile)
    assert t.faceup_tiles() == ["share", "plus-one", "share"]
    assert [int(sum(t.s.tiles_hidden[back])) for back in range(3)] == [7, 7, 7]


def test_the_rondel_starts_anywhere() -> None:
    """O-2.7: the X is beside each of the six stacks with equal odds."""
    t = setup(2)
    t.push("stairs 0")
    assert t.outcomes() == {f"x {name}": 1 for name in ("chapel", "gate", "hostelry", "haberdasher", "guild-house", "park")}


@pytest.mark.parametrize(
    ("stack", "rondel"),
    [("hostelry", "X 3 1 2 1 2"), ("haberdasher", "2 X 3 1 2 1"), ("chapel", "2 1 2 X 3 1"), ("park", "3 1 2 1 2 X")],
)
def test_the_rondel_is_laid_with_its_x_beside_a_stack(stack: str, rondel: str) -> None:
    """O-2.7: and the other spaces follow the X clockwise, here from the hostelries on."""
    t = setup(2)
    t.push("stairs 0", f"x {stack}")
    assert t.rondel() == rondel


def test_printed_scorings_need_no_tile() -> None:
    """O-2.8: the four printed scorings are the base game, and the first round follows at once."""
    t = after_setup(4)
    assert [int(side) for side in t.s.side[:]] == [0, 0, 0, 0]
    assert (t.phase, int(t.s.round_no)) == ("round-marker", 1)


def test_any_scoring_may_be_covered_by_a_chosen_tile() -> None:
    """O-2.8: the chosen sides are there from the start, the others stay printed."""
    t = setup(4, chapel="coins-again", bridge="lowest-number")
    assert [int(side) for side in t.s.side[:]] == [4, 0, 0, 2]


def test_random_scoring_tiles_are_drawn_last() -> None:
    """O-2.8: in the expansion the tiles are drawn, one colour after the other; a chosen one is not drawn."""
    t = setup(2, chapel="random", gate="gate-steps", hostelry="random", bridge="random")
    t.push("stairs 0", "x park", *TOPS, *BONUS)
    assert t.phase == "scoring-tiles"
    t.push("scoring coins-again", "scoring most-hostelries", "scoring low-numbers")
    assert [int(side) for side in t.s.side[:]] == [4, 3, 1, 3]
    assert t.phase == "round-marker"
