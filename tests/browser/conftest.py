"""People with browsers of their own, and tables that stand prepared for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser

from .person import STILL, Person
from .tables import Prepared, prepare

if TYPE_CHECKING:
    from conftest import Server


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Callable[..., Person]]:
    """Somebody with a fresh browser: `arrive(viewport=...)`. What goes wrong in their page fails the test."""
    people: list[Person] = []

    def come(*, silent: bool = False, pace: str = "at-once", **settings: Any) -> Person:
        person = Person(browser.new_context(**{**STILL, **settings}), silent=silent, pace=pace)
        people.append(person)
        return person

    yield come
    for person in people:
        person.context.close()
    assert [problem for person in people for problem in person.problems] == []


@pytest.fixture
def table(server: Server) -> Callable[..., Prepared]:
    """A table in the server's database: `table("old-london-bridge", seats=2, seed=5, moves=20)`."""

    def make(game: str, **wishes: Any) -> Prepared:
        return prepare(server, game, **wishes)

    return make
