"""A sheet's map in letters: stations as in a city file, each line as strokes with its pencil's letter in the middle."""

from __future__ import annotations

from rich.text import Text

from londinium.games.next_station_london.face.view import Board, CityMap, Player, Station
from londinium.games.next_station_london.rules.components import COLUMNS, PENCIL_LETTERS, PENCILS, SIDE

LETTERS = dict(zip(PENCILS, PENCIL_LETTERS, strict=True))
STYLES = {"green": "green3", "pink": "hot_pink", "purple": "medium_purple1", "blue": "dodger_blue1"}
SYMBOLS = {"circle": "C", "triangle": "T", "square": "S", "pentagon": "P", "central": "*"}

# A cell of the map, and the margin for the names of the rows
WIDTH, HEIGHT, MARGIN = 5, 3, 3

Canvas = dict[tuple[int, int], tuple[str, str]]
"""Signs and their styles by column and row of the terminal."""


def draw_map(board: Board, player: Player) -> Text:
    """The map with everything that a player has drawn."""
    canvas: Canvas = {}
    _ground(canvas, board.city)
    for line in player.lines:
        for section in line.sections:
            _section(canvas, section, LETTERS[line.pencil], STYLES[line.pencil])
    if player.pencil:
        for section in player.chosen or ():
            _section(canvas, section, "?", STYLES[player.pencil])
    for station in board.city.stations:
        _station(canvas, station, player)
    return _print(canvas)


def place(name: str) -> tuple[int, int]:
    """Where a station stands in the terminal."""
    return MARGIN + WIDTH * COLUMNS.index(name[0]), 1 + HEIGHT * int(name[1:])


def _ground(canvas: Canvas, city: CityMap) -> None:
    """The names of columns and rows, the borders of the districts, and the river."""
    right, bottom = MARGIN + WIDTH * (SIDE - 1), 1 + HEIGHT * (SIDE - 1)
    for border in city.border_columns:
        for y in range(1, bottom + 1):
            canvas[MARGIN + WIDTH * border - (WIDTH + 1) // 2, y] = (":", "grey37")
    for border in city.border_rows:
        for x in range(MARGIN, right + 1, 2):
            canvas[x, HEIGHT * border - 1] = ("-", "grey37")
    for step in range(WIDTH * (SIDE - 1) + 1):
        canvas[MARGIN + step, 1 + round(HEIGHT * _river_at(city, step / WIDTH))] = ("~", "steel_blue")
    for i in range(SIDE):
        canvas[MARGIN + WIDTH * i, 0] = (COLUMNS[i], "dim")
        canvas[0, 1 + HEIGHT * i] = (str(i), "dim")


def _river_at(city: CityMap, x: float) -> float:
    for (x1, y1), (x2, y2) in zip(city.river, city.river[1:], strict=False):
        if x1 <= x <= x2:
            return y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    raise ValueError(f"the river does not reach x = {x}")


def _section(canvas: Canvas, section: str, letter: str, style: str) -> None:
    """A stroke from station to station, with the letter of its pencil in the middle."""
    (x1, y1), (x2, y2) = sorted(place(name) for name in section.split("-"))
    stroke = "-" if y1 == y2 else "|" if x1 == x2 else "\\" if y2 > y1 else "/"
    steps = max(abs(x2 - x1), abs(y2 - y1))
    inside = [(round(x1 + (x2 - x1) * i / steps), round(y1 + (y2 - y1) * i / steps)) for i in range(1, steps)]
    if stroke in "\\/":
        # One stroke per line of the terminal, else a diagonal looks like stairs.
        rows = range(min(y1, y2) + 1, max(y1, y2))
        inside = [(round(x1 + (x2 - x1) * (y - y1) / (y2 - y1)), y) for y in rows]
    for spot in inside:
        canvas[spot] = (stroke, style)
    canvas[inside[len(inside) // 2]] = (letter, f"bold {style}")


def _station(canvas: Canvas, station: Station, player: Player) -> None:
    x, y = place(station.name)
    lines = [line.pencil for line in player.lines if station.name in line.stations]
    style = "bold reverse" if len(lines) > 1 else f"bold {STYLES[lines[0]]}" if lines else ""
    canvas[x, y] = (SYMBOLS[station.symbol], style)
    if station.name in player.ends:
        canvas[x - 1, y], canvas[x + 1, y] = ("[", "bold"), ("]", "bold")
    elif station.departure:
        canvas[x + 1, y] = (LETTERS[station.departure], f"{STYLES[station.departure]}")
    if station.site:
        canvas[x + (2 if station.name in player.ends else 1), y] = ("!", "gold3")


def _print(canvas: Canvas) -> Text:
    text = Text()
    for y in range(2 + HEIGHT * (SIDE - 1)):
        width = max(x for x, row in canvas if row == y) + 1
        for x in range(width):
            sign, style = canvas.get((x, y), (" ", ""))
            text.append(sign, style)
        text.append("\n")
    return text
