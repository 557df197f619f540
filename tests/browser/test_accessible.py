"""axe finds nothing serious on any page: light and dark, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page

from londinium.kernel.registry import game as find_game
from londinium.web.pages.position import first_position, position_address

from .person import DESKTOP, PHONE, Person, legal
from .tables import OURS, Prepared

if TYPE_CHECKING:
    from conftest import Server

DEVICES = {"desktop": DESKTOP, "phone": PHONE}
# What moves for ever, as a sign of what can be chosen, is not waited for.
SETTLED = """() => Promise.race([
  Promise.allSettled(document.getAnimations()
    .filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
    .map((animation) => animation.finished)),
  new Promise((done) => setTimeout(done, 2000)),
])"""


RUN = """([part, options]) => axe.run(part ?? document, options).then(({ violations }) => violations)"""


def violations(page: Page, part: str | None = None) -> list[str]:
    """What axe calls serious or critical on a page or in a part of it, light and dark, with the first places where it is."""
    found = []
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        # A thing that fades in has less contrast for a moment.
        page.evaluate(SETTLED)
        # By night only the colours are others.
        options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
        if scheme == "dark":
            options["runOnly"] = ["color-contrast"]
        for one in page.evaluate(RUN, [part, options]):
            if one["impact"] in {"serious", "critical"}:
                places = "; ".join(node["html"][:160] for node in one["nodes"][:3])
                found.append(f"{scheme}: {one['id']}: {one['help']} ({len(one['nodes'])}): {places}")
    return found


def positions() -> Iterator[str]:
    """A position of each game that is set up, and one that cannot be."""
    for slug in OURS:
        yield position_address(first_position(find_game(slug)))
    yield position_address(first_position(find_game(OURS[0])).replace("round=1", "round=3"))


def site_pages(page: Page, server: Server) -> Iterator[str]:
    for path in (
        "/",
        "/watch",
        "/seats",
        "/rules",
        "/learn",
        "/puzzles",
        "/open",
        "/workshop",
        "/position",
        *positions(),
        "/about",
        "/nowhere",
        *(f"/rules/{slug}" for slug in OURS),
    ):
        page.goto(server.url + path)
        yield path
    for slug in OURS:
        page.goto(f"{server.url}/learn/{slug}/first-game/plain?step=6")
        yield f"/learn/{slug}/first-game/plain"
        page.goto(f"{server.url}/new/{slug}")
        yield f"/new/{slug}"
        page.locator("[name=seat1]").select_option("me")
        page.locator("form .main").click()
        yield f"/new/{slug} with an error"
    page.locator("[name=seat1]").select_option("friend")
    page.locator("form .main").click()
    page.wait_for_selector("input[readonly]")
    yield "invite"
    page.goto(page.locator("input[readonly]").first.input_value())
    yield "join"


def table_pages(person: Person, slug: str, table: Callable[..., Prepared]) -> Iterator[tuple[str, str | None]]:
    """Every page of a table, or the part of it that is new."""
    page = person.page
    playing = table(slug, seats=4, bots=3, moves=7)
    person.open(playing.link(0))
    page.wait_for_selector(".table.my-turn")
    yield "table", None
    for tab in page.locator("[role=tab]:visible").all()[1:]:
        tab.click()
        yield f"tab {tab.inner_text()}", "main"
    for name in ("people", "menu"):
        page.locator(f"[data-open={name}]").first.click()
        yield name, f"#{name}"
        page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield "help", "#help"
    page.keyboard.press("Escape")
    asked = table(slug, seats=3, moves=2)
    person.open(asked.link(2))
    page.wait_for_selector(".table.my-turn")
    person.point_at(sorted(legal(page))[-1])
    page.wait_for_selector(".prompt-bar.asking")
    yield "question", ".prompt-bar"
    yield "bubble", "#bubble"
    over = table(slug, seats=2, moves=1000)
    person.open(over.link(0))
    page.locator(".prompt-bar [data-open=final]").click()
    yield "final page", "#final"
    with page.expect_download() as download:
        page.locator("#final a[download]").click()
    page.goto(f"{over.url}/open")
    page.locator("#file").set_input_files(download.value.path())
    page.locator("form .main").click()
    page.wait_for_selector(".table[data-ready]")
    yield "replay of a record", None
    page.locator("[data-open=menu]").click()
    yield "menu of a replay", "#menu"


def plain_pages(person: Person, slug: str, table: Callable[..., Prepared]) -> Iterator[str]:
    """What is the same on every device: pages without scripts."""
    page, playing, over = person.page, table(slug, seats=4, bots=3, moves=7), table(slug, seats=2, moves=1000)
    for name, address in {
        "text board": f"{playing.link(0)}/text",
        "final text board": f"{over.link(0)}/text",
        "record": f"{over.url}/replay/{over.id}/plain",
    }.items():
        page.goto(address)
        yield name


@pytest.mark.parametrize("device", DEVICES)
def test_pages_around_the_table(arrive: Callable[..., Person], server: Server, device: str) -> None:
    person = arrive(**DEVICES[device])
    person.forgives = True
    found = {where: problems for where in site_pages(person.page, server) if (problems := violations(person.page))}
    assert found == {}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("slug", OURS)
def test_the_table(arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str, device: str) -> None:
    person, found = arrive(**DEVICES[device]), {}
    for where, part in table_pages(person, slug, table):
        if problems := violations(person.page, part):
            found[where] = problems
    assert found == {}


@pytest.mark.parametrize("slug", OURS)
def test_pages_without_scripts(arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str) -> None:
    person = arrive(**PHONE)
    found = {where: problems for where in plain_pages(person, slug, table) if (problems := violations(person.page))}
    assert found == {}
