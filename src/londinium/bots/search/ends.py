"""The end of a match, computed exactly: every move of every player and everything that chance may reveal, to the last position.

Everybody makes the move that is worth most to them; what several equally good moves bring the others is averaged. This can
be done only in the last turns. Where it would take too many positions, the answer is that it took none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from londinium.bots.search.forecast import Forecast, shares
from londinium.bots.search.simulation import ALONE, Mind, Paper, settle_seats
from londinium.kernel.cells import zeros
from londinium.kernel.game import CHANCE
from londinium.kernel.generic.names import chance, legal, push, score_lines, scores, to_act
from londinium.kernel.generic.playout import lowest_seat
from londinium.kernel.match import Match
from londinium.kernel.rules import part, rule

DEEPEST_END = 16
"""A match of which more moves are still to come, chance's included, is not computed to its end."""
MOST_END_POSITIONS = 20_000
SAME = 1e-9
"""Moves whose worths differ by less than this are equally good."""

# What is known of a position, by column: for each seat what the result is worth, its points and its share of the first place;
# then the lines of the score sheet of the seat that decides.
END_WORTH, END_POINTS, END_FIRST = range(3)
COLUMNS_A_SEAT = 3

# A frame, by its columns.
ACTOR, LISTED, NEXT, TIES = range(4)
FRAME_COLUMNS = 4


class Ends(NamedTuple):
    """Arrays for computing an end, with a row for each depth."""

    states: Any
    frames: Any
    moves: Any
    odds: Any
    values: Any
    lines: Any
    """The score sheets of one end, by seat."""


def new_ends(match: Match) -> Ends:
    game, rows = match.game, DEEPEST_END + 1
    lines = len(game.score_lines)
    return Ends(
        states=game.state.new(rows),
        frames=zeros((rows, FRAME_COLUMNS), "int64"),
        moves=zeros((rows, len(game.moves)), "int16"),
        odds=zeros((rows, len(game.moves)), "int16"),
        values=zeros((rows, end_columns(match)), "float64"),
        lines=zeros((match.seats, lines), "int32"),
    )


def end_columns(match: Match) -> int:
    """How many numbers are known of a position."""
    return COLUMNS_A_SEAT * match.seats + len(match.game.score_lines)


def exact_forecast(values: Sequence[Sequence[float]], seats: int) -> Forecast:
    """From the values of the position, for all seats or for each of them in a row of its own."""
    points, chances = ([values[0][COLUMNS_A_SEAT * seat + column] for seat in range(seats)] for column in (END_POINTS, END_FIRST))
    if len(values) > 1:
        points = [row[COLUMNS_A_SEAT * seat + END_POINTS] for seat, row in enumerate(values)]
        chances = [first for (first,) in shares([[one] for one in points])]
    return Forecast(points, chances, [0.0] * seats)


@part
def value_end(mind: Mind, paper: Paper, box: Any, ends: Ends, depth: int) -> None:
    """What a match that is over brought."""
    values = ends.values[depth]
    scores(ends.states[depth], box, paper.points, paper.places)
    settle_seats(mind, paper)
    firsts = 0
    for seat in range(mind.seats):
        firsts += 1 if paper.places[seat] == 0 else 0
    for seat in range(mind.seats):
        values[COLUMNS_A_SEAT * seat + END_WORTH] = paper.gains[seat]
        values[COLUMNS_A_SEAT * seat + END_POINTS] = paper.points[seat]
        values[COLUMNS_A_SEAT * seat + END_FIRST] = paper.firsts[seat] / firsts
    score_lines(ends.states[depth], box, ends.lines)
    for line in range(ends.lines.shape[1]):
        values[COLUMNS_A_SEAT * mind.seats + line] = ends.lines[mind.seat, line]


@part
def list_next(mind: Mind, box: Any, ends: Ends, depth: int) -> bool:
    """List what may come next. Where the others do not matter they pass, and an end with chance in it is not computed."""
    s, frame, moves = ends.states[depth], ends.frames[depth], ends.moves[depth]
    mask = to_act(s)
    if mask == 1 << CHANCE:
        if mind.settings[ALONE] != 0:
            return False
        frame[ACTOR] = CHANCE
        frame[LISTED] = chance(s, box, moves, ends.odds[depth])
    else:
        seat = lowest_seat(mask)
        frame[ACTOR] = seat
        frame[LISTED] = 1
        if mind.settings[ALONE] != 0 and seat != mind.seat:
            moves[0] = mind.skip
        else:
            frame[LISTED] = legal(s, box, seat, moves)
    frame[NEXT], frame[TIES] = 0, 0
    values = ends.values[depth]
    for k in range(len(values)):
        values[k] = 0.0
    return True


@rule
def odds_of(frame: Any, odds: Any) -> float:
    """How likely the move is that was made last in a frame of chance."""
    total = 0
    for k in range(frame[LISTED]):
        total += int(odds[k])
    return float(odds[frame[NEXT] - 1]) / total


@rule
def heed(frame: Any, odds: Any, values: Any, found: Any) -> None:
    """Count what comes of one move of a frame."""
    if frame[ACTOR] == CHANCE:
        share = odds_of(frame, odds)
        for k in range(len(values)):
            values[k] += share * found[k]
        return
    column = COLUMNS_A_SEAT * frame[ACTOR] + END_WORTH
    if frame[TIES] == 0 or found[column] > values[column] + SAME:
        frame[TIES] = 1
        for k in range(len(values)):
            values[k] = found[k]
    elif found[column] > values[column] - SAME:
        frame[TIES] += 1
        for k in range(len(values)):
            values[k] += (found[k] - values[k]) / frame[TIES]


@part
def compute_end(mind: Mind, paper: Paper, box: Any, ends: Ends, most: int) -> int:
    """Fill in the first row of values for the state in the first row of states. Returns the number of positions, 0 if they
    would be more than `most` or the match goes on for too long.
    """
    depth, count, entering = 0, 0, True
    while depth >= 0:
        if entering:
            count += 1
            if count > most:
                return 0
            if to_act(ends.states[depth]) == 0:
                value_end(mind, paper, box, ends, depth)
                entering = False
            elif depth == len(ends.states) - 1 or not list_next(mind, box, ends, depth):
                return 0
        if not entering:
            depth -= 1
            if depth >= 0:
                heed(ends.frames[depth], ends.odds[depth], ends.values[depth], ends.values[depth + 1])
        if depth >= 0:
            frame = ends.frames[depth]
            entering = frame[NEXT] < frame[LISTED]
            if entering:
                ends.states[depth + 1] = ends.states[depth]
                push(ends.states[depth + 1], box, frame[ACTOR], ends.moves[depth, frame[NEXT]])
                frame[NEXT] += 1
                depth += 1
    return count


def settle_moves(mind: Mind, paper: Paper, boxes: Any, ends: Ends, moves: Any, most: int, found: Any) -> int:
    """The exact values of the position on the paper after each of these moves of the seat that thinks or, without moves, of the
    position itself. Returns the number of positions, 0 if the end cannot be computed.
    """
    total = 0
    for row in range(len(found)):
        ends.states[0] = paper.root[0]
        if len(moves) > 0:
            push(ends.states[0], boxes[0], mind.seat, moves[row])
        count = compute_end(mind, paper, boxes[0], ends, most - total)
        if count == 0:
            return 0
        total += count
        for k in range(found.shape[1]):
            found[row, k] = ends.values[0, k]
    return total
