"""Opening a table: at once against bots, or with the form; and the page with the links for friends."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.contracts.workshop import workshop_of
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_
from londinium.look.seats import letters
from londinium.table.errors import BadLink
from londinium.table.links import Claim
from londinium.table.settings import PERSON, TableSettings
from londinium.table.table import Table
from londinium.table.texts import GUEST
from londinium.web.http.doors import (
    invitations_address,
    invitations_kept,
    is_program,
    keep_invitations,
    lead_to,
    shared_link,
)
from londinium.web.http.reader import BETWEEN, clean_name, reader_of
from londinium.web.live.people import free_names, status
from londinium.web.live.seats import own_link, sit_down
from londinium.web.pages.forms import OTHERS, NewTable, clock_choices, option_fields
from londinium.web.pages.memory import NoKeyHere, remember_seat
from londinium.web.pages.opponents import opponents, what_is_unlearnt
from londinium.web.pages.quick import chosen, last_choice, remember
from londinium.web.pages.strange_boxes import box_sent_with
from londinium.web.pages.templates import page_part, render
from londinium.web.site import check_pace, site_of

SOLITUDE, BOTS = "alone", "bots"
COMPANY = {
    SOLITUDE: N_("Play alone"),
    BOTS: N_("Against bots"),
    "friends": N_("Play with friends"),
    OTHERS: N_("Play with others"),
}


async def play_now(request: Request) -> Response:
    """A table against bots, with the first seat for the person who clicked."""
    check_pace(request, "tables")
    game = find_game(request.path_params["game"])
    hall = site_of(request).hall
    async with request.form(max_files=0, max_fields=6) as form:
        wish, name = chosen(request, game, form), name_to_play_with(request, form.get("name"))
        box = await box_sent_with(request, game, form)
    settings = TableSettings(game.slug, (PERSON, *wish.bots), (name, *free_names(wish.seats - 1, [name])), box=box)
    table = await hall.create(settings)
    await sit_down(hall, table, 0, name)
    response = lead_to(request, hall.token(table, 0))
    remember(response, request, game, wish)
    await remember_seat(response, request, hall.token(table, 0), name)
    return response


def name_to_play_with(request: Request, typed: object) -> str:
    """The name that was asked for with a first match, or given before; somebody who gives none is a guest."""
    reader = reader_of(request)
    return (clean_name(typed) if isinstance(typed, str) else "") or reader.name or reader.words().text(GUEST)


async def new_table(request: Request) -> Response:
    game = find_game(request.path_params["game"])
    known = _company(request, game)
    company = request.query_params.get("with", "" if OTHERS in known else BOTS)
    if company in COMPANY and company not in known:
        company = BOTS
    form = NewTable.fresh(game, reader_of(request).name, company, last_choice(request, game))
    if (box := await box_sent_with(request, game, request.query_params)) is not None:
        form.box_name, form.box_text = box.name, box.text
    return _form(request, form)


def _company(request: Request, game: Game) -> dict[str, str]:
    """The opponents to choose from here."""
    meets = site_of(request).place.meets
    possible = {SOLITUDE: 1 in game.seats, BOTS: True}
    return {name: label for name, label in COMPANY.items() if possible.get(name, meets)}


def _form(request: Request, form: NewTable, status: int = 200) -> Response:
    words = reader_of(request).words(form.game)
    errors = {place: error.told(words) for place, error in form.errors.items()}
    facts: dict[str, Any] = {
        "form": form,
        "options": option_fields(form.game, words),
        "clocks": clock_choices(words),
        "opponents": opponents(form.game, words),
        "unlearnt": what_is_unlearnt(form.game, words),
        "presets": [(name, words.text(label)) for name, label in _company(request, form.game).items()],
        "errors": errors,
        "has_workshop": workshop_of(form.game) is not None,
        "with_box": urlencode({name: value for name, value in request.query_params.items() if name in ("box", "box_name")}),
    }
    return render(request, "new.html", status, form.game, **facts)


async def create_table(request: Request) -> Response:
    check_pace(request, "posts")
    game = find_game(request.path_params["game"])
    async with request.form(max_files=1, max_fields=60, max_part_size=100_000) as sent:
        form = await NewTable.read(game, sent)
    words = reader_of(request).words()
    settings = await site_of(request).readings.read(lambda: form.settings(words))
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
    response = lead_to(request, tokens[0]) if alone else show_invitations(request, tokens)
    if own is not None:
        await remember_seat(response, request, hall.token(table, own), form.own_name)
    return response


def show_invitations(request: Request, tokens: list[str]) -> Response:
    """To the page with the links; the browser keeps them, and finds them again from the table."""
    table = tokens[0].split(".")[0]
    address = f"/invite/{BETWEEN.join(tokens)}" if is_program(request) else invitations_address(table)
    return keep_invitations(RedirectResponse(address, 303), request, tokens)


async def invite(request: Request) -> Response:
    """The links for friends. Anybody who can open this page has all of them already: its cookie holds them."""
    claims = _claims(request)
    if "tokens" in request.path_params and not is_program(request):
        return show_invitations(request, _tokens(request))
    hall, table = site_of(request).hall, await site_of(request).hall.open(claims[0].table)
    rows = [await _invitation(request, table, claim, token) for claim, token in zip(claims, _tokens(request), strict=True)]
    # Somebody with the links of all seats may have the one that stands for them; with the link of one seat, nobody gets the
    # others.
    everybody = {seat for seat, kind in enumerate(table.settings.kinds) if kind == PERSON} <= {claim.seat for claim in claims}
    link = shared_link(request, hall.links.free_token(table.id)) if everybody else ""
    facts: dict[str, Any] = {
        "rows": rows,
        "link": link,
        "qr": qr_code(link) if link else "",
        "mine": next((row["mine"] for row in rows if row["mine"]), ""),
        "watch": shared_link(request, hall.token(table, None)),
        "local": is_local(request.url.hostname or ""),
        **_who_came(request, table, rows),
    }
    return render(request, "invite.html", game=table.match.game, **facts)


async def invited_seats(request: Request) -> Response:
    """Who has come by now, for the page of the links. Anybody looking at it waits for the others, and counts as present."""
    claims, hall = _claims(request), site_of(request).hall
    table = await hall.open(claims[0].table)
    rows = [await _invitation(request, table, claim, token) for claim, token in zip(claims, _tokens(request), strict=True)]
    for row in rows:
        if row["mine"]:
            await hall.visitors.seen(table.id, row["seat"])
    return page_part(request, "invited.html", **_who_came(request, table, rows))


def _tokens(request: Request) -> list[str]:
    if "tokens" in request.path_params:
        return str(request.path_params["tokens"]).split(BETWEEN)[:8]
    if not (tokens := invitations_kept(request, request.path_params["table"])):
        raise NoKeyHere
    return tokens


def _claims(request: Request) -> list[Claim]:
    """The seats that an address of invitations names; they are of one table."""
    claims = [site_of(request).hall.links.read(token) for token in _tokens(request)]
    if any(claim.seat is None or claim.table != claims[0].table for claim in claims):
        raise BadLink(N_("this link is not valid; ask for a new one"))
    return claims


def _who_came(request: Request, table: Table, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Every seat with whether somebody has come to it."""
    words, there = reader_of(request).words(), site_of(request).hall.visitors.attendance(table)
    mine = {row["seat"] for row in rows if row["mine"]}
    people = [
        {
            "seat": seat,
            "name": name,
            "mine": seat in mine,
            "present": table.seats[seat].joined,
            "status": words.text("here") if seat in mine else status(table, seat, there, words),
        }
        for seat, name in enumerate(table.names)
    ]
    return {"table": table, "people": people, "signs": letters(table.names), "free": len(table.free_seats())}


async def _invitation(request: Request, table: Table, claim: Claim, token: str) -> dict[str, Any]:
    """A seat with its link, as long as nobody has sat down with it."""
    mine = await own_link(site_of(request).hall, reader_of(request), claim)
    assert claim.seat is not None
    state = table.seats[claim.seat]
    is_open = not mine and not state.joined and claim.renewal == state.renewal
    link = shared_link(request, token)
    picture = qr_code(link) if is_open else ""
    return {"seat": claim.seat, "name": state.name, "mine": mine, "is_open": is_open, "link": link, "qr": picture}


def qr_code(link: str) -> str:
    """A picture that a phone can read, as SVG."""
    import segno  # nobody is invited where there is no server, so it is not there

    return segno.make(link, error="m").svg_inline(scale=4, border=3, dark="#1b1712", light="#ffffff", omitsize=True)


def is_local(host: str) -> bool:
    """Whether an address is one that only this machine knows."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
