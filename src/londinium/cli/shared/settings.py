"""Arguments that several verbs share: which game, how many seats, which options, which box."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from londinium.cli.shared.speech import text
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, InvalidOption
from londinium.kernel.words.language import languages

F = TypeVar("F", bound=Callable[..., Any])


def game_argument(function: F) -> F:
    return click.argument("game", metavar="GAME")(function)


def light(function: F) -> F:
    """A verb that reads a match, and does not wait for a compiler: rules that are not on disk are interpreted."""

    @wraps(function)
    def run(*args: Any, **named: Any) -> Any:
        from londinium.kernel.interpreted import without_compiling

        with without_compiling():
            return function(*args, **named)

    return run  # type: ignore[return-value]  # the same signature


def lang_option(function: F) -> F:
    about = text("Language of the output (default: the system's).")
    return click.option("--lang", type=click.Choice(languages()), expose_value=False, help=about)(function)


def seats_option(function: F) -> F:
    return click.option("--seats", type=int, help=text("Number of players (default: as many as the game allows)."))(function)


def seed_option(function: F) -> F:
    return click.option("--seed", type=int, help=text("A number that decides every shuffle (default: a new one)."))(function)


def box_option(function: F) -> F:
    about = text("Play with your own box or city file.")
    return click.option("--box", "--city", "box", type=click.Path(path_type=Path), help=about)(function)


def memory_option(about: str) -> Callable[[F], F]:
    """The memory of a server, which `about` explains."""
    return click.option("--memory", type=click.IntRange(128), default=512, show_default=True, metavar="MB", help=about)


def rules_options(function: F) -> F:
    """Variant and single options of a game."""
    variant = text("A named set of options, such as 'expansion'; `londinium games` lists them.")
    option = text("Set one option: NAME=CHOICE; can be repeated.")
    function = click.option("--option", "options", multiple=True, metavar="NAME=CHOICE", help=option)(function)
    return click.option("--variant", help=variant)(function)


def chosen_options(game: Game, variant: str | None, options: tuple[str, ...]) -> dict[str, str]:
    """All options of a game with a choice each."""
    named = {}
    for option in options:
        name, equals, choice = option.partition("=")
        if not equals:
            raise InvalidOption(N_("an option is given as NAME=CHOICE, not as '{option}'"), option=option)
        named[name] = choice
    return game.choose(named, variant)
