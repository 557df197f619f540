"""The colours and type of the site, light and dark. No colour is written anywhere but here and in a game's own palette.

Paper and ink are the same on every page; a game adds the colours of its pieces in `drawing/palette.py`. Everything reads them as
CSS variables: `var(--paper)`, `var(--crest-blue)`.
"""

from __future__ import annotations

from collections.abc import Mapping

Palette = Mapping[str, str]

LIGHT: Palette = {
    "paper": "#f6efdf",  # the page
    "raised": "#fdf8ec",  # cards, bubbles, bars
    "sunk": "#ebe0ca",  # wells and niches
    "rule": "#d2c4a6",  # hairlines
    "ink": "#2a241e",
    "ink2": "#584d41",  # secondary text
    "ink3": "#6f6354",  # notes
    "rubric": "#ae2c18",  # what you can do, and what is refused; red belongs to the interface alone
    "rubric-soft": "#ae2c1826",
    "on-rubric": "#fff8ea",
    "guide": "#0d6b6e",  # where you are: the focus, and what a teacher points at; never what is refused
    "tip": "#2a241e",  # the inverse bubble
    "on-tip": "#f8f0df",
    "shadow": "#3a2a1433",
    # The shapes of seats 0 to 3: plum hexagon, ink square, ivory disc, straw diamond.
    "seat0": "#703a8a",
    "seat1": "#2a231e",
    "seat2": "#fffcf3",
    "seat3": "#ebc23e",
    "on-seat0": "#fff8ea",
    "on-seat1": "#fff8ea",
    "on-seat2": "#2a231e",
    "on-seat3": "#2a231e",
    "rim": "#2a231e",
}
DARK: Palette = {
    "paper": "#12161e",
    "raised": "#1b212c",
    "sunk": "#0c1016",
    "rule": "#384152",
    "ink": "#f0e7d5",
    "ink2": "#c2b9a8",
    "ink3": "#9c9587",
    "rubric": "#ff8a6b",
    "rubric-soft": "#ff8a6b2e",
    "on-rubric": "#2a0d05",
    "guide": "#63d3d0",
    "tip": "#efe6d3",
    "on-tip": "#1b1712",
    "shadow": "#00000080",
    "seat0": "#a566c4",
    "seat1": "#0a0b0e",
    "seat2": "#fbf3e0",
    "seat3": "#f0cb4e",
    "on-seat0": "#160a1c",
    "on-seat1": "#f3ead7",
    "on-seat2": "#1b1712",
    "on-seat3": "#1b1712",
    "rim": "#efe6d3",
}
TYPE: Palette = {
    "serif": '"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L","Book Antiqua",Georgia,'
    '"DejaVu Serif Condensed","DejaVu Serif",serif',
    "sans": '"Avenir Next","Segoe UI","Helvetica Neue",Roboto,"Noto Sans","DejaVu Sans Condensed","DejaVu Sans",sans-serif',
    "mono": 'ui-monospace,"DejaVu Sans Mono",monospace',
}


def variables(palette: Palette) -> str:
    return "".join(f"--{name}:{value};" for name, value in palette.items())


def themed(light: Palette, dark: Palette, root: str = ":root") -> str:
    """CSS variables for both schemes: the system's choice, unless `data-scheme` on the root says otherwise."""
    chosen = f'{root}[data-scheme="dark"]' if root == ":root" else f':root[data-scheme="dark"] {root}'
    system = f':root:not([data-scheme="light"]) {root}' if root != ":root" else ':root:not([data-scheme="light"])'
    return (
        f"{root}{{{variables(light)}}}\n"
        f"@media (prefers-color-scheme:dark){{{system}{{{variables(dark)}}}}}\n"
        f"{chosen}{{{variables(dark)}}}\n"
    )


def stylesheet() -> str:
    """The tokens of the site as CSS, with `color-scheme` so that form fields and scroll bars follow."""
    return (
        f":root{{{variables(TYPE)}color-scheme:light dark}}\n"
        ':root[data-scheme="light"]{color-scheme:light}\n:root[data-scheme="dark"]{color-scheme:dark}\n' + themed(LIGHT, DARK)
    )
