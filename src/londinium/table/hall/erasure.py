"""Erasing a name: wherever it stands, a guest was there. The host does it for somebody who cannot, or will not, do it themselves.

Who deletes what is about them (`oblivion.py`) is known by their key. Here only a name is known, as names are compared, so
everybody who was called that becomes a guest; their matches stay, and their seats. Whoever gives the name again has it again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from londinium.table.events import Event, Joined, Opened, Said, encode_event
from londinium.table.hall.oblivion import NO_WORDS
from londinium.table.history.daily import name_key
from londinium.table.store.base import Store
from londinium.table.texts import GUEST
from londinium.table.tournaments.changes import change
from londinium.table.tournaments.tournament import Tournament


class Erased(msgspec.Struct, frozen=True):
    """Where a name stood."""

    tables: tuple[str, ...] = ()
    lines: int = 0
    """Of chat, under the name or with it."""
    persons: int = 0
    tournaments: int = 0


async def erase_name(store: Store, name: str, now: int, *, mentions: bool = False, dry_run: bool = False) -> Erased:
    """Take a name out of everything that is stored; with `mentions` also out of what others have said."""
    key, tables, lines = name_key(name), list[str](), 0
    mentioned = re.compile(rf"(?<!\w){re.escape(' '.join(name.split()))}(?!\w)", re.IGNORECASE) if mentions else None
    async for some in store.every_table():
        changes: dict[str, list[tuple[int, Event, Event]]] = {}
        for table, number, event in await store.named_events(some):
            if (rest := without_name(event, key, mentioned)) != event:
                changes.setdefault(table, []).append((number, event, rest))
        for table, found in changes.items():
            tables.append(table)
            lines += sum(isinstance(event, Said) for _, event, _ in found)
            if not dry_run:
                await _rewrite(store, table, key, found)
                await store.notice("table", now, table)
    persons = await _erase_persons(store, key, dry_run=dry_run)
    return Erased(tuple(tables), lines, persons, await _erase_entrants(store, key, dry_run=dry_run))


def without_name(event: Event, key: str, mentioned: re.Pattern[str] | None = None) -> Event:
    """An event in which nobody is called that."""
    match event:
        case Opened(settings) if any(name_key(name) == key for name in settings.names):
            return msgspec.structs.replace(event, settings=msgspec.structs.replace(settings, names=_guests(settings.names, key)))
        case Joined(_, name) if name_key(name) == key:
            return msgspec.structs.replace(event, name=GUEST)
        case Said(seat, name) if name_key(name) == key:
            return Said(seat, GUEST, NO_WORDS)
        case Said(seat, name, text) if mentioned is not None and mentioned.search(text):
            return Said(seat, name, mentioned.sub(NO_WORDS, text))
    return event


def _guests(names: Sequence[str], key: str) -> tuple[str, ...]:
    return tuple(GUEST if name_key(name) == key else name for name in names)


async def _rewrite(store: Store, table: str, key: str, found: Sequence[tuple[int, Event, Event]]) -> None:
    """Rewrite events, the list of tables, and what was made from them."""
    for number, _, rest in found:
        await store.rewrite_event(table, number, encode_event(rest))
    seats = set[int]()
    for _, event, _ in found:
        match event:
            case Opened(settings):
                seats |= {seat for seat, name in enumerate(settings.names) if name_key(name) == key}
            case Joined(seat):
                seats.add(seat)
    for seat in seats:
        await store.forget_readings(table, seat, GUEST)
    await store.list_under(table, _guests(await store.listed_names(table), key))


async def _erase_persons(store: Store, key: str, *, dry_run: bool) -> int:
    """Those who hold a key of theirs keep it, and what they have played; they have no name."""
    found = [person async for person, name in store.every_person() if name_key(name) == key]
    for person in () if dry_run else found:
        await store.rename_person(person, "")
    return len(found)


async def _erase_entrants(store: Store, key: str, *, dry_run: bool) -> int:
    def unnamed(it: Tournament) -> Tournament:
        entrants = (msgspec.structs.replace(one, name=GUEST) if name_key(one.name) == key else one for one in it.entrants)
        return msgspec.structs.replace(it, entrants=tuple(entrants))

    found = [it.id async for it in store.every_tournament() if unnamed(it) != it]
    for id in () if dry_run else found:
        await change(store, id, unnamed)
    return len(found)
