"""The log of a match as one seat reads it: kept from move to move, so that only new lines are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from londinium.kernel.contracts.drawing import HASHES_KEPT
from londinium.kernel.match import Ply
from londinium.kernel.words.language import Language
from londinium.look.parts import event_mark, log_line
from londinium.table.table import Table

Teller = Callable[[msgspec.Struct, Language, Sequence[str]], str]


class Logbook:
    def __init__(self) -> None:
        self._plies: list[Ply] = []
        self._names: tuple[str, ...] = ()
        self._lines: list[str] = []
        self._ends: list[int] = []
        """How many lines there were after each ply."""

    def lines(self, table: Table, seat: int | None, words: Language, letters: tuple[str, ...]) -> list[str]:
        """Every line as markup, until the next call. A move that was taken back takes its lines with it."""
        match, names = table.match, table.names
        same = self._same_plies(match.plies) if names == self._names else 0
        kept = self._ends[same - 1] if same else 0
        added, ends = list[str](), list[int]()
        for ply, event in match.events(seat, same):
            ends += [kept + len(added)] * (ply - same - len(ends))
            added.append(_line(match.game.face.tell, event, ply, words, names, letters))
        ends += [kept + len(added)] * (match.ply - same - len(ends))
        # The lists go on in place: long new ones at every move would be most of the work of the collector of garbage.
        self._lines[kept:], self._ends[same:], self._plies[same:], self._names = added, ends, match.plies[same:], names
        return self._lines

    def _same_plies(self, plies: list[Ply]) -> int:
        if plies[: len(self._plies)] == self._plies:
            return len(self._plies)
        return next((i for i, (old, new) in enumerate(zip(self._plies, plies, strict=False)) if old != new), len(plies))


@lru_cache(HASHES_KEPT)
def _line(tell: Teller, event: msgspec.Struct, ply: int, words: Language, names: tuple[str, ...], signs: tuple[str, ...]) -> str:
    """A line as markup. Most of what happens everybody reads in the same words."""
    return log_line(ply, event_mark(event, signs), tell(event, words, names))
