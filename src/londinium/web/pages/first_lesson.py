"""Somebody who sits down at a game for the first time may learn it first: the seat stays theirs, and the lesson leads back."""

from __future__ import annotations

import contextlib

from starlette.requests import Request

from londinium.kernel.game import Game
from londinium.kernel.words.errors import LondiniumError
from londinium.study.lessons import FIRST_LESSON, lesson_names
from londinium.table.events import Moved
from londinium.table.settings import PERSON
from londinium.table.table import Table
from londinium.web.http.doors import seat_address
from londinium.web.http.reader import reader_of
from londinium.web.pages.matches import endings_with
from londinium.web.pages.memory import finished_seats
from londinium.web.site import site_of

LOOKED_AT = 50
"""How many of somebody's matches are searched for the game."""


async def lesson_for(request: Request, game: Game) -> bool:
    """Whether to offer the lesson of a game: there is one, and the reader has played no match of it to its end."""
    if FIRST_LESSON not in lesson_names(game):
        return False
    seats = await finished_seats(request, LOOKED_AT)
    endings = await endings_with(request, [seat.table for seat in seats])
    return all(ending.game != game.slug for ending in endings.values())


def lesson_address(table: Table, *, plain: bool = False) -> str:
    """Where somebody who has sat down learns the game first; in plain text, if they keep to the text board."""
    return f"/learn/{table.match.game.slug}/{FIRST_LESSON}{'/plain' if plain else ''}"


async def seat_behind(request: Request, game: Game) -> str:
    """From a lesson to the seat that waits meanwhile: at a table of this game with others, where the reader has yet to move.
    Nothing if there is none. No address names it, because the link to a seat is a secret.
    """
    hall = site_of(request).hall
    for token in reader_of(request).seats:
        with contextlib.suppress(LondiniumError):
            entered = await hall.enter(token)
            table, seat = entered.table, entered.seat
            fits = table.match.game is game and not table.is_over and table.settings.kinds.count(PERSON) > 1
            if fits and not any(isinstance(row.event, Moved) and row.event.seat == seat for row in table.rows):
                return seat_address(request, token)
    return ""
