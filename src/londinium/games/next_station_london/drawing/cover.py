"""The picture of the game on the home page: a finished map, cropped between rows, without a word in any language."""

from __future__ import annotations

from functools import cache

from londinium.games.next_station_london.drawing.art.geometry import CELL, ends_of, ground_of, name_of
from londinium.games.next_station_london.drawing.art.ground import districts, raster, river, roses
from londinium.games.next_station_london.drawing.art.lines import drawn_lines
from londinium.games.next_station_london.drawing.art.stations import roses_behind
from londinium.games.next_station_london.drawing.fragments.player_map import sheet_marks
from londinium.games.next_station_london.drawing.palette import colours
from londinium.games.next_station_london.drawing.pieces import used_pieces
from londinium.games.next_station_london.drawing.style import art_style
from londinium.games.next_station_london.face.view import Line
from londinium.games.next_station_london.rules.components import PENCILS
from londinium.look.ink import Ink

BOX = "-51.7 138.3 1003.3 726.7"
RECORD, SEAT = "alone-greedy-base", 0
"""The match in `records/` whose sheet this is; a test compares them."""
DRAWN = {
    "green": "c0-d1 d1-d2 d2-c3 c3-e3 e3-f3 f3-e4 e4-e5 e5-e6 e6-e9",
    "pink": "f0-h0 f0-g1 h0-h3 g1-g2 g2-f3 h3-h5 j3-i4 j3-j6 i4-h5 i4-i7",
    "purple": "h0-j0 h0-g1 g1-e3 e3-c5 f3-f4 f3-h5 e4-f4 c5-e5 e5-h5",
    "blue": "b1-b4 b4-c5 c5-d6 h5-g6 h5-h6 d6-e6 e6-f7 g6-f7 h6-e9",
}


@cache
def cover() -> str:
    from londinium.games.next_station_london.box.city import standard_city
    from londinium.games.next_station_london.face.view import city_map
    from londinium.kernel.words.language import language

    ground, english = ground_of(city_map(standard_city())), language()
    lines = tuple(_line(pencil, number) for number, pencil in enumerate(PENCILS, 1))
    g = Ink().add(districts(ground)).add(river(ground)).path(raster(ground), "nsl-raster").add(roses(ground))
    for station in ground.city.stations:
        piece = f"depart-{station.departure}-{station.symbol}" if station.departure else f"free-{station.symbol}"
        g.use(f"nsl-{piece}", station.column * CELL, station.row * CELL)
    body = str(g) + roses_behind(ground, lines) + drawn_lines(lines) + sheet_marks(ground, lines, english)
    markup = (
        f'<svg class="city" viewBox="{BOX}" width="602" height="436" preserveAspectRatio="xMidYMid slice" role="img" '
        f'aria-label="Next Station: London"><style>{colours()}{art_style()}</style><defs>{used_pieces(body)}</defs>{body}</svg>'
    )
    # Its ids are its own, as a page may hold the table's too.
    return markup.replace('"#nsl-', '"#nsl-cover-').replace('id="nsl-', 'id="nsl-cover-')


def _line(pencil: str, round_no: int) -> Line:
    sections = tuple(DRAWN[pencil].split())
    stations = sorted({name_of(cell) for section in sections for cell in ends_of(section)})
    return Line(pencil, round_no, sections, tuple(stations), None)
