"""How fast a site without a server is, in Chromium: bytes over the wire, the way to the first move, clicks."""

from __future__ import annotations

import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from londinium.kernel.words.errors import N_, LondiniumError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Frame, Page

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 3,
}
SLOWER = 4
"""How many times slower the processor of a phone is."""
VISITS, CLICKS, OPPONENT = 4, 40, "master"
PATIENCE = 120_000
OFFERED = ".table.my-turn[data-connected] .prompt-bar button[data-move]"
TURN = OFFERED.replace("[data-connected]", "[data-connected]:not(.settling)")
"""A moment later, when a click that was meant for something before is no longer feared."""
WATCHER = """
if (location.host) localStorage["londinium-pace"] ??= "at-once";
window.tasks = [];
new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
"""
ANSWERED = """async (turn) => {
  while (!document.querySelector(turn)) await new Promise((resolve) => setTimeout(resolve, 10));
  const started = performance.now();
  document.querySelector(turn).click();
  document.querySelector(".prompt-bar.asking [data-act=confirm]")?.click();
  await new Promise((resolve) => setTimeout(resolve)); // what the page itself does at once is no answer
  await new Promise((answered) => {
    const isNew = ({ target }) => !target.parentElement?.closest(".asking-words, .decide, .bubble, .ghosts");
    const watcher = new MutationObserver((changes) => changes.some(isNew) && (watcher.disconnect(), answered()));
    watcher.observe(document.querySelector(".table"), { childList: true, subtree: true });
  });
  await new Promise(requestAnimationFrame);
  return performance.now() - started;
}"""
"""Milliseconds from a click to the picture after it."""


def measure_site(folder: Path, slug: str) -> dict[str, Any]:
    """All figures of one game."""
    with _served(folder) as (address, sent), _chromium() as browser:
        desktop = browser.new_context(**DESKTOP)
        starts, wires = [], []
        for _ in range(1 + VISITS):
            before = sent()
            starts.append(_first_move(desktop, address, slug))
            wires.append(sent() - before)
        return {
            "first_bytes": wires[0],
            "later_bytes": max(wires[1:]),
            "cold_seconds": starts[0],
            "warm_seconds": min(starts[1:]),
            "desktop": _clicks(desktop, address, slug, 1),
            "phone": _clicks(browser.new_context(**PHONE), address, slug, SLOWER),
        }


@contextmanager
def _served(folder: Path) -> Iterator[tuple[str, Any]]:
    """A web server that knows nothing but files, and counts what it sends."""
    sizes: list[int] = []

    class Counting(SimpleHTTPRequestHandler):
        def copyfile(self, source: Any, outputfile: Any) -> None:
            content = source.read()
            sizes.append(len(content))
            stream: BufferedIOBase = outputfile
            stream.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", lambda: sum(sizes)
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def _chromium() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise LondiniumError(N_("measuring a site needs Playwright: pip install playwright")) from None
    program = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    if program is None:
        raise LondiniumError(N_("measuring a site needs Chromium, and there is none: apt install chromium"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def _opened(context: BrowserContext, address: str) -> tuple[Page, Frame]:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.locator("#londinium").wait_for(state="visible")
    frame = page.frame(url=re.compile("/app/"))
    assert frame is not None
    return page, frame


def _first_move(context: BrowserContext, address: str, slug: str) -> float:
    """Seconds from opening the site to the first legal move of a match against bots."""
    started = time.perf_counter()
    page, frame = _opened(context, address)
    frame.locator(f'form[action$="/play/{slug}"] button').first.click()
    frame.locator(OFFERED).first.wait_for()
    took = time.perf_counter() - started
    page.close()
    return took


def _clicks(context: BrowserContext, address: str, slug: str, slower: float) -> dict[str, float]:
    """How soon a click is answered in a match against a bot that thinks long, and the longest task of the page meanwhile."""
    context.add_init_script(WATCHER)
    page, frame = _opened(context, address)
    frame.evaluate("address => location.assign(address)", f"{address}app/new/{slug}")
    frame.wait_for_url(re.compile("/new/"))
    rows = ["me", OPPONENT, *["nobody"] * (frame.locator(".seat-row").count() - 2)]
    for row, kind in enumerate(rows):
        frame.locator(f'select[name="seat{row}"]').select_option(kind)
    frame.locator("form .go button").first.click()
    frame.locator(TURN).first.wait_for()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    frame.evaluate("tasks.length = 0")
    took: list[float] = []
    while len(took) < CLICKS and _is_my_turn(frame):
        took.append(frame.evaluate(ANSWERED, TURN))
    longest = max([0.0, *frame.evaluate("tasks"), *page.evaluate("tasks")])
    page.close()
    ordered = sorted(took)
    within = ordered[max(0, -(-95 * len(ordered) // 100) - 1)]
    return {"clicks": len(took), "median": median(took), "within_95": within, "longest_task": longest}


def _is_my_turn(frame: Frame) -> bool:
    """Whether it becomes the player's turn once more."""
    frame.locator(f"{TURN}, .table.over").first.wait_for()
    return frame.locator(".table.over").count() == 0
