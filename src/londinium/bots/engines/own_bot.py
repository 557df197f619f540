"""A bot of somebody's own in a process of its own: `own_bot_command` starts it.

The process finds modules in the folder it is started in, and wherever the host finds them; a file in that folder takes the place
of no module of Python's own. It knows nothing but what the host sends, which is what the bot's seat may know.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any

from londinium.bots.engines.engine import EngineSpeaker, SayLine, own_pipes
from londinium.bots.engines.lines import GoLimits, NotUnderstood, one_line
from londinium.bots.shape import maker_from, require_choose
from londinium.bots.veil import VeiledMatch
from londinium.kernel.game import Game
from londinium.kernel.words.errors import LondiniumError

PATH = "LONDINIUM_BOT_PATH"
"""In the environment of such a process: where the host finds modules."""
START = f"""
import os, sys
sys.path += (folder for folder in os.environ.get({PATH!r}, "").split(os.pathsep) if folder and folder not in sys.path)
from londinium.bots.engines.own_bot import run_own_bot
run_own_bot(sys.argv[1])
"""
"""What the process does first: it finds us where the host does."""


def own_bot_command(name: str) -> tuple[str, ...]:
    """What starts a bot by its MODULE:NAME. With `-P` Python does not look for its own modules in the current folder."""
    return (sys.executable, "-P", "-c", START, name)


class OwnBot:
    """Asks a bot that is called with the game, or with nothing, and answers `choose(match, seat)`."""

    def __init__(self, name: str, maker: Callable[[Game], Any]) -> None:
        self.name, self._maker = name, maker
        self._bot: Any = None

    def described(self) -> Iterator[str]:
        yield f"id name {one_line(self.name)}"

    def set(self, option: str, value: str) -> None:
        raise NotUnderstood("this bot has no options")

    def begin(self, game: Game, seat: int) -> None:
        self._bot = self._maker(game)
        require_choose(self._bot, self.name)

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
    return maker_from(found, attribute)


def look_in_this_folder() -> None:
    """Let modules be found in the current folder: before what is installed, and behind Python's own."""
    own = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    own |= {os.path.join(folder, "lib-dynload") for folder in own}
    behind = max((sys.path.index(folder) + 1 for folder in own if folder in sys.path), default=len(sys.path))
    if os.getcwd() not in sys.path[:behind]:
        sys.path.insert(behind, os.getcwd())


def run_own_bot(name: str) -> None:
    lines, answers = own_pipes()
    look_in_this_folder()
    sys.path += [folder for folder in os.environ.get(PATH, "").split(os.pathsep) if folder and folder not in sys.path]
    try:
        maker = maker_of(name)
    except (Exception, SystemExit) as error:  # whatever happens when somebody else's code is read
        kind = "" if isinstance(error, ImportError | AttributeError | LondiniumError) else f"{type(error).__name__}: "
        with suppress(BrokenPipeError):
            answers.write(f"error {kind}{one_line(error)}\n")
            answers.close()
        return
    EngineSpeaker(OwnBot(name, maker), lines, answers).run()
