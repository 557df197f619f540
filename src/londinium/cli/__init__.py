"""The command line: one verb per file in this folder, found by its name; and the verbs that games bring in a folder `verbs`."""

from __future__ import annotations

import errno
import importlib
import os
import pkgutil
import sys
from contextlib import suppress
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

import click

from londinium.cli.shared.completion import COMPLETION_VARIABLE, PROGRAM, with_completion
from londinium.cli.shared.settings import lang_option
from londinium.cli.shared.speech import CODE, speak, text
from londinium.kernel.announcement import be_quiet
from londinium.kernel.checks import SEEDS
from londinium.kernel.entries import shortened
from londinium.kernel.registry import folders
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.kernel.words.nearest import unknown

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
            return with_bounds(with_completion(verb, cmd_name))
        return with_bounds(with_completion(_verb_of_game(cmd_name), cmd_name)) if cmd_name in _verbs_of_games() else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            known = sorted(_own_verbs() | set(_verbs_of_games()))
            raise unknown(InvalidOption, N_("there is no command '{name}'; choose one of: {known}"), args[0], known, name=args[0])
        return super().resolve_command(ctx, args)


def _own_verbs() -> set[str]:
    return {info.name for info in pkgutil.iter_modules(__path__) if info.name not in HELPERS}


def with_bounds(verb: click.Command) -> click.Command:
    """A verb whose whole numbers are not larger than what a machine counts with; what makes sense is said where it is used."""
    for sub in verb.commands.values() if isinstance(verb, click.Group) else ():
        with_bounds(sub)
    for parameter in verb.params:
        if isinstance(parameter.type, click.types.IntParamType) and parameter.callback is None:
            parameter.callback = _countable
    return verb


def _countable(_: click.Context, __: click.Parameter, value: Any) -> Any:
    for number in value if isinstance(value, tuple) else (value,):
        if isinstance(number, int) and not -SEEDS < number < SEEDS:
            message = text("{given} is too large: no number here goes beyond {most}", given=shortened(number), most=SEEDS - 1)
            raise click.BadParameter(message)
    return value


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
        try:
            verbs(prog_name=PROGRAM, complete_var=COMPLETION_VARIABLE)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except LondiniumError as error:
        _complain(error)
    except OSError as error:
        # Verbs say themselves which file they cannot use. What is left is the output.
        let_go_of_output()
        if error.errno == errno.EPIPE:
            sys.exit(1)  # whoever was reading has gone; nobody is there to be told
        if error.filename is None:
            _complain(LondiniumError(N_("the output cannot be written: {error}"), error=error))
        _complain(LondiniumError(N_("the file {file} cannot be used: {error}"), file=error.filename, error=error))


def _complain(error: LondiniumError) -> NoReturn:
    click.echo(text("Error: {problem}", problem=speak(error)), err=True)
    sys.exit(2)


def let_go_of_output() -> None:
    """Whatever waits to be written goes nowhere: Python would try again when it ends, and complain in its own words."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
