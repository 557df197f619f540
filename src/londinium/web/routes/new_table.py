"""Opening a table: at once against bots, or with the form; and the page with the links for friends."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_
from londinium.look.seats import letters
from londinium.table.errors import BadLink
from londinium.table.links import Claim
from londinium.table.settings import PERSON, TableSettings
from londinium.table.table import Table
from londinium.table.texts import GUEST
from londinium.web.http.reader import BETWEEN, clean_name, keep, reader_of
from londinium.web.live.people import free_names
from londinium.web.live.seats import own_link, sit_down
from londinium.web.pages.forms import NewTable, clock_choices, option_fields
from londinium.web.pages.memory import remember_seat
from londinium.web.pages.opponents import opponents
from londinium.web.pages.quick import chosen, last_choice, remember
from londinium.web.pages.templates import render
from londinium.web.site import check_pace, site_of

SOLITUDE = "alone"
COMPANY = {SOLITUDE: N_("Play alone"), "bots": N_("Against bots"), "friends": N_("Play with friends")}


async def play_now(request: Request) -> Response:
    """A table against bots, with the first seat for whoever clicked."""
    check_pace(request, "tables")
    game = find_game(request.path_params["game"])
    hall = site_of(request).hall
    async with request.form(max_files=0, max_fields=4) as form:
        wish, name = chosen(request, game, form), name_to_play_with(request, form.get("name"))
    settings = TableSettings(game.slug, (PERSON, *wish.bots), (name, *free_names(wish.seats - 1, [name])))
    table = await hall.create(settings)
    await sit_down(hall, table, 0, name)
    response = RedirectResponse(f"/t/{hall.token(table, 0)}", 303)
    remember(response, request, game, wish)
    await remember_seat(response, request, hall.token(table, 0), name)
    return response


def name_to_play_with(request: Request, typed: object) -> str:
    """The name that was asked for with a first match, or given before; whoever gives none is a guest."""
    reader = reader_of(request)
    return (clean_name(typed) if isinstance(typed, str) else "") or reader.name or reader.words().text(GUEST)


async def new_table(request: Request) -> Response:
    game = find_game(request.path_params["game"])
    company = request.query_params.get("with", "")
    return _form(request, NewTable.fresh(game, reader_of(request).name, company, last_choice(request, game)))


def _form(request: Request, form: NewTable, status: int = 200) -> Response:
    words = reader_of(request).words(form.game)
    errors = {place: error.told(words) for place, error in form.errors.items()}
    facts: dict[str, Any] = {
        "form": form,
        "options": option_fields(form.game, words),
        "clocks": clock_choices(words),
        "opponents": opponents(form.game, words),
        "presets": [(name, words.text(label)) for name, label in COMPANY.items() if name != SOLITUDE or 1 in form.game.seats],
        "errors": errors,
    }
    return render(request, "new.html", status, form.game, **facts)


async def create_table(request: Request) -> Response:
    game = find_game(request.path_params["game"])
    async with request.form(max_files=1, max_fields=60, max_part_size=100_000) as sent:
        form = await NewTable.read(game, sent)
    settings = form.settings(reader_of(request).words())
    if settings is None:
        return _form(request, form, 422)
    check_pace(request, "tables")
    hall, own = site_of(request).hall, form.own_seat
    table = await hall.create(settings)
    if own is not None:
        name = settings.names[own]
        await sit_down(hall, table, own, name)
    persons = [seat for seat, kind in enumerate(settings.kinds) if kind == PERSON]
    tokens = [hall.token(table, seat) for seat in persons]
    alone = own is not None and len(persons) == 1
    response = RedirectResponse(f"/t/{tokens[0]}" if alone else f"/invite/{BETWEEN.join(tokens)}", 303)
    if own is not None:
        mine = hall.token(table, own)
        await remember_seat(response, request, mine, form.own_name)
        # Whoever opened the table finds the friends' links again from their own seat, and from nowhere else.
        keep(response, request, f"/t/{mine}", invite=BETWEEN.join(tokens))
    return response


async def invite(request: Request) -> Response:
    """The links for friends. Whoever can open this page has all of them already: they are its address."""
    hall = site_of(request).hall
    rows = []
    for token in request.path_params["tokens"].split(BETWEEN)[:8]:
        claim = hall.links.read(token)
        table = await hall.open(claim.table)
        if claim.seat is not None:
            rows.append(await _invitation(request, table, claim, token))
    if not rows:
        raise BadLink(N_("this link opens nothing; ask for a new one"))
    return render(
        request,
        "invite.html",
        game=table.match.game,
        rows=rows,
        table=table,
        watch=f"{request.base_url}t/{hall.token(table, None)}",
        signs=letters(table.names),
        local=is_local(request.url.hostname or ""),
    )


async def _invitation(request: Request, table: Table, claim: Claim, token: str) -> dict[str, Any]:
    """A seat with its link, as long as nobody has sat down with it."""
    mine = await own_link(site_of(request).hall, reader_of(request), claim)
    assert claim.seat is not None
    state = table.seats[claim.seat]
    is_open = not mine and not state.joined and claim.renewal == state.renewal
    link = f"{request.base_url}t/{token}"
    picture = qr_code(link) if is_open else ""
    return {"seat": claim.seat, "name": state.name, "mine": mine, "is_open": is_open, "link": link, "qr": picture}


def qr_code(link: str) -> str:
    """A picture that a phone can read, as SVG."""
    return segno.make(link, error="m").svg_inline(scale=4, border=3, dark="#1b1712", light="#ffffff", omitsize=True)


def is_local(host: str) -> bool:
    """Whether an address is one that only this machine knows."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
