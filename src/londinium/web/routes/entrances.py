"""Where links come in whose secret stands behind a `#`: it is posted, exchanged for a cookie, and in no address."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.table.links import FREE
from londinium.web.http.doors import door_of, link_secret, opened
from londinium.web.pages.cards import invitation_card
from londinium.web.pages.templates import render
from londinium.web.site import check_pace, site_of


async def entrance_page(request: Request) -> Response:
    """What somebody who comes with a link sees for a moment; without a script they paste it. The card says what it is about."""
    table = await site_of(request).hall.open(request.path_params["table"])
    game = table.match.game
    facts: dict[str, Any] = {"title": game.title, "action": request.url.path, "card": invitation_card(request, table)}
    return render(request, "enter.html", game=game, **facts)


async def do_enter(request: Request) -> Response:
    """The exchange."""
    check_pace(request, "posts")
    hall, table = site_of(request).hall, request.path_params["table"]
    token = request.state.token = f"{table}.{await posted_secret(request)}"
    if token.startswith(f"{table}.{FREE}."):
        hall.links.read_free(token)
    else:
        await hall.enter(token)
    return opened(RedirectResponse(door_of(token), 303), request, token)


async def posted_secret(request: Request) -> str:
    """What stood behind the `#` of a link."""
    async with request.form(max_files=0, max_fields=2) as form:
        return link_secret(str(form.get("link", "")))
