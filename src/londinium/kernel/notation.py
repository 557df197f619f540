"""Move tables: every move of a game is a small number with one text, and the text is the notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from londinium.kernel.entries import WrongType, check_whole, entry, shortened
from londinium.kernel.words.errors import N_, InvalidNotation, InvalidOption

MOST_IDS = (1 << 15) - 1
"""An id fits into two bytes."""


class MoveTable:
    """The moves of a game, in the order of their ids. `text` prints a move, `parse` is its inverse."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._chance: list[bool] = []
        self._ids: dict[str, int] = {}
        self._closed = False

    @entry
    def add(self, text: str, chance: bool = False) -> int:
        """Intern one move and return its id."""
        self._check_open()
        if text in self._ids or text != " ".join(text.split()) or not text:
            raise ValueError(f"{text!r} is in the move table already, or is not plain words with single spaces")
        self._ids[text] = len(self._texts)
        self._texts.append(text)
        self._chance.append(chance)
        return self._ids[text]

    @entry
    def add_all(self, texts: Iterable[str], chance: bool = False) -> int:
        """Intern a block of moves and return the id of the first."""
        first = len(self)
        for text in texts:
            self.add(text, chance)
        return first

    @entry
    def also(self, text: str, move: int) -> None:
        """Another way to write a move. It is understood, but never printed."""
        self._check_open()
        if self._ids.setdefault(text, move) != move:
            raise ValueError(f"{text!r} is another move already")

    def skip(self, count: int) -> None:
        """Leave ids without a move, so that the tables of different boxes agree on all others."""
        self._check_open()
        if not 0 <= check_whole("count", count) <= MOST_IDS:
            message = N_("{name} must be a whole number from {least} to {most}, not {given}")
            raise InvalidOption(message, name="count", least=0, most=MOST_IDS, given=shortened(count))
        self._texts += [""] * count
        self._chance += [False] * count

    def close(self) -> None:
        """From now on nothing can be added: a game has it, and all of its matches share it."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("the moves of a game that is made do not change")

    def text(self, move: int) -> str:
        """The notation of a move."""
        # Asked all the time, so nothing is looked at that is right.
        try:
            if move >= 0:
                return self._texts[move]
        except (IndexError, TypeError, ValueError):
            pass
        return self._texts[self.checked(move)]

    def is_chance(self, move: int) -> bool:
        """Whether a move is revealed, and not decided by a player."""
        return self._chance[self.checked(move)]

    def checked(self, move: int) -> int:
        """The id of a move, or an error."""
        if not 0 <= check_whole("move", move) < len(self._texts):
            message = N_("moves are numbered from 0 to {last}; there is no {given}")
            raise InvalidOption(message, last=len(self._texts) - 1, given=shortened(move))
        return int(move)

    def parse(self, text: str) -> int:
        """The move with this text; case and spacing do not matter. InvalidNotation names the first word that fits nothing."""
        if not isinstance(text, str):
            raise WrongType(N_("{name} must be {kind}, not {given}"), name="text", kind="str", given=shortened(text))
        words = text.lower().split()
        move = self._ids.get(" ".join(words))
        if move is not None:
            return move
        known = [text.split() for text, chance in zip(self._texts, self._chance, strict=True) if text and not chance]
        for i in range(len(words) + 1):
            follow = [candidate for candidate in known if candidate[:i] == words[:i]]
            if i == len(words) or not any(candidate[: i + 1] == words[: i + 1] for candidate in follow):
                nexts = dict.fromkeys(candidate[i] for candidate in follow if len(candidate) > i)
                raise InvalidNotation(text, words[i] if i < len(words) else "", list(nexts))
        raise AssertionError("unreachable: some prefix of an unknown text must fail")

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)


@entry
def names_of(scope: Mapping[str, object], first: str, last: str) -> tuple[str, ...]:
    """The names of numbers that a module counts from 0: those from one to another, in the order of their declaration.

    So a list such as `(LEGAL, NOT_NOW, ...) = range(22)`, which compiled rules need as plain numbers, is not written twice.
    """
    names = list(scope)
    found = tuple(names[names.index(first) : names.index(last) + 1])
    if [scope[name] for name in found] != list(range(len(found))):
        raise ValueError(f"{first} to {last} should be the numbers from 0, declared together")
    return found
