"""The table for a terminal of 80 columns. Every line and symbol differs in letter, not only in colour."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box as borders
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from londinium.games.next_station_london.face.sheets import LineScore, ScoreSheet
from londinium.games.next_station_london.face.text_map import LETTERS, STYLES, SYMBOLS, draw_map
from londinium.games.next_station_london.face.view import Board, Player
from londinium.games.next_station_london.face.words import RATINGS, card, describe_line, objective, pencil, power, symbol
from londinium.games.next_station_london.rules.components import PENCILS, UNDERGROUNDS
from londinium.games.next_station_london.rules.lines import PER_CROSSING
from londinium.games.next_station_london.rules.scoring import worth_of_interchange
from londinium.kernel.views import View
from londinium.kernel.words.language import Language

SEAT_STYLES = ("bold red", "bold cyan", "bold yellow", "bold magenta")


def draw_text(view: View, language: Language, names: Sequence[str]) -> RenderableType:
    """The viewer's map and the cards beside it, then everybody's sheet; a spectator sees all maps."""
    board: Board = view.board
    shown = [player for player in board.players if view.seat is None or player.seat == view.seat]
    parts: list[RenderableType] = [_headline(board, language)]
    for player in shown:
        beside = Table.grid(padding=(0, 2))
        beside.add_row(draw_map(board, player), _cards(board, language) if player is shown[0] else "")
        if len(board.players) > 1:
            parts.append(_name(player, board, language, names))
        parts.append(beside)
    parts.append(_legend(language))
    parts += [_routes(player, board, language, names) for player in board.players if player not in shown]
    parts.append(draw_scores([player.sheet for player in board.players], language, names))
    return Group(*parts)


def _headline(board: Board, t: Language) -> Text:
    line = Text(t.text("Round {round} of {rounds}", round=board.round, rounds=board.rounds), "bold")
    if board.card:
        line.append(" · " + t.text("turn {turn}", turn=board.turn) + " · " + card(board.card, t))
    if board.switch:
        line.append(" · " + t.text("switch"))
    for name in board.objectives:
        line.append(" · " + objective(name, t), "not bold")
    return line


def _cards(board: Board, t: Language) -> Text:
    """All eleven cards, always in the same place: the turn in which each was seen, or that it may still come."""
    text = Text(t.text("Cards") + "\n", "bold")
    for shown in board.cards:
        now = board.card == shown.name or (shown.name == "switch" and board.switch)
        mark = ">" if now else " "
        turn = f"{shown.turn:>2}" if shown.turn else " ·"
        text.append(f"{mark}{turn} {card(shown.name, t)}\n", "bold" if now else "dim" if shown.turn else "not bold")
    seen, left = "■" * board.undergrounds, "□" * (UNDERGROUNDS - board.undergrounds)
    text.append("\n" + t.text("Underground") + f" {seen}{left}\n", "not bold")
    for name, its_power in board.powers.items():
        text.append(f"{LETTERS[name]} {power(its_power, t)}\n", STYLES[name])
    return text


def _name(player: Player, board: Board, t: Language, names: Sequence[str]) -> Text:
    line = Text(f"{player.seat} {names[player.seat]}", SEAT_STYLES[player.seat])
    if player.pencil:
        line.append(f"  {LETTERS[player.pencil]} {pencil(player.pencil, t)}", STYLES[player.pencil])
    if player.power:
        line.append(f"  {power(player.power, t)}")
    if board.phase == "drawing":
        line.append("  " + (t.text("has decided") if player.decided else t.text("is thinking")), "dim")
    if player.chosen:
        line.append("  → " + ", ".join(player.chosen), "bold")
    return line


def _routes(player: Player, board: Board, t: Language, names: Sequence[str]) -> Text:
    """Another player's lines in words."""
    text = _name(player, board, t, names)
    for line in player.lines:
        if line.sections:
            text.append(f"\n  {LETTERS[line.pencil]} {' '.join(line.sections)}", STYLES[line.pencil])
    return text


def _legend(t: Language) -> Text:
    symbols = [f"{SYMBOLS[name]} {symbol(name, t)}" for name in SYMBOLS]
    lines = [f"{LETTERS[name]} {pencil(name, t)}" for name in PENCILS]
    marks = ["! " + t.text("tourist site"), "[ ] " + t.text("end of your line")]
    return Text("  ".join([*symbols, marks[0]]) + "\n" + "  ".join([*lines, marks[1]]), "dim")


def draw_scores(sheets: Sequence[ScoreSheet], language: Language, names: Sequence[str]) -> RenderableType:
    """The score sheets side by side, as on paper."""
    t = language
    table = Table(box=borders.SIMPLE_HEAD, title=t.text("Score sheets"), padding=(0, 1), pad_edge=False)
    table.add_column("", overflow="fold")
    for sheet in sheets:
        table.add_column(names[sheet.seat], justify="right", style=SEAT_STYLES[sheet.seat])
    for name in PENCILS:
        scores = [next((line for line in sheet.lines if line.pencil == name), None) for sheet in sheets]
        table.add_row(f"{LETTERS[name]} {describe_line(name, t)}", *(_line(score) for score in scores), style=STYLES[name])
    table.add_row(describe_line("sightseeing", t), *(f"{sheet.visits}! = {sheet.sightseeing}" for sheet in sheets))
    table.add_row(describe_line("interchanges", t), *(_interchanges(sheet) for sheet in sheets))
    for i, met in enumerate(sheets[0].objectives):
        cells = (f"{its.progress}/{its.goal} = {its.points}" for its in (sheet.objectives[i] for sheet in sheets))
        table.add_row(objective(met.objective, t), *cells)
    table.add_section()
    table.add_row(describe_line("total", t), *(str(sheet.total) for sheet in sheets), style="bold")
    if len(sheets) > 1:
        table.add_row(t.text("Place"), *(f"{sheet.place + 1}" for sheet in sheets))
    elif sheets[0].rating is not None:
        table.add_row(t.text("Rating"), t.text(RATINGS[sheets[0].rating]))
    return table


def _line(score: LineScore | None) -> str:
    if score is None or not score.districts:
        return "–"
    return f"{score.districts}×{score.stations}+{PER_CROSSING}×{score.crossings} = {score.points}"


def _interchanges(sheet: ScoreSheet) -> str:
    stations = ((2, sheet.two_lines), (3, sheet.three_lines), (4, sheet.four_lines))
    told = " ".join(f"{worth_of_interchange(lines)}×{count}" for lines, count in stations)
    return f"{told} = {sheet.interchanges}"
