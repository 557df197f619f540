"""How a seat is shown everywhere: a shape, a colour and a letter, never a colour alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from londinium.kernel.kept import kept
from londinium.look.ink import Ink, coordinate, polygon, svg

SEAT_SHAPES = ("hexagon", "square", "disc", "diamond")


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A letter per seat: the first of its name that nobody has yet, else its number."""
    return _letters(tuple(names))


@kept
def _letters(names: tuple[str, ...]) -> tuple[str, ...]:
    taken: list[str] = []
    for seat, name in enumerate(names):
        free = (sign.upper() for sign in name if sign.isalpha() and len(sign.upper()) == 1)
        taken.append(next((sign for sign in free if sign not in taken), str(seat + 1)))
    return tuple(taken)


def outline(seat: int, x: float, y: float, r: float) -> str:
    """The path of a seat's shape: all four look equally large."""
    shape = SEAT_SHAPES[seat]
    if shape == "disc":
        arc = f"a{coordinate(r)} {coordinate(r)} 0 1 1"
        return f"M{coordinate(x - r)} {coordinate(y)}{arc} {coordinate(2 * r)} 0{arc} {coordinate(-2 * r)} 0Z"
    corners = {
        "hexagon": polygon(6, r * 1.08, 0, x, y),
        "square": polygon(4, r * 0.88 * math.sqrt(2), 45, x, y),
        "diamond": polygon(4, r * 1.2, -90, x, y),
    }
    return "M" + "L".join(f"{coordinate(px)} {coordinate(py)}" for px, py in corners[shape]) + "Z"


def body(seat: int, x: float, y: float, r: float, *, rim: bool = True) -> str:
    """A seat's shape in its colour, with the pattern of its rim: dashes, a line, a line, dots."""
    g = Ink()
    edge = f"stroke:var(--rim);stroke-width:{coordinate(max(1, r * 0.13))};stroke-linejoin:round"
    g.path(outline(seat, x, y, r), style=f"fill:var(--seat{seat});{edge}")
    if rim:
        dashes = {"hexagon": f"{coordinate(r * 0.16)}", "diamond": f"0.1 {coordinate(r * 0.26)}"}.get(SEAT_SHAPES[seat])
        line = f"fill:none;stroke:var(--on-seat{seat});stroke-width:{coordinate(max(0.7, r * 0.09))}"
        cap = ";stroke-linecap:round" if SEAT_SHAPES[seat] == "diamond" else ""
        faint = ";opacity:.6" if SEAT_SHAPES[seat] == "square" else ""
        g.path(outline(seat, x, y, r * 0.8), style=line + cap + faint, stroke_dasharray=dashes)
    return str(g)


def letter_size(seat: int, r: float) -> float:
    """How large the letter is written on a shape of this radius."""
    return r * (1.12 if SEAT_SHAPES[seat] == "diamond" else 1.2)


def marker(g: Ink, seat: int, letter: str, x: float, y: float, r: float, **more: Any) -> None:
    """A seat's shape with its rim and letter, drawn into a picture."""
    inner = Ink()
    inner.add(body(seat, x, y, r, rim=r >= 9))  # on a smaller one a rim is only noise
    size = letter_size(seat, r)
    style = f"fill:var(--on-seat{seat});font-weight:700;text-anchor:middle;font-family:var(--sans)"
    inner.text(x, y + size * 0.36, letter, size, style=style)
    g.group(inner, **more)


def token(seat: int, letter: str, r: float = 11) -> str:
    """A seat's mark as a small picture of its own, for lists and lines of text."""
    g = Ink()
    side = 2 * r * 1.25
    marker(g, seat, letter, side / 2, side / 2, r)
    return svg(side, side, g, "", "token", width=coordinate(side), height=coordinate(side))
