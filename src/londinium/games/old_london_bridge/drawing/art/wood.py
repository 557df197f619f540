"""Wood and coins: seat markers, pawns, coins, round markers. Each is a symbol of the sprite and a letter or number on it."""

from __future__ import annotations

from collections.abc import Iterator

from londinium.games.old_london_bridge.drawing.art.engraving import Plate
from londinium.kernel.kept import kept
from londinium.look.ink import attributes, placed
from londinium.look.seats import SEAT_SHAPES, body, letter_size, outline


def symbols() -> Iterator[tuple[str, str]]:
    """Markers of radius 10 with a rim (`olb-seat0`) and without (`olb-dot0`), pawns 100 high, a coin of radius 10."""
    for seat in range(len(SEAT_SHAPES)):
        yield f"olb-seat{seat}", body(seat, 0, 0, 10)
        yield f"olb-dot{seat}", body(seat, 0, 0, 10, rim=False)
        yield f"olb-pawn{seat}", _pawn(seat)
    coin_face = Plate()
    coin_face.circle(0, 0, 10, "coin ln")
    coin_face.circle(0, 0, 8, "bare coin-rim", stroke_width=0.75, stroke_dasharray="1 1.7")
    yield "olb-coin", str(coin_face)


def _pawn(seat: int) -> str:
    """A turned body, 100 high, its foot at (0, 0); the seat's marker sits on it as a head."""
    g = Plate()
    g.ellipse(5, 0, 34, 8.5, "dark", opacity=".28")
    turned = "M-30 0q0 -9 7 -11Q-10 -26 -10 -46H10Q10 -26 23 -11q7 2 7 11Q0 8 -30 0Z"  # foot, neck, foot
    g.path(turned, f"seat{seat}", stroke_width=3.4)
    g.path("M-21 -11Q0 -5 21 -11", f"k-seat{seat}", stroke_width=2.8, opacity=".8")
    return str(g)


@kept
def marker(seat: int, letter: str, x: float, y: float, r: float, *, rim: bool = True, **more: object) -> str:
    """A flat marker: shape, colour, letter."""
    g = Plate()
    g.use(f"olb-{'seat' if rim else 'dot'}{seat}", scale=r / 10)
    size = letter_size(seat, r)
    g.text(0, size * 0.36, letter, size, f"num t-seat{seat}")
    return f"<g{attributes({'transform': placed(x, y), **more})}>{g}</g>"


def ghost_marker(seat: int, letter: str, x: float, y: float, r: float) -> str:
    """Where a marker would stand."""
    g = Plate()
    g.path(outline(seat, x, y, r), f"seat{seat} ghostly")
    size = letter_size(seat, r)
    g.text(x, y + size * 0.36, letter, size, "num t-rubric")
    return str(g)


def pawn(seat: int, letter: str, x: float, y: float, h: float, **more: object) -> str:
    """A standing pawn with its foot at (x, y)."""
    g = Plate()
    g.use(f"olb-pawn{seat}", scale=h / 100)
    g.add(marker(seat, letter, 0, -h * 0.66, h * 0.27))
    return f"<g{attributes({'transform': placed(x, y), **more})}>{g}</g>"


def coin(g: Plate, x: float, y: float, r: float, words: str) -> None:
    """A coin with what it is worth; the size of the type follows the length of the words."""
    size = r * {1: 1.26, 2: 0.98}.get(len(words), 0.74)
    g.use("olb-coin", x, y, r / 10)
    g.text(x, y + size * 0.36, words, size, "num t-coin")
