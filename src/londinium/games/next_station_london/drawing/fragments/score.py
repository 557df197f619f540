"""The score sheet as on paper, live: four lines in the order of the pencils, compass roses, interchanges, objectives, total."""

from __future__ import annotations

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.art.geometry import Ground
from londinium.games.next_station_london.drawing.fragments.explain import (
    column_tells,
    explained,
    line_tells,
    objective_tells,
    sites_in_words,
)
from londinium.games.next_station_london.face.sheets import LineScore, ObjectiveScore, ScoreSheet
from londinium.games.next_station_london.face.view import Board, Line, Player
from londinium.games.next_station_london.face.words import describe_line, objective, power
from londinium.games.next_station_london.rules.lines import PER_CROSSING, ROSES, SIGHTSEEING, roses_crossed_off, sites_among
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, escape

ROSE_STEP, ROSE_HEIGHT, ROSE_SIZE = 26.6, 40, 0.257
"""The scale of compass roses in a row; those of the map are scaled down."""


def score_sheet(ground: Ground, board: Board, player: Player, title: str, language: Language, *, told: bool = False) -> str:
    """A seat's sheet. Compass roses of the line in hand are not crossed off until its round is over.

    Where it is `told`, every number says how it came about and lights on the map what it counts.
    """
    over = board.phase == "match-over"
    in_hand = None if over else next((line for line in player.lines if line.pencil == player.pencil), None)
    settled = tuple(line for line in player.lines if line is not in_hand and line.stations)
    visits = sum(sites_among(ground.printed, ground.set_of(line.stations)) for line in settled)
    powers = tuple(
        (line.pencil, board.powers[line.pencil], _is_gone(line, board, player, over))
        for line in player.lines
        if line.pencil in board.powers
    )
    pencil = None if over else player.pencil
    words = explained(ground, player, language) if told else ()
    return _score_sheet(player.sheet, pencil, int(roses_crossed_off(visits)), powers, title, over, words, language)


def _is_gone(line: Line, board: Board, player: Player, over: bool) -> bool:
    """Whether the power of a line can no longer be used on this sheet."""
    if line.pencil == player.pencil and not over:
        return player.power is None
    return over or line.round < board.round


@kept
def _score_sheet(
    sheet: ScoreSheet,
    pencil: str | None,
    crossed: int,
    powers: tuple[tuple[str, str, bool], ...],
    title: str,
    over: bool,
    words: tuple[tuple[str, str], ...],
    t: Language,
) -> str:
    signs = {its: (name, "gone" if gone else "now" if its == pencil else "") for its, name, gone in powers}
    says = dict(words)
    seat = sheet.seat if words else None
    rows = "".join(
        _line_row(line, seat, line.pencil == pencil, signs.get(line.pencil, ("", "")), _marks_of(line, says), over, t)
        for line in sheet.lines
    )
    heads = "".join(
        f'<th scope="col"{column_tells(name, t)}>{pieces.sign(name)}<small>{escape(word)}</small></th>{gap}'
        for name, word, gap in (
            ("districts", t.text("districts"), "<td></td>"),
            ("stations", t.text("stations"), "<td></td>"),
            ("crossings", t.text("crossings"), ""),
        )
    )
    worth = t.text("points")
    points = f'<th scope="col"><span class="unseen">{escape(worth)}</span></th>'
    head = f'<tr><th scope="col" class="title">{escape(title)}</th>{heads}{points}</tr>'
    total = t.text("Total") if over else t.text("Total so far")
    own = bool(words)
    return (
        f'<table class="score-lines">{head}{rows}</table>{_sightseeing_row(sheet, crossed, own, says, over, t)}'
        f"{_interchange_row(sheet, says, over, t)}{''.join(_objective_row(each, over, t) for each in sheet.objectives)}"
        f'<div class="row sum" data-row="total"{says.get("total", "")}><span class="caps">{escape(total)}</span>'
        f"<b{_counted('t', sheet, own)}{_adds(sheet.total, over)}>{sheet.total}</b></div>"
    )


def _counted(what: str, sheet: ScoreSheet, own: bool) -> str:
    """The name of a number that counts up: on the viewer's own sheet, which is the only one that is always seen."""
    return f' data-count="{what}{sheet.seat}"' if own else ""


def _adds(points: int, over: bool) -> str:
    """At the end of a match the rows are added up; each says what it adds."""
    return f' data-adds="{points}"' if over else ""


def _marks_of(line: LineScore, says: dict[str, str]) -> tuple[str, ...]:
    return tuple(says.get(f"{line.pencil} {what}", "") for what in ("districts", "stations", "crossings", "points"))


@kept
def _line_row(
    line: LineScore, owner: int | None, now: bool, held: tuple[str, str], marks: tuple[str, ...], over: bool, t: Language
) -> str:
    """A line with its numbers and what they say; the owner only where they count up. `held` is its power and its state."""
    begun = line.districts > 0
    state = "now" if now else "" if begun else "next"
    crossings = f'<span class="times">{PER_CROSSING}×</span> {line.crossings}' if begun else "·"
    numbers = (str(line.districts), str(line.stations)) if begun else ("·", "·")
    sign = pieces.power(held[0], held[1], power(held[0], t)) if held[0] else ""
    name = f"<div>{pieces.badge(line.pencil, describe_line(line.pencil, t))}{pieces.swatch(line.pencil)}{sign}</div>"
    first, second, third, last = marks
    counted = f' data-count="{line.pencil}-{owner}"' if owner is not None else ""
    points = f'<td class="p"{counted}{_adds(line.points, over)}{last}>{line.points if begun else "–"}</td>'
    return (
        f'<tr class="{line.pencil} {state}" data-row="1"><th scope="row"{line_tells(line.pencil, *held, t)}>{name}</th>'
        f'<td{first}>{numbers[0]}</td><td class="op">×</td><td{second}>{numbers[1]}</td><td class="op">+</td>'
        f"<td{third}>{crossings}</td>{points}</tr>"
    )


def _sightseeing_row(sheet: ScoreSheet, crossed: int, own: bool, says: dict[str, str], over: bool, t: Language) -> str:
    scale = rose_scale(crossed, int(roses_crossed_off(sheet.visits)), sites_in_words(sheet, t), own)
    points = f"<b{_counted('r', sheet, own)}{_adds(sheet.sightseeing, over)}>{sheet.sightseeing}</b>"
    return f'<div class="row roses-row" data-row="1"{says.get("sightseeing", "")}>{scale}{points}</div>'


@kept
def rose_scale(crossed: int, visited: int, label: str, own: bool = False) -> str:
    """Ten compass roses: crossed off, waiting for the end of the round, to come; each has its worth below it.

    On the viewer's own sheet a stroke is an element of its own, so that it is seen being made.
    """
    g = Ink()
    for rose in range(1, ROSES + 1):
        x = ROSE_STEP * (rose - 0.5)
        state = "bloom" if rose <= crossed else "bud wait" if rose <= visited else "bud"
        inner = Ink().use("nsl-rose", 0, 0, ROSE_SIZE)
        if rose <= crossed:
            thing = {"data_key": f"rose{rose}", "style": f"--rose-number:{rose}"} if own else {}
            inner.path("M-5.9 5.9L5.9 -5.9", "cross", **thing)
        else:
            inner.circle(0, 0, 1.5, "heart")
        g.group(inner, x, 12, cls=state)
        g.text(x, 36, SIGHTSEEING[rose], 10.5, "worth-now" if rose == visited else "worth")
    return (
        f'<svg class="scale" viewBox="0 0 {ROSE_STEP * ROSES:g} {ROSE_HEIGHT}" role="img" aria-label="{escape(label)}">{g}</svg>'
    )


def _interchange_row(sheet: ScoreSheet, says: dict[str, str], over: bool, t: Language) -> str:
    kinds = ((2, sheet.two_lines), (3, sheet.three_lines), (4, sheet.four_lines))
    first, *others = ((t.text("{lines} lines", lines=lines) if lines == 2 else str(lines), count) for lines, count in kinds)
    told = " · ".join(f"<span>{escape(name)} × <i>{count}</i></span>" for name, count in (first, *others))
    sign = pieces.sign("interchanges", label=describe_line("interchanges", t))
    points = f"<b{_counted('i', sheet, bool(says))}{_adds(sheet.interchanges, over)}>{sheet.interchanges}</b>"
    return f'<div class="row" data-row="1"{says.get("interchanges", "")}><span class="grow">{sign}{told}</span>{points}</div>'


def _objective_row(score: ObjectiveScore, over: bool, t: Language) -> str:
    met = score.points > 0
    share = min(100, round(100 * score.progress / score.goal)) if score.goal else 100
    bar = f'<span class="bar"><i style="width:{share}%"></i></span>'
    count = f'<span class="count">{score.progress}/{score.goal}{" ✓" if met else ""}</span>'
    name = f'<span class="grow">{pieces.sign(score.objective)}<span>{escape(objective(score.objective, t))}</span></span>'
    points = f"<b{_adds(score.points, over)}>{score.points if met else '–'}</b>"
    return f'<div class="row aim{" met" if met else ""}" data-row="1"{objective_tells(score, t)}>{name}{bar}{count}{points}</div>'


def points_row(ground: Ground, player: Player, language: Language) -> str:
    """The sheet in one row, for a phone."""
    return _points_row(player.sheet, player.pencil, explained(ground, player, language), language)


@kept
def _points_row(sheet: ScoreSheet, pencil: str | None, words: tuple[tuple[str, str], ...], t: Language) -> str:
    cells, says, seat = [], dict(words), sheet.seat
    for line in sheet.lines:
        shown = f'<b data-count="{line.pencil}-{seat}">{line.points}</b>' if line.districts else '<b class="none">–</b>'
        cells.append(
            f'<div class="{line.pencil}{" now" if line.pencil == pencil else ""}"{says.get(f"{line.pencil} points", "")}>'
            f"{pieces.badge(line.pencil, describe_line(line.pencil, t))}{shown}</div>"
        )
    for name, sign, points in (("sightseeing", "sites", sheet.sightseeing), ("interchanges", "interchanges", sheet.interchanges)):
        picture = pieces.sign(sign, label=describe_line(name, t))
        cells.append(f"<div{says.get(name, '')}>{picture}<b>{points}</b></div>")
    if sheet.objectives:
        said = escape(describe_line("objectives", t))
        cells.append(f'<div><span class="tick" role="img" aria-label="{said}">✓</span><b>{sheet.objective_points}</b></div>')
    total = escape(describe_line("total", t))
    cells.append(
        f'<div class="all"{says.get("total", "")}><span class="caps">{total}</span>'
        f'<b data-count="t{seat}">{sheet.total}</b></div>'
    )
    return "".join(cells)
