"""Pages from templates, in the reader's language. Everything that is not markup of our own drawings is escaped."""

from __future__ import annotations

import base64
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import BaseLoader, Environment, ModuleLoader, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from londinium.kernel.game import Game
from londinium.kernel.registry import games
from londinium.kernel.words.language import Language, languages
from londinium.look.parts import seat_mark
from londinium.look.tokens import DARK, LIGHT
from londinium.study.lessons import lesson_names
from londinium.web.http.bundle import modules
from londinium.web.http.doors import DOORS, seat_address
from londinium.web.http.reader import LANGUAGE_NAMES, SCHEMES, keep, reader_of
from londinium.web.live.people import bot_words, clock_words
from londinium.web.pages.cards import plain_card
from londinium.web.site import site_of

COMPILED_TEMPLATES = Path(__file__).parents[1] / "compiled_templates"
"""As Python, which only a site without a server has: browsers need not read templates."""


@cache
def environment() -> Environment:
    loader: BaseLoader = ModuleLoader(COMPILED_TEMPLATES) if COMPILED_TEMPLATES.exists() else PackageLoader("londinium.web")
    found = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    found.filters["drawn"] = Markup  # markup that our own drawing code made, with everything from people escaped already
    found.globals.update(seat_mark=lambda seat, letter: Markup(seat_mark(seat, letter)), clock_words=clock_words)
    found.globals.update(lessons_of=lesson_names, modules=modules)
    return found


def render(request: Request, template: str, status: int = 200, game: Game | None = None, **facts: Any) -> Response:
    """A page; a language or scheme that the address asks for is kept for the next ones."""
    reader, site = reader_of(request), site_of(request)
    words = reader.words(game)
    facts.setdefault("card", plain_card(request, game))
    if site.preparation is not None and game is not None:
        site.preparation.want(game)
    page = (
        environment()
        .get_template(template)
        .render(
            reader=reader,
            text=words.text,
            plural=words.plural,
            asset=site.assets.address,
            game=game,
            credits=credits(words),
            language_names={code: LANGUAGE_NAMES.get(code, code) for code in languages()},
            schemes={name: words.text(label) for name, label in SCHEMES.items()},
            scheme=chosen_scheme(request),
            bot_words=lambda bot: bot_words(bot, words),
            path=own_address(request),
            seat_address=partial(seat_address, request),
            meets=site.place.meets,
            progress=site.preparation.progress if site.preparation is not None else None,
            offline=site.place.offline is not None,
            papers={"light": LIGHT["paper"], "dark": DARK["paper"]},
            **facts,
        )
    )
    return with_wishes(request, HTMLResponse(page, status))


def with_wishes(request: Request, response: Response) -> Response:
    """An answer with which the browser keeps the language and the scheme that its address asks for."""
    if request.query_params.get("lang") == (code := reader_of(request).code):
        keep(response, request, lang=code)
    if "scheme" in request.query_params:
        keep(response, request, scheme=chosen_scheme(request))
    return response


def page_part(request: Request, template: str, game: Game | None = None, **facts: Any) -> HTMLResponse:
    """A part of a page, which a script asks for again."""
    words = reader_of(request).words(game)
    named = {"text": words.text, "plural": words.plural, "reader": reader_of(request), "game": game, **facts}
    named["seat_address"] = partial(seat_address, request)
    return HTMLResponse(environment().get_template(template).render(named))


def as_image(svg: str) -> str:
    """A picture with ids of its own: two of them stand on one page."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def own_address(request: Request) -> str:
    """Where a page can be asked for again in another language; one that answers a form, as it was before the form."""
    path = request.url.path
    if path.startswith(("/workshop/", "/new/", "/tournaments/new/", "/position")):
        # What lies on a bench, or was brought from one, is in the address; so is a position.
        path = "/position" if path.startswith("/position") else path
        kept = [(name, value) for name, value in request.query_params.items() if name not in ("lang", "scheme", "dice")]
        return f"{path}?{urlencode(kept)}" if kept else path
    if request.method == "GET" or path.startswith(("/new/", "/open", "/daily/", "/tournaments/")):
        return path
    if path.startswith("/you"):
        return "/you"
    if path.startswith(("/t/", DOORS)):
        return path.removesuffix("/join").replace("/act", "/text")
    return "/"


def chosen_scheme(request: Request) -> str:
    wish = request.query_params.get("scheme", "")
    return wish if wish in SCHEMES else reader_of(request).scheme


def shown_games() -> list[Game]:
    """All games in the order in which every page shows them."""
    return sorted(games(), key=lambda game: game.slug, reverse=True)


def credits(words: Language) -> list[str]:
    """Whose games these are, a sentence each."""
    found = []
    for game in shown_games():
        facts = {"game": game.title, "authors": words.listed(game.authors), "publisher": game.publisher}
        if game.authors and game.publisher:
            found.append(words.text("{game} is a game by {authors}, published by {publisher}.", **facts))
        elif game.authors:
            found.append(words.text("{game} is a game by {authors}.", **facts))
    return found
