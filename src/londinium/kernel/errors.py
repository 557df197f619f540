"""Everything that can be wrong with what somebody gives us, each as one exception with a sentence that names the problem."""

from __future__ import annotations

from collections.abc import Sequence


class LondiniumError(Exception):
    """Base of all errors that are the input's fault. The message is a whole sentence for a person."""


class InvalidNotation(LondiniumError):
    """A text that is no move of the game, legal or not. Names the bad word and the words that could stand there."""

    def __init__(self, text: str, bad_word: str, allowed: Sequence[str]) -> None:
        self.text, self.bad_word, self.allowed = text, bad_word, tuple(allowed)
        expected = listing(allowed) if allowed else "nothing more"
        found = f"the word {bad_word!r}" if bad_word else "the end"
        super().__init__(f"{text!r} is no move: {found} stands where there should be {expected}")


class IllegalMove(LondiniumError):
    """A move that exists but is not allowed now. Names the move, the seat, the reason and what is legal."""

    def __init__(self, move: str, seat: str, reason: str, legal: Sequence[str]) -> None:
        self.move, self.seat, self.reason, self.legal = move, seat, reason, tuple(legal)
        offer = f"legal: {', '.join(legal)}" if legal else "nothing is legal for that seat now"
        super().__init__(f"{move!r} is not allowed for {seat}{': ' + reason if reason else ''}; {offer}")


class InvalidRecord(LondiniumError):
    """A record file that cannot be read. Names the file and the line."""

    def __init__(self, source: str, line: int, problem: str) -> None:
        self.source, self.line, self.problem = source, line, problem
        super().__init__(f"{source}, line {line}: {problem}")


class InvalidBox(LondiniumError):
    """A box or city file that describes no playable box. Names the file, the line and the reason."""

    def __init__(self, source: str, line: int, problem: str) -> None:
        self.source, self.line, self.problem = source, line, problem
        super().__init__(f"{source}, line {line}: {problem}")


class InvalidOption(LondiniumError):
    """An option, a number of seats or a seed that the game does not know."""


class UnknownGame(LondiniumError):
    """A slug under which no game is registered."""


def listing(words: Sequence[str], most: int = 12) -> str:
    """`a, b or c`, cut where there are too many to read."""
    shown = list(words[:most])
    if len(words) > most:
        return f"{', '.join(shown)} ... ({len(words)} in all)"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
