"""Plaques: crest and house number side by side, so that a bridge reads as a row of falling numbers."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.face.view import House
from londinium.kernel.kept import kept


def crest(g: Plate, name: str, x: float, y: float, size: float, cls: str = "") -> None:
    """A shield from the sprite; the quartered one shows its charges only where there is room."""
    if name == "all" and size < 13:
        name = "small"
    g.use(f"olb-crest-{name}", x, y, size / 20, cls)


@kept
def plaque(house: House, size: float, plain: bool = False) -> str:
    """The plaque of a house around (0, 0); `size` is that of the digits. A plain one has no plate, for narrow sites."""
    g = Plate()
    if house.number is None:
        return str(g.use("olb-tree", 0, size * 0.04, size * 0.056))
    width, digits = size * (0.86 if plain else 0.98), size * (1.2 if house.number > 9 else 0.62)
    plate = digits + size * (0.16 if plain else 0.42)
    lap = 0 if plain else size * 0.04
    left = -(width + plate - lap) / 2
    start = left + width - lap
    if not plain:
        g.rect(start, -size * 0.65, plate, size * 1.3, "raised th plate", size * 0.22)
    g.text(start + plate / 2 + size * 0.02, size * 0.365, house.number, size, "num")
    crest(g, house.crest or "all", left + width / 2, 0, width, "o-shield")
    return str(g)
