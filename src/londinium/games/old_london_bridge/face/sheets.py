"""Score sheets: every line of a seat's score, as the rules count it."""

from __future__ import annotations

import msgspec

from londinium.games.old_london_bridge.rules.scoring import LINES, SHEET, score_lines, scores
from londinium.games.old_london_bridge.rules.state import State
from londinium.kernel.cells import zeros
from londinium.kernel.game import Position


class ScoreSheet(msgspec.Struct, frozen=True, gc=False):
    """Every line of the final scoring of one seat; total and place are read from it."""

    seat: int
    chapel: int
    gate: int
    hostelry: int
    bridge: int
    empty_sites: int
    bonus_tiles: int
    money: int
    place: int

    @property
    def total(self) -> int:
        return self.chapel + self.gate + self.hostelry + self.bridge + self.empty_sites + self.bonus_tiles + self.money


def score_sheets(position: Position) -> list[ScoreSheet]:
    """The score sheet of every seat, as if the match ended now."""
    s: State = position.state
    points, places = zeros(position.seats, "int32"), zeros(position.seats, "int32")
    lines = zeros((position.seats, LINES), "int32")
    scores(s, position.box, points, places)
    score_lines(s, position.box, lines)
    return [
        ScoreSheet(seat=seat, **dict(zip(SHEET, lines[seat].tolist(), strict=True)), place=int(places[seat]))
        for seat in range(position.seats)
    ]
