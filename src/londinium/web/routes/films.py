"""The film of a finished match: a page that shows it, and its files."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.words.errors import N_
from londinium.study.cards import best_seat
from londinium.study.film import FILM_ENDINGS, FilmTask, can_film
from londinium.table.errors import NotAllowed
from londinium.table.table import Table
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.reader import reader_of
from londinium.web.pages.cards import match_page_card
from londinium.web.pages.templates import chosen_scheme, render
from londinium.web.routes.replays import finished_table
from londinium.web.site import check_pace, site_of

FILM_TYPES = {".svg": "image/svg+xml", ".webp": "image/webp", ".gif": "image/gif"}
FILM_WIDTH = 960
RASTER_WIDTH = 720
"""A film of pixels is smaller than one of lines: it has to travel."""


def _eye(request: Request, table: Table) -> int:
    asked = request.query_params.get("eyes", "")
    if asked.isdecimal() and len(asked) == 1 and int(asked) < table.match.seats:
        return int(asked)
    return best_seat(table.match)


async def film_page(request: Request) -> Response:
    table = await finished_table(request)
    match, eye = table.match, _eye(request, table)
    scheme = chosen_scheme(request)
    return render(
        request,
        "film.html",
        game=match.game,
        names=match.names,
        home=f"/replay/{table.id}",
        eye=eye,
        seats=match.seats,
        endings=[ending[1:] for ending in FILM_ENDINGS if can_film(ending)],
        asked=f"?eyes={eye}&scheme={'dark' if scheme == 'dark' else 'light'}",
        card=match_page_card(request, table),
    )


async def film_file(request: Request) -> Response:
    """The first request waits until the film is made; the next finds it there."""
    ending = f".{request.path_params['ending']}"
    if ending not in FILM_TYPES:
        raise NoSuchPage
    if not can_film(ending):
        raise NotAllowed(N_("this server cannot make films in this format; there is one as SVG"))
    check_pace(request, "posts")
    table = await finished_table(request)
    code, eye = reader_of(request).code, _eye(request, table)
    scheme = "dark" if request.query_params.get("scheme") == "dark" else "light"
    width = FILM_WIDTH if ending == ".svg" else RASTER_WIDTH
    task = FilmTask(table.record(), ending, code, eye, scheme, width, table.settings.box)
    data = await site_of(request).films.film((table.id, table.names, ending, code, eye, scheme), task)
    headers = {"cache-control": "private, max-age=3600"}
    if "save" in request.query_params:
        headers["content-disposition"] = f'attachment; filename="{table.match.game.slug}-{table.id}{ending}"'
    return Response(data, media_type=FILM_TYPES[ending], headers=headers)
