"""A table in the memory of one process, and what its hall says about it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from londinium.table.events import Start
from londinium.table.hall.listeners import Listener
from londinium.table.hall.presence import Attendance, Presence
from londinium.table.papers.shuffle import new_salt, new_seed
from londinium.table.table import Table
from londinium.work.turns import BEHIND, Asker, Ticket


@dataclass(frozen=True)
class Opening:
    """How a table begins; what is not given is drawn."""

    seed: int | None = None
    salt: str | None = None
    start: Start | None = None

    def settled(self) -> tuple[int, str, Start | None]:
        seed, salt = self.seed, self.salt
        return new_seed() if seed is None else seed, new_salt() if salt is None else salt, self.start


@dataclass(frozen=True)
class Accepted:
    """A command was applied, now or (repeated) when it came before: the number of its event."""

    number: int
    repeated: bool


@dataclass(frozen=True)
class Entered:
    """What a link opened: a seat, or None to watch."""

    table: Table
    seat: int | None

    @property
    def must_join(self) -> bool:
        """Whether somebody comes to this seat for the first time."""
        return self.seat is not None and not self.table.seats[self.seat].joined

    @property
    def was_left(self) -> bool:
        """Whether somebody else sat there before, and whoever has the new link has not sat down yet."""
        return self.must_join and self.seat is not None and self.table.seats[self.seat].vacated


@dataclass
class Counts:
    """What a hall has done since it began."""

    accepted: int = 0
    repeated: int = 0
    refused: int = 0
    conflicts: int = 0
    bot_moves: int = 0
    bot_thoughts: int = 0
    """Of bots that search, where somebody else has not thought for them."""
    bot_failures: int = 0


@dataclass(eq=False)
class OpenTable:
    """A table with all that belongs to it in this process."""

    table: Table
    elsewhere: bool = False
    """Whether the last event came from another process."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    presence: Presence = field(default_factory=Presence)
    bots: asyncio.Task[None] | None = None
    thinking: Ticket | None = None
    """What a bot waits with until it is its turn to think."""
    opener: str = ""
    """The visitor who opened it, as long as this process remembers."""
    bots_of: int = 0
    """The term in which this process has made itself the one that thinks for the bots of the table; see `peers`."""
    used: float = 0.0
    """When somebody last needed it, by the clock of the event loop."""
    gone: bool = False
    """Whether the table was deleted: nothing more can be done at it."""
    shown: Attendance | None = None
    """What was last told of who is there and who may be replaced."""

    @property
    def asker(self) -> Asker:
        """For whom its bots think: for a player who looks at it, else for somebody who watches, else for nobody."""
        there = sorted(self.listeners, key=lambda listener: listener.seat is None)
        return (there[0].visitor if there else BEHIND, self.table.id)

    @property
    def is_idle(self) -> bool:
        """Whether nobody would notice if it were put away."""
        return not self.listeners and not self.lock.locked() and (self.bots is None or self.bots.done())

    @property
    def watchers(self) -> int:
        """How many spectators have a page of it open in this process."""
        return sum(listener.seat is None for listener in self.listeners)

    def tell(self) -> None:
        """Wake everybody who looks at it."""
        for listener in self.listeners:
            listener.tell()

    def end(self) -> None:
        """Tell everybody who looks at it that there will be no more news."""
        for listener in self.listeners:
            listener.end()
