"""The lines in which a host and an engine speak; `docs/engine.md` has them for people.

A host sends only what the engine's seat may know: the moves it has seen, in the notation of records, and none that lie face down.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from londinium.bots.veil import VeiledMatch, laid_out, luck_of
from londinium.kernel.boxes import STANDARD_BOX
from londinium.kernel.checks import MOST_SIMULATIONS, MOST_THOUGHT
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import RULES
from londinium.kernel.match import Match, default_name
from londinium.kernel.position import read_position_of, write_position
from londinium.kernel.record_lines import add_move, written_move
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import LondiniumError

PROTOCOL = 1
"""The version of the protocol."""
BETWEEN_MOVES = "; "
LONGEST_LIMIT = 10**9
"""Seconds."""
LONGEST_SAYING = 300
"""Of what an engine says about itself or its trouble, this much is kept."""


class NotUnderstood(Exception):
    """A line that is none of the protocol, or not at this time; the message says why."""


# ── What a host sends ────────────────────────────────────────────────────────


def new_lines(match: Match, seat: int) -> list[str]:
    """Which match begins, and for whom."""
    options = ",".join(f"{name}={choice}" for name, choice in match.options.items() if name != RULES)
    words = ["new", match.game.slug, "seats", str(match.seats), "seat", str(seat), "rules", str(match.rules)]
    words += ["options", options] if options else []
    started = [f"setup {write_position(match.game, match.position_at(0))}"] if match.is_set_up else []
    if match.box_name == STANDARD_BOX:
        return [" ".join(words), *started]
    return [" ".join([*words, "box", match.box_hash]), f"box {base64.b64encode(match.boxes.tobytes()).decode()}", *started]


def position_line(match: Match, seat: int) -> str:
    """All moves that a seat has seen, and its own."""
    return f"position {BETWEEN_MOVES.join(written_move(match, ply) for ply in match.plies_known_to(seat))}".rstrip()


def legal_line(match: Match, legal: list[int]) -> str:
    return f"legal {BETWEEN_MOVES.join(match.moves.text(move) for move in legal)}"


# ── What an engine reads ─────────────────────────────────────────────────────


@dataclass(frozen=True)
class GoLimits:
    """How long to think: as many simulations or seconds, whichever come first; and when an answer comes too late."""

    simulations: int | None = None
    seconds: float | None = None
    limit: float | None = None


@dataclass
class ToldMatch:
    """What an engine was told of a match so far."""

    game: str = ""
    seats: int = 0
    seat: int = 0
    rules: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    box_hash: str = STANDARD_BOX
    box: bytes | None = None
    start: str = ""
    """The text of the position it began in, if that was set up."""
    moves: tuple[str, ...] = ()
    match: VeiledMatch | None = None
    _made: tuple[str, ...] = ()

    def now(self) -> VeiledMatch:
        """The match as the seat knows it; the same object as long as it goes on, for those who keep their thoughts with it."""
        if not self.game:
            raise NotUnderstood("there is no match yet; `new` comes first")
        goes_on = self.moves[: len(self._made)] == self._made and self.match is not None and self.match.ply == len(self._made)
        match = self.match if goes_on and self.match is not None else self._laid_out()
        self.match = None  # until all moves are made
        for number, move in enumerate(self.moves[match.ply :], match.ply + 1):
            add_move(match, move, "position", number)
        self.match, self._made = match, self.moves
        match.luck = luck_of(match, self.seat)
        return match

    def _laid_out(self) -> VeiledMatch:
        game = find_game(self.game)
        options = game.choose(self.options | ({} if self.rules is None else {RULES: str(game.check_rules(self.rules))}))
        boxes: FlatArray[Any] = game.standard_box()
        name = STANDARD_BOX
        if self.box_hash != STANDARD_BOX:
            if self.box is None or len(self.box) != len(boxes.tobytes()):
                raise NotUnderstood("the line `box` with the bytes of the box is missing, or has too many or too few")
            boxes, name = _box_over(boxes, self.box), self.box_hash
        names = [default_name(seat) for seat in range(self.seats)]
        match = laid_out(game, game.check_seats(self.seats), options, boxes, name, names)
        if name != STANDARD_BOX and match.box_hash != self.box_hash:
            raise NotUnderstood(f"the bytes of the box do not have the hash {self.box_hash}")
        if not self.start:
            return match
        begun = read_position_of(game, self.start, beside=match)
        if (begun.seats, begun.options) != (match.seats, match.options):
            raise NotUnderstood("the position that was set up has other seats or options than `new` said")
        return laid_out(game, match.seats, options, boxes, name, names, begun.position_at(0).states)

    def asked(self) -> tuple[VeiledMatch, list[int]]:
        """The match, and what its seat may do; NotUnderstood if it has nothing to decide."""
        match = self.now()
        legal = match.legal(self.seat)
        if not legal:
            raise NotUnderstood(f"seat {self.seat} has nothing to decide in this position")
        return match, legal


def _box_over(standard: Any, data: bytes) -> FlatArray[Any]:
    found: FlatArray[Any] = np.frombuffer(bytearray(data), standard.dtype)
    return found


def read_new(rest: str) -> ToldMatch:
    """A line such as `new old-london-bridge seats 3 seat 1 rules 2 options money=open`."""
    slug, *words = rest.split() or [""]
    facts = _pairs(words, {"seats", "seat", "rules", "options", "box"})
    try:
        options = dict(pair.split("=", 1) for pair in facts.get("options", "").split(",") if pair)
    except ValueError:
        raise NotUnderstood("options are NAME=CHOICE, separated by commas") from None
    try:
        game = find_game(slug)
        seats = game.check_seats(_number(facts, "seats", game.seats[-1]))
        rules = game.check_rules(_number(facts, "rules", game.rules_version))
        game.choose(options)
    except LondiniumError as error:
        raise NotUnderstood(str(error)) from None
    seat = _number(facts, "seat", 0)
    if not 0 <= seat < seats:
        raise NotUnderstood(f"there are seats 0 to {seats - 1}, not {seat}")
    return ToldMatch(slug, seats, seat, rules, options, facts.get("box", STANDARD_BOX))


def read_box_bytes(rest: str) -> bytes:
    try:
        return base64.b64decode(rest, validate=True)
    except ValueError:
        raise NotUnderstood("the bytes of a box are written in base64") from None


def read_told_moves(rest: str) -> tuple[str, ...]:
    return tuple(move.strip() for move in rest.split(BETWEEN_MOVES.strip()) if move.strip())


def read_go(rest: str) -> GoLimits:
    facts = _pairs(rest.split(), {"simulations", "seconds", "limit"})
    try:
        simulations = int(facts["simulations"]) if "simulations" in facts else None
        seconds, limit = (float(facts[name]) if name in facts else None for name in ("seconds", "limit"))
    except ValueError:
        raise NotUnderstood("`go` takes numbers: go simulations 400, go seconds 1.5") from None
    for name, value, most in (
        ("simulations", simulations, MOST_SIMULATIONS),
        ("seconds", seconds, int(MOST_THOUGHT)),
        ("limit", limit, LONGEST_LIMIT),
    ):
        if value is not None and not 0 < value <= most:
            raise NotUnderstood(f"{name} is a number above 0 and at most {most}, not {facts[name][:LONGEST_SAYING]}")
    return GoLimits(simulations, seconds, limit)


def _pairs(words: list[str], known: set[str]) -> dict[str, str]:
    """Names and their values, in turn."""
    if len(words) % 2:
        raise NotUnderstood(f"'{words[-1][:LONGEST_SAYING]}' has no value")
    found = dict(zip(words[::2], words[1::2], strict=True))
    if strange := found.keys() - known:
        raise NotUnderstood(f"'{min(strange)[:LONGEST_SAYING]}' is unknown; known are {', '.join(sorted(known))}")
    return found


def _number(facts: Mapping[str, str], name: str, otherwise: int) -> int:
    try:
        return int(facts[name]) if name in facts else otherwise
    except ValueError:
        raise NotUnderstood(f"{name} is a whole number, not '{facts[name][:LONGEST_SAYING]}'") from None


def one_line(text: object) -> str:
    """Whatever it is, as part of a line."""
    return " ".join(str(text).split())[:LONGEST_SAYING]
