"""A person at the table: looks for what can be clicked, clicks it, and waits until the server has answered."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any, Literal

from playwright.sync_api import BrowserContext, Page

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
ALONE: dict[str, Any] = {**DESKTOP, "service_workers": "block"}
"""A service worker would answer for the server, and fetches the whole site first; `test_installed.py` lets it in."""
STILL: dict[str, Any] = {**ALONE, "reduced_motion": "reduce"}
"""The usual window: nothing moves in it by itself."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WIRE = Path(__file__).parent / "wire.js"
AT_REST = ".table:not(.settling)"
"""A table at which a click means what stands there now: the page says it itself."""
MY_TURN = ".table.my-turn:not(.settling)[data-connected] [data-move]"
# A server that is down on purpose, and a page that answers 404 on purpose, are complained of by the browser itself.
EXPECTED = re.compile(r"WebSocket connection|the server responded with a status of 4\d\d|ERR_INTERNET_DISCONNECTED")

Way = Literal["click", "tap"]


class Person:
    """Somebody with a browser of their own. Every error in the page is a problem."""

    def __init__(self, context: BrowserContext, *, silent: bool = False, pace: str = "at-once") -> None:
        self.context, self._problems = context, list[str]()
        self.forgives = False
        """Whether a server that is down, or refuses a page, belongs to the test."""
        if not silent:  # a browser without scripts needs no ear on its socket
            context.add_init_script(path=WIRE)
            # Most tests are not about time: what happened is shown at once.
            context.add_init_script(f'if (location.host) localStorage["londinium-pace"] ??= "{pace}";')
        self.page = context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("pageerror", lambda error: self._problems.append(str(error)))
        self.page.on("console", lambda said: self._problems.append(said.text) if said.type == "error" else None)
        self.page.on("dialog", lambda dialog: self._problems.append(f"a dialog: {dialog.message}"))

    @property
    def problems(self) -> list[str]:
        return [problem for problem in self._problems if not (self.forgives and EXPECTED.search(problem))]

    def open(self, address: str) -> Page:
        """A table page, connected."""
        self.page.goto(address)
        self.page.wait_for_selector(".table[data-connected] .prompt-words")
        return self.page

    def decide(self, chance: Random, way: Way = "click") -> str:
        """Make one move, drawn by chance, and wait for the server's answer to it. Every legal move must be in reach."""
        self.page.wait_for_selector(MY_TURN)
        beyond = legal(self.page) - reachable(self.page)
        assert not beyond, f"out of reach: {sorted(beyond)}"
        move = chance.choice(sorted(legal(self.page)))
        self.make(move, way)
        return move

    def make(self, move: str, way: Way = "click") -> None:
        """Make this move, confirm it where the page asks, and wait for the server's answer."""
        before = self.page.evaluate("wire.answered.length")
        self.choose(move, way)
        self.answered(before)

    def choose(self, move: str, way: Way = "click") -> None:
        """Make this move, confirm it where the page asks, and wait for nothing."""
        self.point_at(move, way)
        asks = self.page.locator(".prompt-bar.asking").count() > 0
        assert asks or way == "click", "a tap only shows what it would do"
        if asks:
            press(self.page, "[data-act=confirm]", way)
            if self.page.locator(".prompt-bar.asking.unused").count():
                self.page.wait_for_timeout(500)  # what stays unused is asked about once, and a double click is no answer
                press(self.page, "[data-act=confirm]", way)

    def answered(self, before: int) -> None:
        """Wait until the server has carried out what was asked after so many answers, and the page shows it."""
        self.until(f"wire.answered.length > {before}")
        answer = self.page.evaluate(f"wire.answered[{before}]")
        assert answer["kind"] == "ack", answer
        self.until("wire.settled()")

    def until(self, condition: str, patience: float = 15) -> None:
        """Wait for something in the page, an expression of its scripts."""
        self.page.evaluate(f"wire.until(() => {condition}, {patience * 1000})")

    def point_at(self, move: str, way: Way = "click") -> None:
        """Click or tap on a move, at a point where nothing lies above it, when the table has come to rest."""
        self.until("!document.querySelector('.settling')")
        point = self.page.evaluate(f"wire.reach({json.dumps(move)})")
        assert point, f"{move} cannot be pointed at"
        if way == "tap":
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.move(*point)
            self.page.mouse.click(*point)


def press(page: Page, selector: str, way: Way) -> None:
    found = page.locator(selector).first
    if way == "tap":
        found.tap()
    else:
        found.click()


def reachable(page: Page) -> set[str]:
    """Every legal move that can be pointed at; a part of the page that scrolls is scrolled to it."""
    found: list[str] = page.evaluate("wire.offered().filter(wire.reach)")
    return set(found)


def legal(page: Page) -> set[str]:
    """Every move the server has offered, whether drawn or not."""
    offered: list[str] = page.evaluate("wire.offered()")
    return set(offered)


def is_over(page: Page) -> bool:
    return page.locator(".table.over").count() > 0


def log_lines(page: Page) -> list[str]:
    return page.locator(".table [data-fragment=log] li[data-ply]").all_inner_texts()
