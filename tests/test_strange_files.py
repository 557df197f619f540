"""Box and city files of strangers are read, or refused with a reason, in bounded time: never with an error of our own."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from londinium.kernel.boxes import BoxFile
from londinium.kernel.contracts.workshop import workshop_of
from londinium.kernel.registry import game, games
from londinium.kernel.strange_toml import NotRead, read_strange_toml
from londinium.kernel.words.errors import InvalidBox
from londinium.table.settings import LARGEST_BOX

BRIDGE, CITY = "old-london-bridge", "next-station-london"
LONG = LARGEST_BOX - 100
LIMIT = 1.0
"""Seconds. An honest file takes a few hundredths; the worst of these took 19 s."""

BOXES: dict[str, str] = {
    "key of many parts": ".".join("a" * (LONG // 2)) + " = 1",
    "section of many parts": "[" + ".".join("a" * (LONG // 2)) + "]",
    "deep section, many keys": "[" + ".".join("a" * 4_000) + "]\n" + "".join(f"k{i} = 1\n" for i in range(5_000)),
    "quoted parts": " . ".join(['"a"'] * (LONG // 7)) + " = 1",
    "deep array": "a = " + "[" * 30_000 + "]" * 30_000,
    "deep inline tables": "a = " + "{a = " * 9_000 + "1" + "}" * 9_000,
    "inline tables, not so deep": "a = " + "{a = " * 300 + "1" + "}" * 300,
    "integer": "a = " + "9" * 60_000,
    "hexadecimal": "[cards]\ncount = 0x" + "f" * 60_000,
    "float": "a = " + "9" * 60_000 + ".5",
    "a string without end": 'a = "' + '\\"' * (LONG // 2),
    "many strings without end": 'a = "" ' + 'x\\""" ' * (LONG // 6),
    "long key": '"' + "k" * LONG + '" = 1',
    "many keys": "".join(f"k{i} = 1\n" for i in range(LONG // 12)),
    "many tables": "".join(f"[[a]]\n[a.b{i}]\n" for i in range(LONG // 18)),
    "many tiles": "[buildings]\nchapel = [" + '"1o",' * (LONG // 5) + "]",
    "a line of spaces": "a" + " " * (LONG - 10) + "b = 1",
    "comments": "#\n" * (LONG // 2),
    "texts like entries": "".join(f"k{i} = '''" + "=\n" * 1_900 + "'''\n" for i in range(17)),
    "nothing but dots": "." * LONG,
    "carriage returns": "\r" * LONG,
    "signs of no language": "\ufffd\u202e\U000e0001" * (LONG // 12),
}
CITIES: dict[str, str] = {
    "coordinate": "Thames " + "9" * 50_000 + ",1 3,4",
    "digits of another script": "Thames " + "\u0663" * 20_000 + ",1",
    "many points": "Thames " + " ".join(f"{i}.5,1" for i in range(LONG // 10)),
    "many lines of nothing": "x\n" * (LONG // 2),
    "many rows": "".join(f"{i % 10}\n" for i in range(LONG // 2)),
    "long station": "a b c | d e f g | h i j\n0 " + "Q" * LONG,
    "many borders": "---\n" * (LONG // 4),
}
FILES = [pytest.param(BRIDGE, text, id=name) for name, text in BOXES.items()]
FILES += [pytest.param(CITY, text, id=name) for name, text in CITIES.items()]


def timed(call: Callable[[], object]) -> float:
    before = time.thread_time()
    call()
    return time.thread_time() - before


@pytest.mark.parametrize(("slug", "text"), FILES)
def test_hostile_files_are_refused_soon_and_with_a_reason(slug: str, text: str) -> None:
    assert len(text.encode()) <= LARGEST_BOX

    def play() -> None:
        with pytest.raises(InvalidBox) as refused:
            game(slug).open_box(BoxFile("box", text))
        assert len(str(refused.value)) < 2_000

    assert timed(play) < LIMIT


@pytest.mark.parametrize(("slug", "text"), FILES)
def test_the_workshop_shows_what_it_can_of_them(slug: str, text: str) -> None:
    shop = workshop_of(game(slug))
    assert shop is not None
    if all(sign.isprintable() or sign in "\r\n" for sign in text):
        assert timed(lambda: shop.whole_file(text, ())) < LIMIT
    assert timed(lambda: shop.problems(text)) < LIMIT
    assert len(shop.problems(text)) <= 100
    assert timed(lambda: shop.touch(text, "C", "a0")) < LIMIT


def test_what_is_honest_is_read_as_before() -> None:
    for found in games():
        if (shop := workshop_of(found)) is not None:
            assert found.open_box(BoxFile("box", shop.printed()))[0].tobytes() == found.standard_box().tobytes()
    text = (Path(game(BRIDGE).folder) / "box" / "box.toml").read_text()
    assert read_strange_toml(text) == tomllib.loads(text)
    strange = (
        'a.b."c.d" = [1, 2.5, -3]\n[x."y z"]\nt = """two\nlines with "quotes" and \\" more"""\nl = \'\'\'it\'s\'\'\'\n'
        'd = 2026-11-18T02:30:00.5Z # "comment\ni = {p = "}", q = [{r = true}]}\ne = ""\n'
    )
    assert read_strange_toml(strange) == tomllib.loads(strange)


@pytest.mark.parametrize(("text", "line"), [("a = 1\nb = [\n[" + "[" * 30, 3), ("\n\n" + "a." * 20, 3), ('a = 1\nb = """\nx', 2)])
def test_the_line_is_named(text: str, line: int) -> None:
    with pytest.raises(NotRead) as found:
        read_strange_toml(text)
    assert found.value.line == line
