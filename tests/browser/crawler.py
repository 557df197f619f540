"""Somebody who presses everything: links, buttons and forms in random order, with sense and without, on every page of a site.

What is wrong is noted with the way that led there; then it goes on from another page. The same seed presses in the same order, as
far as bots and clocks allow.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Response
from playwright.sync_api import Error as BrowserError

CRAWLER = Path(__file__).parent / "crawler.js"
LONGEST_WAY = 40
"""After so many steps somebody else begins, with an empty browser, somewhere else."""
PAUSES = (0, 0, 30, 100, 400)
"""Milliseconds between two presses."""
SCRIPT = "<script>alert(1)</script>"
ODD = ("", " ", "x" * 5000, SCRIPT, "0", "-1", "99999999999", "1e9", "Zoë 🎲", "../..", "%00", "null", "שלום", "' OR 1=1 --")
ODD_NUMBERS = ("", "-1", "0", "1", "7", "999999999", "1e9", "0.5")
ODD_DATES = ("", "1000-01-01", "2026-11-16", "9999-12-31")
NUMBER = re.compile(r"\d+")
SECRET = re.compile(r"(?<=/)[a-z0-9]{10}(\.[\w.-]+)?(?=/|$)")


@dataclass
class Found:
    """What a crawl came across."""

    problems: dict[str, list[str]] = field(default_factory=dict)
    """What is wrong, and the way that led there first."""
    pages: Counter[str] = field(default_factory=Counter)
    pressed: Counter[str] = field(default_factory=Counter)
    presses: int = 0


class Crawler:
    """One that presses in a window of one size until its time is over."""

    def __init__(self, browser: Browser, url: str, starts: list[str], files: list[Path], seed: int, **window: Any) -> None:
        self._browser, self._url, self._starts, self._files, self._window = browser, url, starts, files, window
        self._chance = Random(seed)
        self._touch = bool(window.get("has_touch"))
        self._way: list[str] = []
        self.found = Found()

    def crawl(self, seconds: float) -> Found:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._walk(end)
        return self.found

    def _walk(self, end: float) -> None:
        context = self._browser.new_context(**self._window, service_workers="block")
        context.add_init_script(path=CRAWLER)
        context.set_default_timeout(10_000)
        context.on("page", self._watch)
        page = context.new_page()
        try:
            self._start(page)
            for _ in range(LONGEST_WAY):
                if time.monotonic() > end:
                    break
                if not self._step(page):
                    self._start(page)
        finally:
            context.close()

    def _start(self, page: Page) -> None:
        least = min(self.found.pages[self._kind(start)] for start in self._starts)
        start = self._chance.choice([each for each in self._starts if self.found.pages[self._kind(each)] == least])
        self._way = [start]
        self.found.pages[self._kind(start)] += 1
        try:
            page.goto(self._url + start, wait_until="domcontentloaded")
        except BrowserError as problem:
            if "Download is starting" not in str(problem) and "ERR_ABORTED" not in str(problem):
                raise

    def _step(self, page: Page) -> bool:
        """Look at the page, fill something in, press something; whether it can go on from there."""
        try:
            page.wait_for_load_state("domcontentloaded")
            if not self._is_fine(page):
                return False
            if self._chance.random() < 0.5:
                self._fill(page)
            return self._press(page)
        except BrowserError as problem:
            # It went elsewhere in that moment.
            if re.search("context was destroyed|navigat|Target page.*closed|frame was detached", str(problem)):
                return not page.is_closed()
            self._note(f"the browser: {str(problem).splitlines()[0]}")
            return False

    def _is_fine(self, page: Page) -> bool:
        if not page.url.startswith(self._url):
            return False
        page.evaluate("crawl.ready()")
        self.found.pages[self._kind(page.url.removeprefix(self._url))] += 1
        if problem := page.evaluate("crawl.problem()"):
            self._note(f"an error page: {problem}")
            return False
        if not page.evaluate("crawl.ways()"):
            self._note(f"a dead end: {self._kind(page.url.removeprefix(self._url))}")
            return False
        return True

    def _fill(self, page: Page) -> None:
        for number, kind in enumerate(page.evaluate("crawl.fields()")):
            if self._chance.random() < 0.5:
                continue
            if kind == "file":
                file = self._chance.choice(self._files)
                handle = page.evaluate_handle(f"crawl.filled[{number}]").as_element()
                if handle is not None:
                    handle.set_input_files(file)
                self._way.append(f"file {file.name}")
                continue
            odd = {"number": ODD_NUMBERS, "range": ODD_NUMBERS, "date": ODD_DATES}.get(kind, ODD)
            value: Any = self._chance.randrange(50) if kind == "select" else self._chance.choice(odd)
            page.evaluate("([number, value]) => crawl.fill(number, value)", [number, value])
            self._way.append(f"{kind} {number} := {str(value)[:20]!r}")

    def _press(self, page: Page) -> bool:
        names: list[str] = page.evaluate("crawl.list()")
        keys = [f"{self._kind(page.url.removeprefix(self._url))} {NUMBER.sub('#', name)}" for name in names]
        if not names:
            return False
        # What was pressed least often comes first, mostly.
        order = list(range(len(names)))
        self._chance.shuffle(order)
        if self._chance.random() < 0.8:
            order.sort(key=lambda number: self.found.pressed[keys[number]])
        for number in order[:6]:
            point = page.evaluate(f"crawl.reach({number})")
            if point is None:
                continue
            self.found.pressed[keys[number]] += 1
            self.found.presses += 1
            self._way.append(names[number])
            if self._touch:
                page.touchscreen.tap(*point)
            else:
                page.mouse.click(*point)
            page.wait_for_timeout(self._chance.choice(PAUSES))
            return True
        page.keyboard.press("Escape")
        return False

    # ── What is wrong ──

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self._note(f"an exception: {error.stack or error}"))
        page.on("console", self._hear)
        page.on("dialog", self._answer)
        page.on("response", self._see)
        page.on("popup", self._close)

    def _answer(self, dialog: Dialog) -> None:
        dialog.accept() if self._chance.random() < 0.5 else dialog.dismiss()

    def _hear(self, said: ConsoleMessage) -> None:
        # What a status is said of stands in the answer itself, with its address.
        if said.type == "error" and "the server responded with a status" not in said.text:
            self._note(f"an error in the console: {said.text}")

    def _see(self, response: Response) -> None:
        # A form that says what is wrong with what was sent is no error page.
        if response.status >= 500 or (response.status >= 400 and response.request.resource_type not in ("document", "image")):
            where = self._kind(response.url.removeprefix(self._url))
            self._note(f"{response.status} for {response.request.method} {where}")

    def _close(self, page: Page) -> None:
        """A page beside the one that opened it: looked at, and closed."""
        try:
            page.wait_for_load_state("domcontentloaded")
            self._is_fine(page)
            page.close()
        except BrowserError:
            pass  # closed already, with all others

    def _note(self, problem: str) -> None:
        self.found.problems.setdefault(SECRET.sub("…", problem)[:400], self._way[-12:])

    def _kind(self, address: str) -> str:
        """An address without what differs from table to table."""
        return NUMBER.sub("#", SECRET.sub("…", re.sub(r"[?#].*", "", address)))
