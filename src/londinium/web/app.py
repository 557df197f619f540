"""The Starlette application: every address in one list, and what happens at the start and the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from londinium.kernel.words.errors import LondiniumError
from londinium.table.events import now_ms
from londinium.table.hall.hall import Hall
from londinium.table.history.ledger import Ledger
from londinium.table.store import Store
from londinium.web.background.analyses import Analyses, Depth
from londinium.web.background.bells import Bells, Ringing
from londinium.web.background.desk import HostDesk
from londinium.web.background.hints import Hints
from londinium.web.background.memory_watch import MemoryWatch
from londinium.web.background.pars import Pars
from londinium.web.background.pictures import Films, PictureFiles
from londinium.web.background.push import Pusher, PushKey, can_push
from londinium.web.background.random_boxes import RandomBoxes
from londinium.web.background.readings import Readings
from londinium.web.background.replays import Replays
from londinium.web.http.assets import covers
from londinium.web.http.below import Below
from londinium.web.http.front import BehindFront
from londinium.web.http.guard import Guard
from londinium.web.http.journal import Journal
from londinium.web.http.limits import Addresses, Limits
from londinium.web.http.metrics import Metrics
from londinium.web.http.page_pace import Paced
from londinium.web.http.shares import share_limits
from londinium.web.http.socket_turns import SocketTurns
from londinium.web.http.vitals import Vitals
from londinium.web.live.device import Devices
from londinium.web.live.picture import Showings
from londinium.web.live.socket import table_socket
from londinium.web.live.thoughts import replay_thinker, table_thinker
from londinium.web.pages.puzzle import PuzzleShelf
from londinium.web.place import SERVER, Place
from londinium.web.routes import (
    analyses,
    cards,
    daily,
    entrances,
    films,
    front,
    install,
    invitations,
    lessons,
    new_table,
    open_seats,
    positions,
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
from londinium.web.routes.errors import TooFastPages, http_error, own_error, told_error
from londinium.web.site import Site, site_of


async def asset(request: Request) -> Response:
    return site_of(request).assets.serve(request)


def at_seats(ending: str, page: Callable[[Request], Awaitable[Response]], method: str = "GET") -> list[Route]:
    """A page of a seat: at its door, and behind a link in the address, for programs and for those who kept one."""
    bases = ("/table/{table}/{place}", "/t/{token}")
    return [Route(f"{base}{ending}", page, methods=[method]) for base in bases]


SERVER_ROUTES = [
    Route("/watch", front.watch),
    Route("/watch/{table}", front.watch_table),
    Route("/seats", open_seats.open_seats),
    Route("/seats/now", open_seats.open_seats_now),
    Route("/seats/take", open_seats.take_seat, methods=["POST"]),
    Route("/seats/meet/{game}", open_seats.play_with_somebody, methods=["POST"]),
    Route("/seats/{table}/thumbnail", open_seats.thumbnail),
    Route("/enter/{table}", entrances.entrance_page),
    Route("/enter/{table}", entrances.do_enter, methods=["POST"]),
    Route("/table/{table}/invite", new_table.invite),
    Route("/table/{table}/invite/seats", new_table.invited_seats),
    Route("/table/{table}/free", invitations.join_page),
    Route("/table/{table}/free", invitations.do_join, methods=["POST"]),
    *at_seats("/wait", open_seats.waiting_page),
    *at_seats("/wait", open_seats.still_waiting, "POST"),
    *at_seats("/wait/stop", open_seats.stop_waiting, "POST"),
    Route("/wait/{token}", open_seats.waiting_page),
    Route("/wait/{token}", open_seats.still_waiting, methods=["POST"]),
    Route("/wait/{token}/stop", open_seats.stop_waiting, methods=["POST"]),
    *at_seats("/link", table.seat_link),
    *at_seats("/puzzles", table.consent_part),
    *at_seats("/push", push.subscribe, "POST"),
    *at_seats("/push/stop", push.unsubscribe, "POST"),
    Route("/favicon.ico", install.favicon),
    Route("/apple-touch-icon.png", install.touch_icon),
    Route("/robots.txt", install.robots),
    Route("/manifest.webmanifest", install.manifest),
    Route("/worker.js", install.worker),
    Route("/no-network", install.no_network),
    Route("/offline", site_files.site_file),
    Route("/offline/{path:path}", site_files.site_file),
    Route("/tournaments", tournaments.all_tournaments),
    Route("/tournaments/new/{game}", tournaments.new_tournament_form),
    Route("/tournaments/new/{game}", tournaments.open_tournament, methods=["POST"]),
    Route("/tournaments/{id}", tournaments.show_tournament),
    Route("/tournaments/{id}", tournaments.take_part, methods=["POST"]),
    Route("/tournaments/{id}/card.png", tournaments.tournament_picture),
    Route("/tournaments/{id}/host", tournaments.show_host),
    Route("/tournaments/{id}/host", tournaments.run_tournament, methods=["POST"]),
    Route("/tournaments/{id}/host/{token}", tournaments.show_host),
    Route("/tournaments/{id}/host/{token}", tournaments.run_tournament, methods=["POST"]),
    Route("/you/link", you.show_link, methods=["POST"]),
    Route("/you/renew", you.renew, methods=["POST"]),
    Route("/you/puzzles", you.consent, methods=["POST"]),
    Route("/carry", you.asked_to_carry),
    Route("/carry", you.do_carry, methods=["POST"]),
    Route("/carry/me", you.carry_entrance),
    Route("/carry/me", you.carry, methods=["POST"]),
    Route("/carry/{key}", you.carry),
    Route("/invite/{tokens}", new_table.invite),
    Route("/invite/{tokens}/seats", new_table.invited_seats),
    Route("/join/{token}", invitations.join_page),
    Route("/join/{token}", invitations.do_join, methods=["POST"]),
    Route("/preparing", front.preparing),
    Route("/health", status.health),
    Route("/metrics", status.metrics),
]
"""Pages for company, for devices that come back, and for those who run a server."""

ROUTES = [
    Route("/", front.home),
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
    Route("/position", positions.set_up),
    Route("/position/play", positions.play_from_position, methods=["POST"]),
    Route("/position/hint", positions.hint_in_position, methods=["POST"]),
    Route("/about", front.about),
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
    Route("/stats", statistics.find_name),
    Route("/stats/{name:path}.csv", statistics.table),
    Route("/stats/{name:path}", statistics.person),
    Route("/you", you.you),
    Route("/you/name", you.rename, methods=["POST"]),
    Route("/you/delete", you.delete, methods=["POST"]),
    Route("/you/dismiss", you.dismiss, methods=["POST"]),
    Route("/you/give-up", you.give_up, methods=["POST"]),
    Route("/you/again", you.play_again, methods=["POST"]),
    Route("/you/analyse", you.analyse_more, methods=["POST"]),
    Route("/open", records.choose_record),
    Route("/open", records.show_record, methods=["POST"]),
    Route("/open/plain", records.plain_record, methods=["POST"]),
    Route("/open/eyes/{eye}", records.seen_record, methods=["POST"]),
    Route("/open/file", records.saved_record, methods=["POST"]),
    Route("/open/analysis", analyses.record_progress, methods=["POST"]),
    Route("/open/analysis/start", analyses.record_start, methods=["POST"]),
    Route("/open/notes", analyses.record_notes, methods=["POST"]),
    Route("/open/position", positions.position_of_record, methods=["POST"]),
    Route("/open/try", analyses.record_try, methods=["POST"]),
    Route("/replay/{table}", replays.show_replay),
    Route("/replay/{table}/analysis", analyses.table_progress),
    Route("/replay/{table}/analysis/start", analyses.table_start, methods=["POST"]),
    Route("/replay/{table}/notes", analyses.table_notes),
    Route("/replay/{table}/position", positions.position_of_table, methods=["GET", "POST"]),
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
    *at_seats("", table.table_page),
    *at_seats("/join", table.join, "POST"),
    *at_seats("/text", table.text_page),
    *at_seats("/act", table.do_command, "POST"),
    *at_seats("/record", table.table_record_file),
    *at_seats("/rematch", table.go_on),
    *at_seats("/thumbnail", thumbnails.of_seat),
    Route("/assets/{digest}/{name}", asset),
    WebSocketRoute("/table/{table}/{place}/ws", table_socket),
    WebSocketRoute("/table/{table}/{place}/ws/think", table_thinker),
    WebSocketRoute("/ws/{token}", table_socket),
    WebSocketRoute("/ws/{token}/think", table_thinker),
    WebSocketRoute("/ws/replay/{table}/think", replay_thinker),
]


def settled(place: Place, journal: Journal) -> None:
    """All rules are loaded."""
    place.settle_down()
    journal.write("rules ready")


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
    ringing, door = ringing or Ringing(), place.new_door()
    journal, metrics, addresses = journal or Journal(), Metrics(), Addresses(limits or Limits())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        devices = Devices(metrics)
        thinkers, preparation = place.new_thinkers(), place.new_preparation() if place.new_preparation is not None else None
        if preparation is not None:
            preparation.begin(lambda: settled(place, journal))
            thinkers.can_search = preparation.can_search
        hall = Hall(store, now=now, thinkers=thinkers, find_helper=devices.find)
        await hall.start()
        showings, readings, replays, studies, hints = (
            Showings(metrics),
            Readings(),
            Replays(),
            Analyses(store, metrics, depth, place.new_thinker, hall.peers),
            Hints(metrics, place.new_thinker, preparation),
        )
        pusher = Pusher(PushKey.of(hall.links), place.contact, ringing.services) if can_push() else None
        bells = Bells(hall, pusher, metrics, ringing.patience)
        pictures, films_made, random_boxes = PictureFiles(), Films(), RandomBoxes()
        vitals = Vitals(store, metrics, now)
        pars, ledger = Pars(store, (depth or Depth()).par_seconds, hall.peers), Ledger(store)
        share_limits(addresses, hall.peers)
        memory = MemoryWatch(place.memory, hall.caretaker.put_away_idle) if place.memory is not None else None
        if memory is not None:
            memory.begin()
        # Covers are drawn from a match, which may have to be compiled first.
        app.state.site = Site(
            hall,
            place.new_assets(),
            await asyncio.to_thread(covers),
            showings,
            readings,
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
            addresses,
            devices,
            vitals,
            door,
            SocketTurns(addresses),
            place,
            preparation,
            memory,
        )
        desk = HostDesk(app.state.site, door, place.keep) if place.meets else None
        hall.took = partial(metrics.time, "commit")
        if desk is not None:
            vitals.start()
            await desk.start()
        if preparation is None:
            if place.compiles:
                await hall.warm_up()
            place.settle_down()
        journal.write("started")
        try:
            yield
        finally:
            helpers = (desk, vitals, preparation, memory, readings, replays, hints, bells, pictures, films_made, random_boxes)
            for helper in (*helpers, studies, pars, ledger):
                if helper is not None:
                    await helper.close()
            await hall.shutdown()
            journal.write("stopped")
            await asyncio.to_thread(journal.close)

    return Starlette(
        routes=[*SERVER_ROUTES, *ROUTES] if place.meets else ROUTES,
        lifespan=lifespan,
        middleware=[
            Middleware(BehindFront, front=place.front),
            Middleware(Guard, journal=journal, metrics=metrics, sorry=own_error, door=door),
            Middleware(Paced, metrics=metrics, addresses=addresses, too_fast=TooFastPages().page),
            Middleware(GZipMiddleware, minimum_size=1000),
            Middleware(Below),
        ],
        exception_handlers={LondiniumError: told_error, HTTPException: http_error},
    )
