"""`londinium box`: the printed material of a game: print it, check a file of your own, compare two, draw one."""

from __future__ import annotations

from pathlib import Path

import click

from londinium.cli.shared.settings import game_argument, lang_option
from londinium.cli.shared.speech import CODE, text

BOX_HELP = text(
    "Print the box file of a game, or check, compare or draw box files.\n\nWithout FILE the standard box is printed or "
    "drawn. With -o, a name ending in .svg or .png asks for a picture, any other for the text. --check lists everything that is "
    "wrong with a file (status 2). --diff tells what differs between two files, part by part (status 1); 'standard' stands for "
    "the standard box."
)


@click.command(help=BOX_HELP)
@game_argument
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--check", type=click.Path(path_type=Path), metavar="FILE", help=text("Say what is wrong with a box file."))
@click.option(
    "--diff", nargs=2, type=click.Path(path_type=Path), metavar="A B", help=text("Say what differs between two box files.")
)
@click.option("--draw", is_flag=True, help=text("Draw it instead of printing it."))
@click.option("--scheme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help=text("Colour scheme."))
@click.option("--width", type=click.IntRange(16, 20000), help=text("Pixels, for PNG (default: the picture's own size)."))
@click.option("-o", "--output", type=click.Path(path_type=Path), help=text("Write it to this file."))
@lang_option
def verb(
    game: str,
    file: Path | None,
    check: Path | None,
    diff: tuple[Path, Path] | None,
    draw: bool,
    scheme: str,
    width: int | None,
    output: Path | None,
) -> None:
    from londinium.cli.shared.box_files import box_text, check_box_file, compare_box_files, show_box
    from londinium.kernel.registry import game as find_game
    from londinium.kernel.words.errors import N_, InvalidOption
    from londinium.kernel.words.language import language

    found = find_game(game)
    words = language(CODE, found.folder)
    if sum((check is not None, diff is not None, file is not None or draw or output is not None)) > 1:
        raise InvalidOption(N_("--check, --diff and FILE with -o or --draw are different questions: ask one at a time"))
    if check is not None:
        check_box_file(found, check, words)
    elif diff is not None:
        compare_box_files(found, *diff, words)
    else:
        command = f"londinium play {found.slug} --box {output}"
        told = text("{file} is written. Play with it: {command}", file=output, command=command)
        show_box(found, box_text(found, file).text, output, draw, words, scheme=scheme, width=width, told=told)
