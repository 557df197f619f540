"""The analysis of a replay: to begin it, to hear how far it is, and to read it. And: to go on from a position, against bots."""

from __future__ import annotations

import gzip
from hashlib import sha256

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.boxes import BoxFile
from londinium.kernel.match import Match
from londinium.kernel.position import write_position
from londinium.kernel.record_lines import written_move
from londinium.kernel.words.errors import N_
from londinium.study.notes import notes
from londinium.study.replay import decisions, nearest_decision
from londinium.study.verdicts import ANALYSIS_VERSION, read_analysis
from londinium.table.errors import NotAllowed
from londinium.table.events import Start
from londinium.table.hall.thinkers import DEFAULT_BOT
from londinium.table.settings import PERSON, TableSettings
from londinium.web.background.analyses import AnalysisProgress
from londinium.web.http.answers import as_json
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.doors import lead_to
from londinium.web.http.reader import reader_of
from londinium.web.live.device import Device
from londinium.web.live.seats import sit_down
from londinium.web.pages.memory import own_seats, remember_seat
from londinium.web.routes.records import sent_record
from londinium.web.routes.replays import finished_table
from londinium.web.site import address_of, check_pace, site_of


class Asked(msgspec.Struct, frozen=True):
    """What somebody wants to know about."""

    key: str
    match: Match
    table: str | None
    box: BoxFile | None
    seed: int | None

    @property
    def origin(self) -> str:
        return self.table or "record"


async def _of_table(request: Request) -> Asked:
    table = await finished_table(request)
    return Asked(table.id, table.match, table.id, table.settings.box, table.seed_and_salt[0])


async def _of_record(request: Request) -> Asked:
    sent = await sent_record(request)
    return Asked(_substance(sent.match), sent.match, None, None, sent.match.seed)


def _substance(match: Match) -> str:
    """What an analysis of a record depends on: names, remarks and comments make no other match of it."""
    moves = [(made.seat, made.move) for made in match.plies]
    facts = (match.game.slug, match.seats, sorted(match.options.items()), match.box_hash, moves)
    begun = match.position_at(0).states.tobytes() if match.is_set_up else b""
    return sha256(repr(facts).encode() + begun).hexdigest()


# ── Analysis ─────────────────────────────────────────────────────────────────


async def table_progress(request: Request) -> Response:
    return await _progress(request, await _of_table(request))


async def table_start(request: Request) -> Response:
    table = await finished_table(request)
    return await _start(request, await _of_table(request), site_of(request).devices.find_for_replay(table))


async def table_notes(request: Request) -> Response:
    return await _notes(request, await _of_table(request))


async def record_progress(request: Request) -> Response:
    return await _progress(request, await _of_record(request))


async def record_start(request: Request) -> Response:
    return await _start(request, await _of_record(request))


async def record_notes(request: Request) -> Response:
    return await _notes(request, await _of_record(request))


async def _progress(request: Request, asked: Asked) -> Response:
    return _told(request, await site_of(request).analyses.progress(asked.key, asked.table))


async def _start(request: Request, asked: Asked, device: Device | None = None) -> Response:
    check_pace(request, "tables")
    start = site_of(request).analyses.start
    asker = (address_of(request), asked.table or "")
    return _told(request, await start(asked.key, asked.match.record, asked.box, asked.table, device, asker))


async def _notes(request: Request, asked: Asked) -> Response:
    """The analysis in the reader's language, drawn in the thread that draws replays."""
    site, code = site_of(request), reader_of(request).code
    data = await site.analyses.found(asked.key, asked.table)
    if data is None:
        raise NoSuchPage

    def draw() -> bytes:
        return gzip.compress(notes(read_analysis(data), asked.match, code).to_json(), 6, mtime=0)

    return as_json(request, await site.replays.kept(("notes", ANALYSIS_VERSION, asked.key, asked.match.names, code), draw))


def _told(request: Request, progress: AnalysisProgress) -> Response:
    """How far it is; while it waits, in words too."""
    facts = msgspec.structs.asdict(progress)
    if progress.before:
        words = reader_of(request).words()
        facts["told"] = words.plural("{count} analysis before yours …", "{count} analyses before yours …", progress.before)
    return Response(msgspec.json.encode(facts), media_type="application/json")


# ── Try it ───────────────────────────────────────────────────────────────────


async def table_try(request: Request) -> Response:
    check_pace(request, "posts")
    async with request.form(max_files=0, max_fields=8) as form:
        ply, eye = str(form.get("ply", "")), str(form.get("eye", ""))
    return await _try(request, await _of_table(request), ply, eye)


async def record_try(request: Request) -> Response:
    sent = await sent_record(request)
    asked = Asked("", sent.match, None, None, sent.match.seed)
    return await _try(request, asked, sent.ply, sent.eye)


async def _try(request: Request, asked: Asked, ply: str, eye: str) -> Response:
    """A table of the reader's own that goes on from their nearest decision, or from that of the seat they ask for.

    The match it comes from stays as it is, and every seat keeps its name.
    """
    check_pace(request, "tables")
    match = asked.match
    if not ply.isdecimal() or len(ply) > len("100000") or int(ply) > match.ply:
        raise NoSuchPage
    found, everybody = decisions(match, reader_of(request).words(match.game)), range(match.seats)
    own = await own_seats(request, asked.table) if asked.table else []
    wished = [int(eye)] if eye.isdecimal() else own
    decision = nearest_decision(found, int(ply), wished) or nearest_decision(found, int(ply), everybody)
    if decision is None:
        raise NotAllowed(N_("nobody decides anything in this match"))
    here, seat, hall = match.at(decision.ply), decision.seat, site_of(request).hall
    settings = TableSettings(
        game=match.game.slug,
        kinds=tuple(PERSON if other == seat else DEFAULT_BOT for other in everybody),
        names=match.names,
        options=match.options,
        box=asked.box,
        host=seat,
        hints=True,
    )
    begun = write_position(match.game, match.position_at(0)) if match.is_set_up else ""
    start = Start(tuple(written_move(match, made) for made in here.plies), f"{asked.origin} {here.ply}", begun)
    table = await hall.create(settings, asked.seed, start)
    await sit_down(hall, table, seat, match.names[seat])
    token = hall.token(table, seat)
    response = lead_to(request, token)
    await remember_seat(response, request, token)
    return response
