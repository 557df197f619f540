"""Turns are shared fairly: by visitor, then by table; and everybody can be told how many come before them."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from londinium.work.turns import BEHIND, Asker, Ticket, Turns


async def order_of(askers: list[Asker]) -> tuple[list[Asker], list[int]]:
    """In which order they have their turns, and what each of them was told when all stood in line."""
    turns, had, first = Turns(), list[Asker](), Ticket(("the first", ""))
    await turns.take(first)

    async def one(ticket: Ticket) -> None:
        async with turns.turn(ticket):
            had.append(ticket.asker)
            await asyncio.sleep(0)

    tickets = [Ticket(asker) for asker in askers]
    tasks = [asyncio.create_task(one(ticket)) for ticket in tickets]
    await asyncio.sleep(0)
    told = [turns.before(ticket) for ticket in tickets]
    turns.give_back(first)
    await asyncio.wait_for(asyncio.gather(*tasks), 5)
    assert turns.waiting == turns.held == 0
    return had, told


def test_visitors_take_turns_and_so_do_their_tables() -> None:
    greedy = [("greedy", f"t{table}") for table in (1, 1, 1, 2, 2, 3)]
    askers = [*greedy, ("modest", "a"), ("late", "b"), ("modest", "a")]
    had, told = asyncio.run(order_of(askers))
    assert [visitor for visitor, _ in had] == ["greedy", "modest", "late", "greedy", "modest", *["greedy"] * 4]
    assert [table for visitor, table in had if visitor == "greedy"] == ["t1", "t2", "t3", "t1", "t2", "t1"]
    places = {asker: [place for place, one in enumerate(had) if one == asker] for asker in askers}
    for asker, turns in places.items():
        assert [before for one, before in zip(askers, told, strict=True) if one == asker] == turns, asker


def test_what_nobody_waits_for_comes_last_and_never_has_all_places() -> None:
    askers = [(BEHIND, "x"), (BEHIND, "y"), ("somebody", "a"), ("somebody", "b")]
    had, told = asyncio.run(order_of(askers))
    assert had == [("somebody", "a"), ("somebody", "b"), (BEHIND, "x"), (BEHIND, "y")]
    assert told == [2, 3, 0, 1]

    async def held() -> Counter[str]:
        turns = Turns(2, spares=True)
        tasks = [asyncio.create_task(turns.take(Ticket((BEHIND, str(number))))) for number in range(3)]
        await asyncio.sleep(0)
        had = Counter(turns._held)
        await asyncio.wait_for(turns.take(Ticket(("somebody", ""))), 1)
        for task in tasks:
            task.cancel()
        return had

    assert asyncio.run(held()) == {BEHIND: 1}


@pytest.mark.parametrize("spares", [True, False])
def test_one_place_is_left_for_others_where_that_is_asked_for(spares: bool) -> None:
    async def held() -> int:
        turns = Turns(3, spares=spares)
        tasks = [asyncio.create_task(turns.take(Ticket(("greedy", str(number))))) for number in range(4)]
        await asyncio.sleep(0)
        had = turns.held
        for task in tasks:
            task.cancel()
        return had

    assert asyncio.run(held()) == (2 if spares else 3)


def test_whoever_goes_away_gives_up_their_turn() -> None:
    async def run() -> None:
        turns, mine = Turns(), Ticket(("a", ""))
        await turns.take(mine)
        first, second = Ticket(("b", "")), Ticket(("c", ""))
        gone, stays = (asyncio.create_task(turns.take(ticket)) for ticket in (first, second))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert turns.waiting == 1
        turns.give_back(mine)
        await asyncio.wait_for(stays, 1)
        # Called and cancelled in the same moment: the turn is not lost.
        late = asyncio.create_task(turns.take(Ticket(("d", ""))))
        await asyncio.sleep(0)
        turns.give_back(second)
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        await asyncio.wait_for(turns.take(Ticket(("e", ""))), 1)

    asyncio.run(run())


def test_what_nobody_waited_for_can_be_hurried() -> None:
    async def run() -> list[str]:
        turns, elsewhere, had, first = Turns(), Turns(), list[str](), Ticket(("the first", ""))
        await turns.take(first)

        async def one(ticket: Ticket) -> None:
            async with turns.turn(ticket):
                had.append(ticket.asker[0])

        tickets = [Ticket((name, "")) for name in (BEHIND, BEHIND, "a", "a")]
        tasks = [asyncio.create_task(one(ticket)) for ticket in tickets]
        turns.move(tickets[0], ("early", ""))  # before it stands in line
        await asyncio.sleep(0)
        for some in (elsewhere, turns):
            some.move(tickets[1], ("late", ""))
            some.move(first, ("nobody", ""))
        assert elsewhere.waiting == 0
        turns.give_back(first)
        await asyncio.wait_for(asyncio.gather(*tasks), 5)
        assert turns.held == turns.waiting == 0
        return had

    assert asyncio.run(run()) == ["early", "a", "late", "a"]
