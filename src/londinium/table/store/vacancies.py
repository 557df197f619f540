"""Tables that look for players. It is a list to find them by: whether a seat is free, the table itself decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import msgspec


class Vacancy(msgspec.Struct, frozen=True):
    """A table with free seats for everybody."""

    table: str
    kind: str
    """What is played there and how: those who want the same have the same kind."""
    patient: bool
    """Whether decisions may take days there, so that nobody has to be at the table for somebody to sit down."""
    at: int
    """Since when it looks for players."""


class Vacancies(ABC):
    """Read and written by every store in the same words."""

    @abstractmethod
    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...

    async def keep_vacancy(self, vacancy: Vacancy) -> None:
        """Put a table on the list; where it stands already, it stays."""
        query = "INSERT INTO @vacancies VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING table_id"
        await self._ask(query, vacancy.table, vacancy.kind, int(vacancy.patient), vacancy.at)

    async def drop_vacancy(self, table: str) -> None:
        await self._ask("DELETE FROM @vacancies WHERE table_id = ? RETURNING table_id", table)

    async def vacancies(self, since: int, limit: int) -> list[Vacancy]:
        """The tables on the list at which somebody was seen since then, or need not be; oldest first."""
        query = (
            "SELECT table_id, kind, patient, at FROM @vacancies v WHERE patient = 1 OR "
            "EXISTS (SELECT 1 FROM @seen s WHERE s.table_id = v.table_id AND s.at > ?) ORDER BY at DESC, table_id DESC LIMIT ?"
        )
        found = await self._ask(query, since, limit)
        return [Vacancy(table, kind, bool(patient), at) for table, kind, patient, at in reversed(found)]
