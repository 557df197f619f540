"""A match as something to look at: its position as text, and as a picture with what somebody wants to point out in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from londinium.kernel.checks import check_scheme, check_viewer
from londinium.kernel.contracts.drawing import ARROW, HIGHLIGHT, LAST_MOVE, BoardMark, BoardSpot, Picture, Scene
from londinium.kernel.entries import shortened
from londinium.kernel.views import View
from londinium.kernel.words.errors import N_, InvalidOption, listing
from londinium.kernel.words.sentences import event_seat

if TYPE_CHECKING:
    from londinium.kernel.match import Match

COLUMNS = 80
SMALLEST, LARGEST = 16, 20_000
"""How wide a picture may be, in pixels."""
_WIDTH = re.compile(r'(<svg\b[^>]*?) width="([\d.]+)"')
_HEIGHT = re.compile(r'(<svg\b[^>]*?) height="([\d.]+)"')


@dataclass(frozen=True)
class Marks:
    """What a picture is to point out."""

    last_move: bool = False
    highlight: tuple[str, ...] = ()
    arrows: tuple[str | tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.last_move or self.highlight or self.arrows)


def text_of(match: Match, seat: int | None, language: str) -> str:
    """The position as text, and below it who decides what."""
    check_viewer(match.seats, seat)
    view, words, face = match.view(seat, refusals=False, offers=False), match.words(language), match.game.face
    drawn = terminal_text(face.draw_text(view, words, match.names))
    return f"{drawn}\n{face.prompt(view, words, match.names)}".strip("\n")


def terminal_text(drawn: Any) -> str:
    """What a terminal would show, without colours and without space at the ends."""
    from rich.console import Console

    paper = StringIO()
    Console(file=paper, width=COLUMNS, color_system=None, highlight=False, markup=False).print(drawn)
    return "\n".join(line.rstrip() for line in paper.getvalue().rstrip().splitlines())


def picture_of(match: Match, seat: int | None, language: str, scheme: str, marks: Marks, size: int | None) -> Picture:
    """The position as one seat sees it, with marks, so many pixels wide."""
    check_viewer(match.seats, seat)
    check_scheme(scheme)
    if size is not None and not SMALLEST <= size <= LARGEST:
        message = N_("a picture is {least} to {most} pixels wide, not {size}")
        raise InvalidOption(message, least=SMALLEST, most=LARGEST, size=size)
    view, scene = match.view(seat, refusals=False), Scene(match.words(language), match.names)
    drawing = match.game.drawing
    drawn = drawing.picture(view, scene, scheme)
    if marks:
        drawn = drawing.mark_picture(drawn, _board_marks(match, seat, marks, view, scene), scheme)
    return Picture(drawn if size is None else resized(drawn, size))


def resized(picture: str, width: int) -> str:
    """An SVG as wide as wished, and as high as that makes it."""
    wide, high = _WIDTH.match(picture), _HEIGHT.match(picture)
    if wide is None or high is None:
        return re.sub(r"<svg\b", f'<svg width="{width}"', picture, count=1)
    height = round(width * float(high[2]) / float(wide[2]))
    return _HEIGHT.sub(rf'\1 height="{height}"', _WIDTH.sub(rf'\1 width="{width}"', picture, count=1), count=1)


# ── Marks ────────────────────────────────────────────────────────────────────


def _board_marks(match: Match, viewer: int | None, marks: Marks, view: View, scene: Scene) -> list[BoardMark]:
    spots = match.game.drawing.spots(view, scene, None)
    if not spots and (marks.highlight or marks.arrows):
        raise InvalidOption(N_("nothing can be marked in the picture of {game}"), game=match.game.title)
    found = _last_marks(match, viewer, view, scene) if marks.last_move else []
    found += [BoardMark(HIGHLIGHT, spots_of(name, spots)) for name in marks.highlight]
    return found + [BoardMark(ARROW, _way(match, viewer, arrow, spots)) for arrow in marks.arrows]


def _last_marks(match: Match, viewer: int | None, view: View, scene: Scene) -> list[BoardMark]:
    """What the last decision changed, as far as the viewer may know and the picture shows it."""
    last = next((ply for ply in reversed(range(match.ply)) if match.plies[ply].decided), None)
    if last is None:
        return []
    found: dict[tuple[BoardSpot, ...], None] = {}
    for _, event in match.events(viewer, last):
        spots = match.game.drawing.spots(view, scene, event_seat(event, match.seats))
        lit = tuple(spots[name] for name in match.game.face.lights(event) if name in spots)
        if lit:
            found[lit] = None
    return [BoardMark(LAST_MOVE, lit) for lit in found]


def spots_of(name: str, spots: Mapping[str, BoardSpot]) -> tuple[BoardSpot, ...]:
    """Where a move or a place is: by its whole name, else by those of its words that are places."""
    known = " ".join(name.lower().split())
    if known in spots:
        return (spots[known],)
    found: list[BoardSpot] = []
    for word in known.split():
        found += [spots[part] for part in ((word,) if word in spots else word.split("-")) if part in spots]
    if not found:
        message = N_("'{name}' cannot be marked in this picture; choose a move, or one of: {known}")
        raise InvalidOption(message, name=name, known=listing(sorted(spots), most=40))
    return tuple(found)


def _way(match: Match, viewer: int | None, arrow: str | tuple[str, str], spots: Mapping[str, BoardSpot]) -> tuple[BoardSpot, ...]:
    """From where to where an arrow leads: from one place to another, along a move, or from its player to the place of a move."""
    if not isinstance(arrow, str):
        if len(arrow) != 2 or not all(isinstance(end, str) for end in arrow):
            raise InvalidOption(N_("an arrow leads from one place to another, not along {given}"), given=shortened(arrow))
        start, end = arrow
        return spots_of(start, spots)[-1], spots_of(end, spots)[-1]
    found = spots_of(arrow, spots)
    if len(found) > 1:
        return found[0], found[-1]
    actor = viewer if viewer is not None and viewer >= 0 else next(iter(match.to_act), 0)
    if (home := spots.get(f"seat-{actor}")) is None:
        raise InvalidOption(N_("an arrow leads from one place to another, but '{name}' is only one place"), name=arrow)
    return home, found[0]
