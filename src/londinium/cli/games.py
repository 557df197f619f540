"""`londinium games`: which games there are, and what can be settled before a match."""

from __future__ import annotations

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import CODE, plural, text


@click.command(help=text("List the games with their options and variants."))
@lang_option
def verb() -> None:
    from rich.console import Console

    from londinium.kernel.registry import games
    from londinium.kernel.words.language import language

    console = Console(highlight=False)
    for game in games():
        words = language(CODE, game.folder)
        credits = f" ({game.credits})" if game.credits else ""
        console.print(f"[bold]{game.slug}[/bold]  {game.title}{credits}")
        least, most = game.seats[0], game.seats[-1]
        if least == most:
            console.print("  " + plural("{count} player", "{count} players", most))
        else:
            console.print("  " + text("{least} to {most} players", least=least, most=most))
        console.print("  " + text("Variants: {variants}", variants=", ".join(game.variants)))
        for option in game.options:
            console.print(f"  --option {option.name}=…  {game.face.describe_option(option.name, None, words)}")
            for choice in option.choices:
                mark = " *" if choice == option.default else ""
                console.print(f"      {choice}{mark}  [dim]{game.face.describe_option(option.name, choice, words)}[/dim]")
