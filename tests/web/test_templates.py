"""Templates and scripts: lines that can be read, and nothing in them that only one game knows."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import nodes

import londinium
from londinium.kernel.registry import games
from londinium.web.http.assets import STATIC, STYLE_FOLDER, STYLE_SHEETS
from londinium.web.http.bundle import modules
from londinium.web.pages.templates import environment

SOURCES = Path(londinium.__file__).parent
TEMPLATES = sorted(SOURCES.rglob("templates/*.html"))
SCRIPTS = sorted(STATIC.glob("*.js"))
LONGEST_LINE = 140


@pytest.mark.parametrize("path", [*TEMPLATES, *SCRIPTS], ids=lambda path: path.name)
def test_lines_can_be_read(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST_LINE] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_asks_for_nothing_that_one_game_knows(path: Path) -> None:
    """What a template compares something with is no word of a game: what differs between games comes from them."""
    tree = environment().parse(path.read_text(encoding="utf-8"))
    compared = {
        constant.value for each in tree.find_all(nodes.Compare) for constant in each.find_all(nodes.Const) if constant.value
    }
    for game in games():
        words = {game.slug, game.title, game.module, game.box_word, *game.variants, *game.score_lines}
        words |= {word for option in game.options for word in (option.name, *option.choices)}
        assert compared & words == set()


@pytest.mark.parametrize("path", [*TEMPLATES, *SCRIPTS], ids=lambda path: path.name)
def test_no_page_names_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [name for game in games() for name in (game.slug, game.title, game.folder.name) if name in text] == []


def test_every_sheet_of_the_site_is_served() -> None:
    assert sorted(STYLE_SHEETS) == sorted(path.stem for path in STYLE_FOLDER.glob("*.css"))


def test_every_script_belongs_to_a_page() -> None:
    """A script is one that a page names, or imported by one of those; messages.js has types only, two are workers, one
    is loaded by study.js where there is a server.
    """
    entries = {
        call.args[0].value
        for path in TEMPLATES
        for call in environment().parse(path.read_text(encoding="utf-8")).find_all(nodes.Call)
        if isinstance(call.node, nodes.Getattr) and call.node.attr == "script" and isinstance(call.args[0], nodes.Const)
    }
    assert entries
    reached = {name for entry in entries for name in modules(entry)}
    assert {path.name for path in SCRIPTS} == reached | {"messages.js", "worker.js", "thinking.js", "reader_device.js"}
