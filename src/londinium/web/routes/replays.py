"""The replay of a finished table. After the end everything is open, so its address needs no secret."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.words.errors import N_
from londinium.table.errors import NotAllowed
from londinium.table.table import Table
from londinium.web.http.answers import as_json, download, saved
from londinium.web.http.reader import reader_of
from londinium.web.live.final import table_file
from londinium.web.live.thoughts import thinking_address
from londinium.web.pages.cards import match_page_card
from londinium.web.pages.days import check_day
from londinium.web.pages.memory import own_seats
from londinium.web.pages.replay import Source, plain_replay, read_eye, replay_page
from londinium.web.pages.rounds import check_round
from londinium.web.site import check_pace, site_of


async def finished_table(request: Request) -> Table:
    """The table that an address names, if its match is over."""
    table = await site_of(request).hall.open(request.path_params["table"])
    if not table.is_over:
        raise NotAllowed(N_("the replay can be seen when the match is over"))
    await check_day(request, table)
    await check_round(request, table)
    return table


def _source(table: Table) -> Source:
    return Source(f"/replay/{table.id}")


async def show_replay(request: Request) -> Response:
    table = await finished_table(request)
    thinking = thinking_address(site_of(request), table, f"/ws/replay/{table.id}/think")
    own, card = await own_seats(request, table.id), match_page_card(request, table)
    return replay_page(request, table.match, _source(table), own, card=card, thinking=thinking)


async def replay_text(request: Request) -> Response:
    table = await finished_table(request)
    asked = request.query_params
    return plain_replay(request, table.match, _source(table), asked.get("ply", ""), asked.get("eye", ""))


async def seen(request: Request) -> Response:
    """What is seen from one point of view."""
    check_pace(request, "posts")
    table = await finished_table(request)
    eye = read_eye(request.path_params["eye"], table.match)
    name = (table.id, table.names)
    return as_json(request, await site_of(request).replays.packed(table.match, reader_of(request).code, eye, name))


async def file(request: Request) -> Response:
    check_pace(request, "posts")
    table = await finished_table(request)
    return await saved(request, table.match, table.id)


async def replay_record(request: Request) -> Response:
    table = await finished_table(request)
    return download(table.record(), table_file(table), "text/plain")
