"""Everything that can be wrong with what somebody gives us, each as one exception with a sentence that names the problem.

An error keeps its sentence as a template and the facts apart, so that `str(error)` is English and `error.told(language)`
is the same in the reader's language.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from londinium.kernel.words.language import Language


def N_(text: str) -> str:  # noqa: N802 - the marker's customary name
    """Mark a text for the catalogues without translating it here."""
    return text


def N_plural(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as above
    """Mark a text whose form depends on a number."""
    return one, many


class LondiniumError(Exception):
    """Base of all errors that are the input's fault. The message is a whole sentence for a person."""

    def __init__(self, message: str, **facts: Any) -> None:
        facts = {name: system_reason(fact) if isinstance(fact, OSError) else fact for name, fact in facts.items()}
        super().__init__(message, facts)
        self.message, self.facts = message, facts

    def __str__(self) -> str:
        return self.message.format(**self.facts)

    def told(self, language: Language) -> str:
        """The sentence in a reader's language."""
        facts = {name: fact.told(language) if isinstance(fact, LondiniumError) else fact for name, fact in self.facts.items()}
        return language.text(self.message, **facts)


SYSTEM_REASONS = {
    errno.ENOENT: N_("there is no such file or folder"),
    errno.EACCES: N_("permission denied"),
    errno.EPERM: N_("permission denied"),
    errno.EISDIR: N_("this is a folder"),
    errno.ENOTDIR: N_("part of the path is not a folder"),
    errno.EEXIST: N_("it already exists"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EROFS: N_("the disk is read-only"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.EADDRINUSE: N_("the address is already in use"),
    errno.EADDRNOTAVAIL: N_("this machine does not have that address"),
    errno.ECONNREFUSED: N_("nothing answers there"),
}


def system_reason(error: OSError) -> LondiniumError | str:
    """The operating system's objection, in the reader's language where it is one of the usual reasons."""
    known = SYSTEM_REASONS.get(error.errno or 0)
    return LondiniumError(known) if known else error.strerror or str(error)


class InvalidNotation(LondiniumError):
    """A text that is not a move of the game, legal or not. Names the bad word and the words that could stand there."""

    def __init__(self, text: str, bad_word: str, allowed: Sequence[str]) -> None:
        self.text, self.bad_word, self.allowed = text, bad_word, tuple(allowed)
        if not allowed:
            message = N_("'{text}' is not a move: '{word}' is one word too many")
        elif bad_word:
            message = N_("'{text}' is not a move: instead of '{word}', expected one of: {allowed}")
        else:
            message = N_("'{text}' is not a move: next, expected one of: {allowed}")
        super().__init__(message, text=text, word=bad_word, allowed=listing(allowed))


class IllegalMove(LondiniumError):
    """A move that exists but is not allowed now. Names the move, the seat, the reason and what is legal."""

    def __init__(self, move: str, seat: str | LondiniumError, reason: LondiniumError | None, legal: Sequence[str]) -> None:
        self.move, self.seat, self.reason, self.legal = move, str(seat), str(reason or ""), tuple(legal)
        if not legal:
            message = N_("'{move}' is not allowed for {seat}: it is not their turn to decide")
        elif reason:
            message = N_("'{move}' is not allowed for {seat}: {reason}. Legal moves: {legal}")
        else:
            message = N_("'{move}' is not what {seat} decides now. Legal moves: {legal}")
        super().__init__(message, move=move, seat=seat, reason=reason, legal=listing(legal, most=40))


class InvalidRecord(LondiniumError):
    """A record file that cannot be read. Names the file and the line; none if the file has no lines, as it cannot be opened."""

    def __init__(self, source: str, line: int, problem: str | LondiniumError, **facts: Any) -> None:
        self.source, self.line = source, line
        self.problem = problem if isinstance(problem, LondiniumError) else LondiniumError(problem, **facts)
        message = N_("{source}, line {line}: {problem}") if line else "{problem}"
        super().__init__(message, source=source, line=line, problem=self.problem)

    @classmethod
    def unreadable(cls, file: object, error: OSError | ValueError) -> Self:
        """A file that cannot be opened, or holds something else than text."""
        why = LondiniumError(N_("it is not a text in UTF-8")) if isinstance(error, UnicodeError) else error
        return cls(str(file), 0, N_("the file {file} cannot be read: {error}"), file=file, error=why)


class WrongBox(InvalidRecord):
    """A record file that was played with a different box from the one at hand."""


class InvalidBox(InvalidRecord):
    """A box or city file that describes nothing playable. Names the file, the line and the reason."""

    place: str = ""
    """The part of the box it is about, as the game's workshop calls it; nothing where it is about the whole."""


class InvalidPosition(LondiniumError):
    """A text that says no position of the game. Names the part, and the rule or the count that it breaks."""

    def __init__(self, problem: str | LondiniumError, /, *, part: str = "", seat: int | None = None, **facts: Any) -> None:
        self.problem = problem if isinstance(problem, LondiniumError) else LondiniumError(problem, **facts)
        self.part, self.seat = part, seat
        if not part:
            super().__init__("{problem}", problem=self.problem)
        elif seat is None:
            super().__init__(N_("{part}: {problem}"), part=part, problem=self.problem)
        else:
            super().__init__(N_("{part} of seat {seat}: {problem}"), part=part, seat=seat, problem=self.problem)


class InvalidOption(LondiniumError):
    """An option, a number of seats or a seed that the game does not know."""


class UnknownGame(LondiniumError):
    """A slug under which no game is registered."""


class InvalidGame(LondiniumError):
    """A game that does not meet what the kernel asks of it; the problem names the field, for the author of the game."""

    def __init__(self, game: str, problem: str) -> None:
        self.problem = problem
        super().__init__(N_("the game '{game}' cannot be used: {problem}"), game=game, problem=problem)


def listing(words: Sequence[str], most: int = 12) -> str:
    """`a, b, c`, cut where there are too many to read."""
    return ", ".join(words[:most]) + (f" … ({len(words)})" if len(words) > most else "")
