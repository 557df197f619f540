"""Small pictures of what a seat has on the table: of a finished match for everybody, of a running one for the player there."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.contracts.drawing import Scene
from londinium.table.table import Table
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.reader import reader_of
from londinium.web.pages.memory import token_of
from londinium.web.routes.replays import finished_table
from londinium.web.site import site_of

KEPT_BY_BROWSERS = "private, max-age=86400"


async def of_replay(request: Request) -> Response:
    table, seat = await finished_table(request), request.path_params["seat"]
    if not 0 <= seat < table.match.seats:
        raise NoSuchPage
    response = await _drawn(request, table, seat)
    response.headers["cache-control"] = KEPT_BY_BROWSERS
    return response


async def of_seat(request: Request) -> Response:
    """As the player in that seat sees it now."""
    entered = await site_of(request).hall.enter_seated(await token_of(request))
    if entered.seat is None:
        raise NoSuchPage
    return await _drawn(request, entered.table, entered.seat)


async def _drawn(request: Request, table: Table, seat: int) -> Response:
    """Drawn in the thread that draws replays, and kept there until something changes."""
    scheme = "dark" if request.query_params.get("scheme") == "dark" else "light"
    reader, match, names = reader_of(request), table.match.copy(), table.names

    def draw() -> bytes:
        scene = Scene(reader.words(match.game), names)
        return match.game.drawing.thumbnail(match.view(seat, refusals=False, offers=False), scene, seat, scheme).encode()

    svg = await site_of(request).replays.kept(("thumbnail", table.id, table.number, seat, names, reader.code, scheme), draw)
    return Response(svg, media_type="image/svg+xml")
