"""Style sheets, scripts and icons: made and compressed once, and served under an address that names their content."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from londinium import look
from londinium.kernel.game import Game
from londinium.kernel.registry import games
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.look import tokens
from londinium.look.found_before import found_before
from londinium.study import graph
from londinium.web.http.within import within

_log = logging.getLogger(__name__)

STATIC = Path(__file__).parent.parent / "static"
TEXT_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
PICTURE_TYPES = {".png": "image/png", ".ico": "image/x-icon"}
MODULE_TYPES = {".wasm": "application/wasm", ".npz": "application/octet-stream"}
MEDIA_TYPES = {**{ending: f"{kind}; charset=utf-8" for ending, kind in TEXT_TYPES.items()}, **PICTURE_TYPES, **MODULE_TYPES}
PACKED_TYPES = {*TEXT_TYPES, ".wasm"}
FOR_EVER = "public, max-age=31536000, immutable"
STYLE_FOLDER = Path(look.__file__).parent / "style"
STYLE_SHEETS = (
    "basics",
    "around",
    "forms",
    "rules",
    "text",
    "table",
    "daily",
    "memory",
    "company",
    "workshop",
    "position",
    "tournament",
    "drawers",
    "screens",
)
"""The parts of the site's style sheet, in the order in which they stand in it: later ones win."""
THINKING_SCRIPTS = ("engine.js", "errand.js", "thinker.js", "answers.js")
"""What the worker with which a page thinks needs beside itself."""
THINKING_WORKER = "thinking.js"
THINKING_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""What this worker may do: run WebAssembly, which no page may, and hear from this server."""


@dataclass(frozen=True)
class Asset:
    content: bytes
    packed: bytes | None
    """None of pictures, which are compressed already."""
    kind: str


def _asset(name: str, content: bytes) -> Asset:
    ending = Path(name).suffix
    packed = gzip.compress(content, 9, mtime=0) if ending in PACKED_TYPES else None
    return Asset(content, packed, MEDIA_TYPES[ending])


def thinking_scripts() -> dict[str, bytes]:
    from londinium.wasm.modules import ENGINE_SCRIPTS  # a browser does not have it

    return {name: (ENGINE_SCRIPTS / name).read_bytes() for name in THINKING_SCRIPTS}


def module_files() -> dict[str, bytes]:
    """What pages think with: the rules of each game as WebAssembly, and what a network has learnt of it."""
    from londinium.wasm.modules import module_file

    found: dict[str, bytes] = {}
    for game in games():
        module, network = module_file(game), game.folder / "mind" / "foresight.npz"
        if module.exists():
            found |= {f"{game.slug}{file.suffix}": file.read_bytes() for file in (module, network) if file.exists()}
    return found


def site_stylesheet() -> str:
    """Tokens and everything that is not a game's."""
    return tokens.stylesheet() + "".join((STYLE_FOLDER / f"{name}.css").read_text(encoding="utf-8") for name in STYLE_SHEETS)


@found_before(lambda: "")
def covers() -> dict[str, str]:
    """The picture of each game for the home page, by its slug."""
    return {game.slug: _of_drawing(game, "cover") for game in games()}


def _of_drawing(game: Game, name: str) -> str:
    """A cover or a style sheet. A drawing that fails costs its game the picture, and the site nothing."""
    try:
        return str(getattr(game.drawing, name)())
    except Exception:
        _log.exception("`%s` of the drawing of %s fails", name, game.slug)
        return ""


class Assets:
    """Scripts and style sheets share one digest, so that they find each other beside themselves. What pages think with has its
    own: an update of the site does not fetch it again.
    """

    digest: str
    names: tuple[str, ...]
    own_digests: Mapping[str, str] = {}
    """Of those that are named by their own content."""

    def __init__(self, *, thinking: bool = False) -> None:
        """`thinking`: including what pages think with, for a server."""
        texts = {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.suffix in MEDIA_TYPES}
        if thinking:
            texts |= thinking_scripts()
        texts["site.css"] = site_stylesheet().encode()
        texts["replay.css"] += graph.GRAPH_STYLE.encode()
        for game in games():
            sheet = _of_drawing(game, "stylesheet")
            texts[f"{game.slug}.css"], texts[f"{game.slug}-within.css"] = sheet.encode(), within(sheet).encode()
        self.digest = sha256(b"".join(name.encode() + content for name, content in sorted(texts.items()))).hexdigest()[:12]
        modules = module_files() if thinking else {}
        self.own_digests = {name: sha256(content).hexdigest()[:12] for name, content in modules.items()}
        self._assets = {name: _asset(name, content) for name, content in {**texts, **modules}.items()}
        self.names = tuple(sorted(self._assets))

    def digest_of(self, name: str) -> str:
        """What names the content of an asset in its address."""
        return self.own_digests.get(name, self.digest)

    def address(self, name: str) -> str:
        if name not in self.names:
            raise KeyError(name)
        return f"/assets/{self.digest_of(name)}/{name}"

    def content(self, name: str) -> bytes:
        return self._assets[name].content

    def serve(self, request: Request) -> Response:
        name = request.path_params["name"]
        asset = self._assets.get(name)
        if asset is None:
            raise NoSuchPage
        digest = self.digest_of(name)
        current = request.path_params["digest"] == digest
        headers = {
            # A page from before an update still gets its files, the new ones, but keeps none of them.
            "cache-control": FOR_EVER if current else "no-cache",
            "etag": f'"{digest}"',
            "vary": "accept-encoding",
        }
        if name == THINKING_WORKER:
            headers["content-security-policy"] = THINKING_POLICY
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(asset.packed, headers={**headers, "content-encoding": "gzip"}, media_type=asset.kind)
        return Response(asset.content, headers=headers, media_type=asset.kind)


class NoSuchPage(LondiniumError):
    """An address under which there is nothing."""

    def __init__(self) -> None:
        super().__init__(N_("there is no such page"))
