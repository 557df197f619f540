"""What is printed on the map and never changes: districts, the Thames, the grid of sections, compass roses, stations, axes.

It is one fragment of its own, so it is sent once; small maps and sheets refer to its parts by id.
"""

from __future__ import annotations

from collections.abc import Iterable

from londinium.games.next_station_london.drawing.art.geometry import CELL, EDGE, LAST, WHOLE, Ground, ends_of, rounded, spot
from londinium.games.next_station_london.drawing.art.names import district_labels, river_label
from londinium.games.next_station_london.face.view import Station
from londinium.games.next_station_london.face.words import pencil, symbol
from londinium.games.next_station_london.rules.components import COLUMNS, SIDE
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, coordinate

CORNER = 30
"""How much the strip around a corner district is rounded."""


@kept
def ground_svg(ground: Ground, language: Language, lights: str = "") -> str:
    """The fragment: the whole map without anything drawn on it, and what may be lit there."""
    return _city_svg(ground_layers(ground, language) + lights, language)


def sketched_svg(ground: Ground, language: Language) -> str:
    """The same for a city that somebody is drawing."""
    return _city_svg(ground_layers(ground, language, named=False), language)


def _city_svg(layers: str, language: Language) -> str:
    label = language.text("Map of the city")
    return f'<svg class="city" viewBox="{WHOLE}" role="img" aria-label="{label}">{layers}{axes()}</svg>'


def ground_layers(ground: Ground, language: Language, *, named: bool = True) -> str:
    """Where names have room is searched for, which takes a while: a city that somebody is drawing has none."""
    g = Ink()
    g.group(Ink().add(districts(ground)).add(river(ground)), cls="land", id="nsl-land")
    if named:
        g.add(names(ground, language))
    g.path(raster(ground), "nsl-raster")
    g.group(roses(ground), cls="roses", id="nsl-roses")
    for station in ground.city.stations:
        g.add(free_station(station, language))
    g.add(f'<defs><path id="nsl-dots" class="nsl-dots" d="{dots(station.name for station in ground.city.stations)}"/></defs>')
    return str(g)


def districts(ground: Ground) -> Ink:
    """Thirteen districts on one sheet; the borders are strips of bare paper, as lines belong to the players."""
    g = Ink()
    xs, ys = borders(ground)
    for row in range(3):
        for column in range(3):
            shade = "nsl-district b" if (row + column) % 2 else "nsl-district"
            g.rect(xs[column], ys[row], xs[column + 1] - xs[column], ys[row + 1] - ys[row], shade)
    upright = "".join(f"M{x} {ys[0]}V{ys[3]}" for x in xs[1:3])
    level = "".join(f"M{xs[0]} {y}H{xs[3]}" for y in ys[1:3])
    g.path(upright + level, "nsl-border")
    for x, right in ((xs[0], 1), (xs[3], -1)):
        for y, below in ((ys[0], 1), (ys[3], -1)):
            whole = corner(x, right, y, below)
            strip = whole.partition(f"h{right * CELL}")[2]
            g.path(f"{whole}z", "nsl-district corner").path(f"M{x + right * CELL} {y}{strip}", "nsl-border")
    return g


def borders(ground: Ground) -> tuple[list[int], list[int]]:
    """Where the nine large districts begin and end, across and down."""
    xs = [-EDGE, *(column * CELL - EDGE for column in ground.city.border_columns), LAST + EDGE]
    ys = [-EDGE, *(row * CELL - EDGE for row in ground.city.border_rows), LAST + EDGE]
    return xs, ys


def corner(x: int, right: int, y: int, below: int) -> str:
    """The path of a corner district: from the corner of the map along its edge, and back by the rounded strip."""
    side = CELL - CORNER
    return f"M{x} {y}h{right * CELL}v{below * side}q0 {below * CORNER} {-right * CORNER} {below * CORNER}h{-right * side}"


def river(ground: Ground) -> Ink:
    """One smooth path, stroked in nested widths: bank, water, and two quiet depths as on a chart."""
    g = Ink()
    if not ground.city.river:  # of a city that somebody is still drawing
        return g
    d = rounded([(x * CELL, y * CELL) for x, y in ground.city.river], 42)
    for depth in ("bank", "water", "depth", "depth deep"):
        g.path(d, f"nsl-{depth}")
    return g


def raster(ground: Ground) -> str:
    """All sections, also over the river: they are the possible bridges."""
    ends = (ends_of(section) for section in ground.city.sections)
    return "".join(f"M{x1 * CELL} {y1 * CELL}L{x2 * CELL} {y2 * CELL}" for (x1, y1), (x2, y2) in ends)


def roses(ground: Ground) -> Ink:
    g = Ink()
    for station in ground.city.stations:
        if station.site:
            g.use("nsl-rose", station.column * CELL, station.row * CELL, 1.16 if station.symbol == "central" else 1)
    return g


def free_station(station: Station, language: Language) -> str:
    """A station at which nobody stops yet; a departure has its colour from the start."""
    piece = f"depart-{station.departure}-{station.symbol}" if station.departure else f"free-{station.symbol}"
    title = station_title(station, language)
    return f'<use href="#nsl-{piece}" x="{station.column * CELL}" y="{station.row * CELL}"><title>{title}</title></use>'


def station_title(station: Station, t: Language) -> str:
    """A station in words: `f7, pentagon, departure of blue`."""
    words = [station.name, symbol(station.symbol, t)]
    if station.departure:
        words.append(t.text("departure of {pencil}", pencil=pencil(station.departure, t)))
    if station.site:
        words.append(t.text("tourist site"))
    return ", ".join(words)


def names(ground: Ground, language: Language) -> Ink:
    g = Ink()
    for label in district_labels(ground, language):
        g.text(label.x * CELL, label.y * CELL + 4.3 * label.size, label.words, 12 * label.size, "district-name")
    if river_name := river_label(ground, language):
        x, y = river_name.x * CELL, river_name.y * CELL
        turned = f"rotate({coordinate(river_name.turn)} {coordinate(x)} {coordinate(y)})" if river_name.turn else None
        g.text(x, y + 6, river_name.words, 17.6, "river-name", transform=turned)
    return g


def dots(stations: Iterable[str]) -> str:
    """Stations as dots of a path with round caps, for small maps."""
    return "".join(f"M{x} {y}h0" for x, y in map(spot, stations))


def axes() -> Ink:
    """The names of columns and rows as the notation has them, and the neat line."""
    g = Ink()
    for place in range(SIDE):
        for y in (-EDGE - 9, LAST + EDGE + 20):
            g.text(place * CELL, y, COLUMNS[place], 15, "axis")
        for x in (-EDGE - 14, LAST + EDGE + 14):
            g.text(x, place * CELL + 5.2, place, 15, "axis")
    return g.rect(-EDGE, -EDGE, LAST + 2 * EDGE, LAST + 2 * EDGE, "neat", 4)
