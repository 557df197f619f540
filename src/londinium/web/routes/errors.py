"""What went wrong, as a page: with its status, in the reader's language, and with what to do next."""

from __future__ import annotations

import random

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from londinium.kernel.words.errors import InvalidBox, InvalidRecord, LondiniumError, UnknownGame
from londinium.table.errors import (
    BadLink,
    BrokenTable,
    ClosedTable,
    NoSuchTable,
    NotAllowed,
    NotPlayableHere,
    SeatTaken,
    ShuttingDown,
    StoreError,
    StoreTrouble,
)
from londinium.table.history.daily import NoSuchDay
from londinium.table.tournaments.tournament import NoSuchTournament
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.limits import TooFast
from londinium.web.http.reader import reader_of
from londinium.web.live.seats import why_void
from londinium.web.pages.memory import NoKeyHere, asked_token
from londinium.web.pages.templates import render
from londinium.web.routes import statistics, table, you
from londinium.web.site import site_of

STATUS: dict[type[LondiniumError], int] = {
    NoSuchPage: 404,
    NoSuchDay: 404,
    you.NoKey: 404,
    statistics.NobodyCalled: 404,
    UnknownGame: 404,
    NoSuchTable: 404,
    NoSuchTournament: 404,
    SeatTaken: 409,
    BadLink: 404,
    ClosedTable: 410,
    InvalidBox: 422,
    InvalidRecord: 422,
    NotAllowed: 403,
    TooFast: 429,
    ShuttingDown: 503,
    StoreError: 503,
    NotPlayableHere: 409,
    BrokenTable: 500,
}


COME_AGAIN = (3, 9)
"""Seconds after which a page that came too early comes back, drawn by chance: not everybody in the same instant."""


async def told_error(request: Request, problem: Exception) -> Response:
    """An error of the asker's, as a page in their language."""
    assert isinstance(problem, LondiniumError)
    if isinstance(problem, BadLink) and (led := await table.led_to_newer(request)) is not None:
        return led
    if isinstance(problem, StoreTrouble):
        site_of(request).journal.write("database", problem=str(problem))
    words = reader_of(request).words()
    code = next((code for kind, code in STATUS.items() if isinstance(problem, kind)), 400)
    heading = words.text("Nothing here") if code == 404 else words.text("That did not work")
    hint = ""
    if isinstance(problem, NoKeyHere):
        hint = words.text(
            "The address of a table does not open it. Come with the link that you were sent, or with your own link, which is "
            "in the menu of the table on the device where you sat down; and this browser must be allowed to keep cookies."
        )
    elif isinstance(problem, BadLink):
        hint = await why_void(site_of(request).hall, asked_token(request), words)
    again = problem.seconds if isinstance(problem, TooFast) else random.randint(*COME_AGAIN) if code in (429, 503) else 0
    reloads = again if request.method == "GET" else 0
    if reloads:
        hint = words.text("This page comes back by itself in a moment.")
    response = render(request, "error.html", code, heading=heading, problem=problem.told(words), hint=hint, again=reloads)
    if again:
        response.headers["retry-after"] = str(again)
    return response


async def http_error(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    words = reader_of(request).words()
    if problem.status_code == 404:
        heading, text = words.text("Nothing here"), words.text("There is no page at this address.")
    else:
        heading, text = words.text("That did not work"), words.text("The server could not read what was sent.")
    return render(request, "error.html", problem.status_code, heading=heading, problem=text, hint="", again=0)


async def own_error(request: Request) -> Response:
    """An error of ours, told without its details; they are in the log."""
    words = reader_of(request).words()
    text = words.text("Something went wrong on the server. No confirmed move is lost; please try again.")
    return render(request, "error.html", 500, heading=words.text("That did not work"), problem=text, hint="", again=0)


class TooFastPages:
    """The page for somebody who has to wait, made once for each kind of reader: whoever asks too much gets nothing that costs."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], bytes] = {}

    async def page(self, request: Request, seconds: int) -> Response:
        reader = reader_of(request)
        words = reader.words()
        if (reader.code, reader.scheme) not in self._made:
            told = words.text("That was a lot at once from your address. Please wait a few seconds, then load the page again.")
            # Everybody gets the same page: nothing of the first request may stand in it.
            nothing = {"headers": [], "path": "/", "raw_path": b"/", "method": "GET", "prefix": "", "path_params": {}}
            plain = Request({**request.scope, **nothing, "query_string": f"lang={reader.code}".encode()})
            made = render(plain, "error.html", 429, heading=words.text("A moment, please"), problem=told, hint="", again=0)
            self._made[reader.code, reader.scheme] = bytes(made.body)
        headers = {"retry-after": str(seconds)}
        return HTMLResponse(self._made[reader.code, reader.scheme], 429, headers)
