"""Looking at a record file. It comes along with every request, and nothing of it is kept on the server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.web.http.answers import as_json, saved
from londinium.web.http.limits import TooFast
from londinium.web.http.reader import reader_of
from londinium.web.pages.replay import Source, plain_replay, read_eye, replay_page
from londinium.web.pages.sent_files import read_sent_record
from londinium.web.pages.templates import render
from londinium.web.site import check_pace, site_of

LARGEST_RECORD = 100_000
HOME = "/open"


@dataclass(frozen=True)
class SentRecord:
    """A record as it came with a form, and what else the form says."""

    match: Match
    source: Source
    ply: str
    eye: str


async def choose_record(request: Request) -> Response:
    return render(request, "open.html", error="")


async def show_record(request: Request) -> Response:
    try:
        sent = await sent_record(request)
    except TooFast:
        raise  # which says nothing about the file
    except LondiniumError as error:
        return _again(request, error)
    return replay_page(request, sent.match, sent.source)


async def plain_record(request: Request) -> Response:
    try:
        sent = await sent_record(request)
    except TooFast:
        raise  # which says nothing about the file
    except LondiniumError as error:
        return _again(request, error)
    return plain_replay(request, sent.match, sent.source, sent.ply, sent.eye)


async def seen_record(request: Request) -> Response:
    sent = await sent_record(request)
    eye = read_eye(request.path_params["eye"], sent.match)
    return as_json(request, await site_of(request).replays.packed(sent.match, reader_of(request).code, eye))


async def saved_record(request: Request) -> Response:
    sent = await sent_record(request)
    name = "".join(sign for sign in Path(sent.source.name).stem if sign.isascii() and (sign.isalnum() or sign in "-_"))
    return await saved(request, sent.match, name or "record")


def _again(request: Request, error: LondiniumError) -> Response:
    return render(request, "open.html", 422, error=error.told(reader_of(request).words()))


async def sent_record(request: Request) -> SentRecord:
    """The record that was sent: as a file at first, then as the text that was in it."""
    check_pace(request, "posts")
    async with request.form(max_files=1, max_fields=8, max_part_size=LARGEST_RECORD) as form:
        upload, name, text = form.get("file"), str(form.get("name", "")), str(form.get("record", ""))
        ply, eye = str(form.get("ply", "")), str(form.get("eye", ""))
        if isinstance(upload, UploadFile):
            name = Path(upload.filename or "").name
            text = (await upload.read(LARGEST_RECORD)).decode("utf-8", "replace")
    if not text.strip():
        raise LondiniumError(N_("please choose a record file"))
    match = await site_of(request).readings.read(lambda: read_sent_record(text, name or "record"))
    return SentRecord(match, Source(HOME, text, name), ply, eye)
