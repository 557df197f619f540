"""The game on one page, in a drawer at the table."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games
from londinium.kernel.words.language import languages
from londinium.kernel.words.rulebook import rulebook
from londinium.web.pages.rulebook import glance_page

from .site import in_loop, serving

DAY = date(2026, 11, 20)
LINK = re.compile(r'href="/rules/[a-z-]+#([A-Z]-[\d.]+)"')
MOST_WORDS = 420
"""As much as one reads while others wait."""


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.slug)
def test_every_game_has_one_page_in_every_language(game: Game, code: str) -> None:
    book = rulebook(game, code)
    assert book.glance is not None
    page = glance_page(game.slug, code)
    words = re.sub(r"<[^>]+>", " ", page).split()
    assert 150 < len(words) < MOST_WORDS
    linked = LINK.findall(page)
    assert len(linked) >= 10, "rules are named, so that one can look"
    assert set(linked) <= set(book.numbers)
    english = glance_page(game.slug, "en")
    assert sorted(linked) == sorted(LINK.findall(english))
    assert code == "en" or page != english
    assert page.count("<h3>") >= 4


@in_loop
async def test_the_book_opens_a_drawer_and_the_text_board_is_in_the_menu(tmp_path: Path) -> None:
    async with serving(tmp_path, DAY) as world, world.person() as ann:
        page = await ann.post("/play/old-london-bridge")
        text = page.text
        tools = text[text.index('<nav class="tools"') : text.index("</nav>", text.index('<nav class="tools"'))]
        assert 'data-open="glance"' in tools
        assert 'href="/rules/old-london-bridge"' in tools, "without scripts it is a link all the same"
        assert "/text" not in tools
        assert '<dialog id="glance"' in text
        menu = text[text.index('<dialog id="menu"') :]
        assert f'href="{page.url.path}/text"' in menu[: menu.index("</dialog>")]
        assert f'class="skip" href="{page.url.path}/text"' in text
        keys = text[text.index('<dialog id="help"') :]
        assert {"P", "H", "Z", "?"} <= set(re.findall(r"<kbd>(.)</kbd>", keys[: keys.index("</dialog>")]))
