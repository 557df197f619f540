"""What a person has of their own here: matches, progress, and what is kept of them; to carry along, or to delete."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.commands import Leave, Rematch
from londinium.table.errors import InvalidCommand, NotAllowed
from londinium.table.hall.oblivion import forget
from londinium.table.hall.opened import Entered
from londinium.table.history.guests import is_named
from londinium.table.persons import is_key, new_key
from londinium.table.texts import given_name
from londinium.table.tournaments.changes import carry_tournaments
from londinium.web.http.doors import close_doors, is_program, lead_to, site_address
from londinium.web.http.reader import KEY_COOKIE, drop_seat, forget_all, keep, reader_of
from londinium.web.live.rematch import go_to_rematch
from londinium.web.pages.matches import MATCHES_ON_PAGE, continued, own_matches
from londinium.web.pages.memory import (
    adopt_seats,
    finished_seats,
    held_seat,
    holds_seats,
    new_person,
    remember_name,
    remember_seat,
    somebody,
)
from londinium.web.pages.progress import own_habits
from londinium.web.pages.templates import render
from londinium.web.pages.tournaments import own_tournaments
from londinium.web.routes.entrances import posted_secret
from londinium.web.routes.new_table import qr_code
from londinium.web.site import check_pace, site_of

CARRY_COOKIE = "carry"
CARRY_SECONDS = 600
ANALYSED_AT_ONCE = 3


class NoKey(LondiniumError):
    """A link of a person that opens nothing, or a browser that is nobody's."""

    def __init__(self) -> None:
        super().__init__(N_("this link is no longer valid: it was renewed, or everything about its owner was deleted"))


# ── The page ─────────────────────────────────────────────────────────────────


async def you(request: Request) -> Response:
    return await _page(request)


async def _page(request: Request, error: str = "", status: int = 200, link: str = "") -> Response:
    site, reader, person = site_of(request), reader_of(request), await somebody(request)
    await site.ledger.up_to_date()
    asked = request.query_params.get("page", "1")
    page = min(int(asked), 10_000) if asked.isdecimal() and len(asked) < 6 else 1
    skip = MATCHES_ON_PAGE * (max(1, page) - 1)
    matches = await own_matches(request, MATCHES_ON_PAGE + 1, skip)
    told, complete = await own_habits(request)
    facts: dict[str, Any] = {
        "person": person,
        "running": await continued(request),
        "matches": matches[:MATCHES_ON_PAGE],
        "page": max(1, page),
        "more": len(matches) > MATCHES_ON_PAGE,
        "habits": told,
        "complete": complete,
        "named": bool(reader.name) and is_named(reader.name),
        "error": error,
        "link": link,
        "qr": qr_code(link) if link else "",
        "tournaments": await own_tournaments(request),
        "finished": await site.hall.store.count_seats(person.id, finished=True) if person else 0,
        "unfinished": await site.hall.store.count_seats(person.id, finished=False) if person else 0,
    }
    return render(request, "you.html", status, **facts)


async def rename(request: Request) -> Response:
    """The name that matches to come begin with."""
    check_pace(request, "posts")
    async with request.form(max_files=0, max_fields=2) as form:
        typed = str(form.get("name", ""))
    try:
        name = given_name(typed)
    except InvalidCommand as error:
        return await _page(request, error.told(reader_of(request).words()), 422)
    response = RedirectResponse("/you", 303)
    await remember_name(response, request, name)
    return response


# ── To another browser ───────────────────────────────────────────────────────


async def show_link(request: Request) -> Response:
    """The link and its code. They are shown only on request, so that nobody sees them just by looking over a shoulder."""
    check_pace(request, "posts")
    if await somebody(request) is not None:
        key = reader_of(request).key
    elif not await holds_seats(request) or not (key := await new_person(request)):
        raise NoKey
    response = await _page(request, link=_carry_link(request, key))
    keep(response, request, **{KEY_COOKIE: key})
    return response


async def renew(request: Request) -> Response:
    """A new key: the old link no longer opens anything, and all other browsers are nobody's."""
    check_pace(request, "posts")
    person = await somebody(request)
    if person is None:
        raise NoKey
    key = new_key()
    await site_of(request).hall.store.renew_key(person.id, key)
    response = await _page(request, link=_carry_link(request, key))
    keep(response, request, **{KEY_COOKIE: key})
    return response


def _carry_link(request: Request, key: str) -> str:
    """Its secret stands where no log sees it; a program gets one that it can follow."""
    return f"{site_address(request)}carry/{'' if is_program(request) else 'me#'}{key}"


async def carry_entrance(request: Request) -> Response:
    """Somebody comes with the link, whose secret stands where no log sees it."""
    words = reader_of(request).words()
    return render(request, "enter.html", title=words.text("On another device"), action=request.url.path)


async def carry(request: Request) -> Response:
    """The link is exchanged for a cookie at once, so that no address holds the key; old ones had it in theirs."""
    check_pace(request, "posts")
    key = request.path_params.get("key") or await posted_secret(request)
    if not is_key(key) or await site_of(request).hall.store.person(key) is None:
        raise NoKey
    response = RedirectResponse("/carry", 303)
    safe: dict[str, Any] = {"httponly": True, "samesite": "lax", "secure": request.url.scheme == "https"}
    response.set_cookie(CARRY_COOKIE, key, max_age=CARRY_SECONDS, path="/carry", **safe)
    return response


async def asked_to_carry(request: Request) -> Response:
    """Whose history it is, and what becomes of this browser's own: nothing happens before somebody says so."""
    site, key = site_of(request), request.cookies.get(CARRY_COOKIE, "")
    coming = await site.hall.store.person(key) if is_key(key) else None
    if coming is None:
        raise NoKey
    own = await somebody(request)
    has_own = own.id != coming.id if own is not None else bool(reader_of(request).seats)
    facts: dict[str, Any] = {
        "coming": coming,
        "matches": await site.hall.store.count_seats(coming.id, finished=True),
        "has_own": has_own,
    }
    return render(request, "carry.html", **facts)


async def do_carry(request: Request) -> Response:
    check_pace(request, "posts")
    store, key = site_of(request).hall.store, request.cookies.get(CARRY_COOKIE, "")
    async with request.form(max_files=0, max_fields=2) as form:
        together = form.get("own") == "bring"
    coming = await store.person(key) if is_key(key) else None
    if coming is None:
        raise NoKey
    own = await somebody(request)
    if together and own is None:
        await adopt_seats(request, coming)
    elif together and own is not None and own.id != coming.id:
        await carry_tournaments(store, coming.id, own.id)
        await store.merge_persons(coming.id, own.id)
    response = RedirectResponse("/you", 303)
    request.state.somebody = coming
    keep(response, request, **{KEY_COOKIE: key})
    if not together:
        response.delete_cookie("seats")  # the seats of the person it was before
    if coming.name:
        await remember_name(response, request, coming.name)
    response.delete_cookie(CARRY_COOKIE, path="/carry")
    return response


# ── Puzzles ──────────────────────────────────────────────────────────────────


async def consent(request: Request) -> Response:
    """Whether the reader's matches may become puzzles. Everybody answers for the person their browser's key says they are."""
    check_pace(request, "posts")
    async with request.form(max_files=0, max_fields=2) as form:
        answer = form.get("agree")
    if answer not in ("yes", "no"):
        words = reader_of(request).words()
        return await _page(request, words.text("Nothing was changed: please answer yes or no."), 422)
    response = RedirectResponse("/you#puzzles", 303)
    if await somebody(request) is None:
        if not await holds_seats(request) or not (key := await new_person(request)):
            raise NoKey
        keep(response, request, **{KEY_COOKIE: key})
    person = await somebody(request)
    assert person is not None
    await site_of(request).hall.store.keep_consent(person.id, agrees=answer == "yes")
    return response


# ── Deleting ─────────────────────────────────────────────────────────────────


async def delete(request: Request) -> Response:
    """Everything about a person, if they said twice that they want it."""
    check_pace(request, "posts")
    async with request.form(max_files=0, max_fields=2) as form:
        sure = form.get("sure") == "yes"
    if not sure:
        words = reader_of(request).words()
        return await _page(request, words.text("Nothing was deleted: please tick the box first."), 422)
    if (person := await somebody(request)) is not None:
        await forget(site_of(request).hall, person)
    response = RedirectResponse("/", 303)
    forget_all(response, request)
    close_doors(response, request)
    return response


# ── Single matches ───────────────────────────────────────────────────────────


async def _entered(request: Request) -> tuple[Entered, str]:
    """The seat whose link a form names."""
    check_pace(request, "posts")
    async with request.form(max_files=0, max_fields=3) as form:
        token = str(form.get("seat", ""))
    entered = await site_of(request).hall.enter_seated(token)
    if entered.seat is None:
        raise NotAllowed(N_("only those seated at the table can do this"))
    return entered, token


async def dismiss(request: Request) -> Response:
    """Take a match off the list; opening its link again brings it back."""
    _, token = await _entered(request)
    return await _hidden(request, token)


async def give_up(request: Request) -> Response:
    """A bot plays on, if there is anybody to play with, and the match is off the list."""
    entered, token = await _entered(request)
    table, seat = entered.table, entered.seat
    assert seat is not None
    if not table.is_over and not table.settings.is_without_help and table.seats[seat].bot is None:
        await site_of(request).hall.command(table.id, seat, Leave(secrets.token_hex(8)))
    return await _hidden(request, token)


async def _hidden(request: Request, token: str) -> Response:
    response = RedirectResponse("/", 303)
    drop_seat(response, request, reader_of(request), token)
    person, seat = await somebody(request), held_seat(request, token)
    if person is not None and seat is not None:
        hall = site_of(request).hall
        await hall.store.keep_person_seats(person.id, [msgspec.structs.replace(seat, hidden=True)], hall.now())
    return response


async def play_again(request: Request) -> Response:
    """A rematch of a finished match, or the way to the one that was opened already."""
    entered, _ = await _entered(request)
    hall, seat = site_of(request).hall, entered.seat
    assert seat is not None
    if entered.table.rematch is None:
        await hall.command(entered.table.id, seat, Rematch(secrets.token_hex(8)))
    token = await go_to_rematch(hall, entered.table, seat)
    response = lead_to(request, token)
    await remember_seat(response, request, token)
    return response


async def analyse_more(request: Request) -> Response:
    """Begin to analyse the last matches that nobody has analysed, a few at a time."""
    check_pace(request, "tables")
    site, begun = site_of(request), 0
    for seat in await finished_seats(request, MATCHES_ON_PAGE):
        if begun < ANALYSED_AT_ONCE and (await site.analyses.progress(seat.table, seat.table)).state == "none":
            try:
                table = await site.hall.open(seat.table)
            except LondiniumError:
                continue  # closed, or it can no longer be read
            await site.analyses.start(table.id, table.match.record, table.settings.box, table.id)
            begun += 1
    return RedirectResponse("/you#mistakes", 303)
