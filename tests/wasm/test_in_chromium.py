"""The modules in a real browser: random matches and thoughts, byte for byte as compiled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games
from londinium.kernel.rules import COMPILED

if not COMPILED:
    pytest.skip("there is nothing to compare with", allow_module_level=True)

import londinium.wasm
from londinium.wasm.conformance import Twin, check_matches, check_search
from londinium.wasm.modules import module_file
from londinium.wasm.node import Remote

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

FOLDER = Path(londinium.wasm.__file__).parent
TYPES = {".js": "text/javascript", ".wasm": "application/wasm"}
START = """async (module) => {
    const { Engine } = await import("/engine.js");
    const { answer } = await import("/answers.js");
    const engine = await Engine.start(await (await fetch(module)).arrayBuffer());
    globalThis.ask = (request) => JSON.stringify(answer(engine, JSON.parse(request)));
    return JSON.stringify(engine.description);
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of nobody's, over the files of this package and the modules of the games."""
    context = browser.new_context()
    modules = {f"/{game.slug}.wasm": module_file(game) for game in bundled_games()}

    def serve(route: Route) -> None:
        path = "/" + route.request.url.split("/", 3)[3]
        file = modules.get(path, FOLDER / path[1:])
        if path == "/":
            route.fulfill(body="<!doctype html>", content_type="text/html")
        else:
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])

    found = context.new_page()
    found.route("https://rules.test/**", serve)
    found.goto("https://rules.test/")
    yield found
    context.close()


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.slug)
def test_a_browser_agrees(page: Page, game: Game) -> None:
    description = json.loads(page.evaluate(START, f"/{game.slug}.wasm"))
    twin = Twin(game, Remote(description, lambda request: str(page.evaluate("(request) => ask(request)", request))))
    assert check_matches(twin, 100) >= 100
    check_search(twin, simulations=20, decisions=1)
