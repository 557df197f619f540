"""Drives a run: opens the sockets, and makes moves at fixed times, whether or not the server keeps up."""

from __future__ import annotations

import asyncio
import random
import resource
import time
from collections.abc import Callable, Sequence

from websockets.exceptions import InvalidHandshake

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.load.groups import SeatGroup

TOGETHER = 50
"""How many sockets are opened at the same time."""
ANSWER_PATIENCE = 15.0
"""Seconds to wait for what is still under way at the end, and for quiet at the beginning."""
SPARE_FILES = 200

Progress = Callable[[int], None]


class CannotLoad(LondiniumError):
    """The load test cannot be made as asked."""


def most_sockets() -> int:
    """How many sockets a process may have at most, where the machine is asked for it."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return 1_000_000 if hard == resource.RLIM_INFINITY else hard - SPARE_FILES


def allow_sockets(count: int) -> None:
    """Let this process, and those it starts, have this many open files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = count + SPARE_FILES
    if hard != resource.RLIM_INFINITY and hard < needed:
        message = N_("{needed} open files are needed and {hard} are allowed; raise the limit (ulimit -n) or use fewer tables")
        raise CannotLoad(message, needed=needed, hard=hard)
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


async def connect(groups: Sequence[SeatGroup], progress: Progress) -> None:
    """Open every socket, and wait until all have been told how their table stands and nothing more comes."""
    permits = asyncio.Semaphore(TOGETHER)

    async def open_one(group: SeatGroup, number: int) -> None:
        async with permits:
            await group.seats[number].open()
            progress(1)

    try:
        await asyncio.gather(*(open_one(group, number) for group in groups for number in range(len(group.seats))))
    except (OSError, InvalidHandshake) as error:
        raise CannotLoad(N_("the server does not accept all sockets: {problem}"), problem=str(error)) from None


async def until_quiet(groups: Sequence[SeatGroup]) -> None:
    """Wait until every seat has been told how its table stands, and nothing more comes."""
    end, before = time.monotonic() + 20 * ANSWER_PATIENCE, -1
    while True:
        await asyncio.sleep(1)
        states = [seat.states for group in groups for seat in group.seats]
        if 0 not in states and sum(states) == before:
            return
        before = sum(states)
        if time.monotonic() > end or any(group.tally.errors for group in groups):
            raise CannotLoad(N_("the tables did not come to rest: {problem}"), problem=str(dict(groups[0].tally.errors)))


async def drive(groups: Sequence[SeatGroup], rate: float, seconds: float, progress: Progress) -> float:
    """Moves at a fixed rate, over all groups in turn; how many seconds it took until the last was through."""
    order = list(groups)
    random.shuffle(order)
    begun, turn = time.perf_counter(), 0
    for count in range(round(rate * seconds)):
        due = begun + count / rate
        if (early := due - time.perf_counter()) > 0:
            await asyncio.sleep(early)
        turn = next((step for step in range(turn, turn + len(order)) if order[step % len(order)].may_move), -1)
        if turn < 0:
            raise CannotLoad(N_("all matches are over; use more tables, fewer moves or fewer seconds"))
        order[turn % len(order)].move(due)
        turn += 1
        progress(1)
    end = time.perf_counter() + ANSWER_PATIENCE
    while any(group.underway for group in groups) and time.perf_counter() < end:
        await asyncio.sleep(0.01)
    took = time.perf_counter() - begun
    for group in groups:
        group.tally.errors["unanswered"] += (group.underway is not None) + len(group.due)
    groups[0].tally.errors += type(groups[0].tally.errors)()  # drops what never happened
    return took
