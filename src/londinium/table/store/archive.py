"""All tables one after the other: to write them to a file, to search them for a name, and to let go of those that are old.

Read and written by every store in the same words; a few hundred tables at a time, however many there are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec

from londinium.table.events import Event, decode_event
from londinium.table.tournaments.tournament import Tournament

AT_ONCE = 200
NAMED_EVENTS = ('{"kind":"opened"%', '{"kind":"joined"%', '{"kind":"said"%')
"""How the events begin in which somebody's name stands."""
OF_AN_EMPTIED_TABLE = ("person_seats", "analyses", "endings", "results", "seen", "subscriptions", "vacancies", "events")
OF_A_DROPPED_TABLE = (*OF_AN_EMPTIED_TABLE, "attempts")


class Archive(ABC):
    @abstractmethod
    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...

    # ── Reading ──────────────────────────────────────────────────────────────

    async def every_table(self) -> AsyncIterator[list[str]]:
        """The ids of all tables of which anything is stored, in the order in which they were opened, by the handful."""
        at, last = -1, ""
        while True:
            query = (
                "SELECT id, opened_at FROM @tables t WHERE (opened_at > ? OR (opened_at = ? AND id > ?)) AND "
                "EXISTS (SELECT 1 FROM @events e WHERE e.table_id = t.id AND e.number = 1) ORDER BY opened_at, id LIMIT ?"
            )
            found = await self._ask(query, at, at, last, AT_ONCE)
            if not found:
                return
            yield [row[0] for row in found]
            last, at = found[-1]

    async def are_stored(self, tables: Sequence[str]) -> set[str]:
        """Those of which there are events."""
        found: set[str] = set()
        for some in _handfuls(tables):
            query = f"SELECT table_id FROM @events WHERE number = 1 AND table_id IN ({_places(some)})"
            found |= {row[0] for row in await self._ask(query, *some)}
        return found

    async def finished_among(self, tables: Sequence[str]) -> set[str]:
        query = f"SELECT id FROM @tables WHERE finished AND id IN ({_places(tables)})"
        return {row[0] for row in await self._ask(query, *tables)}

    async def named_events(self, tables: Sequence[str]) -> list[tuple[str, int, Event]]:
        """The events of some tables in which names stand: the table, their number, and they themselves."""
        query = (
            f"SELECT table_id, number, event FROM @events WHERE table_id IN ({_places(tables)}) "
            "AND (event LIKE ? OR event LIKE ? OR event LIKE ?) ORDER BY table_id, number"
        )
        found = await self._ask(query, *tables, *NAMED_EVENTS)
        return [(table, number, decode_event(event)) for table, number, event in found]

    async def listed_names(self, table: str) -> tuple[str, ...]:
        """The names under which a table is listed."""
        found = await self._ask("SELECT names FROM @tables WHERE id = ?", table)
        return msgspec.json.decode(found[0][0], type=tuple[str, ...]) if found else ()

    async def list_under(self, table: str, names: Sequence[str]) -> None:
        text = msgspec.json.encode(names).decode()
        await self._ask("UPDATE @tables SET names = ? WHERE id = ? RETURNING id", text, table)

    async def every_person(self) -> AsyncIterator[tuple[str, str]]:
        """The ids and names of all persons."""
        last = ""
        while found := await self._ask("SELECT id, name FROM @persons WHERE id > ? ORDER BY id LIMIT ?", last, AT_ONCE):
            for person, name in found:
                yield person, name
            last = found[-1][0]

    async def every_tournament(self) -> AsyncIterator[Tournament]:
        last = ""
        while found := await self._ask("SELECT id, tournament FROM @tournaments WHERE id > ? ORDER BY id LIMIT ?", last, AT_ONCE):
            for _, text in found:
                yield msgspec.json.decode(text, type=Tournament)
            last = found[-1][0]

    # ── Letting go ───────────────────────────────────────────────────────────

    async def old_tables(self, finished: int, unfinished: int, after: str) -> list[str]:
        """The next tables by id that were last changed before these moments."""
        query = (
            "SELECT id FROM @tables WHERE id > ? AND ((finished AND changed_at < ?) OR (NOT finished AND changed_at < ?)) "
            "ORDER BY id LIMIT ?"
        )
        return [row[0] for row in await self._ask(query, after, finished, unfinished, AT_ONCE)]

    async def counted_since(self, tables: Sequence[str], day: str) -> set[str]:
        """Those that are somebody's attempt at the challenge of this day or a later one."""
        query = f"SELECT table_id FROM @attempts WHERE day >= ? AND table_id IN ({_places(tables)})"
        return {row[0] for row in await self._ask(query, day, *tables)} if tables else set()

    async def drop_tables(self, tables: Sequence[str]) -> None:
        """Delete tables with everything of them. If it is interrupted, it can be done again."""
        if tables:
            await self._clear(OF_A_DROPPED_TABLE, tables)
            await self._ask(f"DELETE FROM @tables WHERE id IN ({_places(tables)}) RETURNING id", *tables)

    async def empty_tables(self, tables: Sequence[str]) -> None:
        """Delete what happened at tables, but not that they were there: they count."""
        if tables:
            await self._clear(OF_AN_EMPTIED_TABLE, tables)
            await self._ask(f"UPDATE @tables SET public = (1 = 0) WHERE id IN ({_places(tables)}) RETURNING id", *tables)

    async def _clear(self, kinds: Sequence[str], tables: Sequence[str]) -> None:
        for kind in kinds:
            await self._ask(f"DELETE FROM @{kind} WHERE table_id IN ({_places(tables)}) RETURNING table_id", *tables)

    async def drop_days(self, before: str, *, dry_run: bool) -> int:
        """Let go of the challenges of the days before one, whole; how many there were."""
        found = await self._ask("SELECT DISTINCT day, game FROM @attempts WHERE day < ?", before)
        if not dry_run:
            for kind in ("attempts", "day_kinds", "pars"):
                await self._ask(f"DELETE FROM @{kind} WHERE day < ? RETURNING day", before)
        return len(found)

    async def drop_tournament(self, id: str) -> None:
        await self._ask("DELETE FROM @tournament_persons WHERE tournament_id = ? RETURNING person_id", id)
        await self._ask("DELETE FROM @tournaments WHERE id = ? RETURNING id", id)

    async def drop_strangers(self, before: int, *, dry_run: bool) -> int:
        """Forget persons who came before a moment and of whom nothing else is kept; how many there were."""
        strangers = (
            "FROM @persons WHERE since < ? AND id NOT IN (SELECT person_id FROM @person_seats) "
            "AND id NOT IN (SELECT person_id FROM @tournament_persons)"
        )
        if dry_run:
            return int((await self._ask(f"SELECT count(*) {strangers}", before))[0][0])
        return len(await self._ask(f"DELETE {strangers} RETURNING id", before))


def _places(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values)) or "NULL"


def _handfuls(values: Sequence[str]) -> list[Sequence[str]]:
    return [values[start : start + AT_ONCE] for start in range(0, len(values), AT_ONCE)]
