"""The assets of a site without a server: files of the site, so Python needs to know their names only."""

from __future__ import annotations

from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from londinium.web.http.assets import Assets, NoSuchPage

ASSETS = Path(__file__).with_suffix(".json")
"""Their names; only a site has this file."""


class AssetNames(msgspec.Struct):
    digest: str
    names: tuple[str, ...]


class SiteAssets(Assets):
    """Requests for them are answered by the service worker."""

    def __init__(self) -> None:
        known = msgspec.json.decode(ASSETS.read_bytes(), type=AssetNames)
        self.digest, self.names = known.digest, known.names

    def content(self, name: str) -> bytes:
        raise NoSuchPage

    def serve(self, request: Request) -> Response:
        raise NoSuchPage
