"""A match as a bot is given it: everything its seat may know, and nothing else.

There is no seed in it, none of the others' face-down choices, and no order of what comes: what is not yet revealed exists
nowhere. Whoever looks ahead (`match.copy().push(...)`) meets a fair chance, drawn by its odds from luck of the bot's own; seats
that have chosen face down are still to choose in it, since nobody else can know what. Nothing is shared with the match that is
played, so nothing that a bot does to its own changes that one.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from londinium.kernel.entries import entries, entry
from londinium.kernel.flat import FlatArray, copy_of
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.match import Match


@entries
class VeiledMatch(Match):
    """What a seat knows of a match, as a match of its own. It goes on with luck of its own."""

    luck: Random
    """What chance draws from. Copies share it, so that every look ahead is another."""

    def forced(self, seat: int) -> int | None:
        """The move that is made without asking: a seat's only one, or what chance happens to reveal."""
        if seat != CHANCE:
            return super().forced(seat)
        if seat not in self.to_act:
            return None
        moves, weights = self.game.engine.buffers()
        count = self.game.engine.unchecked.chance(self._states[-1], 0, self.boxes, moves, weights)
        odds = [int(weights[i]) for i in range(count)]
        return int(moves[self.luck.choices(range(count), odds)[0]])


@entry
def veiled(match: Match, seat: int) -> VeiledMatch:
    """What a seat knows of a match. The same knowledge gives the same veiled match, whatever else is true."""
    start = match.position_at(0).states if match.is_set_up else None
    found = laid_out(match.game, match.seats, match.options, match.boxes, match.box_name, match.names, start)
    choice = match.choice
    known = match.plies_known_to(seat)
    # States up to the choice are known to all; what the seat itself has chosen since is made again without the others.
    upto = choice.open_to(seat)
    found._plies, found._told = list(known[:upto]), None
    found._states = [copy_of(states) for states in match._states[: upto + 1]]
    found._masks = match._masks[: upto + 1]
    for ply in known[upto:]:
        found.apply(ply.move, ply.seat, decided=ply.decided)
    found.luck = luck_of(found, seat)
    return found


@entry
def laid_out(
    game: Game,
    seats: int,
    options: Any,
    boxes: FlatArray[Any],
    box_name: str,
    names: Any,
    start: FlatArray[Any] | None = None,
) -> VeiledMatch:
    """A match before its first move that shares nothing with another; in a position, if it began in one that was set up."""
    found = VeiledMatch(game, seats, options, None, boxes, box_name, names, start)
    found._boxes = copy_of(boxes)
    found.luck = luck_of(found, 0)
    return found


@entry
def luck_of(match: Match, seat: int) -> Random:
    """Luck that follows from what a seat knows, so that a bot that draws from it plays the same match again, and that says
    nothing of the seed.
    """
    known = (match.game.slug, match.rules, match.seats, seat, [(ply.seat, ply.move) for ply in match.plies])
    return Random(hashlib.sha256(repr(known).encode()).digest())
