"""Where a verb takes a match from: a record file, or a position as text or in a file with one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from londinium.cli.shared.speech import text
from londinium.kernel.words.errors import N_, InvalidOption, InvalidPosition

if TYPE_CHECKING:
    from londinium.kernel.match import Match

F = TypeVar("F", bound=Callable[..., Any])


def position_option(function: F) -> F:
    about = text("Instead of FILE: a position as text, or a file with one; see `londinium position`.")
    return click.option("--position", "position", metavar="TEXT", help=about)(function)


def file_or_position(function: F) -> F:
    """An argument FILE that may be left out where --position is given."""
    return click.argument("file", type=click.Path(path_type=Path), required=False)(position_option(function))


def given_match(file: Path | None, position: str | None, box: Path | None) -> Match:
    """The match of a record file, or one that begins in a position."""
    from londinium.kernel.position import read_position
    from londinium.kernel.record import load_record

    if (file is None) == (position is None):
        raise InvalidOption(N_("give a record file or --position, one of them"))
    if position is not None:
        return read_position(position_given(position), box=box)
    assert file is not None
    return load_record(file, box)


def position_given(given: str) -> str:
    """A text as it was typed, or the one that a file holds."""
    if not given.strip():
        raise InvalidPosition(N_("a position is a text or a file with one, and nothing was given"))
    if " " in given.strip() or "|" in given:
        return given
    file = Path(given)
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError, ValueError) as error:
        problem = error if isinstance(error, OSError) else str(error)
        raise InvalidPosition(
            N_("{file} is neither a position nor a file with one: {problem}"), file=given, problem=problem
        ) from None
    found = [line for line in lines if line and not line.startswith("#")]
    if len(found) != 1:
        raise InvalidPosition(N_("{file} should have one line with a position, not {count}"), file=given, count=len(found))
    return found[0]
