"""Who looks at the tables of a hall: pages that hear of every change, who is there, who has been away for long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from londinium.table.hall.listeners import Listener
from londinium.table.hall.presence import MARK_EVERY, Attendance

if TYPE_CHECKING:
    from londinium.table.hall.opened import OpenTable
    from londinium.table.store.base import Store
    from londinium.table.table import Table


class Crowd(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is at the tables of one process, as far as others cannot read it in the store yet."""

    watching: dict[str, int] = {}
    """How many spectators there are, by table."""
    came: dict[str, dict[int, int]] = {}
    """When players came who came a moment ago, by table and seat."""


_crowd = msgspec.json.Decoder(Crowd)


class Visitors:
    """Those who sit or watch at the open tables of one hall. The store carries to other halls who was seen."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        tables: Mapping[str, OpenTable],
        open_table: Callable[[str], Awaitable[OpenTable]],
        wake_bots: Callable[[OpenTable], None],
    ) -> None:
        self._store, self._now, self._tables = store, now, tables
        self._open_table, self._wake_bots = open_table, wake_bots
        self._unmarked: set[tuple[str, int]] = set()
        self._came: dict[tuple[str, int], int] = {}
        self._watching_elsewhere: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many pages listen."""
        return sum(len(opened.listeners) for opened in self._tables.values())

    async def listen(self, table_id: str, seat: int | None, visitor: str = "") -> Listener:
        """Hear of every change of a table; the player in the seat counts as present until the listener is closed. The bots of
        the table think for this visitor.
        """
        opened = await self._open_table(table_id)
        listener = Listener(opened.table, seat, lambda listener: self._unlisten(opened, listener), visitor)
        opened.listeners.add(listener)
        if seat is None:
            opened.tell()  # spectators are counted
        else:
            opened.presence.arrive(seat, self._now())
            self._unmarked.add((table_id, seat))
            self._came[table_id, seat] = self._now()
        self.show(opened)
        self._wake_bots(opened)
        return listener

    def let_go(self, count: int) -> int:
        """Tell some of those who listen that there will be no more news here; how many were told."""
        found = [one for opened in self._tables.values() for one in opened.listeners if not one.is_closed][:count]
        for listener in found:
            listener.end()
        return len(found)

    def _unlisten(self, opened: OpenTable, listener: Listener) -> None:
        if listener not in opened.listeners:
            return
        opened.listeners.discard(listener)
        if listener.seat is None:
            opened.tell()
        else:
            opened.presence.depart(listener.seat, self._now())
            self._unmarked.add((opened.table.id, listener.seat))

    async def seen(self, table_id: str, seat: int) -> None:
        """Somebody was there for a moment, with a page that does not listen."""
        opened = await self._open_table(table_id)
        opened.presence.see(seat, self._now())
        self._unmarked.add((table_id, seat))

    # ── Who is there ─────────────────────────────────────────────────────────

    def away(self, table: Table, seat: int) -> bool:
        """Whether a person has been gone for a minute."""
        return table.is_away(seat, self._now(), self.last_seen(table))

    def is_here(self, table: Table, seat: int) -> bool:
        """Whether somebody has a page of this seat open; where several processes serve tables, was seen with one just now."""
        opened = self._tables.get(table.id)
        has_page = opened is not None and seat in opened.presence.here()
        return has_page or (self._store.shared and not self.away(table, seat))

    def may_replace(self, table: Table, seat: int) -> bool:
        """Whether the others may put a bot on a seat now."""
        return table.may_replace(seat, self._now(), self.last_seen(table))

    def attendance(self, table: Table) -> Attendance:
        """Who is at a table now."""
        now, seen, opened = self._now(), self.last_seen(table), self._tables.get(table.id)
        return Attendance(
            frozenset(seat for seat in table.persons() if not table.is_away(seat, now, seen)),
            frozenset(seat for seat in range(table.settings.seats) if table.may_replace(seat, now, seen)),
            (opened.watchers if opened else 0) + self._watching_elsewhere[table.id],
        )

    def last_seen(self, table: Table) -> dict[int, int]:
        """When each seat of a table was last there."""
        opened = self._tables.get(table.id)
        return opened.presence.last_seen(self._now()) if opened is not None else {}

    def show(self, opened: OpenTable) -> None:
        """Tell the listeners if somebody came or went, or may be replaced from now on."""
        shown = self.attendance(opened.table)
        if shown != opened.shown:
            opened.shown = shown
            opened.tell()

    # ── Across processes ─────────────────────────────────────────────────────

    def mark_present(self) -> None:
        """Everybody with a page open counts as seen with the next note."""
        self._unmarked |= {(name, seat) for name, opened in self._tables.items() for seat in opened.presence.here()}

    async def note(self) -> None:
        """Store who came, went or was seen since the last note."""
        if self._unmarked:
            marks, self._unmarked = sorted(self._unmarked), set()
            await self._store.mark_seen(marks, self._now())

    async def learn(self) -> None:
        """Read whom other processes have seen."""
        for name, seen in (await self._store.last_seen(list(self._tables))).items():
            if name in self._tables:
                self._tables[name].presence.learn(seen)

    def crowd(self) -> Crowd:
        """What to tell other processes: who watches, and who came since they last read the store."""
        since = self._now() - 2 * MARK_EVERY * 1000
        self._came = {seat: at for seat, at in self._came.items() if at > since}
        came: dict[str, dict[int, int]] = {}
        for (name, seat), at in self._came.items():
            came.setdefault(name, {})[seat] = at
        watched = {name: opened.watchers for name, opened in self._tables.items() if opened.listeners}
        return Crowd({name: count for name, count in watched.items() if count}, came)

    def hear_crowds(self, said: Mapping[str, msgspec.Raw]) -> None:
        """What other processes tell. The next sweep shows it."""
        self._watching_elsewhere = Counter()
        for crowd in map(_crowd.decode, said.values()):
            self._watching_elsewhere.update(crowd.watching)
            for name in crowd.came.keys() & self._tables.keys():
                self._tables[name].presence.learn(crowd.came[name])
