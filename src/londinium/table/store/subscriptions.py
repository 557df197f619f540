"""Where a seat can be told that it is its turn: subscriptions of browsers; see `web/background/bells.py`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import msgspec

MOST_PER_SEAT = 5
"""How many browsers of one person are told; beyond that the oldest goes."""


class SubscriptionKeys(msgspec.Struct, frozen=True):
    """What a message is encrypted with, so that nobody on its way can read it."""

    p256dh: str
    auth: str


class Subscription(msgspec.Struct, frozen=True):
    """A browser that wants to hear of a seat."""

    endpoint: str
    keys: SubscriptionKeys
    renewal: int
    """The link of the seat it belongs to; if it was renewed since, the holder of the old one is told nothing."""
    lang: str = "en"


class Subscriptions(ABC):
    """Read and written by every store in the same words."""

    @abstractmethod
    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...

    async def keep_subscription(self, table: str, seat: int, wish: Subscription, at: int) -> None:
        query = (
            "INSERT INTO @subscriptions VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, seat, endpoint) DO UPDATE "
            "SET renewal = excluded.renewal, keys = excluded.keys, lang = excluded.lang, at = excluded.at RETURNING seat"
        )
        keys = msgspec.json.encode(wish.keys).decode()
        await self._ask(query, table, seat, wish.endpoint, wish.renewal, keys, wish.lang, at)
        oldest = (
            "DELETE FROM @subscriptions WHERE table_id = ? AND seat = ? AND endpoint NOT IN (SELECT endpoint FROM @subscriptions "
            "WHERE table_id = ? AND seat = ? ORDER BY at DESC, endpoint LIMIT ?) RETURNING seat"
        )
        await self._ask(oldest, table, seat, table, seat, MOST_PER_SEAT)

    async def subscriptions(self, table: str, seat: int) -> list[Subscription]:
        query = "SELECT endpoint, keys, renewal, lang FROM @subscriptions WHERE table_id = ? AND seat = ? ORDER BY at, endpoint"
        found = await self._ask(query, table, seat)
        return [Subscription(row[0], msgspec.json.decode(row[1], type=SubscriptionKeys), row[2], row[3]) for row in found]

    async def drop_subscription(self, table: str, seat: int, endpoint: str) -> None:
        query = "DELETE FROM @subscriptions WHERE table_id = ? AND seat = ? AND endpoint = ? RETURNING seat"
        await self._ask(query, table, seat, endpoint)

    async def drop_subscriptions(self, table: str, seat: int) -> None:
        """All of a seat: its match is over, its link was renewed, or its person wants everything about them deleted."""
        await self._ask("DELETE FROM @subscriptions WHERE table_id = ? AND seat = ? RETURNING seat", table, seat)

    async def forget_endpoint(self, endpoint: str) -> None:
        """A browser that is no longer there, at whatever seat."""
        await self._ask("DELETE FROM @subscriptions WHERE endpoint = ? RETURNING seat", endpoint)
