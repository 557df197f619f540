"""Lessons among what can be continued: only the browser knows which were begun, so a page names all, and a script chooses."""

from __future__ import annotations

import logging
from functools import cache

from londinium.kernel.words.errors import LondiniumError
from londinium.study.lessons import lesson_names, wording
from londinium.web.pages.templates import shown_games

_log = logging.getLogger(__name__)


@cache
def begun_lessons(code: str) -> list[dict[str, object]]:
    """Every lesson, as the home page may offer to continue it."""
    found: list[dict[str, object]] = []
    for game in shown_games():
        for name in lesson_names(game):
            try:
                words = wording(game, name, code)  # which has as many steps as the lesson, and needs no match to be played
            except LondiniumError as problem:
                _log.warning("the lessons of %s: %s", game.slug, problem)
                continue
            known = {"steps": len(words.steps), "title": words.title, "game": game.title}
            found.append({"name": f"{game.slug}-{name}", "address": f"/learn/{game.slug}/{name}", **known})
    return found
