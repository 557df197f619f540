"""Answers that are no page: data as it was compressed, and files to keep."""

from __future__ import annotations

import gzip

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.match import Match
from londinium.web.http.reader import reader_of
from londinium.web.pages.standalone import file_name, standalone
from londinium.web.site import site_of


def as_json(request: Request, packed: bytes) -> Response:
    """A replay goes out as it was compressed."""
    headers = {"vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), headers=headers, media_type="application/json")
    return Response(packed, headers={**headers, "content-encoding": "gzip"}, media_type="application/json")


async def saved(request: Request, match: Match, name: str) -> Response:
    """The replay as one file to keep."""
    code = reader_of(request).code
    page = await site_of(request).replays.work(lambda: standalone(match, code))
    return download(page, file_name(match, name), "text/html")


def download(text: str, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)
