"""The page on which a position is set up: its text, what it looks like, or what is wrong with it and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from londinium.kernel.boxes import BoxFile
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match
from londinium.kernel.position import explained, places_in_text, read_position
from londinium.kernel.views import ALL_EYES
from londinium.kernel.words.errors import InvalidPosition, LondiniumError
from londinium.kernel.words.language import Language, language
from londinium.web.pages.templates import as_image, shown_games

EXAMPLE_SEED = 7
"""Of the match whose first decision is a position to begin with."""


@dataclass(frozen=True)
class Explained:
    """A word of a text, whom it is about, and what it says."""

    word: str
    about: str
    meaning: str


@dataclass(frozen=True)
class PositionPage:
    """A text that somebody gave, in the reader's language."""

    text: str
    match: Match | None = None
    problem: str = ""
    pieces: tuple[tuple[str, bool], ...] = ()
    """The text in pieces, each with whether it is what the problem is about."""
    eye: int = ALL_EYES
    pictures: dict[str, str] = field(default_factory=dict)
    board: str = ""
    words: tuple[Explained, ...] = ()

    @property
    def deciding(self) -> list[int]:
        """The seats that decide here, or would after what is revealed next: anybody may sit down there."""
        if self.match is None or self.match.is_over:
            return []
        seats = [seat for seat in self.match.to_act if seat != CHANCE]
        return seats or list(range(self.match.seats))

    @property
    def can_hint(self) -> bool:
        return self.match is not None and any(seat != CHANCE for seat in self.match.to_act)


def position_address(text: str, box: str = "", box_name: str = "") -> str:
    """Where a position is set up. What stands here is all that the page knows."""
    facts = {"text": text, "box": box, "box_name": box_name}
    return f"/position?{urlencode({key: value for key, value in facts.items() if value})}"


def first_positions() -> list[tuple[Game, str]]:
    """A position of each game to begin with: the first decision of a match."""
    return [(game, position_address(first_position(game))) for game in shown_games()]


def first_position(game: Game) -> str:
    return game.match(seats=game.seats[-1], seed=EXAMPLE_SEED).position_text()


def position_page(text: str, box: BoxFile | None, code: str, eye: str = "") -> PositionPage:
    """A text read and drawn, right or wrong; drawn as a seat sees it, if one is asked for."""
    try:
        match = read_position(text, box=box)
    except LondiniumError as error:
        return _troubled(text, error, code)
    words = match.words(code)
    scene = Scene(words, match.names)
    viewer = int(eye) if eye in map(str, range(match.seats)) else ALL_EYES
    view = match.view(viewer, refusals=False, offers=False)
    drawing = match.game.drawing
    return PositionPage(
        text,
        match,
        pictures={scheme: as_image(drawing.picture(view, scene, scheme)) for scheme in ("light", "dark")},
        board=drawing.text_board(view, scene),
        words=tuple(_explained(match.position_text(), match, words)),
        eye=viewer,
    )


def _explained(text: str, match: Match, words: Language) -> list[Explained]:
    found = explained(text, words)
    return [Explained(word, "" if seat is None else match.names[seat], meaning) for word, seat, meaning in found]


def _troubled(text: str, error: LondiniumError, code: str) -> PositionPage:
    slug = text.split(maxsplit=1)[0] if text.split() else ""
    game = next((game for game in shown_games() if game.slug == slug), None)
    told = error.told(language(code, game.folder) if game is not None else language(code))
    places = places_in_text(text, error) if isinstance(error, InvalidPosition) else []
    return PositionPage(text, problem=told, pieces=tuple(_pieces(text, places)))


def _pieces(text: str, places: Sequence[tuple[int, int]]) -> Iterator[tuple[str, bool]]:
    last = 0
    for start, end in places:
        yield text[last:start], False
        yield text[start:end], True
        last = end
    yield text[last:], False
