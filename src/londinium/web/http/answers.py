"""Answers that are not pages: data as it was compressed, and files to keep."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from londinium.kernel.match import Match
from londinium.web.http.large_answers import PART_OF_ANSWER
from londinium.web.http.reader import reader_of
from londinium.web.pages.standalone import file_name, standalone
from londinium.web.site import site_of


def as_json(request: Request, packed: bytes) -> Response:
    """A replay goes out as it was compressed."""
    headers = {"vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return StreamingResponse(_unpacked(packed), headers=headers, media_type="application/json")
    return Response(packed, headers={**headers, "content-encoding": "gzip"}, media_type="application/json")


async def _unpacked(packed: bytes) -> AsyncIterator[bytes]:
    """Little by little, as it is read: unpacked as a whole it is a hundred times as large, for as long as somebody reads."""
    unpacking, rest = zlib.decompressobj(zlib.MAX_WBITS | 16), packed
    while rest:
        if part := unpacking.decompress(rest, PART_OF_ANSWER):
            yield part
        rest = unpacking.unconsumed_tail
    yield unpacking.flush()


async def saved(request: Request, match: Match, name: str) -> Response:
    """The replay as one file to keep."""
    code = reader_of(request).code
    page = await site_of(request).replays.work(lambda: standalone(match, code))
    return download(page, file_name(match, name), "text/html")


def download(text: str, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)
