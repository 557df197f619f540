"""Coming to a seat: an invitation works once, and sitting down earns a link that nobody else has seen."""

from __future__ import annotations

import contextlib
import re
import secrets
from itertools import islice

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import Language
from londinium.table.commands import Join
from londinium.table.decisions import key
from londinium.table.errors import BadLink, NotAllowed
from londinium.table.events import Event, Forgotten, Joined, LinkRenewed
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
    """Take a seat at a table of the player's own, to which nobody needs a link."""
    await hall.command(table.id, seat, Join(secrets.token_hex(8), name))


async def arrive(hall: Hall, token: str, name: str, mark: str) -> str:
    """Sit down with a name; the token that opens the seat from now on. BadLink if somebody else was quicker.

    Somebody who comes for the first time gets a new one, so that the invitation, which others may have read, no longer opens
    anything.
    """
    mark = mark if ONCE.fullmatch(mark) else new_mark()
    claim = hall.links.read(token)
    table, seat = await hall.open(claim.table), claim.seat
    if seat is None:
        return token
    if table.applied(key(seat, Join(f"{mark}-sit", name))) is None or table.renewal(seat) != claim.renewal + 1:
        await hall.enter(token)
        await hall.arrive(table.id, seat, claim.renewal, name, mark)
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
        message = N_(
            "a tournament table can be watched only when the tournament is over: others may still be playing the same cards"
        )
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


async def why_void(hall: Hall, token: str, words: Language) -> str:
    """What became of a link that opens nothing any longer, kindly; nothing if it never was one of ours."""
    try:
        claim = hall.links.read(token)
        table = await hall.open(claim.table)
    except LondiniumError:
        return ""
    if claim.seat is None:
        return ""
    event = replaced_by(table, claim.seat, claim.renewal)
    if isinstance(event, LinkRenewed) and event.by is not None:
        return words.text(
            "{host}, who opened this table, has made a new link for this seat while its player was away. Ask {host} for it. What "
            "lay face down at the seat was not shown to anybody, and is chosen again.",
            host=table.names[event.by],
        )
    if isinstance(event, LinkRenewed):
        return words.text(
            "Whoever sits there has made a new link. If that was you, come back with the browser you used then, or with the new "
            "link."
        )
    return words.text(
        "An invitation works only once: the first person to use it gets a link of their own. If that was "
        "you, come back with the browser you used then, or with your own link from the menu of the table."
    )


def replaced_by(table: Table, seat: int, renewal: int) -> Event | None:
    """The event that made a link of a seat void."""
    renewals = (
        row.event
        for row in table.rows
        if (isinstance(row.event, LinkRenewed | Forgotten) or (isinstance(row.event, Joined) and row.event.renews))
        and row.event.seat == seat
    )
    return next(islice(renewals, renewal, None), None)
