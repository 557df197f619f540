"""Tournaments: opening one, entering, playing rounds, seeing how it stands, and running it."""

from __future__ import annotations

import asyncio
import base64
import hmac
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.contracts.workshop import workshop_of
from londinium.kernel.registry import game as find_game
from londinium.kernel.registry import slugs
from londinium.kernel.words.errors import N_
from londinium.look.cards import card, cover_drawing
from londinium.table.errors import InvalidCommand, StoreError
from londinium.table.links import Links
from londinium.table.persons import Somebody
from londinium.table.tournaments.changes import change, find_tournament
from londinium.table.tournaments.standings import finished_rounds
from londinium.table.tournaments.tournament import (
    LONGEST_TITLE,
    MOST_ENTRANTS,
    MOST_ROUNDS,
    NoSuchTournament,
    Tournament,
    TournamentRefusal,
    check_turn,
    closed,
    ended,
    entered,
    seats_to_choose,
    struck,
)
from londinium.web.http.doors import is_program, lead_to, link_secret, site_address
from londinium.web.http.limits import TooFast
from londinium.web.http.reader import KEY_COOKIE, keep, reader_of
from londinium.web.pages.forms import clock_choices, option_fields
from londinium.web.pages.memory import new_person, remember_name, remember_seat, somebody
from londinium.web.pages.rounds import own_entry, seat_of_round
from londinium.web.pages.strange_boxes import box_sent_with
from londinium.web.pages.templates import render, shown_games
from londinium.web.pages.tournaments import (
    WINDOWS,
    NewTournament,
    card_words,
    own_tournaments,
    page_facts,
    stand_of,
    tournament_clocks,
    window_words,
)
from londinium.web.routes.cards import drawn_card
from londinium.web.routes.daily import own_name
from londinium.web.routes.new_table import is_local, qr_code
from londinium.web.site import check_pace, site_of

HOST_COOKIE = "host"


async def all_tournaments(request: Request) -> Response:
    """The reader's own, and the way to a new one."""
    hall, person = site_of(request).hall, await somebody(request)
    rows = []
    for it in await own_tournaments(request):
        host = host_address(it) if person is not None and it.host == person.id else ""
        rows.append({"it": it, "game": find_game(it.game), "over": it.is_over(hall.now()), "host": host})
    return render(request, "tournaments.html", rows=rows, games=shown_games(), covers=site_of(request).covers)


# ── Opening one ──────────────────────────────────────────────────────────────


async def new_tournament_form(request: Request) -> Response:
    game = find_game(request.path_params["game"])
    return _form(request, NewTournament.fresh(game, await box_sent_with(request, game, request.query_params)))


def _form(request: Request, form: NewTournament, status: int = 200) -> Response:
    words = reader_of(request).words(form.game)
    clocks, seats = clock_choices(words), seats_to_choose(form.game)
    facts: dict[str, Any] = {
        "form": form,
        "options": option_fields(form.game, words),
        "seats": {str(count): words.plural("{count} player", "{count} players", count) for count in seats if count > 1},
        "windows": {name: window_words(name, words) for name in WINDOWS},
        "clocks": {name: clocks[name] for name in tournament_clocks()},
        "rounds": {str(number): number for number in range(1, MOST_ROUNDS + 1)},
        "longest_title": LONGEST_TITLE,
        "has_workshop": workshop_of(form.game) is not None,
        "errors": {place: error.told(words) for place, error in form.errors.items()},
    }
    return render(request, "tournament_new.html", status, form.game, **facts)


async def open_tournament(request: Request) -> Response:
    check_pace(request, "posts")
    game, hall = find_game(request.path_params["game"]), site_of(request).hall
    async with request.form(max_files=0, max_fields=40) as sent:
        form = NewTournament.read(game, sent, await box_sent_with(request, game, sent))
    if await site_of(request).readings.read(lambda: form.tournament("", hall.now())) is None:
        return _form(request, form, 422)
    check_pace(request, "tables")
    person, key = await _person(request)
    it = form.tournament(person.id, hall.now())
    assert it is not None, "it was right a moment ago"
    if await hall.store.keep_tournament(it) is None:
        raise StoreError(N_("the tournament is too busy; try again"))
    await hall.store.note_tournament(person.id, it.id)
    response = _to_host(request, it)
    keep(response, request, **{KEY_COOKIE: key})
    return response


async def _person(request: Request) -> tuple[Somebody, str]:
    """The person asking, with their key; somebody new is a person from now on."""
    found = await somebody(request)
    if found is not None:
        return found, reader_of(request).key
    key = await new_person(request)
    found = await somebody(request)
    if found is None:
        raise TooFast(N_("that was too fast; please wait a moment"))
    return found, key


# ── Its page ─────────────────────────────────────────────────────────────────


async def _asked(request: Request) -> Tournament:
    it = await find_tournament(site_of(request).hall.store, request.path_params["id"])
    if it.game not in slugs():
        raise NoSuchTournament
    return it


async def show_tournament(request: Request) -> Response:
    return await _page(request, await _asked(request))


async def _page(request: Request, it: Tournament, error: str = "", name: str = "", status: int = 200) -> Response:
    facts = await page_facts(request, it)
    person = await somebody(request)
    runs = person is not None and person.id == it.host
    facts |= {"error": error, "name": name or reader_of(request).name}
    facts["host"] = host_address(it) if runs else ""
    return render(request, "tournament.html", status, find_game(it.game), **facts)


async def take_part(request: Request) -> Response:
    """Put down a name, or go to the table of the player's next round."""
    check_pace(request, "posts")
    it = await _asked(request)
    async with request.form(max_files=0, max_fields=4) as form:
        act, name, asked = (str(form.get(field, "")) for field in ("do", "name", "round"))
    try:
        return await (_play(request, it, asked) if act == "play" else _enter(request, it, name))
    except InvalidCommand as error:
        return await _page(request, await _asked(request), error.told(reader_of(request).words()), name[:100], 422)
    except TournamentRefusal as error:
        return await _page(request, await _asked(request), error.told(reader_of(request).words()), name[:100], 409)


async def _enter(request: Request, it: Tournament, typed: str) -> Response:
    hall, name = site_of(request).hall, own_name(typed)
    if await own_entry(request, it) is None:
        entered(it, name, "", hall.now())  # nobody becomes a person here only to be refused
    person, key = await _person(request)
    await hall.store.note_tournament(person.id, it.id)
    await change(hall.store, it.id, lambda now: entered(now, name, person.id, hall.now()))
    response = RedirectResponse(f"/tournaments/{it.id}", 303)
    keep(response, request, **{KEY_COOKIE: key})
    await remember_name(response, request, name)
    return response


async def _play(request: Request, it: Tournament, asked: str) -> Response:
    hall, one = site_of(request).hall, await own_entry(request, it)
    if one is None:
        raise TournamentRefusal(N_("please enter your name first"))
    stand = await stand_of(request, it)
    round_no = int(asked) - 1 if asked.isdecimal() and len(asked) < 4 else -1
    check_turn(stand.it, one, round_no, finished_rounds(stand.it, one, stand.endings), hall.now())
    token = await seat_of_round(request, stand.it, one, round_no)
    response = lead_to(request, token)
    await remember_seat(response, request, token, one.name)
    return response


async def tournament_picture(request: Request) -> Response:
    site, it = site_of(request), await _asked(request)
    game = find_game(it.game)
    words, stand = reader_of(request).words(game), await stand_of(request, it)
    told = card_words(stand, words)
    drawing = cover_drawing(game, site.covers[game.slug])
    bleeds = game.contract("drawing") is not None
    key = ("tournament", it.id, it.title, tuple(told.rows), words.code)
    return await drawn_card(request, key, lambda: card(told, drawing, bleeds=bleeds), public=False)


# ── Running it ───────────────────────────────────────────────────────────────


def host_address(it: Tournament) -> str:
    """The page from which it is run; the secret that opens it is in a cookie, or its host is known."""
    return f"/tournaments/{it.id}/host"


def host_token(links: Links, it: Tournament) -> str:
    """The secret part of the link with which a tournament is run."""
    return base64.urlsafe_b64encode(links.derived(f"tournament host\n{it.id}")[:16]).rstrip(b"=").decode()


async def _run(request: Request) -> Tournament:
    """The tournament of a link that runs it."""
    it = await _asked(request)
    person = await somebody(request)
    if not (person is not None and person.id == it.host) and not _is_key(request, it, _key_shown(request)):
        raise NoSuchTournament
    return it


def _key_shown(request: Request) -> str:
    return str(request.path_params.get("token") or request.cookies.get(HOST_COOKIE, ""))


def _is_key(request: Request, it: Tournament, token: str) -> bool:
    return token.isascii() and hmac.compare_digest(token, host_token(site_of(request).hall.links, it))


def _to_host(request: Request, it: Tournament) -> Response:
    """To the page from which it is run, with the key to it."""
    token = host_token(site_of(request).hall.links, it)
    response = RedirectResponse(f"{host_address(it)}/{token}" if is_program(request) else host_address(it), 303)
    keep(response, request, host_address(it), **{HOST_COOKIE: token})
    return response


async def show_host(request: Request) -> Response:
    """The page from which it is run; somebody who comes with the link from elsewhere is asked for its secret first."""
    if "token" in request.path_params:
        it = await _run(request)
        return _host_page(request, it) if is_program(request) else _to_host(request, it)
    try:
        return _host_page(request, await _run(request))
    except NoSuchTournament:
        it = await _asked(request)
        return render(request, "enter.html", game=find_game(it.game), title=it.title, action=host_address(it))


def _host_page(request: Request, it: Tournament, error: str = "", status: int = 200) -> Response:
    hall = site_of(request).hall
    link = f"{site_address(request)}tournaments/{it.id}"
    begun = {number for place in it.tables for number in it.sitting_at(place)}
    facts: dict[str, Any] = {
        "it": it,
        "over": it.is_over(hall.now()),
        "left": max(0, it.ends_at - hall.now()),
        "link": link,
        "own_link": f"{site_address(request).rstrip('/')}{host_address(it)}#{host_token(hall.links, it)}",
        "qr": qr_code(link),
        "local": is_local(request.url.hostname or ""),
        "removable": set() if it.draw else {one.number for one in it.entrants} - begun,
        "most": MOST_ENTRANTS,
        "error": error,
    }
    return render(request, "tournament_host.html", status, find_game(it.game), **facts)


async def run_tournament(request: Request) -> Response:
    """Close the entry, take somebody off, or end it; or come with the link."""
    check_pace(request, "posts")
    async with request.form(max_files=0, max_fields=3) as form:
        act, who, link = (str(form.get(field, "")) for field in ("do", "number", "link"))
    if link:
        it = await _asked(request)
        if not _is_key(request, it, link_secret(link)):
            raise NoSuchTournament
        return _to_host(request, it)
    it, hall = await _run(request), site_of(request).hall
    now = hall.now()
    try:
        if act == "close":
            await _close(request, it)
        elif act == "strike" and who.isdecimal() and len(who) < 6:
            await change(hall.store, it.id, lambda seen: struck(seen, int(who), now))
        elif act == "end":
            await change(hall.store, it.id, lambda seen: ended(seen, now))
        else:
            raise InvalidCommand(N_("no action was chosen"))
    except (TournamentRefusal, InvalidCommand) as error:
        status = 409 if isinstance(error, TournamentRefusal) else 422
        return _host_page(request, await _run(request), error.told(reader_of(request).words()), status)
    return RedirectResponse(request.url.path, 303)


async def _close(request: Request, it: Tournament) -> None:
    """Drawn aside, since many players take a second; anybody who came in the meantime is drawn with the others."""
    hall, now = site_of(request).hall, site_of(request).hall.now()
    seed = int.from_bytes(hall.links.derived(f"tournament draw\n{it.id}")[:8], "big")
    tried = it
    while True:
        drawn = await asyncio.to_thread(closed, tried, seed, now)
        if drawn == tried or await hall.store.keep_tournament(drawn) is not None:
            return
        tried = await find_tournament(hall.store, it.id)
