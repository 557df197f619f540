"""Bots of others, as tests meet them: the file is copied to where they are looked for."""

from __future__ import annotations

import os
import time
from typing import Any


class First:
    """The first legal move, by its id or its text in turn; what it prints must not disturb anybody."""

    def __init__(self, game: Any) -> None:
        self.asked = 0

    def choose(self, match: Any, seat: int) -> Any:
        print("first!")
        self.asked += 1
        move = match.legal(seat)[0]
        return move if self.asked % 2 else match.moves.text(move)


class LooksAhead(First):
    """As many points as it sees after each move and one reveal, by its own luck."""

    def choose(self, match: Any, seat: int) -> Any:
        assert match.seed is None

        def seen(move: int) -> float:
            ahead = match.copy()
            ahead.push(move, seat)
            return float(sum(ahead.score_lines[seat]) + ahead.luck.random())

        return max(match.legal(seat), key=seen)


class Raises(First):
    def choose(self, match: Any, seat: int) -> Any:
        raise ValueError("I hold 4\nand say so")


class LosesAPipe(First):
    def choose(self, match: Any, seat: int) -> Any:
        raise BrokenPipeError("mine")


class Hangs(First):
    def choose(self, match: Any, seat: int) -> Any:
        while True:
            time.sleep(60)


class Stumbles(First):
    def choose(self, match: Any, seat: int) -> Any:
        if len(match.plies) < 20 and self.asked == 0:
            self.asked = 1
            raise ValueError("oh")
        return super().choose(match, seat)


class Dies(First):
    def choose(self, match: Any, seat: int) -> Any:
        os._exit(3)


class Babbles(First):
    def choose(self, match: Any, seat: int) -> Any:
        return ("fish", 10**9, None, -1)[self.asked % 4]


class Unborn(First):
    def __init__(self, game: Any) -> None:
        raise RuntimeError("not today")


class Plain:
    """Does without the game."""

    def choose(self, match: Any, seat: int) -> Any:
        return match.legal(seat)[0]


class Demanding(First):
    def __init__(self, game: Any, colour: str) -> None: ...


class Wordless:
    def __init__(self, game: Any) -> None: ...


class Seatless:
    def choose(self, match: Any) -> Any: ...


def wordless(game: Any) -> Any:
    return Wordless(game)


nothing = 3
