"""The best total with the same cards, and its map beside the player's own, line by line."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import msgspec

from londinium.games.next_station_london.drawing.thumbnail import whole_map
from londinium.games.next_station_london.face.sheets import ScoreSheet
from londinium.games.next_station_london.face.view import Player
from londinium.games.next_station_london.face.words import describe_line, line_in_numbers, points
from londinium.kernel.match import Match
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look.ink import escape
from londinium.work.memory import room_left

OTHERS = ("sightseeing", "interchanges", "objective_points")
LABELS = {"objective_points": "objectives"}
SCHEMES = ("light", "dark")


def find_par(match: Match, seat: int, seconds: float, report: Callable[[float], None] | None) -> tuple[int, int, str]:
    # The solver calculates with NumPy, which is not everywhere.
    from londinium.games.next_station_london.mind.solver.solution import solve

    solution = solve(match, seat, seconds, report=report, room_left=room_left)
    return solution.total, solution.bound, solution.record


def draw_par(match: Match, best: Match, seat: int, words: Language) -> str:
    """Both sheets whole, then each line on both maps with what it scores."""
    sides = [(match, seat, match.names[seat]), (best, 0, words.text("Best found"))]
    whole = "".join(
        _figure(side, who, words.named(name, points(_sheet(side, who).total, words)), None, words) for side, who, name in sides
    )
    rows = "".join(_row(sides, line.pencil, words) for line in _sheet(match, seat).lines)
    return f'<div class="par-maps">{whole}</div>{_table(sides, words)}{rows}'


def _row(sides: list[tuple[Match, int, str]], pencil: str, words: Language) -> str:
    maps = []
    for side, who, name in sides:
        score = next(line for line in _sheet(side, who).lines if line.pencil == pencil)
        told = words.named(name, f"{line_in_numbers(score, words)} = {score.points}")
        maps.append(_figure(side, who, told, pencil, words))
    return f'<h4>{escape(describe_line(pencil, words))}</h4><div class="par-maps">{"".join(maps)}</div>'


def _table(sides: list[tuple[Match, int, str]], words: Language) -> str:
    """The score sheets side by side."""
    own, best = (_sheet(side, who) for side, who, _ in sides)
    both = [
        (line.pencil, line.points, next(other.points for other in best.lines if other.pencil == line.pencil))
        for line in own.lines
    ]
    both += [
        (LABELS.get(name, name), getattr(own, name), getattr(best, name))
        for name in OTHERS
        if own.objectives or name != OTHERS[-1]
    ]
    both.append(("total", own.total, best.total))
    cells = "".join(
        f'<tr><th scope="row">{escape(describe_line(name, words))}</th><td>{mine}</td><td>{more}</td></tr>'
        for name, mine, more in both
    )
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for _, _, name in sides)
    label = escape(words.text("Line"))
    return f'<table class="par-table"><thead><tr><th scope="col">{label}</th>{heads}</tr></thead><tbody>{cells}</tbody></table>'


def _sheet(match: Match, seat: int) -> ScoreSheet:
    found: ScoreSheet = match.score_sheets[seat]
    return found


def _figure(match: Match, seat: int, told: str, pencil: str | None, words: Language) -> str:
    """A map as a picture of its own, light or dark as the page is; with one line, or with all."""
    view = match.view(seat, refusals=False, offers=False)
    player = view.board.players[seat]
    if pencil is not None:
        player = msgspec.structs.replace(player, lines=tuple(line for line in player.lines if line.pencil == pencil))
    light, dark = (_address(view, player, words, scheme) for scheme in SCHEMES)
    label = escape(told)
    return (
        f'<figure><picture><source media="(prefers-color-scheme: dark)" srcset="{dark}"><img src="{light}" alt="{label}" '
        f'width="320" height="320" loading="lazy"></picture><figcaption>{label}</figcaption></figure>'
    )


def _address(view: View, player: Player, words: Language, scheme: str) -> str:
    return escape("data:image/svg+xml," + quote(whole_map(view, player, words, scheme), safe="='()/:;,-<>"))
