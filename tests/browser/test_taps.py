"""No tap is lost: at any moment after a prompt a tap or a click chooses what lies under it, or nothing happens.

LONDINIUM_TAPS=200 taps as often in each game, with a finger and with a mouse, instead of a dozen times.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from .person import DESKTOP, PHONE, Person
from .tables import BRIDGE, CITY, Prepared

TAPS = int(os.environ.get("LONDINIUM_TAPS", "12"))
SCRIPT = Path(__file__).parent / "taps.js"
LATEST, LONGEST = 600, 300
"""Milliseconds after which a tap begins, and for which it lasts at most."""
PACES = {"no-preference": "brisk", "reduce": "at-once"}
AFTER = 90
"""Milliseconds until what a tap did is looked at."""


class Hand:
    """A finger, or a mouse, as Chromium gets it from a device."""

    def __init__(self, page: Page, touch: bool) -> None:
        self._page, self._touch = page, touch
        self._session: CDPSession = page.context.new_cdp_session(page)

    def press(self, x: float, y: float, milliseconds: float) -> None:
        if self._touch:
            self._session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        else:
            self._mouse("mouseMoved", x, y)
            self._mouse("mousePressed", x, y)
        if milliseconds:
            time.sleep(milliseconds / 1000)
        if self._touch:
            self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self._mouse("mouseReleased", x, y)

    def _mouse(self, kind: str, x: float, y: float) -> None:
        facts = {"type": kind, "x": x, "y": y}
        pressed = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
        self._session.send("Input.dispatchMouseEvent", {**facts, **pressed})


def problem_of(found: dict[str, Any], touch: bool) -> str:
    """What is wrong with what came of a tap; empty if nothing is."""
    under = found["under"]
    chosen = found["asking"] or found["which"] or found["sent"]
    if touch and found["sent"]:
        return "sent"
    if under is None:
        return "chosen without being tapped" if chosen else "looks chosen" if touch and found["looks"] else ""
    if not chosen:
        return "lost, and looks chosen" if found["looks"] and touch else "lost"
    named = found["sent"] or found["chosen"]
    if named and not set(named) & set(under["moves"]):
        return "wrong"
    # What was sent leads to the next decision, where a mouse may already look at something.
    dimmed = found["dimmed"] and not found["which"] and not found["sent"]
    return "chosen, and looks only looked at" if dimmed else ""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_no_tap_is_lost(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str, touch: bool, motion: str
) -> None:
    person = arrive(**{**(PHONE if touch else DESKTOP), "reduced_motion": motion}, pace=PACES[motion])
    person.context.add_init_script(path=SCRIPT)
    page, chance, wrong, made = person.page, Random(f"{slug} {touch} {motion}"), list[str](), 0
    hand, tables = Hand(page, touch), 0
    while made < TAPS / 2:
        tables += 1
        seats = 2 if slug == BRIDGE else 1 + tables % 2
        person.open(table(slug, seats=seats, bots=seats - 1, seed=tables).link(0))
        while made < TAPS / 2 and page.evaluate("taps.prompted()") == "asked":
            delay, length = chance.uniform(0, LATEST), chance.choice([0, chance.uniform(0, LONGEST)])
            page.wait_for_timeout(delay)
            point = page.evaluate("(which) => taps.aim(which)", chance.random())
            if point is not None:
                hand.press(point[0], point[1], length)
                page.wait_for_timeout(AFTER)
                found, made = page.evaluate("taps.outcome()"), made + 1
                if problem := problem_of(found, touch):
                    wrong.append(f"{problem}: {delay:.0f} ms after the prompt, for {length:.0f} ms: {found}")
            page.evaluate("taps.finish()")
    print(f"{made} taps, {len(wrong)} lost or wrong")
    assert wrong == []
