"""What every store of tables can do. Events are appended, committed, and only then told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from londinium.kernel.words.errors import N_
from londinium.table.errors import BrokenTable, NotPlayableHere
from londinium.table.events import About, Entry, Event, EventRow, decode_event
from londinium.table.history.endings import Ending
from londinium.table.history.results import Result
from londinium.table.persons import PersonSeat, Somebody
from londinium.table.store.agreement import Sharing
from londinium.table.store.book import Attempt, DayPar
from londinium.table.store.desk import Ban, Notice, NoticeKind, OldSecret, StoredLimit
from londinium.table.store.subscriptions import Subscription
from londinium.table.store.vacancies import Vacancy
from londinium.table.tournaments.tournament import Tournament

Told = Callable[[str | None, int], None]
"""Called with a table and the number of its newest event when another process has stored one; None: anything may have changed."""


class Conflict(Exception):
    """The number of an event is taken: somebody else has stored another one first. Catch up and decide again."""


class Store(Protocol):
    """Keeps the events of all tables."""

    name: str
    """The database in words for messages, without a password."""
    shared: bool
    """Whether several processes may serve tables from it, so that what others do must be looked at."""
    sharing: Sharing | None
    """How they agree, where there may be several."""

    async def append(self, entries: Sequence[Entry]) -> EventRow | None:
        """Store entries, all or none; they are safe when this returns. Number 1 opens a table.

        If the command of the first entry was applied before, nothing is stored and the earlier row is returned.
        Conflict if a number is taken.
        """

    async def rows(self, table: str, after: int = 0) -> list[EventRow]:
        """The events of a table, from the one after this number on; none if there is no such table."""

    async def tables(self, *, public: bool | None = None, finished: bool | None = None, limit: int = 50) -> list[About]:
        """Tables, the last changed first."""

    async def secret(self) -> bytes:
        """What signs the links; made when first asked for."""

    async def adopt_secret(self, secret: bytes) -> None:
        """Sign links as another server did; for moving a whole database."""

    async def mark_seen(self, seats: Sequence[tuple[str, int]], at: int) -> None:
        """Note that somebody is there, by table and seat."""

    async def last_seen(self, tables: Sequence[str]) -> dict[str, dict[int, int]]:
        """When each seat was last there, by table."""

    async def keep_analysis(self, table: str, version: int, data: bytes) -> None:
        """Keep what an analysis of a table found; the second to come keeps nothing."""

    async def analysis(self, table: str, version: int) -> bytes | None:
        """What was kept, if it is of this version."""

    async def keep_results(self, table: str, results: Sequence[Result]) -> None:
        """See `book.Book`, as for all that follows here."""

    async def results(self, key: str) -> list[Result]: ...

    async def claim(self, day: str, game: str, key: str, table: str) -> bool: ...

    async def attempt(self, day: str, game: str, key: str) -> str | None: ...

    async def attempts(self, day: str, game: str) -> list[Attempt]: ...

    async def days(self) -> list[tuple[str, str, int]]: ...

    async def keep_day_kind(self, day: str, game: str, kind: str) -> None: ...

    async def day_kind(self, day: str, game: str) -> str | None: ...

    async def keep_par(self, day: str, game: str, par: DayPar) -> None: ...

    async def par(self, day: str, game: str) -> DayPar | None: ...

    async def unread(self, limit: int) -> list[str]:
        """See `diary.Diary`, as for all that follows here."""

    async def keep_ending(self, table: str, ending: Ending | None) -> None: ...

    async def endings(self, tables: Sequence[str]) -> dict[str, Ending]: ...

    async def endings_of(self, game: str, limit: int) -> list[Ending]: ...

    async def add_person(self, key: str, name: str, now: int) -> Somebody: ...

    async def person(self, key: str) -> Somebody | None: ...

    async def rename_person(self, person: str, name: str) -> None: ...

    async def renew_key(self, person: str, key: str) -> None: ...

    async def merge_persons(self, person: str, other: str) -> None: ...

    async def drop_person(self, person: str) -> None: ...

    async def keep_consent(self, person: str, *, agrees: bool) -> None: ...

    async def consents(self, table: str) -> list[tuple[int, bool]]: ...

    async def keep_person_seats(self, person: str, seats: Sequence[PersonSeat], now: int) -> None: ...

    async def person_seats(self, person: str, *, finished: bool, limit: int, skip: int = 0) -> list[PersonSeat]: ...

    async def every_seat(self, person: str) -> list[PersonSeat]: ...

    async def seats_at(self, person: str, table: str) -> list[PersonSeat]: ...

    async def count_seats(self, person: str, *, finished: bool) -> int: ...

    async def rematches_without(self, person: str, limit: int) -> list[tuple[str, PersonSeat]]: ...

    async def rewrite_event(self, table: str, number: int, event: str) -> None: ...

    async def forget_readings(self, table: str, seat: int, name: str) -> None: ...

    async def drop_table(self, table: str) -> None: ...

    async def keep_subscription(self, table: str, seat: int, wish: Subscription, at: int) -> None:
        """See `subscriptions.Subscriptions`, as for those that follow here."""

    async def subscriptions(self, table: str, seat: int) -> list[Subscription]: ...

    async def drop_subscription(self, table: str, seat: int, endpoint: str) -> None: ...

    async def drop_subscriptions(self, table: str, seat: int) -> None: ...

    async def forget_endpoint(self, endpoint: str) -> None: ...

    async def keep_vacancy(self, vacancy: Vacancy) -> None:
        """See `vacancies.Vacancies`, as for those that follow here."""

    async def drop_vacancy(self, table: str) -> None: ...

    async def vacancies(self, since: int, limit: int) -> list[Vacancy]: ...

    async def keep_puzzle(self, game: str, name: str, mu: float, sigma: float) -> None: ...

    async def puzzles(self, game: str) -> dict[str, tuple[float, float, int]]: ...

    async def keep_tournament(self, it: Tournament) -> Tournament | None:
        """See `store.tournaments.Tournaments`, as for those that follow here."""

    async def tournament(self, id: str) -> Tournament | None: ...

    async def note_tournament(self, person: str, id: str) -> None: ...

    async def tournaments_of(self, person: str) -> list[str]: ...

    async def forget_tournaments(self, person: str) -> None: ...

    async def bring(self, rows: Iterable[EventRow], abouts: Mapping[str, About]) -> None:
        """Store whole tables that are not there, all or none; `rows` may be read more than once. Conflict if one is there."""

    def every_table(self) -> AsyncIterator[list[str]]:
        """See `archive.Archive`, as for those that follow here."""

    async def are_stored(self, tables: Sequence[str]) -> set[str]: ...

    async def finished_among(self, tables: Sequence[str]) -> set[str]: ...

    async def named_events(self, tables: Sequence[str]) -> list[tuple[str, int, Event]]: ...

    async def listed_names(self, table: str) -> tuple[str, ...]: ...

    async def list_under(self, table: str, names: Sequence[str]) -> None: ...

    def every_person(self) -> AsyncIterator[tuple[str, str]]: ...

    def every_tournament(self) -> AsyncIterator[Tournament]: ...

    async def old_tables(self, finished: int, unfinished: int, after: str) -> list[str]: ...

    async def counted_since(self, tables: Sequence[str], day: str) -> set[str]: ...

    async def drop_tables(self, tables: Sequence[str]) -> None: ...

    async def empty_tables(self, tables: Sequence[str]) -> None: ...

    async def drop_days(self, before: str, *, dry_run: bool) -> int: ...

    async def drop_tournament(self, id: str) -> None: ...

    async def drop_strangers(self, before: int, *, dry_run: bool) -> int: ...

    async def notice(self, kind: NoticeKind, now: int, table: str = "") -> None:
        """See `desk.Desk`, as for those that follow here."""

    async def notices(self, last: int) -> list[Notice]: ...

    async def last_notice(self) -> int: ...

    async def ban(self, ban: Ban) -> None: ...

    async def unban(self, net: str, now: int) -> bool: ...

    async def bans(self, now: int) -> list[Ban]: ...

    async def keep_limit(self, limit: StoredLimit, now: int) -> None: ...

    async def drop_limit(self, name: str, now: int) -> bool: ...

    async def stored_limits(self) -> list[StoredLimit]: ...

    async def close_table(self, table: str, now: int) -> None: ...

    async def reopen_table(self, table: str, now: int) -> bool: ...

    async def is_closed(self, table: str) -> bool: ...

    async def closed_tables(self) -> set[str]: ...

    async def rotate_secret(self, fresh: bytes, now: int, accepted_until: int) -> None: ...

    async def old_secrets(self) -> list[OldSecret]: ...

    async def pulse(self, now: int) -> None: ...

    def subscribe(self, told: Told) -> None:
        """Whom to tell what other processes store."""

    async def check(self) -> None:
        """StoreError if the database is not there."""

    async def close(self) -> None:
        """Finish what is under way, and let go of the database."""


def stored_row(table: str, number: int, command: str, at: int, event: str) -> EventRow:
    """A row as it was read from a database."""
    try:
        return EventRow(table, number, command, at, decode_event(event))
    except msgspec.ValidationError:
        message = N_("table {table} was written by another version of Londinium; it is kept, and opens again with that one")
        raise NotPlayableHere(message, table=table) from None
    except msgspec.DecodeError as error:
        message = N_("table {table} cannot be continued from event {number}: {problem}")
        raise BrokenTable(message, table=table, number=number, problem=str(error)) from None


def written_names(names: tuple[str, ...]) -> str:
    return msgspec.json.encode(names).decode()


def read_names(names: str) -> tuple[str, ...]:
    return msgspec.json.decode(names, type=tuple[str, ...])
