"""City files: a plan written as text that a person can proof-read, and read back with every problem at its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from londinium.games.next_station_london.box.plan import CELL, Cell, Plan
from londinium.games.next_station_london.rules.components import (
    COLUMNS,
    LETTERS,
    PENCIL_LETTERS,
    RIVER_POINTS,
    SIDE,
    station_name,
)
from londinium.kernel.words.errors import N_, InvalidBox, LondiniumError

STATION = re.compile(rf"([{re.escape(LETTERS)}])([!{PENCIL_LETTERS}]*)")
POINT = re.compile(r"(-?\d{1,4}(?:\.\d{1,2})?),(-?\d{1,4}(?:\.\d{1,2})?)")
RIVER = "Thames"
MOST_PROBLEMS = 60
"""A file that is no city at all is not described line by line."""
LONGEST_QUOTE = 40
"""Signs of what somebody wrote that are repeated to them."""


@dataclass
class Draft:
    """A plan as far as its text could be read, the line of each of its parts, and what is wrong with it."""

    source: str
    plan: Plan = field(default_factory=Plan)
    lines: dict[str, int] = field(default_factory=dict)
    """Line numbers: of the heading (`map`), the river, and each row by its digit."""
    problems: list[InvalidBox] = field(default_factory=list)

    def wrong(self, line: int, message: str | LondiniumError, place: str = "", **facts: Any) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            told = {name: fact[:LONGEST_QUOTE] if isinstance(fact, str) else fact for name, fact in facts.items()}
            problem = InvalidBox(self.source, line, message, **told)
            problem.place = place
            self.problems.append(problem)

    def wrong_at(self, cell: Cell, message: str, **facts: Any) -> None:
        """A problem with one cell, said with its row and column."""
        where = {"row": cell[1], "column": COLUMNS[cell[0]]}
        placed = LondiniumError(N_("row {row}, column {column}: {problem}"), problem=LondiniumError(message, **facts), **where)
        self.wrong(self.lines.get(str(cell[1]), 1), placed, station_name(*cell))

    def wrong_in(self, part: str, message: str, **facts: Any) -> None:
        """A problem with the map or with the river as a whole."""
        self.wrong(self.lines.get(part, 1), message, part, **facts)


def read_draft(text: str, source: str) -> Draft:
    """Read a city file. Whether the city is a good one is not asked here, see `city.py`."""
    draft = Draft(source)
    heading: list[str] = []
    rows_before_border: list[int] = []
    rows = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == COLUMNS[0] and not heading:
            heading = words
            draft.lines["map"] = number
            _read_heading(draft, words, number)
        elif words[0].isdecimal():
            draft.lines[words[0]] = number
            _read_row(draft, words, rows, number, heading)
            rows += 1
        elif set(line) <= set("-+ \t"):
            rows_before_border.append(rows)
        elif words[0] == RIVER:
            draft.lines[RIVER] = number
            _read_river(draft, words[1:], number)
        else:
            message = N_(
                "no part of a city begins with '{word}': its parts are the columns a b c, the rows 0 to 9, borders "
                "--- and {river}"
            )
            draft.wrong(number, message, word=words[0], river=RIVER)
    _read_ends(draft, heading, rows, rows_before_border)
    return draft


def _read_heading(draft: Draft, words: list[str], number: int) -> None:
    """The names of the columns, with a | where a border runs."""
    if [word for word in words if word != "|"] != list(COLUMNS):
        draft.wrong(number, N_("the columns should be named {columns}"), columns=" ".join(COLUMNS))
    borders = [sum(before != "|" for before in words[:i]) for i, word in enumerate(words) if word == "|"]
    if len(borders) != 2 or not 0 < borders[0] < borders[1] < SIDE:
        draft.wrong(number, N_("two borders | should divide the columns into left, middle and right districts"))
    else:
        draft.plan.border_columns = (borders[0], borders[1])


def _read_row(draft: Draft, words: list[str], row: int, number: int, heading: list[str]) -> None:
    if words[0] != str(row):
        draft.wrong(number, N_("row {expected} should come here, not row {row}"), expected=row, row=words[0])
        return
    cells = words[1:]
    signs = [cell for cell in cells if cell != "|"]
    if len(signs) != SIDE:
        draft.wrong(number, N_("row {row} should have {expected} cells, not {count}"), row=row, expected=SIDE, count=len(signs))
        return
    if heading and [cell == "|" for cell in cells] != [word == "|" for word in heading]:
        draft.wrong(number, N_("row {row} should have its borders | where the line of columns has them"), row=row)
    for column, sign in enumerate(signs):
        if sign != ".":
            _read_station(draft, (column, row), sign)


def _read_station(draft: Draft, cell: Cell, sign: str) -> None:
    found = STATION.fullmatch(sign)
    if not found or len(set(found[2])) < len(found[2]):
        message = N_(
            "'{sign}' is not a station: write C, T, S, P or *, then ! for a tourist site and g, k, u or b for a departure"
        )
        draft.wrong_at(cell, message, sign=sign[:LONGEST_QUOTE])
        return
    plan = draft.plan
    plan.symbols[cell] = LETTERS.index(found[1])
    for mark in found[2]:
        if mark == "!":
            plan.sites.add(cell)
            continue
        pencil = PENCIL_LETTERS.index(mark)
        other = next((at for at, its in plan.departures.items() if its == pencil), None)
        if other:
            draft.wrong_at(cell, N_("pencil {pencil} already departs from {station}"), pencil=mark, station=station_name(*other))
        elif cell in plan.departures:
            draft.wrong_at(cell, N_("only one pencil can depart here"))
        else:
            plan.departures[cell] = pencil


def _read_river(draft: Draft, words: list[str], number: int) -> None:
    for word in words:
        found = POINT.fullmatch(word)
        if not found:
            draft.wrong(number, N_("'{word}' is not a point of the river: write x,y such as 3.37,4.75"), RIVER, word=word)
            continue
        if len(draft.plan.river) > RIVER_POINTS:
            return  # how many there may be is said at the end
        point = (round(float(found[1]) * CELL), round(float(found[2]) * CELL))
        if draft.plan.river and point[0] <= draft.plan.river[-1][0]:
            message = N_("the river flows from west to east, but {point} is not east of the point before")
            draft.wrong(number, message, RIVER, point=word)
        elif not all(-SIDE * CELL <= length <= 2 * SIDE * CELL for length in point):
            draft.wrong(number, N_("{point} is too far from the map"), RIVER, point=word)
        else:
            draft.plan.river.append(point)


def _read_ends(draft: Draft, heading: list[str], rows: int, rows_before_border: list[int]) -> None:
    """What can be said only when everything was read."""
    plan = draft.plan
    if not heading:
        draft.wrong(1, N_("the line with the names of the columns is missing: {columns}"), columns="a b c | d e f g | h i j")
    if rows != SIDE:
        draft.wrong_in("map", N_("a city has {expected} rows, not {count}"), expected=SIDE, count=rows)
    if len(rows_before_border) != 2 or not 0 < rows_before_border[0] < rows_before_border[1] < SIDE:
        draft.wrong_in("map", N_("two borders --- should divide the rows into upper, middle and lower districts"))
    else:
        plan.border_rows = (rows_before_border[0], rows_before_border[1])
    if not 2 <= len(plan.river) <= RIVER_POINTS:
        draft.wrong_in(RIVER, N_("the river {river} needs 2 to {most} points"), river=RIVER, most=RIVER_POINTS)
    elif plan.river[0][0] >= 0 or plan.river[-1][0] <= (SIDE - 1) * CELL:
        draft.wrong_in(RIVER, N_("the river should begin west of column a and end east of column j"))


def write_plan(plan: Plan, title: str) -> str:
    """A city file."""
    signs = [[plan.sign((column, row)) for column in range(SIDE)] for row in range(SIDE)]
    wide = max(3, *(len(sign) + 1 for row in signs for sign in row))

    def cells(words: list[str]) -> str:
        parted = [f"{'| ' if column in plan.border_columns else ''}{word:<{wide}}" for column, word in enumerate(words)]
        return "".join(parted).rstrip()

    left, right = plan.border_columns
    border = " " * 6 + "-" * (wide * left) + "+" + "-" * (wide * (right - left) + 1) + "+" + "-" * (wide * (SIDE - right))
    lines = [f"# {title}", "", " " * 6 + cells(list(COLUMNS))]
    for row in range(SIDE):
        if row in plan.border_rows:
            lines.append(border)
        lines.append(f" {row}    {cells(signs[row])}")
    points = " ".join(f"{x / CELL:g},{y / CELL:g}" for x, y in plan.river)
    return "\n".join([*lines, "", f"{RIVER} {points}", ""])
