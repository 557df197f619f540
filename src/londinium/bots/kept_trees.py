"""What a search has found out about one seat of one match, made small, to be kept until the seat is asked again.

A tree has room for a whole thought, most of which a tree that waits does not need: its hash table, its empty half, and the many
positions that were met once and whose moves nobody has weighed. What is left of 13 MB is two to four, and never more.

Only searches that are limited by time are handed their trees again: the same match, seat and number of simulations must give the
same thoughts, wherever they are thought and whatever was thought before. A level with a number of simulations would otherwise
play differently after a restart, in a browser, or at another process of the same site. A search that is limited by time never
gives the same thoughts twice anyway, and what it is handed is thinking that it need not do again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from londinium.bots.search import tree as trees
from londinium.bots.search.search import Budget, Search, Worker, branch
from londinium.bots.search.tree import NO_NODE, Tree
from londinium.kernel.checks import SEEDS, check_number, check_seat
from londinium.kernel.entries import entry
from londinium.kernel.match import Match
from londinium.kernel.seeds import uint64
from londinium.kernel.words.errors import N_, InvalidOption

MOST_KEPT_NODES = 1 << 13
"""Of more positions, those go first that the last thought has not met: they lie behind moves that were not made."""
MOST_KEPT_EDGES = 1 << 16
"""The same for their moves: with 56 bytes each they are nearly all of a tree."""
AHEAD_BRANCH = 0xA4EAD
"""The branch of a search's keys for what it simulates before it is asked."""


@dataclass(frozen=True, eq=False)
class KeptTree:
    """A tree that waits. Nobody changes it, so it may be read by any thread, and sent to another process."""

    nodes: Any
    edges: Any
    results: Any
    """See `simulation.COUNT`."""

    @property
    def size(self) -> int:
        """In bytes."""
        return int(self.nodes.nbytes + self.edges.nbytes + self.results.nbytes)


# ── Making it small, and large again ─────────────────────────────────────────


@entry
def kept_tree(
    search: Search, before: KeptTree | None = None, *, most: int = MOST_KEPT_NODES, most_edges: int = MOST_KEPT_EDGES
) -> KeptTree:
    """What a search with one thread knows now, in so many nodes and edges. `before` is what it was handed, to see what it has met
    since.
    """
    tree = search.trees[0]
    check_number("most", most, 1, len(tree.nodes))
    check_number("most_edges", most_edges, 1, len(tree.edges))
    nodes = tree.nodes[: int(tree.size[trees.NODES])]
    alive = _worth_keeping(tree, before, most, most_edges)
    edges, numbers = _edges_of(tree, nodes["first"][alive])
    kept = nodes[alive].copy()
    kept["first"] = numbers[kept["first"]]
    return KeptTree(kept, edges, search.results[0].copy())


def _worth_keeping(tree: Tree, before: KeptTree | None, most: int, most_edges: int) -> Any:
    """Which nodes to keep: those whose moves were weighed; of too many those that were met since, the most visited first."""
    import numpy as np

    nodes = tree.nodes[: int(tree.size[trees.NODES])]
    counts = _edge_counts(tree, nodes["first"])
    alive = counts > 0
    if before is not None and (alive.sum() > most or counts[alive].sum() > most_edges):
        known = len(before.nodes)  # they were put back in their order, before all others
        alive[:known] &= nodes["visits"][:known] > before.nodes["visits"]
    if alive.sum() > most or counts[alive].sum() > most_edges:
        numbers = np.flatnonzero(alive)
        first = numbers[np.argsort(-nodes["visits"][numbers], kind="stable")][:most]
        alive[:] = False
        alive[first[np.cumsum(counts[first]) <= most_edges]] = True
    return alive


def _edge_counts(tree: Tree, first: Any) -> Any:
    """How many edges each of some nodes has, given its first."""
    import numpy as np

    counts, which, at = np.zeros(len(first), "int64"), np.arange(len(first)), first
    while len(at):
        which, at = which[at != NO_NODE], at[at != NO_NODE]
        counts[which] += 1
        at = tree.edges["next"][at]
    return counts


def _edges_of(tree: Tree, first: Any) -> tuple[Any, Any]:
    """The edges of nodes, given the first of each, and the new number of every old one; the last number stands for NO_NODE."""
    import numpy as np

    edges = tree.edges[: int(tree.size[trees.EDGES])]
    stays = np.zeros(len(edges), bool)
    at = first
    while len(at):
        stays[at] = True
        at = edges["next"][at]
        at = at[at != NO_NODE]
    numbers = np.append(np.cumsum(stays) - 1, NO_NODE).astype("int32")
    kept = edges[stays].copy()
    kept["next"] = numbers[kept["next"]]
    return kept, numbers


@entry
def put_back(search: Search, kept: KeptTree | None, match: Match, seat: int) -> None:
    """Give a search with one thread its tree back for the next decision of this seat in this match; None: it knows nothing."""
    _check_match(search, match, seat)
    tree = search.trees[0]
    trees.clear(tree)
    search.results[0] = 0
    search.think_of(match, seat)
    if kept is None or len(kept.nodes) > len(tree.nodes) or len(kept.edges) > len(tree.edges):
        return
    tree.nodes[: len(kept.nodes)] = kept.nodes
    tree.edges[: len(kept.edges)] = kept.edges
    tree.size[trees.NODES], tree.size[trees.EDGES] = len(kept.nodes), len(kept.edges)
    search.results[0] = kept.results
    _fill_table(tree.table, kept.nodes["key"])


def _fill_table(table: Any, keys: Any) -> None:
    """Enter nodes into an empty hash table, so that `find_node` finds each: all that have not found a place step on together."""
    import numpy as np

    last = len(table) - 1
    numbers = np.arange(len(keys), dtype="int32")
    slots = (keys & np.uint64(last)).astype("int64")
    while len(numbers):
        free = table[slots] == NO_NODE
        table[slots[free]] = numbers[free]  # of several that want the same slot one has it
        away = table[slots] != numbers
        numbers, slots = numbers[away], (slots[away] + 1) & last


# ── Thinking ahead ───────────────────────────────────────────────────────────


class AheadWorker(Worker):
    """Simulates what a seat may be asked next. Each simulation has luck of its own: there is no first move of the seat's yet
    whose tries would tell them apart.
    """

    def warm_up(self) -> None:
        self._simulate(self.mind, self.paper, self._boxes, self._key, 0)

    def _run(self, count: int) -> None:
        for _ in range(count):
            self._key = branch(self._key, 1)
            self._simulate(self.mind, self.paper, self._boxes, self._key, 1)


@entry
def think_ahead(
    search: Search, match: Match, seat: int, seconds: float, luck: int, stop: Callable[[], bool] | None = None
) -> int:
    """Simulate from here for a seat that has nothing to decide now: the others do, and its tree will know more when it is asked.
    `luck` is another number each time, so that nothing is simulated twice. Returns the number of simulations.
    """
    _check_match(search, match, seat)
    check_number("luck", luck, 0, SEEDS - 1)
    if match.is_over or seat in match.to_act:
        return 0
    recalled = search.recall_root(match, seat)
    key = branch(branch(branch(branch(search.luck, AHEAD_BRANCH), seat), match.ply), luck)
    worker = AheadWorker(search, match, seat, recalled, uint64(key))
    worker.warm_up()
    return worker.run(Budget(seconds=seconds), time.perf_counter(), stop, 1)


def _check_match(search: Search, match: Match, seat: int) -> None:
    """A seat of a match that this search may think about, deciding or not."""
    if match.game is not search.game:
        message = N_("this is a match of {theirs}, not of {ours}")
        raise InvalidOption(message, theirs=match.game.title, ours=search.game.title)
    check_seat(match.seats, seat)
