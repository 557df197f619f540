"""What a shell may offer when somebody presses Tab: games, bots, variants, options and record files.

A verb need not say so: an argument is known by its name, whichever verb it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from londinium.kernel.words.errors import LondiniumError

if TYPE_CHECKING:
    from londinium.kernel.game import Game

Offers = Callable[[click.Context, str], list[CompletionItem]]

PROGRAM = "londinium"
COMPLETION_VARIABLE = "_LONDINIUM_COMPLETE"
"""The environment variable by which a shell asks for completions."""
RECORD_ENDING = ".record"


def _beginning(with_: str, words: Iterable[str], before: str = "") -> list[CompletionItem]:
    return [CompletionItem(before + word) for word in words if word.startswith(with_)]


def _games(_context: click.Context, typed: str) -> list[CompletionItem]:
    from londinium.kernel.registry import slugs

    return _beginning(typed, slugs())


def _bots(_context: click.Context, typed: str) -> list[CompletionItem]:
    """One bot, or several, separated by commas: the last one is completed."""
    from londinium.bots.registry import bot_names

    before, comma, last = typed.rpartition(",")
    return _beginning(last, bot_names(), before + comma)


def _chosen_game(context: click.Context) -> Game | None:
    """The game that was named before. While an option still waits for its value, click has not yet sorted out the arguments."""
    from londinium.kernel.registry import game, slugs

    named = [context.params.get("game"), *context.args]
    return next((game(word) for word in named if word in slugs()), None)


def _variants(context: click.Context, typed: str) -> list[CompletionItem]:
    found = _chosen_game(context)
    return _beginning(typed, found.variants) if found else []


def _options(context: click.Context, typed: str) -> list[CompletionItem]:
    """NAME=CHOICE, of the game that was named before."""
    found = _chosen_game(context)
    choices = [f"{option.name}={choice}" for option in found.options for choice in option.choices] if found else []
    return _beginning(typed, choices)


def _records(_context: click.Context, typed: str) -> list[CompletionItem]:
    """Record files, and folders to look further in; any file where there is no record."""
    folder, slash, name = typed.rpartition("/")
    found = sorted(Path(folder + slash or ".").expanduser().glob(f"*{RECORD_ENDING}"))
    fitting = [CompletionItem(folder + slash + file.name) for file in found if file.name.startswith(name)]
    # Shells take the kinds in this order: folders where no file fits, and then the files.
    return [CompletionItem(typed, type="dir"), *fitting] if fitting else [CompletionItem(typed, type="file")]


OFFERS: dict[str, Offers] = {
    "game": _games,
    "slug": _games,
    "bot": _bots,
    "bots": _bots,
    "opponents": _bots,
    "players": _bots,
    "rival": _bots,
    "strong": _bots,
    "weak": _bots,
    "variant": _variants,
    "options": _options,
    "file": _records,
    "record": _records,
}
"""What is offered, by the name of an option or argument."""
OTHER_FILES = {"restore", "import"}
"""Verbs whose file is no record."""


def with_completion(command: click.Command, name: str) -> click.Command:
    """A verb by its name, whose options and arguments offer what we know, where they offer nothing of their own."""
    for parameter in command.params:
        offers = _games if parameter.metavar == "[GAME]..." else OFFERS.get(parameter.name or "")
        is_other = isinstance(parameter.type, click.Choice) or (offers is _records and name in OTHER_FILES)
        if offers is not None and not is_other:
            # As if it had been given to the parameter where it was made.
            parameter.shell_complete = partial(_offered, offers)  # type: ignore[method-assign]
    if isinstance(command, click.Group):
        for each, inner in command.commands.items():
            with_completion(inner, each)
    return command


def _offered(offers: Offers, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Nobody who presses Tab wants to read an error."""
    try:
        return offers(ctx, incomplete)
    except LondiniumError:
        return []
