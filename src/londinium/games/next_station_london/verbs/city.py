"""`londinium city`: a map for Next Station, the printed one, a random one, or a check of your own."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import language_of, speak

LANGUAGE = language_of(__file__)
text, plural = LANGUAGE.text, LANGUAGE.plural


@click.command(help=text("Print the city of Next Station: London, make a random one, or check one of your own."))
@click.option("--random", "make", is_flag=True, help=text("Make a random city with the same structure."))
@click.option("--seed", type=click.IntRange(0), help=text("Which random city (default: a new one)."))
@click.option("--check", type=click.Path(path_type=Path), help=text("Say what is wrong with a city file, row by row."))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=text("Write the city to this file."))
@lang_option
def verb(make: bool, seed: int | None, check: Path | None, output: Path | None) -> None:
    if check is not None:
        _check(check)
        return
    if seed is not None and not make:
        import londinium.games.next_station_london  # noqa: F401 - its catalogue has the words
        from londinium.kernel.words.errors import N_, InvalidOption

        raise InvalidOption(N_("--seed chooses a random city: add --random, or leave it out"))
    from londinium.games.next_station_london import GAME
    from londinium.games.next_station_london.box.city import STANDARD
    from londinium.games.next_station_london.box.random_city import random_city

    drawn = secrets.randbits(31) if seed is None else seed
    city = random_city(drawn) if make else STANDARD.read_text(encoding="utf-8")
    if output is None:
        click.echo(city, nl=False)
    else:
        output.write_text(city, encoding="utf-8")
        play = f"londinium play {GAME.slug} --city {output}"
        click.echo(text("The city is in {file}. Play it with: {command}", file=output, command=play))


def _check(file: Path) -> None:
    from londinium.games.next_station_london.box.city import check_city

    problems = check_city(file)
    for problem in problems:
        click.echo(speak(problem), err=True)
    if problems:
        click.echo(plural("{count} problem", "{count} problems", len(problems)), err=True)
        sys.exit(1)
    click.echo(text("{file} is a city that can be played.", file=file))
