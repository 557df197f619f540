"""What the pages of a daily challenge know: who has finished it, and who may look at what the others did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from starlette.requests import Request

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import Language
from londinium.look.plots import spread_plot
from londinium.table.errors import NotAllowed
from londinium.table.history.daily import Challenge, challenge, day_of, kept_challenge, midnight
from londinium.table.history.guests import is_named
from londinium.table.history.results import Result
from londinium.table.papers.record import ended_at
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

    @property
    def in_time(self) -> bool:
        return in_time(self.table)


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
        message = N_("you can see this once you have finished the day's challenge; everyone can once the day is over")
        raise NotAllowed(message)


def ranking(attempts: list[Attempt], the: Challenge) -> list[Result]:
    """Who has finished in time: the best first, and of equals the first to finish."""
    finished = [one.result for one in attempts if one.result is not None and one.result.ended_at < the.end]
    results = [result for result in finished if is_named(result.name)]
    return sorted(results, key=lambda result: (-result.score, result.ended_at, result.key))


async def day_of_game(request: Request, day: date, game: str) -> Challenge:
    """The challenge of a day, of the kind that it had when somebody first played it."""
    hall = site_of(request).hall
    return await kept_challenge(hall.store, hall.links, day, game)


# ── What a day leaves behind ─────────────────────────────────────────────────

BARS = "▁▂▃▄▅▆▇█"
FEWEST_TO_SPREAD = 2


def spread(ranked: list[Result], own: Result | None, words: Language) -> str:
    """How the scores of a day are spread, with the reader's own among them; nothing where there is nothing to compare."""
    if len(ranked) < FEWEST_TO_SPREAD:
        return ""
    title = words.text("How often each score was reached")
    if own is not None:
        title += ". " + words.text("Yours: {score}", score=own.score)
    return spread_plot([each.score for each in ranked], None if own is None else own.score, words.text("you"), title)


def in_time(table: Table) -> bool:
    """Whether this is an attempt that counts and was finished on its day."""
    day = table.settings.day
    if day is None or not (table.is_over and table.settings.counted and is_date(day)):
        return False
    return ended_at(table.rows) < midnight(date.fromisoformat(day) + timedelta(days=1))


def boast(table: Table, title: str, words: Language) -> str:
    """A day's result for others: the score and a profile of its lines, and nothing of the cards."""
    match, day = table.match, table.settings.day
    assert match.outcome is not None
    score = match.game.face.describe_points(match.outcome.scores[0], words)
    lines = [max(0, value) for value in match.score_lines[0]]
    most = max(1, *lines)
    profile = "".join(BARS[round(value * (len(BARS) - 1) / most)] for value in lines)
    place = ""
    if match.seats > 1:
        place = " · " + words.text("place {place} of {seats}", place=match.outcome.places[0] + 1, seats=match.seats)
    return f"{match.game.title} · {day}\n{title}\n{score}{place} {profile}"


def today_of(request: Request) -> date:
    return day_of(site_of(request).hall.now())
