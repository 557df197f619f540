"""Who was here: persons, their seats, and how their matches ended. Read and written by every store in the same words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from londinium.table.events import Rematched, decode_event
from londinium.table.history.daily import name_key
from londinium.table.history.endings import Ending
from londinium.table.history.results import Result
from londinium.table.persons import PersonSeat, Somebody, key_hash, new_person_id
from londinium.table.store.book import Book

OF_A_TABLE = ("person_seats", "endings", "results", "attempts", "analyses", "seen", "events")
"""What is kept by table, in an order in which it can be deleted."""
REMATCHED = '{"kind":"rematched"%'
"""How the event begins in which a rematch was opened."""
SEAT_COLUMNS = "s.table_id, s.seat, s.renewal, s.hidden"


class Diary(Book):
    """A book that knows persons too."""

    # ── Endings ──────────────────────────────────────────────────────────────

    async def unread(self, limit: int) -> list[str]:
        """Finished tables that nobody has read, the last finished first."""
        query = (
            "SELECT id FROM @tables t WHERE finished AND NOT EXISTS (SELECT 1 FROM @endings e WHERE e.table_id = t.id) "
            "ORDER BY changed_at DESC, id LIMIT ?"
        )
        return [row[0] for row in await self._ask(query, limit)]

    async def keep_ending(self, table: str, ending: Ending | None) -> None:
        """Keep how a table ended, or that it cannot be read."""
        values = ("", 0, "") if ending is None else (ending.game, ending.ended_at, msgspec.json.encode(ending).decode())
        query = (
            "INSERT INTO @endings VALUES (?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET game = excluded.game, "
            "ended_at = excluded.ended_at, ending = excluded.ending RETURNING table_id"
        )
        await self._ask(query, table, *values)

    async def endings(self, tables: Sequence[str]) -> dict[str, Ending]:
        """How these tables ended, as far as it is known."""
        found = {}
        for start in range(0, len(tables), 500):
            some = tables[start : start + 500]
            query = f"SELECT ending FROM @endings WHERE ending <> '' AND table_id IN ({', '.join('?' * len(some))})"
            for (text,) in await self._ask(query, *some):
                ending = _ending(text)
                found[ending.table] = ending
        return found

    async def endings_of(self, game: str, limit: int) -> list[Ending]:
        """The last matches of a game that everybody played, oldest first."""
        query = "SELECT ending FROM @endings WHERE game = ? ORDER BY ended_at DESC, table_id LIMIT ?"
        return [_ending(row[0]) for row in reversed(await self._ask(query, game, limit))]

    # ── Persons ──────────────────────────────────────────────────────────────

    async def add_person(self, key: str, name: str, now: int) -> Somebody:
        one = Somebody(new_person_id(), name, now)
        query = "INSERT INTO @persons VALUES (?, ?, ?, ?, ?) RETURNING id"
        await self._ask(query, one.id, key_hash(key), one.name, one.since, int(one.agrees))
        return one

    async def person(self, key: str) -> Somebody | None:
        """The person who holds a key."""
        found = await self._ask("SELECT id, name, since, agrees FROM @persons WHERE key_hash = ?", key_hash(key))
        return _somebody(*found[0]) if found else None

    async def rename_person(self, person: str, name: str) -> None:
        await self._ask("UPDATE @persons SET name = ? WHERE id = ? RETURNING id", name, person)

    async def renew_key(self, person: str, key: str) -> None:
        """From now on the person is the holder of this key, and of no other."""
        await self._ask("UPDATE @persons SET key_hash = ? WHERE id = ? RETURNING id", key_hash(key), person)

    async def merge_persons(self, person: str, other: str) -> None:
        """Give somebody the seats of another person, who is forgotten. They agree to what both have agreed to."""
        both = "UPDATE @persons SET agrees = (SELECT min(agrees) FROM @persons WHERE id IN (?, ?)) WHERE id = ? RETURNING id"
        await self._ask(both, person, other, person)
        query = (
            "INSERT INTO @person_seats SELECT ?, table_id, seat, renewal, hidden, at FROM @person_seats WHERE person_id = ? "
            "ON CONFLICT DO NOTHING RETURNING seat"
        )
        await self._ask(query, person, other)
        await self.drop_person(other)

    async def drop_person(self, person: str) -> None:
        await self._ask("DELETE FROM @person_seats WHERE person_id = ? RETURNING seat", person)
        await self._ask("DELETE FROM @persons WHERE id = ? RETURNING id", person)

    async def keep_consent(self, person: str, *, agrees: bool) -> None:
        """Whether the matches of a person may become puzzles."""
        await self._ask("UPDATE @persons SET agrees = ? WHERE id = ? RETURNING id", int(agrees), person)

    async def consents(self, table: str) -> list[tuple[int, bool]]:
        """Everybody who holds a seat at a table or held one, and whether they agree that their matches may become puzzles."""
        query = (
            "SELECT s.seat, p.agrees FROM @person_seats s JOIN @persons p ON p.id = s.person_id WHERE s.table_id = ? "
            "ORDER BY s.seat, p.id"
        )
        return [(seat, bool(agrees)) for seat, agrees in await self._ask(query, table)]

    # ── Their seats ──────────────────────────────────────────────────────────

    async def keep_person_seats(self, person: str, seats: Sequence[PersonSeat], now: int) -> None:
        """Note that somebody sits there, with the link of today; what was hidden is shown again."""
        for one in seats:
            query = (
                "INSERT INTO @person_seats VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (person_id, table_id, seat) DO UPDATE SET "
                "renewal = excluded.renewal, hidden = excluded.hidden RETURNING seat"
            )
            await self._ask(query, person, one.table, one.seat, one.renewal, int(one.hidden), now)

    async def person_seats(self, person: str, *, finished: bool, limit: int, skip: int = 0) -> list[PersonSeat]:
        """The seats of a person at tables that are over, or that are not and that they have not hidden; the latest first."""
        shown = "t.finished" if finished else "NOT t.finished AND s.hidden = 0"
        query = (
            f"SELECT {SEAT_COLUMNS} FROM @person_seats s JOIN @tables t ON t.id = s.table_id "
            f"WHERE s.person_id = ? AND {shown} ORDER BY t.changed_at DESC, t.id, s.seat LIMIT ? OFFSET ?"
        )
        return [_seat(*row) for row in await self._ask(query, person, limit, skip)]

    async def every_seat(self, person: str) -> list[PersonSeat]:
        query = f"SELECT {SEAT_COLUMNS} FROM @person_seats s WHERE s.person_id = ? ORDER BY s.at, s.table_id, s.seat"
        return [_seat(*row) for row in await self._ask(query, person)]

    async def seats_at(self, person: str, table: str) -> list[PersonSeat]:
        """The seats of a person at one table."""
        query = f"SELECT {SEAT_COLUMNS} FROM @person_seats s WHERE s.person_id = ? AND s.table_id = ?"
        return [_seat(*row) for row in await self._ask(query, person, table)]

    async def count_seats(self, person: str, *, finished: bool) -> int:
        query = "SELECT count(*) FROM @person_seats s JOIN @tables t ON t.id = s.table_id WHERE s.person_id = ? AND " + (
            "t.finished" if finished else "NOT t.finished"
        )
        return int((await self._ask(query, person))[0][0])

    async def rematches_without(self, person: str, limit: int) -> list[tuple[str, PersonSeat]]:
        """Rematches of the last matches of a person that are not over and at which they have not sat down: the table and the
        seat they had before, the latest first. What they have taken off their list is no longer there.
        """
        found = []
        for held in await self.person_seats(person, finished=True, limit=limit):
            query = "SELECT event FROM @events WHERE table_id = ? AND event LIKE ?"
            for (text,) in await self._ask(query, held.table, REMATCHED):
                event = decode_event(text)
                assert isinstance(event, Rematched)
                is_open = await self._ask("SELECT id FROM @tables WHERE id = ? AND NOT finished", event.table)
                if is_open and not await self.seats_at(person, event.table):
                    found.append((event.table, held))
        return found

    # ── Forgetting ───────────────────────────────────────────────────────────

    async def rewrite_event(self, table: str, number: int, event: str) -> None:
        """Rewrite a stored event: only to take a name out of it."""
        await self._ask("UPDATE @events SET event = ? WHERE table_id = ? AND number = ? RETURNING number", event, table, number)

    async def forget_readings(self, table: str, seat: int, name: str) -> None:
        """Take a name out of what was made from a table; what is quickly made again from its events is dropped."""
        for kind in ("endings", "attempts", "analyses"):
            await self._ask(f"DELETE FROM @{kind} WHERE table_id = ? RETURNING table_id", table)
        for (text,) in await self._ask("SELECT result FROM @results WHERE table_id = ? AND seat = ?", table, seat):
            result = msgspec.structs.replace(msgspec.json.decode(text, type=Result), name=name, key=name_key(name))
            query = "UPDATE @results SET name_key = ?, result = ? WHERE table_id = ? AND seat = ? RETURNING seat"
            await self._ask(query, result.key, msgspec.json.encode(result).decode(), table, seat)

    async def drop_table(self, table: str) -> None:
        """Delete a table with everything of it."""
        for kind in OF_A_TABLE:
            await self._ask(f"DELETE FROM @{kind} WHERE table_id = ? RETURNING table_id", table)
        await self._ask("DELETE FROM @tables WHERE id = ? RETURNING id", table)


def _somebody(id: str, name: str, since: int, agrees: int) -> Somebody:
    return Somebody(id, name, since, bool(agrees))


def _seat(table: str, seat: int, renewal: int, hidden: int) -> PersonSeat:
    return PersonSeat(table, seat, renewal, bool(hidden))


def _ending(text: str) -> Ending:
    return msgspec.json.decode(text, type=Ending)
