"""Playing at once: how many sit at the table and how strong the bots are, as it was chosen the last time in this browser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.game import Game
from londinium.table.hall.thinkers import DEFAULT_BOT, bots_to_seat
from londinium.web.http.reader import keep

CHOICE = re.compile(r"([1-9])\.([a-z-]{1,20})")


@dataclass(frozen=True)
class QuickMatch:
    """Somebody and a number of bots of one kind."""

    seats: int
    bot: str

    @property
    def bots(self) -> tuple[str, ...]:
        return (self.bot,) * (self.seats - 1)


def usual(game: Game) -> QuickMatch:
    """What is offered to somebody who has chosen nothing yet: a full table, and bots that answer at once."""
    return QuickMatch(game.seats[-1], DEFAULT_BOT)


def last_choice(request: Request, game: Game) -> QuickMatch:
    """What was chosen in this browser the last time."""
    found = CHOICE.fullmatch(request.cookies.get(_cookie(game), ""))
    return _checked(game, int(found[1]), found[2], usual(game)) if found else usual(game)


def chosen(request: Request, game: Game, form: Mapping[str, object]) -> QuickMatch:
    """What a form asks for; what it leaves out or gets wrong is as the last time."""
    before = last_choice(request, game)
    seats, bot = ("1" if "alone" in form else form.get("seats")), form.get("bot")
    count = int(seats) if isinstance(seats, str) and seats.isdecimal() and len(seats) == 1 else before.seats
    return _checked(game, count, bot if isinstance(bot, str) else before.bot, before)


def _checked(game: Game, seats: int, bot: str, otherwise: QuickMatch) -> QuickMatch:
    return QuickMatch(seats if seats in game.seats else otherwise.seats, bot if bot in bots_to_seat() else otherwise.bot)


def remember(response: Response, request: Request, game: Game, match: QuickMatch) -> None:
    """Against whom somebody has played; playing alone for once does not count as choosing other bots."""
    if match.seats > 1:
        keep(response, request, **{_cookie(game): f"{match.seats}.{match.bot}"})


def _cookie(game: Game) -> str:
    return f"play-{game.slug}"
