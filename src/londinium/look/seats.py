"""How a seat is shown everywhere: a shape, a colour and a letter, never a colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from londinium.look.ink import Ink, number, polygon, svg

SHAPES = ("hexagon", "square", "disc", "diamond")


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A letter per seat: the first of its name that nobody has yet, else its number."""
    taken: list[str] = []
    for seat, name in enumerate(names):
        free = (sign.upper() for sign in name if sign.isalpha() and len(sign.upper()) == 1)
        taken.append(next((sign for sign in free if sign not in taken), str(seat + 1)))
    return tuple(taken)


def outline(seat: int, x: float, y: float, r: float) -> str:
    """The path of a seat's shape."""
    shape = SHAPES[seat]
    if shape == "disc":
        arc = f"a{number(r)} {number(r)} 0 1 0"
        return f"M{number(x - r)} {number(y)}{arc} {number(2 * r)} 0{arc} {number(-2 * r)} 0Z"
    corners = {
        "hexagon": polygon(6, r * 1.08, -90, x, y),
        "square": polygon(4, r * 1.28, -45, x, y),
        "diamond": polygon(4, r * 1.22, -90, x, y),
    }
    return "M" + "L".join(f"{number(px)} {number(py)}" for px, py in corners[shape]) + "Z"


def marker(g: Ink, seat: int, letter: str, x: float, y: float, r: float, cls: str = "", **more: Any) -> None:
    """A seat's shape with its rim and letter, drawn into a picture."""
    inner = Ink()
    inner.path(
        outline(seat, x, y, r), f"fill-seat{seat} seat-rim", style=f"fill:var(--seat{seat});stroke:var(--rim);stroke-width:1.2"
    )
    rim = {"hexagon": f"{number(r * 0.24)} {number(r * 0.2)}", "diamond": f"0.1 {number(r * 0.3)}"}.get(SHAPES[seat])
    inner.path(
        outline(seat, x, y, r * 0.78),
        style=f"fill:none;stroke:var(--on-seat{seat});stroke-width:{number(max(0.7, r * 0.09))};stroke-linecap:round;opacity:.75",
        stroke_dasharray=rim,
    )
    size = r * 1.05
    inner.text(
        x,
        y + size * 0.36,
        letter,
        size,
        style=f"fill:var(--on-seat{seat});font-weight:700;text-anchor:middle;font-family:var(--sans)",
    )
    g.group(inner, cls=cls or "seat-mark", **more)


def token(seat: int, letter: str, r: float = 11) -> str:
    """A seat's mark as a small picture of its own, for lists and lines of text."""
    g = Ink()
    side = 2 * r * 1.15
    marker(g, seat, letter, side / 2, side / 2, r)
    return svg(side, side, g, "", "token", width=number(side), height=number(side))
