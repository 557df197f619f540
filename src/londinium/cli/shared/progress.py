"""Bars that tell how far a verb is. They are on the error output, so that what is printed stays data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from londinium.cli.shared.speech import text

STOPPED = text("Stopped. With -o FOLDER and --resume, the same command continues from here.")

PLAYING = text("Playing")


class Bar:
    """How much has been done of how much; when stopped, it says what is left."""

    def __init__(self, stopped: str = STOPPED, doing: str = PLAYING) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._stopped = stopped
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._progress.add_task(doing, total=None)

    def told(self, played: int, planned: int) -> None:
        self._progress.update(self._task, completed=played, total=planned)

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._progress.stop()
        if kind is KeyboardInterrupt:
            click.echo(self._stopped, err=True)


@contextmanager
def progress(doing: str | None = None) -> Iterator[Callable[[float], None]]:
    """How much of a match has been analysed, from 0 to 1; or how much of whatever else is being done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing or text("Analysing"), total=1.0)
        yield lambda done: bar.update(task, completed=done)
