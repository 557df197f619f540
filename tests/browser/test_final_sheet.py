"""The score sheets add up row by row: totals run along, the document tells the truth meanwhile, and a key or a click ends it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .person import DESKTOP, PHONE, Person
from .tables import OURS, Prepared

PAUSE = 520
"""Milliseconds from row to row."""
BEGIN = """async () => {
  const script = [...document.querySelectorAll("link[rel=modulepreload]")].find((link) => /final/.test(link.href));
  (await import(script.href)).addUp(document.querySelector("#final .final"));
}"""
SEEN = """() => [...document.querySelectorAll("#final [data-row=total]")].flatMap((row) =>
  [...(row.querySelector("[data-adds]") ? row.querySelectorAll("[data-adds]") : row.querySelectorAll("td"))]
    .map((cell) => [cell.textContent, cell.dataset.soFar ?? null]))"""
"""Every total: what stands in the document, and what is written over it."""
CELLS = """() => [...document.querySelectorAll("#final article, #final table.score-sheet")].map((sheet) =>
  [...sheet.querySelectorAll("[data-row]:not([data-row=total])")].map((row) => {
    const marked = [...row.querySelectorAll("[data-adds]")];
    return (marked.length ? marked : [...row.querySelectorAll("td")]).map((cell) => cell.textContent.trim());
  }))"""
"""For each sheet its rows, each with its numbers as one reads them."""

LEGIBLE = """() => [...document.querySelectorAll("#final [data-so-far]")]
  .filter((under) => getComputedStyle(under).color !== "rgba(0, 0, 0, 0)").map((under) => under.textContent)"""
"""What could still be read under a running sum."""
OWN = """() => {
  const own = document.querySelector("#final .own [data-runs], #final .total td").getBoundingClientRect();
  // The drawer may still rise.
  return own.top >= 0 && own.bottom <= innerHeight + 5;
}"""
"""Whether one sees one's own sum without scrolling."""
HEADS = "[...document.querySelectorAll('#final [data-runs]')].map((head) => Number(head.dataset.soFar))"


def number(words: str | None) -> int:
    found = re.search(r"([−-]?)[^0-9]*([0-9]+)", words or "")
    return (-1 if found.group(1) else 1) * int(found.group(2)) if found else 0


def opened(arrive: Callable[..., Person], prepared: Prepared, **window: object) -> Page:
    page = arrive(**window).page
    page.clock.install()
    page.goto(prepared.link(0))
    page.wait_for_selector(".table[data-connected] .prompt-bar [data-open=final]", state="attached")
    page.clock.pause_at("2100-01-01")
    page.locator(".prompt-bar [data-open=final]").first.click()
    expect(page.locator("#final")).to_be_visible()
    page.evaluate(BEGIN)
    return page


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("slug", OURS)
def test_totals_run_with_the_rows(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str, window: dict[str, object]
) -> None:
    page = opened(arrive, table(slug, seats=2, seed=5, moves=500), **window, reduced_motion="no-preference")
    truth = [words for words, _ in page.evaluate(SEEN)]
    sheets: list[list[list[str]]] = page.evaluate(CELLS)
    assert len(truth) == 2
    columns = [[[number(row[i]) for row in sheet] for i in range(len(sheet[0]))] for sheet in sheets]
    added = [column for sheet in columns for column in sheet]
    assert [sum(column) for column in added] == [number(words) for words in truth], "the rows are all there is"
    shown = [[number(over) for _, over in page.evaluate(SEEN)]]
    assert page.locator("#final .covered").count() == sum(map(len, sheets))
    assert page.evaluate(LEGIBLE) == [], "a sum is written over nothing that one reads"
    assert page.evaluate(OWN), "one's own sum is in sight while it runs"
    for row in range(len(sheets[0])):
        page.clock.run_for(PAUSE - 20 if row else PAUSE + 400)
        page.clock.run_for(20 if row else 0)
        seen = page.evaluate(SEEN)
        assert [words for words, _ in seen] == truth, "the document is true at every moment"
        shown.append([number(over) for _, over in seen])
        assert shown[-1] == [sum(column[: row + 1]) for column in added], f"after row {row}"
        assert page.evaluate(HEADS) in (shown[-1], []), "a long sheet shows its sum at its head, too"
    assert shown[0] == [0, 0]
    page.clock.run_for(PAUSE)
    assert page.locator("#final .covered, #final .adding, #final [data-so-far]").count() == 0


@pytest.mark.parametrize("slug", OURS)
def test_a_key_ends_it_and_calm_people_see_it_at_once(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str
) -> None:
    prepared = table(slug, seats=2, seed=5, moves=500)
    page = opened(arrive, prepared, **DESKTOP, reduced_motion="no-preference")
    page.clock.run_for(PAUSE + 100)
    assert page.locator("#final .covered").count() > 0
    page.keyboard.press("Shift")
    assert page.locator("#final .covered, #final [data-so-far]").count() == 0
    page = opened(arrive, prepared, **DESKTOP, reduced_motion="reduce")
    assert page.locator("#final .covered, #final [data-so-far]").count() == 0
