"""Monte Carlo tree search, compiled as a whole, for any game.

Chance reveals by its exact odds. What a seat cannot know is imagined afresh for every simulation; decisions are looked up by what
their seat knows (see `tree.py`). Every seat maximises its own result. A simulation that leaves the tree is played on by quick
players to the end; where a game has a network that foresees the end (see `foresight.py`, `prospects.py`), it has a say too.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from londinium.bots.search.foresight import Foresight, foresee
from londinium.bots.search.tree import (
    EDGES,
    NO_NODE,
    Tree,
    add_edge,
    add_node,
    begin_choice,
    best_edge,
    edge_of,
    find_node,
    known_to,
    legal_edges,
    note,
    note_legal,
    others_have_chosen,
    select,
)
from londinium.kernel.flat import Cells
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.generic.names import chance, imagine, legal, outlook, push, scores, to_act, weigh
from londinium.kernel.generic.playout import lowest_seat
from londinium.kernel.rules import part, rule
from londinium.kernel.seeds import below, mix, split

WORK, TRIAL = range(2)
"""Rows of a search's states: where it walks, and what is tried out."""
SEARCH_ROWS = 2
DEEPEST = 512

# The settings of a search, by their place in an array of numbers.
EXPLORE, DEEPER, WIDEN, NOISE, WIN, MOST_MARGIN, ALONE, FORESIGHT, MEMORY = range(9)
SETTINGS = 9
EVERYTHING = 1024
"""Noise is counted in parts of this: with this much of it, quick players play at random."""

# What is known of the results so far, for the seat that thinks.
COUNT, SUM, SQUARES = range(3)

IMAGINED, FINISHED = 1 << 16, 1 << 17
"""Branches of a simulation's key; those below are for what chance reveals on the way."""


class Mind(NamedTuple):
    """A seat that thinks: what it is after, and what it has found out."""

    seat: int
    seats: int
    settings: Any
    weights: Any
    """Of the outlook."""
    skip: int
    """The move of everybody else where the others do not matter."""
    tree: Tree
    results: Any
    """What came of all simulations so far, see COUNT."""
    foresight: Foresight


class Paper(NamedTuple):
    """Where simulations begin, and the paper on which they are made: one for each thread."""

    root: Any
    """The state that is thought about, in an array of one."""
    root_history: Any
    states: Any
    history: Any
    path: Any
    """By depth: the node, the edge and the seat of each decision in the tree."""
    moves: Any
    odds: Any
    worths: Any
    points: Any
    """By seat: the points with which a simulation ends, or is expected to end."""
    places: Any
    gains: Any
    """By seat: what that is worth to the seat, see `utility`."""
    firsts: Any
    """By seat: 1 for the first place, or the chance of it."""


# ── Choosing ─────────────────────────────────────────────────────────────────


@part
def by_odds(s: Any, box: Any, key: int, moves: Cells, odds: Cells) -> int:
    """Something that chance may reveal, each as likely as it is."""
    count = chance(s, box, moves, odds)
    total = 0
    for i in range(count):
        total += int(odds[i])
    ticket = below(key, total)
    i = 0
    while ticket >= odds[i]:
        ticket -= odds[i]
        i += 1
    return int(moves[i])


@part
def weigh_moves(states: Any, box: Any, seat: int, moves: Cells, count: int, worths: Cells, weights: Any) -> None:
    """The outlook after each of these moves at states[WORK]; states[TRIAL] is where they are tried."""
    for k in range(count):
        states[TRIAL] = states[WORK]
        push(states[TRIAL], box, seat, moves[k])
        worths[k] = outlook(states[TRIAL], box, seat, weights)


@part
def weigh_at_once(states: Any, box: Any, seat: int, moves: Cells, count: int, worths: Cells, weights: Any) -> None:
    """Instead of `weigh_moves`, for a game that has a quicker way."""
    weigh(states[WORK], box, seat, moves, count, worths, weights)


def weighing(game: Game) -> dict[str, Any]:
    """What is chosen for `weigh_moves` in a game."""
    return {} if game.functions.weigh is None else {"weigh_moves": weigh_at_once}


@part
def quick_choice(mind: Mind, paper: Paper, box: Any, seat: int, key: int) -> int:
    """What a quick player does at states[WORK]: the best by outlook, and now and then anything."""
    moves, worths = paper.moves, paper.worths
    count = legal(paper.states[WORK], box, seat, moves)
    if count == 1:
        return int(moves[0])
    if below(key, EVERYTHING) < mind.settings[NOISE]:
        return int(moves[below(mix(key), count)])
    weigh_moves(paper.states, box, seat, moves, count, worths, mind.weights)
    best = 0
    for k in range(1, count):
        if worths[k] > worths[best]:
            best = k
    return int(moves[best])


# ── The end of a match ───────────────────────────────────────────────────────


@part
def finish(mind: Mind, paper: Paper, box: Any, key: int) -> None:
    """Play states[WORK] on with quick players, to the end of the match."""
    states = paper.states
    ply = 0
    mask = to_act(states[WORK])
    while mask != 0:
        if mask == 1 << CHANCE:
            push(states[WORK], box, CHANCE, by_odds(states[WORK], box, split(key, ply), paper.moves, paper.odds))
        else:
            seat = lowest_seat(mask)
            if mind.settings[ALONE] != 0 and seat != mind.seat:
                move = mind.skip
            else:
                move = quick_choice(mind, paper, box, seat, split(key, ply))
            push(states[WORK], box, seat, move)
        ply += 1
        mask = to_act(states[WORK])


@part
def conclude(mind: Mind, paper: Paper, box: Any, key: int) -> None:
    """Fill in points and places with which the match at states[WORK] will end: as quick players play it, and as a network
    foresees it for the seat that thinks. One errs by luck and by poor moves, the other by what it never learnt.
    """
    states, points, places = paper.states, paper.points, paper.places
    foreseen, trusted = 0.0, 0.0
    if mind.settings[FORESIGHT] > 0 and to_act(states[WORK]) != 0:
        scores(states[WORK], box, points, places)
        foreseen = points[mind.seat] + foresee(states[WORK], box, mind.seat, mind.foresight)
        trusted = mind.settings[FORESIGHT]
    finish(mind, paper, box, key)
    scores(states[WORK], box, points, places)
    points[mind.seat] += trusted * (foreseen - points[mind.seat])
    settle_seats(mind, paper)


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
def settle_seats(mind: Mind, paper: Paper) -> None:
    """What points and places are worth to every seat."""
    for seat in range(mind.seats):
        paper.gains[seat] = utility(paper.points, paper.places, mind.seats, seat, mind.settings)
        paper.firsts[seat] = 1.0 if paper.places[seat] == 0 else 0.0


@rule
def credit(mind: Mind, paper: Paper, depth: int) -> None:
    """Every decision on the path is credited with what came of it for the seat that made it."""
    tree, path = mind.tree, paper.path
    for step in range(depth):
        node, edge, seat = path[step, 0], path[step, 1], path[step, 2]
        gain = paper.gains[seat]
        tree.nodes[node].visits += 1
        tree.edges[edge].tries += 1
        tree.edges[edge].value += gain
        tree.edges[edge].squares += gain * gain
        tree.edges[edge].points += paper.points[seat]
        tree.edges[edge].wins += paper.firsts[seat]


@rule
def spread_of(results: Any) -> float:
    """How far results differ from each other: the unit in which curiosity is measured."""
    if results[COUNT] < 2:
        return 1.0
    mean = results[SUM] / results[COUNT]
    return sqrt(max(1.0, results[SQUARES] / results[COUNT] - mean * mean))


# ── Simulations ──────────────────────────────────────────────────────────────


@rule
def start_over(paper: Paper) -> None:
    """Lay out the position that is thought about."""
    paper.states[WORK] = paper.root[0]
    for k in range(len(paper.history)):
        paper.history[k] = paper.root_history[k]


@part
def offer(mind: Mind, paper: Paper, box: Any, seat: int, node: int, count: int) -> bool:
    """Give a node an edge for every legal move of states[WORK]. False if there is no room for them."""
    tree = mind.tree
    missing = count - legal_edges(tree, node)
    if missing == 0:
        return True
    if tree.size[EDGES] + missing > len(tree.edges):
        return False
    weigh_moves(paper.states, box, seat, paper.moves, count, paper.worths, mind.weights)
    for k in range(count):
        if edge_of(tree, node, paper.moves[k]) == NO_NODE:
            add_edge(tree, node, paper.moves[k], paper.worths[k])
    return True


@rule
def may_stop(mind: Mind, history: Cells, seat: int) -> bool:
    """Whether a simulation may leave the tree here. A network that sees with a seat's eyes must not be asked while others have
    chosen face down: it could not tell one choice from another.
    """
    return mind.settings[FORESIGHT] == 0 or mind.settings[ALONE] != 0 or not others_have_chosen(history, seat)


@part
def walk(mind: Mind, paper: Paper, box: Any, key: int, curiosity: float) -> int:
    """Down the tree at states[WORK] until something new is tried. Returns the number of decisions on the path."""
    tree, settings, states, history, path = mind.tree, mind.settings, paper.states, paper.history, paper.path
    depth, ply = 0, 0
    mask = to_act(states[WORK])
    while mask != 0 and depth < len(path):
        if mask == 1 << CHANCE:
            seat = CHANCE
            move = by_odds(states[WORK], box, split(key, ply), paper.moves, paper.odds)
        else:
            seat = mind.seat if depth == 0 and mask >> mind.seat & 1 else lowest_seat(mask)
            begin_choice(history, mask)
            if settings[ALONE] != 0 and seat != mind.seat:
                move = mind.skip
            else:
                name = known_to(history, seat)
                node = find_node(tree, name)
                if node == NO_NODE:
                    node = add_node(tree, name)
                    if depth > 0 and may_stop(mind, history, seat):
                        return depth  # something new: its moves are weighed when somebody comes here again
                count = legal(states[WORK], box, seat, paper.moves)
                note_legal(tree, paper.moves, count)
                if node == NO_NODE or not offer(mind, paper, box, seat, node, count):
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


@part
def tries_of_next(mind: Mind, paper: Paper, box: Any, curiosity: float) -> int:
    """How often the move that would be selected now at states[WORK] was tried before."""
    tree = mind.tree
    node = find_node(tree, known_to(paper.history, mind.seat))
    if node == NO_NODE:
        return 0
    count = legal(paper.states[WORK], box, mind.seat, paper.moves)
    note_legal(tree, paper.moves, count)
    edge = best_edge(tree, node, curiosity, count)
    return int(tree.edges[edge].tries) if edge != NO_NODE else 0


def simulate(mind: Mind, paper: Paper, boxes: Any, key: int, count: int) -> None:
    """Run the given number of simulations from where the paper begins."""
    box, results = boxes[0], mind.results
    for _ in range(count):
        start_over(paper)
        curiosity = mind.settings[EXPLORE] * spread_of(results)
        # The same luck for every first move in turn: then what differs are the moves.
        luck = split(key, tries_of_next(mind, paper, box, curiosity))
        if mind.settings[MEMORY] == 0:
            imagine(paper.states[WORK], box, mind.seat, split(luck, IMAGINED))
        depth = walk(mind, paper, box, luck, curiosity)
        conclude(mind, paper, box, split(luck, FINISHED))
        credit(mind, paper, depth)
        own = paper.gains[mind.seat]
        results[COUNT] += 1.0
        results[SUM] += own
        results[SQUARES] += own * own
