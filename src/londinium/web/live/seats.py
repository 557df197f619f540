"""Coming to a seat: an invitation works once, and whoever sits down gets a link that nobody else has seen."""

from __future__ import annotations

import contextlib
import re
import secrets

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.commands import Join, RenewLink
from londinium.table.decisions import key
from londinium.table.errors import BadLink, NotAllowed
from londinium.table.hall.hall import Hall
from londinium.table.hall.opened import Entered
from londinium.table.links import Claim
from londinium.table.table import Table
from londinium.web.http.reader import Reader

ONCE = re.compile(r"[A-Za-z0-9]{8,40}")
"""What marks one form: sent twice, by a double click or a reload, it has the effect of one."""


def new_mark() -> str:
    return secrets.token_hex(8)


async def sit_down(hall: Hall, table: Table, seat: int, name: str) -> None:
    """Take a seat at a table of one's own, to which nobody needs a link."""
    await hall.command(table.id, seat, Join(secrets.token_hex(8), name))


async def arrive(hall: Hall, token: str, name: str, mark: str) -> str:
    """Sit down with a name; the token that opens the seat from now on. BadLink if somebody else was quicker.

    Whoever comes for the first time gets a new one, so that the invitation, which others may have read, opens nothing any more.
    """
    mark = mark if ONCE.fullmatch(mark) else new_mark()
    claim = hall.links.read(token)
    table, seat = await hall.open(claim.table), claim.seat
    if seat is None:
        return token
    sit, renew = Join(f"{mark}-sit", name), RenewLink(f"{mark}-own")
    if table.applied(key(seat, renew)) is not None and table.seats[seat].renewal == claim.renewal + 1:
        return hall.token(table, seat)
    await hall.enter(token)
    # The second half of this is made up for if the server stopped between the two.
    first = not table.seats[seat].joined or table.applied(key(seat, sit)) is not None
    await hall.command(table.id, seat, sit)
    if first:
        await hall.command(table.id, seat, renew)
    return hall.token(table, seat)


async def take_free_seat(hall: Hall, table: Table, name: str, mark: str, *, invited: bool) -> str:
    """Sit down on the next free seat; the token that opens it. NoFreeSeat if others were quicker."""
    seat = await hall.take_seat(table.id, name, mark if ONCE.fullmatch(mark) else new_mark(), invited=invited)
    return hall.token(table, seat)


async def seat_held_at(hall: Hall, reader: Reader, table: str) -> str | None:
    """The link to a seat of a table that this browser holds, if it still opens it."""
    for token in reader.seats:
        with contextlib.suppress(LondiniumError):
            if hall.links.read(token).table == table and (await hall.enter(token)).seat is not None:
                return token
    return None


async def sat_before(hall: Hall, reader: Reader, table: Table, seat: int) -> bool:
    """Whether this browser held the same seat in the match of which a table is the rematch: then there is nothing to ask."""
    for token in reader.seats if table.settings.kept else ():
        with contextlib.suppress(LondiniumError):
            held = await hall.enter(token)
            if (held.table.rematch, held.seat) == (table.id, seat):
                return True
    return False


async def check_spectator(hall: Hall, entered: Entered) -> None:
    """NotAllowed if somebody who only watches would see cards that others still have to play."""
    of = entered.table.settings.tournament
    if entered.seat is not None or of is None:
        return
    it = await hall.store.tournament(of.id)
    if it is not None and not it.is_over(hall.now()):
        message = N_("a table of a tournament can be watched when the tournament is over: others may still play the same cards")
        raise NotAllowed(message)


async def own_link(hall: Hall, reader: Reader, claim: Claim) -> str | None:
    """The link to a seat that this browser holds, if it still opens it."""
    for token in reader.seats:
        with contextlib.suppress(LondiniumError):
            held = hall.links.read(token)
            if (held.table, held.seat) == (claim.table, claim.seat):
                await hall.enter(token)
                return token
    return None


async def newer_link(hall: Hall, reader: Reader, token: str) -> str | None:
    """For a link that was replaced: the one this browser holds instead, as after going back to an invitation."""
    try:
        claim = hall.links.read(token)
    except BadLink:
        return None
    return await own_link(hall, reader, claim) if claim.seat is not None else None


def is_used_up(hall: Hall, token: str) -> bool:
    """Whether a link that opens nothing was one of ours."""
    try:
        return hall.links.read(token).seat is not None
    except BadLink:
        return False
