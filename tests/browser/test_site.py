"""Londinium without a server: a folder of files, in a Chromium whose network is cut as soon as it has them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from londinium.browser.site import write_site

from .person import DESKTOP, PHONE
from .test_replay import RECORDS

PATIENCE = 60_000
"""Python starts in a browser on a machine that runs other tests; and the first hint waits for a thinker to start."""
GAMES = {"old-london-bridge": DESKTOP, "next-station-london": PHONE}
FULL = """
let full = false;
const filling = new BroadcastChannel("full");
filling.onmessage = ({ data }) => {
  full = data;
  filling.postMessage("heard");
};
export async function keep(pages, count) {
  if (full) throw new DOMException("no room", "QuotaExceededError");
"""
"""A browser whose storage can be filled by a message: a real one is too large for a test."""
FILL = """full => new Promise((heard) => {
  const filling = new BroadcastChannel("full");
  filling.onmessage = heard;
  filling.postMessage(full);
})"""
DOUBLE_CLICK = 600
"""Milliseconds after a click in which another one would be taken for the same."""
TURN = ".table.my-turn:not(.settling)[data-connected] .prompt-bar button[data-move]"


class Files(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site below a path of a web server that knows nothing but files."""
    folder = tmp_path_factory.mktemp("host")
    written = write_site(folder / "games" / "london")
    assert sum(file.stat().st_size for file in written) < 8_000_000
    kept = folder / "games" / "london" / "kept.js"
    script = kept.read_text()
    kept.write_text(script.replace("export async function keep(pages, count) {\n", FULL))
    assert kept.read_text() != script
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/games/london/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    context = browser.new_context(**GAMES[request.node.callspec.params["slug"]])
    context.add_init_script('if (location.host) localStorage["londinium-pace"] ??= "at-once";')
    yield context
    context.close()


def opened(context: BrowserContext, address: str, problems: list[str]) -> tuple[Page, Frame]:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)

    def note(problem: str) -> None:
        print(problem)  # it tells why, where the test waits for something else in vain
        problems.append(problem)

    page.on("pageerror", lambda error: note(str(error)))
    page.on("console", lambda said: note(said.text) if said.type == "error" else None)
    page.goto(address)
    page.locator("#londinium").wait_for(state="visible")
    frame = page.frame(url=re.compile("/app/"))
    assert frame is not None
    return page, frame


def log(frame: Frame) -> str:
    return frame.locator(".whole-log").text_content() or ""


def decide(frame: Frame) -> str:
    """Make the first move that is offered; the state of the table before it."""
    offer = frame.locator(TURN).first
    offer.wait_for()
    before = log(frame)
    offer.click()
    if frame.locator(".prompt-bar.asking").count():
        frame.locator("[data-act=confirm]").click()
    frame.wait_for_function("before => document.querySelector('.whole-log').textContent !== before", arg=before)
    return before


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_match_without_a_network_goes_on_after_the_tab_was_killed(slug: str, context: BrowserContext, address: str) -> None:
    problems: list[str] = []
    page, frame = opened(context, address, problems)
    context.set_offline(True)
    expect(frame.locator("h1")).to_be_visible()
    assert not frame.locator("a[href*='/seats'], a[href*='/tournaments']").count(), "nobody can come"
    frame.locator(f'form[action$="/play/{slug}"] button').first.click()
    frame.locator(".table[data-connected]").wait_for()
    for _ in range(2):
        decide(frame)
    frame.locator(TURN).first.wait_for()
    frame.locator("[data-act=hint]").first.click()
    expect(frame.locator("#hint")).to_contain_text(re.compile(r"\w"), timeout=PATIENCE)
    table, seen = page.url, log(frame)
    page.close(run_before_unload=False)
    page, frame = opened(context, table, problems)
    frame.locator(".table[data-connected]").wait_for()
    # Every move that was shown is there.
    frame.wait_for_function("seen => document.querySelector('.whole-log').textContent === seen", arg=seen)
    decide(frame)
    assert not problems


@pytest.mark.parametrize("slug", ["old-london-bridge"])
def test_a_record_is_tried_from_any_step(slug: str, context: BrowserContext, address: str) -> None:
    problems: list[str] = []
    _, frame = opened(context, address, problems)
    context.set_offline(True)
    frame.goto(f"{address}app/open")
    frame.locator("#file").set_input_files(RECORDS[slug])
    frame.locator("form .main").click()
    frame.locator(".table[data-ready]").wait_for()
    frame.locator("[data-do=last]").click()
    frame.locator("[data-open=menu]").click()
    expect(frame.locator("#menu [data-try=''] small")).to_have_text(re.compile("^from the decision of .* · Round 12$"))
    frame.locator("#menu [data-try='']").click()
    frame.wait_for_url("**/table/*/*")
    decide(frame)
    assert not problems


@pytest.mark.parametrize("slug", ["next-station-london"])
def test_a_lesson_two_tabs_and_a_browser_that_has_no_room(slug: str, context: BrowserContext, address: str) -> None:
    problems: list[str] = []
    first, one = opened(context, address, problems)
    context.set_offline(True)
    one.locator('a[href$="/you"]').first.click()
    with first.expect_download() as saved:
        one.locator("a[download]").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"SQLite format 3")
    assert saved.value.suggested_filename == "londinium.db"
    one.evaluate("history.back()")
    one.locator(f'a[href$="/learn/{slug}"]').first.click()
    one.get_by_role("button", name="Next", exact=True).click()
    expect(one.get_by_text(re.compile(r"^2 / \d+$"))).to_be_visible()
    one.evaluate("history.back()")
    one.locator(f'form[action$="/play/{slug}"] button[name=alone], button[form="play-{slug}"][name=alone]').first.click()
    decide(one)
    _, two = opened(context, first.url, problems)
    decide(two)
    one.wait_for_function("seen => document.querySelector('.whole-log').textContent === seen", arg=log(two))

    # The tab that runs Python is closed: the other one goes on.
    first.close()
    decide(two)

    # What cannot be kept does not happen, and it is said.
    two.locator(TURN).first.wait_for()
    seen = log(two)
    two.evaluate(FILL, True)
    two.locator(TURN).first.click()
    if two.locator(".prompt-bar.asking").count():
        two.locator("[data-act=confirm]").click()
    expect(two.locator("[role=alert]")).to_contain_text("no room left")
    assert log(two) == seen
    two.locator("#notice").click()
    expect(two.locator("#notice")).to_be_hidden()
    two.evaluate(FILL, False)
    two.wait_for_timeout(DOUBLE_CLICK)
    decide(two)
    assert not problems
