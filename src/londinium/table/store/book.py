"""What follows from finished tables and is kept beside them: results, attempts at daily challenges, pars.

Both databases understand the same words here; `@` stands before the name of a table, `?` for a value.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import msgspec

from londinium.table.history.results import Result
from londinium.table.store.archive import Archive
from londinium.table.store.desk import Desk
from londinium.table.store.subscriptions import Subscriptions
from londinium.table.store.tournaments import Tournaments
from londinium.table.store.vacancies import Vacancies

NO_PAR = -1
"""The seat of the row that says: there is no result to be had from this table."""


class DayPar(msgspec.Struct, frozen=True):
    """The best total that was found for a day, a bound that nothing can pass, and the record of somebody who reaches it."""

    total: int
    bound: int
    record: str


class Attempt(msgspec.Struct, frozen=True):
    """Somebody's counted attempt at a daily challenge, with its result once it is finished."""

    key: str
    table: str
    result: Result | None


class Book(Subscriptions, Vacancies, Tournaments, Desk, Archive):
    """Read and written by every store in the same words."""

    @abstractmethod
    async def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a query answers; if it changes something, that is committed."""

    # ── Results ──────────────────────────────────────────────────────────────

    async def keep_results(self, table: str, results: Sequence[Result]) -> None:
        """Keep the results of a table; read again, they may say more than before."""
        rows = [(table, one.seat, one.key, one.ended_at, msgspec.json.encode(one).decode()) for one in results]
        rows = rows or [(table, NO_PAR, "", 0, "")]
        places = ", ".join(["(?, ?, ?, ?, ?)"] * len(rows))
        values = [value for row in rows for value in row]
        again = "ON CONFLICT (table_id, seat) DO UPDATE SET name_key = excluded.name_key, result = excluded.result"
        await self._ask(f"INSERT INTO @results VALUES {places} {again} RETURNING seat", *values)

    async def results(self, key: str) -> list[Result]:
        """All results under a name, oldest first."""
        query = "SELECT result FROM @results WHERE name_key = ? AND seat >= 0 ORDER BY ended_at, table_id, seat"
        return [_result(row[0]) for row in await self._ask(query, key)]

    # ── Daily challenges ─────────────────────────────────────────────────────

    async def claim(self, day: str, game: str, key: str, table: str) -> bool:
        """Make a table the counted attempt of a name; False if it has one already."""
        query = "INSERT INTO @attempts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING table_id"
        return bool(await self._ask(query, day, game, key, table))

    async def attempt(self, day: str, game: str, key: str) -> str | None:
        """The table of a name's counted attempt."""
        query = "SELECT table_id FROM @attempts WHERE day = ? AND game = ? AND name_key = ?"
        found = await self._ask(query, day, game, key)
        return found[0][0] if found else None

    async def attempts(self, day: str, game: str) -> list[Attempt]:
        """All counted attempts of a day; the player's seat is the first."""
        query = (
            "SELECT a.name_key, a.table_id, r.result FROM @attempts a "
            "LEFT JOIN @results r ON r.table_id = a.table_id AND r.seat = 0 WHERE a.day = ? AND a.game = ?"
        )
        found = await self._ask(query, day, game)
        return [Attempt(key, table, None if result is None else _result(result)) for key, table, result in found]

    async def days(self) -> list[tuple[str, str, int]]:
        """Every day on which somebody has played a challenge: day, game, how many; the last day first."""
        query = "SELECT day, game, count(*) FROM @attempts GROUP BY day, game ORDER BY day DESC, game"
        return [(day, game, int(count)) for day, game, count in await self._ask(query)]

    async def keep_day_kind(self, day: str, game: str, kind: str) -> None:
        """Of which kind a day is, from its first attempt on; the second to come keeps nothing."""
        await self._ask("INSERT INTO @day_kinds VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING day", day, game, kind)

    async def day_kind(self, day: str, game: str) -> str | None:
        found = await self._ask("SELECT kind FROM @day_kinds WHERE day = ? AND game = ?", day, game)
        return found[0][0] if found else None

    async def keep_par(self, day: str, game: str, par: DayPar) -> None:
        query = "INSERT INTO @pars VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING day"
        await self._ask(query, day, game, par.total, par.bound, par.record)

    async def par(self, day: str, game: str) -> DayPar | None:
        found = await self._ask("SELECT total, bound, record FROM @pars WHERE day = ? AND game = ?", day, game)
        return DayPar(*found[0]) if found else None

    # ── Puzzles ──────────────────────────────────────────────────────────────

    async def keep_puzzle(self, game: str, name: str, mu: float, sigma: float) -> None:
        """Keep how hard a puzzle is after another try."""
        query = (
            "INSERT INTO @puzzles AS p VALUES (?, ?, ?, ?, 1) ON CONFLICT (game, name) "
            "DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, tries = p.tries + 1 RETURNING tries"
        )
        await self._ask(query, game, name, mu, sigma)

    async def puzzles(self, game: str) -> dict[str, tuple[float, float, int]]:
        """How hard each puzzle is that somebody has tried, by its name: mean, error, tries."""
        found = await self._ask("SELECT name, mu, sigma, tries FROM @puzzles WHERE game = ?", game)
        return {name: (float(mu), float(sigma), int(tries)) for name, mu, sigma, tries in found}


def _result(text: str) -> Result:
    return msgspec.json.decode(text, type=Result)
