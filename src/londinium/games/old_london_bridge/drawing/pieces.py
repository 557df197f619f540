"""The sprite: everything that never changes, once per page. Fragments only refer to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from londinium.games.old_london_bridge.drawing.art import characters, facades, scenery, scoring_tiles, spans, tiles, wood
from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.games.old_london_bridge.drawing.art.heraldry import shield
from londinium.games.old_london_bridge.drawing.art.icons import ICONS
from londinium.games.old_london_bridge.drawing.fragments import rondel, tracks
from londinium.games.old_london_bridge.rules.components import CRESTS

PATTERNS = {
    "hatch": (2.6, 2.6, "rotate(38)", "M0 0H2.6", 0.95),
    "cross": (3, 3, "rotate(45)", "M0 0H3M0 0V3", 0.8),
    "tiles": (6, 8, "", "M0 0Q3 4.6 6 0M-3 4Q0 8.6 3 4M3 4Q6 8.6 9 4", 0.8),
    "slates": (6, 6, "", "M0 0H6M0 3H6M1.5 0V3M4.5 3V6", 0.7),
    "straw": (5, 6, "", "M.8 0L.2 3M3 1L2.4 5M4.6 3L4.2 6", 0.8),
    "bricks": (7, 5, "", "M0 0H7M0 2.5H7M1 0V2.5M4.5 2.5V5", 0.5),
    "ashlar": (13, 10, "", "M0 0H13M0 5H13M3 0V5M9.5 5V10", 0.5),
}
REFERENCE = re.compile(r'href="#([^"]+)"')


@cache
def patterns() -> str:
    return "".join(
        f'<pattern id="olb-{name}" width="{w}" height="{h}" patternUnits="userSpaceOnUse"'
        + (f' patternTransform="{turn}"' if turn else "")
        + f'><path d="{d}" fill="none" stroke="var(--hatch)" stroke-width="{width}"/></pattern>'
        for name, (w, h, turn, d, width) in PATTERNS.items()
    )


@cache
def symbols() -> dict[str, str]:
    """Every symbol by its id."""
    found = dict(facades.symbols())
    for module in (wood, characters, tiles, scoring_tiles, spans, scenery, rondel, tracks):
        found.update(module.symbols())
    for crest in (*CRESTS, "all"):
        g = Plate()
        shield(g, 0, 0, 20, crest)
        found[f"olb-crest-{crest}"] = str(g)
    small = Plate()
    shield(small, 0, 0, 10, "all")
    found["olb-crest-small"] = f'<g transform="scale(2)">{small}</g>'
    found.update({f"olb-icon-{name}": f'<path d="{d}"/>' for name, d in ICONS.items()})
    return found


@cache
def sprite() -> str:
    body = "".join(f'<g id="{name}">{markup}</g>' for name, markup in symbols().items())
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{patterns()}{body}</defs></svg>'


def used(markup: str) -> Iterable[str]:
    """The ids of all symbols that some markup needs, with those that the symbols need themselves."""
    waiting, found = list(dict.fromkeys(REFERENCE.findall(markup))), dict[str, None]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += REFERENCE.findall(symbols()[name])
    return found
