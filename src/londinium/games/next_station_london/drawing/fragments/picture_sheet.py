"""The right column of a picture: the card of the turn and the score sheet, in SVG alone."""

from __future__ import annotations

from londinium.games.next_station_london.drawing.art.geometry import Ground
from londinium.games.next_station_london.drawing.fragments.bubbles import capital
from londinium.games.next_station_london.drawing.fragments.score import ROSE_SIZE, ROSE_STEP
from londinium.games.next_station_london.face.sheets import LineScore, ScoreSheet
from londinium.games.next_station_london.face.view import Board, Player
from londinium.games.next_station_london.face.words import describe_line, objective, symbol
from londinium.games.next_station_london.rules.components import UNDERGROUNDS
from londinium.games.next_station_london.rules.lines import PER_CROSSING, ROSES, SIGHTSEEING, roses_crossed_off
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.match import default_name
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink

WIDTH = 316
ROW = 38


def sheet_column(ground: Ground, board: Board, player: Player, view: View, scene: Scene) -> Ink:
    t = scene.language
    g = Ink()
    _card(g, board, t)
    name = scene.names[player.seat]
    # Nobody sits where a map was found by the solver.
    title = t.text("Score sheet") if name == default_name(player.seat) else t.text("Sheet of {player}", player=name)
    _sheet(g, player.sheet, player.pencil, title, t)
    return g


def _card(g: Ink, board: Board, t: Language) -> None:
    g.use(f"nsl-card-{board.card or 'back'}", 0, 0, 0.92, "big")
    x = 108
    if board.round:
        g.text(x, 22, t.text("Round {round} of {rounds}", round=board.round, rounds=board.rounds), 12, "soft")
    if board.card:
        kind, _, shown = board.card.partition("-")
        where = (
            t.text("Turn {turn} · Street", turn=board.turn)
            if kind == "street"
            else t.text("Turn {turn} · Underground", turn=board.turn)
        )
        g.text(x, 40, where, 12, "soft").text(x, 72, capital(symbol(shown, t)), 25, "serif")
    for place in range(UNDERGROUNDS):
        g.path(
            f"M{x + place * 27} 100v-5a7 7 0 0 1 7 -7h8a7 7 0 0 1 7 7v5z",
            "bore-mark full" if place < board.undergrounds else "bore-mark",
        )


def _sheet(g: Ink, sheet: ScoreSheet, pencil: str | None, title: str, t: Language) -> None:
    y = 160.0
    g.path(f"M0 {y}H{WIDTH}", "thick").text(5, y + 27, title, 16, "serif")
    for name, x in (("districts", 128), ("stations", 180), ("crossings", 232)):
        g.use(f"nsl-sign-{name}", x, y + 13)
    y += 40
    for line in sheet.lines:
        _line_row(g, line, y, now=line.pencil == pencil)
        y += ROW
    g.path(f"M0 {y}H{WIDTH}", "hair")
    visited = roses_crossed_off(sheet.visits)
    for rose in range(1, ROSES + 1):
        middle = ROSE_STEP * (rose - 0.5)
        g.group(Ink().use("nsl-rose", 0, 0, ROSE_SIZE), middle, y + 18, cls="bloom" if rose <= visited else "bud")
        g.text(middle, y + 44, SIGHTSEEING[rose], 10.5, "worth-now" if rose == visited else "worth")
    g.text(WIDTH - 6, y + 34, sheet.sightseeing, 17, "serif right")
    y += 56
    kinds = f"2 × {sheet.two_lines} · 3 × {sheet.three_lines} · 4 × {sheet.four_lines}"
    y = _row(g, y, "interchanges", f"{describe_line('interchanges', t)}  {kinds}", str(sheet.interchanges))
    for aim in sheet.objectives:
        told = f"{capital(objective(aim.objective, t))}  {aim.progress}/{aim.goal}"
        y = _row(g, y, aim.objective, told, str(aim.points) if aim.points else "–")
    g.path(f"M0 {y}H{WIDTH}", "thick").text(5, y + 30, describe_line("total", t), 13, "soft")
    g.text(WIDTH - 6, y + 34, sheet.total, 29, "serif right")


def _line_row(g: Ink, line: LineScore, y: float, now: bool) -> None:
    begun = line.districts > 0
    inner = Ink()
    if now:
        inner.rect(0, y, WIDTH, ROW, "wash", 6)
    inner.path(f"M0 {y}H{WIDTH}", "hair").use(f"nsl-badge-{line.pencil}", 5, y + 11)
    inner.use(f"nsl-swatch-{line.pencil}", 27, y + 12)
    middle = y + 24
    shown = (line.districts, line.stations, f"{PER_CROSSING}×{line.crossings}") if begun else ("·", "·", "·")
    for x, words in zip((136, 188, 240), shown, strict=True):
        inner.text(x, middle, words, 14, "middle")
    inner.text(162, middle, "×", 12, "middle soft").text(212, middle, "+", 12, "middle soft")
    inner.text(WIDTH - 6, middle + 1, line.points if begun else "–", 17, "serif right")
    g.group(inner, cls=line.pencil)


def _row(g: Ink, y: float, sign: str, words: str, value: str) -> float:
    g.path(f"M0 {y}H{WIDTH}", "hair").use(f"nsl-sign-{sign}", 5, y + 10).text(29, y + 22.5, words, 12, "soft")
    g.text(WIDTH - 6, y + 24, value, 17, "serif right")
    return y + 36
