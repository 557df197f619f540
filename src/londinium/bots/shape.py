"""What a bot of somebody's own has to be. A class or a function makes it, called with the game or with nothing, and it answers
`choose(match, seat)`. Whatever is something else is refused in a sentence that says what to write, before a match begins.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import getattr_static, isfunction, signature
from typing import Any

from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, InvalidOption


def maker_from(found: Any, name: str) -> Callable[[Game], Any]:
    """What makes a bot for a game, from a class or a function of somebody's own; InvalidOption says what it lacks."""
    if not callable(found):
        raise InvalidOption(N_("{name} cannot be called with a game"), name=name)
    if isinstance(found, type):
        require_choose(found, name)
    if takes(found, "game"):
        called_with_game: Callable[[Game], Any] = found
        return called_with_game
    if takes(found):
        return lambda game: found()
    wanted = "def __init__(self, game)" if isinstance(found, type) else f"def {name}(game)"
    raise InvalidOption(N_("{name} is called with the game: write `{wanted}`"), name=name, wanted=wanted)


def require_choose(found: Any, name: str) -> None:
    """A bot, or the class of one, must answer `choose(match, seat)`."""
    if not can_choose(found):
        raise InvalidOption(N_("{name} needs a method `choose(self, match, seat)`"), name=name)


def can_choose(found: Any) -> bool:
    """Whether it, or an object of this class, answers `choose(match, seat)`."""
    choose = getattr(found, "choose", None)
    if not callable(choose) or hasattr(found, "dtype"):  # arrays choose, too, but no moves
        return False
    has_self = isinstance(found, type) and isfunction(choose) and not isinstance(getattr_static(found, "choose"), staticmethod)
    return takes(choose, *(["self"] if has_self else []), "match", "seat")


def takes(function: Callable[..., Any], *given: str) -> bool:
    """Whether it can be called with so many arguments. Where Python does not know, it is tried."""
    try:
        parameters = signature(function)
    except (TypeError, ValueError):
        return True
    try:
        parameters.bind(*given)
    except TypeError:
        return False
    return True
