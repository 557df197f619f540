"""The host's desk: what they have decided about visitors, limits, tables and secrets. Running servers read it every few seconds.

Whoever changes something leaves a notice; a server that finds a new one reads again what it is about.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal

import msgspec

NOTICES_REREAD = 50
"""Notices before the newest that are looked at again: two may be committed in another order than they were numbered."""
NOTICES_KEPT = 24 * 3600 * 1000
"""Milliseconds after which a notice is dropped: servers that were not there have read everything at their start."""
EVER = 0
"""The end of a ban that has none."""

NoticeKind = Literal["table", "bans", "limits", "secret"]


class Notice(msgspec.Struct, frozen=True):
    """That something has changed: of a table, which one; with no id, any number of them."""

    number: int
    kind: str
    table: str = ""


class Ban(msgspec.Struct, frozen=True):
    """An address or a network that gets no page."""

    net: str
    since: int
    until: int
    reason: str


class StoredLimit(msgspec.Struct, frozen=True):
    """How much one visitor may ask of a kind: so many at once, and so many more every second."""

    name: str
    burst: float
    per_second: float


class OldSecret(msgspec.Struct, frozen=True):
    """What signed the links until it was replaced, and until when they are good."""

    retired_at: int
    value: bytes
    accepted_until: int


class Desk(ABC):
    """Read and written by every store in the same words."""

    @abstractmethod
    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...

    # ── Notices ──────────────────────────────────────────────────────────────

    async def notice(self, kind: NoticeKind, now: int, table: str = "") -> None:
        """Tell running servers that something has changed."""
        await self._ask("DELETE FROM @notices WHERE at < ? RETURNING number", now - NOTICES_KEPT)
        await self._ask("INSERT INTO @notices (kind, table_id, at) VALUES (?, ?, ?) RETURNING number", kind, table, now)

    async def notices(self, last: int) -> list[Notice]:
        """What has changed since the notice with this number, and a little before it."""
        query = "SELECT number, kind, table_id FROM @notices WHERE number > ? ORDER BY number"
        return [Notice(*row) for row in await self._ask(query, last - NOTICES_REREAD)]

    async def last_notice(self) -> int:
        return int((await self._ask("SELECT coalesce(max(number), 0) FROM @notices"))[0][0])

    # ── Visitors ─────────────────────────────────────────────────────────────

    async def ban(self, ban: Ban) -> None:
        query = (
            "INSERT INTO @bans VALUES (?, ?, ?, ?) ON CONFLICT (net) DO UPDATE SET since = excluded.since, "
            "until = excluded.until, reason = excluded.reason RETURNING net"
        )
        await self._ask(query, ban.net, ban.since, ban.until, ban.reason)
        await self.notice("bans", ban.since)

    async def unban(self, net: str, now: int) -> bool:
        """Whether there was such a ban."""
        found = await self._ask("DELETE FROM @bans WHERE net = ? RETURNING net", net)
        await self.notice("bans", now)
        return bool(found)

    async def bans(self, now: int) -> list[Ban]:
        """Those that are in force, the latest first."""
        query = "SELECT net, since, until, reason FROM @bans WHERE until = ? OR until > ? ORDER BY since DESC, net"
        return [Ban(*row) for row in await self._ask(query, EVER, now)]

    # ── Limits ───────────────────────────────────────────────────────────────

    async def keep_limit(self, limit: StoredLimit, now: int) -> None:
        query = (
            "INSERT INTO @limits VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET burst = excluded.burst, "
            "per_second = excluded.per_second RETURNING name"
        )
        await self._ask(query, limit.name, limit.burst, limit.per_second)
        await self.notice("limits", now)

    async def drop_limit(self, name: str, now: int) -> bool:
        """Back to what the server was started with; whether there was anything to drop."""
        found = await self._ask("DELETE FROM @limits WHERE name = ? RETURNING name", name)
        await self.notice("limits", now)
        return bool(found)

    async def stored_limits(self) -> list[StoredLimit]:
        return [StoredLimit(*row) for row in await self._ask("SELECT name, burst, per_second FROM @limits ORDER BY name")]

    # ── Closed tables ────────────────────────────────────────────────────────

    async def close_table(self, table: str, now: int) -> None:
        """Let nobody play, read or watch there until it is opened again. What was closed before stays so."""
        query = "INSERT INTO @closures SELECT id, ?, public FROM @tables WHERE id = ? ON CONFLICT DO NOTHING RETURNING table_id"
        await self._ask(query, now, table)
        await self._ask("UPDATE @tables SET public = (1 = 0) WHERE id = ? RETURNING id", table)
        await self._ask("DELETE FROM @vacancies WHERE table_id = ? RETURNING table_id", table)
        await self.notice("table", now, table)

    async def reopen_table(self, table: str, now: int) -> bool:
        """Whether it was closed."""
        back = "UPDATE @tables SET public = (SELECT c.public FROM @closures c WHERE c.table_id = ?) WHERE id = ? RETURNING id"
        is_closed = await self.is_closed(table)
        if is_closed:
            await self._ask(back, table, table)
            await self._ask("DELETE FROM @closures WHERE table_id = ? RETURNING table_id", table)
            await self.notice("table", now, table)
        return is_closed

    async def is_closed(self, table: str) -> bool:
        return bool(await self._ask("SELECT table_id FROM @closures WHERE table_id = ?", table))

    async def closed_tables(self) -> set[str]:
        return {row[0] for row in await self._ask("SELECT table_id FROM @closures")}

    # ── Secrets ──────────────────────────────────────────────────────────────

    async def rotate_secret(self, fresh: bytes, now: int, accepted_until: int) -> None:
        """Sign with another secret from now on. If it is interrupted halfway, the old one is still in force, and kept."""
        old = "INSERT INTO @old_secrets SELECT ?, value, ? FROM @secret WHERE id = 1 ON CONFLICT DO NOTHING RETURNING retired_at"
        await self._ask(old, now, accepted_until)
        await self._ask("UPDATE @secret SET value = ? WHERE id = 1 RETURNING id", fresh)
        await self._ask("DELETE FROM @subscriptions WHERE table_id <> ? RETURNING seat", "")  # they belong to the old key
        await self.notice("secret", now)

    async def old_secrets(self) -> list[OldSecret]:
        """Oldest first."""
        found = await self._ask("SELECT retired_at, value, accepted_until FROM @old_secrets ORDER BY retired_at")
        return [OldSecret(at, bytes(value), until) for at, value, until in found]

    # ── Whether anything can be written ──────────────────────────────────────

    async def pulse(self, now: int) -> None:
        """Commit something. StoreError if that is not possible."""
        await self._ask("INSERT INTO @pulse VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at RETURNING id", now)
