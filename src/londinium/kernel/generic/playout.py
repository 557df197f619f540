"""Whole games at full speed: generic functions over the names of a game's rules, bound to one game by the engine.

These functions are compiled once per game. On a GPU, `envs/gpu/playouts.py` has a loop of its own, because threads there wait
for each other; what the loop calls is the same.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from londinium.kernel.flat import Cells, FlatArray
from londinium.kernel.game import CHANCE
from londinium.kernel.generic.names import audit, chance, deck, legal, push, refusal, score_lines, scores, setup, to_act
from londinium.kernel.rules import part, rule
from londinium.kernel.seeds import below, draw, split

PLAYERS = 1 << 20
"""The branch of a seed from which random players choose; far from every deck's branch."""


class Outset(NamedTuple):
    """What matches begin with."""

    boxes: Any
    blank: Any
    """A state that nobody has laid out."""
    options: Any
    """The numbers of the choices, as `setup` takes them; in some batches a row for each match."""


class ResultRows(NamedTuple):
    """The results of matches, a row for each."""

    points: Any
    places: Any
    decisions: Any
    lines: Any
    """Score sheets: by match, seat and line."""


@rule
def lowest_seat(mask: int) -> int:
    """The first of the seats that decide now."""
    seat = 0
    while not (mask >> seat) & 1:
        seat += 1
    return seat


@part
def reveal(s: Any, box: Any, seed: int, moves: Cells, weights: Cells) -> int:
    """What chance brings now, by the seed: each deck draws from a branch of its own, so one seed is one shuffle."""
    count = chance(s, box, moves, weights)
    total = 0
    for i in range(count):
        total += int(weights[i])
    ticket = draw(seed, deck(s, box), total)
    i = 0
    while ticket >= weights[i]:
        ticket -= weights[i]
        i += 1
    return int(moves[i])


@part
def choose_at_random(s: Any, box: Any, seat: int, players: int, ply: int, moves: Cells) -> int:
    """A random player's choice, every legal move equally likely."""
    return int(moves[below(split(players, ply), legal(s, box, seat, moves))])


@part
def play_random(s: Any, box: Any, seed: int, moves: Cells, weights: Cells) -> int:
    """Play a match from its setup to the end with random players; return the number of their decisions."""
    players = split(seed, PLAYERS)
    decisions = 0
    mask = to_act(s)
    while mask != 0:
        if mask == 1 << CHANCE:
            push(s, box, CHANCE, reveal(s, box, seed, moves, weights))
        else:
            seat = lowest_seat(mask)
            push(s, box, seat, choose_at_random(s, box, seat, players, decisions, moves))
            decisions += 1
        mask = to_act(s)
    return decisions


def run_random(states: Any, outset: Outset, seats: int, seeds: Cells, rows: ResultRows, buffers: tuple[Any, Any]) -> None:
    """One random match per seed. The final states are kept if there is room for them, else one state is used again."""
    moves, weights = buffers
    box = outset.boxes[0]
    for i in range(len(seeds)):
        slot = i if len(states) > 1 else 0
        states[slot] = outset.blank[0]
        setup(states[slot], box, seats, outset.options)
        rows.decisions[i] = play_random(states[slot], box, seeds[i], moves, weights)
        scores(states[slot], box, rows.points[i], rows.places[i])
        score_lines(states[slot], box, rows.lines[i])


def trace(states: Any, boxes: FlatArray[Any], seed: int, line: Any, buffers: tuple[Any, Any]) -> int:
    """One random match with everything written down: a row (seat, move) per ply. Returns the number of plies."""
    moves, weights = buffers
    s, box = states[0], boxes[0]
    players = split(seed, PLAYERS)
    plies, decisions = 0, 0
    mask = to_act(s)
    while mask != 0 and plies < len(line):
        if mask == 1 << CHANCE:
            seat = CHANCE
            move = reveal(s, box, seed, moves, weights)
        else:
            seat = lowest_seat(mask)
            move = choose_at_random(s, box, seat, players, decisions, moves)
            decisions += 1
        push(s, box, seat, move)
        line[plies, 0] = seat
        line[plies, 1] = move
        plies += 1
        mask = to_act(s)
    return plies


def count_sequences(states: Any, boxes: FlatArray[Any], depth: int, moves: Any, weights: Cells, ways: Any) -> int:
    """Perft: how many different sequences of `depth` moves there are, chance's included, simultaneous seats in seat order.

    `states` and `moves` have one row per depth: the search goes down by copying a state to the next row. Of each depth, `ways`
    keeps the seat, how many moves it has, and how many of them were followed.
    """
    box = boxes[0]
    seats, upto, nexts = ways[0], ways[1], ways[2]
    total, level = 0, 0
    entering = True
    while level >= 0:
        if entering:
            mask = to_act(states[level])
            if level == depth or mask == 0:
                total += 1 if level == depth else 0
                level -= 1
                entering = False
                continue
            seats[level] = CHANCE if mask == 1 << CHANCE else lowest_seat(mask)
            if seats[level] == CHANCE:
                upto[level] = chance(states[level], box, moves[level], weights)
            else:
                upto[level] = legal(states[level], box, seats[level], moves[level])
            nexts[level] = 0
            if level == depth - 1:
                total += int(upto[level])
                level -= 1
                entering = False
                continue
        if nexts[level] == upto[level]:
            level -= 1
            entering = False
            continue
        states[level + 1] = states[level]
        push(states[level + 1], box, seats[level], int(moves[level, nexts[level]]))
        nexts[level] += 1
        level += 1
        entering = True
    return total


# ── Fuzzing ──────────────────────────────────────────────────────────────────

(
    SOUND,
    WRONG_SEATS,
    NO_MOVE,
    MOVES_NOT_ASCENDING,
    OFFER_IS_NOT_THE_LAW,
    NOT_ACCOUNTED_FOR,
    ODDS_NOT_WHAT_IS_LEFT,
    ENDLESS,
) = range(8)

VIOLATIONS = (
    "sound",
    "to_act names a seat that does not play, or chance together with a player",
    "a seat is to act but has no legal move",
    "the legal moves are not in ascending order, or outside the table",
    "legal and refusal disagree about a move",
    "something in the box is not accounted for",
    "what chance may bring is not exactly what is left of its deck",
    "the match does not end",
)


def fuzz(
    states: Any,
    outset: Outset,
    seats: Cells,
    seeds: Cells,
    limits: tuple[int, int],
    buffers: tuple[Any, Any],
    left: Any,
    found: Cells,
) -> int:
    """Random matches with every property checked at every ply. `limits` are how many moves of players the table has, and how many
    plies a match.

    Returns the number of plies. `found` stays zero, or holds the violation, the match, the ply and the audit's number.
    """
    plies: int = 0
    for i in range(len(seeds)):
        states[0] = outset.blank[0]
        setup(states[0], outset.boxes[0], seats[i], outset.options[i])
        left[:] = 0
        plies += fuzz_match(states[0], outset.boxes[0], seats[i], seeds[i], limits, buffers, left, found)
        if found[0] != SOUND:
            found[1] = i
            return plies
    return plies


@part
def fuzz_match(
    s: Any, box: Any, seats: int, seed: int, limits: tuple[int, int], buffers: tuple[Any, Any], left: Any, found: Cells
) -> int:
    moves, weights = buffers
    decisions_in_table, longest = limits
    players = split(seed, PLAYERS)
    ply, decisions = 0, 0
    mask = to_act(s)
    while mask != 0:
        found[2] = ply
        found[3] = audit(s, box)
        if found[3] != 0:
            found[0] = NOT_ACCOUNTED_FOR
        elif mask != 1 << CHANCE and (mask < 0 or mask >= 1 << seats):
            found[0] = WRONG_SEATS
        elif ply >= longest:
            found[0] = ENDLESS
        if found[0] != SOUND:
            return ply
        if mask == 1 << CHANCE:
            found[0] = fuzz_odds(s, box, moves, weights, left)
            if found[0] != SOUND:
                return ply
            source = deck(s, box)
            move = reveal(s, box, seed, moves, weights)
            left[source >> 6, move] -= 1
            push(s, box, CHANCE, move)
        else:
            for seat in range(seats):
                found[0] = fuzz_offer(s, box, seat, (mask >> seat) & 1, decisions_in_table, moves)
                if found[0] != SOUND:
                    return ply
            seat = lowest_seat(mask)
            push(s, box, seat, choose_at_random(s, box, seat, players, decisions, moves))
            decisions += 1
        ply += 1
        mask = to_act(s)
    found[2] = ply
    found[3] = audit(s, box)
    if found[3] != 0:
        found[0] = NOT_ACCOUNTED_FOR
    return ply


@part
def fuzz_odds(s: Any, box: Any, moves: Cells, weights: Cells, left: Any) -> int:
    """A deck's first draw shows all of it; every later draw must offer exactly what has not been drawn yet."""
    count = chance(s, box, moves, weights)
    source = deck(s, box)
    if count == 0:
        return NO_MOVE
    total = 0
    for i in range(count):
        if i > 0 and moves[i] <= moves[i - 1]:
            return MOVES_NOT_ASCENDING
        if source & 63 == 0:
            left[source >> 6, moves[i]] = weights[i]
        elif left[source >> 6, moves[i]] != weights[i]:
            return ODDS_NOT_WHAT_IS_LEFT
        total += int(weights[i])
    remaining = 0
    for move in range(left.shape[1]):
        remaining += left[source >> 6, move]
    return SOUND if remaining == total else ODDS_NOT_WHAT_IS_LEFT


@part
def fuzz_offer(s: Any, box: Any, seat: int, acts: int, decisions_in_table: int, moves: Cells) -> int:
    """What is offered is exactly what the rules do not refuse."""
    count = legal(s, box, seat, moves) if acts else 0
    if acts and count == 0:
        return NO_MOVE
    i = 0
    for move in range(decisions_in_table):
        if i < count and moves[i] == move:
            i += 1
            if refusal(s, box, seat, move) != 0:
                return OFFER_IS_NOT_THE_LAW
        elif refusal(s, box, seat, move) == 0:
            return OFFER_IS_NOT_THE_LAW
    return SOUND if i == count else MOVES_NOT_ASCENDING
