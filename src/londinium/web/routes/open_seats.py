"""Playing with strangers: free seats at tables that look for players, and waiting for others who want the same."""

from __future__ import annotations

import contextlib
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import LondiniumError
from londinium.table.commands import Seek
from londinium.table.errors import NoFreeSeat
from londinium.table.hall.company import meeting_kind, only_waits, seeking
from londinium.table.hall.opened import Entered
from londinium.table.hall.thinkers import DEFAULT_BOT
from londinium.table.settings import PERSON, TableSettings
from londinium.table.table import Table
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.doors import here, lead_to, opened, seat_address, shared_link
from londinium.web.http.reader import clean_name, drop_seat, reader_of
from londinium.web.live.people import free_names
from londinium.web.live.seats import check_spectator, new_mark, seat_held_at, sit_down, take_free_seat
from londinium.web.pages.memory import remember_seat, token_of
from londinium.web.pages.templates import page_part, render, shown_games
from londinium.web.pages.wishes import TEMPI, MatchWish, can_meet, pace_words, setting_words, variant_words
from londinium.web.routes.invitations import full_page
from londinium.web.routes.new_table import name_to_play_with
from londinium.web.site import check_pace, site_of

BOT_AFTER = 25 * 1000
"""Milliseconds of waiting after which a bot is offered; the person waiting decides."""


# ── The list ─────────────────────────────────────────────────────────────────


async def open_seats(request: Request) -> Response:
    """Tables that look for players, and what there is to wait for."""
    words = reader_of(request).words()
    games = [game for game in shown_games() if can_meet(game)]
    facts: dict[str, Any] = {
        "games": games,
        "variants": {game.slug: _variants(request, game) for game in games},
        "tempi": {name: words.text(label) for name, label in TEMPI.items()},
        **await _listed(request),
    }
    return render(request, "seats.html", **facts)


async def open_seats_now(request: Request) -> Response:
    """The part of that page which changes."""
    return page_part(request, "seats_now.html", **await _listed(request))


def _variants(request: Request, game: Game) -> list[tuple[str, str]]:
    words = reader_of(request).words(game)
    return [(variant, variant_words(game, variant, words)) for variant in game.variants]


async def _listed(request: Request) -> dict[str, Any]:
    """Every table on the list but the reader's own, and how many wait for what."""
    hall, reader, rows = site_of(request).hall, reader_of(request), []
    for table in reversed(await seeking(hall)):
        game = table.match.game
        words = reader.words(game)
        held = await seat_held_at(hall, reader, table.id)
        names = [state.name for state in table.seats if state.joined or state.bot is not None]
        rows.append(
            {
                "table": table.id,
                "title": game.title,
                "setting": setting_words(table.settings, game, words),
                "pace": pace_words(table.settings, words),
                "names": names,
                "free": len(table.free_seats()),
                "waits": only_waits(table) and not held,
                "mine": f"{seat_address(request, held)}{'/wait' if only_waits(table) else ''}" if held else "",
            }
        )
    return {"rows": rows, "waiting": sum(row["waits"] for row in rows)}


async def thumbnail(request: Request) -> Response:
    """A small picture of a table on the list, as a spectator sees it from the place of the person who opened it."""
    table = await site_of(request).hall.open(request.path_params["table"])
    if not (table.seeks or table.settings.public):
        raise NoSuchPage
    await check_spectator(site_of(request).hall, Entered(table, None))
    scheme = "dark" if request.query_params.get("scheme") == "dark" else "light"
    reader, match, names, seat = reader_of(request), table.match.copy(), table.names, table.settings.host or 0

    def draw() -> bytes:
        scene = Scene(reader.words(match.game), names)
        return match.game.drawing.thumbnail(match.view(None, refusals=False, offers=False), scene, seat, scheme).encode()

    svg = await site_of(request).replays.kept(("seen", table.id, table.number, names, reader.code, scheme), draw)
    return Response(svg, media_type="image/svg+xml")


async def take_seat(request: Request) -> Response:
    """Sit down at a table of the list, with one tap."""
    check_pace(request, "posts")
    hall = site_of(request).hall
    async with request.form(max_files=0, max_fields=40) as form:
        wanted = str(form.get("table", ""))
        name = name_to_play_with(request, form.get("name"))
    table = await hall.open(wanted)
    if (held := await seat_held_at(hall, reader_of(request), table.id)) is not None:
        return lead_to(request, held)
    try:
        token = await take_free_seat(hall, table, name, new_mark(), invited=False)
    except NoFreeSeat:
        return full_page(request, table, invited=False)
    response = lead_to(request, token)
    await remember_seat(response, request, token, clean_name(name))
    return response


# ── Waiting for somebody ─────────────────────────────────────────────────────


async def play_with_somebody(request: Request) -> Response:
    """A seat at the table of somebody waiting for the same, or a table at which to wait."""
    check_pace(request, "tables")
    game = find_game(request.path_params["game"])
    if not can_meet(game):
        raise NoSuchPage
    async with request.form(max_files=0, max_fields=40) as form:
        wish, name = MatchWish.read(game, form), name_to_play_with(request, form.get("name"))
    token, waits = await _find(request, wish.settings(name), name)
    response = lead_to(request, token, "/wait" if waits else "")
    await remember_seat(response, request, token, clean_name(name))
    return response


async def _find(request: Request, settings: TableSettings, name: str) -> tuple[str, bool]:
    """A seat beside somebody who waits for the same; else one at a new table, to wait there."""
    hall, reader = site_of(request).hall, reader_of(request)
    for table in await seeking(hall, meeting_kind(settings)):
        held = await seat_held_at(hall, reader, table.id)
        if held and only_waits(table):
            return held, True  # the same button once more
        if held:
            continue
        with contextlib.suppress(NoFreeSeat):
            return await take_free_seat(hall, table, name, new_mark(), invited=False), False
    table = await hall.create(settings)
    await sit_down(hall, table, 0, name)
    await hall.visitors.seen(table.id, 0)
    return hall.token(table, 0), True


async def waiting_page(request: Request) -> Response:
    """The person waiting sees how many others are, and what else there is."""
    entered = await _entered(request)
    if not only_waits(entered.table):
        return lead_to(request, await token_of(request))
    return render(request, "wait.html", game=entered.table.match.game, **await _waiting(request, entered))


async def still_waiting(request: Request) -> Response:
    """Asked for again and again by the page: still alone, or where to go. Without a script the reader is led there."""
    check_pace(request, "posts")
    entered, hall, token = await _entered(request), site_of(request).hall, await token_of(request)
    plain = "application/json" not in request.headers.get("accept", "")
    table, seat = entered.table, entered.seat
    if seat is None or not only_waits(table):
        return _go(request, token, plain=plain)
    await hall.visitors.seen(table.id, seat)
    moved = await _move_together(request, table, seat)
    if moved:
        response = _go(request, moved, plain=plain)
        drop_seat(response, request, reader_of(request), token)
        await remember_seat(response, request, moved)
        return response
    if plain:
        return lead_to(request, token, "/wait")
    part = page_part(request, "wait_now.html", game=table.match.game, **await _waiting(request, entered))
    return JSONResponse({"markup": bytes(part.body).decode()})


def _go(request: Request, token: str, *, plain: bool) -> Response:
    led = lead_to(request, token)
    return led if plain else opened(JSONResponse({"go": led.headers["location"]}), request, token)


async def _move_together(request: Request, table: Table, seat: int) -> str:
    """Where two have begun to wait at the same time, each at a table: the later one goes to the earlier. The token of the seat
    there, or nothing.
    """
    hall = site_of(request).hall
    same = await seeking(hall, meeting_kind(table.settings))
    own = next((at for at, other in enumerate(same) if other.id == table.id), 0)
    for other in same[:own]:
        if not other.settings.quick or await seat_held_at(hall, reader_of(request), other.id):
            continue
        # First nobody else can come here; if somebody has just done so, they are company enough.
        await hall.command(table.id, seat, Seek(new_mark(), open=False))
        if not only_waits(table):
            return ""
        try:
            token = await take_free_seat(hall, other, table.names[seat], new_mark(), invited=False)
        except NoFreeSeat:
            await hall.command(table.id, seat, Seek(new_mark(), open=True))
            continue
        if only_waits(table):  # somebody who came with a link at this moment plays on
            await hall.discard(table.id)
        return token
    return ""


async def _waiting(request: Request, entered: Entered) -> dict[str, Any]:
    hall, words, table = site_of(request).hall, reader_of(request).words(entered.table.match.game), entered.table
    waited = hall.now() - table.opened_at
    listed = await _listed(request)
    return {
        "here": here(request),
        "setting": setting_words(table.settings, table.match.game, words),
        "pace": pace_words(table.settings, words),
        "offers_bot": waited >= BOT_AFTER,
        "rows": [row for row in listed["rows"] if not row["mine"]],
        "waiting": listed["waiting"],
        "link": shared_link(request, hall.links.free_token(table.id)),
    }


async def stop_waiting(request: Request) -> Response:
    """Enough waited: for good, or for a match against a bot with the same setting."""
    check_pace(request, "posts")
    entered, hall, token = await _entered(request), site_of(request).hall, await token_of(request)
    async with request.form(max_files=0, max_fields=3) as form:
        wants_bot = "bot" in form
    table, seat = entered.table, entered.seat
    if seat is None or not only_waits(table):
        return lead_to(request, token)
    # Nobody else can come from here on; somebody who has just come is not left alone.
    await hall.command(table.id, seat, Seek(new_mark(), open=False))
    if not only_waits(table):
        return lead_to(request, token)
    name, options = table.names[seat], table.settings.options
    await hall.discard(table.id)
    if not wants_bot:
        response: Response = RedirectResponse("/seats", 303)
        drop_seat(response, request, reader_of(request), token)
        return response
    kinds = (PERSON, *(DEFAULT_BOT,) * (table.settings.seats - 1))
    other = await hall.create(TableSettings(table.settings.game, kinds, (name, *free_names(len(kinds) - 1, [name])), options))
    await sit_down(hall, other, 0, name)
    response = lead_to(request, hall.token(other, 0))
    await remember_seat(response, request, hall.token(other, 0))
    return response


async def _entered(request: Request) -> Entered:
    """The seat of somebody who waits; if they have moved to another table in the meantime they find no seat here."""
    try:
        return await site_of(request).hall.enter_seated(await token_of(request))
    except LondiniumError:
        raise NoSuchPage from None
