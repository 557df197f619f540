"""Lessons among what one can continue: only the browser knows which were begun, so a page names all, and a script chooses."""

from __future__ import annotations

import logging
from functools import cache

from londinium.kernel.words.errors import LondiniumError
from londinium.study.lessons import lesson, lesson_names, wording
from londinium.web.pages.templates import shown_games

_log = logging.getLogger(__name__)


@cache
def begun_lessons(code: str) -> list[dict[str, object]]:
    """Every lesson, as the home page may offer to continue it."""
    found: list[dict[str, object]] = []
    for game in shown_games():
        for name in lesson_names(game):
            try:
                steps, title = len(lesson(game, name).steps), wording(game, name, code).title
            except LondiniumError as problem:
                _log.warning("the lessons of %s: %s", game.slug, problem)
                continue
            address = f"/learn/{game.slug}/{name}"
            found.append({"name": f"{game.slug}-{name}", "steps": steps, "title": title, "game": game.title, "address": address})
    return found
