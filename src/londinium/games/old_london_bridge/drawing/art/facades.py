"""Houses: which drawing belongs to which building, and how a fragment refers to one.

The sprite holds every house of the standard box in two forms, large and small. A box file may print other houses; those are
drawn where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from londinium.games.old_london_bridge.box.file import standard_box
from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.art.stone_houses import chapel, gate, guild_house
from londinium.games.old_london_bridge.drawing.art.timber_houses import haberdasher, hostelry, park
from londinium.games.old_london_bridge.face.view import House, house
from londinium.games.old_london_bridge.rules.components import HOUSES
from londinium.look.ink import placed

FACADES = {
    "chapel": chapel,
    "gate": gate,
    "hostelry": hostelry,
    "haberdasher": haberdasher,
    "guild-house": guild_house,
    "park": park,
}
TALLEST = {"chapel": 136, "gate": 136, "hostelry": 124, "haberdasher": 130, "guild-house": 132, "park": 84}
"""The tallest facade of each type, in units."""
PLANTINGS = 12
"""Parks have no number; this many plantings take turns."""


@cache
def facade(building: str, number: int, crest: str, detail: bool) -> str:
    g = Plate(detail)
    FACADES[building](g, number, crest)
    return str(g)


@cache
def printed() -> dict[int, House]:
    """The houses of the standard box by number."""
    box: Box = standard_box()[0]
    return {number: found for number in range(1, HOUSES + 1) if (found := house(box, number))}


def symbol(number: int | None, planting: int, detail: bool) -> str:
    """The id in the sprite: `olb-h32` is house 32, `olb-m32` its small form, `olb-hp4` a park."""
    return f"olb-{'h' if detail else 'm'}{f'p{planting % PLANTINGS}' if number is None else number}"


def symbols() -> Iterator[tuple[str, str]]:
    """Every house of the sprite: id and drawing."""
    for detail in (True, False):
        for planting in range(PLANTINGS):
            yield symbol(None, planting, detail), facade("park", planting, "", detail)
        for number, shown in printed().items():
            yield symbol(number, 0, detail), facade(shown.building, number, shown.crest or "", detail)


def house_form(shown: House, detail: bool, planting: int = 0, x: float = 0, y: float = 0, scale: float = 1, cls: str = "") -> str:
    """A house at (x, y): a reference to the sprite where it is printed there."""
    place = f' transform="{moved}"' if (moved := placed(x, y, scale)) else ""
    named = f' class="{cls}"' if cls else ""
    if shown.number is None or printed().get(shown.number) == shown:
        return f'<use href="#{symbol(shown.number, planting, detail)}"{place}{named}/>'
    return f"<g{place}{named}>{facade(shown.building, shown.number, shown.crest or '', detail)}</g>"
