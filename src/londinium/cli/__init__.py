"""The command line: one verb per file in this folder, found by its name; and the verbs that games bring in a folder `verbs`."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import click

from londinium.cli.shared.completion import COMPLETION_VARIABLE, PROGRAM, with_completion
from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import CODE, speak, text
from londinium.kernel.announcement import be_quiet
from londinium.kernel.registry import folders
from londinium.kernel.words.errors import N_, LondiniumError

HELPERS = {"shared"}


class Verbs(click.Group):
    """Finds a verb when it is called, so that `--help` and the other verbs need not wait for it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs that can be called. What is wrong with one of a game's is said, and keeps nobody from the others."""
        found = _own_verbs()
        for name in _verbs_of_games():
            try:
                _verb_of_game(name)
                found.add(name)
            except LondiniumError as error:
                click.echo(text("Error: {problem}", problem=speak(error)), err=True)
        return sorted(found)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _own_verbs():
            verb = importlib.import_module(f"londinium.cli.{cmd_name}").verb
            assert isinstance(verb, click.Command)
            return with_completion(verb, cmd_name)
        return with_completion(_verb_of_game(cmd_name), cmd_name) if cmd_name in _verbs_of_games() else None


def _own_verbs() -> set[str]:
    return {info.name for info in pkgutil.iter_modules(__path__) if info.name not in HELPERS}


# ── Verbs of games ───────────────────────────────────────────────────────────


@cache
def _verbs_of_games() -> dict[str, list[tuple[str, Path]]]:
    """Module and file of the verbs that games bring, by the verb's name. No game is loaded for that."""
    found: dict[str, list[tuple[str, Path]]] = {}
    for package, folder in folders().items():
        for info in pkgutil.iter_modules([str(folder / "verbs")]):
            place = f"{package}.verbs.{info.name}", folder / "verbs" / f"{info.name}.py"
            found.setdefault(info.name, []).append(place)
    return found


def _verb_of_game(name: str) -> click.Command:
    """A verb that a game brings; an error says why it cannot be called."""
    (module, file), *others = _verbs_of_games()[name]
    if name in _own_verbs():
        message = N_("{file} cannot be used: '{verb}' is one of Londinium's own commands, so the file needs another name")
        raise LondiniumError(message, file=file, verb=name)
    if others:
        message = N_("two games provide the command '{verb}', so one of these files needs another name: {file}, {other}")
        raise LondiniumError(message, verb=name, file=file, other=others[0][1])
    try:
        verb = _load(module, file).verb
    except Exception as error:  # whatever happens when somebody else's code is read
        message = N_("{file} cannot be loaded: {problem}")
        raise LondiniumError(message, file=file, problem=f"{type(error).__name__}: {error}") from error
    if not isinstance(verb, click.Command):
        raise LondiniumError(N_("{file} has no `verb` that is a click command"), file=file)
    return verb


def _load(module: str, file: Path) -> Any:
    """A module by its file: an import would load the game first, and `--help` can do without."""
    if module in sys.modules:
        return sys.modules[module]
    spec = spec_from_file_location(module, file)
    assert spec is not None
    assert spec.loader is not None
    found = sys.modules[module] = module_from_spec(spec)
    try:
        spec.loader.exec_module(found)
    except BaseException:
        del sys.modules[module]
        raise
    return found


@click.group(cls=Verbs, help=text("Play, host and study London board games."))
@lang_option
@click.option("-q", "--quiet", is_flag=True, help=text("Do not say when something has to be compiled first."))
@click.version_option(package_name="londinium")
def verbs(quiet: bool) -> None:
    if quiet:
        be_quiet()


def main() -> None:
    """Run a verb; what is wrong with the input is said in one sentence, with exit status 2."""
    os.environ["LONDINIUM_LANG"] = CODE  # for what the kernel says, here and in processes that verbs start
    try:
        verbs(prog_name=PROGRAM, complete_var=COMPLETION_VARIABLE)
    except LondiniumError as error:
        click.echo(text("Error: {problem}", problem=speak(error)), err=True)
        sys.exit(2)
