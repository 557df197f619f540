"""The sprite: every piece of fixed art under an id, and small pictures that refer to it."""

from __future__ import annotations

import re
from functools import cache

from londinium.games.next_station_london.drawing.art import shapes
from londinium.games.next_station_london.drawing.art.geometry import RADIUS
from londinium.games.next_station_london.rules.components import CARDS, PENCILS, POWERS, SYMBOLS
from londinium.look.ink import Ink, coordinate, escape

LETTERS = {"green": "G", "pink": "K", "purple": "U", "blue": "B"}
"""The letters of the lines, as the rules' own map has them in small."""
KINDS = (*SYMBOLS, "central")
ROSE = 37
"""The reach of a compass rose on the map."""
BADGE = 16


@cache
def all_pieces() -> dict[str, str]:
    """Fixed art by its id."""
    found: dict[str, Ink] = {}
    for kind in KINDS:
        for state in ("free", "on", "meet"):
            g = found[f"nsl-{state}-{kind}"] = Ink()
            # The star of the central station needs more room than a plain symbol to be read on a plate.
            larger = 0.78 / 0.66 if (state, kind) == ("meet", "central") else 1
            shapes.symbol(g, kind, shapes.STATION_RADIUS[state] * larger, f"nsl-symbol {state}")
    for pencil in PENCILS:
        for kind in SYMBOLS:
            found[f"nsl-depart-{pencil}-{kind}"] = _departure(pencil, kind)
    for lines in (2, 3, 4):
        found[f"nsl-plate-{lines}"] = _plate(lines, RADIUS * 1.34, RADIUS * 0.34, RADIUS * 0.2)
        found[f"nsl-yard-{lines}"] = _plate(lines, RADIUS * 1.7, RADIUS * 0.3, RADIUS * 0.17)
    found["nsl-rose"] = shapes.small_rose(ROSE)
    found["nsl-tworing"] = Ink().circle(0, 0, 11.5, "nsl-twice-disc").text(0, 4.8, "×2", 13.5, "nsl-twice-sign")
    for name in CARDS:
        found[f"nsl-card-{name}"] = shapes.card(name)
    found["nsl-card-back"] = shapes.card_back()
    for name in POWERS:
        found[f"nsl-power-{name}"] = shapes.power(name)
    for pencil in PENCILS:
        found[f"nsl-badge-{pencil}"] = _badge(pencil)
        found[f"nsl-swatch-{pencil}"] = _swatch(pencil)
    for name, markup in shapes.SIGNS.items():
        found[f"nsl-sign-{name}"] = Ink().add(markup)
    found["nsl-sign-sites"] = Ink().group(shapes.small_rose(7.4), 8, 8)
    found["nsl-sign-centre"] = shapes.central(7.4)
    return {name: f'<g id="{name}"{_colour_class(name)}>{g}</g>' for name, g in found.items()}


def _colour_class(name: str) -> str:
    pencil = next((pencil for pencil in PENCILS if f"-{pencil}" in name), "")
    kind = "nsl-card" if "-card-" in name or "-power-" in name else ""
    under = "under" if "card-underground" in name else ""
    words = " ".join(filter(None, (kind, under, f"nsl-ink {pencil}" if pencil else "")))
    return f' class="{words}"' if words else ""


def _departure(pencil: str, kind: str) -> Ink:
    g = Ink()
    shapes.symbol(g, kind, shapes.STATION_RADIUS["depart"], "nsl-departure")
    return g.text(0, RADIUS * (0.52 if kind == "triangle" else 0.36), LETTERS[pencil], RADIUS * 1.02, "nsl-letter")


def _plate(lines: int, radius: float, ring: float, pen: float) -> Ink:
    """A ring for two colours, two for three, three for four."""
    g = Ink()
    for more in range(lines - 2, -1, -1):
        g.circle(0, 0, radius + more * ring, "nsl-plate", stroke_width=coordinate(pen))
    return g


def _badge(pencil: str) -> Ink:
    g = Ink()
    return g.rect(0, 0, BADGE, BADGE, "nsl-badge", 3.2).text(BADGE / 2, BADGE * 0.74, LETTERS[pencil], BADGE * 0.68, "nsl-letter")


def _swatch(pencil: str) -> Ink:
    """A stretch of a line with its pattern, in a box of 46 by 14."""
    g = Ink()
    g.path("M4 7H42", "nsl-colour")
    if pencil != "green":
        g.path("M9 7H42" if pencil == "purple" else "M8 7H42" if pencil == "blue" else "M4 7H42", "nsl-core")
    return Ink().group(g, cls=f"nsl-line swatch-line {pencil}")


@cache
def sprite() -> str:
    """All fixed art, to be put into the page once."""
    return (
        '<svg class="nsl-sprite" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        + "".join(all_pieces().values())
        + "</defs></svg>"
    )


def used_pieces(markup: str) -> str:
    """The pieces that a picture refers to, for one that stands alone."""
    wanted = set(re.findall(r'href="#(nsl-[\w-]+)"', markup))
    return "".join(piece for name, piece in all_pieces().items() if name in wanted)


# ── Small pictures ───────────────────────────────────────────────────────────


def little(piece: str, box: str, cls: str, label: str = "", key: str = "") -> str:
    """A picture of one piece; without a label it is left out for a screen reader. Its size is the style sheet's."""
    voice = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    named = f' data-key="{key}"' if key else ""
    return f'<svg class="{cls}" viewBox="0 0 {box}" {voice}{named}><use href="#nsl-{piece}"/></svg>'


def card(name: str, cls: str = "", label: str = "", key: str = "") -> str:
    return little(f"card-{name}", f"{shapes.CARD_WIDTH} {shapes.CARD_HEIGHT}", f"card-face {cls}".strip(), label, key)


def badge(pencil: str, label: str = "") -> str:
    return little(f"badge-{pencil}", f"{BADGE} {BADGE}", "badge-face", label)


def swatch(pencil: str) -> str:
    return little(f"swatch-{pencil}", "46 14", "swatch")


def power(name: str, cls: str = "", label: str = "") -> str:
    return little(f"power-{name}", "20 20", f"power {cls}".strip(), label)


def sign(name: str, cls: str = "", label: str = "") -> str:
    return little(f"sign-{name}", f"{shapes.SIGN} {shapes.SIGN}", f"sign {cls}".strip(), label)
