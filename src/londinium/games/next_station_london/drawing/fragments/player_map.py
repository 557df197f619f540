"""A player's sheet: the layer over the ground with the lines, their letters and stations. The same lines serve the small map."""

from __future__ import annotations

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.art.geometry import INSIDE, WHOLE, Ground, ends_of, name_of
from londinium.games.next_station_london.drawing.art.ground import dots
from londinium.games.next_station_london.drawing.art.lines import (
    begun,
    end_letters,
    growing_line,
    keyed_stroke,
    settled_line,
    twice_marks,
)
from londinium.games.next_station_london.drawing.art.stations import roses_behind, station_on_line, stations_on_lines, stops
from londinium.games.next_station_london.face.view import Line, Player
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, escape


def sheet_svg(ground: Ground, player: Player, viewer: int | None, language: Language, name: str) -> str:
    """The fragment of a seat's map. What its owner has chosen on this card is on it where the viewer may know it."""
    chosen = player.chosen if player.pencil else None
    return _sheet_svg(
        ground, begun(player), player.seat, player.pencil or "", chosen or (), player.seat != viewer, language, name
    )


@kept
def _sheet_svg(
    ground: Ground,
    lines: tuple[Line, ...],
    seat: int,
    pencil: str,
    chosen: tuple[str, ...],
    foreign: bool,
    language: Language,
    name: str,
) -> str:
    label = language.text("Map of {player}", player=name)
    # The lines are a group of their own, so that the small map of the same sheet can show them again.
    older = "".join(
        settled_line(seat, line, "" if foreign else _lit_districts(ground, line))
        for line in lines
        if line.pencil != pencil and line.sections
    )
    in_hand = "".join(growing_line(ground, seat, line) for line in lines if line.pencil == pencil)
    shared = f'<g id="nsl-lines-{seat}">{older}{in_hand}</g>'
    strokes, reached = pending(ground, lines, seat, pencil, chosen)
    behind, above = _around_lines(ground, lines, language)
    over = behind + shared + strokes + above + reached
    back = _way_back(label, seat, language) if foreign else ""
    return f'<svg class="city" viewBox="{WHOLE}" role="img" aria-label="{escape(label)}">{over}<g class="ghosts"></g></svg>{back}'


@kept
def _around_lines(ground: Ground, lines: tuple[Line, ...], language: Language) -> tuple[str, str]:
    """What lies under the lines and over them: the same for their owner and for the others."""
    return roses_behind(ground, lines), sheet_marks(ground, lines, language)


def _lit_districts(ground: Ground, line: Line) -> str:
    return " ".join(dict.fromkeys(ground.stations[name].district for name in line.stations))


def sheet_marks(ground: Ground, lines: tuple[Line, ...], language: Language) -> str:
    """What lies over the lines: letters, stations, and what counts twice."""
    return end_letters(ground, lines, language) + stations_on_lines(ground, lines) + twice_marks(lines)


def _way_back(label: str, seat: int, t: Language) -> str:
    """What another player's sheet says about itself when it lies where the viewer's own was."""
    back = pieces.sign("back") + escape(t.text("Back"))
    words = f"<strong>{escape(label)}</strong>"
    return f'<p class="whose">{words}<button type="button" data-show="sheet-{seat}">{back}</button></p>'


def directed(player: Player) -> list[tuple[str, str]]:
    """What a player has chosen on this card, each section from where it begins to where it leads."""
    return _directed(player.lines, player.pencil or "", player.chosen or ())


def _directed(lines: tuple[Line, ...], pencil: str, chosen: tuple[str, ...]) -> list[tuple[str, str]]:
    on_line, found = {name for line in lines if line.pencil == pencil for name in line.stations}, []
    for section in chosen:
        first, second = map(name_of, ends_of(section))
        found.append((first, second) if first in on_line else (second, first))
        on_line |= {first, second}
    return found


def pending(ground: Ground, lines: tuple[Line, ...], seat: int, pencil: str, chosen: tuple[str, ...]) -> tuple[str, str]:
    """What was decided on this card, while the others still think: its strokes, and the stations it reaches."""
    strokes, reached = Ink(), Ink()
    for source, target in _directed(lines, pencil, chosen):
        strokes.add(keyed_stroke(seat, source, target, pencil, " pending"))
        station_on_line(reached, ground.stations[target], stops(lines).get(target, 0) + 1)
    return str(strokes), str(reached)


def small_map(seat: int, lines: tuple[Line, ...], label: str) -> str:
    """The map at nine pixels a cell: the same ground and lines, with dots for stations. Refers to what the page has already."""
    once = dots(name for name, colours in stops(lines).items() if colours == 1)
    more = dots(name for name, colours in stops(lines).items() if colours > 1)
    g = Ink().use("nsl-land").use("nsl-roses").use("nsl-dots").use(f"nsl-lines-{seat}")
    for d, cls in ((once, "stop"), (more, "stop met")):
        if d:
            g.path(d, f"{cls} rim").path(d, f"{cls} fill")
    return f'<svg class="mini" viewBox="{INSIDE}" role="img" aria-label="{escape(label)}">{g}</svg>'
