"""`londinium rules`: the rules of a game, or one of them, in the reader's language."""

from __future__ import annotations

import click

from londinium.cli.shared.settings import game_argument, lang_option
from londinium.cli.shared.speech import CODE, hold_words_together, text


@click.command(help=text("Show the rules of a game, or only the rule or chapter NUMBER (such as O-5.8)."))
@game_argument
@click.argument("number", required=False)
@lang_option
def verb(game: str, number: str | None) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.language import language
    from londinium.kernel.words.rulebook import rulebook

    book = rulebook(find_game(game), CODE)
    hold_words_together()
    console = Console()
    page = Markdown(book.told(number, language(CODE)) if number else book.plain)
    if number is None and console.is_terminal:
        with console.pager(styles=True):
            console.print(page)
    else:
        console.print(page)
