"""Rings for players due to decide with no page open: some seconds after their turn has come, once, never in a move's way.

A move only notes whose turn it is (`note`); everything else happens later, in a queue that has an end. Players who move quickly,
or have the page open, are never rung for. What was due when a server stopped is not rung for again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import LondiniumError
from londinium.kernel.words.language import language
from londinium.table.errors import StoreError
from londinium.table.hall.hall import Hall
from londinium.table.settings import PERSON
from londinium.table.store.subscriptions import Subscription
from londinium.table.table import Table
from londinium.web.background.push import NotPushed, Pusher, PushKey, SubscriptionGone
from londinium.web.http.doors import door
from londinium.web.http.metrics import Metrics
from londinium.work.job import Tell
from londinium.work.queue import Queue

_log = logging.getLogger(__name__)

BELL_PATIENCE = (20.0, 90.0)
"""Seconds after which somebody without a page is rung for; the second look is for phones whose page fell asleep meanwhile."""
MOST_RUNG_FOR = 5_000
"""How many seats are noted at once; beyond that the oldest goes."""
MOST_BELLS_WAITING = 200
BELL_RINGERS = 2

RungSeat = tuple[str, int]


@dataclass(frozen=True)
class Ringing:
    """How a server rings."""

    services: tuple[str, ...] = ()
    """Push services beside those of the browsers' makers, by their origin."""
    patience: tuple[float, ...] = BELL_PATIENCE


class Bell(msgspec.Struct, frozen=True):
    """What a browser shows, in the language it subscribed with. Nobody on the way can read it."""

    title: str
    body: str
    url: str
    tag: str


class Bells:
    def __init__(self, hall: Hall, pusher: Pusher | None, metrics: Metrics, patience: Sequence[float] = BELL_PATIENCE) -> None:
        """Without a pusher nothing rings."""
        self._hall, self._pusher, self._metrics, self._patience = hall, pusher, metrics, tuple(patience)
        self._noted: dict[RungSeat, tuple[int, asyncio.TimerHandle]] = {}
        self._queue = Queue[tuple[str, int, int], None]("bells", BELL_RINGERS, longest=MOST_BELLS_WAITING)
        if pusher is not None:
            hall.committed = self.note

    @property
    def pusher(self) -> Pusher | None:
        return self._pusher

    def renew_key(self) -> None:
        """The host has replaced the secret that the key follows from; browsers subscribe again when they are next asked."""
        if self._pusher is not None:
            self._pusher = replace(self._pusher, key=PushKey.of(self._hall.links))

    @property
    def public_key(self) -> str:
        """What browsers need to subscribe; empty where nothing is pushed."""
        return self._pusher.key.public if self._pusher else ""

    def note(self, table: Table) -> None:
        """Something has happened at a table. This is all that a move waits for."""
        to_act = () if table.is_over else table.match.to_act
        for seat, state in enumerate(table.seats):
            if state.kind != PERSON:
                continue
            if table.is_over:
                self._begin(table.id, seat, table.number, 0)
            elif seat in to_act and state.bot is None and state.joined:
                self._await(table, seat)
            else:
                self._forget((table.id, seat))

    def _await(self, table: Table, seat: int) -> None:
        key, version = (table.id, seat), table.version(seat)
        known = self._noted.get(key)
        if known is not None and known[0] == version:
            return
        self._forget(key)
        if len(self._noted) >= MOST_RUNG_FOR:
            self._forget(next(iter(self._noted)))  # most likely rung for long ago
        self._later(key, version, 0)

    def _later(self, key: RungSeat, version: int, look: int) -> None:
        due = asyncio.get_running_loop().call_later(self._patience[look], self._begin, *key, version, look)
        self._noted[key] = version, due  # it stays when it is due, so that nobody is rung for twice

    def _forget(self, key: RungSeat) -> None:
        if (known := self._noted.pop(key, None)) is not None:
            known[1].cancel()

    def _begin(self, table: str, seat: int, version: int, look: int) -> None:
        if not self._queue.is_full:
            self._queue.start((table, seat, version), lambda tell: self._ring(table, seat, version, look, tell))

    async def _ring(self, table_id: str, seat: int, version: int, look: int, tell: Tell) -> None:
        try:
            table = await self._hall.open(table_id)
            if table.is_over:
                await self._ring_out(table, seat)
            elif seat in table.match.to_act and table.version(seat) == version and table.seats[seat].bot is None:
                await self._ring_for_turn(table, seat, version, look)
        except StoreError as error:
            _log.warning("nobody could be rung for: %s", error)
        except LondiniumError:
            pass  # the table is gone

    async def _ring_for_turn(self, table: Table, seat: int, version: int, look: int) -> None:
        if not self._hall.visitors.is_here(table, seat):
            await self._send(table, seat, lambda one: self._words(table, seat, one, over=False))
        elif look + 1 < len(self._patience):
            self._later((table.id, seat), version, look + 1)

    async def _ring_out(self, table: Table, seat: int) -> None:
        """The match is over: players who are away hear of it, and nobody is rung for here again."""
        if not self._hall.visitors.is_here(table, seat):
            await self._send(table, seat, lambda one: self._words(table, seat, one, over=True))
        await self._hall.store.drop_subscriptions(table.id, seat)

    def _words(self, table: Table, seat: int, to: Subscription, *, over: bool) -> Bell:
        game = find_game(table.settings.game)
        words = language(to.lang, game.folder)
        turn, end = words.text("Your turn – {game}", game=game.title), words.text("The match is over – {game}", game=game.title)
        others = ", ".join(name for other, name in enumerate(table.names) if other != seat)
        return Bell(end if over else turn, others, door(table.id, seat), f"{table.id}.{seat}")

    async def _send(self, table: Table, seat: int, told: Callable[[Subscription], Bell]) -> None:
        store, pusher = self._hall.store, self._pusher
        assert pusher is not None
        for one in await store.subscriptions(table.id, seat):
            if one.renewal != table.renewal(seat) or not pusher.accepts(one.endpoint):
                await store.drop_subscription(table.id, seat, one.endpoint)  # the holder of the old link
                continue
            message = msgspec.json.encode(told(one)).decode()
            topic = f"{table.id}{seat}"
            work = self._queue.in_thread(partial(pusher.send, one, message, topic))
            try:
                await work(lambda part: None)
                self._metrics.count("pushed", outcome="sent")
            except SubscriptionGone:
                self._metrics.count("pushed", outcome="gone")
                await store.forget_endpoint(one.endpoint)
            except NotPushed as problem:
                self._metrics.count("pushed", outcome="failed")
                _log.info("a message could not be pushed: %s", problem)

    async def close(self) -> None:
        for key in list(self._noted):
            self._forget(key)
        await self._queue.close()
