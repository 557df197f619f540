"""The socket of a table page: tells what changed, takes commands, and answers why something is not allowed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from html import escape
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.game import Game
from londinium.kernel.views import Refused
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import Language
from londinium.kernel.words.rulings import ruled_words
from londinium.table import commands
from londinium.table.errors import (
    BadLink,
    BrokenTable,
    ClosedTable,
    InvalidCommand,
    NoSuchTable,
    NotAllowed,
    NotPlayableHere,
    ShuttingDown,
    StoreTrouble,
)
from londinium.table.hall.presence import Attendance
from londinium.table.table import Table
from londinium.web.http.doors import door, entrance, is_program
from londinium.web.http.limits import LARGEST_MESSAGE, MOST_MISTAKES, Bucket, TooFast
from londinium.web.http.reader import Reader, reader_of
from londinium.web.live.comings import Company
from londinium.web.live.frames import is_in_the_middle
from londinium.web.live.messages import (
    Ack,
    Go,
    HintBubble,
    News,
    NotDone,
    Ping,
    Pong,
    State,
    ToBrowser,
    Why,
    WhyNot,
    decode_message,
    encode,
    head_of,
)
from londinium.web.live.picture import Seen, Showing
from londinium.web.live.rematch import go_to_rematch
from londinium.web.live.seats import check_spectator
from londinium.web.pages.memory import token_of
from londinium.web.pages.rulebook import linked, rule_words
from londinium.web.site import Site, address_of, site_of
from londinium.work.turns import Ticket

BEFORE_TOLD = 0.1
"""Seconds after which somebody who waits for a hint is told how many come before."""
NO_TABLE, TOO_MUCH, TOO_LARGE, RESTART = 4404, 4429, 1009, 1012
NOT_HERE = 4409
"""The table cannot be played here; the page, asked for again, says why."""


async def table_socket(websocket: WebSocket) -> None:
    """One person or spectator at a table, until they go."""
    site = site_of(websocket)
    # Browsers are told a code only after the handshake; refusing it would make them try again for ever.
    await websocket.accept()
    if not await site.turns.let_in(address_of(websocket)):
        site.metrics.count("limited", kind="sockets")
        await websocket.close(TOO_MUCH)
        return
    if not site.addresses.begin("sockets_at_once", address_of(websocket)):
        site.metrics.count("limited", kind="sockets_at_once")
        await websocket.close(TOO_MUCH)
        return
    try:
        await _at_table(site, websocket)
    finally:
        site.addresses.end("sockets_at_once", address_of(websocket))


async def _at_table(site: Site, websocket: WebSocket) -> None:
    try:
        token = await token_of(websocket)
        entered = await site.hall.enter_seated(token)
        await check_spectator(site.hall, entered)
    except NotPlayableHere:
        await websocket.close(NOT_HERE)
        return
    except (BadLink, NoSuchTable, BrokenTable, ClosedTable, NotAllowed):
        await websocket.close(NO_TABLE)
        return
    except ShuttingDown:
        await websocket.close(RESTART)
        return
    await Conversation(site, websocket, entered.table, entered.seat, token).run()


class Conversation:
    def __init__(self, site: Site, websocket: WebSocket, table: Table, seat: int | None, token: str) -> None:
        self.site, self.websocket, self.table, self.seat, self.token = site, websocket, table, seat, token
        self.reader: Reader = reader_of(websocket)
        self.words = self.reader.words(table.match.game)
        self.address = address_of(websocket)
        self.patience = Bucket(site.addresses.limits.commands_of_a_socket)
        rate = site.addresses.limits.words_of_a_spectator if seat is None else site.addresses.limits.words_of_a_player
        self.voice = Bucket(rate)
        self.mistakes = 0
        self.renewal = table.renewal(seat)
        self.is_renewing = False
        """Whether this page has just asked for a newer link itself."""
        self.thinking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        site, table = self.site, self.table
        showing = site.showings.enter(table)
        site.metrics.gauges["londinium_sockets"] += 1
        tasks = [asyncio.create_task(self._tell(showing)), asyncio.create_task(self._listen())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if (problem := task.exception()) and not isinstance(problem, WebSocketDisconnect):
                    site.metrics.count("errors", place="socket")
                    site.journal.error("socket error", problem, table=table.id)
        finally:
            tasks += [self.thinking] if self.thinking is not None else []
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            site.showings.leave(table)
            site.metrics.gauges["londinium_sockets"] -= 1
            await self._close(RESTART)

    async def _close(self, code: int) -> None:
        if WebSocketState.DISCONNECTED not in (self.websocket.client_state, self.websocket.application_state):
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the browser may be quicker
                await self.websocket.close(code)

    # ── Telling ──────────────────────────────────────────────────────────────

    async def _tell(self, showing: Showing) -> None:
        """Send what changed, step by step up to the newest state: a slow browser skips most of what it was too slow for."""
        listener = await self.site.hall.visitors.listen(self.table.id, self.seat, self.address)
        seen, company = Seen(), Company(listener.table, self.seat)
        try:
            while await listener.changed():
                start = time.perf_counter()
                self.table = listener.table
                if (code := self._void_code()) is not None:
                    await self._close(code)
                    return
                if seen.plies is not None and is_in_the_middle(self.table):
                    continue
                there = self.site.hall.visitors.attendance(self.table)
                if came := company.news(self.table, there, self.words):
                    await self._send(News(came))
                for news in self._news(showing, seen, there):
                    await self._send(news)
                self.site.metrics.time("tell", time.perf_counter() - start)
        finally:
            listener.close()

    def _void_code(self) -> int | None:
        """The code with which this page is sent away if its link no longer opens the table; the player who asked for a newer one
        is led to the new page. After the secret was replaced the page may come back: its person may have another key.
        """
        if self.table.renewal(self.seat) not in (self.renewal, self.renewal + self.is_renewing):
            return NO_TABLE
        try:
            self.site.hall.links.read(self.token)
        except BadLink:
            return RESTART
        return None

    def _check_link(self, table: Table) -> None:
        """BadLink if another page, perhaps in another process, has replaced the link of this one."""
        if table.renewal(self.seat) != self.renewal:
            raise BadLink(N_("this link was replaced by a newer one"))
        self.site.hall.links.read(self.token)

    def _news(self, showing: Showing, seen: Seen, there: Attendance) -> list[State]:
        """What is new; a drawing that fails is this table's trouble alone, and the text board still works."""
        try:
            frames = showing.frames(self.table, there, self.seat, self.reader, seen.plies)
            seen.plies = self.table.match.plies
            return [news for frame in frames if (news := seen.news(frame)) is not None]
        except Exception as problem:
            self.site.metrics.count("errors", place="drawing")
            self.site.journal.error("drawing error", problem, table=self.table.id, ply=self.table.match.ply)
            sorry = escape(
                self.words.text("This table cannot be drawn just now. The match continues, and the text board shows it.")
            )
            bar = f'<div class="prompt-bar waiting"><p class="prompt-words"><strong>{sorry}</strong></p></div>'
            seen.fragments.pop("prompt", None)
            return [State(0, self.table.match.game.title, set={"prompt": bar})]

    async def _send(self, said: ToBrowser) -> None:
        message = encode(said)
        self.site.metrics.count("messages")
        self.site.metrics.count("bytes", len(message))
        try:
            await self.websocket.send_text(message)
        except RuntimeError:  # uvicorn has hung up meanwhile, because of what the browser sent
            raise WebSocketDisconnect(1006) from None

    # ── Listening ────────────────────────────────────────────────────────────

    async def _listen(self) -> None:
        """Take commands, until the browser goes or sends too much that is not one."""
        while self.mistakes <= MOST_MISTAKES:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")
            if not (self.patience.take() and self.site.addresses.take("commands", self.address)):
                self.site.metrics.count("limited", kind="commands")
                await self._refuse("", LondiniumError(N_("that was too fast; please wait a moment")))
                await asyncio.sleep(0.25)
            elif len(text) > LARGEST_MESSAGE:
                await self._close(TOO_LARGE)
                return
            elif (code := self._void_code()) is not None:
                await self._close(code)
                return
            else:
                await self._obey(text)
        self.site.metrics.count("limited", kind="mistakes")
        await self._close(TOO_MUCH)

    async def _obey(self, text: str) -> None:
        try:
            heard = decode_message(text)
        except InvalidCommand as problem:
            await self._misunderstand(text, problem)
            return
        if isinstance(heard, Ping):
            await self._send(Pong())
        elif isinstance(heard, Why):
            await self._send(self._why(heard.move))
        else:
            await self._command(heard)

    async def _misunderstand(self, text: str, problem: InvalidCommand) -> None:
        """Something that is not a command is answered under its id, if it has one."""
        begun, head = time.perf_counter(), head_of(text)
        if head is None:
            await self._refuse("", InvalidCommand(N_("this is not a command")))
            return
        await self._refuse(head.id, problem)
        self._note("garbage", "refused", begun)

    async def _command(self, command: commands.Command) -> None:
        begun, result = time.perf_counter(), "done"
        try:
            self._check_voice(command)
            self.is_renewing = isinstance(command, commands.RenewLink)
            accepted = await self.site.hall.command(self.table.id, self.seat, command, self._check_link)
            self.renewal += self.is_renewing and not accepted.repeated
            self.is_renewing = False
            result = "repeated" if accepted.repeated else "done"
            await self._send(Ack(command.id))
            await self._lead_on(command)
        except LondiniumError as problem:
            result = "refused"
            await self._refuse(command.id, problem)
        except WebSocketDisconnect:
            raise
        except Exception as problem:
            result = "failed"
            self.site.metrics.count("errors", place="command")
            self.site.journal.error("command error", problem, table=self.table.id)
            await self._refuse(command.id, LondiniumError(N_("something went wrong on the server; nothing has changed")))
        finally:
            self.is_renewing = False
        self._note(commands.kind(command), result, begun)

    def _check_voice(self, command: commands.Command) -> None:
        """Nobody fills the chat; spectators of one address share what they may say, so that players can always speak."""
        if not isinstance(command, commands.Say):
            return
        if not self.voice.take() or (self.seat is None and not self.site.addresses.take("words", self.address)):
            self.site.metrics.count("limited", kind="words")
            raise TooFast(N_("that was too fast; please wait a moment"))

    def _note(self, kind: str, result: str, begun: float) -> None:
        """What became of a message, for the metrics and the journal."""
        seconds = time.perf_counter() - begun
        self.site.metrics.count("commands", kind=kind, result=result)
        self.site.metrics.time("command", seconds)
        self.site.journal.write(
            "command",
            table=self.table.id,
            seat=self.seat,
            kind=kind,
            result=result,
            **self.site.journal.visitor(self.address),
            ms=round(seconds * 1000, 1),
        )

    async def _lead_on(self, command: commands.Command) -> None:
        """Some commands are answered by another page, one by a hint."""
        hall, seat = self.site.hall, self.seat
        if isinstance(command, commands.Hint) and seat is not None and seat in self.table.match.to_act:
            self._hint(seat)
        if isinstance(command, commands.RenewLink):
            token = hall.token(self.table, seat)
            await self._send(Go(f"/t/{token}" if is_program(self.websocket) else entrance(token)))
        elif isinstance(command, commands.Rematch) and seat is not None:
            token = await go_to_rematch(hall, self.table, seat)
            await self._send(Go(f"/t/{token}" if is_program(self.websocket) else f"{door(self.table.id, seat)}/rematch"))

    def _hint(self, seat: int) -> None:
        """A hint comes when its turn has come; meanwhile the page is answered as ever."""
        if self.thinking is None or self.thinking.done():
            self.thinking = asyncio.create_task(self._think(seat))

    async def _think(self, seat: int) -> None:
        table, ticket = self.table, Ticket((self.address, self.table.id))
        here, version, first = table.match.copy(), table.version(seat), len(table.hinted) == 1
        device = self.site.devices.find(table)
        with contextlib.suppress(WebSocketDisconnect):
            try:
                hint = self.site.hints.hint(here, seat, self.words, first=first, device=device, ticket=ticket)
                found = await self._unless_long(hint, ticket)
                if version == self.table.version(seat):
                    await self._send(found)
            except LondiniumError as problem:
                await self._refuse("", problem)
            except Exception as problem:
                self.site.metrics.count("errors", place="hint")
                self.site.journal.error("hint error", problem, table=table.id)

    async def _unless_long(self, hint: Coroutine[Any, Any, HintBubble], ticket: Ticket) -> HintBubble:
        """A hint; whoever has to stand in line for it is told how long the line is."""
        finding = asyncio.create_task(hint)
        try:
            await asyncio.wait({finding}, timeout=BEFORE_TOLD)
            if before := self.site.hints.before(ticket):
                told = self.words.plural("{count} hint before yours", "{count} hints before yours", before)
                await self._send(News([told]))
            return await finding
        finally:
            finding.cancel()

    async def _refuse(self, command: str, problem: LondiniumError) -> None:
        if isinstance(problem, InvalidCommand):
            self.mistakes += 1
        if isinstance(problem, StoreTrouble):  # what is wrong with the database is not for players
            self.site.journal.write("database", problem=str(problem))
        await self._send(NotDone(command[:64], f"<p>{linked(problem.told(self.words), self.table.match.game.slug)}</p>"))

    def _why(self, move: str) -> WhyNot:
        """The rule that forbids a move, in the reader's language, with a link and with the place where it goes wrong."""
        match, words = self.table.match, self.words
        if self.seat is None or self.seat not in match.to_act:
            return WhyNot(move, _bold(words.text("It is not your turn to decide.")))
        try:
            refused = match.refusal(move, self.seat)
        except LondiniumError as problem:
            self.mistakes += 1
            return WhyNot(move[:100], _bold(problem.told(words)))
        if refused is None:
            return WhyNot(move, _bold(words.text("You can't do that right now.")))
        ghosts = match.game.drawing.why_not(match.view(self.seat, refusals=False), Scene(words, self.table.names), refused)
        reason = match.game.face.describe_refusal(refused.reason, words)
        told = why_not_words(match.game, refused, reason, words)
        return WhyNot(move, told, ghosts, rule_words(match.game.slug, words.code, refused.rule))


def why_not_words(game: Game, refused: Refused, reason: str, words: Language) -> str:
    link = f'<a href="/rules/{game.slug}#{escape(refused.rule)}" target="_blank" rel="noopener" data-open="rule">'
    rule = words.text("Rule {number}", number=refused.rule)
    not_printed = escape(f" {ruled_words(game, refused.reason, words)}".rstrip())
    return f"{_bold(reason[:1].upper() + reason[1:])}<p>{link}{escape(rule)}</a>{not_printed}</p>"


def _bold(sentence: str) -> str:
    return f"<b>{escape(sentence)}</b>"
