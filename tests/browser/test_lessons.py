"""The lessons as a new user takes them, in a real Chromium: to the end, with mistakes, by mouse, finger and keyboard alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from londinium.kernel.registry import game as find_game
from londinium.study.lessons import FIRST_LESSON, WHY, Lesson, lesson, wording

from .person import DESKTOP, PHONE, Person, Way, press
from .tables import BRIDGE, CITY, OURS
from .test_accessible import violations

if TYPE_CHECKING:
    from conftest import Server

DECISIONS = "first-decisions"
MEASURE = Path(__file__).parent / "lessons.js"
SHOWN = "document.querySelector('#pointing').dataset.rings"


def open_lesson(person: Person, server: Server, game: str, lang: str = "en", at: str = "", name: str = FIRST_LESSON) -> Page:
    page = person.page
    page.goto(f"{server.url}/learn/{game}/{name}?lang={lang}{at}")
    page.wait_for_selector(".table[data-ready]")
    return page


def place(page: Page) -> int:
    """The number of the step, from 0 on."""
    return int(page.locator("#coach .number").inner_text().split("/")[0]) - 1


def at_rest(person: Person) -> None:
    """Until everything has come to rest, and the teacher points."""
    person.until(f"{SHOWN} !== undefined")


def says(page: Page, text: str) -> bool:
    """Whether the teacher says this, however it is marked up."""
    spoken = page.locator("#coach .said").inner_text()
    return all(part in plain(spoken) for part in plain(text).split(WHY))


def plain(text: str) -> str:
    return " ".join(text.replace("*", "").replace("\xa0", " ").split())


def make(person: Person, move: str, way: Way) -> None:
    """Make a move as at every table: choose it, and confirm it where the table asks."""
    person.point_at(move, way)
    asks = person.page.locator(".prompt-bar.asking").count() > 0
    assert asks or way == "click", "a tap only shows what it would do"
    if asks:
        press(person.page, "[data-act=confirm]", way)


def play(person: Person, taught: Lesson, way: Way, lang: str) -> None:
    """The whole lesson, with every step's words, rings and moves."""
    page, words = person.page, wording(taught.game, taught.name, lang).steps
    for number, step in enumerate(taught.steps):
        expect(page.locator("#coach .number")).to_have_text(f"{number + 1} / {len(taught.steps)}")
        assert says(page, words[step.name].text), step.name
        at_rest(person)
        assert bool(step.points) == (int(page.evaluate(SHOWN)) > 0), step.name
        if step.asked:
            make(person, step.asked, way)
        elif number + 1 < len(taught.steps):
            press(page, "#coach [data-do=on]", way)
    expect(page.locator("#coach .finish .main")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "name", "lang", "device", "way"),
    [
        (BRIDGE, FIRST_LESSON, "en", DESKTOP, "click"),
        (BRIDGE, FIRST_LESSON, "de", PHONE, "tap"),
        (BRIDGE, DECISIONS, "fr", DESKTOP, "click"),
        (BRIDGE, DECISIONS, "it", PHONE, "tap"),
        (CITY, FIRST_LESSON, "it", DESKTOP, "click"),
        (CITY, FIRST_LESSON, "fr", PHONE, "tap"),
        (CITY, DECISIONS, "de", DESKTOP, "click"),
        (CITY, DECISIONS, "en", PHONE, "tap"),
    ],
)
def test_a_lesson_is_played_to_its_end(
    server: Server, arrive: Callable[..., Person], game: str, name: str, lang: str, device: dict[str, Any], way: Way
) -> None:
    person = arrive(**device)
    page = open_lesson(person, server, game, lang, name=name)
    play(person, lesson(find_game(game), name), way, lang)
    after = page.locator("#coach .said .following")
    assert after.count() == (1 if name == FIRST_LESSON else 0), "the first lesson leads to the second"
    # Then comes the first match: against novices, with hints.
    press(page, "#coach .finish .main", way)
    page.wait_for_selector(".table[data-connected]")
    page.wait_for_selector("[data-act=hint]", state="attached")


# ── The teacher is in nobody's way ───────────────────────────────────────────

SIZES = [(1280, 800), (1024, 768), (390, 844), (844, 390)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", [FIRST_LESSON, DECISIONS])
@pytest.mark.parametrize("game", [BRIDGE, CITY])
def test_the_teacher_covers_nothing_and_points_right(
    server: Server, arrive: Callable[..., Person], game: str, name: str, size: tuple[int, int]
) -> None:
    person = arrive(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 900)
    page, taught = open_lesson(person, server, game, "de", name=name), lesson(find_game(game), name)
    page.evaluate(MEASURE.read_text(encoding="utf-8"))
    places = set()
    for number, step in enumerate(taught.steps):
        found = page.evaluate(
            "([step, points]) => lessons.at(step, points)", [number + 1, [list(point) for point in step.points]]
        )
        assert found["problems"] == [], (step.name, found["problems"])
        places.add((found["back"], found["onward"]))
        assert found["rings"] >= (1 if step.points else 0), step.name
    assert len({back for back, _ in places if back}) == 1, "Back stands in one place"
    assert len({onward for _, onward in places}) == 1, "Next stands in one place"


def test_the_teacher_is_not_the_red_of_refusals(server: Server, arrive: Callable[..., Person]) -> None:
    person = arrive()
    page = open_lesson(person, server, CITY)
    at_rest(person)
    red = page.evaluate("getComputedStyle(document.body).getPropertyValue('--rubric')")
    ring = page.evaluate("getComputedStyle(document.querySelector('#pointing rect')).stroke")
    page.keyboard.press("Tab")
    focus = page.evaluate("getComputedStyle(document.activeElement).outlineColor")
    as_written = page.evaluate(
        "(red) => { const e = document.body.appendChild(document.createElement('i')); e.style.color = red;"
        " const c = getComputedStyle(e).color; e.remove(); return c; }",
        red,
    )
    assert as_written not in (ring, focus)


def test_on_a_phone_the_words_can_be_put_away(server: Server, arrive: Callable[..., Person]) -> None:
    person = arrive(**PHONE)
    page = open_lesson(person, server, CITY)
    at_rest(person)
    room = page.locator(".room")
    before = room.bounding_box()
    page.locator("#coach .fold").tap()
    expect(page.locator("#coach .said")).to_be_hidden()
    after = room.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > before["height"] + 50
    # What is said next comes back by itself.
    page.locator("#coach [data-do=on]").tap()
    expect(page.locator("#coach .said")).to_be_visible()


@pytest.mark.parametrize("game", [BRIDGE, CITY])
def test_wrong_moves_get_their_reason_and_change_nothing(server: Server, arrive: Callable[..., Person], game: str) -> None:
    person, taught = arrive(), lesson(find_game(game))
    words = wording(taught.game, FIRST_LESSON).steps
    names = {BRIDGE: ("second-place", "place gate", "place guild-house"), CITY: ("back-over", "pass", "draw f0-f3")}
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
    expect(page.locator("#rule")).to_be_hidden()
    make(person, taught.steps[number].asked, "click")
    expect(page.locator("#coach .number")).to_have_text(f"{number + 2} / {len(taught.steps)}")


def test_a_lesson_can_be_left_and_resumed(server: Server, arrive: Callable[..., Person]) -> None:
    person = arrive()
    page = open_lesson(person, server, BRIDGE)
    for _ in range(3):
        page.locator("#coach [data-do=on]").click()
    assert page.url.endswith("#step=4")
    page.goto(server.url)
    page = open_lesson(person, server, BRIDGE)
    assert place(page) == 3
    expect(page.locator("#notice")).to_have_text("You pick up where you left off.")
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
        expect(page.locator("#coach .number")).to_have_text(f"{number + 1} / {len(taught.steps)}")
        if not step.asked:
            page.keyboard.press("Enter" if number % 2 else "ArrowRight")
            continue
        page.keyboard.press("Enter")
        assert place(page) == number, "Enter does not answer for the learner"
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.move") == step.asked:
                break
        person.until("!document.querySelector('.settling')")
        page.keyboard.press("Enter")
        if page.locator(".prompt-bar.asking").count():
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
            home, words = f"/learn/{slug}/{FIRST_LESSON}", wording(taught.game, FIRST_LESSON).steps
            assert home in index
            assert f"/learn/{slug}/{DECISIONS}" in index
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
