"""The pictures of cards: of the site, of a game, of an invitation, of a finished match."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_
from londinium.kernel.words.rulebook import rulebook
from londinium.look.cards import CardWords, card, cover_drawing
from londinium.look.raster import can_rasterise
from londinium.study.cards import match_card
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.reader import reader_of
from londinium.web.pages.templates import shown_games
from londinium.web.routes.replays import finished_table
from londinium.web.site import check_pace, site_of

KICKERS = {"play": N_("Play it in your browser"), "invitation": N_("You are invited")}
A_DAY = "public, max-age=86400"


async def drawn_card(request: Request, key: tuple[object, ...], draw: Callable[[], str], *, public: bool = True) -> Response:
    """A card as PNG; without a renderer, the sign of the site."""
    if not can_rasterise():
        return RedirectResponse(site_of(request).assets.address("icon-512.png"), 302)
    check_pace(request, "posts")
    data = await site_of(request).pictures.png(("card", *key), draw)
    return Response(data, media_type="image/png", headers={"cache-control": A_DAY if public else "private, max-age=3600"})


async def site_card(request: Request) -> Response:
    site, words = site_of(request), reader_of(request).words()
    first = shown_games()[0]

    def draw() -> str:
        told = CardWords(words.text("Two games on one river"), " · ".join(game.title for game in shown_games()[:2]))
        return card(told, cover_drawing(first, site.covers[first.slug]), bleeds=True)

    return await drawn_card(request, ("site", words.code), draw)


async def game_card(request: Request) -> Response:
    kind, game = request.path_params["kind"], find_game(request.path_params["game"])
    if kind not in KICKERS:
        raise NoSuchPage
    words = reader_of(request).words(game)
    kicker, sentence = words.text(KICKERS[kind]), rulebook(game, words.code).sentence
    return await drawn_card(request, (kind, game.slug, words.code), lambda: cover_card(request, game, kicker, sentence))


def cover_card(request: Request, game: Game, kicker: str, note: str) -> str:
    """The cover of a game with words beside it. A cover that is only text is shown whole."""
    drawing = cover_drawing(game, site_of(request).covers[game.slug])
    return card(CardWords(kicker, game.title, note=note), drawing, bleeds=game.contract("drawing") is not None)


async def match_picture(request: Request) -> Response:
    """The card of a finished match; with `?seat` the picture that the player in that seat shows around."""
    table = await finished_table(request)
    asked = request.query_params.get("seat", "")
    seat = int(asked) if asked.isdecimal() and len(asked) == 1 and int(asked) < table.match.seats else None
    scheme = "dark" if request.query_params.get("scheme") == "dark" else "light"
    words = reader_of(request).words(table.match.game)
    day = table.settings.day
    kicker = words.text("Daily challenge") + f" · {day}" if day else ""
    if table.settings.tournament is not None:
        kicker = words.text("Tournament")
    key = ("match", table.id, table.names, words.code, seat, scheme)
    return await drawn_card(request, key, lambda: match_card(table.match, words, seat, kicker, scheme), public=False)
