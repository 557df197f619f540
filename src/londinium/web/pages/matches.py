"""Matches in lists: those that wait to be continued, and those that are over, each in a line with a small picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.requests import Request

from londinium.kernel.game import CHANCE
from londinium.kernel.registry import game as find_game
from londinium.kernel.registry import slugs
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import Language
from londinium.table.history.endings import (
    DAILY_KIND,
    MATCH_KIND,
    TOURNAMENT_KIND,
    TRIAL_KIND,
    Ending,
    back_to,
    ending_of,
    kind_of,
)
from londinium.table.persons import PersonSeat
from londinium.table.table import Table
from londinium.web.http.reader import Reader, reader_of
from londinium.web.live.people import clock_markup
from londinium.web.pages.memory import finished_seats, seat_token, unfinished_seats
from londinium.web.site import site_of

MATCHES_ON_PAGE = 20
KIND_NAMES = {
    DAILY_KIND: N_("Daily challenge"),
    TOURNAMENT_KIND: N_("Tournament"),
    TRIAL_KIND: N_("Trial"),
    MATCH_KIND: N_("Match"),
}


@dataclass(frozen=True)
class Running:
    """A match that waits to be continued."""

    token: str
    title: str
    kind: str
    part: str
    """`Round 3`, or nothing."""
    others: tuple[str, ...]
    mine: bool
    waiting: tuple[str, ...]
    """Whom it waits for, if not for the reader."""
    clock: str
    back: str
    """Where a trial came from."""


@dataclass(frozen=True)
class Played:
    """A match that is over, as one seat saw it."""

    table: str
    seat: int
    title: str
    kind: str
    setting: str
    place: str
    points: str
    others: tuple[str, ...]
    date: str
    hinted: bool
    replay: str
    analysis: str
    token: str
    """What opens the seat, for its holder: a rematch can be asked for with it. Else nothing."""


async def continued(request: Request) -> list[Running]:
    """The tables at which the reader has a seat, those that wait for them first."""
    hall, reader, found = site_of(request).hall, reader_of(request), list[Running]()
    for token in await unfinished_seats(request):
        try:
            entered = await hall.enter(token)
        except LondiniumError:
            continue  # renewed, deleted or from another server
        if entered.seat is not None and not entered.table.is_over:
            found.append(_running(entered.table, entered.seat, token, reader))
    return sorted(found, key=lambda row: not row.mine)


def _running(table: Table, seat: int, token: str, reader: Reader) -> Running:
    game, names = table.match.game, table.names
    words = reader.words(game)
    asked = [other for other in table.match.to_act if other != CHANCE]
    mine = seat in asked and table.seats[seat].bot is None
    origin = table.start.origin if table.start else ""
    return Running(
        token=token,
        title=game.title,
        kind=kind_words(kind_of(table.settings.day, origin, table.settings.tournament is not None), table.settings.day, words),
        part=game.face.describe_heading(game.face.heading(table.match.position), words),
        others=tuple(name for other, name in enumerate(names) if other != seat),
        mine=mine,
        waiting=() if mine else tuple(names[other] for other in asked),
        clock=clock_markup(table, seat),
        back=analysis_before(origin, seat),
    )


def kind_words(kind: str, day: str | None, words: Language) -> str:
    """What kind of match it is; nothing for one like any other."""
    if kind == MATCH_KIND:
        return ""
    name = words.text(KIND_NAMES[kind])
    return f"{name} · {day}" if day else name


def analysis_before(origin: str, seat: int) -> str:
    """The address of the analysis from which a trial went on; nothing if it was none of a table here."""
    found = back_to(origin)
    return f"/replay/{found[0]}#ply={found[1]}&eye={seat}&study=1" if found else ""


# ── Finished ─────────────────────────────────────────────────────────────────


async def own_matches(request: Request, limit: int, skip: int = 0) -> list[Played]:
    """What the person has played to its end, the last first."""
    seats = await finished_seats(request, limit, skip)
    endings = await endings_with(request, [seat.table for seat in seats])
    return [
        played(endings[seat.table], seat.seat, reader_of(request), seat_token(request, seat))
        for seat in seats
        if seat.table in endings
    ]


async def endings_with(request: Request, tables: Sequence[str]) -> Mapping[str, Ending]:
    """How tables ended, also those that have just ended."""
    site = site_of(request)
    found = await site.hall.store.endings(tables)
    for table in dict.fromkeys(tables):
        if table not in found:
            try:
                ending = ending_of(await site.hall.open(table))
            except LondiniumError:
                continue  # it can no longer be read
            if ending is not None:
                found[table] = ending
    return {table: ending for table, ending in found.items() if ending.game in slugs()}


async def named_matches(request: Request, seats: Sequence[tuple[str, int]], held: Sequence[PersonSeat]) -> list[Played]:
    """The matches at these seats, the last first; what acts is only with those that the reader holds."""
    tokens = {(seat.table, seat.seat): seat_token(request, seat) for seat in held}
    endings = await endings_with(request, [table for table, _ in seats])
    reader = reader_of(request)
    return [
        played(endings[table], seat, reader, tokens.get((table, seat), "")) for table, seat in reversed(seats) if table in endings
    ]


def played(ending: Ending, seat: int, reader: Reader, token: str) -> Played:
    game = find_game(ending.game)
    words = reader.words(game)
    place = ""
    if ending.seats > 1:
        place = words.text("Place {place} of {seats}", place=ending.places[seat] + 1, seats=ending.seats)
    replay = f"/replay/{ending.table}" + (f"#eye={seat}" if ending.seats > 1 else "")
    return Played(
        table=ending.table,
        seat=seat,
        title=game.title,
        kind=kind_words(ending.kind, ending.day, words),
        setting=options_words(ending.game, ending.options, words),
        place=place,
        points=game.face.describe_points(ending.scores[seat], words),
        others=tuple(name for other, name in enumerate(ending.names) if other != seat),
        date=date_of(ending.ended_at),
        hinted=ending.hinted,
        replay=replay,
        analysis=f"{replay}{'&' if '#' in replay else '#'}study=1",
        token=token if ending.kind == MATCH_KIND else "",
    )


def options_words(slug: str, options: Mapping[str, str], words: Language) -> str:
    """In what a match differed from the game as it is usually played."""
    told, chosen = find_game(slug).face.describe_option, sorted(options.items())
    return ", ".join(words.named(told(name, None, words), told(name, choice, words)) for name, choice in chosen)


def date_of(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")
