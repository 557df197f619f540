"""One can follow what happens, and one can hurry; what was sent, what is lost and what changed is seen and heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .drawn import PUPPET, SEATS, TIMELESS, moments
from .person import STILL
from .tables import BRIDGE, CITY, Prepared

BEAT = {"calm": 1500, "brisk": 600, "at-once": 0}
AUDIO = """
window.heard = [];
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  #node(kind) {
    const value = () => ({ value: 0, setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} });
    return { gain: value(), frequency: value(), Q: value(), connect() {}, start() { heard.push(kind); }, stop() {} };
  }
  createGain() { return this.#node("gain"); }
  createOscillator() { return this.#node("tone"); }
  createBufferSource() { return this.#node("noise"); }
  createBiquadFilter() { return this.#node("filter"); }
  createBuffer(channels, length) { return { getChannelData: () => new Float32Array(length) }; }
  resume() {}
};
"""
"""A loudspeaker that only notes what it is told to play."""
CHOOSING = ".table.my-turn:not(.playing) [data-move]"
Opened = Callable[..., Page]


@pytest.fixture
def show(browser: Browser, table: Callable[..., Prepared]) -> Iterator[Opened]:
    """A table whose server says what a test lets it say, and whose time passes when a test lets it."""
    contexts: list[BrowserContext] = []

    def open_page(slug: str = BRIDGE, pace: str | None = None, **settings: Any) -> Page:
        context = browser.new_context(**{**STILL, **settings})
        contexts.append(context)
        for script in (TIMELESS, PUPPET):
            context.add_init_script(path=script)
        context.add_init_script(AUDIO)
        if pace:
            context.add_init_script(f'localStorage.setItem("londinium-pace", "{pace}")')
        page = context.new_page()
        page.goto(table(slug, seats=SEATS, bots=3).link(0))
        connect(page)
        return page

    yield open_page
    for context in contexts:
        context.close()


def states(slug: str = BRIDGE, asks: str = "card-choice") -> list[dict[str, Any]]:
    """Three moments that are only looked at, and one in which something is to be decided."""
    last = next(each for each in moments(slug) if each.name == asks).state("en", 2)
    bar = '<div class="prompt-bar waiting telling"><p class="prompt-words"><strong>{}</strong></p></div>'
    passing = {"kind": "state", "version": 1, "title": "x", "offers": {}, "pause": 1}
    return [*({**passing, "set": {"prompt": bar.format(words)}} for words in ("one", "two", "three")), last]


def tell(page: Page, *said: dict[str, Any]) -> None:
    page.evaluate("(all) => all.forEach(puppet.tell)", list(said))


def wait(page: Page, milliseconds: float) -> None:
    """Let time pass, a frame after the other."""
    page.evaluate(
        "async (end) => { for (let at = 0; at < end; at += 10) await time.pass(Math.min(10, end - at)); }", milliseconds
    )


def connect(page: Page) -> None:
    page.wait_for_function("document.readyState === 'complete' && puppet.sockets.length > 0")
    wait(page, 20)
    expect(page.locator(".table[data-connected]")).to_have_count(1)


def chooses(page: Page) -> bool:
    """Whether something can be chosen now."""
    return page.locator(CHOOSING).count() > 0


def prompt(page: Page) -> str:
    return page.locator(".prompt-words strong").first.inner_text()


@pytest.mark.parametrize("pace", [None, "brisk"])
def test_what_happened_is_shown_one_after_the_other(show: Opened, pace: str | None) -> None:
    page, beat = show(pace=pace), BEAT[pace or "calm"]
    tell(page, *states())
    assert not chooses(page), "nothing can be chosen while something is shown"
    expect(page.locator(".table.playing")).to_have_count(1)
    for words in ("one", "two", "three"):
        assert prompt(page) == words
        wait(page, beat - 50)
        assert prompt(page) == words
        wait(page, 60)
    assert chooses(page)
    assert page.locator("#live").inner_text().startswith(prompt(page)), "and said"


def test_at_once_is_at_once_and_so_is_a_page_nobody_looks_at(show: Opened) -> None:
    page = show(pace="at-once")
    tell(page, *states())
    assert chooses(page)
    page = show()
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    tell(page, *states())
    assert chooses(page)


def test_a_click_on_the_board_or_a_key_goes_on_at_once(show: Opened) -> None:
    page = show()
    tell(page, *states())
    assert prompt(page) == "one"
    page.mouse.click(640, 400)
    assert prompt(page) == "two"
    page.keyboard.press("Space")
    assert prompt(page) == "three"
    page.keyboard.press("Enter")
    assert chooses(page), "and no time has passed"
    assert page.evaluate("puppet.sent.filter((each) => each.do !== 'ping').length") == 0, "that was no choice and no question"


def test_the_click_that_goes_on_to_a_decision_also_chooses(show: Opened) -> None:
    """What lies under it then, and never more than that: no move is made, and no button that has just come up is pressed."""
    page, [one, *_, last] = show(), states()
    tell(page, last)
    box = page.locator("[data-fragment] svg [data-move], .cards [data-move]").first.bounding_box()
    assert box is not None
    chips = page.locator(".prompt-bar [data-move]").first.bounding_box()
    assert chips is not None
    for place, asking in ((box, 1), (chips, 0)):
        tell(page, {**one, "version": 2, "set": one["set"]}, {**last, "version": 3})
        assert not chooses(page)
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        assert chooses(page)
        assert page.locator(".prompt-bar.asking").count() == asking
        page.keyboard.press("Escape")
    assert page.evaluate("puppet.sent.filter((each) => each.do === 'move').length") == 0


def test_the_pace_is_chosen_in_the_menu_and_kept(show: Opened) -> None:
    page = show()
    page.click("[data-open=menu]")
    assert page.locator("input[value=calm]").is_checked()
    page.check("input[value=at-once]")
    tell(page, *states())
    assert chooses(page)
    page.reload()
    connect(page)
    page.click("[data-open=menu]")
    assert page.locator("input[value=at-once]").is_checked()


def test_much_at_once_is_hurried_and_what_leads_to_ones_own_clock_is_short(show: Opened) -> None:
    page, [one, *_, last] = show(), states()
    tell(page, *(one for _ in range(60)), last)
    wait(page, 8 * BEAT["calm"])
    assert not chooses(page), "it is still shown"
    wait(page, BEAT["calm"] + 60 * 10)  # each of the sixty up to a frame late
    assert chooses(page)
    page = show()
    tell(page, *(one for _ in range(3)), {**last, "now": 1})
    assert not chooses(page)
    wait(page, 1900)
    assert chooses(page), "within the courtesy of the clock"


def test_who_comes_back_is_shown_the_present(show: Opened) -> None:
    page, [one, two, three, last] = show(), states()
    tell(page, one, two, three)
    page.evaluate("puppet.sockets.at(-1).dispatchEvent(new CloseEvent('close', { code: 1006 }))")
    expect(page.locator(".table:not([data-connected])")).to_have_count(1)
    wait(page, 400)
    expect(page.locator(".table[data-connected]")).to_have_count(1)
    tell(page, last)
    assert chooses(page)


# ── What was sent, and what is lost ──────────────────────────────────────────


def decide(page: Page) -> None:
    wait(page, 450)
    page.locator(".chips [data-move]").first.click()
    wait(page, 450)
    page.locator(".decide [data-act=confirm]").click()


def test_a_sent_move_is_pending_until_it_has_changed_something(show: Opened) -> None:
    page, [*_, last] = show(), states()
    tell(page, last)
    assert chooses(page)
    decide(page)
    expect(page.locator(".table.sending")).to_have_count(1)
    assert page.locator(".chip.sent").count() == 1, "what was chosen stays marked"
    assert page.locator(".sending-words").count() == 0
    page.keyboard.press("2")
    wait(page, 1000)
    assert page.locator(".sending-words").inner_text() == "Sending …"
    moves = page.evaluate("puppet.sent.filter((each) => each.do === 'move')")
    assert len(moves) == 1, "and nothing else can be decided"
    tell(page, {**last, "version": 3})
    expect(page.locator(".table.sending")).to_have_count(0)
    assert page.locator(".sending-words, .sent").count() == 0


def test_a_refused_move_is_no_longer_pending(show: Opened) -> None:
    page, [*_, last] = show(), states()
    tell(page, last)
    assert chooses(page)
    decide(page)
    [sent] = page.evaluate("puppet.sent.filter((each) => each.do === 'move')")
    tell(page, {"kind": "refused", "id": sent["id"], "markup": "<p>no</p>"})
    expect(page.locator(".table.sending")).to_have_count(0)
    assert page.locator(".sent").count() == 0


def test_a_connection_that_no_longer_answers_is_said_to_be_lost_within_three_seconds(show: Opened) -> None:
    page, [*_, last] = show(), states()
    tell(page, last)
    assert chooses(page)
    wait(page, 6000)
    assert page.locator("#lost").is_hidden(), "one that answers is not"
    page.evaluate("puppet.deaf = true")
    wait(page, 3000)
    assert page.locator("#lost").is_visible()
    page.evaluate("puppet.deaf = false")
    tell(page, {"kind": "pong"})
    assert page.locator("#lost").is_hidden()
    # A browser that knows that it is offline says so at once.
    page.evaluate("() => { puppet.deaf = true; dispatchEvent(new Event('offline')); }")
    wait(page, 10)
    assert page.locator("#lost").is_visible()


# ── What changed, what it sounds like, and clocks ────────────────────────────


def test_what_others_changed_keeps_an_outline_until_one_decides(show: Opened) -> None:
    page, [*_, last] = show(), states()
    tell(page, last)
    assert chooses(page)
    thing = '<svg width="200" height="40"><rect data-key="{}" x="{}" width="20" height="20"/></svg>'
    slot = page.locator("[data-fragment]:has([data-key])").first.get_attribute("data-fragment")
    tell(page, {**last, "set": {slot: thing.format("stone", 10) + thing.format("house", 0)}})
    tell(page, {**last, "set": {slot: thing.format("stone", 10) + thing.format("house", 100)}})
    assert page.locator("[data-key=house].since").count() == 1
    tell(page, {**last, "set": {slot: thing.format("stone", 10) + thing.format("house", 100)}})
    assert page.locator("[data-key=house].since").count() == 1, "also where the picture is drawn anew"
    tell(page, {"kind": "state", "version": 2, "title": "x", "set": last["set"], "offers": last["offers"], "turn": True})
    decide(page)
    assert page.locator(".since").count() == 0


def test_events_sound_and_one_switch_silences_them(show: Opened) -> None:
    page, [one, *_, last] = show(pace="at-once"), states()
    tell(page, {**one, "sounds": ["pawn"]})
    assert page.evaluate("heard") == [], "not before the first click"
    page.mouse.click(640, 700)
    for name in ("card", "flip", "pawn", "coin", "house", "pencil", "interchange", "end"):
        page.evaluate("heard.length = 0")
        tell(page, {**one, "sounds": [name]})
        assert page.evaluate("heard.length") > 0, name
    page.evaluate("heard.length = 0")
    tell(page, {**one, "sounds": ["no such thing"]})
    assert page.evaluate("heard") == []
    tell(page, last)
    assert page.evaluate("heard") == ["tone", "tone"], "it is one's turn"
    switch = page.locator(".tools [data-setting=sound]")
    switch.click()
    assert switch.get_attribute("aria-pressed") == "false"
    page.evaluate("heard.length = 0")
    tell(page, {**one, "sounds": ["coin"]}, last)
    assert page.evaluate("heard") == []
    page.reload()
    connect(page)
    assert page.locator(".tools [data-setting=sound]").get_attribute("aria-pressed") == "false", "and it is remembered"


def test_a_phone_trembles_unless_things_are_to_be_calm(show: Opened) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    for motion, expected in (("no-preference", [8]), ("reduce", [])):
        page = show(CITY, pace="at-once", reduced_motion=motion, **phone)
        page.evaluate("() => { window.trembled = []; navigator.vibrate = (time) => trembled.push(time); }")
        page.touchscreen.tap(195, 20)
        tell(page, {**states()[0], "sounds": ["pencil"]})
        assert page.evaluate("trembled") == expected


def test_clocks_stand_at_the_seats_and_only_one_that_runs_does(show: Opened) -> None:
    page, [one, *_] = show(), states()
    ends = page.evaluate("Date.now() + 100000")
    people = f'<time data-of="0">5:00</time><time data-of="1" data-ends="{ends + 2000}" data-left="100000">1:40</time>'
    place = '<p><span data-clock-of="0"></span><span data-clock-of="1"></span><span data-clock-of="2"></span></p>'
    prompt = one["set"]["prompt"] + place
    tell(page, {**one, "now": page.evaluate("Date.now()"), "set": {"people": people, "prompt": prompt}})
    assert page.locator("[data-clock-of='0'] time").inner_text() == "5:00"
    assert page.locator("[data-clock-of='1'] time").inner_text() == "1:40", "it stands as long as nothing is counted"
    assert page.locator("[data-clock-of='2'] time").count() == 0
    assert page.locator("[data-clock-of].running").get_attribute("data-clock-of") == "1"
    wait(page, 3100)
    assert page.locator("[data-clock-of='1'] time").inner_text() == "1:39"
