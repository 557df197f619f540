"""The pages around the tables: home, watching, rules, about."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.registry import game as find_game
from londinium.kernel.registry import games
from londinium.kernel.words.errors import N_
from londinium.kernel.words.rulebook import rulebook
from londinium.table.errors import NoSuchTable
from londinium.table.events import About
from londinium.table.hall.company import count_waiting
from londinium.web.http.doors import lead_to
from londinium.web.http.reader import reader_of
from londinium.web.pages.begun import begun_lessons
from londinium.web.pages.matches import continued, own_matches
from londinium.web.pages.opponents import opponents
from londinium.web.pages.quick import last_choice
from londinium.web.pages.rulebook import rules_page
from londinium.web.pages.templates import page_part, render, shown_games
from londinium.web.site import site_of

MATCHES_AT_HOME = 4
WATCHED_ON_PAGE = 50
MOST_WATCHABLE = 500


async def home(request: Request) -> Response:
    site, reader = site_of(request), reader_of(request)
    sentences = {game.slug: rulebook(game, reader.code).sentence for game in games()}
    watchable = len(await site.hall.tables(watchable=True))
    facts: dict[str, Any] = {
        "games": shown_games(),
        "quick": {game.slug: last_choice(request, game) for game in games()},
        "opponents": {game.slug: opponents(game, reader.words(game)) for game in games()},
        "running": await continued(request),
        "lessons": await asyncio.to_thread(begun_lessons, reader.code),
        "matches": await own_matches(request, MATCHES_AT_HOME),
        "covers": site.covers,
        "sentences": sentences,
        "watchable": watchable,
        "seeking": sum((await count_waiting(site.hall)).values()),
    }
    return render(request, "home.html", **facts)


async def preparing(request: Request) -> Response:
    """How far the rules are compiled, for pages that wait for it; nothing when it is done."""
    preparation = site_of(request).preparation
    if preparation is None or preparation.progress is None:
        return Response(status_code=204)
    return page_part(request, "preparing.html", progress=preparation.progress)


async def watch(request: Request) -> Response:
    """The tables that are open to everybody, a page at a time."""
    titles, hall = {game.slug: game.title for game in games()}, site_of(request).hall
    found = [about for about in await hall.tables(watchable=True, limit=MOST_WATCHABLE) if about.game in titles]
    tables = by_turns(found, hall.opener)
    asked = request.query_params.get("page", "1")
    page = min(int(asked) if asked.isdecimal() and len(asked) < 4 else 1, MOST_WATCHABLE // WATCHED_ON_PAGE)
    shown = tables[(page - 1) * WATCHED_ON_PAGE : page * WATCHED_ON_PAGE] if page else []
    more = page + 1 if len(tables) > page * WATCHED_ON_PAGE else 0
    waiting = sum((await count_waiting(hall)).values())
    return render(request, "watch.html", tables=shown, titles=titles, seeking=waiting, more=more)


def by_turns(tables: list[About], opener: Callable[[str], str]) -> list[About]:
    """One table of everybody who opened some, then the second of each: whoever opens fifty does not fill the list."""
    seen: Counter[str] = Counter()
    places = []
    for about in tables:
        one = opener(about.id)
        places.append(seen[one])
        seen[one] += 1
    return [about for _, about in sorted(zip(places, tables, strict=True), key=lambda pair: pair[0])]


async def watch_table(request: Request) -> Response:
    """From the list to a table: only what is listed can be entered like this."""
    hall = site_of(request).hall
    table = await hall.open(request.path_params["table"])
    if not table.settings.public:
        raise NoSuchTable(N_("this table is not open to spectators"))
    return lead_to(request, hall.token(table, None))


async def rules_index(request: Request) -> Response:
    site, code = site_of(request), reader_of(request).code
    sentences = {game.slug: rulebook(game, code).sentence for game in games()}
    return render(request, "rules_index.html", games=shown_games(), covers=site.covers, sentences=sentences)


async def rules(request: Request) -> Response:
    game = find_game(request.path_params["game"])
    # Pictures are drawn from real matches: the first reader in a language waits a moment, and nobody else.
    page = await asyncio.to_thread(rules_page, game.slug, reader_of(request).code)
    return render(request, "rules.html", game=game, page=page)


async def about(request: Request) -> Response:
    contact = site_of(request).place.contact
    is_mail = "@" in contact and not contact.startswith("http") and " " not in contact
    link = f"mailto:{contact}" if is_mail else contact if contact.startswith(("https://", "http://")) else ""
    return render(request, "about.html", version=version("londinium"), contact=contact, contact_link=link)
