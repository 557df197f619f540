"""Points that change are never shown wrong, however quickly one change follows another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .person import DESKTOP, PHONE, Person
from .tables import OURS, Prepared

UPDATES = """async () => {
  const script = [...document.querySelectorAll("link[rel=modulepreload]")].find((link) => link.href.includes("fragments"));
  const { show } = await import(script.href);
  const counted = () => [...document.querySelectorAll("[data-count]")].filter((element) => /^[0-9]+$/.test(element.textContent));
  const names = [...new Set(counted().map((element) => element.closest("[data-fragment]").dataset.fragment))];
  const drawn = Object.fromEntries(names.map((name) => [name, document.querySelector(`[data-fragment="${name}"]`).innerHTML]));
  const truth = new Map(counted().map((element) => [element.dataset.count, Number(element.textContent)]));
  const wrong = [];
  let more = 0;
  const look = () => {
    for (const element of counted()) {
      const right = truth.get(element.dataset.count) + more;
      if (Number(element.textContent) !== right) wrong.push(`${element.dataset.count}: ${element.textContent}, not ${right}`);
    }
  };
  const update = (by) => {
    more = by;
    const box = document.createElement("div");
    const set = {};
    for (const [name, markup] of Object.entries(drawn)) {
      box.innerHTML = markup;
      for (const element of box.querySelectorAll("[data-count]")) {
        if (/^[0-9]+$/.test(element.textContent)) element.textContent = String(truth.get(element.dataset.count) + by);
      }
      set[name] = box.innerHTML;
    }
    show({ set });
  };
  const frames = async (time) => {
    const end = performance.now() + time;
    while (performance.now() < end) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      look();
    }
  };
  for (const by of [3, 7, 2, 40, 11]) {
    update(by);
    look();
    await frames(50);
  }
  await frames(600);
  return { wrong, numbers: truth.size };
}"""


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("slug", OURS)
def test_numbers_are_true_at_every_moment(
    arrive: Callable[..., Person], table: Callable[..., Prepared], slug: str, viewport: dict[str, Any]
) -> None:
    """Five updates 50 ms apart: every number that is counted is looked at in every frame."""
    page = arrive(**viewport, reduced_motion="no-preference").page
    page.goto(table(slug, seats=2, seed=5, moves=24).link(0))
    page.wait_for_selector(".table[data-connected] [data-count]", state="attached")
    seen = page.evaluate(UPDATES)
    assert seen["numbers"] > 0
    assert seen["wrong"] == []
