"""How the link to a custom box introduces itself: the city as a picture, where it can be played."""

from __future__ import annotations

from starlette.requests import Request

from londinium.kernel.boxes import BoxFile
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.game import Game
from londinium.kernel.words.language import Language
from londinium.look.cards import CardWords, card
from londinium.web.http.reader import reader_of
from londinium.web.pages.bench import BenchPage
from londinium.web.pages.cards import PageCard, page_card


def has_card(page: BenchPage) -> bool:
    """Whether a box is one picture, as a city is, and nothing is wrong with it; one of many parts has the card of its game."""
    return not page.troubles and any(part.touches for part in page.parts)


def box_page_card(request: Request, game: Game, code: str, name: str) -> PageCard:
    words = reader_of(request).words(game)
    title = f"{name} – {game.title}" if name else game.title
    about = words.text("Made in the workshop: look at it, change it, or play with it straight away.")
    return page_card(request, title, about, f"/workshop/{game.slug}/card.png", box=code, name=name)


def drawn_box(game: Game, text: str, name: str, words: Language) -> str:
    """The card: what everybody has before them when a match with this box begins."""
    match = game.match(seats=game.seats[0], box=BoxFile("box", text))
    picture = game.drawing.thumbnail(match.view(0, refusals=False, offers=False), Scene(words, match.names), 0)
    return card(CardWords(words.text("From the workshop"), name or game.title, note=game.title if name else ""), picture)
