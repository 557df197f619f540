"""`londinium rules`: the rules of a game, or one of them, in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import click

from londinium.cli.settings import game_argument, lang_option
from londinium.cli.speech import CODE, text
from londinium.kernel.errors import N_, LondiniumError


@click.command(help=text("Show the rules of a game, or only the rule or chapter NUMBER (such as O-5.8)."))
@game_argument
@click.argument("number", required=False)
@lang_option
def verb(game: str, number: str | None) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    from londinium.kernel.registry import game as find_game

    rules = read_rules(find_game(game).folder, CODE)
    console = Console()
    page = Markdown(rules if number is None else excerpt(rules, number.upper()))
    if number is None and console.is_terminal:
        with console.pager(styles=True):
            console.print(page)
    else:
        console.print(page)


def read_rules(folder: Path, code: str) -> str:
    """RULES.md in a language, in English where there is no translation."""
    translated = folder / f"RULES.{code}.md"
    return (translated if translated.exists() else folder / "RULES.md").read_text(encoding="utf-8")


def excerpt(rules: str, number: str) -> str:
    """One chapter, or one rule with everything that belongs to it."""
    if number[0].isdecimal():
        # 5.8 is as good as O-5.8: a game has one letter.
        letter = re.search(r"^## ([A-Z])-", rules, re.MULTILINE)
        number = f"{letter[1]}-{number}" if letter else number
    chapter = re.search(rf"^## {re.escape(number)} .*?(?=^## |\Z)", rules, re.MULTILINE | re.DOTALL)
    item = re.search(rf"^- \*\*{re.escape(number)}\*\*.*?(?=^- \*\*|^## |\Z)", rules, re.MULTILINE | re.DOTALL)
    found = chapter or item
    if not found:
        raise LondiniumError(N_("there is no rule {number}"), number=number)
    return found[0]
