"""What makes a game valid, as far as can be seen without playing it: each problem is a separate InvalidGame."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from londinium.kernel.entries import shortened
from londinium.kernel.flat import Flat
from londinium.kernel.words.errors import InvalidGame, listing

if TYPE_CHECKING:
    from londinium.kernel.game import Game

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_MOVES = (1 << 15) - 1
"""An id fits into two bytes."""
MOST_CHOICES = 127
"""A choice fits into one."""


def check_game(game: Game) -> None:
    try:
        found = next(problems(game), None)
    except (TypeError, AttributeError, ValueError, LookupError) as error:
        raise InvalidGame(shortened(game.slug), f"one of its fields is of the wrong kind ({error})") from error
    if found is not None:
        raise InvalidGame(game.slug, found)


def problems(game: Game) -> Iterator[str]:
    """Everything that is wrong with a game, the simplest first; later ones may follow from earlier ones."""
    yield from _identity(game)
    yield from _moves(game)
    yield from _functions(game)
    yield from _options(game)


def _identity(game: Game) -> Iterator[str]:
    from londinium.kernel.game import MOST_SEATS

    if not SLUG.fullmatch(game.slug):
        yield f"`slug` must be lower-case words with hyphens, not {game.slug!r}"
    if not game.title.strip():
        yield "`title` is empty"
    if not game.seats or game.seats.step != 1 or game.seats[0] < 1 or game.seats[-1] > MOST_SEATS:
        yield f"`seats` must be a range between 1 and {MOST_SEATS} players without gaps, not {game.seats}"
    if game.rules_version < 1:
        yield f"`rules_version` counts from 1, it cannot be {game.rules_version}"
    if sorted(set(game.older_rules), reverse=True) != list(game.older_rules) or not all(
        0 < version < game.rules_version for version in game.older_rules
    ):
        yield f"`older_rules` must be versions before {game.rules_version}, the newest first, not {game.older_rules}"
    state: object = game.state
    if not (isinstance(state, type) and issubclass(state, Flat)):
        yield f"`state` must be a flat class, not {state!r}"
    if game.module not in sys.modules:
        yield f"`module` must be the module that defines the game, `__name__`, not {game.module!r}"
    authors: object = game.authors
    if not isinstance(authors, tuple):
        yield f"`authors` must be a tuple of names, not {authors!r}"
    if game.environment.seats not in (None, *game.seats):
        yield f"`environment` has {game.environment.seats} seats, which `seats` does not allow"


def _moves(game: Game) -> Iterator[str]:
    chance = [game.moves.is_chance(move) for move in range(len(game.moves))]
    if not 0 < len(chance) <= MOST_MOVES or chance[0]:
        yield f"`moves` must have moves of players, and {MOST_MOVES} in all at most"
    if any(earlier and not later for earlier, later in pairwise(chance)):
        yield "`moves` must have the moves of players before those of chance"
    if game.skip is not None and (game.skip not in list(game.moves) or game.moves.parse(game.skip) != chance.count(False) - 1):
        yield f"`skip` must be the last of the players' moves in the table, which {game.skip!r} is not"
    if game.search.get("alone") and game.skip is None:
        yield "`search` says that the others do not matter (`alone`), so `skip` must say what they do meanwhile"


def _functions(game: Game) -> Iterator[str]:
    from londinium.kernel.defaults.functions import FROM_POINTS

    gives = game.functions.gives
    reveals = any(game.moves.is_chance(move) for move in range(len(game.moves)))
    for name in ("chance", "deck"):
        if reveals and not gives(name):
            yield f"`functions` must have `{name}`, since `moves` has moves of chance"
    missing = [name for name in FROM_POINTS if not gives(name)]
    if missing and not gives("points"):
        yield f"`functions` must have `points`, or else: {', '.join(missing)}"
    if missing and "seats" not in game.state.fields:
        yield "`state` must have a field `seats`, the number of players, by which `points` are counted"
    if not gives("score_lines") and game.score_lines != ("points",):
        yield "`functions` must have `score_lines`, since `score_lines` names lines of its own"
    if not game.score_lines or len(set(game.score_lines)) < len(game.score_lines):
        yield "`score_lines` must be names, each of them once"
    if game.hides and not gives("imagine"):
        yield "`functions` must have `imagine`, since the game `hides` something"
    if game.outlook_weights is not None and not gives("outlook"):
        yield "`functions` must have `outlook`, which the weights of `outlook_weights` are for"


def _options(game: Game) -> Iterator[str]:
    from londinium.kernel.game import RULES

    known = {option.name: option.choices for option in game.options}
    if len(known) < len(game.options):
        yield "`options` has two options of the same name"
    if RULES in known:
        yield f"`options` cannot have an option `{RULES}`: so the version of the rules is called"
    for option in game.options:
        if option.default not in option.choices or len(option.choices) > MOST_CHOICES:
            yield f"`options`: {option.name} must have its default among its choices, and {MOST_CHOICES} of them at most"
    if not game.variants:
        yield "`variants` must have at least one, usually `base`"
    for variant, chosen in game.variants.items():
        wrong = [name for name, choice in chosen.items() if choice not in known.get(name, ())]
        if wrong:
            yield f"`variants`: {variant} settles what `options` does not have: {listing(wrong)}"
