"""Tournaments in the database: each one value in one row, which is written only over the version that it was made from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import msgspec

from londinium.table.tournaments.tournament import Tournament


class Tournaments(ABC):
    """Read and written by every store in the same words."""

    @abstractmethod
    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...

    async def keep_tournament(self, it: Tournament) -> Tournament | None:
        """Keep a new tournament, or the next version of one; None if another has become the next version before."""
        kept = msgspec.structs.replace(it, version=it.version + 1)
        text = msgspec.json.encode(kept).decode()
        if it.version == 0:
            query = "INSERT INTO @tournaments VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id"
            return kept if await self._ask(query, it.id, kept.version, it.opened_at, text) else None
        query = "UPDATE @tournaments SET version = ?, tournament = ? WHERE id = ? AND version = ? RETURNING id"
        return kept if await self._ask(query, kept.version, text, it.id, it.version) else None

    async def tournament(self, id: str) -> Tournament | None:
        found = await self._ask("SELECT tournament FROM @tournaments WHERE id = ?", id)
        return msgspec.json.decode(found[0][0], type=Tournament) if found else None

    async def note_tournament(self, person: str, id: str) -> None:
        """Note that a person may be found in a tournament; whether they are, the tournament knows."""
        await self._ask("INSERT INTO @tournament_persons VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING person_id", person, id)

    async def tournaments_of(self, person: str) -> list[str]:
        """The tournaments in which a person may be found, the latest first."""
        query = (
            "SELECT t.id FROM @tournament_persons p JOIN @tournaments t ON t.id = p.tournament_id "
            "WHERE p.person_id = ? ORDER BY t.opened_at DESC, t.id"
        )
        return [row[0] for row in await self._ask(query, person)]

    async def forget_tournaments(self, person: str) -> None:
        await self._ask("DELETE FROM @tournament_persons WHERE person_id = ? RETURNING person_id", person)
