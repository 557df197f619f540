"""Deleting everything about a person: their name, their words, their seats, and the tables at which nobody else sat."""

from __future__ import annotations

import logging
import secrets

import msgspec

from londinium.table.commands import Leave
from londinium.table.errors import BrokenTable, ClosedTable
from londinium.table.events import Event, Forgotten, Joined, LinkRenewed, Opened, Said, encode_event
from londinium.table.hall.hall import Hall
from londinium.table.persons import PersonSeat, Somebody
from londinium.table.settings import PERSON
from londinium.table.texts import GUEST
from londinium.table.tournaments.changes import forget_in_tournaments

_log = logging.getLogger(__name__)

NO_WORDS = "…"


async def forget(hall: Hall, person: Somebody) -> None:
    """Delete what is known of somebody. If it is interrupted, it can be asked for again: they themselves go last."""
    for held in await hall.store.every_seat(person.id):
        await _leave(hall, held)
    await forget_in_tournaments(hall.store, person.id)
    await hall.store.drop_person(person.id)


async def _leave(hall: Hall, held: PersonSeat) -> None:
    """Take somebody from a seat, if it is still theirs."""
    rows = await hall.store.rows(held.table)
    if not rows or sum(renews(row.event, held.seat) for row in rows) != held.renewal:
        return
    opened = rows[0].event
    assert isinstance(opened, Opened)
    if all(kind != PERSON or seat == held.seat for seat, kind in enumerate(opened.settings.kinds)):
        await hall.discard(held.table)
        return
    try:
        await _hand_over(hall, held)
    except (BrokenTable, ClosedTable) as error:
        _log.warning("a name is only taken out of the events: %s", error)
    for row in rows:
        if (event := without(row.event, held.seat)) != row.event:
            await hall.store.rewrite_event(held.table, row.number, encode_event(event))
    await hall.store.forget_readings(held.table, held.seat, GUEST)


async def _hand_over(hall: Hall, held: PersonSeat) -> None:
    """A bot plays on; everybody at the table is told that a guest sat there."""
    table = await hall.open(held.table)
    if not table.is_over and table.seats[held.seat].bot is None:
        await hall.command(table.id, held.seat, Leave(secrets.token_hex(8)))
    await hall.forget_seat(table.id, held.seat)


def renews(event: Event, seat: int) -> bool:
    """Whether an event made the link of a seat void."""
    match event:
        case Joined(of, _, renewed):
            return renewed and of == seat
        case LinkRenewed(of) | Forgotten(of):
            return of == seat
    return False


def without(event: Event, seat: int) -> Event:
    """An event without the name and the words of the player who sat in a seat."""
    match event:
        case Opened(settings):
            names = tuple(GUEST if other == seat else name for other, name in enumerate(settings.names))
            return msgspec.structs.replace(event, settings=msgspec.structs.replace(settings, names=names))
        case Joined(of) if of == seat:
            return msgspec.structs.replace(event, name=GUEST)
        case Said(of) if of == seat:
            return Said(of, GUEST, NO_WORDS)
    return event
