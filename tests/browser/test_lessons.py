"""Both lessons as a new user takes them, in a real Chromium: to the end, with mistakes, by mouse, finger and keyboard alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from londinium.kernel.registry import game as find_game
from londinium.study.lessons import FIRST, Lesson, lesson, wording

from .playing import DESKTOP, PHONE, Person, Way, press
from .tables import BRIDGE, CITY, OURS
from .test_accessible import violations

if TYPE_CHECKING:
    from conftest import Server

SHOWN = "document.querySelector('#pointing').dataset.rings"


def open_lesson(person: Person, server: Server, game: str, lang: str = "en", at: str = "") -> Page:
    page = person.page
    page.goto(f"{server.url}/learn/{game}?lang={lang}{at}")
    page.wait_for_selector(".table[data-ready]")
    return page


def place(page: Page) -> int:
    """The number of the step, from 0 on."""
    return int(page.locator("#coach .place").inner_text().split("/")[0]) - 1


def at_rest(person: Person) -> None:
    """Until the teacher stands where they want to, and points."""
    person.until(f"{SHOWN} !== undefined")


def says(page: Page, text: str) -> bool:
    """Whether the teacher says this, however it is marked up."""
    spoken = page.locator("#coach .said").inner_text()
    return plain(text) in plain(spoken)


def plain(text: str) -> str:
    return " ".join(text.replace("*", "").replace("\xa0", " ").split())


def make(person: Person, move: str, way: Way) -> None:
    """Make a move on the board, and confirm it where a finger is asked to."""
    person.point_at(move, way)
    if way == "tap":
        press(person.page, "[data-act=confirm]", way)


def play(person: Person, taught: Lesson, way: Way, lang: str) -> None:
    """The whole lesson, with every step's words, rings and moves."""
    page, words = person.page, wording(taught.game, taught.name, lang).steps
    for number, step in enumerate(taught.steps):
        expect(page.locator("#coach .place")).to_have_text(f"{number + 1} / {len(taught.steps)}")
        assert says(page, words[step.name].text), step.name
        at_rest(person)
        assert bool(step.points) == (int(page.evaluate(SHOWN)) > 0), step.name
        if step.asked:
            make(person, step.asked, way)
        elif number + 1 < len(taught.steps):
            press(page, "#coach [data-do=on]", way)
    expect(page.locator("#coach .finish .main")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "lang", "device", "way"),
    [(BRIDGE, "en", DESKTOP, "click"), (BRIDGE, "de", PHONE, "tap"), (CITY, "it", DESKTOP, "click"), (CITY, "fr", PHONE, "tap")],
    ids=["bridge-desktop", "bridge-phone", "city-desktop", "city-phone"],
)
def test_a_lesson_is_played_to_its_end(
    server: Server, arrive: Callable[..., Person], game: str, lang: str, device: dict[str, Any], way: Way
) -> None:
    person = arrive(**device)
    open_lesson(person, server, game, lang)
    play(person, lesson(find_game(game)), way, lang)
    press(person.page, "#coach .finish .main", way)
    person.page.wait_for_selector(".table[data-connected]")


@pytest.mark.parametrize("game", [BRIDGE, CITY])
def test_wrong_moves_get_their_reason_and_change_nothing(server: Server, arrive: Callable[..., Person], game: str) -> None:
    person, taught = arrive(), lesson(find_game(game))
    words = wording(taught.game, FIRST).steps
    names = {BRIDGE: ("second-place", "place gate", "place guild-house"), CITY: ("back-over", "pass", "draw d2-d6")}
    name, wrong, refused = names[game]
    number = next(number for number, step in enumerate(taught.steps) if step.name == name)
    page = open_lesson(person, server, game, at=f"#step={number + 1}")
    at_rest(person)
    # Allowed, but not now: the teacher says why, and the question comes again.
    make(person, wrong, "click")
    assert says(page, words[name].about(wrong))
    assert place(page) == number
    expect(page.locator("#coach [data-do=on]")).to_be_hidden()
    page.locator("#coach [data-do=again]").click()
    assert says(page, words[name].text)
    # Not allowed: the engine says why, with its rule.
    spot = page.evaluate(
        f"wire.pointOf([...document.querySelectorAll('[data-place]')].find((e) => e.dataset.place === {json.dumps(refused)}))"
    )
    page.mouse.click(*spot)
    reason = page.locator("#bubble.why-not a")
    expect(reason).to_be_visible()
    reason.click()
    expect(page.locator("#rule [data-fragment=rule]")).to_contain_text(reason.inner_text().split()[-1])
    assert place(page) == number
    page.keyboard.press("Escape")
    make(person, taught.steps[number].asked, "click")
    expect(page.locator("#coach .place")).to_have_text(f"{number + 2} / {len(taught.steps)}")


def test_a_lesson_can_be_left_and_resumed(server: Server, arrive: Callable[..., Person]) -> None:
    person = arrive()
    page = open_lesson(person, server, BRIDGE)
    for _ in range(3):
        page.locator("#coach [data-do=on]").click()
    assert page.url.endswith("#step=4")
    page.goto(server.url)
    page = open_lesson(person, server, BRIDGE)
    assert place(page) == 3
    expect(page.locator("#notice")).to_have_text("You go on where you stopped.")
    # In another language it is the same place.
    page.locator("[data-open=menu]").click()
    page.locator("#menu [lang=de]").click()
    page.wait_for_selector("html[lang=de] .table[data-ready]")
    assert place(page) == 3
    page.locator("#coach [data-do=back]").click()
    assert place(page) == 2
    page.locator("[data-open=menu]").click()
    page.locator("[data-do=restart]").click()
    assert place(page) == 0


@pytest.mark.parametrize("game", [BRIDGE, CITY])
def test_a_lesson_by_keyboard_alone(server: Server, arrive: Callable[..., Person], game: str) -> None:
    person, taught = arrive(), lesson(find_game(game))
    page = open_lesson(person, server, game)
    for number, step in enumerate(taught.steps[:12]):
        expect(page.locator("#coach .place")).to_have_text(f"{number + 1} / {len(taught.steps)}")
        if not step.asked:
            page.keyboard.press("Enter" if number % 2 else "ArrowRight")
            continue
        page.keyboard.press("Enter")
        assert place(page) == number, "Enter does not answer for the learner"
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.move") == step.asked:
                break
        page.keyboard.press("Enter")
        page.evaluate("document.activeElement.blur()")
    page.keyboard.press("PageUp")
    assert place(page) == 11


def test_whoever_is_at_a_loss_is_shown_the_move(server: Server, arrive: Callable[..., Person]) -> None:
    person = arrive()
    page = open_lesson(person, server, CITY, at="#step=5")
    page.locator("#coach [data-do=help]").click()
    assert place(page) == 5
    page.locator("#coach [data-do=back]").click()
    expect(page.locator("#coach [data-do=on]")).to_be_visible()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", [BRIDGE, CITY])
def test_axe_finds_nothing(server: Server, arrive: Callable[..., Person], game: str, device: dict[str, Any]) -> None:
    person, taught = arrive(**device), lesson(find_game(game))
    asked = next(number for number, step in enumerate(taught.steps) if step.asked)
    page = open_lesson(person, server, game, at=f"#step={asked + 1}")
    at_rest(person)
    assert violations(page) == []


def test_without_scripts_too(server: Server) -> None:
    with server.client() as client:
        index = client.get("/learn").text
        for slug in OURS:
            taught = lesson(find_game(slug))
            home, words = f"/learn/{slug}/{FIRST}", wording(taught.game, FIRST).steps
            assert home in index
            assert f"{home}/plain" in client.get(f"/learn/{slug}").text
            assert f"/learn/{slug}" in client.get("/").text
            assert f"/learn/{slug}" in client.get(f"/rules/{slug}").text
            number = next(number for number, step in enumerate(taught.steps) if step.asked)
            asked, following = taught.steps[number].asked, taught.steps[number + 1].name
            page = client.get(f"{home}/plain", params={"step": number + 1, "move": "pass" if slug == CITY else "play 4"}).text
            assert 'role="alert"' in page
            page = client.get(f"{home}/plain", params={"step": number + 1, "move": asked}).text
            assert plain(words[following].text)[:20] in plain(page.replace("<strong>", "").replace("</strong>", ""))
            for odd in ("0", "999", "-1", "x", "9" * 30):
                assert client.get(f"{home}/plain", params={"step": odd}).status_code == 200
        assert client.get(f"/learn/{BRIDGE}/nothing").status_code == 404
        assert client.get("/learn/nothing").status_code == 404
