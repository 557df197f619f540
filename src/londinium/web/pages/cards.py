"""How a page introduces itself elsewhere: title, description and picture, as messengers and networks read them.

A page hands its card to `render` as `card`; what has none gets the card of its game, or of the site. A card never holds the
secret part of a link: its picture has an address of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request

from londinium.kernel.game import Game
from londinium.kernel.words.language import Language
from londinium.kernel.words.rulebook import rulebook
from londinium.look.cards import CARD_HIGH, CARD_WIDE
from londinium.look.raster import can_rasterise
from londinium.study.cards import match_line
from londinium.table.table import Table
from londinium.web.http.doors import site_address
from londinium.web.http.reader import reader_of
from londinium.web.site import site_of

ICON_SIDE = 512


@dataclass(frozen=True)
class PageCard:
    title: str
    description: str
    picture: str
    """An absolute address."""
    width: int = CARD_WIDE
    height: int = CARD_HIGH

    @property
    def is_wide(self) -> bool:
        return self.width > self.height


def page_card(request: Request, title: str, description: str, picture: str, **asked: object) -> PageCard:
    """A card whose picture is drawn at an address of this site. Without a renderer the picture is the sign of the site."""
    base = site_address(request).rstrip("/")
    if not can_rasterise():
        return PageCard(title, description, base + site_of(request).assets.address("icon-512.png"), ICON_SIDE, ICON_SIDE)
    query = urlencode({"lang": reader_of(request).code, **asked})
    return PageCard(title, description, f"{base}{picture}?{query}")


def plain_card(request: Request, game: Game | None) -> PageCard:
    """Of a page that says nothing of its own."""
    words = reader_of(request).words(game)
    if game is None:
        about = words.text("Open a link, pick a name, play. Friends or bots, live or in your own time. No account.")
        return page_card(request, "Londinium", about, "/cards/site.png")
    return page_card(request, game.title, rulebook(game, words.code).sentence, f"/cards/play/{game.slug}.png")


def invitation_card(request: Request, table: Table) -> PageCard:
    """Of a link to a free seat: the game and who is there, and nothing of the match."""
    words, game = reader_of(request).words(), table.match.game
    title = words.text("{game}: a seat is waiting for you", game=game.title)
    return page_card(request, title, people_words(table, words), f"/cards/invitation/{game.slug}.png")


def present_names(table: Table) -> list[str]:
    """Who is at a table already: those who came, and bots."""
    return [state.name for state in table.seats if state.joined or state.bot is not None]


def people_words(table: Table, words: Language) -> str:
    names = present_names(table)
    return words.text("At the table: {names}.", names=words.listed(names)) if names else words.text("Be the first at the table.")


def match_page_card(request: Request, table: Table) -> PageCard:
    """Of the replay of a finished table."""
    words = reader_of(request).words(table.match.game)
    title = words.text("{game}: a match to replay", game=table.match.game.title)
    return page_card(request, title, match_line(table.match, words), f"/replay/{table.id}/card.png")
