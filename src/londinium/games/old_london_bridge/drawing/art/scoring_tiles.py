"""The pictures of the twenty scorings: the sign of the colour, what counts, and room for the pounds on a dark foot."""

from __future__ import annotations

from collections.abc import Iterator

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.art.tiles import octagon, placed_sign
from londinium.games.old_london_bridge.face.view import Printed
from londinium.games.old_london_bridge.rules.components import BUILDINGS, COLOURS, EACH_ROUND, SIDES

X, Y = 39.5, 20.0
"""The middle of the picture on a tile 56 wide."""


PAID_EACH_ROUND = tuple(sides[EACH_ROUND] for sides in SIDES)


def symbols() -> Iterator[tuple[str, str]]:
    """Tiles 56 wide (`olb-score-gate-steps`; a printed one `olb-score-gate`), and one that is not drawn yet.

    Numbers come from the box, so they are written on the tile when it is shown.
    """
    for colour, sides in zip(COLOURS, SIDES, strict=True):
        for side in sides:
            g = _blank(colour)
            if side == "printed":
                _podium(g, colour)
            elif side.startswith("most-"):
                _most(g, colour)
            else:
                PICTURES[side](g)
            yield symbol(colour, side), str(g)
        g = _blank(colour)
        g.text(X, Y + 7, "?", 20, "num t-ink2")
        yield symbol(colour, None), str(g)


def pay(side: str, printed: Printed) -> str:
    """What a scoring pays, for the foot of its tile."""
    if side in PAID_EACH_ROUND:
        return f"£{printed.each_round[PAID_EACH_ROUND.index(side)]}"
    if side == "coins-again":
        return "× 2"
    stairs = {"gate-steps": printed.gate_steps, "unused-tiles": printed.unused_tiles, "cards-in-hand": printed.cards_in_hand}
    if side in stairs:
        return " ".join(str(pounds) for _, pounds in stairs[side])
    if side == "card-sets":
        return " ".join(map(str, printed.card_sets))
    each = {
        "spaces-ahead": printed.ahead_pounds,
        "low-numbers": printed.low_number_pounds,
        "building-sets": printed.building_set_pounds,
    }
    return f"£{each[side]}" if side in each else " ".join(map(str, printed.ranking))


def scoring_tile(g: Plate, colour: str, side: str | None, printed: Printed, x: float, y: float) -> None:
    """A tile with the numbers of its box."""
    g.use(symbol(colour, side), x, y)
    if side is None:
        return
    words = pay(side, printed)
    g.text(x + 28, y + 51.8, words, min(10.8, 88 / len(words)), "num t-paper")
    if side == "low-numbers":
        g.text(x + X, y + Y + 8, f"≤{printed.low_number}", 10.2, "num")


def symbol(colour: str, side: str | None) -> str:
    return f"olb-score-{colour}" if side == "printed" else f"olb-score-{colour}-{side or 'unknown'}"


def _blank(colour: str) -> Plate:
    g = Plate()
    g.rect(0, 0, 56, 56, "raised ln", 5)
    g.path("M0 40H56V51a5 5 0 0 1 -5 5H5a5 5 0 0 1 -5 -5Z", "ink")
    placed_sign(g, colour, 12, 14, 15)
    g.line(23.5, 6, 23.5, 34)
    return g


def _podium(g: Plate, colour: str) -> None:
    """A printed scoring: three places, and what is compared."""
    for i, height in enumerate((11, 17, 7)):
        g.rect(X - 12.5 + i * 8.6, Y + 14 - height, 7.6, height, "sunk th")
    if colour in ("chapel", "gate"):
        g.path(f"M{n(X - 0.1)} {n(Y - 14.5)}l2.3 5h-4.6Z", "ink").circle(X - 0.1, Y - 8, 2.6, "ink")
    elif colour == "hostelry":
        for dx, turn in ((-5, -18), (0, 0), (5, 18)):
            g.rect(X + dx - 3.6, Y - 15, 7, 10, "raised th", 1, transform=f"rotate({turn} {n(X + dx)} {n(Y - 5)})")
    else:
        g.path("".join(f"M{n(X + dx - 2.8)} {n(Y - 5)}v-4l2.8 -4 2.8 4v4Z" for dx in (-7, 0, 7)), "ink")


def _most(g: Plate, colour: str) -> None:
    for dx, dy in ((-7.5, 5), (7.5, 5), (0, -9)):
        placed_sign(g, colour, X + dx, Y + dy, 13)


def _leader(g: Plate) -> None:
    g.stroke(f"M{n(X - 10)} {n(Y - 3)}A10.5 10.5 0 1 1 {n(X - 7)} {n(Y + 7)}", 1.8)
    g.path(f"M{n(X - 10.5)} {n(Y + 2.5)}l-3.2 -7 7.2 .8Z", "ink").text(X, Y + 4.4, "1.", 11.5, "num")


def _spaces_ahead(g: Plate) -> None:
    g.circle(X - 10, Y + 4, 4, "raised ln").circle(X + 10, Y + 4, 4, "ink")
    arrows = f"M{n(X - 9)} {n(Y - 6)}h18M{n(X - 6)} {n(Y - 9)}l-3 3 3 3M{n(X + 6)} {n(Y - 9)}l3 3 -3 3"
    g.stroke(arrows, 1.6).path("".join(f"M{n(X - 13 + i * 5.2)} {n(Y + 11)}h3.4" for i in range(6)), "bare ln")


def _coins_again(g: Plate) -> None:
    for dx, dy, r, worth in ((-7, -5, 6.5, 1), (5.5, -1, 7.4, 2), (-5, 8, 7.4, 3)):
        g.circle(X + dx, Y + dy, r, "coin th").text(X + dx, Y + dy + 3, worth, r * 1.2, "num t-coin")


def _gate_steps(g: Plate) -> None:
    for i in range(4):
        h = (i + 1) * 5.4
        g.rect(X - 13 + i * 6.6, Y + 13 - h, 6.2, h, "sunk th")
    g.path(f"M{n(X + 9.5)} {n(Y - 17)}v7.6M{n(X + 9.5)} {n(Y - 17)}l5 2 -5 2", "ink th")


def _unused_tiles(g: Plate) -> None:
    for dx, dy in ((-7, -7), (7, -7), (-7, 7), (7, 7)):
        g.polygon(octagon(X + dx, Y + dy, 5.8), "sunk th")


def _highest_card(g: Plate) -> None:
    g.rect(X - 8, Y - 9, 16, 22, "sunk ln", 2).text(X, Y + 6.4, "4", 12, "num")
    g.stroke(f"M{n(X - 5)} {n(Y - 12)}l5 -3.5 5 3.5", 1.8)


def _cards_in_hand(g: Plate) -> None:
    for i in range(4):
        g.rect(X - 5, Y - 10, 11, 16, "sunk th", 1.5, transform=f"rotate({-27 + i * 18} {n(X)} {n(Y + 14)})")
    g.text(X, Y + 17, "3 5 8+", 8, "num t-ink2")


def _card_sets(g: Plate) -> None:
    for i in range(4):
        g.rect(X - 14 + i * 7.2, Y - 9, 6.4, 12, "sunk th", 1).text(X - 10.8 + i * 7.2, Y, i + 1, 6.6, "num")
    g.stroke(f"M{n(X - 14)} {n(Y + 7)}h13.6M{n(X - 14)} {n(Y + 10.5)}h20.8M{n(X - 14)} {n(Y + 14)}h28", 1.3)


def _longest_line(g: Plate) -> None:
    g.path("".join(f"M{n(X - 14 + i * 7.2)} {n(Y + 4)}v-6l3 -4.5 3 4.5v6Z" for i in range(4)), "ink")
    g.stroke(f"M{n(X - 14)} {n(Y + 9)}h28M{n(X - 14)} {n(Y + 6.8)}v4.4M{n(X + 14)} {n(Y + 6.8)}v4.4", 1.4)


def _lowest_number(g: Plate) -> None:
    g.path(f"M{n(X - 10.5)} {n(Y + 11)}V{n(Y - 3)}l7.5 -8.5 7.5 8.5V{n(Y + 11)}Z", "sunk ln")
    g.text(X - 3, Y + 7, "n", 11, "word")
    g.stroke(f"M{n(X + 10)} {n(Y - 8)}v17M{n(X + 7)} {n(Y + 6)}l3 3.5 3 -3.5", 1.6)


def _low_numbers(g: Plate) -> None:
    g.path(f"M{n(X - 11)} {n(Y + 12)}V{n(Y - 3)}l11 -9.5 11 9.5V{n(Y + 12)}Z", "sunk ln")


def _building_sets(g: Plate) -> None:
    for i, kind in enumerate(BUILDINGS):
        placed_sign(g, kind, X - 9 + (i % 3) * 9.4, Y - 7 + (i // 3) * 14, 10)


PICTURES = {
    "chapel-leader": _leader,
    "spaces-ahead": _spaces_ahead,
    "coins-again": _coins_again,
    "gate-leader": _leader,
    "gate-steps": _gate_steps,
    "unused-tiles": _unused_tiles,
    "highest-card": _highest_card,
    "cards-in-hand": _cards_in_hand,
    "card-sets": _card_sets,
    "longest-line": _longest_line,
    "lowest-number": _lowest_number,
    "low-numbers": _low_numbers,
    "building-sets": _building_sets,
}
