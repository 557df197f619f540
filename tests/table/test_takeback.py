"""What may be taken back: up to the last reveal or the last move of somebody else, never beyond."""

from __future__ import annotations

import asyncio
import random

import pytest

from londinium.kernel.game import AGAIN, ENDS, PASSES, REVEALS, Position
from londinium.kernel.match import Match
from londinium.kernel.registry import game as find_game
from londinium.table import commands
from londinium.table.errors import NothingToTakeBack, StaleCommand
from londinium.table.events import EventRow, Moved, TookBack
from londinium.table.hall.hall import Hall
from londinium.table.table import Table
from londinium.table.takeback import (
    COMPLETES,
    final_moves,
    is_choosing_face_down,
    may_retract,
    try_choice,
    try_move,
    way_back,
)

from .play import BRIDGE, CITY, a_move, in_loop, move, person_to_act, play_on, serving, settings, states, table_of


async def take_back(hall: Hall, table: Table, seat: int) -> None:
    version = table.version(seat)
    await hall.command(table.id, seat, commands.TakeBack(f"b{version}", version))


@pytest.mark.parametrize("game", [BRIDGE, CITY])
@in_loop
async def test_a_face_down_choice_can_be_taken_back_until_all_have_chosen(sqlite: str, game: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(game, 3))
        beginning = states(table)
        assert not any(table.can_take_back(seat) for seat in range(3)), "nobody has done anything"
        await move(hall, table, 0)
        after_first = states(table)
        await move(hall, table, 1)
        assert [table.can_take_back(seat) for seat in range(3)] == [True, True, False]
        await take_back(hall, table, 1)
        assert states(table) == after_first, "the other choice stays"
        await take_back(hall, table, 0)
        assert states(table) == beginning
        with pytest.raises(NothingToTakeBack):
            await take_back(hall, table, 0)
        for seat in (2, 0, 1):
            await move(hall, table, seat)
        assert not any(table.can_take_back(seat) for seat in range(3)), "all have chosen, and see the others' choices"
        for seat in range(3):
            with pytest.raises(NothingToTakeBack):
                await take_back(hall, table, seat)


@in_loop
async def test_a_double_click_takes_back_once(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(BRIDGE, 2))
        await move(hall, table, 0)
        version = table.version(0)
        await hall.command(table.id, 0, commands.TakeBack("a", version))
        with pytest.raises(StaleCommand):
            await hall.command(table.id, 0, commands.TakeBack("b", version))


@pytest.mark.parametrize("game", [BRIDGE, CITY])
@in_loop
async def test_what_is_called_final_is_and_the_rest_is_not(sqlite: str, game: str) -> None:
    """Over whole matches: after every move it can be taken back, or it was announced as final; and back means back."""
    reasons: set[str] = set()
    async with serving(sqlite) as hall:
        for seats in (2, 3, 4):
            table = await hall.create(settings(game, seats), seed=seats)
            while not table.is_over:
                seat = person_to_act(table)
                assert seat is not None
                final = table.final_moves(seat)
                before = states(table)
                made = await move(hall, table, seat, a_move(table, seat, table.number))
                why = final.get(made)
                reasons |= {why} if why else set()
                assert table.can_take_back(seat) == (why in (None, PASSES)), (why, made, table.match)
                assert why != ENDS or table.is_over
                if table.can_take_back(seat) and table.number % 3 == 0:
                    await take_back(hall, table, seat)
                    assert states(table) == before
                    await move(hall, table, seat, made)
        again = Table(await hall.store.rows(table.id))
        assert states(again) == states(table), "taking back is stored too"
        assert any(isinstance(row.event, TookBack) for row in again.rows)
    assert COMPLETES in reasons
    if game == BRIDGE:
        assert {REVEALS, PASSES} & reasons


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_final_and_not_to_be_taken_back_are_the_same_with_all_options(slug: str) -> None:
    draws = random.Random(3)
    game = find_game(slug)
    for _ in range(12):
        options = {option.name: draws.choice(option.choices) for option in game.options}
        match = game.match(seats=draws.choice(list(game.seats)), seed=draws.randrange(1 << 40), options=options)
        while not match.is_over:
            seat = draws.choice(match.to_act)
            final = final_moves(match, seat)
            move = draws.choice(match.legal(seat))
            match.push(move, seat)
            possible = way_back(match, seat) is not None or may_retract(match, seat)
            assert possible == (final.get(match.moves.text(move)) in (None, PASSES)), (match, match.moves.text(move))


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_what_a_game_says_of_a_move_is_what_trying_it_shows(slug: str) -> None:
    """Every legal move of whole random matches, with all numbers of seats, all variants and any options."""
    game, draws = find_game(slug), random.Random(11)
    said = tried = 0
    for seats in game.seats:
        for variant in (*game.variants, None):
            options = {option.name: draws.choice(option.choices) for option in game.options} if variant is None else None
            match = game.match(seats=seats, seed=draws.randrange(1 << 40), options=options, variant=variant)
            while not match.is_over:
                for seat in match.to_act:
                    for legal in match.legal(seat):
                        answer, expected = what_follows(match, seat, legal)
                        assert answer in (None, expected), (match, seat, match.moves.text(legal), expected)
                        said, tried = said + (answer is not None), tried + (answer is None)
                seat = draws.choice(match.to_act)
                match.push(draws.choice(match.legal(seat)), seat)
    assert said > 2 * tried, (said, tried)


def what_follows(match: Match, seat: int, move: int) -> tuple[str | None, str]:
    """What the game says, and what comes of trying."""
    game, known = match.game, Position(match.states_known_to(seat), match.boxes, match.seats, match.options)
    if is_choosing_face_down(match, seat):
        return game.face.what_follows(known, seat, move), AGAIN if try_choice(game, known, seat, move) else PASSES
    return game.face.what_follows(match.position, seat, move), try_move(match, seat, move)


def test_whether_a_move_is_final_tells_nothing_of_face_down_cards() -> None:
    """Whatever the others have chosen face down, the last one is told the same."""
    for game in (BRIDGE, CITY):
        told = set()
        for which in range(4):
            table = table_of(settings(game, 2))
            event = Moved(0, table.match.ply, a_move(table, 0, which), "person")
            table.apply(EventRow("t", 2, "x", table.opened_at, event))
            told.add(tuple(sorted(table.final_moves(1).items())))
            assert table.version(1) == 1
        assert len(told) == 1


@in_loop
async def test_after_a_bots_move_there_is_no_way_back(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(BRIDGE, 2, bots=1))
        while len(table.match.to_act) > 1:
            await asyncio.sleep(0.001)
        await move(hall, table, 0)
        while person_to_act(table) is None:
            await asyncio.sleep(0.001)
        if isinstance(table.rows[-1].event, Moved) and table.rows[-1].event.seat == 1:
            assert not table.can_take_back(0)


@in_loop
async def test_nothing_is_taken_back_after_the_end(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        for game in (BRIDGE, CITY):
            table = await hall.create(settings(game, 2))
            await play_on(hall, table)
            assert not any(table.can_take_back(seat) for seat in range(2)), "the seed is known now"


@in_loop
async def test_alone_one_can_go_back_within_a_decision_only(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(CITY, 1))
        assert set(table.final_moves(0).values()) <= {REVEALS, ENDS}
        await move(hall, table, 0)
        assert not table.can_take_back(0)
