"""The application where nobody else can come, asked as a page of a site without a server asks it."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

import pytest

from londinium.browser.bridge import EVERYTHING_ADDRESS, Bridge, PageAnswer
from londinium.browser.start import everything
from londinium.browser.store import BrowserStore
from londinium.web.app import create_app
from londinium.web.http.limits import NO_LIMITS
from londinium.web.place import Place

ROOT = "/games/london/app"


def asked(tmp_path: Path, *requests: tuple[str, str, bytes], code: str = "en") -> list[PageAnswer]:
    async def keep(pages: object, count: int) -> None:
        """Nothing lasts."""

    async def ask() -> list[PageAnswer]:
        store = await BrowserStore.begin(tmp_path / "londinium.db", b"", keep)
        app = create_app(store, NO_LIMITS, place=Place(meets=False, compiles=False))
        bridge = Bridge(app, ROOT, everything=partial(everything, store))
        await bridge.start()
        try:
            return [await bridge.answer(method, path, [("accept-language", code)], body) for method, path, body in requests]
        finally:
            await bridge.stop()

    return asyncio.run(ask())


@pytest.mark.parametrize("company", ["", "?with=friends"])
def test_a_new_table_is_one_against_bots(tmp_path: Path, company: str) -> None:
    (page,) = asked(tmp_path, ("GET", f"/new/old-london-bridge{company}", b""))
    text = page.body.decode()
    chosen = re.findall(r'<option value="([^"]*)" selected', text)
    assert chosen[0] == "me"
    assert not {"me", "friend"} & set(chosen[1:])
    assert not re.search('value="friend"|>Play with (friends|others)<', text)


def test_there_are_no_pages_for_company_and_none_about_a_server(tmp_path: Path) -> None:
    gone = ["/seats", "/watch", "/tournaments", "/carry", "/metrics"]
    pages = asked(tmp_path, *(("GET", path, b"") for path in [*gone, "/", "/about", "/you", "/stats"]))
    assert [page.status for page in pages] == [404] * len(gone) + [200] * 4
    texts = [page.body.decode() for page in pages[len(gone) :]]
    assert not [text for text in texts if "this server" in text.lower()]
    links = {link for text in texts for link in re.findall(r'href="(/[^"#?]*)', text)}
    assert all(link.startswith(f"{ROOT}/") for link in links)
    assert not [link for link in links if link.removeprefix(ROOT) in gone]


def test_everything_is_saved_and_a_wrong_file_is_refused_in_the_readers_language(tmp_path: Path) -> None:
    saved, wrong = asked(tmp_path, ("GET", EVERYTHING_ADDRESS, b""), ("POST", EVERYTHING_ADDRESS, b"no"), code="it")
    assert saved.body.startswith(b"SQLite format 3")
    assert (wrong.status, wrong.body.decode()) == (400, "questo file non è stato salvato da Londinium")
