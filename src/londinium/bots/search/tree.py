"""The search tree: flat arrays of nodes and edges, found by the hash of what the acting seat knows.

A node is a decision of one seat as that seat sees it: everything revealed so far and its own face-down choices. Positions that
the seat cannot tell apart are one node, so a search cannot use what the seat does not know. What is known is kept as a *history*:
a hash of all revealed moves, the seats that are choosing at the same time, and a hash of each seat's choices among these.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from londinium.kernel.cells import record_kind, records, zeros
from londinium.kernel.flat import Cells
from londinium.kernel.game import CHANCE
from londinium.kernel.logarithm import log_from_one
from londinium.kernel.rules import rule
from londinium.kernel.seeds import mix, signed64, split, uint64

NO_NODE = -1

# ── What a seat knows ────────────────────────────────────────────────────────

PUBLIC, CHOOSING, PRIVATE = 0, 1, 2
HISTORY = PRIVATE + CHANCE + 1


@rule
def add_to(hashed: int, move: int) -> int:
    """The hash of a sequence that is one move longer."""
    return mix(uint64(uint64(uint64(hashed) * uint64(0x9E3779B97F4A7C15)) + uint64(move + 1)))


@rule
def begin_choice(history: Cells, mask: int) -> None:
    """Before a decision: whether several seats choose at the same time, and none sees what the others choose."""
    choosing = signed64(history[CHOOSING])
    several = mask & (mask - 1) != 0
    if choosing == 0 and several:
        history[CHOOSING] = uint64(mask)
    elif choosing != 0 and mask & ~choosing != 0:
        history[CHOOSING] = uint64(0)


@rule
def note(history: Cells, seat: int, move: int, mask_after: int) -> None:
    """After a move: remember it, for its seat alone until all who choose at the same time have chosen."""
    choosing = signed64(history[CHOOSING])
    if seat == CHANCE or choosing == 0:
        history[PUBLIC] = add_to(history[PUBLIC], move)
    else:
        history[PRIVATE + seat] = add_to(history[PRIVATE + seat], move)
    if choosing != 0 and mask_after & choosing == 0:
        for other in range(CHANCE):
            if choosing >> other & 1:
                history[PUBLIC] = uint64(add_to(history[PUBLIC], other) ^ history[PRIVATE + other])
                history[PRIVATE + other] = uint64(0)
        history[CHOOSING] = uint64(0)


@rule
def known_to(history: Cells, seat: int) -> int:
    """The name of the node: what this seat knows at this decision."""
    return uint64(mix(uint64(split(history[PUBLIC], seat) ^ history[PRIVATE + seat])))  # type: ignore[no-any-return]


@rule
def others_have_chosen(history: Cells, seat: int) -> bool:
    """Whether others have chosen face down what is not turned up yet."""
    for other in range(CHANCE):
        if other != seat and history[PRIVATE + other] != 0:
            return True
    return False


# ── Nodes and edges ──────────────────────────────────────────────────────────


# Everything about a node, and about an edge, lies together in memory: a walk waits for each piece only once.
NODE = record_kind([("key", "uint64"), ("visits", "int32"), ("first", "int32")])
"""`first` is the first edge; further edges are linked."""
EDGE_TYPE = record_kind(
    [
        ("value", "float64"),
        ("squares", "float64"),
        ("points", "float64"),
        ("wins", "float64"),
        ("tries", "int32"),
        ("chances", "int32"),
        ("guess", "int32"),
        ("next", "int32"),
        ("move", "int64"),
    ]
)
"""What is counted is counted for the seat that decides at the node. `guess` is what a quick look says the move is worth,
`chances` how often it could have been tried: what is legal may depend on hidden cards."""


class Tree(NamedTuple):
    """Room for a search."""

    table: Any
    """Hash table of node numbers."""
    nodes: Any
    edges: Any
    size: Any
    """How many nodes and edges there are, and how often a decision was looked at."""
    looks: Any
    """By move: the last look at which it was legal."""


NODES, EDGES, LOOKS = range(3)
"""Places in `Tree.size`."""


def slots_for(nodes: int) -> int:
    """How large the hash table for this number of nodes is."""
    return 1 << (2 * nodes - 1).bit_length()


def new_tree(nodes: int, moves: int) -> Tree:
    """An empty tree with room for this many nodes of a game with this many moves."""
    table, size, looks = zeros(slots_for(nodes), "int32"), zeros(3, "int64"), zeros(moves, "int64")
    table[:] = NO_NODE
    # Most nodes are visited once and have no edges yet: there are one or two edges for each node.
    return Tree(table, records(nodes, NODE), records(3 * nodes, EDGE_TYPE), size, looks)


def clear(tree: Tree) -> None:
    tree.table[:] = NO_NODE
    tree.size[:] = 0
    tree.looks[:] = 0


@rule
def find_node(tree: Tree, key: int) -> int:
    """The number of a node, NOTHING if it is not in the tree."""
    last = len(tree.table) - 1
    slot = signed64(key & uint64(last))
    while tree.table[slot] != NO_NODE:
        if tree.nodes[tree.table[slot]].key == key:
            return int(tree.table[slot])
        slot = (slot + 1) & last
    return NO_NODE


@rule
def add_node(tree: Tree, key: int) -> int:
    """A new node without edges; NOTHING if there is no room."""
    node = int(tree.size[NODES])
    if node == len(tree.nodes):
        return NO_NODE
    last = len(tree.table) - 1
    slot = signed64(key & uint64(last))
    while tree.table[slot] != NO_NODE:
        slot = (slot + 1) & last
    tree.table[slot] = node
    tree.nodes[node].key = key
    tree.nodes[node].visits = 0
    tree.nodes[node].first = NO_NODE
    tree.size[NODES] += 1
    return node


@rule
def add_edge(tree: Tree, node: int, move: int, guess: int) -> None:
    """A new move at a node, behind those that look better. There must be room."""
    edge = int(tree.size[EDGES])
    tree.size[EDGES] += 1
    tree.edges[edge].move = move
    tree.edges[edge].guess = guess
    tree.edges[edge].tries = tree.edges[edge].chances = 0
    tree.edges[edge].value = tree.edges[edge].squares = tree.edges[edge].points = tree.edges[edge].wins = 0.0
    before, at = NO_NODE, int(tree.nodes[node].first)
    while at != NO_NODE and tree.edges[at].guess >= guess:
        before, at = at, int(tree.edges[at].next)
    tree.edges[edge].next = at
    if before == NO_NODE:
        tree.nodes[node].first = edge
    else:
        tree.edges[before].next = edge


@rule
def edge_of(tree: Tree, node: int, move: int) -> int:
    edge = int(tree.nodes[node].first)
    while edge != NO_NODE and tree.edges[edge].move != move:
        edge = int(tree.edges[edge].next)
    return edge


@rule
def note_legal(tree: Tree, moves: Cells, count: int) -> None:
    """Note which moves are legal at the decision at hand; the next look forgets it."""
    tree.size[LOOKS] += 1
    for k in range(count):
        tree.looks[moves[k]] = tree.size[LOOKS]


@rule
def is_legal(tree: Tree, edge: int) -> bool:
    """Whether the move of an edge was legal at the last look: that may depend on what is hidden."""
    return bool(tree.looks[tree.edges[edge].move] == tree.size[LOOKS])


@rule
def legal_edges(tree: Tree, node: int) -> int:
    """How many of the legal moves have an edge."""
    count, edge = 0, int(tree.nodes[node].first)
    while edge != NO_NODE:
        count += 1 if is_legal(tree, edge) else 0
        edge = int(tree.edges[edge].next)
    return count


@rule
def best_edge(tree: Tree, node: int, curiosity: float, most: int) -> int:
    """The edge to follow, among a number with the best guesses: one not yet tried, else the best upper confidence bound."""
    best, best_bound = NO_NODE, 0.0
    edge = int(tree.nodes[node].first)
    while edge != NO_NODE and most > 0:
        if is_legal(tree, edge):
            most -= 1
            if tree.edges[edge].tries == 0:
                return edge
            tries = float(tree.edges[edge].tries)
            bound = tree.edges[edge].value / tries + curiosity * sqrt(log_from_one(tree.edges[edge].chances + 2.0) / tries)
            if best == NO_NODE or bound > best_bound:
                best, best_bound = edge, bound
        edge = int(tree.edges[edge].next)
    return best


@rule
def select(tree: Tree, node: int, curiosity: float, most: int) -> int:
    """Follow the best edge; all that could have been followed have had a chance."""
    edge = int(tree.nodes[node].first)
    while edge != NO_NODE:
        if tree.edges[edge].tries > 0 and is_legal(tree, edge):
            tree.edges[edge].chances += 1
        edge = int(tree.edges[edge].next)
    return best_edge(tree, node, curiosity, most)


@rule
def lead(tree: Tree, key: int) -> int:
    """How much more often the most tried move of a node was tried than any other; nothing if the node has none."""
    node = find_node(tree, key)
    most, second = 0, 0
    edge = int(tree.nodes[node].first) if node != NO_NODE else NO_NODE
    while edge != NO_NODE:
        tries = int(tree.edges[edge].tries)
        second = max(second, min(most, tries))
        most = max(most, tries)
        edge = int(tree.edges[edge].next)
    return most - second
