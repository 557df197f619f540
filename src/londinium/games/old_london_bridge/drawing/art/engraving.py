"""The plate that everything is engraved on: ink whose classes are those of this game, and a thicker line for small pictures."""

from __future__ import annotations

from londinium.look.ink import Ink
from londinium.look.ink import coordinate as n

__all__ = ["SITE", "Plate", "n"]

SITE = 72
"""The width of one site of a bridge in the units of a facade; y = 0 is the road, up is negative."""

THICK = {"ln": "lnm", "th": "thm"}


class Plate(Ink):
    """Ink with the classes of this game: `stone ln` is stone with an outline. `detail` is left out of small pictures."""

    def __init__(self, detail: bool = True) -> None:
        super().__init__()
        self.detail = detail

    def named(self, cls: str) -> str:
        """The classes as the style sheet has them."""
        words = cls.split()
        if not self.detail:
            words = [THICK.get(word, word) for word in words]
        return " ".join(word if word.startswith("o-") else f"o-{word}" for word in words)

    def path(self, d: str, cls: str = "", **more: object) -> Plate:
        super().path(d, self.named(cls), **more)
        return self

    def rect(self, x: float, y: float, width: float, height: float, cls: str = "", r: float = 0, **more: object) -> Plate:
        super().rect(x, y, width, height, self.named(cls), r, **more)
        return self

    def circle(self, x: float, y: float, r: float, cls: str = "", **more: object) -> Plate:
        super().circle(x, y, r, self.named(cls), **more)
        return self

    def ellipse(self, x: float, y: float, rx: float, ry: float, cls: str = "", **more: object) -> Plate:
        super().ellipse(x, y, rx, ry, self.named(cls), **more)
        return self

    def text(self, x: float, y: float, words: object, size: float, cls: str = "", **more: object) -> Plate:
        super().text(x, y, words, size, self.named(cls), **more)
        return self

    def line(self, x1: float, y1: float, x2: float, y2: float, cls: str = "bare th", **more: object) -> Plate:
        super().line(x1, y1, x2, y2, cls, **more)
        return self

    def stroke(self, d: str, width: float, colour: str = "ink", **more: object) -> Plate:
        """A line of its own width and colour."""
        return self.path(d, f"k-{colour}", stroke_width=n(width), **more)
