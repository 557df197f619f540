"""A city as one self-contained picture: districts, the Thames, sections, stations with their symbols, sites and departures."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.art.geometry import MARGIN, Ground
from londinium.games.next_station_london.drawing.art.ground import axes, ground_layers
from londinium.games.next_station_london.drawing.picture import MAP, PAD, SCALE, picture_style
from londinium.games.next_station_london.drawing.pieces import used_pieces
from londinium.games.next_station_london.workshop.bench import sketch
from londinium.games.next_station_london.workshop.edits import plan_of
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, escape

SIZE = MAP + 2 * PAD


def picture(text: str, words: Language, scheme: str = "light") -> str:
    g = Ink().rect(0, 0, SIZE, SIZE, "page").rect(PAD, PAD, MAP, MAP, "map-card", 12)
    origin = PAD + MARGIN * SCALE
    g.group(ground_layers(Ground(sketch(plan_of(text))), words) + str(axes()), origin, origin, SCALE)
    body, label = str(g), escape(words.text("Map of the city"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="next-station-london" viewBox="0 0 {SIZE} {SIZE}" '
        f'width="{SIZE}" height="{SIZE}" role="img" aria-label="{label}">'
        f"<style>{picture_style(scheme)}</style><defs>{used_pieces(body)}</defs>{body}</svg>"
    )
