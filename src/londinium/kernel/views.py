"""What one seat may know, as data: a view is built up from nothing, so what has no field in it cannot leak.

Facts never hold each other in a circle, so the garbage collector need not look at them (`gc=False`).
"""

from __future__ import annotations

from typing import Generic

import msgspec

from londinium.kernel.entries import entry
from londinium.kernel.typed import BoardT, EffectT

ALL_EYES = -1
"""A viewer from whom nothing is hidden: for matches that are over."""


@entry
def sees_as(viewer: int | None, seat: int) -> bool:
    """Whether a viewer (None: a spectator) sees what only this seat may know."""
    return viewer in (seat, ALL_EYES)


class Offer(msgspec.Struct, Generic[EffectT], frozen=True, cache_hash=True, gc=False):
    """A legal move, and what the rules say it would bring."""

    move: str
    effect: EffectT


class Refused(msgspec.Struct, frozen=True, gc=False):
    """A move that is not allowed now, with the rule that forbids it and the game's name for the reason."""

    move: str
    rule: str
    reason: str


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a match ended: totals and places by seat. The first place is 0; more than one seat may have it."""

    scores: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place: several where they share it."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 0)


class View(msgspec.Struct, Generic[BoardT, EffectT], frozen=True, gc=False):
    """A match as one seat sees it (seat None: a spectator)."""

    game: str
    rules: int
    seats: int
    seat: int | None
    ply: int
    to_act: tuple[int, ...]
    prompt: str
    """The game's name for what is being decided; `Face.prompt` has the words for it."""
    board: BoardT
    offers: tuple[Offer[EffectT], ...]
    refused: tuple[Refused, ...]
    outcome: Outcome | None

    def to_json(self) -> bytes:
        """The whole view as data, for a program in any language."""
        return msgspec.json.encode(self)
