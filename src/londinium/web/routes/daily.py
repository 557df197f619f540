"""The daily challenge: today's, a form to play it, the ranking and everybody's maps, and the days before."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.contracts.days import calendar_of, kind_title
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.record import read_record
from londinium.kernel.registry import games
from londinium.kernel.views import ALL_EYES
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import Language
from londinium.table.errors import InvalidCommand
from londinium.table.history.daily import Challenge, NoSuchDay, challenge, midnight, name_key, read_day
from londinium.table.history.guests import is_named
from londinium.table.store.book import DayPar
from londinium.table.texts import given_name
from londinium.web.http.answers import download
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.doors import lead_to, site_address
from londinium.web.http.reader import reader_of
from londinium.web.live.people import free_names
from londinium.web.live.seats import sit_down
from londinium.web.pages.cards import PageCard, page_card
from londinium.web.pages.days import (
    boast,
    check_access,
    day_of_game,
    may_look,
    own_attempts,
    ranking,
    spread,
    today_of,
)
from londinium.web.pages.memory import remember_seat
from londinium.web.pages.templates import render, shown_games
from londinium.web.routes.cards import cover_card, drawn_card
from londinium.web.site import check_pace, site_of

MOST_MAPS = 24
MOST_DAYS = 400


async def today(request: Request) -> Response:
    """The games of today, and what binds tomorrow."""
    site, day = site_of(request), today_of(request)
    await site.ledger.up_to_date()
    rows = []
    for game in shown_games():
        the = await day_of_game(request, day, game.slug)
        words, following = reader_of(request).words(game), day + timedelta(days=1)
        after = challenge(site.hall.links, following, game.slug)
        attempts = await site.hall.store.attempts(day.isoformat(), game.slug)
        rows.append(
            {
                "the": the,
                "own": await own_attempts(request, day, game.slug),
                "best": ranking(attempts, the)[:3],
                "played": len(ranking(attempts, the)),
                "par": await site.pars.known(the),
                "kind": the.title(words),
                "tomorrow": after.commitment,
                "week": [kind_on(game, day + timedelta(days=step), words) for step in range(1, 8)],
            }
        )
    left = midnight(day + timedelta(days=1)) - site.hall.now()
    facts: dict[str, Any] = {"rows": rows, "day": day, "tomorrow": day + timedelta(days=1), "covers": site.covers, "left": left}
    facts["titles"] = {game.slug: game.title for game in shown_games()}
    return render(request, "daily.html", **facts, card=day_card(request, day))


def kind_on(game: Game, day: date, words: Language) -> tuple[date, str]:
    """What a day to come brings, in words."""
    calendar = calendar_of(game)
    return day, kind_title(game, calendar.kinds[calendar.kind_on(day)], words)


async def archive(request: Request) -> Response:
    """Every day on which somebody has played."""
    titles, days = {game.slug: game.title for game in games()}, dict[str, list[tuple[str, int]]]()
    for day, game, count in await site_of(request).hall.store.days():
        if game in titles and len(days) <= MOST_DAYS:
            days.setdefault(day, []).append((game, count))
    return render(request, "archive.html", days=days, titles=titles, day=today_of(request))


async def _asked(request: Request) -> Challenge:
    """The challenge that an address names: of today, or of a day on which somebody has played it."""
    hall, place = site_of(request).hall, request.path_params
    day = read_day(place["day"], hall.now())
    the = await day_of_game(request, day, place["game"])
    if day != today_of(request) and not await hall.store.attempts(day.isoformat(), the.game.slug):
        raise NoSuchDay(N_("nobody played this day's challenge here"))
    return the


async def one_day(request: Request) -> Response:
    return await _day_page(request, await _asked(request))


async def _day_page(request: Request, the: Challenge, error: str = "", name: str = "", status: int = 200) -> Response:
    site, day = site_of(request), the.day.isoformat()
    complete = await site.ledger.up_to_date()
    attempts = await site.hall.store.attempts(day, the.game.slug)
    ranked = ranking(attempts, the)
    own, words = await own_attempts(request, the.day, the.game.slug), reader_of(request).words(the.game)
    mine = next((each for each in ranked if own and each.table == own[0].table.id), None)
    finished = own[0].table if own and own[0].table.is_over else None
    facts: dict[str, Any] = {
        "the": the,
        "kind": the.title(words),
        "left": max(0, the.end - site.hall.now()),
        "spread": spread(ranked, mine, words),
        "done": mine,
        "boast": boast(finished, the.title(words), words) if finished else "",
        "address": f"{site_address(request)}daily/{day}/{the.game.slug}",
        "day": the.day,
        "over": site.hall.now() >= the.end,
        "ranked": ranked,
        "unfinished": len(attempts) - len(ranked),
        "complete": complete,
        "own": own,
        "par": (par := await site.pars.known(the)),
        "best_title": best_words(request, par) if par else "",
        "solver": site.pars.has_solver(the),
        "may_look": await may_look(request, the),
        "maps": ranked[:MOST_MAPS],
        "error": error,
        "name": name or reader_of(request).name,
    }
    return render(request, "day.html", status, the.game, **facts, card=day_card(request, the.day, the))


async def play_day(request: Request) -> Response:
    """Sit down at the challenge of a day: the first time under a name it counts; otherwise only if the player does not mind."""
    check_pace(request, "tables")
    the, hall, reader = await _asked(request), site_of(request).hall, reader_of(request)
    async with request.form(max_files=0, max_fields=4) as form:
        typed, counts = str(form.get("name", "")), "uncounted" not in form
    try:
        name = own_name(typed)
        first = await hall.store.attempt(the.day.isoformat(), the.game.slug, name_key(name)) is None
        counts = the.day == today_of(request) and (counts or first)  # nobody looks at the cards first, and counts then
        token = await _held(request, the, name) if counts else None
        token = token or await _new_table(request, the, name, counted=counts)
    except InvalidCommand as error:
        return await _day_page(request, the, error.told(reader.words()), typed[:100], 422)
    except AlreadyPlayed as error:
        return await _day_page(request, the, error.told(reader.words()), typed[:100], 409)
    response = lead_to(request, token)
    await remember_seat(response, request, token, name)
    return response


def own_name(typed: str) -> str:
    """A name for a ranking; guests are in none, for they share theirs."""
    name = given_name(typed)
    if not is_named(name):
        raise InvalidCommand(N_("please give a name of your own: guests are not ranked"))
    return name


class AlreadyPlayed(LondiniumError):
    """A second attempt under the same name."""

    def __init__(self, name: str) -> None:
        message = N_("this challenge has already been started under the name {name}, and only the first attempt counts")
        super().__init__(message, name=name)


async def _held(request: Request, the: Challenge, name: str) -> str | None:
    """The link to the attempt that a name has begun, for the browser that holds it; AlreadyPlayed for any other."""
    table = await site_of(request).hall.store.attempt(the.day.isoformat(), the.game.slug, name_key(name))
    if table is None:
        return None
    for own in await own_attempts(request, the.day, the.game.slug):
        if own.table.id == table and not own.table.is_over:
            return own.token
    raise AlreadyPlayed(name)


async def _new_table(request: Request, the: Challenge, name: str, *, counted: bool) -> str:
    hall = site_of(request).hall
    settings = the.settings(name, tuple(free_names(the.seats - 1, [name])), counted=counted)
    if counted:
        await hall.store.keep_day_kind(the.day.isoformat(), the.game.slug, the.kind_name)
    table = await hall.create(settings, the.seed, salt=the.salt)
    if counted and not await hall.store.claim(the.day.isoformat(), the.game.slug, name_key(name), table.id):
        raise AlreadyPlayed(name)  # in the same moment, from another browser
    await sit_down(hall, table, 0, name)
    return hall.token(table, 0)


async def box_file(request: Request) -> Response:
    """The box that was made for a day, to check it with; when the day is over."""
    the = await _asked(request)
    if the.box is None or site_of(request).hall.now() < the.end:
        raise NoSuchPage
    return download(the.box.text, the.box.name, "text/plain")


# ── Maps ─────────────────────────────────────────────────────────────────────


async def drawn_map(request: Request) -> Response:
    """The table of somebody who has finished, as a picture."""
    the, hall = await _asked(request), site_of(request).hall
    table = await hall.open(request.path_params["table"])
    if (table.settings.day, table.settings.game) != (the.day.isoformat(), the.game.slug) or not table.is_over:
        raise NoSuchPage
    await check_access(request, the)
    return await _picture(request, table.match, (table.id, table.names))


async def best_map(request: Request) -> Response:
    """What the solver drew."""
    the = await _asked(request)
    await check_access(request, the)
    par = await site_of(request).hall.store.par(the.day.isoformat(), the.game.slug)
    if par is None:
        raise NoSuchPage
    return await _picture(request, read_record(par.record, box=the.box), (the.commitment, par.total), (best_words(request, par),))


async def best_page(request: Request) -> Response:
    """The same on a page, with a way back."""
    the = await _asked(request)
    await check_access(request, the)
    par = await site_of(request).hall.store.par(the.day.isoformat(), the.game.slug)
    if par is None:
        raise NoSuchPage
    return render(request, "best.html", game=the.game, the=the, day=the.day, par=par, title=best_words(request, par))


def best_words(request: Request, par: DayPar) -> str:
    """What the best total is called: proved, or only the best that was found."""
    words = reader_of(request).words()
    return words.text("Best possible") if par.bound <= par.total else words.text("Best found")


async def _picture(request: Request, match: Match, name: tuple[object, ...], names: tuple[str, ...] = ()) -> Response:
    """Drawn in the thread that draws replays, and kept there."""
    scheme = "dark" if request.query_params.get("scheme") == "dark" else "light"
    reader = reader_of(request)

    def draw() -> bytes:
        scene = Scene(reader.words(match.game), names or match.names)
        return match.game.drawing.picture(match.view(ALL_EYES, refusals=False, offers=False), scene, scheme).encode()

    svg = await site_of(request).replays.kept(("map", *name, reader.code, scheme), draw)
    return Response(svg, media_type="image/svg+xml")


# ── Cards ────────────────────────────────────────────────────────────────────


def day_card(request: Request, day: date, the: Challenge | None = None) -> PageCard:
    """Of all challenges of a day, or of one. Nothing of the cards is in it."""
    words = reader_of(request).words(the.game if the else None)
    about = words.text(
        "The same cards for everyone, from midnight to midnight Greenwich time. Each name has one attempt that counts."
    )
    if the is None:
        return page_card(request, words.text("Daily challenge") + f" · {day}", about, "/cards/site.png")
    title = words.text("Daily challenge") + f" · {day} · {the.game.title}"
    return page_card(request, title, f"{the.title(words)}. {about}", f"/daily/{day}/{the.game.slug}/card.png")


async def day_picture(request: Request) -> Response:
    the = await _asked(request)
    words = reader_of(request).words(the.game)
    kicker, note = words.text("Daily challenge") + f" · {the.day}", the.title(words)
    key = ("day", the.day, the.game.slug, the.kind_name, words.code)
    return await drawn_card(request, key, lambda: cover_card(request, the.game, kicker, note))
