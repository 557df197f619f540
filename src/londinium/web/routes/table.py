"""The pages of one table: the board, the text board that needs no script, joining, and the record."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.match import Match
from londinium.kernel.words.errors import LondiniumError
from londinium.kernel.words.language import Language, language, languages
from londinium.kernel.words.rulings import ruled_words
from londinium.look.log import entries_of, lines_of
from londinium.look.seats import letters
from londinium.table import commands
from londinium.table.errors import InvalidCommand
from londinium.table.hall.opened import Entered
from londinium.table.history.guests import is_named
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.doors import (
    here,
    invitations_address,
    invitations_kept,
    is_program,
    lead_to,
    opened,
    shared_link,
    socket_address,
)
from londinium.web.http.reader import Reader, clean_name, reader_of
from londinium.web.live.comings import said_texts
from londinium.web.live.final import HINTED, score_sheets, shuffle_proof, table_file
from londinium.web.live.people import host_choices, may_invite, status
from londinium.web.live.rematch import go_to_rematch
from londinium.web.live.seats import arrive, check_spectator, new_mark, newer_link, sat_before, sit_down
from londinium.web.live.thoughts import thinking_address
from londinium.web.pages.best import personal_best
from londinium.web.pages.cards import invitation_card, present_names
from londinium.web.pages.consent import consents_told
from londinium.web.pages.first_lesson import lesson_address, lesson_for
from londinium.web.pages.forms import FRIEND_NAME
from londinium.web.pages.matches import analysis_before
from londinium.web.pages.memory import asked_token, link_of_person, remember_seat, somebody, token_of
from londinium.web.pages.rulebook import glance_page, linked
from londinium.web.pages.templates import page_part, render
from londinium.web.routes.new_table import is_local, qr_code, show_invitations
from londinium.web.site import address_of, check_pace, site_of
from londinium.work.turns import Ticket

LINES_OF_LOG = 30
LINES_SHOWN = 12
LINES_SAID = 20
LONGEST_WAIT = 15
"""Seconds for which a page is held back until there is something to decide."""


async def enter(request: Request) -> Entered:
    """The seat of somebody who may still have to sit down."""
    hall = site_of(request).hall
    entered = await hall.enter(await token_of(request))
    await check_spectator(hall, entered)
    return entered


async def enter_seated(request: Request) -> Entered:
    """The same for everything that is shown or done at a seat."""
    hall = site_of(request).hall
    entered = await hall.enter_seated(await token_of(request))
    await check_spectator(hall, entered)
    return entered


def exchanged(request: Request, ending: str = "") -> Response | None:
    """A browser with a secret in its address is led to the seat's door, where it needs none."""
    if "token" not in request.path_params or is_program(request):
        return None
    query = f"?{request.url.query}" if request.url.query else ""
    return lead_to(request, request.path_params["token"], f"{ending}{query}")


def scene(entered: Entered, reader: Reader) -> Scene:
    return Scene(reader.words(entered.table.match.game), entered.table.names)


async def table_page(request: Request) -> Response:
    """The board. What changes comes over the socket; this is the frame around it."""
    entered, reader, hall = await enter(request), reader_of(request), site_of(request).hall
    if (led := exchanged(request)) is not None:
        return led
    if entered.seat is not None and entered.must_join and await sat_before(hall, reader, entered.table, entered.seat):
        await sit_down(hall, entered.table, entered.seat, entered.table.names[entered.seat])
    if entered.must_join:
        return await _join_page(request, entered, _likely_name(entered, reader))
    table, seat = entered.table, entered.seat
    game, view = table.match.game, scene(entered, reader)
    token = await token_of(request)
    response = render(
        request,
        "table.html",
        game=game,
        table=table,
        seat=seat,
        token=token,
        here=here(request),
        socket=socket_address(request),
        layout=game.drawing.layout(table.match.seats, seat, view),
        sprite=game.drawing.sprite(),
        tabs=game.drawing.tabs(view),
        glance=glance_page(game.slug, reader.code),
        keeping=game.face.keeping(reader.words(game)) if seat is not None else "",
        named=seat is not None and is_named(table.names[seat]),
        best=await personal_best(site_of(request), table, seat) if seat is not None else None,
        invite=invitations_address(table.id) if invitations_kept(request, table.id) else "",
        back=analysis_before(table.start.origin, seat or 0) if table.start else "",
        push_key=site_of(request).bells.public_key,
        thinking=_thinking(request, entered),
        watch=shared_link(request, hall.token(table, None)),
        free_link=shared_link(request, hall.links.free_token(table.id)),
    )
    opened(response, request, token)
    if seat is not None:
        given = "" if reader.name else table.names[seat]  # a name given at the table is asked for nowhere else
        await remember_seat(response, request, token, given)
    return response


def _thinking(request: Request, entered: Entered) -> dict[str, str]:
    """What this page needs to think for the server; nothing for those who watch, and when the match is over."""
    if entered.seat is None or entered.table.is_over:
        return {}
    return thinking_address(site_of(request), entered.table, socket_address(request, "/think"))


def _likely_name(entered: Entered, reader: Reader) -> str:
    """The name given before in this browser, or by the person who opened the table."""
    given = entered.table.seats[entered.seat].name if entered.seat is not None else ""
    unnamed = {language(code).text(FRIEND_NAME) for code in languages()}
    return reader.name or ("" if given in unnamed else given)


async def _join_page(request: Request, entered: Entered, name: str, error: str = "", status: int = 200) -> Response:
    table, seat = entered.table, entered.seat
    facts: dict[str, Any] = {"table": table, "seat": seat, "name": name, "error": error, "signs": letters(table.names)}
    facts |= {"once": new_mark(), "board": "text" if request.url.path.endswith("/text") else ""}
    facts |= {"action": f"{here(request)}/join", "present": present_names(table), "card": invitation_card(request, table)}
    facts["lesson"] = await lesson_for(request, table.match.game)
    return render(request, "join.html", status, table.match.game, **facts)


async def led_to_newer(request: Request) -> Response | None:
    """To the page of a link that was replaced, for the browser that holds the new one."""
    token, path = asked_token(request), request.url.path
    newer = await newer_link(site_of(request).hall, reader_of(request), token) or await link_of_person(request, token)
    ending = {"/text": "/text", "/act": "/text", "/record": "/record"}.get(path.removeprefix(f"/t/{token}"), "")
    return lead_to(request, newer, ending) if newer else None


async def join(request: Request) -> Response:
    """The form of somebody who comes for the first time. They are led on to a link of their own."""
    check_pace(request, "posts")
    hall, reader = site_of(request).hall, reader_of(request)
    async with request.form(max_files=0, max_fields=5) as form:
        name, mark, wants_text = str(form.get("name", "")), str(form.get("once", "")), form.get("board") == "text"
        learns = "learn" in form
    try:
        token = await arrive(hall, await token_of(request), name, mark)
    except InvalidCommand as error:
        return await _join_page(request, await enter(request), name[:100], error.told(reader.words()), 422)
    table = (await hall.enter(token)).table
    lesson = lesson_address(table, plain=wants_text) if learns else ""
    response = lead_to(request, token, "/text" if wants_text else "", instead=lesson)
    await remember_seat(response, request, token, clean_name(name))
    return response


async def go_on(request: Request) -> Response:
    """From a finished match to its rematch, which others may have opened."""
    entered = await enter_seated(request)
    if entered.table.rematch is None:
        raise NoSuchPage
    token = site_of(request).hall.links.token(entered.table.rematch, entered.seat)
    return lead_to(request, token, "/text" if "text" in request.query_params else "")


async def seat_link(request: Request) -> Response:
    """The link of a seat and its code, for another device of the same person."""
    entered = await enter_seated(request)
    if entered.seat is None:
        raise NoSuchPage
    link = shared_link(request, await token_of(request))
    facts: dict[str, Any] = {
        "here": here(request),
        "link": link,
        "qr": qr_code(link),
        "local": is_local(request.url.hostname or ""),
    }
    return render(request, "link.html", game=entered.table.match.game, **facts)


async def text_page(request: Request) -> Response:
    """The text board. With `?wait` it comes when there is something to decide: a page that reloads itself by the clock would
    interrupt a screen reader in the middle of a sentence.
    """
    entered = await enter(request)
    if (led := exchanged(request, "/text")) is not None:
        return led
    if entered.must_join:
        return await _join_page(request, entered, _likely_name(entered, reader_of(request)))
    if "wait" in request.query_params:
        await _wait_for_turn(request, entered)
    return await _text_page(request, entered)


async def _wait_for_turn(request: Request, entered: Entered) -> None:
    """Until the seat has to decide or the match is over, but no longer than a browser has patience.

    After a move (`?wait=bots`) only bots are waited for: people may take days, and what was just done can be undone.
    """
    for_bots = request.query_params["wait"] == "bots"
    listener = await site_of(request).hall.visitors.listen(entered.table.id, entered.seat, address_of(request))
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                while await listener.changed():
                    table = listener.table
                    if table.is_over or entered.seat in table.match.to_act or (for_bots and not table.bots_to_act()):
                        break
    finally:
        listener.close()


async def _text_page(request: Request, entered: Entered, error: str = "", status_code: int = 200, hint: str = "") -> Response:
    """The position in plain HTML, with a button for every legal move; and a hint, if one was asked for."""
    site, reader = site_of(request), reader_of(request)
    table, seat = entered.table, entered.seat
    match, view_scene = table.match, scene(entered, reader)
    words, game = view_scene.language, table.match.game
    error = linked(error, game.slug)
    if seat is not None:
        await site.hall.visitors.seen(table.id, seat)
    there = site.hall.visitors.attendance(table)
    view = match.view(seat, refusals=False)
    handed = seat is not None and table.seats[seat].bot is not None
    moves = [] if handed else [(offer.move, game.face.describe_move(offer.move, offer.effect, words)) for offer in view.offers]
    log = [line.text for line in lines_of(entries_of(match, seat, words, table.names, own=seat))][-LINES_OF_LOG:]
    return render(
        request,
        "text.html",
        status_code,
        game,
        table=table,
        seat=seat,
        token=await token_of(request),
        here=here(request),
        version=0 if seat is None else table.version(seat),
        command_id=secrets.token_hex(8),
        prompt=game.face.prompt(view, words, table.names),
        moves=moves,
        refused=_refused(match, seat, words) if moves and seat is not None else [],
        final=table.final_moves(seat) if moves and seat is not None else {},
        board=game.drawing.text_board(view, view_scene),
        hint=hint,
        may_hint=table.settings.has_hints,
        headline=game.face.ending(view, words, table.names),
        hinted=words.text(HINTED) if table.hinted else "",
        best=await personal_best(site, table, seat) if table.is_over and seat is not None else None,
        sheets=score_sheets(table, seat, words) + shuffle_proof(table, words) if table.is_over else "",
        sprite=game.drawing.sprite() if table.is_over else "",
        rematch=table.rematch,
        consents=await consents_told(request, entered),
        person=await somebody(request),
        log=log,
        signs=letters(table.names),
        settles=host_choices(table, seat, words),
        said=said_texts(table, words)[-LINES_SAID:],
        states=[status(table, other, there, words) for other in range(match.seats)],
        replaceable=there.replaceable,
        undo=seat is not None and table.can_take_back(seat),
        invitable=[other for other in range(match.seats) if may_invite(table, seat, other, there)],
        waiting=not moves and not table.is_over,
        error=error,
    )


def _refused(match: Match, seat: int, words: Language) -> list[tuple[str, str, str, str]]:
    """Why everything else is not allowed now: the reason, its rule, what that is if not printed, and the moves it forbids."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for refused in match.view(seat).refused:
        reason = match.game.face.describe_refusal(refused.reason, words)
        move = match.game.face.describe_move(refused.move, None, words)
        ruled = ruled_words(match.game, refused.reason, words)
        found.setdefault((reason[:1].upper() + reason[1:], refused.rule, ruled), []).append(move)
    return [(*why, _few(moves)) for why, moves in found.items()]


def _few(moves: list[str]) -> str:
    """As many moves as one reads; the names of some have commas in them."""
    shown = " · ".join(moves[:LINES_SHOWN])
    return f"{shown} … ({len(moves)})" if len(moves) > LINES_SHOWN else shown


async def do_command(request: Request) -> Response:
    """A form of the text board: one command."""
    check_pace(request, "posts")
    entered, hall = await enter_seated(request), site_of(request).hall
    token = await token_of(request)
    words = reader_of(request).words(entered.table.match.game)
    async with request.form(max_files=0, max_fields=8) as form:
        facts = {name: str(value) for name, value in form.items()}
    try:
        command = read_form(facts)
        if isinstance(command, commands.Say) and entered.seat is None:
            check_pace(request, "words")
        await hall.command(entered.table.id, entered.seat, command)
    except LondiniumError as error:
        return await _text_page(request, await enter(request), error.told(words), 409)
    if isinstance(command, commands.Hint):
        return await _hint_page(request, await enter(request))
    if isinstance(command, commands.Rematch) and entered.seat is not None:
        token = await go_to_rematch(hall, entered.table, entered.seat)
    elif isinstance(command, commands.RenewLink):
        token = hall.token(entered.table, entered.seat)
    elif isinstance(command, commands.Invite):
        return show_invitations(request, [hall.token(entered.table, command.seat)])
    await_turn = isinstance(command, commands.MakeMove | commands.Return)
    return lead_to(request, token, f"/text{'?wait=bots' if await_turn else ''}")


async def _hint_page(request: Request, entered: Entered) -> Response:
    """The text board with good moves."""
    table, seat = entered.table, entered.seat
    assert seat is not None
    if seat not in table.match.to_act:
        return await _text_page(request, entered)
    words = reader_of(request).words(table.match.game)
    here, first = table.match.at(table.match.ply), len(table.hinted) == 1
    found = await site_of(request).hints.hint(here, seat, words, first=first, ticket=Ticket((address_of(request), table.id)))
    return await _text_page(request, entered, hint=found.markup)


def read_form(facts: dict[str, str]) -> commands.Command:
    """The command in a form; it goes through the same reader as those of the socket."""
    facts.setdefault("id", secrets.token_hex(8))
    whole, yes_or_no = {"version", "seat"}, {"open", "on"}
    typed: dict[str, object] = {
        name: int(value) if name in whole and value.isdecimal() else value == "yes" if name in yes_or_no else value
        for name, value in facts.items()
    }
    return commands.decode_command(msgspec.json.encode(typed))


async def consent_part(request: Request) -> Response:
    """Who agrees that the match becomes a puzzle, for the page of the end; only for those who sit there."""
    entered = await enter_seated(request)
    consents = await consents_told(request, entered)
    if not consents:
        raise NoSuchPage
    return page_part(request, "consent.html", consents=consents, person=await somebody(request))


async def table_record_file(request: Request) -> Response:
    """The record file of a finished match."""
    entered = await enter_seated(request)
    text = entered.table.record()
    headers = {"content-disposition": f'attachment; filename="{table_file(entered.table)}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
