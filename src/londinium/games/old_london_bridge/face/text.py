"""The table for a terminal of 80 columns. Every crest and building differs in letter or sign, not only in colour."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box as borders
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from londinium.games.old_london_bridge.face.sheets import ScoreSheet
from londinium.games.old_london_bridge.face.view import Board, House, Player, Stack
from londinium.games.old_london_bridge.face.words import CREST_NAMES, SHEET_LINES, building, pounds, power, scoring
from londinium.games.old_london_bridge.rules.components import BUILDINGS
from londinium.kernel.views import View
from londinium.kernel.words.language import Language

SIGNS = {"chapel": "†", "gate": "∩", "hostelry": "h", "haberdasher": "£", "guild-house": "#", "park": "♣"}
LETTERS = {"orange": "o", "blue": "b", "gray": "y", "green": "g", "all": "*"}
STYLES = {"orange": "dark_orange", "blue": "dodger_blue1", "gray": "grey62", "green": "green3", "all": "bold"}
SEAT_STYLES = ("bold red", "bold cyan", "bold yellow", "bold magenta")


def draw_text(view: View, language: Language, names: Sequence[str]) -> RenderableType:
    """The whole table: scorings, rondel, tracks, bridges, and the viewer's own hand."""
    board: Board = view.board
    parts: list[RenderableType] = [
        _headline(board, language),
        _rondel(board, language, names),
        _track(
            language.text("Chapel"),
            ["·" if coin == 0 else f"{coin}" for coin in board.chapel_track],
            [p.chapel for p in board.players],
        ),
        _track(language.text("Gate"), ["*" if bonus else "·" for bonus in board.gate_track], [p.gate for p in board.players]),
        _supply(board, language),
        _bridges(board, language, names),
        _legend(language),
    ]
    if view.seat is not None:
        parts.append(_own(board.players[view.seat], language))
    return Group(*parts)


def draw_scores(sheets: Sequence[ScoreSheet], language: Language, names: Sequence[str]) -> RenderableType:
    """The score sheets side by side, as on paper."""
    table = Table(box=borders.SIMPLE_HEAD, title=language.text("Final scoring"))
    table.add_column("", overflow="fold")
    for sheet in sheets:
        table.add_column(names[sheet.seat], justify="right", style=SEAT_STYLES[sheet.seat])
    for line, title in SHEET_LINES.items():
        row = [pounds(getattr(sheet, line), language) for sheet in sheets]
        table.add_row(language.text(title), *row, style="bold" if line == "total" else "", end_section=line == "money")
    table.add_row(language.text("Place"), *(f"{sheet.place + 1}" for sheet in sheets), style="bold")
    return table


def _headline(board: Board, t: Language) -> Text:
    scorings = " · ".join(scoring(colour, side, t) for colour, side in board.scoring.items())
    line = Text(t.text("Round {round} of {rounds}", round=board.round, rounds=board.rounds), "bold")
    return line.append("\n" + t.text("Scoring: {scorings}", scorings=scorings), "not bold dim")


def _seats(seats: Sequence[int], names: Sequence[str]) -> Text:
    return Text(", ").join(Text(names[seat], SEAT_STYLES[seat]) for seat in seats)


def _rondel(board: Board, t: Language, names: Sequence[str]) -> Table:
    table = Table(box=borders.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for title in (t.text("Stack"), t.text("Top"), t.text("Below"), t.text("Space"), t.text("Pawns")):
        table.add_column(title)
    for stack in board.stacks:
        table.add_row(
            f"{SIGNS[stack.building]} {building(stack.building, t)}",
            _top(stack),
            str(stack.face_down) if stack.top else "",
            "X" if stack.pounds is None else "+" + pounds(stack.pounds, t),
            _seats(stack.pawns, names),
        )
    table.add_row(t.text("centre"), t.text("any"), "", "−" + pounds(board.centre_cost, t), _seats(board.centre, names))
    return table


def _top(stack: Stack) -> Text:
    return _house(stack.top) if stack.top else Text("–", "dim")


def _house(house: House) -> Text:
    """A building in four signs: what it is, its number, its crest."""
    sign = SIGNS[house.building]
    if house.number is None:
        return Text(f"{sign}{sign}{sign}{sign}", "green")
    crest = house.crest or "all"
    return Text(f"{sign}{house.number:02}{LETTERS[crest]}", STYLES[crest])


def _track(title: str, spaces: Sequence[str], places: Sequence[int]) -> Text:
    """A track as two lines: what is printed on it, and the markers below."""
    printed = Text(f"{title:<10.10}    |", "bold")
    printed.append("".join(f"{space:>3}" for space in spaces), "dim")
    markers = Text("\n")
    for space in range(len(spaces) + 1):
        here = [seat for seat, place in enumerate(places) if place == space]
        # The start is wide enough for everybody, a space of the track for three; a fourth stands over the next gap.
        markers.append(" " * ((14 if space == 0 else 3) - len(here)))
        for seat in here:
            markers.append(str(seat), SEAT_STYLES[seat])
        markers.append("|" if space == 0 else "", "bold")
    return printed + markers


def _supply(board: Board, t: Language) -> Text:
    cards = "  ".join(f"{value}×{count}" for value, count in enumerate(board.supply) if value > 0)
    tiles = ", ".join(f"{i} {power(stack.top, t)}" for i, stack in enumerate(board.bonus_tiles, 1) if stack.top)
    left = "  ".join(f"{steps}×{count}" for steps, count in enumerate(board.markers, 1))
    rows = {t.text("Supply"): cards, t.text("Bonus tiles"): tiles, t.text("Markers left"): left}
    width = max(map(len, rows)) + 2
    return Text("\n".join(f"{label:<{width}}{row}" for label, row in rows.items()))


def _bridges(board: Board, t: Language, names: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    for player in board.players:
        table.add_row(_facts(player, board, t, names))
        sites = [_house(house) for house in player.bridge] + [Text("····", "dim")] * player.empty_sites
        table.add_row(Text("  ") + Text(" ").join(sites))
    return table


def _facts(player: Player, board: Board, t: Language, names: Sequence[str]) -> Text:
    money = pounds(player.pounds, t) if player.pounds is not None else t.text("£?")
    line = Text(f"{player.seat} {names[player.seat]}", SEAT_STYLES[player.seat])
    line.append(f"  {money}  ")
    line.append(t.plural("{count} card", "{count} cards", player.cards))
    line.append("  " + " ".join(f"{LETTERS[crest]}{count}" for crest, count in player.strengths.items()), "dim")
    if player.played:
        line.append(
            "  [" + " ".join("?" if c.value is None else f"{c.value}{'+1' * c.plus}" for c in player.played) + "]", "bold"
        )
    tiles = [power(tile, t) + (f" ×{count}" if count > 1 else "") for tile, count in player.tiles.items()]
    # Tiles taken this round are in brackets: they cannot be used yet.
    tiles += [f"({power(tile, t)})" for tile, count in player.fresh_tiles.items() for _ in range(count)]
    if tiles:
        line.append("  " + ", ".join(tiles))
    if player.seat in board.order[board.turn : board.turn + 1]:
        line.append("  ◄")
    return line


def _legend(t: Language) -> Text:
    """What the signs of the buildings and the letters of the crests mean. The letters are the same in every language."""
    buildings = "  ".join(f"{SIGNS[name]} {building(name, t)}" for name in BUILDINGS)
    crests = "  ".join(f"{letter} {t.text(CREST_NAMES[crest])}" for crest, letter in LETTERS.items())
    return Text(buildings + "\n" + t.text("Crests: {crests}", crests=crests), "dim")


def _own(player: Player, t: Language) -> Text:
    hand = player.hand or ()
    cards = "  ".join(" ".join([str(value)] * count) for value, count in enumerate(hand) if count)
    return Text(t.text("Your hand: {cards}", cards=cards), "bold")
