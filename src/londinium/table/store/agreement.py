"""What processes over one database tell each other, and who of them does what only one of them should do.

Nothing here is needed to keep a move: that two processes never store the same event is the business of `events`. It keeps them
from doing work twice, and lets them count together.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

DEAD_AFTER = 5
"""Seconds without a sign of life after which a process is taken to be dead."""
FORGOTTEN_AFTER = 60
RECORDS_KEPT = 500
"""How many analyses of record files are kept."""

STAYS = f"at > clock_timestamp() - interval '{DEAD_AFTER} s' AND NOT leaving"

MEET = f"""
WITH me AS (
    INSERT INTO londinium.processes AS p VALUES (%s, clock_timestamp(), %s, %s)
    ON CONFLICT (id) DO UPDATE SET at = excluded.at, leaving = excluded.leaving, said = excluded.said
    RETURNING id, xmax = 0 AS is_new
)
SELECT p.id, p.leaving, p.said, false FROM londinium.processes p, me
WHERE p.id <> me.id AND p.at > clock_timestamp() - interval '{DEAD_AFTER} s'
UNION ALL SELECT me.id, false, ''::bytea, me.is_new FROM me
"""
CLAIM = f"""
WITH mine AS (
    INSERT INTO londinium.claims AS c VALUES (%s, %s) ON CONFLICT (what) DO UPDATE SET process = excluded.process
    WHERE %s OR NOT EXISTS (SELECT FROM londinium.processes p WHERE p.id = c.process AND {STAYS})
    RETURNING process
)
SELECT process FROM mine UNION ALL SELECT process FROM londinium.claims WHERE what = %s LIMIT 1
"""


class Peer(msgspec.Struct, frozen=True):
    """Another process that serves the same tables."""

    id: str
    leaving: bool
    """Whether it is about to stop: nobody should count on it."""
    said: bytes


class Sharing:
    """All in single statements, each of which is one journey to the database."""

    def __init__(self, fetch: Callable[..., Awaitable[list[tuple[Any, ...]]]]) -> None:
        self._fetch = fetch

    async def meet(self, me: str, said: bytes, *, leaving: bool) -> tuple[list[Peer], bool]:
        """Give a sign of life with what there is to say, and hear the others; and whether nobody knew of this process before."""
        found = await self._fetch(MEET, me, leaving, said)
        others = [Peer(id, bool(goes), bytes(what)) for id, goes, what, _ in found if id != me]
        return others, any(is_new for *_, is_new in found)

    async def part(self, me: str) -> None:
        """Nobody need wait for this process any more."""
        await self._fetch("DELETE FROM londinium.claims WHERE process = %s RETURNING 1", me)
        await self._fetch("DELETE FROM londinium.processes WHERE id = %s RETURNING 1", me)

    async def clear_up(self) -> None:
        """Forget processes that died, with what they had claimed."""
        old = f"at < clock_timestamp() - interval '{FORGOTTEN_AFTER} s'"
        await self._fetch(f"DELETE FROM londinium.processes WHERE {old} RETURNING 1")
        unknown = "NOT EXISTS (SELECT FROM londinium.processes p WHERE p.id = c.process)"
        await self._fetch(f"DELETE FROM londinium.claims c WHERE {unknown} RETURNING 1")

    async def claim_work(self, what: str, me: str, *, by_force: bool = False) -> str:
        """Who does something from now on: this process, unless another that lives has claimed it."""
        found = await self._fetch(CLAIM, what, me, by_force, what)
        return str(found[0][0]) if found else ""  # of two at the same instant the other was quicker

    async def claimed_by(self, what: str) -> str | None:
        """Which process does something now, if one does that is there and means to stay."""
        alive = f"EXISTS (SELECT FROM londinium.processes p WHERE p.id = c.process AND {STAYS})"
        found = await self._fetch(f"SELECT process FROM londinium.claims c WHERE what = %s AND {alive}", what)
        return str(found[0][0]) if found else None

    async def release_work(self, whats: Sequence[str], me: str) -> None:
        """Somebody else may do it now."""
        await self._fetch("DELETE FROM londinium.claims WHERE what = ANY(%s) AND process = %s RETURNING 1", list(whats), me)

    async def keep_record_analysis(self, key: str, version: int, data: bytes) -> None:
        query = "INSERT INTO londinium.record_analyses VALUES (%s, %s, clock_timestamp(), %s) ON CONFLICT DO NOTHING RETURNING 1"
        await self._fetch(query, key, version, data)
        oldest = "SELECT at FROM londinium.record_analyses ORDER BY at DESC OFFSET %s LIMIT 1"
        await self._fetch(f"DELETE FROM londinium.record_analyses WHERE at <= ({oldest}) RETURNING 1", RECORDS_KEPT)

    async def record_analysis(self, key: str, version: int) -> bytes | None:
        found = await self._fetch("SELECT data FROM londinium.record_analyses WHERE key = %s AND version = %s", key, version)
        return bytes(found[0][0]) if found else None
