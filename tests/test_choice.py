"""What is being chosen at the same time: by whom, since when, what each has chosen and owes, and what the others know of it."""

from __future__ import annotations

import pytest

import londinium
from londinium import CHANCE, Match
from londinium.kernel.choice import is_several
from londinium.kernel.conformance.rules import check_walk

BRIDGE, CITY = londinium.game("old-london-bridge"), londinium.game("next-station-london")


def beginning(slug: str, seats: int) -> Match:
    """Everybody chooses a card, or draws on the first card."""
    match = londinium.game(slug).match(seats=seats, seed=7)
    assert match.to_act == tuple(range(seats))
    return match


def known(match: Match, seat: int) -> bytes:
    return match.choice.known_to(seat).tobytes()


@pytest.mark.parametrize("slug", [BRIDGE.slug, CITY.slug])
@pytest.mark.parametrize("seats", [3, 4])
def test_a_choice_that_has_just_begun(slug: str, seats: int) -> None:
    match = beginning(slug, seats)
    choice = match.choice
    assert (choice.since, choice.made, choice.is_simultaneous) == (match.ply, (), True)
    assert [choice.owes(seat) for seat in range(seats)] == [True] * seats
    assert [choice.last_of(seat) for seat in range(seats)] == [None] * seats
    assert {known(match, seat) for seat in range(seats)} == {match.position.states.tobytes()}


@pytest.mark.parametrize("slug", [BRIDGE.slug, CITY.slug])
@pytest.mark.parametrize("seats", [3, 4])
def test_what_one_has_chosen_the_others_do_not_know(slug: str, seats: int) -> None:
    match = beginning(slug, seats)
    start, before = match.ply, match.position.states.tobytes()
    match.push(match.legal(1)[-1], 1)
    match.push(match.legal(0)[-1], 0)
    choice = match.choice
    assert (choice.since, choice.is_simultaneous) == (start, True)
    assert [choice.owes(seat) for seat in range(3)] == [False, False, True]
    assert [ply.seat for ply in choice.made] == [1, 0]
    assert [[made.move for made in choice.made_by(seat)] for seat in range(3)] == [
        [choice.made[1].move],
        [choice.made[0].move],
        [],
    ]
    assert [choice.last_of(seat) for seat in range(3)] == [start + 1, start, None]
    assert [choice.open_to(seat) for seat in range(3)] == [start, start + 1, start]
    assert known(match, 2) == before
    for seat in (0, 1):
        alone = match.at(start)
        alone.apply(choice.made_by(seat)[0].move, seat)
        assert known(match, seat) == alone.position.states.tobytes() != before
        assert match.plies_known_to(seat) == alone.plies


@pytest.mark.parametrize("slug", [BRIDGE.slug, CITY.slug])
def test_the_last_choice_turns_all_up(slug: str) -> None:
    match = beginning(slug, 3)
    for seat in range(3):
        match.push(match.legal(seat)[-1], seat)
    choice = match.choice
    assert (choice.since, choice.made) == (match.ply, ())
    assert [choice.last_of(seat) for seat in range(3)] == [None] * 3
    assert {known(match, seat) for seat in range(3)} == {match.position.states.tobytes()}
    assert match.plies_known_to(0) == match.plies


def test_whoever_chooses_two_cards_owes_the_second() -> None:
    """O-4.1: two players choose two cards each."""
    match = beginning(BRIDGE.slug, 2)
    start = match.ply
    match.push("play 1", 0)
    assert match.choice.owes(0)
    assert match.choice.last_of(0) == start
    match.push("play 2", 0)
    assert not match.choice.owes(0)
    assert match.choice.last_of(0) == start + 1
    assert (match.choice.since, match.choice.open_to(1), match.choice.open_to(0)) == (start, start, start + 2)


def test_a_turn_after_the_choice_is_another_choice_even_without_a_reveal() -> None:
    """With two players nothing is revealed between the cards and the first turn, which may be that of whoever chose last."""
    match = beginning(BRIDGE.slug, 2)
    for seat, card in ((0, 0), (0, 1), (1, 3), (1, 4)):
        match.push(f"play {card}", seat)
    turn = match.ply
    assert (match.to_act, match.plies[-1].seat) == ((1,), 1)
    assert (match.choice.since, match.choice.is_simultaneous, match.may_retract(1)) == (turn, False, False)
    match.push("place park")
    assert (match.to_act, match.ply) == ((1,), turn + 1), "the park asks again, and reveals nothing"
    assert (match.choice.since, match.choice.last_of(1)) == (turn, turn)
    match.retract(1)
    assert match.ply == turn


def test_who_decides_alone_hides_nothing() -> None:
    """Several decisions in one turn are in the open, and the last of them can be taken back."""
    match = BRIDGE.match(seats=3, seed=7)
    while match.choice.is_simultaneous or not any(made.decided for made in match.choice.made):
        match.push(match.legal_moves[0])
    (seat,) = match.to_act
    assert {known(match, viewer) for viewer in range(3)} == {match.position.states.tobytes()}
    assert [match.may_retract(viewer) for viewer in range(3)] == [viewer == seat for viewer in range(3)]


def test_alone_there_is_nobody_to_hide_from() -> None:
    match = CITY.match(seats=1, seed=7)
    assert not match.choice.is_simultaneous
    assert (match.choice.owes(0), known(match, 0)) == (True, match.position.states.tobytes())


@pytest.mark.parametrize("game", [BRIDGE, CITY], ids=lambda game: game.slug)
def test_in_every_position_a_choice_is_what_the_match_says(game: londinium.Game) -> None:
    for seats in game.seats:
        match = check_walk(game.match(seats=seats, seed=40 + seats, variant=list(game.variants)[-1]))
        for ply in range(match.ply + 1):
            here = match.at(ply)
            choice = here.choice
            assert [seat for seat in range(CHANCE + 1) if choice.owes(seat)] == list(here.to_act)
            assert choice.made == here.plies[choice.since :]
            assert choice.begun.tobytes() == match.position_at(choice.since).states.tobytes()
            assert all(choice.asked >> made.seat & 1 and made.seat != CHANCE for made in choice.made)
            assert choice.is_simultaneous == is_several(choice.asked) == (len(match.at(choice.since).to_act) > 1)
            for seat in range(seats):
                hidden = [made for made in choice.made if choice.hides(made, seat)]
                assert len(here.plies_known_to(seat)) == ply - len(hidden)
                assert bool(hidden) or known(here, seat) == here.position.states.tobytes()
                assert not any(choice.hides(made, seat) for made in here.plies[choice.since : choice.open_to(seat)])


def test_a_choice_does_not_change_when_the_match_goes_on() -> None:
    match = beginning(BRIDGE.slug, 3)
    match.push("play 1", 0)
    choice = match.choice
    assert match.choice is choice, "it is found once"
    match.push("play 2", 1)
    assert match.choice is not choice
    assert [ply.seat for ply in choice.made] == [0]
    assert choice.owes(1)
    match.undo()
    assert match.choice.made == choice.made
