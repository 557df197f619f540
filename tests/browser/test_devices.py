"""The player's own device thinks for bots that search, with the real worker in a real browser. Hints come from the server."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import Page, expect

from .person import Person
from .tables import BRIDGE, OURS, stored
from .test_levels import answers, open_against

if TYPE_CHECKING:
    from conftest import Server

PATIENCE = 120
"""Seconds."""


def thoughts(server: Server, by: str) -> int:
    """How often a device, or the server itself, has thought."""
    told = httpx.get(f"{server.url}/metrics").text
    return sum(int(count) for count in re.findall(rf'^londinium_thoughts_total{{by="{by}",.*?}} (\d+)', told, re.MULTILINE))


def give_cores(page: Page) -> None:
    """One for the page and one to spare, whatever the machine has."""
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 2 })")


def wait_for_thinkers(page: Page, server: Server, count: int) -> None:
    """The first one waits until the server has found the numbers of its trial, for which it may have to compile the search."""
    end = time.monotonic() + PATIENCE
    while f"\nlondinium_thinkers {count}\n" not in (told := httpx.get(f"{server.url}/metrics").text):
        seen = [
            line
            for line in told.splitlines()
            if line.startswith(("londinium_thinkers", "londinium_thoughts", "londinium_limited"))
        ]
        assert time.monotonic() < end, f"not {count} devices: {seen}"
        page.wait_for_timeout(50)


def ask_for_hint(page: Page) -> None:
    page.keyboard.press("h")
    expect(page.locator("#hint li").first).to_be_visible(timeout=1000 * PATIENCE)
    page.keyboard.press("Escape")


@pytest.mark.parametrize("slug", OURS)
def test_bots_are_thought_in_the_browser(arrive: Callable[..., Person], server: Server, slug: str) -> None:
    person, chance = arrive(), Random(1)
    page = person.page
    give_cores(page)
    name = open_against(person, server, slug, "builder" if slug == BRIDGE else "apprentice")  # they have no network
    wait_for_thinkers(page, server, 1)
    page.wait_for_selector("[data-act=hint]")
    here, there = thoughts(server, "server"), thoughts(server, "device")
    ask_for_hint(page)
    assert (thoughts(server, "server"), thoughts(server, "device")) == (here + 1, there), "a hint comes from the server"
    made = len(answers(stored(server, name)))
    while len(answers(stored(server, name))) < made + 2:
        if page.locator(".table.my-turn").count():
            person.decide(chance)
        page.wait_for_timeout(20)
    assert thoughts(server, "server") == here + 1, "the server was asked"
    assert thoughts(server, "device") >= there + 2
    assert not any(getattr(row.event, "stands_in", False) for row in answers(stored(server, name)))
    page.locator(".tools [data-open=menu]").click()
    told = page.locator("[data-device] [data-words]")
    expect(told).to_have_text(re.compile(r"\d+\.$"))
    page.locator("[data-setting=device]").uncheck()  # whoever does not want it: the server thinks, at once
    wait_for_thinkers(page, server, 0)
    page.keyboard.press("Escape")
    made = len(answers(stored(server, name)))
    while len(answers(stored(server, name))) == made:
        if page.locator(".table.my-turn").count():
            person.decide(chance)
        page.wait_for_timeout(20)
    assert thoughts(server, "server") > here + 1
