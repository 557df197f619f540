"""Two people in two browsers play whole matches to the end."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from londinium.kernel.registry import slugs

from .person import MY_TURN, Person, is_over, log_lines

if TYPE_CHECKING:
    from conftest import Server


def invite(host: Person, server: Server, slug: str) -> str:
    """Open a table for two through the form, as people do; the host sits at it, and the friend's link is returned."""
    page = host.page
    page.goto(f"{server.url}/new/{slug}")
    page.locator("[name=name0]").fill("Ann")
    page.locator("form .main").click()
    link = page.locator("input[readonly]").first.input_value()
    page.locator("a.main").click()
    page.wait_for_selector(".table[data-connected]")
    return link


def sit_down(friend: Person, link: str, name: str) -> None:
    friend.page.goto(link)
    friend.page.locator("#name").fill(name)
    friend.page.keyboard.press("Enter")
    friend.page.wait_for_selector(".table[data-connected]")


def next_to_decide(people: list[Person]) -> Person:
    """Whoever is asked; the news may still be under way."""
    end = time.monotonic() + 15
    while not (asked := [person for person in people if person.page.locator(MY_TURN).count()]):
        assert time.monotonic() < end, "nobody is asked"
        people[0].page.wait_for_timeout(20)
    return asked[0]


def play_to_the_end(people: list[Person], chance: Random) -> int:
    """Whoever is asked decides, until it is over."""
    moves = 0
    while not all(is_over(person.page) for person in people):
        asked = [person for person in people if person.page.locator(MY_TURN).count()]
        if not asked:  # the news is still under way
            people[0].page.wait_for_timeout(20)
            continue
        chance.choice(asked).decide(chance)
        moves += 1
        assert moves < 300
    return moves


@pytest.mark.parametrize("slug", slugs())
def test_two_people_play_a_whole_match(arrive: Callable[..., Person], server: Server, tmp_path: Path, slug: str) -> None:
    ann, ben = arrive(), arrive()
    sit_down(ben, invite(ann, server, slug), "Ben")
    commitment = ann.page.locator("#menu .hash").text_content() or ""
    play_to_the_end([ann, ben], Random(slug))

    for person in (ann, ben):
        expect(person.page.locator("#final")).to_be_visible()
        for name in ("Ann", "Ben"):
            expect(person.page.locator("#final .final")).to_contain_text(name)
        assert not person.page.title().startswith("●")
    last = [log_lines(person.page)[-1].replace(f"You {name}", name) for person, name in ((ann, "Ann"), (ben, "Ben"))]
    assert last[0].replace("You", "Ann") == last[1].replace("You", "Ben"), "all are told the same"

    with ben.page.expect_download() as download:
        ben.page.locator("#final a[download]").click()
    record = tmp_path / "match.record"
    download.value.save_as(record)
    verify = [sys.executable, "-m", "londinium", "verify", str(record), "--commitment", commitment]
    checked = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr

    old = ann.page.url
    ann.page.locator("#final [data-act=rematch]").click()
    ann.page.wait_for_url(lambda url: url != old and "/table/" in url)
    # The other is shown the way, and sits down there.
    ben.page.locator("#final .go a[href$='/rematch']").click()
    ben.page.locator(".table, form.sheet").wait_for()
    if ben.page.locator("form.sheet").count():
        ben.page.locator("form.sheet .main").click()
    for person in (ann, ben):
        person.page.wait_for_selector(".table[data-connected]")
    asked = next_to_decide([ann, ben])
    tables = {person.page.url.split("/table/")[1].split("/")[0] for person in (ann, ben)}
    assert len(tables) == 1
    assert old.split("/table/")[1].split("/")[0] not in tables
    asked.decide(Random(1))
