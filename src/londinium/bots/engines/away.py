"""A bot that thinks in a process of its own, with a limit on its time, and somebody who stands in for it.

Whatever happens to it, there is a legal move: one that raises, hangs, dies or answers nonsense loses its move to a random one. It
is written down, and nothing else suffers.
"""

from __future__ import annotations

import logging
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable

import msgspec

from londinium.bots.engines.lines import legal_line, new_lines, one_line, position_line
from londinium.bots.engines.process import (
    GIVEN_UP,
    LATE,
    MOST_ANSWERS,
    TROUBLE,
    UNREADY,
    WHAT_HAPPENED,
    WRONG,
    EngineFailed,
    EngineProcess,
    command_of,
    give_back,
    lend_process,
    seconds_set,
    seconds_until_ready,
)
from londinium.bots.veil import luck_of, veiled
from londinium.kernel.entries import entries
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, LondiniumError

_log = logging.getLogger(__name__)

SECONDS_VARIABLE = "LONDINIUM_BOT_SECONDS"
SECONDS = 30.0
"""How long a bot of somebody's own may think about a move."""
MOST_LOST = 3
"""After as many failures in one match it is not asked again in that match."""
MOST_MATCHES_LOST = 3
"""A bot that was given up in as many matches of one run, an arena's or an evaluation's, is not asked again in it."""
REMEMBERED = 1000
"""Failures that a bot remembers."""
_told: set[tuple[str, str, str]] = set()
"""What has been said of which bot: once is enough."""


class BotFailure(msgspec.Struct, frozen=True):
    """A move that a bot lost."""

    bot: str
    seat: int
    ply: int
    kind: str
    """One of `WHAT_HAPPENED`."""
    detail: str = ""
    """What the bot said itself. It may give away what only its seat knows: not for a table that is still played at."""
    seconds: float = 0.0
    """How long it was waited for."""


def seconds_allowed() -> float:
    """How long a bot may think about a move: LONDINIUM_BOT_SECONDS, or SECONDS."""
    return seconds_set(SECONDS_VARIABLE, SECONDS)


@entries
class EngineBot:
    """An engine, or a bot of somebody's own, as a bot of ours."""

    def __init__(
        self,
        command: str,
        *,
        called: str = "",
        seconds: float | None = None,
        quiet: bool = False,
        tell: Callable[[BotFailure], None] | None = None,
    ) -> None:
        """MODULE:NAME or engine:COMMAND, and what it is called. `quiet`: what it says itself is told to nobody, since whoever
        reads it may sit at the same table. `tell` hears of its failures; without it the log does.
        """
        self.name = called or command
        self.failures = deque[BotFailure](maxlen=REMEMBERED)
        self._command = command_of(command)
        self._seconds = seconds_allowed() if seconds is None else seconds
        self._quiet, self._tell = quiet, tell or log_once
        self._lent: list[EngineProcess] = []
        self._about: tuple[weakref.ref[Match], int] | None = None
        self._lost = 0
        """Moves that it has lost in this match."""
        weakref.finalize(self, _return_all, self._lent)

    def choose(self, match: Match, seat: int) -> int:
        """A legal move, whatever happens. A seat with one possibility is not asked."""
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        if self._about is None or self._about[0]() is not match or self._about[1] != seat:
            self._about, self._lost = (weakref.ref(match), seat), 0
            begins = True
        else:
            begins = not self._lent
        if self._lost >= MOST_LOST:
            return stand_in(match, seat)
        begun = time.monotonic()
        try:
            return self._asked(match, seat, legal, begins=begins)
        except EngineFailed as failed:
            said, seconds = "" if self._quiet else failed.detail, time.monotonic() - begun
            self._note(BotFailure(self.name, seat, match.ply, failed.kind, said, seconds))
            if failed.kind == UNREADY:  # nobody waits for that three times
                self._lost = MOST_LOST
            self._part_from(failed)
            return stand_in(match, seat)

    def own_move(self, match: Match, seat: int) -> int:
        """The bot's own move, where one by somebody else would be no answer: if it fails, that is the error."""
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        self._about = None
        try:
            return self._asked(match, seat, legal, begins=True)
        except EngineFailed as failed:
            self._part_from(failed)
            what = LondiniumError("{what} ({detail})", what=failed.what, detail=failed.detail) if failed.detail else failed.what
            raise LondiniumError(N_("the bot {name} gave no move: {what}"), name=self.name, what=what) from None

    def _part_from(self, failed: EngineFailed) -> None:
        """Its process is ended, unless it can be asked again."""
        if not failed.goes_on:
            while self._lent:
                self._lent.pop().close()

    def _asked(self, match: Match, seat: int, legal: list[int], *, begins: bool) -> int:
        if not self._lent:
            self._lent.append(lend_process(self._command, quiet=self._quiet))
        process = self._lent[0]
        lines = [*(new_lines(match, seat) if begins else ()), position_line(match, seat)]
        ready = time.monotonic() + seconds_until_ready()
        try:
            for line in (*lines, "isready"):
                process.say(line, ready)
            _until(process, "ready", ready)
        except EngineFailed as failed:
            raise failed.before_ready() from None
        until = time.monotonic() + self._seconds
        if process.wants_view:
            process.say(f"view {veiled(match, seat).view(seat).to_json().decode()}", until)
        process.say(legal_line(match, legal), until)
        process.say(f"go limit {self._seconds:g}", until)
        answer = _until(process, "bestmove", until)
        try:
            move = match.moves.parse(answer)
        except LondiniumError:
            raise EngineFailed(WRONG, one_line(answer), goes_on=True) from None
        if move not in legal:
            raise EngineFailed(WRONG, one_line(answer), goes_on=True)
        return move

    def _note(self, failure: BotFailure) -> None:
        self.failures.append(failure)
        self._lost += 1
        self._tell(failure)


class StandIn:
    """Plays whole matches for a bot that was given up."""

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.failures = (BotFailure(name, seat, 0, GIVEN_UP),)

    def choose(self, match: Match, seat: int) -> int:
        return stand_in(match, seat)


def has_given_up(failures: Iterable[BotFailure]) -> bool:
    """Whether a bot that lost these moves in a match was not asked any more in it."""
    kinds = [failure.kind for failure in failures]
    return len(kinds) >= MOST_LOST or UNREADY in kinds or GIVEN_UP in kinds


def failures_of(bots: Iterable[object]) -> tuple[BotFailure, ...]:
    """What happened to bots so far. Only those of others fail."""
    return tuple(failure for one in bots if isinstance(one, EngineBot | StandIn) for failure in one.failures)


def log_once(failure: BotFailure) -> None:
    """Say in the log what happened to a bot, once for each thing that happens to it."""
    if (said := (failure.bot, failure.kind, failure.detail)) not in _told:
        _told.add(said)
        log_failure(failure)


def log_failure(failure: BotFailure) -> None:
    what = WHAT_HAPPENED[failure.kind] + (f" ({failure.detail})" if failure.detail else "")
    _log.warning("the bot %s lost its move at ply %s to a random one: %s", failure.bot, failure.ply, what)


def _until(process: EngineProcess, word: str, until: float) -> str:
    """What an engine says behind the word that is waited for; anything else is its own affair."""
    for _ in range(MOST_ANSWERS):
        found, _, rest = process.hear(until).partition(" ")
        if found == word:
            return rest.strip()
        if found == "error":
            raise EngineFailed(TROUBLE, one_line(rest), goes_on=word == "bestmove")
    raise EngineFailed(LATE)


def _return_all(lent: list[EngineProcess]) -> None:
    while lent:
        give_back(lent.pop())


def stand_in(match: Match, seat: int) -> int:
    """A random move for a bot that lost its own; the same one in the same position."""
    return luck_of(veiled(match, seat), seat).choice(match.legal(seat))
