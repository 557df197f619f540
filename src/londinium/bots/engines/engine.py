"""The engine's side: reads lines, thinks, answers. `londinium engine` is our bots for others, `own_bot` a bot of somebody's own.

Lines are read by a thread of their own, so that `stop` is heard while a bot thinks, and so that the process ends with its host
even if the bot never comes back.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from operator import index
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Protocol

from londinium.bots.engines.lines import (
    PROTOCOL,
    GoLimits,
    NotUnderstood,
    ToldMatch,
    one_line,
    read_box_bytes,
    read_go,
    read_new,
    read_told_moves,
)
from londinium.bots.veil import VeiledMatch
from londinium.kernel.game import Game
from londinium.kernel.words.errors import LondiniumError

SayLine = Callable[[str], None]
HERE = Path(__file__).parent
GRACE = 10.0
"""Seconds that somebody's own bot has to come to an end when its host is gone."""
COMMANDS = ("hello", "set", "new", "box", "setup", "position", "legal", "view", "go", "stop", "isready", "quit")


class Player(Protocol):
    """Who thinks behind an engine."""

    name: str

    def described(self) -> Iterator[str]:
        """The lines with which it introduces itself."""

    def set(self, option: str, value: str) -> None:
        """Change an option; NotUnderstood says why not."""

    def begin(self, game: Game, seat: int) -> None:
        """A new match."""

    def prepare(self, match: VeiledMatch, seat: int) -> None:
        """Whatever takes long and is not thinking: it is about to be asked."""

    def choose(self, match: VeiledMatch, seat: int, limits: GoLimits, stops: Callable[[], bool], say: SayLine) -> int | str:
        """A move, by its id or its text. `say` takes `info` lines on the way."""


class HostGone(Exception):
    """Nobody hears the answers any more."""


class EngineSpeaker:
    """Answers the lines of a host until it says `quit`, or is gone."""

    def __init__(self, player: Player, lines: IO[str], answers: IO[str], grace: float = GRACE) -> None:
        """`grace`: seconds in which it comes to an end when its host is gone."""
        self._grace = grace
        self._player, self._lines, self._answers = player, lines, answers
        self._heard: SimpleQueue[str | None] = SimpleQueue()
        self._stop = threading.Event()
        self._told = ToldMatch()
        self._ended = threading.Event()
        self._traced: set[str] = set()

    def run(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            while (line := self._heard.get()) is not None:
                word, _, rest = line.partition(" ")
                try:
                    self._obey(word, rest.strip())
                except (NotUnderstood, LondiniumError) as error:
                    self._say(f"error {one_line(error)}")
                except HostGone:
                    raise
                except Exception as error:  # whatever happens in somebody's bot; the host lets another move
                    self._trace(error)
                    self._say(f"error {type(error).__name__}: {one_line(error)}")
        except HostGone:
            with suppress(OSError):
                self._answers.close()  # or Python tries to send the rest when it ends, and says that it cannot
        finally:
            self._ended.set()

    def _listen(self) -> None:
        """Pass lines on, except for those that must be heard while a bot thinks. Whoever goes on thinking without a host is
        stopped.
        """
        for line in self._lines:
            words = line.strip()
            if words in ("stop", "quit"):
                self._stop.set()
            if words == "quit":
                break
            if words.split(" ", 1)[0] == "go":
                self._stop.clear()
            if words and words != "stop":
                self._heard.put(words)
        self._heard.put(None)
        if not self._ended.wait(self._grace):
            os._exit(0)

    def _trace(self, error: Exception) -> None:
        """Where it happened, for whoever wrote the bot: its own lines, and each place once."""
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None and Path(trace.tb_frame.f_code.co_filename).parent == HERE:
            trace = trace.tb_next
        told = "".join(traceback.format_exception(error.with_traceback(trace)))
        if told not in self._traced:
            self._traced.add(told)
            sys.stderr.write(told)
            sys.stderr.flush()

    def _say(self, line: str) -> None:
        try:
            self._answers.write(f"{line}\n")
            self._answers.flush()
        except BrokenPipeError:
            raise HostGone from None

    def _obey(self, word: str, rest: str) -> None:
        if word == "hello":
            self._introduce(rest)
        elif word == "set":
            name, _, value = rest.partition(" ")
            self._player.set(name, value.strip())
        elif word == "new":
            self._told = read_new(rest)
            self._player.begin(self._told_game(), self._told.seat)
        elif word == "box":
            self._told.box = read_box_bytes(rest)
        elif word == "setup":
            self._told.start = rest
        elif word == "position":
            self._told.moves = read_told_moves(rest)
        elif word == "isready":
            if self._told.game and self._told.now().legal(self._told.seat):
                self._player.prepare(self._told.now(), self._told.seat)
            self._say("ready")
        elif word == "go":
            self._go(read_go(rest))
        elif word not in COMMANDS:
            raise NotUnderstood(f"'{word}' is none of: {', '.join(COMMANDS)}")

    def _told_game(self) -> Game:
        from londinium.kernel.registry import game as find_game

        return find_game(self._told.game)

    def _introduce(self, rest: str) -> None:
        if rest and rest != str(PROTOCOL):
            raise NotUnderstood(f"this engine speaks version {PROTOCOL} of the protocol, not {rest}")
        for line in self._player.described():
            self._say(line)
        self._say("ok")

    def _go(self, limits: GoLimits) -> None:
        match, _ = self._told.asked()
        answer = self._player.choose(match, self._told.seat, limits, self._stop.is_set, self._say)
        self._say(f"bestmove {_written(answer, match)}")


def _written(answer: object, match: VeiledMatch) -> str:
    """A move as text, if it is one; what is no move at all is told as it is, and refused by the host."""
    if isinstance(answer, str):
        return one_line(answer)
    try:
        number = index(answer)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return one_line(repr(answer))
    if isinstance(answer, bool):  # Python counts them as numbers
        return one_line(repr(answer))
    return match.moves.text(number) if 0 <= number < len(match.moves) else str(number)


def own_pipes() -> tuple[IO[str], IO[str]]:
    """The pipes to the host, out of the way of a bot that prints, or asks for input: what it prints goes to the error output."""
    lines, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout.flush()
    os.dup2(2, 1)
    return os.fdopen(lines, encoding="utf-8", errors="replace"), os.fdopen(answers, "w", encoding="utf-8")
