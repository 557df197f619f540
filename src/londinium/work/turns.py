"""Turns for a limited number of places, shared fairly: whoever asks for much waits for themselves, and not everybody for them.

Whoever asks says who they are, from the outside in: a visitor, then a table. Visitors take turns, and so do the tables of each;
at one table it is first come, first served. Somebody who is nobody (`BEHIND`) comes when nobody else waits.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass

Asker = tuple[str, str]
"""A visitor and what of theirs it is for; "" is as good a name as any."""
SOMEBODY: Asker = ("", "")
current_asker: ContextVar[Asker] = ContextVar("current_asker", default=SOMEBODY)
"""Who asks for what is asked for just now, where nobody says so: a server sets it with every request."""
BEHIND = "\0behind"
"""The visitor of work that nobody waits for."""


@dataclass(eq=False)
class Ticket:
    """Somebody's wish for one turn."""

    asker: Asker = SOMEBODY
    called: asyncio.Future[None] | None = None
    """While they stand in line."""
    held: bool = False
    """Whether it is their turn."""


_Line = OrderedDict[str, deque[Ticket]]
"""By table: whose turn it is first stands first."""


class Turns:
    def __init__(self, places: int = 1, *, spares: bool = False) -> None:
        """`spares`: no visitor has all places. Where a turn takes seconds, one is left for whoever else comes."""
        self._free, self._places, self._spares = places, places, spares
        self._waiting: OrderedDict[str, _Line] = OrderedDict()
        self._held: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many stand in line."""
        return sum(map(self.waiting_of, self._waiting))

    @property
    def held(self) -> int:
        """How many have their turn."""
        return self._places - self._free

    def waiting_of(self, visitor: str) -> int:
        return sum(map(len, self._waiting.get(visitor, {}).values()))

    @asynccontextmanager
    async def turn(self, ticket: Ticket) -> AsyncIterator[None]:
        await self.take(ticket)
        try:
            yield
        finally:
            self.give_back(ticket)

    async def take(self, ticket: Ticket) -> None:
        visitor, table = ticket.asker
        if self._free and not self._waiting and self._may_hold(visitor):
            self._hold(ticket)
            return
        ticket.called = called = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(visitor, OrderedDict()).setdefault(table, deque()).append(ticket)
        self._call_next()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.give_back(ticket)
            else:
                self._leave(ticket)
            raise
        finally:
            ticket.called = None

    def move(self, ticket: Ticket, asker: Asker) -> None:
        """Somebody who stands in line here does so as somebody else from now on, at the end."""
        if not ticket.held and ticket.called is None:
            ticket.asker = asker  # they are about to come
        if not self._stands_here(ticket) or ticket.asker == asker:
            return
        self._leave(ticket)
        ticket.asker = asker
        self._waiting.setdefault(asker[0], OrderedDict()).setdefault(asker[1], deque()).append(ticket)
        self._call_next()

    def _hold(self, ticket: Ticket) -> None:
        ticket.held = True
        self._free -= 1
        self._held[ticket.asker[0]] += 1

    def give_back(self, ticket: Ticket) -> None:
        visitor, _ = ticket.asker
        ticket.held = False
        self._free += 1
        self._held[visitor] -= 1
        if not self._held[visitor]:
            del self._held[visitor]
        self._call_next()

    def before(self, ticket: Ticket) -> int:
        """How many of those who stand in line have their turn before one who asks now, or who stands there too."""
        visitor, table = ticket.asker
        if visitor == BEHIND and ticket.called is None:
            return self.waiting
        line = self._waiting.get(visitor, _Line())
        own = {name: len(one) for name, one in line.items()}
        if ticket.called is not None and ticket in line.get(table, ()):
            own[table] = line[table].index(ticket)
        counts = {name: self.waiting_of(name) for name in self._waiting if name != BEHIND or visitor == BEHIND}
        if visitor == BEHIND:
            return sum(counts.values()) - counts[BEHIND] + _before(own, table)
        return _before(counts | ({visitor: _before(own, table)} if line else {}), visitor)

    def _may_hold(self, visitor: str) -> bool:
        return not self._spares or self._held[visitor] < max(1, self._places - 1)

    def _call_next(self) -> None:
        while self._free:
            names = [name for name in self._waiting if name != BEHIND]
            names += [BEHIND] if BEHIND in self._waiting else []
            visitor = next((name for name in names if self._may_hold(name)), None)
            if visitor is None:
                return
            line = self._waiting[visitor]
            table, waiting = next(iter(line.items()))
            ticket = waiting.popleft()
            # Whoever had their turn stands behind the others.
            line.move_to_end(table)
            self._waiting.move_to_end(visitor)
            self._tidy(visitor, table)
            if ticket.called is not None and not ticket.called.done():
                self._hold(ticket)
                ticket.called.set_result(None)

    def _stands_here(self, ticket: Ticket) -> bool:
        visitor, table = ticket.asker
        return ticket in self._waiting.get(visitor, _Line()).get(table, ())

    def _leave(self, ticket: Ticket) -> None:
        visitor, table = ticket.asker
        if self._stands_here(ticket):
            self._waiting[visitor][table].remove(ticket)
            self._tidy(visitor, table)

    def _tidy(self, visitor: str, table: str) -> None:
        line = self._waiting[visitor]
        if not line[table]:
            del line[table]
        if not line:
            del self._waiting[visitor]


def _before(counts: dict[str, int], name: str) -> int:
    """How many come before the next of a name, if all take turns in this order; those of the name itself are before it too."""
    own = counts.get(name, 0)
    found, earlier = own, name in counts
    for other, count in counts.items():
        if other == name:
            earlier = False
        else:
            # Those who stand before it have one turn more before it comes; a newcomer stands behind all.
            found += min(count, own + (earlier or name not in counts))
    return found
