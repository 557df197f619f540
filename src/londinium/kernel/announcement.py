"""The line that says why a first call takes so long: rules are compiled, which takes a while and happens once.

It goes to the error output, where a terminal, a script and a notebook show it, once per process and kind of work.
LONDINIUM_QUIET=1 keeps it back; so do servers, which have lines of their own.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from londinium.kernel.words.errors import N_

if TYPE_CHECKING:
    from londinium.kernel.game import Game

QUIET_VARIABLE = "LONDINIUM_QUIET"
"""The environment variable that keeps the line back, in this process and in those it starts."""

SECONDS_PER_RULE = 0.105
"""What a rule of a game costs up to its first view, on one core of 2024: 184 rules took 21 s, 160 took 14 s."""
ROUNDED_TO = 5
SHORT_WAIT = 1.0
"""Seconds before something is said where most was found on disk: what is missing then is rare, and mostly short."""

RULES_WORK, BOTS_WORK, ENVIRONMENT_WORK = "rules", "bots", "environment"
ANNOUNCEMENTS = {
    RULES_WORK: N_("Compiling the rules of {game}, about {seconds} s, once."),
    BOTS_WORK: N_("Compiling the bots of {game}, about {seconds} s, once."),
    ENVIRONMENT_WORK: N_("Compiling the environment of {game}, about {seconds} s, once."),
}
FURTHER = N_("Compiling further rules of {game}, once.")
FOR_GPU = N_("Compiling {game} for the GPU, about half a minute, once per process.")
EFFORT_OF_WORK = {RULES_WORK: 1.0, BOTS_WORK: 1.3, ENVIRONMENT_WORK: 1.3}
"""How long each kind of work takes, compared with the rules."""
WORK_OF_ROOMS = {
    "bots": BOTS_WORK,
    "mind": BOTS_WORK,
    "study": BOTS_WORK,
    "envs": ENVIRONMENT_WORK,
    "observation": ENVIRONMENT_WORK,
}
"""The folders and modules whose functions are not rules in themselves."""

_rules: Counter[Path] = Counter()
_threads = threading.local()


@dataclass
class Subject:
    """What is compiled together, and announced once: one kind of work for one game."""

    home: Path
    kind: str
    kept: bool = False
    """Whether some of it was found on disk."""
    told: bool = False


@cache
def _subject(home: Path, kind: str) -> Subject:
    return Subject(home, kind)


def subject_of(home: Path, module: str) -> Subject:
    """What a function of this module belongs to; `home` is the folder of its game. It counts as one more rule of the game."""
    _rules[home] += 1
    return _subject(home, next((WORK_OF_ROOMS[part] for part in module.split(".") if part in WORK_OF_ROOMS), RULES_WORK))


def be_quiet() -> None:
    """Announce nothing from now on, neither here nor in processes that are started from here."""
    os.environ[QUIET_VARIABLE] = "1"


def begin_waiting(subject: Subject | None) -> None:
    """Somebody in this thread waits for a function of this subject; None: for one that is there in a moment."""
    _threads.subject, _threads.began = subject, time.monotonic()


def announce_misses(compiled: Any, missed: Callable[[], None]) -> None:
    """Say that something is compiled when Numba does not find it on disk. `missed` is called first, and may raise."""
    load: Callable[..., Any] = compiled._cache.load_overload

    def load_overload(*asked: Any) -> Any:
        found = load(*asked)
        if found is None:
            missed()
        _notice(found is not None)
        return found

    compiled._cache.load_overload = load_overload


def _notice(kept: bool) -> None:
    subject: Subject | None = getattr(_threads, "subject", None)
    if subject is None or subject.told:
        return
    if kept:
        subject.kept = True
    elif not subject.kept or time.monotonic() - _threads.began > SHORT_WAIT:
        subject.told = True
        _tell(subject)


def _tell(subject: Subject) -> None:
    from londinium.kernel.registry import game_of

    game = game_of(subject.home)
    if game is not None:
        announce_compiling(FURTHER if subject.kept else ANNOUNCEMENTS[subject.kind], game, seconds=_seconds(subject))


def announce_compiling(sentence: str, game: Game, **facts: object) -> None:
    """Say it on the error output, in the reader's language, unless nothing is to be said."""
    from londinium.kernel.words.language import language, preferred

    if os.environ.get(QUIET_VARIABLE) or sys.stderr is None:
        return
    words = language(preferred(), game.folder)
    with suppress(OSError, ValueError):  # nobody reads it
        print(words.text(sentence, game=game.title, **facts), file=sys.stderr, flush=True)


def _seconds(subject: Subject) -> int:
    expected = _rules[subject.home] * SECONDS_PER_RULE * EFFORT_OF_WORK[subject.kind]
    return max(ROUNDED_TO, ROUNDED_TO * round(expected / ROUNDED_TO))
