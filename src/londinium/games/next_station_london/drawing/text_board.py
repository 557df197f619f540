"""The position in plain HTML: headings, lists and tables, for readers without scripts or sight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from londinium.games.next_station_london.drawing.art.geometry import ground_of, name_of
from londinium.games.next_station_london.drawing.art.names import DISTRICT_NAMES
from londinium.games.next_station_london.drawing.fragments.bubbles import capital, line_in_words
from londinium.games.next_station_london.drawing.pieces import LETTERS
from londinium.games.next_station_london.face.sheets import LineScore
from londinium.games.next_station_london.face.view import Board, Line, Player, Station
from londinium.games.next_station_london.face.words import (
    RATINGS,
    card,
    describe_line,
    objective,
    pencil,
    points,
    power,
    symbol,
    way,
)
from londinium.games.next_station_london.rules.components import COLUMNS, SIDE, UNDERGROUNDS
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look.ink import escape


def text_board(view: View, scene: Scene) -> str:
    """Everything that the pictures show, in words."""
    board: Board = view.board
    t, names = scene.language, scene.names
    own = view.seat or 0
    players = [board.players[(own + step) % len(board.players)] for step in range(len(board.players))]
    parts = [_turn(board, t), _cards(board, t)]
    if board.objectives:
        parts.append(_section(t.text("Shared objectives"), _items(objective(name, t) for name in board.objectives)))
    if board.powers:
        held = (t.named(pencil(its, t), power(name, t)) for its, name in board.powers.items())
        parts.append(_section(t.text("Pencil powers"), _items(held)))
    parts += [_player(board, player, view.seat, names, t) for player in players]
    parts.append(_map(board, board.players[own], t))
    return f'<div class="text-board">{"".join(parts)}</div>'


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _items(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


# ── The cards ────────────────────────────────────────────────────────────────


def _turn(board: Board, t: Language) -> str:
    title = t.text("Round {round} of {rounds}", round=board.round, rounds=board.rounds)
    told = []
    if board.card:
        told.append(t.text("Turn {turn}: {card}.", turn=board.turn, card=card(board.card, t)))
    if board.switch:
        told.append(
            t.text("With the switch: start at any station of your line.")
            if board.switch_turn
            else t.text("The switch is ignored on the first two turns.")
        )
    told.append(t.text("{count} of {all} underground cards", count=board.undergrounds, all=UNDERGROUNDS))
    return _section(title, "".join(f"<p>{escape(line)}</p>" for line in told))


def _cards(board: Board, t: Language) -> str:
    seen = sorted((its for its in board.cards if its.turn), key=lambda its: its.turn or 0)
    shown = (t.text("{card}, turn {turn}", card=card(its.name, t), turn=its.turn) for its in seen)
    left = (card(its.name, t) for its in board.cards if not its.turn)
    titles = t.text("Seen"), t.text("To come")
    return _section(
        t.text("Cards"),
        f"<h3>{escape(titles[0])}</h3>{_items(shown)}<h3>{escape(titles[1])}</h3>{_items(left)}",
    )


# ── The players ──────────────────────────────────────────────────────────────


def _player(board: Board, player: Player, viewer: int | None, names: Sequence[str], t: Language) -> str:
    told = []
    if player.pencil:
        told.append(t.text("Draws with: {pencil}", pencil=pencil(player.pencil, t)))
    if player.ends:
        told.append(t.text("Ends of the line: {stations}", stations=", ".join(player.ends)))
    if player.power:
        told.append(t.text("Power in hand: {power}", power=power(player.power, t)))
    if board.phase == "drawing":
        told.append(capital(t.text("has decided") if player.decided else t.text("is thinking")))
    if player.chosen:
        told.append(t.text("Chosen for this card: {sections}", sections=", ".join(map(way, player.chosen))))
    name = names[player.seat]
    title = t.text("Your sheet") if player.seat == viewer else t.text("Sheet of {player}", player=name)
    return _section(title, _items(told) + _lines(player, t) + _scores(player, t))


def _lines(player: Player, t: Language) -> str:
    rows = [line for line in player.lines if line.stations]
    if not rows:
        return ""
    head = "".join(
        f'<th scope="col">{escape(title)}</th>'
        for title in (t.text("Line"), t.text("Round"), t.text("Sections"), t.text("Stations"), t.text("Counts twice"))
    )
    body = "".join(_line_row(line, t) for line in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _line_row(line: Line, t: Language) -> str:
    cells = (str(line.round), ", ".join(map(way, line.sections)) or "–", ", ".join(line.stations), line.twice or "–")
    inner = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(describe_line(line.pencil, t))} ({LETTERS[line.pencil]})</th>{inner}</tr>'


def _scores(player: Player, t: Language) -> str:
    """The score sheet as a table of two columns."""
    sheet = player.sheet
    rows = [(describe_line(line.pencil, t), _line_score(line, t)) for line in sheet.lines]
    rows.append((describe_line("sightseeing", t), f"{sheet.visits} = {points(sheet.sightseeing, t)}"))
    meeting = t.text(
        "2 lines: {two}, 3 lines: {three}, 4 lines: {four}", two=sheet.two_lines, three=sheet.three_lines, four=sheet.four_lines
    )
    rows.append((describe_line("interchanges", t), f"{meeting} = {points(sheet.interchanges, t)}"))
    for aim in sheet.objectives:
        rows.append((capital(objective(aim.objective, t)), f"{aim.progress}/{aim.goal} = {points(aim.points, t)}"))
    rows.append((describe_line("total", t), points(sheet.total, t)))
    if sheet.rating is not None:
        rows.append((t.text("Rating"), t.text(RATINGS[sheet.rating])))
    body = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>' for name, value in rows)
    caption = t.text("Score sheet")
    return f"<table><caption>{escape(caption)}</caption><tbody>{body}</tbody></table>"


def _line_score(score: LineScore, t: Language) -> str:
    return f"{line_in_words(score, t)} = {points(score.points, t)}" if score.districts else "–"


# ── The map ──────────────────────────────────────────────────────────────────


def _map(board: Board, player: Player, t: Language) -> str:
    """The stations by row and column, with what is printed there and the lines that stop there."""
    stations = ground_of(board.city).stations
    head = "".join(f'<th scope="col">{letter}</th>' for letter in COLUMNS)
    rows = []
    for row in range(SIDE):
        cells = (stations.get(name_of((column, row))) for column in range(SIDE))
        inner = "".join(f"<td>{escape(_cell(station, player, t)) if station else ''}</td>" for station in cells)
        rows.append(f'<tr><th scope="row">{row}</th>{inner}</tr>')
    return _section(t.text("Map"), f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>")


def _cell(station: Station, player: Player, t: Language) -> str:
    words = [symbol(station.symbol, t), _district(station.district, t)]
    words.append(t.text("south bank") if station.bank == "south" else t.text("north bank"))
    if station.site:
        words.append(t.text("tourist site"))
    if station.departure:
        words.append(t.text("departure of {pencil}", pencil=pencil(station.departure, t)))
    words += [describe_line(line.pencil, t) for line in player.lines if station.name in line.stations]
    return t.named(station.name, ", ".join(words))


def _district(name: str, t: Language) -> str:
    main, _, corner = name.partition("-")
    words = t.text(DISTRICT_NAMES[main])
    return t.text("corner {district}", district=words) if corner else words
