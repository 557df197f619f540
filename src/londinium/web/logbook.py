"""The log of a match as one seat reads it: kept from move to move, so that only new lines are told."""

from __future__ import annotations

from londinium.kernel.language import Language
from londinium.kernel.match import Ply
from londinium.look.parts import log_line, seat_mark
from londinium.table.table import Table


class Logbook:
    def __init__(self) -> None:
        self._plies: list[Ply] = []
        self._names: tuple[str, ...] = ()
        self._lines: list[tuple[int, str]] = []

    def lines(self, table: Table, seat: int | None, words: Language, letters: tuple[str, ...]) -> list[str]:
        """Every line as markup. A move that was taken back takes its lines with it."""
        match, names = table.match, table.names
        same = self._same_plies(match.plies) if names == self._names else 0
        self._lines = [(ply, line) for ply, line in self._lines if ply < same]
        for ply, event in match.events(seat, same):
            whose = getattr(event, "seat", None)
            mark = seat_mark(whose, letters[whose]) if isinstance(whose, int) and 0 <= whose < match.seats else ""
            self._lines.append((ply, log_line(ply, mark, match.game.face.tell(event, words, names))))
        self._plies, self._names = list(match.plies), names
        return [line for _, line in self._lines]

    def _same_plies(self, plies: list[Ply]) -> int:
        if plies[: len(self._plies)] == self._plies:
            return len(self._plies)
        return next((i for i, (old, new) in enumerate(zip(self._plies, plies, strict=False)) if old != new), len(plies))
