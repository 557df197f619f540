"""A site without a server, offered by a server: the files of a folder that `londinium site` has written, below `/offline/`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.web.http.assets import NoSuchPage
from londinium.web.site import site_of

ADDRESS = "/offline/"
FILE_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; frame-src 'self'; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
"""Such a site runs WebAssembly, and shows its pages in a frame of its own."""


async def site_file(request: Request) -> Response:
    """One of the files; the address without a slash leads to the one with it, below which the site stands."""
    folder = site_of(request).place.offline
    path = request.path_params.get("path")
    if folder is None:
        raise NoSuchPage
    if path is None:
        return RedirectResponse(ADDRESS, 308)
    content = await asyncio.to_thread(_read, folder, path or "index.html")
    if content is None:
        raise NoSuchPage
    kind = FILE_TYPES.get(Path(path or "index.html").suffix, "application/octet-stream")
    return Response(content, media_type=kind, headers={"content-security-policy": POLICY, "cache-control": "no-cache"})


def _read(folder: Path, path: str) -> bytes | None:
    """A file inside of the folder, and nothing outside."""
    try:
        file = (folder / path).resolve()
        return file.read_bytes() if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (ValueError, OSError):  # no name of a file at all
        return None
