"""Pages around the table in the pseudo-locale, where every message is two fifths longer: nothing sticks out or is cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from londinium.kernel.words.language import PSEUDO

from .person import Person
from .tables import OURS, Prepared

if TYPE_CHECKING:
    from conftest import Server

WIDTHS = (320, 390, 820, 1280)
PATHS = (
    "/",
    "/about",
    "/daily",
    "/learn",
    "/open",
    "/puzzles",
    "/rules",
    "/seats",
    "/stats",
    "/tournaments",
    "/watch",
    "/workshop",
    "/you",
    *(f"/{kind}/{slug}" for slug in OURS for kind in ("new", "rules", "learn")),
)

WRONG = """() => {
  const problems = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) {
    const over = [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth);
    problems.push(`the page is ${wide} wide: ${over.slice(0, 3).map((each) => `${each.tagName}.${each.className}`)}`);
  }
  for (const each of document.querySelectorAll("h1, h2, h3, button, .button, label, legend, summary, th, dt, nav a, p")) {
    const box = each.getBoundingClientRect();
    if (!each.checkVisibility() || each.closest(".unseen, svg") || box.width < 2) continue;
    const words = document.createRange();
    words.selectNodeContents(each);
    const within = getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
    const button = each.matches("button, .button") && words.getBoundingClientRect().right > box.right + 1;
    if (within || button) problems.push(`cut: ${each.tagName} ${each.textContent.trim().slice(0, 60)}`);
  }
  return problems;
}"""


def problems(person: Person) -> list[str]:
    """What is wrong with the page that is open, at every width."""
    found = []
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width}: {wrong}" for wrong in person.page.evaluate(WRONG)]
    return found


def test_pages_around_the_table(arrive: Callable[..., Person], server: Server) -> None:
    person, found = arrive(), {}
    for path in PATHS:
        person.page.goto(f"{server.url}{path}?lang={PSEUDO}")
        if wrong := problems(person):
            found[path] = wrong
    assert found == {}


@pytest.mark.parametrize("slug", OURS)
def test_a_replay(arrive: Callable[..., Person], table: Callable[..., Prepared], server: Server, slug: str) -> None:
    played = table(slug, seats=2, bots=1, moves=10_000)
    person = arrive()
    person.page.goto(f"{server.url}/replay/{played.id}?lang={PSEUDO}")
    person.page.wait_for_selector("main")
    assert problems(person) == []
