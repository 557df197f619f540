"""What is so after the turn of a move and not after that of another: on the line in hand, on the sheet, of the pencil's power.

A turn is one section or none: that a power may add a second one is left out, for both moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from londinium.games.next_station_london.face.effects import Effect, ways_after
from londinium.games.next_station_london.rules.components import NO_SECTION, SECTIONS, UNDECIDED
from londinium.games.next_station_london.rules.rounds import is_last_turn
from londinium.games.next_station_london.rules.state import DRAWING
from londinium.kernel.contracts.study import Gap, MoveClaim

GROWTH = {"district": "districts", "thames": "crossings", "fullest": "stations"}
"""What of the line in hand grows, by what is claimed then."""


UNWRITTEN = {"keeps-power": 0.5, "uses-power": 0.5, "draws-nothing": 0.4, "points": 0.3, "less-now": 0.0}
"""What a claim counts, in points, that no line of the score sheet stands for: others come first if they gain more."""


def claims(gap: Gap) -> tuple[MoveClaim, ...]:
    found = [claim for claim in _all(gap) if _gain(claim, gap) >= 0]
    return tuple(sorted(found, key=lambda claim: -_gain(claim, gap)))


def _gain(claim: MoveClaim, gap: Gap) -> float:
    """What the better move gains in the end by what is claimed."""
    if claim.kind in UNWRITTEN:
        return UNWRITTEN[claim.kind]
    if claim.kind in OWN_LINES:
        return gap.lines.get(OWN_LINES[claim.kind], 0.0)
    score = gap.effect.after or gap.other_effect.after
    return gap.lines.get(score.pencil, 0.0) if score is not None else 0.0


OWN_LINES = {"site": "sightseeing", "interchange": "interchanges"}
"""The lines of the score sheet in which claims pay; others pay in that of the pencil in hand."""


def _all(gap: Gap) -> Iterator[MoveClaim]:
    best, other, draws = gap.effect, gap.other_effect, gap.better.startswith("draw")
    if best.spends != other.spends:
        if other.spends:
            yield MoveClaim("keeps-power", about=other.spends)
        if best.spends:
            yield MoveClaim("uses-power", about=best.spends)
    if gap.better == "pass" and gap.other.startswith("draw"):
        yield MoveClaim("draws-nothing")
    for kind, count in GROWTH.items():
        if draws and _growth(best, count) > _growth(other, count):
            yield MoveClaim(kind)
    if draws and best.site and not other.site:
        yield MoveClaim("site")
    if draws and best.interchange > max(1, other.interchange):
        yield MoveClaim("interchange", best.interchange)
    ways, other_ways = _ways(gap)
    if ways > other_ways:
        yield MoveClaim("ways", ways, about=str(other_ways))
    if best.points != other.points:
        yield MoveClaim("points" if best.points > other.points else "less-now", abs(best.points - other.points))


def _growth(effect: Effect, count: str) -> int:
    return int(getattr(effect.after, count) - getattr(effect.before, count)) if effect.after and effect.before else 0


# ── Where the line can go on ─────────────────────────────────────────────────


def _ways(gap: Gap) -> tuple[int, int]:
    """How many sections the ends of the line leave open after each move, whatever card comes; of no use after the last card."""
    position, s = gap.position, gap.position.plain
    if s.phase != DRAWING or s.choice[gap.seat][0] != UNDECIDED or is_last_turn(position.state):
        return 0, 0
    better, other = (ways_after(position, gap.seat, section if section < SECTIONS else NO_SECTION) for section in gap.moves)
    return better, other
