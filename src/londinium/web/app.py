"""The Starlette application: every address in one list, and what happens at the start and the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

from londinium.kernel.words.errors import LondiniumError, UnknownGame
from londinium.table.errors import BadLink, BrokenTable, NoSuchTable, NotAllowed, ShuttingDown, StoreError
from londinium.table.events import now_ms
from londinium.table.hall.hall import Hall
from londinium.table.history.daily import NoSuchDay
from londinium.table.history.ledger import Ledger
from londinium.table.store import Store
from londinium.table.tournaments.tournament import NoSuchTournament
from londinium.web.background.analyses import Analyses, Depth
from londinium.web.background.bells import Bells, Ringing
from londinium.web.background.hints import Hints
from londinium.web.background.pars import Pars
from londinium.web.background.pictures import Films, PictureFiles
from londinium.web.background.push import Pusher, PushKey, can_push
from londinium.web.background.random_boxes import RandomBoxes
from londinium.web.background.replays import Replays
from londinium.web.http.assets import Assets, NoSuchPage, covers
from londinium.web.http.guard import Guard
from londinium.web.http.journal import Journal
from londinium.web.http.limits import Addresses, Limits, TooFast
from londinium.web.http.metrics import Metrics
from londinium.web.http.reader import reader_of
from londinium.web.live.picture import Showings
from londinium.web.live.seats import is_used_up
from londinium.web.live.socket import table_socket
from londinium.web.pages.puzzle import PuzzleShelf
from londinium.web.pages.templates import render
from londinium.web.place import SERVER, Place
from londinium.web.routes import (
    analyses,
    cards,
    daily,
    films,
    front,
    install,
    invitations,
    lessons,
    new_table,
    open_seats,
    push,
    puzzles,
    records,
    replays,
    site_files,
    statistics,
    status,
    table,
    thumbnails,
    tournaments,
    workshop,
    you,
)
from londinium.web.site import Site, site_of

STATUS: dict[type[LondiniumError], int] = {
    NoSuchPage: 404,
    NoSuchDay: 404,
    you.NoKey: 404,
    statistics.NobodyCalled: 404,
    UnknownGame: 404,
    NoSuchTable: 404,
    NoSuchTournament: 404,
    BadLink: 404,
    NotAllowed: 403,
    TooFast: 429,
    ShuttingDown: 503,
    StoreError: 503,
    BrokenTable: 500,
}


async def asset(request: Request) -> Response:
    return site_of(request).assets.serve(request)


ROUTES = [
    Route("/", front.home),
    Route("/watch", front.watch),
    Route("/watch/{table}", front.watch_table),
    Route("/seats", open_seats.open_seats),
    Route("/seats/now", open_seats.open_seats_now),
    Route("/seats/take", open_seats.take_seat, methods=["POST"]),
    Route("/seats/meet/{game}", open_seats.play_with_somebody, methods=["POST"]),
    Route("/seats/{table}/thumbnail", open_seats.thumbnail),
    Route("/wait/{token}", open_seats.waiting_page),
    Route("/wait/{token}", open_seats.still_waiting, methods=["POST"]),
    Route("/wait/{token}/stop", open_seats.stop_waiting, methods=["POST"]),
    Route("/rules", front.rules_index),
    Route("/rules/{game}", front.rules),
    Route("/learn", lessons.all_lessons),
    Route("/learn/{game}", lessons.lesson_table),
    Route("/learn/{game}/match", lessons.first_match, methods=["POST"]),
    Route("/learn/{game}/{lesson}", lessons.lesson_table),
    Route("/learn/{game}/{lesson}/steps", lessons.steps),
    Route("/learn/{game}/{lesson}/plain", lessons.lesson_text),
    Route("/puzzles", puzzles.all_puzzles),
    Route("/puzzles/{game}", puzzles.puzzles_of_game),
    Route("/puzzles/{game}/any", puzzles.any_puzzle),
    Route("/puzzles/{game}/day", puzzles.puzzle_of_day),
    Route("/puzzles/{game}/list", puzzles.puzzle_list),
    Route("/puzzles/{game}/{number}", puzzles.puzzle_table),
    Route("/puzzles/{game}/{number}/plain", puzzles.puzzle_text),
    Route("/puzzles/{game}/{number}/steps", puzzles.puzzle_steps),
    Route("/puzzles/{game}/{number}/try", puzzles.rate_try, methods=["POST"]),
    Route("/workshop", workshop.all_workshops),
    Route("/workshop/{game}", workshop.bench),
    Route("/workshop/{game}", workshop.edit, methods=["POST"]),
    Route("/workshop/{game}/card.png", workshop.box_card),
    Route("/workshop/{game}/open", workshop.open_file, methods=["POST"]),
    Route("/workshop/{game}/file", workshop.keep_file, methods=["POST"]),
    Route("/about", front.about),
    Route("/favicon.ico", install.favicon),
    Route("/apple-touch-icon.png", install.touch_icon),
    Route("/robots.txt", install.robots),
    Route("/manifest.webmanifest", install.manifest),
    Route("/worker.js", install.worker),
    Route("/no-network", install.no_network),
    Route("/offline", site_files.site_file),
    Route("/offline/{path:path}", site_files.site_file),
    Route("/cards/site.png", cards.site_card),
    Route("/cards/{kind}/{game}.png", cards.game_card),
    Route("/daily", daily.today),
    Route("/daily/archive", daily.archive),
    Route("/daily/{day}/{game}", daily.one_day),
    Route("/daily/{day}/{game}", daily.play_day, methods=["POST"]),
    Route("/daily/{day}/{game}/card.png", daily.day_picture),
    Route("/daily/{day}/{game}/box", daily.box_file),
    Route("/daily/{day}/{game}/best", daily.best_map),
    Route("/daily/{day}/{game}/best/page", daily.best_page),
    Route("/daily/{day}/{game}/map/{table}", daily.drawn_map),
    Route("/tournaments", tournaments.all_tournaments),
    Route("/tournaments/new/{game}", tournaments.new_tournament_form),
    Route("/tournaments/new/{game}", tournaments.open_tournament, methods=["POST"]),
    Route("/tournaments/{id}", tournaments.show_tournament),
    Route("/tournaments/{id}", tournaments.take_part, methods=["POST"]),
    Route("/tournaments/{id}/card.png", tournaments.tournament_picture),
    Route("/tournaments/{id}/host/{token}", tournaments.show_host),
    Route("/tournaments/{id}/host/{token}", tournaments.run_tournament, methods=["POST"]),
    Route("/stats", statistics.find_name),
    Route("/stats/{name:path}.csv", statistics.table),
    Route("/stats/{name:path}", statistics.person),
    Route("/you", you.you),
    Route("/you/name", you.rename, methods=["POST"]),
    Route("/you/link", you.show_link, methods=["POST"]),
    Route("/you/renew", you.renew, methods=["POST"]),
    Route("/you/puzzles", you.consent, methods=["POST"]),
    Route("/you/delete", you.delete, methods=["POST"]),
    Route("/you/dismiss", you.dismiss, methods=["POST"]),
    Route("/you/give-up", you.give_up, methods=["POST"]),
    Route("/you/again", you.play_again, methods=["POST"]),
    Route("/you/analyse", you.analyse_more, methods=["POST"]),
    Route("/carry", you.asked_to_carry),
    Route("/carry", you.do_carry, methods=["POST"]),
    Route("/carry/{key}", you.carry),
    Route("/open", records.choose_record),
    Route("/open", records.show_record, methods=["POST"]),
    Route("/open/plain", records.plain_record, methods=["POST"]),
    Route("/open/eyes/{eye}", records.seen_record, methods=["POST"]),
    Route("/open/file", records.saved_record, methods=["POST"]),
    Route("/open/analysis", analyses.record_progress, methods=["POST"]),
    Route("/open/analysis/start", analyses.record_start, methods=["POST"]),
    Route("/open/notes", analyses.record_notes, methods=["POST"]),
    Route("/open/try", analyses.record_try, methods=["POST"]),
    Route("/replay/{table}", replays.show_replay),
    Route("/replay/{table}/analysis", analyses.table_progress),
    Route("/replay/{table}/analysis/start", analyses.table_start, methods=["POST"]),
    Route("/replay/{table}/notes", analyses.table_notes),
    Route("/replay/{table}/try", analyses.table_try, methods=["POST"]),
    Route("/replay/{table}/card.png", cards.match_picture),
    Route("/replay/{table}/film", films.film_page),
    Route("/replay/{table}/film.{ending}", films.film_file),
    Route("/replay/{table}/plain", replays.replay_text),
    Route("/replay/{table}/eyes/{eye}", replays.seen),
    Route("/replay/{table}/file", replays.file),
    Route("/replay/{table}/record", replays.replay_record),
    Route("/replay/{table}/thumbnail/{seat:int}", thumbnails.of_replay),
    Route("/play/{game}", new_table.play_now, methods=["POST"]),
    Route("/new/{game}", new_table.new_table),
    Route("/new/{game}", new_table.create_table, methods=["POST"]),
    Route("/invite/{tokens}", new_table.invite),
    Route("/invite/{tokens}/seats", new_table.invited_seats),
    Route("/join/{token}", invitations.join_page),
    Route("/join/{token}", invitations.do_join, methods=["POST"]),
    Route("/t/{token}", table.table_page),
    Route("/t/{token}/join", table.join, methods=["POST"]),
    Route("/t/{token}/text", table.text_page),
    Route("/t/{token}/act", table.do_command, methods=["POST"]),
    Route("/t/{token}/puzzles", table.consent_part),
    Route("/t/{token}/push", push.subscribe, methods=["POST"]),
    Route("/t/{token}/push/stop", push.unsubscribe, methods=["POST"]),
    Route("/t/{token}/record", table.table_record_file),
    Route("/t/{token}/thumbnail", thumbnails.of_seat),
    Route("/assets/{digest}/{name}", asset),
    Route("/health", status.health),
    Route("/metrics", status.metrics),
    WebSocketRoute("/ws/{token}", table_socket),
]


async def told_error(request: Request, problem: Exception) -> Response:
    """An error of the asker's, as a page in their language."""
    assert isinstance(problem, LondiniumError)
    if isinstance(problem, BadLink) and (address := await table.newer_address(request)):
        return RedirectResponse(address, 303)
    words = reader_of(request).words()
    code = next((code for kind, code in STATUS.items() if isinstance(problem, kind)), 400)
    heading = words.text("Nothing here") if code == 404 else words.text("This did not work")
    hint = ""
    if isinstance(problem, BadLink) and is_used_up(site_of(request).hall, request.path_params.get("token", "")):
        hint = words.text(
            "An invitation works once: whoever sits down with it gets a link of their own. "
            "If that was you, come back with the browser in which you sat down, or with the address of the table there."
        )
    return render(request, "error.html", code, heading=heading, problem=problem.told(words), hint=hint)


async def http_error(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    words = reader_of(request).words()
    if problem.status_code == 404:
        heading, text = words.text("Nothing here"), words.text("There is no page at this address.")
    else:
        heading, text = words.text("This did not work"), words.text("The server could not read what was sent.")
    return render(request, "error.html", problem.status_code, heading=heading, problem=text, hint="")


async def own_error(request: Request) -> Response:
    """An error of ours, told without its details; they are in the log."""
    words = reader_of(request).words()
    text = words.text("Something went wrong on the server. Nothing that was acknowledged is lost; please try again.")
    return render(request, "error.html", 500, heading=words.text("This did not work"), problem=text, hint="")


def create_app(
    store: Store,
    limits: Limits | None = None,
    journal: Journal | None = None,
    depth: Depth | None = None,
    now: Callable[[], int] = now_ms,
    ringing: Ringing | None = None,
    place: Place = SERVER,
) -> Starlette:
    """The application over an open store, which it closes at the end, for the place where it runs."""
    ringing = ringing or Ringing()
    journal, metrics = journal or Journal(), Metrics()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall = Hall(store, now=now, thinkers=place.new_thinkers())
        await hall.start()
        showings, replays, studies, hints = (
            Showings(hall.links, metrics),
            Replays(),
            Analyses(store, depth, place.new_thinker),
            Hints(place.new_thinker),
        )
        pusher = Pusher(PushKey.of(hall.links), place.contact, ringing.services) if can_push() else None
        bells = Bells(hall, pusher, metrics, ringing.patience)
        pictures, films_made, random_boxes = PictureFiles(), Films(), RandomBoxes()
        pars, ledger = Pars(store, (depth or Depth()).par_seconds), Ledger(store)
        # Covers are drawn from a match, which may have to be compiled first.
        app.state.site = Site(
            hall,
            Assets(),
            await asyncio.to_thread(covers),
            showings,
            replays,
            studies,
            hints,
            pictures,
            films_made,
            random_boxes,
            pars,
            ledger,
            bells,
            PuzzleShelf(place.puzzles),
            metrics,
            journal,
            Addresses(limits or Limits()),
            place,
        )
        if place.compiles:
            await hall.warm_up()
        place.settle_down()
        journal.write("started")
        try:
            yield
        finally:
            await replays.close()
            await hints.close()
            await bells.close()
            await pictures.close()
            await films_made.close()
            await random_boxes.close()
            await studies.close()
            await pars.close()
            await ledger.close()
            await hall.shutdown()
            journal.write("stopped")

    return Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, journal=journal, metrics=metrics, sorry=own_error),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={LondiniumError: told_error, HTTPException: http_error},
    )
