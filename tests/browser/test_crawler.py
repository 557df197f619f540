"""No way leads to an error page: everything is pressed, in random order, in windows of three sizes.

LONDINIUM_CRAWL=600 crawls for ten minutes in each window instead of seconds, LONDINIUM_CRAWL_SEED=… in another order.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser

from .crawler import Crawler
from .person import DESKTOP
from .tables import BRIDGE, CITY, prepare
from .test_replay import RECORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Server

SECONDS = float(os.environ.get("LONDINIUM_CRAWL", "15"))
SEED = int(os.environ.get("LONDINIUM_CRAWL_SEED", "1"))
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
WINDOWS: dict[str, dict[str, Any]] = {
    "desktop": DESKTOP,
    "tablet": {"viewport": {"width": 820, "height": 1180}, **TOUCH},
    "phone": {"viewport": {"width": 390, "height": 844}, **TOUCH},
}
GAMES = (BRIDGE, CITY)
PAGES = ("/", "/about", "/daily", "/daily/archive", "/learn", "/open", "/position", "/puzzles", "/rules", "/seats",
         "/stats", "/tournaments", "/watch", "/workshop", "/you")  # fmt: skip
PAGES_OF_GAME = ("/learn/{}", "/new/{}", "/puzzles/{}", "/puzzles/{}/any", "/puzzles/{}/day", "/rules/{}", "/tournaments/new/{}",
                 "/workshop/{}")  # fmt: skip


@pytest.fixture(scope="module")
def little(start_server: Callable[..., Server]) -> Server:
    """A server whose bots and analyses think little."""
    return start_server("--no-limits", "--analysis-simulations", "8", "--solver-seconds", "0.2")


@pytest.fixture(scope="module")
def starts(little: Server) -> list[str]:
    """Where one begins: every page that has an address of its own, and matches that are over, or go on."""
    found = [*PAGES, *(page.format(slug) for slug in GAMES for page in PAGES_OF_GAME)]
    for slug in GAMES:
        over, running = prepare(little, slug, seats=2, bots=1, moves=1000), prepare(little, slug, seats=3, bots=2, moves=9)
        found += [f"/replay/{over.id}", f"/replay/{over.id}/film", f"/replay/{over.id}/plain", f"/t/{over.seats[0]}"]
        found += [f"/t/{running.seats[0]}", f"/t/{running.watch}", f"/t/{running.seats[0]}/text"]
    return found


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """What is given to fields for files: a record, and what is none."""
    folder = tmp_path_factory.mktemp("files")
    contents = {"empty.record": b"", "noise.record": bytes(range(256)), "half.record": RECORDS[BRIDGE].read_bytes()[:900]}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [*RECORDS.values(), *(folder / name for name in contents)]


@pytest.mark.parametrize("window", WINDOWS)
def test_nothing_leads_to_an_error(browser: Browser, little: Server, starts: list[str], files: list[Path], window: str) -> None:
    crawler = Crawler(browser, little.url, starts, files, SEED, **WINDOWS[window])
    found = crawler.crawl(SECONDS)
    print(f"{window}: {found.presses} presses on {len(found.pages)} kinds of pages, {len(found.pressed)} kinds of things")
    for problem, way in found.problems.items():
        print(problem, *way, sep="\n    ")
    assert not found.problems, list(found.problems)
    assert found.presses > SECONDS
    assert "Traceback" not in little.log


def test_the_crawler_sees_what_is_wrong(browser: Browser, little: Server) -> None:
    """Where it begins on pages of errors, it says so."""
    found = Crawler(browser, little.url, ["/no-such-page", "/replay/no-such-table"], [], SEED, **DESKTOP).crawl(2)
    assert any("an error page" in problem for problem in found.problems), found.problems
