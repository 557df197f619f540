"""`londinium verify`: whether the shuffle of a finished match was fair."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from londinium.cli.shared.settings import box_option, lang_option, light
from londinium.cli.shared.speech import plain_console, speak, text

PROBLEMS_FOUND = 1


@click.command(
    help=text(
        "Check the shuffle in the record FILE of a table: that its commitment belongs to its seed, and that "
        "everything revealed follows from the seed. Exit status 1 if anything does not hold."
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--commitment", metavar="HASH", help=text("The commitment you noted when the match began, to compare with."))
@box_option
@lang_option
@light
def verb(file: Path, commitment: str | None, box: Path | None) -> None:
    from londinium.kernel.record import load_record
    from londinium.table.papers.verify import check_shuffle

    match = load_record(file, box)
    console = plain_console()
    console.print(text("All moves are legal (plies: {plies}).", plies=match.ply))
    findings = check_shuffle(match, commitment)
    for finding in findings:
        console.print(("✓ " if finding.holds else "✗ ") + speak(finding.sentence), style="green" if finding.holds else "red")
    if all(finding.holds for finding in findings):
        console.print(text("The shuffle is the one that was committed to."), style="bold")
    else:
        console.print(text("The shuffle could not be verified."), style="bold")
        sys.exit(PROBLEMS_FOUND)
