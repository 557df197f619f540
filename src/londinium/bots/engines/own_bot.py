"""A bot of somebody's own in a process of its own: `python -m londinium.bots.engines.own_bot MODULE:NAME`.

The process finds modules in the folder it is started in, and wherever the host finds them. It knows nothing but what the host
sends, which is what the bot's seat may know.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from londinium.bots.engines.engine import EngineSpeaker, SayLine, own_pipes
from londinium.bots.engines.lines import GoLimits, NotUnderstood, one_line
from londinium.bots.veil import VeiledMatch
from londinium.kernel.game import Game

PATH = "LONDINIUM_BOT_PATH"
"""In the environment of such a process: where the host finds modules."""


class OwnBot:
    """Asks a bot that is called with the game and answers `choose(match, seat)`."""

    def __init__(self, name: str, maker: Callable[[Game], Any]) -> None:
        self.name, self._maker = name, maker
        self._bot: Any = None

    def described(self) -> Iterator[str]:
        yield f"id name {one_line(self.name)}"

    def set(self, option: str, value: str) -> None:
        raise NotUnderstood("this bot has no options")

    def begin(self, game: Game, seat: int) -> None:
        self._bot = self._maker(game)

    def prepare(self, match: VeiledMatch, seat: int) -> None:
        """Nothing is known of what it needs."""

    def choose(self, match: VeiledMatch, seat: int, limits: GoLimits, stops: Callable[[], bool], say: SayLine) -> Any:
        return self._bot.choose(match, seat)


def maker_of(name: str) -> Callable[[Game], Any]:
    """What MODULE:NAME names: a class, or a function that makes a bot for a game."""
    module, _, attribute = name.partition(":")
    found = import_module(module)
    for part in attribute.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{attribute} cannot be called with a game")
    return found


def run_own_bot(name: str) -> None:
    lines, answers = own_pipes()
    sys.path[:0] = [folder for folder in (os.getcwd(),) if folder not in sys.path]
    sys.path += [folder for folder in os.environ.get(PATH, "").split(os.pathsep) if folder and folder not in sys.path]
    try:
        maker = maker_of(name)
    except (Exception, SystemExit) as error:  # whatever happens when somebody else's code is read
        kind = "" if isinstance(error, ImportError | AttributeError | TypeError) else f"{type(error).__name__}: "
        answers.write(f"error {kind}{one_line(error)}\n")
        answers.flush()
        return
    EngineSpeaker(OwnBot(name, maker), lines, answers).run()


if __name__ == "__main__":
    run_own_bot(sys.argv[1])
