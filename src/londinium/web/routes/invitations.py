"""The one link for all free seats of a table: opening it takes the next; if none is left, a page says what else to do."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from londinium.look.seats import letters
from londinium.table.errors import InvalidCommand, NoFreeSeat
from londinium.table.table import Table
from londinium.web.http.doors import lead_to, shared_link
from londinium.web.http.reader import clean_name, reader_of
from londinium.web.live.seats import new_mark, seat_held_at, take_free_seat
from londinium.web.pages.cards import invitation_card, present_names
from londinium.web.pages.first_lesson import lesson_address, lesson_for
from londinium.web.pages.memory import remember_seat, token_of
from londinium.web.pages.templates import render
from londinium.web.site import check_pace, site_of


async def join_page(request: Request) -> Response:
    """A name, and sit down. Somebody already sitting there is led to their seat."""
    hall = site_of(request).hall
    table = await hall.open(hall.links.read_free(await token_of(request)))
    if (held := await seat_held_at(hall, reader_of(request), table.id)) is not None:
        return lead_to(request, held)
    if not table.free_seats():
        return full_page(request, table, invited=True)
    return await _join_form(request, table, reader_of(request).name)


async def _join_form(request: Request, table: Table, name: str, error: str = "", status: int = 200) -> Response:
    facts: dict[str, Any] = {"table": table, "seat": table.free_seats()[0], "signs": letters(table.names), "name": name}
    facts |= {
        "error": error,
        "once": new_mark(),
        "board": "",
        "action": request.url.path,
        "card": invitation_card(request, table),
    }
    facts |= {"present": present_names(table), "lesson": await lesson_for(request, table.match.game)}
    return render(request, "join.html", status, table.match.game, **facts)


async def do_join(request: Request) -> Response:
    """Sit down on the next free seat."""
    check_pace(request, "posts")
    hall, reader = site_of(request).hall, reader_of(request)
    table = await hall.open(hall.links.read_free(await token_of(request)))
    async with request.form(max_files=0, max_fields=5) as form:
        name, mark, learns = str(form.get("name", "")), str(form.get("once", "")), "learn" in form
    if (held := await seat_held_at(hall, reader, table.id)) is not None:
        return lead_to(request, held)
    try:
        token = await take_free_seat(hall, table, name, mark, invited=True)
    except NoFreeSeat:
        return full_page(request, table, invited=True)
    except InvalidCommand as error:
        return await _join_form(request, table, name[:100], error.told(reader.words()), 422)
    response = lead_to(request, token, instead=lesson_address(table) if learns else "")
    await remember_seat(response, request, token, clean_name(name))
    return response


def full_page(request: Request, table: Table, *, invited: bool) -> Response:
    """Everybody has come: the visitor may watch, if invited or if everybody may, or play elsewhere."""
    hall = site_of(request).hall
    welcome = (invited or table.settings.public) and not table.is_over
    watch = shared_link(request, hall.token(table, None)) if welcome else ""
    return render(request, "full.html", 410, table.match.game, table=table, watch=watch, present=present_names(table))
