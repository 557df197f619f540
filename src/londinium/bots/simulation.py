"""Monte Carlo tree search, compiled as a whole, for any game.

Chance reveals by its exact odds. What a seat cannot know is imagined anew for every simulation; decisions are looked up by what
their seat knows (see `tree.py`). Every seat maximises its own result. A simulation that leaves the tree is played on by quick
players to the end; where a game has a network that foresees the end (see `foresight.py`), it has a say too.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from londinium.bots.tree import (
    NOTHING,
    SCRATCH,
    WORK,
    Tree,
    add_node,
    begin_choice,
    best_edge,
    find_node,
    known_to,
    look_at,
    note,
    select,
)
from londinium.kernel.game import CHANCE
from londinium.kernel.records import Cells
from londinium.kernel.rules import rule
from londinium.kernel.seeds import below, mix, split
from londinium.kernel.unbound import (
    by_odds,
    chance,
    conclude,
    finish,
    foresee,
    imagine,
    legal,
    lowest_seat,
    offer,
    push,
    quick_choice,
    scores,
    to_act,
    tries_of_next,
    walk,
    weigh_moves,
)

ROOT = 0
ROWS = 3
DEEPEST = 512

# The settings of a search, by their place in an array of numbers.
EXPLORE, DEEPER, WIDEN, NOISE, WIN, MOST_MARGIN, ALONE, FORESIGHT = range(8)
SETTINGS = 8
EVERYTHING = 1024
"""Noise is counted in parts of this: with this much of it, quick players play at random."""

# What is known of the results so far, for the seat that thinks.
COUNT, SUM, SQUARES = range(3)

IMAGINED, FINISHED = 1 << 16, 1 << 17
"""Branches of a simulation's key; those below are for what chance reveals on the way."""


def _by_odds(s: Any, box: Any, key: int, moves: Cells, weights: Cells) -> int:
    """Something that chance may reveal, each as likely as it is."""
    count = chance(s, box, moves, weights)
    total = 0
    for i in range(count):
        total += int(weights[i])
    ticket = below(key, total)
    i = 0
    while ticket >= weights[i]:
        ticket -= weights[i]
        i += 1
    return int(moves[i])


def _quick_choice(states: Any, box: Any, seat: int, key: int, moves: Cells, noise: float, worths: Cells, weights: Any) -> int:
    """What a quick player does at states[WORK]: the best by outlook, and now and then anything."""
    count = legal(states[WORK], box, seat, moves)
    if count == 1:
        return int(moves[0])
    if below(key, EVERYTHING) < noise:
        return int(moves[below(mix(key), count)])
    weigh_moves(states, WORK, SCRATCH, box, seat, moves, count, worths, weights)
    best = 0
    for k in range(1, count):
        if worths[k] > worths[best]:
            best = k
    return int(moves[best])


def _finish(
    states: Any, box: Any, key: int, buffers: tuple[Any, ...], settings: Any, thinker: int, skip: int, weights: Any
) -> None:
    """Play states[WORK] on with quick players, to the end of the match."""
    moves, odds, worths, _, _ = buffers
    ply = 0
    mask = to_act(states[WORK])
    while mask != 0:
        if mask == 1 << CHANCE:
            push(states[WORK], box, CHANCE, by_odds(states[WORK], box, split(key, ply), moves, odds))
        else:
            seat = lowest_seat(mask)
            if settings[ALONE] != 0 and seat != thinker:
                move = skip
            else:
                move = quick_choice(states, box, seat, split(key, ply), moves, settings[NOISE], worths, weights)
            push(states[WORK], box, seat, move)
        ply += 1
        mask = to_act(states[WORK])


def _conclude(
    states: Any, box: Any, key: int, buffers: tuple[Any, ...], settings: Any, thinker: int, skip: int, weights: Any, net: Any
) -> None:
    """Fill in points and places with which the match at states[WORK] will end: as quick players play it, and as a network
    foresees it for the seat that thinks. One errs by luck and by poor moves, the other by what it never learnt.
    """
    _, _, _, points, places = buffers
    foreseen, part = 0.0, 0.0
    if settings[FORESIGHT] > 0 and to_act(states[WORK]) != 0:
        scores(states[WORK], box, points, places)
        foreseen = points[thinker] + foresee(states[WORK], box, thinker, net)
        part = settings[FORESIGHT]
    finish(states, box, key, buffers, settings, thinker, skip, weights)
    scores(states[WORK], box, points, places)
    points[thinker] += part * (foreseen - points[thinker])


@rule
def utility(points: Cells, places: Cells, seats: int, seat: int, settings: Any) -> float:
    """What a result is worth to a seat: the margin over the best other, and more for the first place. Alone: the points."""
    if seats == 1 or settings[ALONE] != 0:
        return float(points[seat])
    best = -1000000
    for other in range(seats):
        if other != seat:
            best = max(best, points[other])
    margin = float(points[seat] - best)
    margin = float(min(max(margin, -settings[MOST_MARGIN]), settings[MOST_MARGIN]))
    return margin + float(settings[WIN] if places[seat] == 0 else 0.0)


@rule
def learn(tree: Tree, path: Any, depth: int, points: Cells, places: Cells, seats: int, settings: Any) -> None:
    """Every decision on the path is credited with what came of it for the seat that made it."""
    for step in range(depth):
        node, edge, seat = path[step, 0], path[step, 1], path[step, 2]
        gain = utility(points, places, seats, seat, settings)
        tree.nodes[node].visits += 1
        tree.edges[edge].tries += 1
        tree.edges[edge].value += gain
        tree.edges[edge].squares += gain * gain
        tree.edges[edge].points += points[seat]
        tree.edges[edge].wins += 1.0 if places[seat] == 0 else 0.0


@rule
def spread_of(results: Any) -> float:
    """How far results differ from each other: the unit in which curiosity is measured."""
    if results[COUNT] < 2:
        return 1.0
    mean = results[SUM] / results[COUNT]
    return sqrt(max(1.0, results[SQUARES] / results[COUNT] - mean * mean))


def _walk(
    states: Any,
    box: Any,
    thinker: int,
    key: int,
    tree: Tree,
    history: Cells,
    settings: Any,
    curiosity: float,
    path: Any,
    buffers: tuple[Any, ...],
    skip: int,
    weights: Any,
) -> int:
    """Down the tree at states[WORK] until something new is tried. Returns the number of decisions on the path."""
    moves, odds, worths, _, _ = buffers
    depth, ply = 0, 0
    mask = to_act(states[WORK])
    while mask != 0 and depth < len(path):
        if mask == 1 << CHANCE:
            seat = CHANCE
            move = by_odds(states[WORK], box, split(key, ply), moves, odds)
        else:
            seat = thinker if depth == 0 and mask >> thinker & 1 else lowest_seat(mask)
            begin_choice(history, mask)
            if settings[ALONE] != 0 and seat != thinker:
                move = skip
            else:
                name = known_to(history, seat)
                node = find_node(tree, name)
                if node == NOTHING:
                    node = add_node(tree, name)
                    if depth > 0:
                        return depth  # something new: its moves are weighed when somebody comes here again
                count = legal(states[WORK], box, seat, moves)
                look_at(tree, moves, count)
                if node == NOTHING or not offer(states, box, seat, tree, node, moves, count, worths, weights):
                    return depth  # the tree is full: what it knows is still used
                if depth == 0:
                    edge = select(tree, node, curiosity, count)
                else:
                    most = 1 + int(settings[WIDEN] * sqrt(float(tree.nodes[node].visits)))
                    edge = select(tree, node, curiosity * settings[DEEPER], most)
                move = int(tree.edges[edge].move)
                path[depth, 0] = node
                path[depth, 1] = edge
                path[depth, 2] = seat
                depth += 1
        push(states[WORK], box, seat, move)
        mask = to_act(states[WORK])
        note(history, seat, move, mask)
        ply += 1
    return depth


def _tries_of_next(states: Any, box: Any, thinker: int, tree: Tree, history: Cells, curiosity: float, moves: Cells) -> int:
    """How often the move that would be selected now at states[WORK] was tried before."""
    node = find_node(tree, known_to(history, thinker))
    if node == NOTHING:
        return 0
    count = legal(states[WORK], box, thinker, moves)
    look_at(tree, moves, count)
    edge = best_edge(tree, node, curiosity, count)
    return int(tree.edges[edge].tries) if edge != NOTHING else 0


def simulate(
    states: Any,
    boxes: Any,
    seats: int,
    thinker: int,
    key: int,
    count: int,
    tree: Tree,
    histories: Any,
    settings: Any,
    results: Any,
    path: Any,
    buffers: tuple[Any, ...],
    skip: int,
    weights: Any,
    net: Any,
) -> None:
    """So many simulations from states[ROOT]."""
    box = boxes[0]
    moves, _, _, points, places = buffers
    for _ in range(count):
        states[WORK] = states[ROOT]
        for k in range(histories.shape[1]):
            histories[WORK, k] = histories[ROOT, k]
        curiosity = settings[EXPLORE] * spread_of(results)
        # The same luck for every first move in turn: then what differs are the moves.
        luck = split(key, tries_of_next(states, box, thinker, tree, histories[WORK], curiosity, moves))
        imagine(states[WORK], box, thinker, split(luck, IMAGINED))
        depth = walk(states, box, thinker, luck, tree, histories[WORK], settings, curiosity, path, buffers, skip, weights)
        conclude(states, box, split(luck, FINISHED), buffers, settings, thinker, skip, weights, net)
        learn(tree, path, depth, points, places, seats, settings)
        own = utility(points, places, seats, thinker, settings)
        results[COUNT] += 1.0
        results[SUM] += own
        results[SQUARES] += own * own
