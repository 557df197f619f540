"""Lessons: the list of all, the table of one, what is shown on it, and the page without scripts."""

from __future__ import annotations

import asyncio
import logging

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import LondiniumError
from londinium.study.lessons import FIRST_LESSON, Wording, lesson, lesson_names, wording
from londinium.table.settings import PERSON, TableSettings
from londinium.web.http.answers import as_json
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.doors import lead_to
from londinium.web.http.reader import reader_of
from londinium.web.live.people import free_names
from londinium.web.live.seats import sit_down
from londinium.web.pages.first_lesson import seat_behind
from londinium.web.pages.lesson import lesson_page, packed_lesson, plain_lesson
from londinium.web.pages.memory import remember_seat
from londinium.web.pages.templates import render, shown_games
from londinium.web.routes.new_table import name_to_play_with
from londinium.web.site import check_pace, site_of

_log = logging.getLogger(__name__)

FIRST_OPPONENT = "novice"
"""The opponents after a lesson."""


def _asked(request: Request) -> tuple[Game, str]:
    game, name = find_game(request.path_params["game"]), request.path_params.get("lesson", FIRST_LESSON)
    if name not in lesson_names(game):
        raise NoSuchPage
    return game, name


def _lessons(game: Game, code: str) -> list[tuple[str, Wording]]:
    """The lessons of a game; of one whose lessons cannot be read, none."""
    try:
        return [(name, wording(game, name, code)) for name in lesson_names(game)]
    except LondiniumError as problem:
        _log.warning("the lessons of %s: %s", game.slug, problem)
        return []


async def all_lessons(request: Request) -> Response:
    """Every lesson there is."""
    code = reader_of(request).code
    lessons = [(game, taught) for game in shown_games() if (taught := _lessons(game, code))]
    return render(request, "learn.html", lessons=lessons, covers=site_of(request).covers)


async def first_match(request: Request) -> Response:
    """A table for somebody who has just learnt a game: novices, as many as sat there in the lesson, and hints. With fewer
    players a game may have other rules, which nobody has taught yet.
    """
    check_pace(request, "tables")
    (game, learnt), hall = _asked(request), site_of(request).hall
    others = max(1, (await asyncio.to_thread(lesson, game, learnt)).matches[0].seats - 1)
    async with request.form(max_files=0, max_fields=2) as form:
        name = name_to_play_with(request, form.get("name"))
    kinds = (PERSON, *(FIRST_OPPONENT,) * others)
    wish = TableSettings(game.slug, kinds, (name, *free_names(others, [name])), hints=True)
    table = await hall.create(wish)
    await sit_down(hall, table, 0, name)
    response = lead_to(request, hall.token(table, 0))
    await remember_seat(response, request, hall.token(table, 0), name)
    return response


async def lesson_table(request: Request) -> Response:
    game, name = _asked(request)
    return await asyncio.to_thread(lesson_page, request, game, name, await seat_behind(request, game))


async def lesson_text(request: Request) -> Response:
    game, name = _asked(request)
    return await asyncio.to_thread(plain_lesson, request, game, name, await seat_behind(request, game))


async def steps(request: Request) -> Response:
    """Everything that the table of a lesson shows: the first reader in a language waits a moment, and nobody else."""
    game, name = _asked(request)
    return as_json(request, await asyncio.to_thread(packed_lesson, game.slug, name, reader_of(request).code))
