"""What the pages of a daily challenge know: who has finished it, and who may look at what the others did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from starlette.requests import Request

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.errors import NotAllowed
from londinium.table.history.daily import Challenge, challenge, day_of
from londinium.table.history.guests import is_named
from londinium.table.history.results import Result
from londinium.table.settings import is_date
from londinium.table.store.book import Attempt
from londinium.table.table import Table
from londinium.web.pages.memory import seats_of_day
from londinium.web.site import site_of


@dataclass(frozen=True)
class Own:
    """A table at which this browser plays, or has played, a day's challenge."""

    token: str
    table: Table

    @property
    def score(self) -> int | None:
        outcome = self.table.match.outcome
        return None if outcome is None else outcome.scores[0]


async def own_attempts(request: Request, day: date, game: str) -> list[Own]:
    """The tables of a day's challenge whose links this browser holds; those that count first."""
    hall, found = site_of(request).hall, []
    for token in await seats_of_day(request, day.isoformat(), game):
        try:
            entered = await hall.enter(token)
        except LondiniumError:
            continue  # renewed, deleted or from another server
        settings = entered.table.settings
        if entered.seat is not None and (settings.day, settings.game) == (day.isoformat(), game):
            found.append(Own(token, entered.table))
    return sorted(found, key=lambda own: not own.table.settings.counted)


async def may_look(request: Request, the: Challenge) -> bool:
    """Whether somebody may see the others' maps: after the day, or once they have finished it themselves."""
    if site_of(request).hall.now() >= the.end:
        return True
    return any(own.table.is_over for own in await own_attempts(request, the.day, the.game.slug))


async def check_day(request: Request, table: Table) -> None:
    """NotAllowed if a table shows the cards of a challenge that its reader may still play."""
    day, hall = table.settings.day, site_of(request).hall
    if day is None or not is_date(day):
        return
    await check_access(request, challenge(hall.links, date.fromisoformat(day), table.settings.game))


async def check_access(request: Request, the: Challenge) -> None:
    """NotAllowed if somebody may not see yet what the others did."""
    if not await may_look(request, the):
        message = N_("this can be seen by whoever has finished the challenge of this day, and by everybody when it is over")
        raise NotAllowed(message)


def ranking(attempts: list[Attempt], the: Challenge) -> list[Result]:
    """Who has finished in time: the best first, and of equals whoever was done first."""
    finished = [one.result for one in attempts if one.result is not None and one.result.ended_at < the.end]
    results = [result for result in finished if is_named(result.name)]
    return sorted(results, key=lambda result: (-result.score, result.ended_at, result.key))


def today_of(request: Request) -> date:
    return day_of(site_of(request).hall.now())
