"""Looking at a record file: the position at any ply, with the moves before it. Nothing is kept on the server."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.drawing import Scene
from londinium.kernel.errors import N_, LondiniumError
from londinium.kernel.match import Match
from londinium.kernel.record_files import load_record
from londinium.web.pages import render
from londinium.web.reader import reader_of
from londinium.web.routes.opening import check_pace

LARGEST_RECORD = 100_000


async def choose_record(request: Request) -> Response:
    return render(request, "open.html", error="")


async def show_record(request: Request) -> Response:
    """A record that was sent with the form: as a file at first, then again with every step."""
    check_pace(request, "posts")
    reader = reader_of(request)
    async with request.form(max_files=1, max_fields=8, max_part_size=LARGEST_RECORD) as form:
        upload, name, text, ply = (
            form.get("file"),
            str(form.get("name", "")),
            str(form.get("record", "")),
            str(form.get("ply", "")),
        )
        if isinstance(upload, UploadFile):
            name = Path(upload.filename or "").name
            text = (await upload.read(LARGEST_RECORD)).decode("utf-8", "replace")
    try:
        if not text.strip():
            raise LondiniumError(N_("please choose a record file"))
        match = await run_in_threadpool(_load, text, name or "record")
    except LondiniumError as error:
        return render(request, "open.html", 422, error=error.told(reader.words()))
    last = match.ply
    at = min(int(ply), last) if ply.isdecimal() else last
    lines = match.log(reader.code, None)
    match.go_to(at)
    return _page(request, match, name, text, at, last, lines)


def _load(text: str, name: str) -> Match:
    """Records are read from a path, so this one lies in a folder of its own for a moment."""
    with tempfile.TemporaryDirectory(prefix="londinium-") as folder:
        path = Path(folder) / "record"
        path.write_text(text, encoding="utf-8")
        try:
            return load_record(path)
        except LondiniumError as error:
            if "source" in error.facts:
                error.facts["source"] = name
            raise


def _page(request: Request, match: Match, name: str, text: str, at: int, last: int, lines: list[tuple[int, str]]) -> Response:
    game = match.game
    words = reader_of(request).words(game)
    view, scene = match.view(None, refusals=False), Scene(words, match.names)
    pictures = {scheme: _as_image(game.art.picture(view, scene, scheme)) for scheme in ("light", "dark")}
    steps = sorted({0, last, *(ply for ply, _ in lines)})
    return render(
        request,
        "record.html",
        game=game,
        match=match,
        name=name,
        resend="steps",
        record=text,
        at=at,
        last=last,
        back=max((ply for ply in steps if ply < at), default=0),
        on=min((ply for ply in steps if ply > at), default=last),
        lines=[(ply, line) for ply, line in lines if ply < at][-12:],
        pictures=pictures,
        board=game.art.text_board(view, scene),
        sprite=game.art.sprite() if match.is_over else "",
        sheets=game.art.final(view, scene) if match.is_over else "",
    )


def _as_image(svg: str) -> str:
    """A picture with ids of its own: two of them stand on one page."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
