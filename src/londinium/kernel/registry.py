"""Games are found, not listed: every folder under `londinium/games`, and every installed entry point `londinium.games`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from londinium.kernel.errors import N_, UnknownGame, listing
from londinium.kernel.game import Game

GROUP = "londinium.games"


@cache
def _modules() -> dict[str, str]:
    """The module of every game by its slug, without importing any of them. Looking through all packages takes a while."""
    package = importlib.import_module("londinium.games")
    found = {
        info.name.replace("_", "-"): f"{package.__name__}.{info.name}"
        for info in pkgutil.iter_modules(package.__path__)
        if info.ispkg
    }
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, entry.value)
    return found


def slugs() -> list[str]:
    return sorted(_modules())


def game(slug: str) -> Game:
    """The game with this slug; UnknownGame names the ones there are."""
    modules = _modules()
    if slug not in modules:
        raise UnknownGame(N_("there is no game '{slug}'; there are: {known}"), slug=slug, known=listing(sorted(modules)))
    module, _, attribute = modules[slug].partition(":")
    found = getattr(importlib.import_module(module), attribute or "GAME", None)
    if not isinstance(found, Game) or found.slug != slug:
        raise UnknownGame(N_("{module} should define GAME, a Londinium game with the slug '{slug}'"), module=module, slug=slug)
    return found


def games() -> list[Game]:
    return [game(slug) for slug in slugs()]
