"""Where the application runs: in a process that serves many, or in a player's own browser."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from londinium.bots.search.thinker import Thinker
from londinium.kernel.game import Game
from londinium.study.analysis import Effort
from londinium.study.puzzles.file import Collection
from londinium.table.hall.retention import Retention
from londinium.table.hall.thinkers import Thinkers
from londinium.web.background.preparation import Preparation
from londinium.web.http.assets import Assets
from londinium.web.http.doorkeeper import Doorkeeper
from londinium.web.http.front import Front

TURNS = 0.0005
"""Seconds after which a busy thread lets another have its turn: the thread that writes to the database has little to do, often,
and everybody waits for it."""
GARBAGE = (2_000, 5, 100)
"""How many new objects before garbage is collected among them, and how many such collections before one that looks further back.
Each stops all tables for as long as it takes: many that take a few milliseconds are better than few that take a hundred."""


@dataclass(frozen=True)
class Place:
    """What differs between the places."""

    meets: bool = True
    """Whether others can come: pages that invite them are shown."""
    compiles: bool = True
    """Whether rules are compiled, and so are asked for once before anybody comes."""
    new_preparation: Callable[[], Preparation] | None = None
    """What compiles the rules while people come already; without it they wait until all is there."""
    new_thinker: Callable[[Game, Effort], Thinker] | None = None
    """What gives hints and judges matches, where that is not done in a thread or a process of this machine."""
    new_thinkers: Callable[[], Thinkers] = Thinkers
    """What thinks for bots."""
    new_assets: Callable[[], Assets] = lambda: Assets(thinking=True)
    """Style sheets, scripts and icons."""
    memory: int | None = None
    """Bytes that the process should stay within, where somebody has said so."""
    front: Front = field(default_factory=Front)
    """What stands before it: proxies, a path, names."""
    new_door: Callable[[], Doorkeeper] = Doorkeeper
    """Who lets in, and whom."""
    keep: Retention | None = None
    """For how long tables are kept; without it for ever."""
    contact: str = ""
    """Where its operator can be reached, as they wrote it."""
    puzzles: Sequence[Collection] = ()
    """Shown beside those that ship with the games."""
    offline: Path | None = None
    """The folder of a site without a server that is offered here."""

    def settle_down(self) -> None:
        """When everything is loaded: what is there stays, so it need not be searched for garbage, which would stop all tables."""
        gc.collect()
        gc.freeze()
        if self.compiles:
            sys.setswitchinterval(TURNS)
            gc.set_threshold(*GARBAGE)


SERVER = Place()
