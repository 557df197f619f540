"""N-2 Cards and pencils."""

from __future__ import annotations

from itertools import permutations

import pytest

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.rules.components import CARDS, PENCILS
from londinium.games.next_station_london.rules.pencils import is_underground, symbol_of
from londinium.games.next_station_london.tests.positions import finish_round, match_of, setup


def test_cards() -> None:
    """N-2.1: eleven cards: circle, triangle, square, pentagon, joker of each kind, and the switch of the street."""
    symbols = ("circle", "triangle", "square", "pentagon", "joker")
    expected = {f"{kind}-{symbol}" for kind in ("street", "underground") for symbol in symbols} | {"switch"}
    assert len(CARDS) == 11
    assert set(CARDS) == expected
    for card, name in enumerate(CARDS[:-1]):
        kind, symbol = name.split("-")
        assert is_underground(card) == (kind == "underground")
        assert symbols[symbol_of(card)] == symbol
    assert not is_underground(CARDS.index("switch"))


def pencils_by_round(seats: int) -> list[list[str]]:
    t = match_of(seats, "green pink purple")
    rounds = [t.pencils()]
    for _ in range(3):
        finish_round(t)
        rounds.append(t.pencils())
    return rounds


def test_four_players() -> None:
    """N-2.2: four players sit at all slots, and the pencil of each slot goes to the next."""
    assert pencils_by_round(4) == [
        ["green", "blue", "purple", "pink"],
        ["pink", "green", "blue", "purple"],
        ["purple", "pink", "green", "blue"],
        ["blue", "purple", "pink", "green"],
    ]


@pytest.mark.parametrize(("seats", "slots"), [(3, [0, 1, 2]), (2, [0, 2]), (1, [0])])
def test_fewer_players(seats: int, slots: list[int]) -> None:
    """N-2.2: three players sit at slots 0, 1, 2, two at 0 and 2; each has every pencil for one round."""
    rounds = pencils_by_round(seats)
    assert rounds == [[four[slot] for slot in slots] for four in pencils_by_round(4)]
    for seat in range(seats):
        assert {held[seat] for held in rounds} == set(PENCILS)
    assert all(len(set(held)) == seats for held in rounds)


def test_the_start_of_the_ring_is_random() -> None:
    """N-2.3: every arrangement of the pencils may come; the last pencil follows."""
    t = setup(4)
    assert t.outcomes() == dict.fromkeys((f"ring {pencil}" for pencil in PENCILS), 1)
    t.push("ring purple")
    assert set(t.outcomes()) == {"ring green", "ring pink", "ring blue"}
    t.push("ring green", "ring blue")
    assert t.phase == "card-reveal"
    assert t.pencils() == ["purple", "pink", "blue", "green"]


def test_alone_the_order_may_be_chosen() -> None:
    """N-2.2: a player alone chooses the order, which is fixed before the first card."""
    t = setup(1, order="chosen")
    assert t.to_act() == [0]
    assert t.offer() == [f"pencil {pencil}" for pencil in PENCILS]
    t.push("pencil blue")
    assert t.refusal("pencil blue") == "PENCIL_TAKEN"
    assert t.refusal("pass") == "NOT_NOW"
    t.push("pencil green", "pencil purple")
    rounds = [t.pencils()]
    for _ in range(3):
        finish_round(t)
        rounds.append(t.pencils())
    assert rounds == [["blue"], ["green"], ["purple"], ["pink"]]


def test_all_orders_can_come_alone() -> None:
    """N-2.3: alone and at random, each of the 24 orders can come."""
    found = set()
    for order in permutations(PENCILS):
        t = match_of(1, " ".join(order[:3]))
        found.add(tuple(int(pencil) for pencil in t.s.order[:]))
    assert len(found) == 24


def test_with_others_there_is_nothing_to_choose() -> None:
    """N-2.2: with several players the ring decides, whatever the option for playing alone says."""
    assert setup(2, order="chosen").phase == "ring-deal"
    assert [option.name for option in GAME.options] == ["objectives", "powers", "order"]
