"""Where the application runs: in a process that serves many, or in the browser of whoever plays."""

from __future__ import annotations

import gc
import sys
from dataclasses import dataclass

TURNS = 0.0005
"""Seconds after which a busy thread lets another have its turn: the thread that writes to the database has little to do, often,
and everybody waits for it."""
GARBAGE = (2_000, 5, 100)
"""So many new things before garbage is searched for among them, and so many such searches before one that looks further back.
Each stops all tables for as long as it takes: many that take a few milliseconds are better than few that take a hundred."""


@dataclass(frozen=True)
class Place:
    """What differs between the places."""

    compiles: bool = True
    """Whether rules are compiled, and so are asked for once before anybody comes."""

    def settle_down(self) -> None:
        """When everything is loaded: what is there stays, so it need not be searched for garbage, which would stop all tables."""
        gc.collect()
        gc.freeze()
        if self.compiles:
            sys.setswitchinterval(TURNS)
            gc.set_threshold(*GARBAGE)


SERVER = Place()
