"""The score sheet as on paper, live: four lines in the order of one's pencils, roses, interchanges, objectives, total."""

from __future__ import annotations

from functools import lru_cache

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.geometry import Ground
from londinium.games.next_station_london.rules.lines import SIGHTSEEING
from londinium.games.next_station_london.sheets import LineScore, ObjectiveScore, ScoreSheet
from londinium.games.next_station_london.view import Board, Line, Player
from londinium.games.next_station_london.words import describe_line, objective, power
from londinium.kernel.drawing import KEPT
from londinium.kernel.language import Language
from londinium.look.ink import Ink, escape

ROSES = len(SIGHTSEEING) - 1
ROSE_STEP, ROSE_HEIGHT, ROSE_SIZE = 26.6, 40, 0.257
"""The scale of roses in a row; a rose of the map is scaled down."""


def score_sheet(ground: Ground, board: Board, player: Player, title: str, language: Language) -> str:
    """A seat's sheet. Roses of the line in hand are not crossed off before its round is over."""
    over = board.phase == "match-over"
    in_hand = None if over else next((line for line in player.lines if line.pencil == player.pencil), None)
    settled = tuple(line for line in player.lines if line is not in_hand and line.stations)
    sites = sum(ground.stations[name].site for line in settled for name in line.stations)
    powers = tuple(
        (line.pencil, board.powers[line.pencil], _is_gone(line, board, player, over))
        for line in player.lines
        if line.pencil in board.powers
    )
    pencil = None if over else player.pencil
    numbers = _numbers(player.sheet, pencil, min(sites, ROSES), powers, over, language)
    return f'<table class="score-lines"><tr><th scope="col" class="title">{escape(title)}</th>{numbers}'


def _is_gone(line: Line, board: Board, player: Player, over: bool) -> bool:
    """Whether the power of a line can no longer be used on this sheet."""
    if line.pencil == player.pencil and not over:
        return player.power is None
    return over or line.round < board.round


@lru_cache(KEPT)
def _numbers(
    sheet: ScoreSheet,
    pencil: str | None,
    crossed: int,
    powers: tuple[tuple[str, str, bool], ...],
    over: bool,
    t: Language,
) -> str:
    """Everything after the title: that is another for the owner, and this is the same for everybody."""
    signs = {its: pieces.power(name, "gone" if gone else "", power(name, t)) for its, name, gone in powers}
    rows = "".join(_line_row(line, line.pencil == pencil, signs.get(line.pencil, ""), t) for line in sheet.lines)
    heads = "".join(
        f'<th scope="col">{pieces.sign(name, label=label)}</th>{gap}'
        for name, label, gap in (
            ("districts", t.text("districts"), "<td></td>"),
            ("stations", t.text("most stations in one district"), "<td></td>"),
            ("crossings", t.text("crossings of the Thames"), ""),
        )
    )
    worth = t.text("points")
    points = f'<th scope="col"><span class="unseen">{escape(worth)}</span></th>'
    total = t.text("Total") if over else t.text("Total so far")
    return (
        f"{heads}{points}</tr>{rows}</table>{_sightseeing_row(sheet, crossed, t)}{_interchange_row(sheet, t)}"
        f"{''.join(_objective_row(each, t) for each in sheet.objectives)}"
        f'<div class="row sum"><span class="caps">{escape(total)}</span><b>{sheet.total}</b></div>'
    )


def _line_row(line: LineScore, now: bool, sign: str, t: Language) -> str:
    begun = line.districts > 0
    state = "now" if now else "" if begun else "next"
    crossings = f'<span class="times">2×</span> {line.crossings}' if begun else "·"
    numbers = (str(line.districts), str(line.stations)) if begun else ("·", "·")
    name = f"<div>{pieces.badge(line.pencil, describe_line(line.pencil, t))}{pieces.swatch(line.pencil)}{sign}</div>"
    return (
        f'<tr class="{line.pencil} {state}"><th scope="row">{name}</th><td>{numbers[0]}</td><td class="op">×</td>'
        f'<td>{numbers[1]}</td><td class="op">+</td><td>{crossings}</td><td class="p">{line.points if begun else "–"}</td></tr>'
    )


def _sightseeing_row(sheet: ScoreSheet, crossed: int, t: Language) -> str:
    label = t.text("Sightseeing: {count} of {all} roses", count=min(sheet.visits, ROSES), all=ROSES)
    return f'<div class="row roses-row">{rose_scale(crossed, min(sheet.visits, ROSES), label)}<b>{sheet.sightseeing}</b></div>'


@lru_cache(256)
def rose_scale(crossed: int, visited: int, label: str) -> str:
    """Ten roses: crossed off, waiting for the end of the round, to come; the worth stands under each."""
    g = Ink()
    for rose in range(1, ROSES + 1):
        x = ROSE_STEP * (rose - 0.5)
        state = "bloom" if rose <= crossed else "bud wait" if rose <= visited else "bud"
        inner = Ink().use("nsl-rose", 0, 0, ROSE_SIZE)
        if rose <= crossed:
            inner.path("M-5.9 5.9L5.9 -5.9", "cross")
        else:
            inner.circle(0, 0, 1.5, "heart")
        g.group(inner, x, 12, cls=state)
        g.text(x, 36, SIGHTSEEING[rose], 10.5, "worth-now" if rose == visited else "worth")
    return (
        f'<svg class="scale" viewBox="0 0 {ROSE_STEP * ROSES:g} {ROSE_HEIGHT}" role="img" aria-label="{escape(label)}">{g}</svg>'
    )


def _interchange_row(sheet: ScoreSheet, t: Language) -> str:
    kinds = ((2, sheet.two_lines), (3, sheet.three_lines), (4, sheet.four_lines))
    first, *others = ((t.text("{lines} lines", lines=lines) if lines == 2 else str(lines), count) for lines, count in kinds)
    told = "".join(f"<span>{escape(name)} × <i>{count}</i></span>" for name, count in (first, *others))
    sign = pieces.sign("interchanges", label=describe_line("interchanges", t))
    return f'<div class="row"><span class="grow">{sign}{told}</span><b>{sheet.interchanges}</b></div>'


def _objective_row(score: ObjectiveScore, t: Language) -> str:
    met = score.points > 0
    share = min(100, round(100 * score.progress / score.goal)) if score.goal else 100
    bar = f'<span class="bar"><i style="width:{share}%"></i></span>'
    count = f'<span class="count">{score.progress}/{score.goal}{" ✓" if met else ""}</span>'
    name = f'<span class="grow">{pieces.sign(score.objective)}<span>{escape(objective(score.objective, t))}</span></span>'
    return f'<div class="row aim{" met" if met else ""}">{name}{bar}{count}<b>{score.points if met else "–"}</b></div>'


@lru_cache(KEPT)
def points_row(sheet: ScoreSheet, pencil: str | None, language: Language) -> str:
    """The sheet in one row, for a phone."""
    t = language
    cells = []
    for line in sheet.lines:
        shown = f"<b>{line.points}</b>" if line.districts else '<b class="none">–</b>'
        cells.append(
            f'<div class="{line.pencil}{" now" if line.pencil == pencil else ""}">'
            f"{pieces.badge(line.pencil, describe_line(line.pencil, t))}{shown}</div>"
        )
    cells.append(f"<div>{pieces.sign('sites', label=describe_line('sightseeing', t))}<b>{sheet.sightseeing}</b></div>")
    cells.append(f"<div>{pieces.sign('interchanges', label=describe_line('interchanges', t))}<b>{sheet.interchanges}</b></div>")
    if sheet.objectives:
        said = escape(describe_line("objectives", t))
        cells.append(f'<div><span class="tick" role="img" aria-label="{said}">✓</span><b>{sheet.objective_points}</b></div>')
    cells.append(f'<div class="all"><span class="caps">{escape(describe_line("total", t))}</span><b>{sheet.total}</b></div>')
    return "".join(cells)
