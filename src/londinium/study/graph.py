"""The graph of an analysis: what everybody could expect, step by step, with the mistakes on it. It stretches to any width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from londinium.kernel.match import Match
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, coordinate, escape
from londinium.look.seats import letters, marker
from londinium.study.replay import step_at, stops
from londinium.study.verdicts import BLUNDER, INACCURACY, MISTAKE, Analysis, Decision
from londinium.study.worth import mistake_words

GRAPH_WIDE, GRAPH_HIGH = 1000, 100
"""The lines are drawn in this room and stretched to that of the page; shapes are not stretched."""
GRAPH_EDGE = 8
MISTAKE_SHAPES = {
    INACCURACY: "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z",
    MISTAKE: "M0 -5.6L5.4 4.2H-5.4z",
    BLUNDER: "M-5.6 -2.6L-2.6 -5.6L0 -3L2.6 -5.6L5.6 -2.6L3 0L5.6 2.6L2.6 5.6L0 3L-2.6 5.6L-5.6 2.6L-3 0z",
}
"""A circle, a triangle, a cross: sizes are told apart by shape, not by colour alone."""


@dataclass(frozen=True)
class Course:
    """The steps of a replay, as places from 0 to 1 along the graph."""

    plies: Sequence[int]

    @classmethod
    def of(cls, match: Match) -> Course:
        return cls(stops(match))

    def step_before(self, ply: int) -> int:
        """The step that shows the position in which a decision was made."""
        return max((step for step, stop in enumerate(self.plies) if stop <= ply), default=0)

    def before(self, ply: int) -> float:
        return self.step_before(ply) / max(1, len(self.plies) - 1)

    def after(self, ply: int) -> float:
        """Where what follows from a move is shown."""
        return step_at(self.plies, ply) / max(1, len(self.plies) - 1)


@dataclass(frozen=True)
class GraphRow:
    """What the graph shows at one step."""

    x: float
    values: Sequence[float]
    """By seat, in per cent or points."""
    band: Sequence[float]


def rows_of(analysis: Analysis, match: Match, course: Course) -> list[GraphRow]:
    """The last moment of every step: chances of first place, or the expected points of a lone player."""
    found: dict[float, GraphRow] = {}
    for moment in analysis.graph:
        values, scale = (moment.points, 1.0) if moment.win is None else (moment.win, 100.0)
        x = course.after(moment.ply)
        found[x] = GraphRow(x, [scale * value for value in values], [scale * band for band in moment.band])
    return list(found.values())


def graph(analysis: Analysis, match: Match, words: Language) -> str:
    """Chances of first place, or the expected points of a lone player, each with a band for how far off it may be."""
    rows, is_share = rows_of(analysis, match, course := Course.of(match)), match.seats > 1
    if is_share:
        title, lowest, highest = words.text("Chance of first place"), 0.0, 100.0
    else:
        title, values = words.text("Expected points"), [value for row in rows for value in row.values] or [0.0, 1.0]
        lowest, highest = min(values) - 2, max(values) + 2

    def height(value: float) -> float:
        inside = min(max(value, lowest), highest)
        return GRAPH_EDGE + (GRAPH_HIGH - 2 * GRAPH_EDGE) * (highest - inside) / max(1e-9, highest - lowest)

    lines, ends = _lines(rows, match, height)
    marks = "".join(_mark(one, rows, course, height, words, match) for one in analysis.mistakes())
    label = escape(title)
    about = escape(words.text("{title}; the band shows how far off it may be", title=title))
    said = {value: words.per_cent(value / 100) if is_share else words.decimal(value, 0) for value in _ticks(lowest, highest)}
    scale = "".join(
        f'<text x="4" y="{coordinate(height(value))}%" dy="4" class="scale">{escape(said[value])}</text>'
        for value in _ticks(lowest, highest)
    )
    rules = "".join(f'<path d="M0 {coordinate(height(value))}H{GRAPH_WIDE}" class="grid"/>' for value in _ticks(lowest, highest))
    return (
        f'<svg class="graph" role="img" aria-label="{label}" width="100%" height="100%"><title>{about}</title>'
        f'<svg viewBox="0 0 {GRAPH_WIDE} {GRAPH_HIGH}" preserveAspectRatio="none" width="100%" height="100%">{rules}{lines}</svg>'
        f"{ends}{marks}{scale}</svg>"
    )


def _ticks(lowest: float, highest: float) -> list[float]:
    if highest - lowest == 100:
        return [25, 50, 75]
    middle = round((lowest + highest) / 2, -1)
    return [value for value in (middle - 20, middle, middle + 20) if lowest < value < highest]


def _lines(rows: Sequence[GraphRow], match: Match, height: Callable[[float], float]) -> tuple[str, str]:
    """A line per seat with its band, and its mark at the end."""
    drawn, ends, signs = Ink(), Ink(), letters(match.names)
    taken: list[float] = []
    for seat in range(match.seats if rows else 0):
        drawn.path(_outline(rows, seat, height), "band", style=f"fill:var(--seat{seat})")
    for seat in range(match.seats if rows else 0):
        points = [(GRAPH_WIDE * row.x, height(row.values[seat])) for row in rows]
        d = "M" + "L".join(f"{coordinate(x)} {coordinate(y)}" for x, y in points)
        drawn.path(d, "casing").path(d, "line", style=f"stroke:var(--seat{seat})")
        x, y = points[-1]
        away = 15 if y < GRAPH_HIGH / 2 else -15  # one way only: back and forth across the middle it would never find room
        while any(abs(y - other) < 15 for other in taken):
            y += away
        taken.append(y)
        sign = Ink()
        marker(sign, seat, signs[seat], -9, 0, 7)
        ends.add(f'<svg x="{coordinate(100 * x / GRAPH_WIDE)}%" y="{coordinate(y)}%" overflow="visible">{sign}</svg>')
    return str(drawn), str(ends)


def _outline(rows: Sequence[GraphRow], seat: int, height: Callable[[float], float]) -> str:
    """The outline of a seat's band: along the top, and back along the bottom."""
    top = [(row.x, height(row.values[seat] + row.band[seat])) for row in rows]
    bottom = [(row.x, height(row.values[seat] - row.band[seat])) for row in reversed(rows)]
    return "M" + "L".join(f"{coordinate(GRAPH_WIDE * x)} {coordinate(y)}" for x, y in (*top, *bottom)) + "Z"


def _mark(
    decision: Decision,
    rows: Sequence[GraphRow],
    course: Course,
    height: Callable[[float], float],
    words: Language,
    match: Match,
) -> str:
    """A mistake, on its seat's line, at the step at which it can still be avoided."""
    x = course.before(decision.ply)
    row = next((row for row in reversed(rows) if row.x <= x), rows[0])
    told = words.named(match.names[decision.seat], mistake_words(decision.size, decision.loss, match.game, words))
    return (
        f'<svg x="{coordinate(100 * x)}%" y="{coordinate(height(row.values[decision.seat]))}%" overflow="visible">'
        f'<path d="{MISTAKE_SHAPES[decision.size]}" class="mistake {decision.size}"><title>{escape(told)}</title></path></svg>'
    )


def shape(size: str) -> str:
    """The shape of a mistake, for a line of text."""
    drawn = f'<path d="{MISTAKE_SHAPES[size]}" class="mistake {size}"/>'
    return f'<svg class="shape" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">{drawn}</svg>'


GRAPH_STYLE = (
    ".graph{display:block;overflow:hidden}"
    ".graph .casing,.graph .line{fill:none;vector-effect:non-scaling-stroke;stroke-linejoin:round}"
    ".graph .casing{stroke:var(--rim);stroke-width:4}.graph .line{stroke-width:2.4}"
    ".graph .band{opacity:.16}"
    ".graph .grid{stroke:var(--rule);vector-effect:non-scaling-stroke;stroke-width:1}"
    ".graph .scale{fill:var(--ink3);stroke:var(--paper);stroke-width:3;paint-order:stroke;font:10px var(--sans)}"
    ".graph .scale{pointer-events:none}"
    ".mistake{fill:var(--rubric);stroke:var(--raised);stroke-width:1.4;paint-order:stroke}"
    ".mistake.inaccuracy{fill:var(--raised);stroke:var(--rubric);stroke-width:2;paint-order:normal}"
)
"""What the graph and the shapes need of a style sheet, over the tokens of the look."""
