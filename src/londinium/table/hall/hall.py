"""The hall: all tables of one server process. Commands are checked, stored, applied, and then told to everybody who listens.

Several halls may serve the same database. Each event has a number that only one of them can take; the hall that comes second
catches up and decides again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from londinium.kernel.checks import check_seed
from londinium.kernel.registry import games
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.commands import Command, Join
from londinium.table.decisions import Decided, decide, decide_arrival, decide_seat, key
from londinium.table.errors import (
    BadLink,
    BrokenTable,
    ClosedTable,
    NoSuchTable,
    NotPlayableHere,
    NotSeated,
    ShuttingDown,
    StoreError,
)
from londinium.table.events import About, Entry, Event, EventRow, Forgotten, Joined, Opened, Rematched, Sought, Start, now_ms
from londinium.table.hall.bot_seats import BotSeats, FindHelper
from londinium.table.hall.caretaker import Caretaker
from londinium.table.hall.company import keep_listed
from londinium.table.hall.opened import Accepted, Counts, Entered, Opening, OpenTable
from londinium.table.hall.peers import Peers
from londinium.table.hall.signature import read_links
from londinium.table.hall.thinkers import Thinkers, warm_up
from londinium.table.hall.visitors import Visitors
from londinium.table.links import Links, is_table_id, new_table_id
from londinium.table.settings import TableSettings
from londinium.table.store.base import Conflict, Store
from londinium.table.table import Table
from londinium.work.turns import current_asker

_log = logging.getLogger(__name__)

MOST_TRIES = 20
"""How often a command is decided again because another process was faster."""
T = TypeVar("T")


class Hall:
    """Opens tables when they are needed, and lets everybody play at them."""

    def __init__(
        self,
        store: Store,
        *,
        thinkers: Thinkers | None = None,
        now: Callable[[], int] = now_ms,
        find_helper: FindHelper = lambda table: None,
    ) -> None:
        self.store, self.now = store, now
        self.counts = Counts()
        self._links: Links | None = None
        self._tables: dict[str, OpenTable] = {}
        self._opening: dict[str, asyncio.Task[OpenTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.committed: Callable[[Table], None] | None = None
        """Whom to tell of every event that this process has stored; it must be quick."""
        self.took: Callable[[float], None] = lambda seconds: None
        """Whom to tell how long the database took to store something."""
        self._closing = False
        self.peers = Peers(store.sharing)
        self._bots = BotSeats(self._finish_commit, self.counts, thinkers or Thinkers(), find_helper, self.peers)
        self.visitors = Visitors(store, now, self._tables, self._open, self._bots.wake)
        self.caretaker = Caretaker(store, self._tables, self.visitors, self._bots.release)
        self.peers.share("crowd", self.visitors.crowd, self.visitors.hear_crowds)

    async def start(self) -> None:
        """Begin to serve: read the secret of the links, hear what other processes do."""
        self._links = await read_links(self.store)
        self.store.subscribe(self._told_elsewhere)
        await self.peers.start()
        self.caretaker.start()

    async def warm_up(self) -> None:
        """Compile the rules of all games in a thread, so that the first players need not wait."""
        for game in await asyncio.to_thread(games):
            try:
                await asyncio.to_thread(warm_up, game)
            except Exception:  # whatever is wrong with the rules of one game, the others can be played
                _log.exception("the rules of %s fail; its tables will too", game.slug)

    async def leave(self) -> None:
        """Say that this process is about to stop. It goes on as long as somebody is here; others take over whom they are sent."""
        self._bots.leaving = True
        await self.peers.leave()

    def let_go(self) -> None:
        """Tell all listeners that it is over; what they have asked for before is still done."""
        for opened in self._tables.values():
            opened.end()

    async def shutdown(self) -> None:
        """Finish what is under way, tell all listeners that it is over, close the store."""
        self._closing = True
        await self._bots.close()
        await self.caretaker.close()
        await asyncio.gather(*self._tasks, *self._opening.values(), return_exceptions=True)
        self.let_go()
        try:
            await self.visitors.note()
        finally:
            await self.peers.close()
            await self.store.close()

    # ── Tables ───────────────────────────────────────────────────────────────

    @property
    def open_tables(self) -> int:
        return len(self._tables)

    @property
    def queues(self) -> dict[str, int]:
        """How many thoughts of bots wait or are under way, by queue."""
        return self._bots.lengths

    @property
    def pondered(self) -> int:
        """How many simulations bots have made while others decided."""
        return self._bots.pondered

    async def check(self) -> None:
        """StoreError if the database is not there."""
        await self.store.check()

    async def create(
        self, settings: TableSettings, seed: int | None = None, start: Start | None = None, salt: str | None = None
    ) -> Table:
        """Open a new table. The settings are checked before anything is stored."""
        self._refuse_when_closing()
        check_seed(seed)
        entry, table = self._opening_entry(new_table_id(), settings.checked(), "opened", Opening(seed, salt, start))
        await self.store.append([entry])
        opened = self._tables[table.id] = OpenTable(table, opener=current_asker.get()[0])
        self._changed(opened)
        if table.seeks:
            await self._keep_listed(table)
        return table

    def _opening_entry(self, table_id: str, settings: TableSettings, command: str, given: Opening) -> tuple[Entry, Table]:
        """The first event of a table, and the table after it."""
        settled, rules = settings.and_rules()
        event = Opened(settled, rules, *given.settled())
        row = EventRow(table_id, 1, command, self.now(), event)
        table = Table([row])
        return Entry(row, table.about()), table

    async def open(self, table_id: str) -> Table:
        """A table as it stands now; NoSuchTable, or BrokenTable if its events can no longer be read."""
        return (await self._open(table_id)).table

    async def _open(self, table_id: str) -> OpenTable:
        opened = self._tables.get(table_id)
        if opened is None:
            self._refuse_when_closing()
            task = self._opening.get(table_id)
            if task is None:
                task = self._opening[table_id] = asyncio.create_task(self._read(table_id))
                task.add_done_callback(lambda _: self._opening.pop(table_id, None))
            opened = await asyncio.shield(task)
        opened.used = asyncio.get_running_loop().time()
        return opened

    async def _read(self, table_id: str) -> OpenTable:
        rows = await self.store.rows(table_id) if is_table_id(table_id) else []
        if not rows:
            raise _no_table(table_id)
        if await self.store.is_closed(table_id):
            raise ClosedTable(N_("this table was closed by whoever runs this site"))
        seen = await self.store.last_seen([table_id])
        try:
            table = await asyncio.to_thread(Table, rows)
        except BrokenTable as error:
            if not isinstance(error, NotPlayableHere):
                _log.error("%s", error)
            raise
        # Used now: the sweep must not put it away again before those who asked for it get it.
        opened = OpenTable(table, used=asyncio.get_running_loop().time())
        opened.presence.learn(seen.get(table_id, {}))
        self._tables[table_id] = opened
        if self.store.shared:
            # What came between reading and now was told when nobody here was listening for this table.
            await self._catch_up_alone(opened)
        self._bots.wake(opened)
        return opened

    async def discard(self, table_id: str) -> None:
        """Delete a table for ever, with everything that was made from it."""
        try:
            opened = await self._open(table_id)
        except LondiniumError:  # it cannot be read, or is gone already
            await self.store.drop_table(table_id)
            return
        async with opened.lock:
            opened.gone = True
            self.caretaker.put_away(opened)
            await self.store.drop_table(table_id)

    async def read_again(self, table_id: str) -> None:
        """What is stored of a table was changed from outside: those who are there come back to what is stored now."""
        if (opened := self._tables.get(table_id)) is not None:
            async with opened.lock:
                opened.gone = True
                self.caretaker.put_away(opened)

    @property
    def in_memory(self) -> list[str]:
        """The tables that this process knows."""
        return list(self._tables)

    async def forget_seat(self, table_id: str, seat: int) -> Table:
        """Take the name of the player in a seat off the table, and the link from them; returns the table after that."""
        opened = await self._open(table_id)

        def decided() -> Decided:
            return Decided(opened.table.number + 1, Forgotten(seat))

        await self._finish_commit(opened, f"forget{seat}.{opened.table.renewal(seat)}", decided)
        return opened.table

    async def take_seat(self, table_id: str, name: str, mark: str, *, invited: bool = True) -> int:
        """Seat somebody on the next free seat of a table; NoFreeSeat if there is none for them: anybody not invited may sit down
        only while the table looks for players. With the same mark it is the same seat.
        """
        self._refuse_when_closing()
        opened = await self._open(table_id)
        accepted = await self._finish_commit(opened, f"free.{mark}", lambda: decide_seat(opened.table, name, invited=invited))
        event = opened.table.rows[accepted.number - 1].event
        assert isinstance(event, Joined)
        return event.seat

    async def arrive(self, table_id: str, seat: int, renewal: int, name: str, mark: str) -> None:
        """Seat somebody who was invited to a seat; SeatTaken if somebody else was quicker. With the same mark it is done once."""
        self._refuse_when_closing()
        opened = await self._open(table_id)
        await self._finish_commit(
            opened, key(seat, Join(f"{mark}-sit", name)), lambda: decide_arrival(opened.table, seat, renewal, name)
        )

    async def tables(self, *, watchable: bool = True, finished: bool | None = False, limit: int = 50) -> list[About]:
        """Tables for a list, the last changed first; by default those that anybody may watch and that are not over."""
        return await self.store.tables(public=True if watchable else None, finished=finished, limit=limit)

    def opener(self, table_id: str) -> str:
        """Who opened a table, as far as this process remembers; else each table counts for itself."""
        opened = self._tables.get(table_id)
        return (opened.opener if opened is not None else "") or table_id

    # ── Links ────────────────────────────────────────────────────────────────

    @property
    def links(self) -> Links:
        assert self._links is not None, "the hall has not been started"
        return self._links

    def token(self, table: Table, seat: int | None) -> str:
        """The secret part of the link to a seat, or (None) of the link for watching."""
        return self.links.token(table.id, seat, table.renewal(seat))

    async def enter(self, token: str) -> Entered:
        """What a link opens. BadLink if it opens nothing, or was renewed."""
        claim = self.links.read(token)
        opened = await self._open(claim.table)
        table = opened.table
        if claim.renewal > table.renewal(claim.seat):
            await self._catch_up_alone(opened)  # another process has made it a moment ago
        if claim.renewal != table.renewal(claim.seat):
            raise BadLink(N_("this link was replaced by a newer one"))
        return Entered(table, claim.seat)

    async def enter_seated(self, token: str) -> Entered:
        """The same for everything but sitting down: NotSeated where somebody else sat before. A program may play at a seat that
        nobody has taken yet without sitting down first.
        """
        entered = await self.enter(token)
        if entered.was_left:
            raise NotSeated(N_("sit down first: nothing of a seat is shown before"))
        return entered

    def links_changed(self) -> None:
        """Some links no longer open anything: every page that listens looks whether its own does."""
        for opened in self._tables.values():
            opened.tell()

    # ── Commands ─────────────────────────────────────────────────────────────

    async def command(
        self, table_id: str, seat: int | None, command: Command, check: Callable[[Table], None] = lambda table: None
    ) -> Accepted:
        """Carry out what somebody asks for; it is stored when this returns. A LondiniumError says what is wrong with it.

        Once begun it is finished, even if nobody waits for the answer. `check` raises one if who asks may no longer act at the
        table as it stands; it is called again after catching up with other processes.
        """
        self._refuse_when_closing()
        try:
            opened = await self._open(table_id)

            def decided() -> Decided:
                check(opened.table)
                now = self.now()
                return decide(opened.table, seat, command, now, opened.presence.last_seen(now))

            accepted = await self._finish_commit(opened, key(seat, command), decided)
        except LondiniumError:
            self.counts.refused += 1
            raise
        if accepted.repeated:
            self.counts.repeated += 1
        else:
            self.counts.accepted += 1
        return accepted

    async def _finish_commit(self, opened: OpenTable, command: str, decided: Callable[[], Decided]) -> Accepted:
        return await asyncio.shield(self._spawn(self._commit(opened, command, decided)))

    async def _commit(self, opened: OpenTable, command: str, decided: Callable[[], Decided]) -> Accepted:
        """Check, store, apply, tell: in this order, one command of a table at a time."""
        table = opened.table
        async with opened.lock:
            for _ in range(MOST_TRIES):
                if opened.gone:
                    raise _no_table(table.id)
                number = table.applied(command)
                if number is not None:
                    return Accepted(number, repeated=True)
                decision = decided()
                entries = self._entries(table, decision.event, command)
                begun = time.perf_counter()
                try:
                    earlier = await self.store.append(entries)
                    self.took(time.perf_counter() - begun)
                except Conflict:
                    self.counts.conflicts += 1
                    await self._catch_up(opened)
                    continue
                if earlier is not None:
                    await self._catch_up(opened)
                    return Accepted(earlier.number, repeated=True)
                table.apply(entries[0].row, decision)
                opened.elsewhere = False
                break
            else:
                raise StoreError(N_("the table is too busy; try again"))
        self._changed(opened)
        if self.committed is not None:
            self.committed(table)
        if isinstance(decision.event, Sought) or (table.seeks and isinstance(decision.event, Joined)):
            await self._keep_listed(table)
        return Accepted(entries[0].row.number, repeated=False)

    async def _keep_listed(self, table: Table) -> None:
        try:
            await keep_listed(self.store, table)
        except StoreError as error:  # what happened is stored; the list is put right when somebody reads it
            _log.warning("table %s could not be put on the list: %s", table.id, error)

    def _entries(self, table: Table, event: Event, command: str) -> list[Entry]:
        """What to store for an event: a rematch also opens the new table, both or neither."""
        entries = [table.entry(event, command, self.now())]
        if isinstance(event, Rematched):
            settings = table.settings.again(tuple(state.name for state in table.seats))
            entries.append(self._opening_entry(event.table, settings, f"rematch.{table.id}", Opening())[0])
        return entries

    async def _catch_up(self, opened: OpenTable) -> None:
        """Apply what other processes have stored; the table's lock is held."""
        try:
            rows = await self.store.rows(opened.table.id, opened.table.number)
            for row in rows:
                opened.table.apply(row)
        except BrokenTable as error:
            _log.error("%s", error)
            self.caretaker.put_away(opened)
            raise
        if rows:
            opened.elsewhere = True
            self._show(opened)

    def _told_elsewhere(self, table_id: str | None, number: int) -> None:
        """Another process has stored something; None: anything may have changed."""
        concerned = list(self._tables.values()) if table_id is None else filter(None, [self._tables.get(table_id)])
        for opened in concerned:
            if table_id is None or number > opened.table.number:
                self._spawn(self._catch_up_alone(opened))

    async def _catch_up_alone(self, opened: OpenTable) -> None:
        try:
            async with opened.lock:
                await self._catch_up(opened)
        except LondiniumError as error:
            _log.warning("table %s could not be caught up: %s", opened.table.id, error)

    def _changed(self, opened: OpenTable) -> None:
        opened.used = asyncio.get_running_loop().time()
        self._show(opened)

    def _show(self, opened: OpenTable) -> None:
        opened.tell()
        self._bots.wake(opened)

    # ── Housekeeping ─────────────────────────────────────────────────────────

    def _refuse_when_closing(self) -> None:
        if self._closing:
            raise ShuttingDown(N_("the server is shutting down; try again in a moment"))

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start something that is finished before the hall shuts down."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        # Anybody still waiting for it has heard of a failure; if nobody is, that is not worth a warning.
        if not task.cancelled():
            task.exception()


def _no_table(table_id: str) -> NoSuchTable:
    return NoSuchTable(N_("there is no table '{table}'"), table=table_id[:40])
