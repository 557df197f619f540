"""A move is made once: the match on which it was tried is kept, and is what folding the stored event gives, to the byte."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from londinium.kernel.match import Match
from londinium.kernel.notation import MoveTable
from londinium.kernel.registry import game as find_game
from londinium.table import commands
from londinium.table.decisions import decide
from londinium.table.errors import NotAllowed, NothingToTakeBack, StaleCommand
from londinium.table.events import EventRow, Moved, Said, TookBack, decode_event, encode_event
from londinium.table.hall.hall import Hall
from londinium.table.settings import PerDecision, TimeBudget
from londinium.table.table import Table

from .play import BRIDGE, CITY, Time, a_move, in_loop, move, person_to_act, serving, settings, table_of

CLOCKS = (TimeBudget(20, 10), PerDecision(2), None)


def facts(table: Table) -> dict[str, Any]:
    """All that a table knows."""
    match = table.match
    return {
        "states": [match.position_at(ply).states.tobytes() for ply in range(match.ply + 1)],
        "plies": match.plies,
        "to act": match.to_act,
        "who": (match.names, match.seed, match.tags, match.options, match.box_name, match.boxes.tobytes()),
        "known": [match.states_known_to(seat).tobytes() for seat in range(match.seats)],
        "versions": [table.version(seat) for seat in range(match.seats)],
        "clocks": dict(vars(table.clocks)),
        "seats": table.seats,
        "rows": table.rows,
        "commands": [table.applied(row.command) for row in table.rows],
        "may": [(table.can_take_back(seat), table.final_moves(seat)) for seat in range(match.seats)],
        "lists": msgspec.to_builtins(table.about()),
    }


def read_again(table: Table) -> Table:
    """The table as another process reads it from the store."""
    return Table([msgspec.structs.replace(row, event=decode_event(encode_event(row.event))) for row in table.rows])


async def do_something(hall: Hall, table: Table, draws: random.Random) -> None:
    """A person moves, or takes back, or talks, or leaves a seat to a bot, or comes back."""
    handed = [seat for seat, state in enumerate(table.seats) if state.kind == "person" and state.bot is not None]
    able = [seat for seat in table.persons() if table.can_take_back(seat)]
    seat, id, chance = person_to_act(table), f"x{table.number}", draws.random()
    if handed and chance < 0.5:
        await hall.command(table.id, handed[0], commands.Return(id))
    elif able and chance < 0.25:
        await hall.command(table.id, able[0], commands.TakeBack(id, table.version(able[0])))
    elif chance < 0.3:
        await hall.command(table.id, 0, commands.Say(id, "Good move!"))
    elif seat is None:
        await asyncio.sleep(0.001)
    elif chance < 0.34:
        await hall.command(table.id, seat, commands.Leave(id, "busy"))
    else:
        await move(hall, table, seat, a_move(table, seat, draws.randrange(100)))


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
@in_loop
async def test_keeping_the_trial_and_folding_the_event_give_the_same_table(sqlite: str, slug: str) -> None:
    """Over whole matches with clocks, bots, choices made at once and moves that are taken back."""
    draws, time, kinds = random.Random(5), Time(), set[object]()
    async with serving(sqlite, time) as hall:
        for number, (seats, bots) in enumerate(((2, 0), (3, 1), (4, 0), (4, 2))):
            variant = draws.choice([*find_game(slug).variants])
            more: dict[str, Any] = {"clock": CLOCKS[number % 3], "options": find_game(slug).choose(variant=variant)}
            table = await hall.create(settings(slug, seats, bots, **more), seed=number)
            compared = 0
            while not table.is_over:
                time.pass_seconds(draws.randrange(20))
                with suppress(StaleCommand, NothingToTakeBack, NotAllowed):  # a bot may be quicker
                    await do_something(hall, table, draws)
                if table.number > compared + 2 * number:  # the first table after every event
                    compared = table.number
                    assert facts(table) == facts(read_again(table)), table.rows[-1]
            assert table.rows == await hall.store.rows(table.id)
            assert facts(table) == facts(Table(await hall.store.rows(table.id)))
            kinds |= {type(row.event) for row in table.rows}
            kinds |= {row.event.by for row in table.rows if isinstance(row.event, Moved)}
    assert {Moved, TookBack, Said, "person", "greedy", "busy"} <= kinds


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
@in_loop
async def test_a_move_is_parsed_and_made_once(sqlite: str, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: Counter[object] = Counter()
    push, parse = Match.push, MoveTable.parse

    def count_push(self: Match, move: str | int, *args: Any, **kwargs: Any) -> None:
        counts["pushed", type(move)] += 1
        push(self, move, *args, **kwargs)

    def count_parse(self: MoveTable, text: str) -> int:
        counts["parsed"] += 1
        return parse(self, text)

    assert find_game(slug).skip_move is not None  # parsed once for each game, by whoever asks first
    monkeypatch.setattr(Match, "push", count_push)
    monkeypatch.setattr(MoveTable, "parse", count_parse)
    async with serving(sqlite) as hall:
        table = await hall.create(settings(slug, 2, 1))
        while not table.is_over:
            seat = person_to_act(table)
            if seat is None:
                await asyncio.sleep(0.001)
            else:
                await move(hall, table, seat)
        made = Counter(row.event.by for row in table.rows if isinstance(row.event, Moved))
    assert counts == {("pushed", str): made["person"], ("pushed", int): made["greedy"], "parsed": made["person"]}


def test_a_decision_holds_for_the_event_it_led_to_and_for_no_other() -> None:
    table, other = table_of(settings(BRIDGE, 2)), table_of(settings(BRIDGE, 2))
    ours = decide(table, 0, commands.MakeMove("a", 1, a_move(table, 0)), table.opened_at, {})
    before = facts(table)
    assert ours.trial is not None
    assert facts(table) == before, "deciding changes nothing"
    theirs = Moved(1, other.match.ply, a_move(other, 1), "person")
    row = EventRow("t", 2, "0.a", table.opened_at, ours.event)
    assert ours.trial_for(row) is ours.trial
    assert ours.trial_for(EventRow("t", 3, "0.a", table.opened_at, ours.event)) is None, "something came in between"
    assert ours.trial_for(EventRow("t", 2, "0.b", table.opened_at, theirs)) is None, "another process was quicker"
    kept = table.match
    table.apply(EventRow("t", 2, "0.b", table.opened_at, theirs), ours)
    assert table.match is kept
    assert table.match is not ours.trial
    other.apply(EventRow("t", 2, "0.b", table.opened_at, theirs))
    assert facts(table) == facts(other)
