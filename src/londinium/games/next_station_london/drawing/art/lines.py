"""The lines of a sheet: few long strokes per colour, each colour in a lane of its own, and a letter at every end.

A section is drawn once, so two colours never share a stretch, but they share stations. Each colour is shifted as a whole by a
fixed step (`.line.green` in the style sheet): the four queens' problem. No two share a row, a column or a diagonal, so in all
eight directions each colour has a parallel lane of its own and no line ever bends to make room.
"""

from __future__ import annotations

import math
from collections import Counter

from londinium.games.next_station_london.box.plan import Cell
from londinium.games.next_station_london.drawing.art.geometry import (
    CELL,
    Ground,
    cell_of,
    direction,
    ends_of,
    name_of,
    path,
    stretch,
)
from londinium.games.next_station_london.drawing.art.names import district_labels, river_label
from londinium.games.next_station_london.drawing.pieces import LETTERS
from londinium.games.next_station_london.face.view import Line, Player
from londinium.games.next_station_london.rules.components import SIDE
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, placed

TAG = 10.5
"""Half the side of an end's letter."""


def begun(player: Player) -> tuple[Line, ...]:
    """The lines that are on a sheet already, with their departure at least."""
    return tuple(line for line in player.lines if line.stations)


def stroke(d: str, pencil: str) -> str:
    """A line as it is drawn: casing, colour, core; the core tells the colour without colour."""
    core = "" if pencil == "green" else f'<path class="nsl-core" d="{d}"/>'
    return f'<g class="nsl-line {pencil}"><path class="nsl-casing" d="{d}"/><path class="nsl-colour" d="{d}"/>{core}</g>'


def keyed_stroke(seat: int, source: str, target: str, pencil: str, cls: str = "") -> str:
    """A single section as a thing of its own: where it is new, it grows from its source to its target."""
    d = stretch(source, target)
    core = "" if pencil == "green" else f'<path class="nsl-core" d="{d}"/>'
    return (
        f'<g class="nsl-line {pencil}{cls}" data-key="s{seat}-{min(source, target)}-{max(source, target)}">'
        f'<path class="nsl-casing" pathLength="1" d="{d}"/><path class="nsl-colour" pathLength="1" d="{d}"/>{core}</g>'
    )


@kept
def strokes(sections: tuple[str, ...]) -> str:
    """The path of a line's sections."""
    return "".join(path((x * CELL, y * CELL) for x, y in chain) for chain in chains(sections))


def chains(sections: tuple[str, ...]) -> list[list[Cell]]:
    """The tree of one colour as few long strokes, so that patterns run through stations."""
    left = [ends_of(section) for section in sections]
    found = []
    while left:
        degree = Counter(cell for ends in left for cell in ends)
        chain = [min(cell for cell, count in degree.items() if count == 1)]
        while True:
            at = chain[-1]
            onward = [(second if first == at else first, (first, second)) for first, second in left if at in (first, second)]
            if not onward:
                break
            # Keep straight on where the line forks.
            before = direction(chain[-2], at) if len(chain) > 1 else (0, 0)
            onward.sort(key=lambda step: -sum(a * b for a, b in zip(before, direction(at, step[0]), strict=True)))
            chain.append(onward[0][0])
            left.remove(onward[0][1])
        found.append(chain)
    return found


@kept
def drawn_lines(lines: tuple[Line, ...]) -> str:
    return "".join(stroke(strokes(line.sections), line.pencil) for line in lines if line.sections)


@kept
def settled_line(seat: int, line: Line, lights: str = "") -> str:
    """A line of an earlier round as a thing of its own: when its round ends it is retraced, and its districts light up."""
    d, lit = strokes(line.sections), f' data-lights="{lights}"' if lights else ""
    core = "" if line.pencil == "green" else f'<path class="nsl-core" d="{d}"/>'
    return (
        f'<g class="nsl-line {line.pencil} settled" data-key="l{seat}-{line.pencil}"{lit}>'
        f'<path class="nsl-casing" pathLength="1" d="{d}"/><path class="nsl-colour" pathLength="1" d="{d}"/>{core}</g>'
    )


@kept
def growing_line(ground: Ground, seat: int, line: Line) -> str:
    """The line in hand, section by section from its departure. Stations hide where the pattern of the core starts again."""
    left, reached, parts = list(line.sections), {ground.departures[line.pencil]}, []
    while left:
        section = next(section for section in left if reached & set(section.split("-")))
        first, second = section.split("-")
        source, target = (first, second) if first in reached else (second, first)
        parts.append(keyed_stroke(seat, source, target, line.pencil))
        reached.add(target)
        left.remove(section)
    return "".join(parts)


# ── Letters at the ends ──────────────────────────────────────────────────────

AROUND = tuple((math.cos(math.radians(turn * 22.5)), math.sin(math.radians(turn * 22.5))) for turn in range(16))
"""Sixteen directions: the even ones are those of sections."""
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


@kept
def end_letters(ground: Ground, lines: tuple[Line, ...], language: Language) -> str:
    """The letter at every end of a line, just beyond its last station, in a direction that is free and likely to stay so."""
    drawn = {section for line in lines for section in line.sections}
    stops = Counter(name for line in lines for name in line.stations)
    twice = {cell_of(line.twice) for line in lines if line.twice}
    taken: list[tuple[float, float]] = []
    g = Ink()
    for line in lines:
        degree = Counter(cell for section in line.sections for cell in ends_of(section))
        for end in sorted(
            cell for cell, count in degree.items() if count == 1 and name_of(cell) != ground.departures[line.pencil]
        ):
            section = next(section for section in line.sections if end in ends_of(section))
            first, second = ends_of(section)
            onward = direction(second if first == end else first, end)
            colours = stops[name_of(end)]
            x, y = _best_place(ground, end, onward, drawn, colours, taken, end in twice, language)
            taken.append((x, y))
            square = (
                Ink()
                .rect(-TAG, -TAG, 2 * TAG, 2 * TAG, "nsl-badge", 4)
                .text(0, TAG * 0.5, LETTERS[line.pencil], TAG * 1.42, "nsl-letter")
            )
            g.group(square, x * CELL, y * CELL, cls=f"tag {line.pencil}")
    return str(g)


def _best_place(
    ground: Ground,
    end: Cell,
    onward: Cell,
    drawn: set[str],
    colours: int,
    taken: list[tuple[float, float]],
    twice: bool,
    language: Language,
) -> tuple[float, float]:
    """The cheapest of sixteen places around a station: straight on if free, never on a drawn section, nor on one to come."""
    sections = ground.sections_at[end]
    weight = []
    for step in STEPS:
        section = sections.get(step)
        # Nothing ever runs there; or something does; or a section may still be drawn there.
        blocked = section is None or (section not in drawn and ground.crossing[section] & drawn)
        weight.append(0.0 if blocked else 9.0 if section in drawn else 2.0)
    near = tuple(other for other in taken if math.dist(other, end) < 1)
    return _cheapest_place(ground, end, onward, tuple(weight), colours, near, twice, language)


@kept
def _cheapest_place(
    ground: Ground,
    end: Cell,
    onward: Cell,
    weight: tuple[float, ...],
    colours: int,
    near: tuple[tuple[float, float], ...],
    twice: bool,
    language: Language,
) -> tuple[float, float]:
    """By what lies around an end, which seldom changes once its line is drawn."""
    length = math.hypot(*onward)
    names = (*district_labels(ground, language), *filter(None, [river_label(ground, language)]))
    boxes = [name for name in names if abs(name.x - end[0]) < 1.2 and abs(name.y - end[1]) < 0.8]

    def place(turn: int) -> tuple[float, float]:
        dx, dy = AROUND[turn]
        reach = 0.45 if turn % 2 else 0.4 if turn % 4 else 0.365
        reach = max(reach, 0.148 * (1.34 + 0.34 * max(0, colours - 2)) + 0.15)
        return end[0] + dx * reach, end[1] + dy * reach

    def cost(turn: int) -> float:
        dx, dy = AROUND[turn]
        x, y = place(turn)
        if turn % 2:
            sides = weight[turn // 2], weight[(turn // 2 + 1) % 8]
            total = 0.5 + 0.8 * sum(side == 9.0 for side in sides) + 0.2 * sum(side == 2.0 for side in sides)
        else:
            total = weight[turn // 2] + (0.1 if turn % 4 else 0)
        total += 1 - (dx * onward[0] + dy * onward[1]) / length
        total += 0.6 * (not -0.2 <= x <= SIDE - 0.8) + 0.6 * (not -0.2 <= y <= SIDE - 0.8)
        total += 4 * any(math.dist((x, y), other) < 0.24 for other in near)
        total += 3 * any(abs(x - box.x) < box.width / 2 + 0.12 and abs(y - box.y) < 0.2 for box in boxes)
        total += 5 * (twice and turn in (13, 14, 15))
        return total

    return place(min(range(16), key=cost))


def twice_marks(lines: tuple[Line, ...]) -> str:
    """A small disc, ×2, at the shoulder of a station that counts as two."""
    marked = [cell_of(line.twice) for line in lines if line.twice]
    return "".join(f'<use href="#nsl-tworing" transform="{placed(x * CELL + 21, y * CELL - 25)}"/>' for x, y in marked)
