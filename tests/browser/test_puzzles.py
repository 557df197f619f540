"""Puzzles as somebody solves them, in Chromium: wrong and right, ratings, days, a storm, by keyboard, in all languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import language
from londinium.study.puzzles.file import UNIT, Puzzle, shipped_puzzles
from londinium.study.worth import worth_less

from .person import AT_REST, DESKTOP, PHONE, Person, Way, press
from .tables import BRIDGE, CITY
from .test_accessible import violations

if TYPE_CHECKING:
    from conftest import Server

# What of the band stands outside of it or of the window; and the table, where the band covers it.
OUTSIDE = """() => {
  const box = (element) => element.getBoundingClientRect();
  const coach = box(document.querySelector("#coach"));
  const room = box(document.querySelector(".room"));
  const parts = [...document.querySelectorAll("#coach :is(button, a, .standing, .said)")].filter((one) => box(one).width);
  const most = Math.min(coach.right + 1, innerWidth);
  const beyond = (at) => at.left < coach.left - 1 || at.right > most || at.bottom > coach.bottom + 1;
  const shared = (from, to) => Math.min(coach[to], room[to]) - Math.max(coach[from], room[from]) > 1;
  const covered = shared("left", "right") && shared("top", "bottom") ? ["the table"] : [];
  return [...parts.filter((one) => beyond(box(one))).map((one) => one.textContent), ...covered];
}"""
READY = ".table[data-ready]"


def puzzle_of(game: str, number: int) -> Puzzle:
    found = shipped_puzzles(find_game(game))
    assert found is not None
    return list(found)[number - 1]


def open_puzzle(person: Person, server: Server, game: str, which: int | str, lang: str = "en") -> Page:
    person.page.goto(f"{server.url}/puzzles/{game}/{which}?lang={lang}")
    person.page.wait_for_selector(READY)
    return person.page


def addressed(page: Page) -> str:
    """The path that the address bar shows."""
    return urlsplit(page.url).path


def make(person: Person, game: str, move: int, way: Way = "click") -> None:
    person.point_at(find_game(game).moves.text(move), way)
    if person.page.locator(".prompt-bar.asking").count():
        press(person.page, "[data-act=confirm]", way)


def own(page: Page, name: str) -> str:
    return page.locator(f"#coach [data-own={name}]").inner_text()


def memory(page: Page) -> Any:
    return page.evaluate("JSON.parse(localStorage['londinium-solver'] ?? '{}')")


@pytest.mark.parametrize(
    ("game", "lang", "device", "way"),
    [
        (BRIDGE, "en", DESKTOP, "click"),
        (BRIDGE, "fr", PHONE, "tap"),
        (CITY, "de", DESKTOP, "click"),
        (CITY, "it", PHONE, "tap"),
    ],
)
def test_wrong_moves_get_their_reason_and_the_right_one_ends_it(
    server: Server, arrive: Callable[..., Person], game: str, lang: str, device: dict[str, Any], way: Way
) -> None:
    person, puzzle = arrive(**device), puzzle_of(game, 1)
    page = open_puzzle(person, server, game, 1, lang)
    assert own(page, "rating") == "1500"
    make(person, game, puzzle.natural, way)
    expect(page.locator("#coach")).to_have_class("coach wrong")
    said, lore = page.locator("#coach .said").inner_text(), find_game(game)
    natural = next(one for one in puzzle.tries if one.move == puzzle.natural)
    assert worth_less(natural.cost / UNIT, lore, language(lang, lore.folder)) in said
    assert "\n" not in said, "not why: that would be half of the answer"
    expect(page.locator("#coach [data-own=change]")).to_contain_text("−")
    fallen = own(page, "rating")
    assert int(fallen) < 1500
    press(page, "#coach [data-do=again]", way)
    make(person, game, puzzle.best, way)
    expect(page.locator("#coach .finish [data-do=next]")).to_be_visible()
    expect(page.locator("#coach [data-tried]")).to_have_count(1)
    expect(page.locator("#coach [data-tried]")).to_contain_text(
        worth_less(natural.cost / UNIT, lore, language(lang, lore.folder))
    )
    assert own(page, "rating") == fallen, "only the first try counts"
    assert memory(page)["tried"] == {game: {"1": False}}
    # The next one is another one, near to one's rating.
    press(page, "#coach [data-do=next]", way)
    page.wait_for_url(lambda url: "/puzzles/" in url and not url.endswith(f"/1?lang={lang}"))
    page.wait_for_selector(READY)
    assert own(page, "rating") == fallen
    assert addressed(page) == f"/puzzles/{game}/{page.locator('.table').get_attribute('data-puzzle')}"


def test_another_wrong_try_gets_its_own_reason(server: Server, arrive: Callable[..., Person]) -> None:
    """That of the move which was tried first, once the best one is found."""
    person, number = arrive(), 1
    while len(puzzle_of(CITY, number).tries) < 4:
        number += 1
    page, puzzle, moves = open_puzzle(person, server, CITY, number), puzzle_of(CITY, number), find_game(CITY).moves
    tried = next(one.move for one in puzzle.tries if one.move != puzzle.natural and moves.text(one.move) != "pass")
    make(person, CITY, tried)
    expect(page.locator("#coach")).to_have_class("coach wrong")
    page.locator("#coach [data-do=again]").click()
    make(person, CITY, puzzle.natural)
    page.locator("#coach [data-do=again]").click()
    make(person, CITY, puzzle.best)
    expect(page.locator("#coach [data-tried]")).to_have_attribute("data-tried", moves.text(tried))
    expect(page.locator("#coach [data-tried]")).to_be_visible()
    assert len(page.locator("#live").text_content() or "") < 400, "only what is shown is read out"


def test_solved_at_once_and_a_second_time(server: Server, arrive: Callable[..., Person]) -> None:
    person, puzzle = arrive(), puzzle_of(BRIDGE, 2)
    for turn in range(2):
        page = open_puzzle(person, server, BRIDGE, 2)
        make(person, BRIDGE, puzzle.best)
        expect(page.locator("#coach .told")).to_have_text("Right!")
        if turn == 0:
            expect(page.locator("#coach [data-own=change]")).to_contain_text("+")
    assert memory(page)["tried"] == {BRIDGE: {"2": True}}
    assert memory(page)["row"] == 1, "the second time counts no more"
    rating = memory(page)["ratings"][BRIDGE]["shown"]
    assert rating > 1500
    page.goto(f"{server.url}/puzzles")
    expect(page.locator(f"[data-own=rating][data-game={BRIDGE}]")).to_have_text(str(rating))
    expect(page.locator(f"[data-own=solved][data-game={BRIDGE}]")).to_have_text("1")
    expect(page.locator(f"[data-own=rating][data-game={CITY}]")).to_be_hidden()


def test_whoever_is_shown_the_move_has_not_found_it(server: Server, arrive: Callable[..., Person]) -> None:
    page = open_puzzle(arrive(), server, CITY, 3)
    page.locator("#coach [data-do=help]").click()
    expect(page.locator("#coach .told")).to_have_text("This was the best move.")
    expect(page.locator("#coach [data-own=change]")).to_contain_text("−")
    assert memory(page)["tried"] == {CITY: {"3": False}}


def test_by_keyboard_alone(server: Server, arrive: Callable[..., Person]) -> None:
    person, number = arrive(), 1
    while len(puzzle_of(BRIDGE, number).tries) > 8:
        number += 1
    page, puzzle = open_puzzle(person, server, BRIDGE, number), puzzle_of(BRIDGE, number)
    best = find_game(BRIDGE).moves.text(puzzle.best)
    place = page.locator(f'.table [data-move="{best}"][tabindex="0"], .prompt-bar [data-move="{best}"]').first
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.move") == best:
            break
    else:
        pytest.fail(f"{place} is not reached")
    page.wait_for_selector(AT_REST)
    page.keyboard.press("Enter")
    expect(page.locator(".prompt-bar.asking, #coach .told").first).to_be_attached()
    if page.locator(".prompt-bar.asking").count():
        page.wait_for_selector(AT_REST)
        page.keyboard.press("Enter")
    expect(page.locator("#coach .told")).to_have_text("Right!")
    page.locator("#coach .said").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith(f"/{number}?lang=en"))


def test_days_in_a_row(server: Server, arrive: Callable[..., Person]) -> None:
    person = arrive()
    page = open_puzzle(person, server, CITY, "day")
    today = page.locator(".table").get_attribute("data-day")
    number = int(page.locator(".table").get_attribute("data-puzzle") or 0)
    page.evaluate(
        "day => localStorage['londinium-solver'] = JSON.stringify({day, days: 4})",
        page.evaluate("day => new Date(Date.parse(day) - 864e5).toISOString().slice(0, 10)", today),
    )
    make(person, CITY, puzzle_of(CITY, number).best)
    expect(page.locator("#coach .told")).to_have_text("Right!")
    page.goto(f"{server.url}/puzzles")
    expect(page.locator("[data-own=days]")).to_have_text("5")
    page.evaluate("localStorage['londinium-solver'] = JSON.stringify({day: '2020-01-01', days: 9})")
    page.reload()
    expect(page.locator("[data-own=days]")).to_be_hidden()


def test_a_theme_is_kept_from_puzzle_to_puzzle(server: Server, arrive: Callable[..., Person]) -> None:
    page = arrive().page
    page.goto(f"{server.url}/puzzles")
    section = page.locator("section.game", has=page.locator(f"[data-pick={BRIDGE}]"))
    section.locator("summary").click()
    section.locator("[data-theme=chapel]").click()
    for _ in range(2):
        page.wait_for_selector(READY)
        number = int(page.locator(".table").get_attribute("data-puzzle") or 0)
        assert addressed(page) == f"/puzzles/{BRIDGE}/{number}"
        assert puzzle_of(BRIDGE, number).theme == "chapel"
        page.locator("#coach [data-do=help]").click()
        with page.expect_navigation():
            page.locator("#coach [data-do=next]").click()


def test_a_storm_of_three_minutes(server: Server, arrive: Callable[..., Person]) -> None:
    person = arrive()
    page = person.page
    page.clock.install()
    page.goto(f"{server.url}/puzzles")
    page.locator(f"[data-storm={BRIDGE}] button").click()
    seen = []
    for way in ("right", "wrong", "show me"):
        page.wait_for_selector(READY)
        number = int(page.locator(".table").get_attribute("data-puzzle") or 0)
        seen.append(number)
        assert addressed(page) == f"/puzzles/{BRIDGE}/{number}"
        puzzle = puzzle_of(BRIDGE, number)
        with page.expect_navigation():
            if way == "show me":
                page.locator("#coach [data-do=help]").click()
            else:
                make(person, BRIDGE, puzzle.best if way == "right" else puzzle.natural)
    page.wait_for_selector(READY)
    assert len(set(seen)) == 3
    expect(page.locator("#coach [data-own=right]")).to_have_text("1")
    assert own(page, "time").startswith(("2:", "1:"))
    page.clock.fast_forward(180_000)
    expect(page.locator("#coach .said")).to_contain_text("1 solved, 2 missed. Your best: 1.")
    expect(page.locator("#coach .storm-again")).to_be_visible()
    assert memory(page)["storms"] == {BRIDGE: 1}
    assert memory(page)["tried"] == {}, "a storm moves no rating"


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_accessible(server: Server, arrive: Callable[..., Person], device: dict[str, Any]) -> None:
    person = arrive(**device)
    page = person.page
    page.goto(f"{server.url}/puzzles")
    page.locator("summary").first.click()
    assert violations(page) == []
    for game in (BRIDGE, CITY):
        open_puzzle(person, server, game, 1)
        assert violations(page) == [], game
        page.locator("#coach [data-do=help]").click()
        expect(page.locator("#coach [data-own=change]")).to_be_visible()
        assert violations(page, "#coach") == [], game
    page.goto(f"{server.url}/puzzles/{CITY}/1/plain")
    assert violations(page) == []


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", [BRIDGE, CITY])
def test_the_band_is_in_nobodys_way(server: Server, arrive: Callable[..., Person], game: str, size: tuple[int, int]) -> None:
    """Nothing of the band is outside of the window or over the table, whatever is said, in the longest language."""
    person = arrive(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 900)
    page, puzzle = open_puzzle(person, server, game, 1, "de"), puzzle_of(game, 1)
    for act in (None, "wrong", "shown"):
        if act == "wrong":
            make(person, game, puzzle.natural)
            expect(page.locator("#coach [data-own=change]")).to_be_visible()
        elif act == "shown":
            page.locator("#coach [data-do=again]").click()
            page.locator("#coach [data-do=help]").click()
        assert page.evaluate(OUTSIDE) == [], act
