"""The colours of the bridge, light and dark: stone, timber, water, crests. Paper, ink and seats are the site's own tokens."""

from __future__ import annotations

from londinium.look.tokens import Palette, themed

LIGHT: Palette = {
    "line": "#2f2721",  # every outline
    "hatch": "#2f272170",  # every shading
    "stone": "#e6dcc8",
    "stone2": "#cfc3ab",
    "stone3": "#a99c83",
    "slate": "#98a1a8",
    "tile": "#bc7859",
    "thatch": "#d2b47c",
    "brick": "#cb8f73",
    "plaster": "#f6ead2",
    "plaster2": "#eed9b8",
    "timber": "#6d4f3a",
    "door": "#5c4132",
    "glass": "#74858c",
    "leaf": "#a0b07c",
    "leaf2": "#809767",
    "grass": "#c3cda1",
    "bark": "#6b503a",
    "dark": "#3b342e",
    "far": "#ddd3be",  # the other bank
    "sun": "#f0cd8c",
    "water": "#c3d2d1",
    "water2": "#a5bbbd",
    "wave": "#5c7b82",
    "foam": "#f6f4ea",
    "coin": "#d9ae4e",
    "coin2": "#b98a2c",
    "on-coin": "#3a2808",
    "skin": "#ebcda8",
    "robe0": "#a78b64",
    "robe1": "#b4684a",
    "robe2": "#8d7590",
    "robe3": "#7c8790",
    "robe4": "#9a3f36",
    # No hue is used twice: four crests, four seats, and red for the interface alone.
    "orange": "#d8742a",
    "blue": "#2b5c9e",
    "gray": "#77746f",
    "green": "#467a38",
    "charge": "#fff8e6",
}
DARK: Palette = {
    "line": "#c9bca2",
    "hatch": "#c9bca245",
    "stone": "#3c3e43",
    "stone2": "#33363c",
    "stone3": "#55565a",
    "slate": "#2f3a47",
    "tile": "#5a3429",
    "thatch": "#5c4a2b",
    "brick": "#5b3529",
    "plaster": "#44403a",
    "plaster2": "#3a352f",
    "timber": "#1f1915",
    "door": "#1a1512",
    "glass": "#f6bf5b",  # at night every window is lit
    "leaf": "#34482f",
    "leaf2": "#283b27",
    "grass": "#26341f",
    "bark": "#2b2119",
    "dark": "#0c0e12",
    "far": "#1e232c",
    "sun": "#c9c3b1",
    "water": "#16232e",
    "water2": "#101b25",
    "wave": "#53748a",
    "foam": "#9fb6c2",
    "coin": "#d9ae4e",
    "coin2": "#f0cf82",
    "on-coin": "#2b1d05",
    "skin": "#b9966f",
    "robe0": "#6b5636",
    "robe1": "#70402d",
    "robe2": "#5b4660",
    "robe3": "#43505b",
    "robe4": "#6e2c26",
    "orange": "#ec8b3f",
    "blue": "#5e93db",
    "gray": "#a3a09a",
    "green": "#72b05e",
    "charge": "#14171d",
}

ROOT = ".old-london-bridge"
SITE_TOKENS = ("paper", "raised", "sunk", "rule", "ink", "ink2", "ink3", "rubric", "rubric-soft", "tip")

TYPE = """
.o-num{font-family:var(--sans);font-weight:700;font-variant-numeric:tabular-nums lining-nums;text-anchor:middle;fill:var(--ink)}
.o-mid{text-anchor:middle}
.o-word{font-family:var(--serif);font-style:italic;text-anchor:middle;fill:var(--ink2)}
"""
# A class selector of one name reaches into `<use>` in every browser; one with an ancestor does not.
CLASSES = """
.o-ln{stroke:var(--line);stroke-width:1.1;stroke-linejoin:round;stroke-linecap:round}
.o-th{stroke:var(--line);stroke-width:.65;stroke-linejoin:round;stroke-linecap:round}
.o-lnm{stroke:var(--line);stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}
.o-thm{stroke:var(--line);stroke-width:1.1;stroke-linejoin:round;stroke-linecap:round}
.o-ln2{stroke:var(--line);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.o-bare{fill:none}
.o-hatch{fill:url(#olb-hatch)}.o-cross{fill:url(#olb-cross)}.o-tiles{fill:url(#olb-tiles)}.o-slates{fill:url(#olb-slates)}
.o-bricks{fill:url(#olb-bricks)}.o-ashlar{fill:url(#olb-ashlar)}.o-straw{fill:url(#olb-straw)}
.o-wave{fill:none;stroke:var(--wave);stroke-width:.8;stroke-linecap:round}
.o-foamline{fill:none;stroke:var(--foam);stroke-width:1.1;stroke-linecap:round}
.o-beam{stroke:var(--timber);fill:none}
.o-t-ink2{fill:var(--ink2)}.o-t-ink3{fill:var(--ink3)}.o-t-paper{fill:var(--paper)}.o-t-coin{fill:var(--on-coin)}.o-t-rubric{fill:var(--rubric)}
"""
# Marks of moves, and the two forms of what looks different on a phone; the table's style sheet changes them there.
MARKS = """
.o-coin-rim {stroke:var(--on-coin);opacity:.75}
.o-ghost {opacity:.62}
.o-ghostly {stroke:var(--rubric);stroke-width:1.5;stroke-dasharray:2.6 2;fill-opacity:.35}
.o-ghostplate {fill:none;stroke:var(--rubric);stroke-width:1.4;stroke-dasharray:3 2.4;
x:-32.4px;y:1.6px;width:64.8px;height:20.8px}
.o-why {fill:var(--rubric-soft);stroke:var(--rubric);stroke-width:2.4;stroke-dasharray:5 4}
.o-nowring {stroke:var(--rubric);stroke-width:1.6}
.o-little {display:none}
.o-pl {transform:translate(0, 12.4px)}
.o-hanging{opacity:.8}
"""


def variables() -> str:
    """The palette as CSS variables for both schemes."""
    return themed(LIGHT, DARK, ROOT)


def classes() -> str:
    """A class for every fill (`o-stone`) and for every stroke that is not an outline (`o-k-stone`)."""
    names = (*LIGHT, *SITE_TOKENS)
    fills = "".join(f".o-{name}{{fill:var(--{name})}}" for name in names)
    strokes = "".join(
        f".o-k-{name}{{fill:none;stroke:var(--{name});stroke-linecap:round;stroke-linejoin:round}}"
        for name in (
            "ink",
            "ink2",
            "ink3",
            "paper",
            "rubric",
            "rule",
            "charge",
            "coin",
            "coin2",
            "stone3",
            "dark",
            "timber",
            "line",
        )
    )
    seats = "".join(
        f".o-seat{seat}{{fill:var(--seat{seat});stroke:var(--rim);stroke-linejoin:round}}"
        f".o-k-seat{seat}{{fill:none;stroke:var(--on-seat{seat})}}.o-t-seat{seat}{{fill:var(--on-seat{seat})}}"
        for seat in range(4)
    )
    return TYPE + fills + strokes + seats + CLASSES + MARKS
