"""Who looks at the tables of a hall: pages that hear of every change, who is there, who has been away for long."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from londinium.table.hall.listeners import Listener
from londinium.table.hall.presence import Attendance

if TYPE_CHECKING:
    from londinium.table.hall.opened import OpenTable
    from londinium.table.store.base import Store
    from londinium.table.table import Table


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

    def __len__(self) -> int:
        """How many pages listen."""
        return sum(len(opened.listeners) for opened in self._tables.values())

    async def listen(self, table_id: str, seat: int | None) -> Listener:
        """Hear of every change of a table; whoever sits on the seat counts as present until the listener is closed."""
        opened = await self._open_table(table_id)
        listener = Listener(opened.table, seat, lambda listener: self._unlisten(opened, listener))
        opened.listeners.add(listener)
        if seat is None:
            opened.tell()  # spectators are counted
        else:
            opened.presence.arrive(seat, self._now())
            self._unmarked.add((table_id, seat))
        self.show(opened)
        self._wake_bots(opened)
        return listener

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
        """Whether a person has not been there for a minute."""
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
            sum(listener.seat is None for listener in opened.listeners) if opened else 0,
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
        """Whoever has a page open counts as seen with the next note."""
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
