"""The search tree: flat arrays of nodes and edges, found by the hash of what the acting seat knows.

A node is a decision of one seat as that seat sees it: everything revealed so far and its own face-down choices. Positions that
the seat cannot tell apart are one node, so a search through it cannot use what the seat does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

NOTHING = -1


@dataclass
class Tree:
    """Room for a search. Statistics of edges are for the seat that decides at the node."""

    table: Any
    """Hash table of node numbers."""
    keys: Any
    visits: Any
    first: Any
    """First edge of each node; edges are linked."""
    move: Any
    next: Any
    tries: Any
    """How often a move was tried, and how often it could have been (moves may depend on hidden cards)."""
    seen: Any
    value: Any
    points: Any
    squares: Any
    size: Any
    """How many nodes and edges there are."""

    @classmethod
    def with_room(cls, nodes: int, edges: int) -> Tree:
        slots = 1
        while slots < 2 * nodes:
            slots *= 2
        return cls(
            np.full(slots, NOTHING, np.int32),
            np.zeros(nodes, np.uint64),
            np.zeros(nodes, np.int32),
            np.full(nodes, NOTHING, np.int32),
            np.zeros(edges, np.int16),
            np.full(edges, NOTHING, np.int32),
            np.zeros(edges, np.int32),
            np.zeros(edges, np.int32),
            np.zeros(edges, np.float64),
            np.zeros(edges, np.float64),
            np.zeros(edges, np.float64),
            np.zeros(2, np.int32),
        )

    def clear(self) -> None:
        self.table.fill(NOTHING)
        self.size.fill(0)

    def arrays(self) -> tuple[Any, ...]:
        return (
            self.table,
            self.keys,
            self.visits,
            self.first,
            self.move,
            self.next,
            self.tries,
            self.seen,
            self.value,
            self.points,
            self.squares,
            self.size,
        )
