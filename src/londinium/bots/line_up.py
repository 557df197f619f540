"""Who plays: bots by name, or as objects of somebody's own; and a match between them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Protocol

from londinium.bots.levels import Level
from londinium.bots.registry import AnyGame, Bot, Simple, bot
from londinium.bots.shape import can_choose, maker_from
from londinium.bots.veil import veiled
from londinium.kernel.boxes import BoxFile
from londinium.kernel.entries import entry
from londinium.kernel.files import FileSource
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidOption


class Chooses(Protocol):
    """An object of somebody's own that can play: it answers with the id of a move, or with its text."""

    def choose(self, match: Any, seat: int, /) -> int | str: ...


OneBot = str | Chooses | type[Any]
"""A bot's name, an object with `choose`, or a class that is called with the game, or with nothing."""


class VeiledBot:
    """A bot of somebody's own in this process. It is given what its seat may know; what it raises is raised, for whoever wrote it
    is at hand. By its name, MODULE:NAME, it would have a process of its own, a time limit and somebody to stand in.
    """

    def __init__(self, own: Any) -> None:
        self.name = str(getattr(own, "name", type(own).__name__))
        self._own = own

    def choose(self, match: Match, seat: int) -> int:
        answer = self._own.choose(veiled(match, seat), seat)
        try:
            if isinstance(answer, bool):  # Python counts them as numbers
                raise TypeError
            move = match.moves.parse(answer) if isinstance(answer, str) else index(answer)
        except TypeError:
            message = N_("the bot {name} answered {answer}, which is neither the id of a move nor its text")
            raise InvalidOption(message, name=self.name, answer=repr(answer)[:80]) from None
        if move not in match.legal(seat):
            veiled(match, seat).apply(move, seat)  # says why not
        return move


@entry
def as_bot(given: OneBot, game: Game) -> Bot:
    """A bot for a game from whatever names or is one."""
    if isinstance(given, str):
        return bot(given, game)
    own: Any = maker_from(given, given.__name__)(game) if isinstance(given, type) else given
    if isinstance(own, Simple | Level | AnyGame | VeiledBot) or _has_own_process(own):
        found: Bot = own
        return found
    if not can_choose(own):
        message = N_("a bot is a name, or has a method `choose(match, seat)`; {kind} has none")
        raise InvalidOption(message, kind=type(own).__name__)
    return VeiledBot(own)


def _has_own_process(own: object) -> bool:
    from londinium.bots.engines.away import EngineBot

    return isinstance(own, EngineBot)


@entry
def play(
    game: Game | str,
    bots: OneBot | Sequence[OneBot],
    *,
    seats: int | None = None,
    seed: int | None = None,
    options: Mapping[str, str] | None = None,
    variant: str | None = None,
    box: FileSource | BoxFile | None = None,
    names: Sequence[str] = (),
) -> Match:
    """A whole match between bots: one for all seats, or one for each. Without a seed, one is drawn."""
    found = find_game(game) if isinstance(game, str) else game
    each: Sequence[OneBot] = bots if isinstance(bots, list | tuple) else [bots] * found.check_seats(seats or found.seats[-1])  # type: ignore[list-item]  # one
    count = found.check_seats(len(each) if seats is None else seats)
    if len(each) != count:
        raise InvalidOption(N_("there must be one bot for each of the {seats} seats, not {bots}"), bots=len(each), seats=count)
    players = [as_bot(one, found) for one in each]
    chosen = secrets.randbits(63) if seed is None else seed
    called = [*names, *(player.name for player in players[len(names) :])]
    match = found.match(seats=count, seed=chosen, options=options, variant=variant, box=box, names=called)
    while not match.is_over:
        seat = match.to_act[0]
        match.push(players[seat].choose(match, seat), seat)
    return match
