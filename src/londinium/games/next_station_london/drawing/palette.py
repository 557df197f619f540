"""The colours of the map, light and dark. Paper and ink are the site's (`look.tokens`); here is what belongs to this game alone.

A group carries a line's colour by its class: `.purple` sets `--c` (the line), `--w` (its wash); what is inside reads those.
"""

from __future__ import annotations

from londinium.look.tokens import Palette, themed

ROOT = ".next-station-london"

LIGHT: Palette = {
    "sheet": "#fdf9ef",  # the bare paper of the map: borders, casings, plates
    "ground-a": "#f5eedd",
    "ground-b": "#efe6d1",
    "ground-c": "#e7dcc2",  # the corner districts
    "raster": "#2a2722",
    "river": "#b4c8d0",
    "river-bank": "#8fabb7",
    "river-1": "#c0d2d8",
    "river-2": "#ccdbe0",
    "river-ink": "#375767",
    "card": "#fdf9ef",
    "tunnel": "#2a2722",
    "tunnel-ink": "#f7f1e3",
    "tunnel-edge": "#2a2722",
    "green": "#17804f",
    "pink": "#cf2f70",
    "purple": "#6a3aa6",
    "blue": "#1c6ab8",
    "green-w": "#dcebdc",
    "pink-w": "#f8dfe2",
    "purple-w": "#e7dcef",
    "blue-w": "#d8e5f0",
    "core": "#fffaf0",
    "on": "#fffaf0",  # letters on a line's colour
    "rose": "#ab740f",
    "petal": "#f3dfae",
}
DARK: Palette = {
    "sheet": "#132033",
    "ground-a": "#15243a",
    "ground-b": "#192a43",
    "ground-c": "#20344f",
    "raster": "#cfdcf0",
    "river": "#2b5069",
    "river-bank": "#3f6c88",
    "river-1": "#274961",
    "river-2": "#234157",
    "river-ink": "#a9cbdc",
    "card": "#20344f",
    "tunnel": "#060b14",
    "tunnel-ink": "#f1e9d8",
    "tunnel-edge": "#8b98ab",
    "green": "#3fc48a",
    "pink": "#ff7bac",
    "purple": "#b592ff",
    "blue": "#57aeff",
    "green-w": "#17382f",
    "pink-w": "#40243a",
    "purple-w": "#2e2a55",
    "blue-w": "#173656",
    "core": "#0e1726",
    "on": "#0e1726",
    "rose": "#e3b04b",
    "petal": "#4a3d22",
}


def colours() -> str:
    """The palette as CSS variables of both schemes."""
    return themed(LIGHT, DARK, ROOT)
