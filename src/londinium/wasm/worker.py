"""Functions for any game that exist for WebAssembly alone: what elsewhere a few lines of Python do around compiled code.

A worker in a browser has no Python: it lays out a position from its moves, thinks about it and reads what came of it.
"""

from __future__ import annotations

from typing import Any

from londinium.bots.players import choose_as
from londinium.bots.search.tree import EDGES, LOOKS, NO_NODE, NODES, Tree, begin_choice, find_node, known_to, lead, note
from londinium.kernel.flat import Cells
from londinium.kernel.generic.names import observe, push, score_lines, setup, to_act
from londinium.kernel.seeds import below, split

ROW_MOVE, ROW_TRIES, ROW_VALUE, ROW_SQUARES, ROW_POINTS, ROW_WINS = range(6)
"""The columns of a row about a move, see `read_moves`."""
MOVE_COLUMNS = 6


def score_lines_at(states: Any, i: int, boxes: Any, lines: Any) -> None:
    score_lines(states[i], boxes[0], lines)


def observe_at(states: Any, i: int, boxes: Any, options: Any, seat: int, row: Any) -> None:
    """What a seat may know, into a row of zeros."""
    observe(states[i], boxes[0], options, seat, row)


def choose_at(kind: int, states: Any, i: int, boxes: Any, seat: int, key: int, moves: Cells, last_resort: int) -> int:
    """A simple player's choice at states[i]; states[1] is scratch paper."""
    return choose_as(kind, states, i, boxes[0], seat, key, moves, last_resort)


def branch_of(key: int, number: int) -> int:
    return split(key, number)


def number_below(key: int, bound: int) -> int:
    return below(key, bound)


def recall(states: Any, boxes: Any, seats: int, options: Any, plies: Any, history: Any) -> None:
    """Lay out a match in states[0], which is zeroed, and make moves that somebody knows of; the history is zeroed, too."""
    setup(states[0], boxes[0], seats, options)
    for k in range(len(plies)):
        seat, move = int(plies[k, 0]), int(plies[k, 1])
        begin_choice(history, to_act(states[0]))
        push(states[0], boxes[0], seat, move)
        note(history, seat, move, to_act(states[0]))
    begin_choice(history, to_act(states[0]))


def clear_tree(tree: Tree) -> None:
    """Forget everything; also what makes a tree of fresh memory."""
    for k in range(len(tree.table)):
        tree.table[k] = NO_NODE
    tree.size[NODES] = tree.size[EDGES] = tree.size[LOOKS] = 0
    for k in range(len(tree.looks)):
        tree.looks[k] = 0


def read_moves(tree: Tree, history: Any, seat: int, rows: Any) -> int:
    """What a tree knows of the moves of a decision: a row for each; returns how many there are."""
    node = find_node(tree, known_to(history, seat))
    edge = int(tree.nodes[node].first) if node != NO_NODE else NO_NODE
    count = 0
    while edge != NO_NODE and count < len(rows):
        rows[count, ROW_MOVE] = tree.edges[edge].move
        rows[count, ROW_TRIES] = tree.edges[edge].tries
        rows[count, ROW_VALUE] = tree.edges[edge].value
        rows[count, ROW_SQUARES] = tree.edges[edge].squares
        rows[count, ROW_POINTS] = tree.edges[edge].points
        rows[count, ROW_WINS] = tree.edges[edge].wins
        count += 1
        edge = int(tree.edges[edge].next)
    return count


def lead_at(tree: Tree, history: Any, seat: int) -> int:
    """How much more often the most tried move of a decision was tried than any other."""
    return lead(tree, known_to(history, seat))
