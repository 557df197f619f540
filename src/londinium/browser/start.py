"""The beginning of everything in a browser: called once by `python.js`, with what JavaScript has to do."""

from __future__ import annotations

import io
import logging
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from londinium.browser.bridge import Bridge, PageAnswer
from londinium.browser.place import browser_place
from londinium.browser.store import BrowserStore
from londinium.kernel.words.language import language
from londinium.table.errors import StoreError
from londinium.web.app import create_app
from londinium.web.background.analyses import Depth
from londinium.web.http.journal import Journal
from londinium.web.http.limits import NO_LIMITS

FILE = Path("/londinium.db")
COMMON_SECRET = sha256(b"Londinium without a server").digest()
"""There is nobody here from whom links would have to be kept; and a day's cards are the same in every browser."""


class Browser:
    """What JavaScript calls, and what it is asked for."""

    def __init__(self, bridge: Bridge, to_js: Any) -> None:
        self._bridge, self._to_js = bridge, to_js

    async def answer(self, method: str, address: str, headers: Any, body: Any) -> Any:
        """The status, the headers and the bytes of an answer, as JavaScript takes them."""
        given = body.to_bytes()
        said = await self._bridge.answer(method, address, [tuple(pair) for pair in headers.to_py()], given)
        return self._to_js([said.status, [list(pair) for pair in said.headers], said.body])

    def open_socket(self, name: str, address: str, tell: Any, end: Any) -> None:
        self._bridge.open_socket(name, address, tell, end)

    def hear(self, name: str, text: str) -> None:
        self._bridge.hear(name, text)

    def leave(self, name: str) -> None:
        self._bridge.leave(name)


async def everything(store: BrowserStore, method: str, file: bytes, code: str, cookies: str) -> tuple[PageAnswer, str]:
    """All that is kept, as a file, with the cookies that say whose it is; or a file that takes its place, and its cookies. `code`
    is the reader's language.
    """
    if method == "GET":
        return PageAnswer(200, [("content-type", "application/vnd.sqlite3")], store.saved(cookies)), ""
    try:
        found = await store.adopt(file)
    except StoreError as problem:
        return PageAnswer(400, [("content-type", "text/plain; charset=utf-8")], problem.told(language(code)).encode()), ""
    return PageAnswer(200, [("content-type", "text/plain; charset=utf-8")], b""), found


async def start(outside: Any, root: str) -> Browser:
    """Begin with what was kept. `outside` is what JavaScript does: it keeps pages and cookies, and asks thinkers."""
    from js import Object  # type: ignore[import-not-found]  # there is JavaScript in a browser only
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    logging.basicConfig(level=logging.WARNING)

    async def keep(pages: Mapping[int, bytes], count: int) -> None:
        await outside.keep(to_js([list(pair) for pair in pages.items()]), count)

    async def ask(errand: dict[str, Any]) -> Mapping[str, Any]:
        answer = await outside.ask(to_js(errand, dict_converter=Object.fromEntries))
        found: Mapping[str, Any] = answer.to_py()
        return found

    kept = await outside.pages()
    store = await BrowserStore.begin(FILE, kept.to_bytes() if kept else b"", keep)
    await store.adopt_secret(COMMON_SECRET)
    place = browser_place(ask, int(outside.workers))
    app = create_app(store, NO_LIMITS, Journal(io.StringIO()), Depth(par_seconds=0), place=place)
    bridge = Bridge(app, root, outside.cookies or "", outside.keepCookies, partial(everything, store))
    await bridge.start()
    return Browser(bridge, to_js)
