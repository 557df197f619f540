"""The log of a match as one seat reads it: kept from move to move, so that only what is new is put into words."""

from __future__ import annotations

from londinium.kernel.match import Ply
from londinium.kernel.words.language import Language
from londinium.look.log import LogEntry, entries_of, log_lines
from londinium.table.table import Table


class Logbook:
    def __init__(self, seat: int | None = None) -> None:
        self._seat = seat
        self._plies: tuple[Ply, ...] = ()
        self._names: tuple[str, ...] = ()
        self._entries: list[LogEntry] = []
        self._words: Language | None = None

    def lines(self, table: Table, words: Language) -> list[str]:
        """Every line as markup. A move that was taken back takes its lines with it."""
        match, names = table.match, table.names
        same = self._same_plies(match.plies) if names == self._names else 0
        kept = next((at for at, entry in enumerate(self._entries) if entry.ply >= same), len(self._entries))
        self._entries[kept:] = entries_of(match, self._seat, words, names, same, own=self._seat)
        self._plies, self._names, self._words = match.plies, names, words
        return self.until(match.ply)

    def until(self, ply: int) -> list[str]:
        """The lines as they were after the given number of plies."""
        if self._words is None:
            return []
        seen = [entry for entry in self._entries if entry.ply < ply]
        return log_lines(seen, self._words, self._own_last(ply))

    def _own_last(self, ply: int) -> int | None:
        """The ply of the viewer's own last decision."""
        own = (at for at in range(min(ply, len(self._plies)) - 1, -1, -1) if self._plies[at].seat == self._seat)
        return None if self._seat is None else next((at for at in own if self._plies[at].decided), None)

    def _same_plies(self, plies: tuple[Ply, ...]) -> int:
        if plies[: len(self._plies)] == self._plies:
            return len(self._plies)
        return next((i for i, (old, new) in enumerate(zip(self._plies, plies, strict=False)) if old != new), len(plies))
