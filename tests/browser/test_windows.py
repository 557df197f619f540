"""Every window: the own board, hand, prompt and buttons are inside, no text is cut or written over another, and nothing moves
between two taps. Measured on drawn states, for both games, in every kind of decision, at thirteen sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from londinium.kernel.words.language import PSEUDO

from .drawn import MEASURE, PUPPET, SEATS, Moment, moments, most_done
from .person import STILL
from .tables import BRIDGE, CITY, OURS, Prepared

SIZES = (
    (320, 568),
    (360, 740),
    (390, 844),
    (844, 390),
    (932, 430),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1180, 820),
    (1366, 657),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
)
Sizes = Sequence[tuple[int, int]]
SEEN = {
    BRIDGE: {"wheel": ".stage", "bridge": ".scene", "hand": ".hand", "purse": ".me", "prompt": ".prompt-bar"},
    CITY: {"map": ".map", "prompt": ".prompt-bar"},
}
"""What one always sees of a game: names and selectors."""
LANGUAGES = (("en", "light"), ("de", "dark"), ("fr", "light"), ("it", "dark"), (PSEUDO, "light"))
FIXED = (".prompt-bar", ".stage", ".map", ".scene", ".hand", ".chips > *", ".tabs", ".side-right", ".deck")
"""What stands still while somebody chooses."""

SHOW_AND_CHOOSE = """([regions, fixed]) => {
  const problems = measure.all(regions);
  const bar = document.querySelector(".prompt-bar").getBoundingClientRect();
  for (const house of document.querySelectorAll(".scene .o-own [data-key]")) {
    const box = house.getBoundingClientRect();
    const under = box.top < bar.bottom - 1 && box.bottom > bar.top && box.left < bar.right && box.right > bar.left;
    if (under && house.getClientRects().length) problems.push(`${house.dataset.key} under the prompt`);
  }
  const before = measure.boxes(fixed);
  const choices = [...document.querySelectorAll(".prompt .chips [data-move], [data-move]")];
  const choice = choices.find((each) => each.getClientRects().length);
  if (!choice) return problems;
  choice.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, pointerType: "touch" }));
  if (document.querySelector(".prompt-bar.asking") === null) problems.push("nothing was asked");
  const after = measure.boxes(fixed);
  const sure = document.querySelector("[data-act=confirm]").getBoundingClientRect();
  for (const act of document.querySelectorAll(".acts button")) {
    const words = document.createRange();
    words.selectNodeContents(act);
    for (const box of words.getClientRects()) {
      const across = box.width > 1 && box.right > sure.left && box.left < sure.right;
      if (across && box.bottom > sure.top + 1 && box.top < sure.bottom) problems.push(`${act.textContent} under Confirm`);
    }
  }
  document.querySelector("[data-act=cancel]")?.click();
  const moved = Object.keys(before).filter((each) => before[each] !== after[each]);
  return [...problems, ...moved.map((each) => `${each} moved: ${before[each]} → ${after[each]}`)];
}"""
"""What is outside, cut, written over something else or under the prompt; and what moves when something is chosen."""

COVER = """(words) => {
  const boxOf = (element) => element.getBoundingClientRect();
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const seen = (marks) =>
    [...document.querySelectorAll(marks)].filter((each) => each.getClientRects().length && boxOf(each).width);
  const told = [];
  const compare = (what, panel, others) => {
    for (const other of others) {
      if (meet(boxOf(panel), boxOf(other))) told.push(`${what} covers ${other.className.baseVal ?? other.className}`);
    }
  };
  const bubble = document.getElementById("bubble");
  const look = (element, what) => {
    // What stands in the bar leaves the bar's words to be read.
    const clear = element.closest(".prompt-bar") ? "[data-clear], .prompt-words:not(.asking-words)" : "[data-clear]";
    const others = seen(clear).filter((other) => !other.contains(element) && !element.contains(other));
    const own = element.querySelector("[data-aim]") ?? (element.matches("path") ? null : element);
    if (!bubble.hidden) compare(what, bubble, own ? [...others, own] : others);
  };
  for (const element of seen(".table :is([data-move], [data-ways], [data-tell])")) {
    element.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    look(element, `the bubble of ${element.dataset.move ?? element.dataset.ways ?? element.dataset.tell}`);
  }
  for (const move of new Set(seen("[data-place]").map((each) => each.dataset.place))) {
    puppet.tell({ kind: "why", move, markup: words[0], ghosts: {} });
    const element = document.querySelector(`[data-place="${CSS.escape(move)}"]`);
    look(element, `why not ${move}`);
  }
  const move = document.querySelector("[data-move]")?.dataset.move;
  if (move) {
    puppet.tell({ kind: "hint", move, markup: words[1], ghosts: {} });
    const board = [...seen(`[data-move="${CSS.escape(move)}"]`)].map((each) => each.querySelector("[data-aim]")).filter(Boolean);
    const around = seen("[data-clear], .prompt-bar button, .prompt-words, .tabs");
    compare("the hint", document.getElementById("hint"), [...around, ...board]);
  }
  puppet.tell({ kind: "refused", id: "", markup: "" });
  return told;
}"""
"""Everything that says what it would do, what it is or why it cannot be done, and a hint: what lies under its words."""
WHY_NOT = "<b>Da würde ein Stück gekreuzt, das schon gezeichnet ist</b><p><a href='#'>Regel N-4.7</a></p>"
HINT = (
    "<h2>Gute Züge</h2><ol>"
    + "<li><b>Zum Fünfeck, e6–d6 +0</b><p>am Ende 1,8 Punkte weniger wert</p></li>" * 3
    + "</ol><p>Zum Fünfeck, e6–d6 bringt am Ende mehr (Umsteigebahnhöfe +1,4); im Augenblick weniger, aber es lässt den Karten, "
    "die noch kommen, bessere Plätze.</p><p class='noted'>Von nun an zählt diese Partie nicht für Ranglisten und Statistik.</p>"
)
CHIPS = """() => {
  const hidden = [];
  for (const chip of document.querySelectorAll(".chips > [data-move]")) {
    puppet.skipped += 1000;
    const same = [...document.querySelectorAll("[data-move]")].filter((each) => each.dataset.move === chip.dataset.move);
    const thing = same.find((each) => each !== chip && each.getClientRects().length) ?? chip;
    thing.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, pointerType: "touch" }));
    const [box, row] = [chip.getBoundingClientRect(), chip.parentElement.getBoundingClientRect()];
    const whole = box.left >= row.left - 1.5 && box.right <= row.right + 1.5;
    if (!whole && (box.width <= row.width || box.left < row.left - 1.5)) hidden.push(`${chip.textContent} is out of sight`);
    document.querySelector("[data-act=cancel]").click();
  }
  return hidden;
}"""

BUBBLES = """() => {
  const covered = new Set();
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  for (const [number, thing] of [...document.querySelectorAll(":is(.layer, .chips) :is([data-move], [data-tell])")].entries()) {
    if (!thing.getClientRects().length) continue;
    const where = { clientX: 20 + 10 * (number % 50), clientY: 50 };
    thing.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse", ...where }));
    const bubble = document.getElementById("bubble");
    if (bubble.hidden) continue;
    const box = bubble.getBoundingClientRect();
    for (const clear of document.querySelectorAll("[data-clear], :is(.tabs, .tools) button")) {
      const hit = clear.getClientRects().length && overlap(box, clear.getBoundingClientRect());
      if (hit) covered.add(`${clear.textContent} under the bubble of ${thing.dataset.move ?? thing.dataset.tell}`);
    }
  }
  return [...covered];
}"""


WAYS = """() => {
  const outside = new Set();
  for (const place of document.querySelectorAll("[data-ways*='|']")) {
    if (!place.getClientRects().length) continue;
    puppet.skipped += 1000;
    place.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, detail: 1, pointerType: "touch" }));
    const bubble = document.getElementById("bubble").getBoundingClientRect();
    const ways = [...document.querySelectorAll("#bubble .ways button")];
    if (ways.length < 2) outside.add(`${place.dataset.ways} offers ${ways.length} ways`);
    for (const way of ways) {
      const words = document.createRange();
      words.selectNodeContents(way);
      for (const box of [way.getBoundingClientRect(), words.getBoundingClientRect()]) {
        const across = box.left >= Math.max(0, bubble.left) && box.right <= Math.min(innerWidth, bubble.right);
        const down = box.top >= Math.max(0, bubble.top) && box.bottom <= Math.min(innerHeight, bubble.bottom);
        if (!across || !down) outside.add(`${way.textContent} is outside`);
      }
    }
    document.querySelector("[data-act=cancel]").click();
  }
  return [...outside];
}"""

LEADS = """() => {
  const struck = [];
  for (const chip of document.querySelectorAll(".chips > [data-move]")) {
    puppet.skipped += 1000;
    chip.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, detail: 1, pointerType: "touch" }));
    const leader = document.querySelector("#bubble .leader");
    if (leader && !leader.hidden && !document.getElementById("bubble").hidden) {
      const [line, own] = [leader.getBoundingClientRect(), chip.getBoundingClientRect()];
      const across = line.right > own.left + 2 && line.left < own.right - 2;
      if (across && line.bottom > own.top + 2 && line.top < own.bottom - 2) struck.push(`a line through ${chip.textContent}`);
    }
    document.querySelector("[data-act=cancel]").click();
  }
  return struck;
}"""


UNDER = """() => {
  const line = document.querySelector(".last-action");
  if (!line?.getClientRects().length) return [];
  const over = line.getBoundingClientRect();
  const meets = (box) =>
    Math.min(over.right, box.right) - Math.max(over.left, box.left) > 2 &&
    Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top) > 2;
  const things = [...document.querySelectorAll(".table :is([data-move], [data-tell], [data-key], [data-clear], [data-place])")]
    .filter((each) => !each.closest(".prompt") && each.checkVisibility());
  const under = things.filter((each) => meets(each.getBoundingClientRect()));
  return under.map((each) => `${each.dataset.key ?? each.dataset.move ?? each.dataset.tell} under the last action`);
}"""
"""Nor does the last action cover whose card lies where: at the wheel of Old London Bridge two cards lie close to the bar."""


@pytest.fixture(scope="session")
def places() -> dict[str, Prepared]:
    return {}


@pytest.fixture
def page_of(browser: Browser, table: Callable[..., Prepared], places: dict[str, Prepared]) -> Any:
    """The page of a game's table in a language and scheme, with a puppet for a socket."""
    contexts = []

    def open_page(slug: str, code: str, scheme: str) -> Page:
        if slug not in places:
            places[slug] = table(slug, seats=SEATS, bots=3)
        context = browser.new_context(**STILL)
        contexts.append(context)
        for script in (PUPPET, MEASURE):
            context.add_init_script(path=script)
        page = context.new_page()
        page.goto(f"{places[slug].link(0)}?lang={code}&scheme={scheme}")
        page.wait_for_selector(".table[data-connected]")
        return page

    yield open_page
    for context in contexts:
        context.close()


def sizes_of(code: str) -> Sizes:
    """English and the pseudo-locale, longer than any language, at every size; the others share the sizes between them."""
    shared = [code for code, _ in LANGUAGES if code not in {"en", PSEUDO}]
    return SIZES[shared.index(code) :: len(shared)] if code in shared else SIZES


def problems(page: Page, checks: Sequence[str], slug: str, code: str, what: Any = None, sizes: Sizes = SIZES) -> list[str]:
    """What is wrong, at each size in each state. To draw a state takes longer than most checks: they look at the same drawing."""
    states = [(moment.name, moment.state(code, number)) for number, moment in enumerate(moments(slug), 1)]
    script = f"""([states, what]) => states.map(([name, state]) => {{
      puppet.tell(state);
      puppet.skipped += 1000;
      return [name, [{", ".join(checks)}].flatMap((check) => check(what))];
    }})"""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for name, wrong in page.evaluate(script, [states, what]):
            found += [f"{width}x{height} {name}: {each}" for each in wrong]
    return found


@pytest.mark.parametrize(("code", "scheme"), LANGUAGES)
@pytest.mark.parametrize("slug", OURS)
def test_everything_is_in_the_window_and_stays_where_it_is(page_of: Any, slug: str, code: str, scheme: str) -> None:
    """Nothing moves between two taps either, and nothing lies under the last action."""
    page = page_of(slug, code, scheme)
    assert problems(page, (UNDER, SHOW_AND_CHOOSE), slug, code, [SEEN[slug], FIXED], sizes_of(code)) == []


def test_bubbles_keep_off_names_and_numbers_and_their_lines_strike_no_button_out(page_of: Any) -> None:
    """Nor do they lie over tabs and tools; in a small window, where they would, their lines follow each other."""
    assert problems(page_of(BRIDGE, "en", "light"), (BUBBLES, LEADS), BRIDGE, "en") == []


@pytest.mark.parametrize("slug", OURS)
def test_the_ways_to_a_place_are_inside_their_bubble_and_the_button_of_what_is_chosen_in_sight(page_of: Any, slug: str) -> None:
    assert problems(page_of(slug, "de", "light"), (WAYS, CHIPS), slug, "de") == []


LAST = """([bar]) => {
  document.querySelector("[data-fragment=prompt]").innerHTML = bar;
  const line = document.querySelector(".last-action");
  const box = line.getBoundingClientRect();
  if (!line.getClientRects().length) return "hidden";
  const outside = box.right > innerWidth || box.left < 0 || box.top < -1;
  return outside || line.scrollWidth > line.clientWidth ? line.innerText : "whole";
}"""


@pytest.mark.parametrize("code", [code for code, _ in LANGUAGES])
@pytest.mark.parametrize("slug", OURS)
def test_the_last_action_is_told_whole(page_of: Any, slug: str, code: str) -> None:
    """However much somebody did in a turn, or all others at once: where there is room for the line, it does not end in dots."""
    page, (match, ply) = page_of(slug, code, "light"), most_done(slug, code)
    bar = Moment("", match, ply).state(code)["set"]["prompt"]
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found[f"{width}x{height}"] = page.evaluate(LAST, [bar])
    assert {size: told for size, told in found.items() if told not in {"whole", "hidden"}} == {}
    assert list(found.values()).count("whole") >= 2


@pytest.mark.parametrize("slug", OURS)
def test_large_windows_use_their_space(page_of: Any, slug: str) -> None:
    """At twice the size of a laptop, the wheel or map is nearly twice as large, and the prompt's words grow with it."""
    page = page_of(slug, "en", "light")
    page.evaluate("(state) => puppet.tell(state)", moments(slug)[0].state("en"))
    widths = {}
    for width, height in ((1280, 800), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        widths[width] = page.evaluate(
            "(selector) => [document.querySelector(selector).getBoundingClientRect().height,"
            " parseFloat(getComputedStyle(document.querySelector('.prompt-words strong')).fontSize)]",
            ".stage" if slug == BRIDGE else ".map",
        )
    assert widths[2560][0] > 1.5 * widths[1280][0]
    assert widths[2560][1] > widths[1280][1]


FOLLOWS = """(state) => {
  const seen = [];
  const log = () => [...document.querySelectorAll("[data-fragment=log]")].find((each) => each.clientHeight);
  const more = (number) => ({ ...state, lists: { log: { keep: number, add: "<li>One line more</li>".repeat(30) } } });
  const look = () => seen.push([Math.round(log().scrollTop), log().scrollHeight - log().clientHeight]);
  puppet.tell(more(0));
  look();
  puppet.tell(more(30));
  look();
  log().scrollTop = 40;
  puppet.tell(more(60));
  look();
  return seen;
}"""


def test_a_log_shows_its_end_unless_somebody_reads_further_up(page_of: Any) -> None:
    first, second, back = page_of(BRIDGE, "en", "light").evaluate(FOLLOWS, moments(BRIDGE)[0].state("en"))
    assert first[0] == first[1] > 0
    assert second[0] == second[1] > first[1]
    assert back[0] == 40 < second[1] < back[1]


def test_nothing_that_speaks_covers_the_card_nor_what_it_speaks_of(page_of: Any) -> None:
    """Bubbles and hints leave the card of the turn, their own thing and, of a hint, the prompt in sight."""
    found = problems(page_of(CITY, "de", "light"), [COVER], CITY, "de", [WHY_NOT, HINT])
    assert found == [], "\n".join(found)
