"""The command line: one verb per file in this folder, found by its name."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import click

from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import speak, text
from londinium.kernel.errors import LondiniumError

HELPERS = {"shared"}


class Verbs(click.Group):
    """Finds a verb when it is called, so that `--help` and the other verbs need not wait for it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(info.name for info in pkgutil.iter_modules(__path__) if info.name not in HELPERS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        verb = importlib.import_module(f"londinium.cli.{cmd_name}").verb
        assert isinstance(verb, click.Command)
        return verb


@click.group(cls=Verbs, help=text("Play, host and study Old London Bridge and Next Station: London."))
@lang_option
@click.version_option(package_name="londinium")
def verbs() -> None:
    pass


def main() -> None:
    """Run a verb; what is wrong with the input is said in one sentence, with exit status 2."""
    try:
        verbs(prog_name="londinium")
    except LondiniumError as error:
        click.echo(text("Error: {problem}", problem=speak(error)), err=True)
        sys.exit(2)
