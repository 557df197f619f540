"""`londinium site`: Londinium as a folder of files, to be played without a server."""

from __future__ import annotations

from pathlib import Path

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import text


@click.command(help=text("Write a site that plays without a server: a folder of files for any web host, even below a path."))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help=text("The folder to write (default: where `londinium serve` finds it and offers it at /offline)."),
)
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help=text("A folder with Pyodide, where npm cannot fetch it."),
)
@lang_option
def verb(output: Path | None, pyodide: Path | None) -> None:
    from rich.console import Console

    from londinium.browser.kept_site import site_home
    from londinium.browser.site import write_site

    output = output or site_home()
    with Console(stderr=True).status(text("Writing the site")) as status:
        written = write_site(output, pyodide, status.update)
    size = sum(file.stat().st_size for file in written)
    click.echo(text("{folder}: {count} files, {size} MB.", folder=output, count=len(written), size=f"{size / 1e6:.1f}"))
    click.echo(
        text("Put it on any web host; to try it here: {command}", command=f"python -m http.server -d {output} -b 127.0.0.1")
    )
