"""What is said at a table, as far as it is kept at hand: old lines make room for new ones, those of spectators for themselves."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass

from londinium.table.texts import COMBINING

PLAYERS_LINES = 1000
SPECTATORS_LINES = 200
IN_ONE_GO = 50
"""So many old lines go together: with each of them every page is told the whole chat again."""

LOOKALIKES = str.maketrans("аеорсухіјѕԁһӏвкмнтαεορτυχικνηβ0135i", "aeopcyxljsdhlbkmhtaeoptuxlkvnbolesl")
"""Letters of other scripts, and digits, that are taken for ours."""


@dataclass(frozen=True)
class Spoken:
    """A message of the chat."""

    seat: int | None
    name: str
    text: str
    at: int
    number: int
    """Of its event."""


class Chat(list[Spoken]):
    """The lines at hand, the oldest first, and how many there were of each seat; None stands for all who watch."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[int | None] = Counter()
        self._at_hand: Counter[bool] = Counter()

    def hear(self, line: Spoken) -> None:
        watching = line.seat is None
        self.append(line)
        self.counts[line.seat] += 1
        self._at_hand[watching] += 1
        most = SPECTATORS_LINES if watching else PLAYERS_LINES
        if self._at_hand[watching] >= most + IN_ONE_GO:
            self._make_room(most, watching=watching)

    def heard_by(self, seat: int | None) -> int:
        """How many lines others have said so far."""
        return self.counts.total() - (self.counts[seat] if seat is not None else 0)

    def forget(self, seat: int) -> None:
        before = len(self)
        self[:] = [line for line in self if line.seat != seat]
        self._at_hand[False] -= before - len(self)

    def _make_room(self, most: int, *, watching: bool) -> None:
        numbers = [line.number for line in self if (line.seat is None) == watching]
        oldest = numbers[-most]
        self[:] = [line for line in self if (line.seat is None) != watching or line.number >= oldest]
        self._at_hand[watching] = most


def looks_alike(name: str, other: str) -> bool:
    """Whether somebody could take one name for the other."""
    return bool(_outline(name)) and _outline(name) == _outline(other)


def _outline(name: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    plain = plain.translate(LOOKALIKES)
    return "".join(sign for sign in plain if sign.isalnum() and unicodedata.category(sign) not in COMBINING)
