"""Games are found, not listed: every folder under `londinium/games`, and every installed entry point `londinium.games`.

A game that cannot be used does not get in the way of others: `game` says what is wrong with it, `games` leaves it out.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
import sys
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from londinium.kernel.entries import entry
from londinium.kernel.game import Game
from londinium.kernel.rules import source_folder
from londinium.kernel.words.errors import N_, InvalidGame, LondiniumError, UnknownGame
from londinium.kernel.words.nearest import unknown

GROUP = "londinium.games"

_log = logging.getLogger(__name__)


@cache
def _modules() -> dict[str, str]:
    """The module of every game by its slug, without importing any of them. Looking through all packages takes a while."""
    package = importlib.import_module("londinium.games")
    found = {
        info.name.replace("_", "-"): f"{package.__name__}.{info.name}"
        for info in pkgutil.iter_modules(package.__path__)
        if info.ispkg
    }
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point.value)
    return found


def slugs() -> list[str]:
    """Of all games that were found, whether they can be used or not."""
    return sorted(_modules())


@entry
def game(slug: str) -> Game:
    """The game with this slug; UnknownGame names the ones there are, InvalidGame says why one cannot be used."""
    if slug not in _modules():
        raise unknown(UnknownGame, N_("there is no game '{slug}'; choose one of: {known}"), slug, slugs(), slug=slug)
    found = _loaded(slug)
    if isinstance(found, LondiniumError):
        raise found
    return found


@entry
def found_again(slug: str, module: str) -> Game:
    """A game that was pickled: the one with this slug, else the GAME of its module, which nobody needs to have installed."""
    if slug in _modules():
        return game(slug)
    try:
        found = importlib.import_module(module).GAME
    except (ImportError, AttributeError, ValueError):
        return game(slug)  # which says what games there are
    assert isinstance(found, Game)
    return found


def games() -> list[Game]:
    """All games that can be used. What is wrong with another is said once, in the log."""
    return [found for slug in slugs() if isinstance(found := _loaded(slug), Game)]


def bundled_games() -> list[Game]:
    """The games that come with Londinium itself."""
    return [found for found in games() if found.module.startswith("londinium.games.")]


def folders() -> dict[str, Path]:
    """The folder of every game that is a package, by the name of the package.

    No game is loaded for that, at most the package that it lies in.
    """
    found = {}
    for value in _modules().values():
        module = value.partition(":")[0]
        try:
            spec = find_spec(module)
        except (Exception, SystemExit) as error:  # whatever happens when somebody else's code is read
            _log.warning("%s", error)
            continue
        if spec is not None and spec.submodule_search_locations:
            found[module] = Path(spec.submodule_search_locations[0])
    return found


def folders_in_use() -> list[Path]:
    """Where the games that have been used so far lie."""
    modules = (sys.modules.get(value.partition(":")[0]) for value in _modules().values())
    return [Path(module.__file__).parent for module in modules if module is not None and module.__file__]


@entry
def game_of(home: Path) -> Game | None:
    """The game among those in use whose rules lie in this folder."""
    for value in _modules().values():
        module, _, attribute = value.partition(":")
        found = getattr(sys.modules.get(module), attribute or "GAME", None)
        if isinstance(found, Game) and source_folder(found.module) == home:
            return found
    return None


@cache
def _loaded(slug: str) -> Game | LondiniumError:
    """A game, or what is wrong with it."""
    try:
        return _load(slug)
    except LondiniumError as error:
        problem = error
    except (Exception, SystemExit) as error:  # whatever happens when somebody else's code is read
        problem = InvalidGame(slug, f"{_modules()[slug]} cannot be loaded ({type(error).__name__}: {error})")
        problem.__cause__ = error
    _log.warning("%s", problem)
    return problem


def _load(slug: str) -> Game:
    module, _, attribute = _modules()[slug].partition(":")
    found = getattr(importlib.import_module(module), attribute or "GAME", None)
    if not isinstance(found, Game) or found.slug != slug:
        raise UnknownGame(N_("{module} should define GAME, a Londinium game with the slug '{slug}'"), module=module, slug=slug)
    assert found.face  # a game without words is not a game either
    return found
