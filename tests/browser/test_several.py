"""Fewer clicks: several cards with one Confirm, and a turn that ends by itself where somebody has set that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from londinium.kernel.match import Match
from londinium.kernel.registry import game as find_game

from .drawn import NAMES, PUPPET, SEATS, VIEWER, Moment
from .person import AT_REST, PHONE, STILL
from .tables import BRIDGE, Prepared

ASKING = ".prompt-bar.asking"
Opened = Callable[..., "Shown"]


@dataclass
class Shown:
    """A page that is told what would happen if its moves were made."""

    page: Page
    match: Match
    version: int = 1

    @property
    def sent(self) -> list[str]:
        found: list[str] = self.page.evaluate("puppet.sent.filter((each) => each.do === 'move').map((each) => each.move)")
        return found

    def tell(self, code: str = "en") -> None:
        self.page.evaluate("(state) => puppet.tell(state)", Moment("", self.match, self.match.ply).state(code, self.version))

    def obey(self) -> None:
        """Make the move that was sent last, and tell of it."""
        self.match = self.match.copy()
        self.match.push(self.sent[-1], VIEWER)
        self.version += 1
        self.tell()


def position(asks: str, fits: Callable[[Match], bool]) -> Match:
    """A position in which the reader decides something of this kind."""
    game = find_game(BRIDGE)
    for seed in range(40):
        chance, match = Random(seed), game.match(seats=SEATS, seed=seed, names=list(NAMES))
        while not match.is_over:
            if match.to_act == (VIEWER,) and game.face.asks(match.position) == asks and fits(match):
                return match
            seat = match.to_act[0]
            match.push(chance.choice(match.legal(seat)), seat)
    raise AssertionError(f"nobody came to {asks}")


@pytest.fixture
def show(browser: Browser, table: Callable[..., Prepared]) -> Iterator[Opened]:
    contexts: list[BrowserContext] = []

    def open_page(match: Match, *, keep: bool = False, **settings: Any) -> Shown:
        context = browser.new_context(**{**STILL, **settings})
        contexts.append(context)
        context.add_init_script(path=PUPPET)
        kept = 'localStorage["londinium-keep"] = "yes";' if keep else ""
        context.add_init_script(f'if (location.host) {{ localStorage["londinium-pace"] = "at-once"; {kept} }}')
        page = context.new_page()
        page.goto(table(BRIDGE, seats=SEATS, bots=3).link(0))
        page.wait_for_selector(".table[data-connected]")
        shown = Shown(page, match)
        shown.tell()
        page.wait_for_selector(AT_REST)
        return shown

    yield open_page
    for context in contexts:
        context.close()


def worth_five(match: Match) -> bool:
    return bool(match.position.plain.allowance >= 5 and min(match.position.plain.supply[1:3]) >= 2)


def press_confirm(shown: Shown, way: str, *, asked: bool) -> None:
    """Once, or twice where something that could still be chosen stays unused; two presses at once are one."""
    confirm = shown.page.locator("[data-act=confirm]")
    if asked:
        for _ in range(2):
            getattr(confirm, way)()
        assert shown.sent == []
        expect(confirm).to_have_text("ConfirmLeave it unused")
        expect(confirm.locator("span:visible")).to_have_text("Leave it unused")
    shown.page.wait_for_selector(AT_REST)
    getattr(confirm, way)()


@pytest.mark.parametrize("way", ["click", "tap"])
def test_several_cards_are_taken_with_one_confirm(show: Opened, way: str) -> None:
    match = position("taking-cards", worth_five)
    shown = show(match, **(PHONE if way == "tap" else {}))
    page, allowance = shown.page, match.position.plain.allowance
    cards = {value: page.locator(f".supply [data-move='take {value}']") for value in (1, 2)}
    for value in (1, 2, 1):
        getattr(cards[value], way)()
    # Nothing is sent yet; what is chosen is drawn as chosen, and said with what it comes to.
    assert shown.sent == []
    expect(cards[1]).to_have_attribute("data-times", "×2")
    expect(cards[2]).to_have_attribute("data-times", "×1")
    words = page.locator(".asking-words")
    expect(words).to_contain_text("2 × 1 Merchant".replace(" ", "\u00a0"))
    rest = f", {allowance - 4} unused" if allowance > 4 else ""
    expect(words.locator("b")).to_have_text(f"4 of {allowance}{rest}")
    press_confirm(shown, way, asked=allowance > 4)
    # Each is sent when the one before it was made, and at the end that it is enough.
    wanted = ["take 1", "take 2", "take 1", "pass"]
    for made in range(1, len(wanted) + 1):
        page.wait_for_function(f"puppet.sent.filter((each) => each.do === 'move').length === {made}")
        assert shown.sent == wanted[:made]
        if made < len(wanted):
            shown.obey()
    assert [ply.seat for ply in shown.match.plies[-3:]] == [VIEWER] * 3


def test_what_fits_no_more_is_put_back_and_cancel_puts_back_all(show: Opened) -> None:
    shown = show(
        position("taking-cards", lambda match: match.position.plain.allowance == 2 and min(match.position.plain.supply[1:3]) > 2)
    )
    page = shown.page
    one, two = (page.locator(f".chips [data-move='take {value}']") for value in (1, 2))
    before = one.bounding_box()
    one.click()
    expect(two).to_have_class(re.compile(r"\bbeyond\b"))
    one.click()
    expect(one).to_have_attribute("data-times", "×2")
    # How often stands behind the words, where there was a place for it: it covers and moves nothing.
    assert one.evaluate("(chip) => getComputedStyle(chip, '::after').position") == "static"
    assert one.bounding_box() == before
    one.click()
    expect(page.locator("[data-times]")).to_have_count(0)
    expect(page.locator(ASKING)).to_have_count(0)
    two.click()
    expect(page.locator(".asking-words b")).to_have_text("2 of 2")
    page.keyboard.press("Escape")
    expect(page.locator(ASKING)).to_have_count(0)
    assert shown.sent == []
    # By the keys of the cards, and Enter.
    page.keyboard.press("1")
    page.locator("body").evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    assert shown.sent == []
    page.wait_for_selector(AT_REST)
    page.keyboard.press("Enter")
    assert shown.sent == ["take 1"]


@pytest.mark.parametrize("way", ["click", "tap"])
def test_taking_nothing_is_asked_about_once(show: Opened, way: str) -> None:
    """Also where the player does not want to be asked before what is final."""
    shown = show(position("taking-cards", worth_five), **(PHONE if way == "tap" else {}))
    page, allowance = shown.page, shown.match.position.plain.allowance
    page.evaluate("localStorage.setItem('londinium-ask', 'no')")
    getattr(page.locator(".chips [data-move='pass']"), way)()
    expect(page.locator(".asking-words b")).to_have_text(f"0 of {allowance}, {allowance} unused")
    expect(page.locator("[data-act=confirm] span:visible")).to_have_text("Leave it unused")
    assert shown.sent == []
    page.wait_for_selector(AT_REST)
    getattr(page.locator("[data-act=confirm]"), way)()
    assert shown.sent == ["pass"]


@pytest.mark.parametrize("code", ["de", "fr", "it"])
def test_the_question_has_room_on_a_phone(show: Opened, code: str) -> None:
    shown = show(position("taking-cards", worth_five), **PHONE)
    page, confirm = shown.page, shown.page.locator("[data-act=confirm]")
    shown.tell(code)
    page.locator(".chips [data-move='take 1']").tap()
    confirm.tap()
    expect(page.locator(".prompt-bar.unused")).to_have_count(1)
    bar, box = page.locator(".prompt-bar").bounding_box(), confirm.bounding_box()
    assert bar is not None
    assert box is not None
    assert box["x"] + box["width"] <= bar["x"] + bar["width"]
    assert box["y"] + box["height"] <= bar["y"] + bar["height"] + 1
    overflow = "(button) => [button.scrollWidth - button.clientWidth, button.scrollHeight - button.clientHeight]"
    assert max(confirm.evaluate(overflow)) <= 1


def test_what_is_all_used_is_not_asked_about(show: Opened) -> None:
    shown = show(
        position("taking-cards", lambda match: match.position.plain.allowance == 2 and match.position.plain.supply[2] > 0)
    )
    shown.page.locator(".chips [data-move='take 2']").click()
    shown.page.locator("[data-act=confirm]").click()
    assert shown.sent == ["take 2"]


def test_enough_means_what_was_chosen(show: Opened) -> None:
    shown = show(position("taking-cards", worth_five))
    shown.page.locator(".chips [data-move='take 2']").click()
    shown.page.locator(".chips [data-move='pass']").click()
    assert shown.sent == []
    press_confirm(shown, "click", asked=False)
    assert shown.sent == ["take 2"]


def test_what_was_refused_is_not_followed_by_the_rest(show: Opened) -> None:
    shown = show(position("taking-cards", worth_five))
    for _ in range(2):
        shown.page.locator(".chips [data-move='take 1']").click()
    press_confirm(shown, "click", asked=True)
    shown.page.evaluate(
        "puppet.tell({ kind: 'refused', id: puppet.sent.findLast((each) => each.do === 'move').id, markup: 'no' })"
    )
    shown.version += 1
    shown.tell()
    shown.page.wait_for_selector(AT_REST)
    assert shown.sent == ["take 1"]


# ── A turn that ends by itself ───────────────────────────────────────────────


def later_rounds(match: Match) -> bool:
    return any(offer.effect.keeps for offer in match.view(VIEWER).offers)


def test_a_turn_with_tiles_left_ends_by_itself_for_whoever_has_set_that(show: Opened) -> None:
    match = position("end-of-turn", later_rounds)
    assert show(match).sent == [], "without the setting it is asked"
    kept = show(match, keep=True)
    assert kept.sent == ["pass"]


def test_in_the_last_round_it_is_always_asked(show: Opened) -> None:
    match = position("end-of-turn", lambda match: not later_rounds(match))
    assert show(match, keep=True).sent == []


def test_who_takes_the_end_of_a_turn_back_is_asked(show: Opened) -> None:
    shown = show(position("end-of-turn", later_rounds), keep=True)
    before = replace(shown)
    shown.obey()
    assert shown.sent == ["pass"]
    # As if nobody had moved meanwhile: the way back is open.
    shown.page.evaluate(
        """document.querySelector('.prompt-bar').insertAdjacentHTML('beforeend', '<button data-act="undo">z</button>')"""
    )
    shown.page.locator("[data-act=undo]").first.dispatch_event("click")
    before.version = shown.version + 1
    before.tell()
    shown.page.wait_for_selector(AT_REST)
    assert shown.sent == ["pass"], "the second time it is a question"


def test_the_setting_stands_in_the_menu_and_is_kept(show: Opened) -> None:
    shown = show(position("end-of-turn", later_rounds))
    page = shown.page
    page.locator("[data-open=menu]").first.click()
    box = page.locator("#menu [data-setting=keep]")
    expect(box).not_to_be_checked()
    box.check()
    assert page.evaluate('localStorage["londinium-keep"]') == "yes"
