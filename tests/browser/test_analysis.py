"""The analysis of a replay in a real Chromium: begun, waited for, read, kept; and going on from a position against bots."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

import londinium
from londinium.kernel.record import load_record
from londinium.study.replay import decisions, nearest_decision
from londinium.study.verdicts import ANALYSIS_VERSION
from londinium.table.store import open_store

from .person import DESKTOP, MY_TURN, PHONE, Person
from .tables import BRIDGE, CITY, Prepared, prepare, run, stored
from .test_accessible import violations
from .test_devices import give_cores, thoughts
from .words import english_left

if TYPE_CHECKING:
    from conftest import Server

GAMES = Path(londinium.__file__).parent / "games"
RECORD = GAMES / "next_station_london" / "records" / "alone-greedy-base.record"
READY, DONE = ".table[data-ready]", ".study[data-state=done]"
PATIENCE = 120_000
MOST_AT_ONCE = 4
"""How many can make a mistake at the same step."""
SHOWN_ON = {BRIDGE: "[data-fragment=bridge] >> nth=0", CITY: ".map .layers"}


LITTLE = ("--no-limits", "--analysis-simulations", "24", "--solver-seconds", "0.5")


@pytest.fixture(scope="module")
def quick(start_server: Callable[..., Server], not_last: None) -> Server:
    """A server whose analyses look only a little, and whom nobody waits for."""
    return start_server(*LITTLE)


@pytest.fixture(scope="module")
def over(quick: Server) -> dict[str, Prepared]:
    """A finished table of each game."""
    return {slug: prepare(quick, slug, seats=2, moves=1000) for slug in (BRIDGE, CITY)}


def analysed(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(READY)
    if page.locator("#study").is_hidden():
        page.keyboard.press("a")
    page.wait_for_selector(DONE, timeout=PATIENCE)


def kept(server: Server, table: str) -> bytes | None:
    async def read() -> bytes | None:
        store = await open_store(server.database)
        try:
            return await store.analysis(table, ANALYSIS_VERSION)
        finally:
            await store.close()

    return run(read())


def ghosts(page: Page) -> int:
    found: int = page.evaluate("document.querySelectorAll('#board .ghosts > *').length")
    return found


@pytest.mark.parametrize(("slug", "code"), [(BRIDGE, "de"), (CITY, "fr")])
def test_every_mistake_with_the_better_move(
    arrive: Callable[..., Person], quick: Server, over: dict[str, Prepared], slug: str, code: str
) -> None:
    page = arrive().page
    analysed(page, f"{quick.url}/replay/{over[slug].id}?lang={code}")
    expect(page.locator(".study .graph .line")).to_have_count(2)
    assert page.locator(".study .graph .mistake").count() > 5
    page.locator("[data-do=mistakeOn]").click()
    place, pressed = page.locator(".dock .place"), 0
    first = place.get_attribute("data-ply") or ""
    while place.get_attribute("data-ply") == first and pressed < MOST_AT_ONCE:  # several may decide at the same time
        page.keyboard.press("n")
        pressed += 1
    expect(place).not_to_have_attribute("data-ply", first)
    for _ in range(pressed):
        page.keyboard.press("p")
    expect(place).to_have_attribute("data-ply", first)
    note = page.locator(".judged").first
    expect(note.locator(".why")).not_to_be_empty()
    expect(note.locator("[data-choice='0']")).to_have_attribute("aria-pressed", "true")
    drawn = 0
    for _ in range(8):
        page.keyboard.press("n")
        drawn += ghosts(page)
    assert drawn > 0, "the better move is drawn on the board"
    # What the better move is drawn on is in sight.
    seen, below = page.locator(SHOWN_ON[slug]).bounding_box(), page.locator("#study").bounding_box()
    assert seen is not None
    assert below is not None
    assert seen["y"] + seen["height"] <= below["y"] + 1
    found = {"board": violations(page)}
    texts = page.evaluate("wire.words()")
    page.locator("[data-open=sums]").click()
    expect(page.locator("#sums .judged-sum tbody tr")).to_have_count(2)
    assert page.locator("#sums figure").count() == (20 if slug == CITY else 0)
    found["sums"] = violations(page, "#sums")
    assert {where: problems for where, problems in found.items() if problems} == {}
    if code != "en":
        assert english_left([*texts, *page.evaluate("wire.words()")], code) == {}


def test_on_a_phone(arrive: Callable[..., Person], quick: Server, over: dict[str, Prepared]) -> None:
    page = arrive(**PHONE).page
    analysed(page, f"{quick.url}/replay/{over[BRIDGE].id}?lang=de")
    page.keyboard.press("n")
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    for part in (".study .course", ".study .notes", ".study [data-try]", ".dock"):
        box = page.locator(part).bounding_box()
        assert box is not None, part
        assert box["y"] + box["height"] <= page.evaluate("innerHeight") + 1, f"{part} is in sight"
    assert violations(page) == []


def test_the_graph_leads_to_the_step(arrive: Callable[..., Person], quick: Server, over: dict[str, Prepared]) -> None:
    page = arrive(**DESKTOP).page
    analysed(page, f"{quick.url}/replay/{over[CITY].id}")
    box = page.locator(".study .course").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at, last = (int(number) for number in (page.locator(".dock .place").text_content() or "").split(" / "))
    assert 0.3 * last < at < 0.7 * last


def test_it_is_kept_with_the_table(arrive: Callable[..., Person], quick: Server, over: dict[str, Prepared]) -> None:
    page = arrive().page
    analysed(page, f"{quick.url}/replay/{over[BRIDGE].id}")
    assert kept(quick, over[BRIDGE].id)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_selector(DONE)
    assert not [url for url in asked if url.endswith("/start")], "it is there already"
    page.keyboard.press("a")
    expect(page.locator("#study")).to_be_hidden()


def test_the_match_of_one_person_is_analysed_by_the_server(arrive: Callable[..., Person], quick: Server) -> None:
    """It has the network, which their device has not; see `tests/web/test_devices.py` for matches that no network knows."""
    page = arrive().page
    give_cores(page)
    table = prepare(quick, BRIDGE, seats=2, bots=1, moves=1000)
    here, there = thoughts(quick, "server"), thoughts(quick, "device")
    analysed(page, f"{quick.url}/replay/{table.id}")
    assert (thoughts(quick, "server"), thoughts(quick, "device")) == (here + 1, there)
    assert kept(quick, table.id)


def test_a_record_file_is_analysed_and_kept_nowhere(arrive: Callable[..., Person], quick: Server) -> None:
    page = arrive().page
    page.goto(f"{quick.url}/open")
    page.locator("input[type=file]").set_input_files(RECORD)
    page.locator("form button").last.click()
    page.wait_for_selector(READY)
    page.locator(".tools [data-do=study]").click()
    page.wait_for_selector(DONE, timeout=PATIENCE)
    page.keyboard.press("n")
    expect(page.locator(".judged").first).to_be_visible()
    match, shown = load_record(RECORD), int(page.locator(".dock .place").get_attribute("data-ply") or "")
    told = re.compile(rf"^from the decision of {match.names[0]} · Round \d$")
    expect(page.locator(".study [data-try] small")).to_have_text(told)
    page.locator(".study [data-try]").click()
    page.wait_for_url("**/table/*/*")
    table = stored(quick, page.url.split("/")[-2])
    assert table.match.ply == shown, "from the decision that is judged beside it"
    assert table.match.plies == match.plies[: table.match.ply]
    assert table.match.seats == 1


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_try_it_from_any_ply(arrive: Callable[..., Person], quick: Server, slug: str) -> None:
    """A table of one's own from the same position, against bots; the original stays as it is."""
    over = prepare(quick, slug, seats=2, seed=5, moves=1000)
    page, original = arrive().page, stored(quick, over.id)
    page.goto(f"{quick.url}/replay/{over.id}#ply=60&eye=1")
    page.wait_for_selector(READY)
    shown = int(page.locator(".dock .place").get_attribute("data-ply") or "")
    near = nearest_decision(decisions(original.match, original.match.words("en")), shown, [1])
    assert near is not None
    at = near.ply
    page.locator("[data-open=menu]").click()
    page.locator("#menu [data-try='']").click()
    page.wait_for_url("**/table/*/*")
    table_id, person = page.url.split("/")[-2:]
    page.wait_for_selector("[data-move]")
    table = stored(quick, table_id)
    assert table.match.plies[:at] == original.match.plies[:at]
    assert table.start is not None
    assert table.start.origin == f"{original.id} {at}"
    assert [state.kind for state in table.seats].count("person") == 1
    assert table.seats[int(person)].kind == "person"
    assert stored(quick, over.id).rows == original.rows
    page.wait_for_selector(MY_TURN)
    move: Any = page.locator("[data-move]").first
    move.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    end = time.monotonic() + 20
    while stored(quick, table.id).number <= table.number and time.monotonic() < end:
        time.sleep(0.2)
    assert stored(quick, table.id).number > table.number, "the match goes on"


def test_it_runs_beside_the_tables(start_server: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own that comes last."""
    monkeypatch.delenv("LONDINIUM_NICE", raising=False)
    quick = start_server(*LITTLE)
    fresh = prepare(quick, BRIDGE, seats=2, seed=77, moves=1000)
    with quick.client() as client:
        address = f"/replay/{fresh.id}"
        assert client.get(f"{address}/analysis").json() == {"state": "none", "part": 0.0, "before": 0}
        assert client.get(f"{address}/notes").status_code == 404
        assert client.post(f"{address}/analysis/start").json()["state"] == "working", "nothing comes first"
        # The first analysis on a machine compiles the search, at the lowest priority.
        nice, parts, end = set[int](), list[float](), time.monotonic() + 180
        while (progress := client.get(f"{address}/analysis").json())["state"] != "done" and time.monotonic() < end:
            assert progress["state"] in ("waiting", "working")
            parts.append(progress["part"])
            nice |= {priority(child) for child in children(quick.pid)}
            time.sleep(0.05)
        assert progress["state"] == "done"
        assert parts == sorted(parts)
        assert 19 in nice
        assert client.post(f"{address}/analysis/start").json()["state"] == "done", "nothing begins twice"
        assert client.get(f"{address}/notes?lang=de").json()["notes"]
    assert children(quick.pid) == []
    quick.stop()


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def priority(pid: int) -> int:
    try:
        return int(re.sub(r".*\) ", "", Path(f"/proc/{pid}/stat").read_text()).split()[16])
    except FileNotFoundError:
        return 0


@pytest.mark.parametrize("what", ["ply=99999", "ply=-1", "ply=", "ply=1x"])
def test_there_is_nothing_to_try_elsewhere(quick: Server, over: dict[str, Prepared], what: str) -> None:
    with quick.client() as client:
        name, _, value = what.partition("=")
        assert client.post(f"/replay/{over[BRIDGE].id}/try", data={name: value}).status_code == 404
