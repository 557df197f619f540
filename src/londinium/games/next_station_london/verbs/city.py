"""`londinium city`: a map for Next Station: printed, random, checked, compared with another, or drawn."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import language_of

LANGUAGE = language_of(__file__)
text = LANGUAGE.text

CITY_HELP = text(
    "Print the city of Next Station: London, make a random one, or check, compare or draw cities of your own.\n\nWithout FILE it "
    "is London. With -o, a name ending in .svg or .png asks for a picture, any other for the text. --check lists everything "
    "that is wrong (status 2). --diff tells what differs between two cities (status 1); 'standard' stands for London."
)


@click.command(help=CITY_HELP)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--random", "make", is_flag=True, help=text("Make a random city with the same structure."))
@click.option("--seed", type=click.IntRange(0), help=text("Which random city (default: a new one)."))
@click.option(
    "--check", type=click.Path(path_type=Path), metavar="FILE", help=text("Say what is wrong with a city file, row by row.")
)
@click.option(
    "--diff", nargs=2, type=click.Path(path_type=Path), metavar="A B", help=text("Say what differs between two cities.")
)
@click.option("--draw", is_flag=True, help=text("Draw it instead of printing it."))
@click.option("--scheme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help=text("Colour scheme."))
@click.option("--width", type=click.IntRange(16, 20000), help=text("Pixels, for PNG (default: the picture's own size)."))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=text("Write the city to this file."))
@lang_option
def verb(
    file: Path | None,
    make: bool,
    seed: int | None,
    check: Path | None,
    diff: tuple[Path, Path] | None,
    draw: bool,
    scheme: str,
    width: int | None,
    output: Path | None,
) -> None:
    from londinium.cli.shared.box_files import box_text, check_box_file, compare_box_files, show_box
    from londinium.games.next_station_london import GAME
    from londinium.games.next_station_london.box.random_city import random_city
    from londinium.kernel.words.errors import N_, InvalidOption

    printed = file is not None or draw or output is not None or make
    if sum((check is not None, diff is not None, printed)) > 1 or (make and file is not None):
        raise InvalidOption(N_("--check, --diff, --random and FILE are different questions: ask one at a time"))
    if seed is not None and not make:
        raise InvalidOption(N_("--seed chooses a random city: add --random, or leave it out"))
    if check is not None:
        check_box_file(GAME, check, LANGUAGE)
        return
    if diff is not None:
        compare_box_files(GAME, *diff, LANGUAGE)
        return
    drawn = secrets.randbits(31) if seed is None else seed
    city = random_city(drawn) if make else box_text(GAME, file).text
    play = f"londinium play {GAME.slug} --city {output}"
    told = text("The city is in {file}. Play it with: {command}", file=output, command=play)
    show_box(GAME, city, output, draw, LANGUAGE, scheme=scheme, width=width, told=told)
