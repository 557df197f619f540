"""Box and city files on the command line: printed, checked, compared, drawn. What is in them is the game's business."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from londinium.kernel.boxes import STANDARD_BOX, BoxFile
from londinium.kernel.contracts.workshop import BoxChange, Workshop, box_changes, workshop_of
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, InvalidBox, InvalidOption, LondiniumError
from londinium.kernel.words.language import Language

PICTURES = {".svg", ".png"}
OTHER_PICTURES = {".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".html", ".bmp", ".tiff"}
"""What nobody expects a box file under."""


def workshop_for(game: Game) -> Workshop:
    """Where a game's box files are made; an error says that there is none."""
    if not game.reads_boxes:
        raise InvalidOption(N_("{game} has no box files"), game=game.title)
    shop = workshop_of(game)
    if shop is None:
        raise InvalidOption(N_("{game} reads box files, but has no workshop to print, compare or draw them"), game=game.title)
    return shop


def box_text(game: Game, file: Path | None) -> BoxFile:
    """A box that can be played, as its text; the standard one by the name `standard`, or if none is named."""
    shop = workshop_for(game)
    if file is None or (str(file) == STANDARD_BOX and not file.exists()):
        return BoxFile(STANDARD_BOX, shop.printed())
    found = BoxFile.load(file)
    for problem in problems_of(game, found):
        raise problem
    return found


def problems_of(game: Game, file: BoxFile) -> list[InvalidBox]:
    """Everything that is wrong with a file, by its lines; of a game without a workshop the first thing."""
    text = file.text.replace("\r\n", "\n").replace("\r", "\n")
    shop = workshop_of(game)
    if shop is not None:
        found = [InvalidBox(file.name, problem.line, problem.problem) for problem in shop.problems(text)]
        return sorted(found, key=lambda problem: problem.line)
    try:
        game.read_box(text, file.name)
    except InvalidBox as problem:
        return [problem]
    return []


def check_box_file(game: Game, path: Path, words: Language) -> None:
    """Say everything that is wrong with a file, and leave with status 2; say that nothing is."""
    if not game.reads_boxes:
        workshop_for(game)
    try:
        problems = problems_of(game, BoxFile.load(path))
    except InvalidBox as unread:
        problems = [unread]
    for problem in problems:
        click.echo(problem.told(words), err=True)
    if problems:
        click.echo(words.plural("{count} problem", "{count} problems", len(problems)), err=True)
        sys.exit(2)
    click.echo(words.text("{file}: nothing is wrong with it, it can be played.", file=path))


def compare_box_files(game: Game, first: Path, second: Path, words: Language) -> None:
    """Say what differs, part by part, and leave with status 1; or that nothing does."""
    shop, (before, after) = workshop_for(game), (box_text(game, file) for file in (first, second))
    changes = box_changes(shop.facts(before.text, words), shop.facts(after.text, words))
    if not changes:
        click.echo(words.text("{first} and {second} describe the same.", first=first, second=second))
        return
    count = words.plural("{count} difference", "{count} differences", len(changes))
    click.echo(words.named(f"{first} → {second}", count))
    part = ""
    for change in changes:
        if change.part != part:
            part = change.part
            click.echo(f"\n{part}")
        click.echo(f"  {words.named(change.name, told_change(change))}")
    sys.exit(1)


def told_change(change: BoxChange) -> str:
    """`5 → 7 (+2)`."""
    by = f" ({change.by:+d})".replace("-", "−") if change.by is not None else ""
    return f"{change.before or '–'} → {change.after or '–'}{by}"


def is_picture(output: Path | None, draw: bool) -> bool:
    """Whether a picture is asked for. A name that promises one of another kind is refused, and so is one that promises none."""
    suffix = output.suffix.lower() if output is not None else ""
    if suffix in OTHER_PICTURES or (draw and output is not None and suffix not in PICTURES):
        name = output.name if output is not None else ""
        raise InvalidOption(N_("a picture must be written to a file ending in .svg or .png, not '{file}'"), file=name)
    return draw or suffix in PICTURES


def write_box_picture(
    game: Game, text: str, output: Path | None, words: Language, scheme: str = "light", width: int | None = None
) -> None:
    """Draw a box into a file, or as SVG onto the output."""
    from londinium.look.raster import png

    drawn = workshop_for(game).picture(text, words, scheme)
    if output is None:
        click.echo(drawn)
        return
    data = png(drawn, width) if output.suffix.lower() == ".png" else drawn.encode()
    write_output(output, data)
    click.echo(words.text("{file}: {size} bytes", file=output, size=len(data)))


def show_box(
    game: Game, content: str, output: Path | None, draw: bool, words: Language, *, scheme: str, width: int | None, told: str
) -> None:
    """Print a box, draw it, or write it to a file; `told` says then what can be done with the file."""
    if is_picture(output, draw):
        write_box_picture(game, content, output, words, scheme, width)
    elif output is None:
        click.echo(content, nl=False)
    else:
        write_output(output, content.encode())
        click.echo(told)


def write_output(output: Path, data: bytes) -> None:
    try:
        output.write_bytes(data)
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=output, problem=error) from error
