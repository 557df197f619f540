"""Setting up a position: its text is in the address, so that a link is the position and nothing is kept on the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.boxes import BoxFile
from londinium.kernel.contracts.workshop import workshop_of
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.position import LONGEST_POSITION
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.errors import NotAllowed
from londinium.table.events import Start
from londinium.table.hall.thinkers import DEFAULT_BOT, bots_to_seat
from londinium.table.settings import PERSON, TableSettings
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.doors import lead_to, site_address
from londinium.web.http.reader import reader_of
from londinium.web.live.seats import sit_down
from londinium.web.pages.boxes import packed_box, sent_box
from londinium.web.pages.memory import remember_seat
from londinium.web.pages.opponents import opponents
from londinium.web.pages.position import PositionPage, first_positions, position_address, position_page
from londinium.web.pages.quick import last_choice
from londinium.web.pages.templates import render, shown_games
from londinium.web.routes.new_table import name_to_play_with
from londinium.web.routes.records import sent_record
from londinium.web.routes.replays import finished_table
from londinium.web.site import address_of, check_pace, site_of
from londinium.work.turns import Ticket

ORIGIN = "position"
"""Where a table comes from that goes on from a position somebody set up."""


async def set_up(request: Request) -> Response:
    """The page with the text that the address holds, drawn or with what is wrong."""
    sent = request.query_params
    if not sent.get("text", "").strip():
        starts = await site_of(request).readings.read(first_positions)
        return render(request, "position.html", starts=starts, page=None, link="", hint="", box="")
    check_pace(request, "edits")
    return await _shown(request, sent)


async def _shown(request: Request, sent: Mapping[str, Any], hint: str = "", problem: str = "") -> Response:
    page = await _read(request, sent)
    game = page.match.game if page.match is not None else None
    link = position_address(page.text, str(sent.get("box", "")), str(sent.get("box_name", "")))
    facts: dict[str, Any] = {
        "page": page,
        "box": sent.get("box", ""),
        "box_name": sent.get("box_name", ""),
        "link": site_address(request).rstrip("/") + link,
        "hint": hint,
        "problem": problem,
        "starts": [],
    }
    if game is not None:
        facts |= {"quick": last_choice(request, game), "opponents": opponents(game, reader_of(request).words(game))}
    # A text that is being typed is wrong most of the time; only what was asked to be done with it is refused.
    refused = request.method == "POST" and (page.problem or problem)
    return render(request, "position.html", 422 if refused else 200, game, **facts)


async def _read(request: Request, sent: Mapping[str, Any]) -> PositionPage:
    """The text that was sent, read and drawn aside."""
    text, code = " ".join(str(sent.get("text", ""))[: LONGEST_POSITION + 1].split()), reader_of(request).code
    box = _box(text, sent)
    return await site_of(request).readings.read(lambda: position_page(text, box, code, str(sent.get("eye", ""))))


def _box(text: str, sent: Mapping[str, Any]) -> BoxFile | None:
    game = _game_of(text)
    return None if game is None else sent_box(sent, workshop_of(game))


def _game_of(text: str) -> Game | None:
    slug = text.split(" ", 1)[0]
    return next((game for game in shown_games() if game.slug == slug), None)


async def _sent(request: Request) -> dict[str, str]:
    async with request.form(max_files=0, max_fields=8, max_part_size=2 * LONGEST_POSITION) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


async def hint_in_position(request: Request) -> Response:
    """The best moves of whoever decides, compared as an analysis would."""
    check_pace(request, "posts")
    sent = await _sent(request)
    page = await _read(request, sent)
    if page.match is None:
        return await _shown(request, sent)
    if not page.can_hint:
        raise NotAllowed(N_("nobody decides in this position"))
    seat = _seat(sent, page)
    words, ticket = reader_of(request).words(page.match.game), Ticket((address_of(request), ORIGIN))
    try:
        found = await site_of(request).hints.hint(page.match, seat, words, ticket=ticket)
    except LondiniumError as problem:
        return await _shown(request, sent, problem=problem.told(words))
    return await _shown(request, sent, hint=found.markup)


def _seat(sent: Mapping[str, str], page: PositionPage) -> int:
    seat = sent.get("seat", "")
    return int(seat) if seat in map(str, page.deciding) else page.deciding[0]


async def play_from_position(request: Request) -> Response:
    """A table that begins in the position, against bots."""
    check_pace(request, "posts")
    sent = await _sent(request)
    page = await _read(request, sent)
    if page.match is None:
        return await _shown(request, sent)
    if not page.deciding:
        raise NotAllowed(N_("in this position the match is over"))
    check_pace(request, "tables")
    seat, bot = _seat(sent, page), sent.get("bot", "")
    hall, name = site_of(request).hall, name_to_play_with(request, "")
    bot = bot if bot in bots_to_seat() else DEFAULT_BOT
    settings = TableSettings(
        game=page.match.game.slug,
        kinds=tuple(PERSON if other == seat else bot for other in range(page.match.seats)),
        names=tuple(name if other == seat else "" for other in range(page.match.seats)),
        options=page.match.options,
        box=_box(page.text, sent),
        host=seat,
    )
    table = await hall.create(settings, start=Start((), ORIGIN, page.match.position_text()))
    await sit_down(hall, table, seat, name)
    token = hall.token(table, seat)
    response = lead_to(request, token)
    await remember_seat(response, request, token)
    return response


# ── From a replay ────────────────────────────────────────────────────────────


async def position_of_table(request: Request) -> Response:
    """The text of a point in a finished match."""
    table, sent = await finished_table(request), dict(request.query_params)
    if request.method == "POST":
        sent |= await _sent(request)
    box = table.settings.box
    return _lead_to(table.match, sent.get("ply", ""), packed_box(box.text) if box else "", box.name if box else "")


async def position_of_record(request: Request) -> Response:
    sent = await sent_record(request)
    return _lead_to(sent.match, sent.ply)


def _lead_to(match: Match, ply: str, box: str = "", box_name: str = "") -> Response:
    if not ply.isdecimal() or len(ply) > len("100000") or int(ply) > match.ply:
        raise NoSuchPage
    return RedirectResponse(position_address(match.at(int(ply)).position_text(), box, box_name), 303)
