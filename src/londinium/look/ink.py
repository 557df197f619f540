"""Ink: builds SVG as text. Every text and attribute value that comes from people is escaped here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache
from html import escape as escaped

from londinium.kernel.kept import kept

Point = tuple[float, float]


@kept
def escape(words: str) -> str:
    """Safe in markup and in attributes. Drawings write the same names, labels and classes again and again."""
    return escaped(words)


def unbroken(words: str) -> str:
    """Words in which no line ends between a sign and its number: `−£2`."""
    return words.replace("+", "+\u2060").replace("−", "−\u2060")


def coordinate(value: float) -> str:
    """A coordinate with one decimal, without a needless `.0`."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def corner_list(corners: Iterable[Point]) -> str:
    return " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in corners)


def polygon(corners: int, radius: float, turn: float = -90, x: float = 0, y: float = 0) -> list[Point]:
    """The corners of a regular polygon."""
    angles = (math.radians(turn + 360 * corner / corners) for corner in range(corners))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def attributes(named: dict[str, object]) -> str:
    """` a="1" data-key="x"`: underscores become hyphens, `cls` is `class`, None is left out."""
    written = [f'{_name(name)}="{escape(str(value))}"' for name, value in named.items() if value is not None and value != ""]
    return "".join(written)


@cache
def _name(name: str) -> str:
    return " class" if name == "cls" else " " + name.rstrip("_").replace("_", "-")


class Ink:
    """A growing list of SVG elements. A class names fill and stroke by tokens: `stone ln` is stone with an ink outline."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def __str__(self) -> str:
        return "".join(self._parts)

    def add(self, markup: object) -> Ink:
        """Markup as it is."""
        self._parts.append(str(markup))
        return self

    def path(self, d: str, cls: str = "", **more: object) -> Ink:
        return self.add(f'<path d="{d}"{attributes({"cls": cls, **more})}/>')

    def rect(self, x: float, y: float, width: float, height: float, cls: str = "", r: float = 0, **more: object) -> Ink:
        rounded = f' rx="{coordinate(r)}"' if r else ""
        return self.add(
            f'<rect x="{coordinate(x)}" y="{coordinate(y)}" width="{coordinate(width)}" height="{coordinate(height)}"{rounded}'
            f"{attributes({'cls': cls, **more})}/>"
        )

    def polygon(self, corners: Iterable[Point], cls: str = "", **more: object) -> Ink:
        return self.path("M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in corners) + "Z", cls, **more)

    def line(self, x1: float, y1: float, x2: float, y2: float, cls: str = "", **more: object) -> Ink:
        return self.path(f"M{coordinate(x1)} {coordinate(y1)}L{coordinate(x2)} {coordinate(y2)}", cls, **more)

    def circle(self, x: float, y: float, r: float, cls: str = "", **more: object) -> Ink:
        return self.add(
            f'<circle cx="{coordinate(x)}" cy="{coordinate(y)}" r="{coordinate(r)}"{attributes({"cls": cls, **more})}/>'
        )

    def ellipse(self, x: float, y: float, rx: float, ry: float, cls: str = "", **more: object) -> Ink:
        place = f'cx="{coordinate(x)}" cy="{coordinate(y)}" rx="{coordinate(rx)}" ry="{coordinate(ry)}"'
        return self.add(f"<ellipse {place}{attributes({'cls': cls, **more})}/>")

    def text(self, x: float, y: float, words: object, size: float, cls: str = "", **more: object) -> Ink:
        place = f'x="{coordinate(x)}" y="{coordinate(y)}" font-size="{coordinate(size)}"'
        return self.add(f"<text {place}{attributes({'cls': cls, **more})}>{escape(str(words))}</text>")

    def use(self, symbol: str, x: float = 0, y: float = 0, scale: float = 1, cls: str = "", **more: object) -> Ink:
        """Fixed art from the sprite."""
        return self.add(f'<use href="#{symbol}"{attributes({"transform": placed(x, y, scale), "cls": cls, **more})}/>')

    def group(self, inner: object, x: float = 0, y: float = 0, scale: float = 1, cls: str = "", **more: object) -> Ink:
        return self.add(f"<g{attributes({'transform': placed(x, y, scale), 'cls': cls, **more})}>{inner}</g>")


def placed(x: float, y: float, scale: float = 1) -> str | None:
    """A transform to a place, None if it changes nothing."""
    if scale == 1:
        return f"translate({coordinate(x)} {coordinate(y)})" if x or y else None
    return f"translate({coordinate(x)} {coordinate(y)}) scale({scale:.4g})"


def svg(width: float, height: float, body: object, label: str = "", cls: str = "", /, **more: object) -> str:
    """A whole picture; with a label it is an image to a screen reader, without one it is left out there."""
    voice = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    named = attributes({"viewBox": f"0 0 {coordinate(width)} {coordinate(height)}", "cls": cls, **voice, **more})
    return f"<svg{named}>{body}</svg>"


def variety(seed: int, salt: int) -> Callable[[int], int]:
    """Small, stable choices: `v(3)` gives 0, 1 or 2, the same ones for the same seed and salt for ever."""
    state = (seed * 2654435761 + salt * 40503 + 97) & 0xFFFFFFFF

    def v(count: int) -> int:
        nonlocal state
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (state >> 16) % count

    return v
