"""German, French and Italian pages have no English word left, wherever one looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from londinium.kernel.registry import game as find_game
from londinium.kernel.words.rulebook import rulebook_file
from londinium.study.lessons import FIRST_LESSON, wording_file

from .person import PHONE, Person
from .tables import BRIDGE, CITY, OURS, Prepared
from .words import english_left, without_other_games

if TYPE_CHECKING:
    from conftest import Server

CODES = ("de", "fr", "it")
OPTIONS: dict[str, dict[str, str]] = {
    BRIDGE: {"chapel": "random", "gate": "random", "hostelry": "random", "bridge": "random", "money": "open"},
    CITY: {"objectives": "on", "powers": "on", "order": "chosen"},
}

FORBIDDEN = {BRIDGE: "take 1", CITY: "draw a0-b0"}


class Reader:
    """Somebody who reads pages in a language and notes what is English in them."""

    def __init__(self, person: Person, code: str) -> None:
        self.person, self.page, self.code = person, person.page, code
        self.found: list[str] = []

    def read(self, where: str, also: str = "") -> None:
        assert self.page.locator("html").get_attribute("lang") == self.code
        without_other_games(self.page)
        left = english_left(self.page.evaluate("wire.words()"), self.code, also)
        self.found += [f"{where}: {word!r} in {text!r}" for word, text in left.items()]


PAGES = (
    "/",
    "/watch",
    "/seats",
    "/rules",
    "/learn",
    "/puzzles",
    "/tournaments",
    "/open",
    "/about",
    "/you",
    "/nowhere",
    "/t/nothing.0.0.nothing",
)


@pytest.fixture
def reader(arrive: Callable[..., Person], code: str) -> Reader:
    return Reader(arrive(locale=code), code)


@pytest.mark.parametrize("code", CODES)
def test_pages_around_the_table(reader: Reader, server: Server, table: Callable[..., Prepared], code: str) -> None:
    table(BRIDGE, seats=2, public=True)
    reader.person.forgives = True
    page = reader.page
    for path in PAGES:
        page.goto(server.url + path)
        reader.read(path)
    page.goto(f"{server.url}/open")
    page.locator("#file").set_input_files({"name": "x.txt", "mimeType": "text/plain", "buffer": b"no record"})
    page.locator("form .main").click()
    reader.read("/open: error", also="Game")  # the first line of every record
    for moves in (3, 1000):
        reader.person.open(table(CITY, seats=2, moves=moves, options=OPTIONS[CITY]).link(0))
    for path in ("/", "/you", "/stats/Zo%C3%AB"):
        page.goto(server.url + path)
        reader.read(f"{path} with matches")
    page.goto(f"{server.url}/you")
    page.locator('[action^="/you/link"] button').click()
    reader.read("own link")
    page.locator(".delete summary").click()
    reader.read("before deleting")
    link = page.locator("#own-link").input_value()
    page.context.clear_cookies()
    page.goto(link + f"?lang={code}")
    reader.read("carry")
    for slug in OURS:
        page.goto(f"{server.url}/rules/{slug}")
        reader.read(f"/rules/{slug}", rulebook_file(find_game(slug).folder, code).read_text(encoding="utf-8"))
        taught = wording_file(find_game(slug), FIRST_LESSON, code).read_text(encoding="utf-8")
        page.goto(f"{server.url}/learn/{slug}")
        page.wait_for_selector(".table[data-ready]")
        reader.read(f"/learn/{slug}", taught)
        page.goto(f"{server.url}/learn/{slug}/{FIRST_LESSON}/plain?step=6")
        reader.read(f"/learn/{slug}/{FIRST_LESSON}/plain", taught)
        page.goto(f"{server.url}/puzzles/{slug}/1")
        page.wait_for_selector(".table[data-ready]")
        reader.read(f"/puzzles/{slug}/1")
        page.goto(f"{server.url}/puzzles/{slug}/1/plain?shown")
        reader.read(f"/puzzles/{slug}/1/plain")
        page.goto(f"{server.url}/new/{slug}")
        reader.read(f"/new/{slug}")
        page.locator("[name=seat1]").select_option("me")
        page.locator("form .main").click()
        expect(page.locator("#error-seats")).to_be_visible()
        reader.read(f"/new/{slug}: wrong seats")
        page.locator("[name=seat1]").select_option("friend")
        page.locator("#box").set_input_files({"name": "x.toml", "mimeType": "text/plain", "buffer": b"\xff\xfe"})
        page.locator("form .main").click()
        expect(page.locator("#error-box")).to_be_visible()
        reader.read(f"/new/{slug}: wrong box")
        page.locator("form .main").click()
        reader.read(f"invite {slug}")
        page.goto(page.locator("input[readonly]").first.input_value())
        reader.read(f"join {slug}")
    assert not reader.found, "\n".join(reader.found)


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize("code", CODES)
def test_the_table(reader: Reader, table: Callable[..., Prepared], slug: str, code: str) -> None:
    """Several positions of a match, with every dialog, as a player and as a spectator, drawn and as text."""
    page = reader.page
    for moves in (0, 9, 28):
        prepared = table(slug, seats=3, seed=moves, moves=moves, options=OPTIONS[slug])
        for seat in (0, None):
            reader.person.open(prepared.link(seat))
            reader.read(f"ply {moves}, seat {seat}")
            page.goto(f"{prepared.link(seat)}/text")
            reader.read(f"ply {moves}, seat {seat}, text board")
    assert not reader.found, "\n".join(reader.found)


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize("code", CODES)
def test_questions_answers_and_the_end(reader: Reader, table: Callable[..., Prepared], slug: str, code: str) -> None:
    page, person = reader.page, reader.person
    person.open(table(slug, seats=2).link(0))
    page.wait_for_selector(".table.my-turn")
    person.page.evaluate(f"wire.sockets[0].send(JSON.stringify({{do: 'why', move: '{FORBIDDEN[slug]}'}}))")
    person.until("wire.heard.some((said) => said.kind === 'why')")
    page.locator("[data-open=people]").click()
    page.locator("#people [data-act=leave]").click()
    page.wait_for_selector("[data-act=return]")
    reader.read("left to a bot")
    page.locator("#people [data-act=return]").click()
    expect(page.locator("[data-act=return]")).to_have_count(0)
    reader.read("after a move")
    prepared = table(slug, seats=3, moves=1000, options=OPTIONS[slug])
    for seat in (0, None):
        person.open(prepared.link(seat))
        reader.read(f"final page, seat {seat}")
        page.goto(f"{prepared.link(seat)}/text")
        reader.read(f"final text board, seat {seat}")
    with page.expect_download() as download:
        page.locator("a[download]").click()
    record = download.value.path().read_bytes()
    page.goto(f"{prepared.url}/open")
    page.locator("#file").set_input_files({"name": "x.txt", "mimeType": "text/plain", "buffer": record})
    page.locator("form .main").click()
    page.wait_for_selector(".table[data-ready]")
    reader.read("replay of a record")
    page.locator("[data-open=menu]").click()
    page.locator("#menu [formaction$=plain]").click()
    page.wait_for_selector(".record")
    reader.read("record")
    assert not reader.found, "\n".join(reader.found)


@pytest.mark.parametrize("code", CODES)
def test_rules_are_translated(arrive: Callable[..., Person], server: Server, code: str) -> None:
    page = arrive(locale=code).page
    for slug in OURS:
        page.goto(f"{server.url}/rules/{slug}")
        text = f" {page.locator('article').inner_text().lower()} "
        assert [word for word in ("the", "and", "with", "each", "your", "which") if f" {word} " in text] == []


def test_the_browser_chooses_and_the_reader_switches(
    arrive: Callable[..., Person], server: Server, table: Callable[..., Prepared]
) -> None:
    """The language of the browser at first; what was chosen stays, on every page and at the table, over the socket too."""
    person = arrive(locale="it-CH", **PHONE)
    page = person.page
    page.goto(server.url)
    assert page.locator("html").get_attribute("lang") == "it"
    page.locator(".langs [hreflang=de]").click()
    page.goto(f"{server.url}/rules")
    assert page.locator("html").get_attribute("lang") == "de"
    person.open(table(BRIDGE, seats=2).link(0))
    german = page.locator(".prompt-words").first.inner_text()
    page.locator("[data-open=menu]").click()
    page.locator("#menu [hreflang=fr]").click()
    page.wait_for_selector(".table[data-connected] .prompt-words")
    assert page.locator("html").get_attribute("lang") == "fr"
    assert page.locator(".prompt-words").first.inner_text() != german
    page.goto(server.url)
    assert page.locator("html").get_attribute("lang") == "fr"
