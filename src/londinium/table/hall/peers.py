"""The other processes over the same database: who is there, what they say, and which of them does what only one should do.

Once a second every process leaves a note for the others and reads theirs, in one journey to the database. What it says is how
things stand, not what has changed: a note that nobody read is made up for by the next. Where a store is not shared, nobody is
there, and everything is one's own.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from londinium.table.errors import StoreError
from londinium.table.store.agreement import DEAD_AFTER, Peer, Sharing

_log = logging.getLogger(__name__)

ROUND = 1.0
"""Seconds between two notes."""
ROUNDS_TO_CLEAR_UP = 60

Says = Callable[[], object]
Hears = Callable[[Mapping[str, msgspec.Raw]], None]
"""Called every round with what each of the others says of a subject, by process."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Peers:
    def __init__(self, sharing: Sharing | None) -> None:
        self.sharing = sharing
        self.me = secrets.token_hex(8)
        self.leaving = False
        self.term = 1
        """Rises when others may have taken this process for dead: what it had claimed may be theirs by now."""
        self._others: dict[str, Peer] = {}
        self._subjects: dict[str, tuple[Says, Hears]] = {}
        self._to_release: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._met = 0.0

    @property
    def others(self) -> int:
        """How many other processes are there and mean to stay."""
        return sum(not peer.leaving for peer in self._others.values())

    def share(self, subject: str, says: Says, hears: Hears) -> None:
        """Tell the others something every round, and hear what they say of it."""
        self._subjects[subject] = says, hears

    async def start(self) -> None:
        if self.sharing is not None:
            await self.meet()
            self._task = asyncio.create_task(self._run())

    async def leave(self) -> None:
        """Say that this process is about to stop: others may take over what it does."""
        self.leaving = True
        with suppress(StoreError):
            await self.meet()

    async def close(self) -> None:
        if self._task is None or self.sharing is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        with suppress(StoreError):
            await self.sharing.part(self.me)

    # ── Rounds ───────────────────────────────────────────────────────────────

    async def _run(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(ROUND)
            rounds += 1
            try:
                await self.meet()
                if rounds % ROUNDS_TO_CLEAR_UP == 0 and self.sharing is not None:
                    await self.sharing.clear_up()
            except StoreError as error:
                _log.warning("the other processes were not heard: %s", error)
            except Exception:
                _log.exception("what the other processes say could not be used")

    async def meet(self) -> None:
        """One round: release what is done, leave a note, read those of the others."""
        if self.sharing is None:
            return
        if self._to_release:
            done, self._to_release = self._to_release, set()
            await self.sharing.release_work(sorted(done), self.me)
        said = _encoder.encode({subject: says() for subject, (says, _) in self._subjects.items()})
        others, is_new = await self.sharing.meet(self.me, said, leaving=self.leaving)
        now = asyncio.get_running_loop().time()
        if self._met and (is_new or now - self._met > DEAD_AFTER):
            self.term += 1
        self._met = now
        self._others = {peer.id: peer for peer in others}
        heard = {peer.id: _decoder.decode(peer.said) for peer in others}
        for subject, (_, hears) in self._subjects.items():
            hears({id: said[subject] for id, said in heard.items() if subject in said})

    # ── Work that one process does ───────────────────────────────────────────

    async def claim(self, what: str, *, by_force: bool = False) -> bool:
        """Whether this process is to do something; then it is nobody else's until it is released, or this process is gone."""
        if self.sharing is None:
            return True
        self._to_release.discard(what)
        return await self.sharing.claim_work(what, self.me, by_force=by_force) == self.me

    async def is_claimed_elsewhere(self, what: str) -> bool:
        """Whether another process does something now."""
        return self.sharing is not None and await self.sharing.claimed_by(what) not in (None, self.me)

    def release(self, what: str) -> None:
        """With the next round somebody else may do it."""
        if self.sharing is not None:
            self._to_release.add(what)
