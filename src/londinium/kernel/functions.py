"""What a game's rules are made of: its compiled functions, and the weights of its outlook."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from londinium.kernel.entries import entries
from londinium.kernel.rules import keep_apart


def left_out(*_arguments: Any) -> Any:
    """Stands where a game gives no function of its own."""
    raise TypeError("this game does not give this function")


@dataclass(frozen=True)
@entries
class Functions:
    """The compiled functions of a game; nothing else is needed to simulate, search or learn.

    `s` is the state, `box` the printed material, `moves` a buffer that is filled. What a game leaves out follows from the rest
    (`defaults/functions.py`); a game gives `points`, or `scores`, `score_lines` and `worth` themselves.
    """

    setup: Callable[..., None]
    """setup(s, box, seats, options): lay out a zeroed state."""
    to_act: Callable[..., int]
    """to_act(s): a mask of the seats that decide now; several decide at once; 1 << CHANCE; 0 when it is over."""
    legal: Callable[..., int]
    """legal(s, box, seat, moves): fill in the legal moves of a seat in the order of the table, return how many."""
    refusal: Callable[..., int]
    """refusal(s, box, seat, move): 0 if the move is legal, otherwise the game's number for why not."""
    push: Callable[..., None]
    """push(s, box, seat, move): make a legal move, in place, unchecked."""
    chance: Callable[..., int] = left_out
    """chance(s, box, moves, weights): fill in what may be revealed with integer weights, return how many. Left out: nothing."""
    deck: Callable[..., int] = left_out
    """deck(s, box): the deck chance draws from and the number of the draw from it: deck * DRAWS + draw; at most DECKS decks."""
    points: Callable[..., int] = left_out
    """points(s, box, seat): a seat's total, as if the match ended now."""
    scores: Callable[..., None] = left_out
    """scores(s, box, points, places): fill in every seat's total and place, as if the match ended now. Left out: `points`, of
    which the most wins and equals share a place."""
    score_lines: Callable[..., None] = left_out
    """score_lines(s, box, lines): fill in every line of every seat's score sheet, as if the match ended now. Left out: one line,
    `points`."""
    worth: Callable[..., int] = left_out
    """worth(s, box, seat): a simple opponent's idea of what the position is worth to a seat; more is better. Left out: the
    `points` it has more than the best of the others."""
    outlook: Callable[..., int] = left_out
    """outlook(s, box, seat, weights): what a search thinks a position is worth, promises included, with these weights. Left
    out: `worth`."""
    imagine: Callable[..., None] = left_out
    """imagine(s, box, seat, key): replace everything the seat cannot know by something it thinks possible; read none of it. Left
    out: nothing is hidden."""
    clock: Callable[..., int] = left_out
    """clock(s): how far the match has come, as a small number; a GPU lets threads that lag behind catch up. Left out: they wait
    for each other at every move."""
    audit: Callable[..., int] = left_out
    """audit(s, box): 0 if everything in the box is accounted for, otherwise the game's number for what is not. Left out: 0."""
    weigh: Callable[..., None] | None = None
    """weigh(s, box, seat, moves, count, worths, weights): a quicker way to the outlooks after each of these moves of a seat, if
    a game has one: fill them in, all higher or lower by the same number if need be."""

    def __post_init__(self) -> None:
        for function in fields(self):
            keep_apart(getattr(self, function.name))

    def gives(self, name: str) -> bool:
        return getattr(self, name, left_out) is not left_out


@dataclass(frozen=True)
class OutlookWeights:
    """The weights of a game's `outlook`: those of promises, as a file keeps them with how they were found, and after them what
    a point counts. Nobody need find that out, but a level of bots that is still learning may overlook some kinds of points.
    """

    file: Path
    names: tuple[str, ...]
    weights: tuple[int, ...]
    known: int = 0
    """How many of them, the last ones, are those of points."""

    @classmethod
    def load(cls, file: Path, names: tuple[str, ...], points: Mapping[str, int] | None = None) -> OutlookWeights:
        weights = tuple(int(weight) for weight in tomllib.loads(file.read_text(encoding="utf-8"))["weights"])
        if len(weights) != len(names):
            raise ValueError(f"{file} has {len(weights)} weights for {len(names)} promises")
        points = points or {}
        return cls(file, (*names, *points), (*weights, *points.values()), len(points))

    @property
    def fitted(self) -> int:
        """How many of them, the first ones, are found by play."""
        return len(self.weights) - self.known

    def without(self, neglected: tuple[str, ...]) -> tuple[int, ...]:
        """The weights of somebody to whom some things mean nothing yet: all whose names begin with one of these."""
        for start in neglected:
            if not any(name.startswith(start) for name in self.names):
                raise ValueError(f"no weight of {self.file} is called '{start}'")
        return tuple(0 if name.startswith(neglected) else weight for name, weight in zip(self.names, self.weights, strict=True))
