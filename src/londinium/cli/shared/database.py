"""The option that says where tables are kept. No password should be typed there: every user of a machine sees command lines."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from londinium.cli.shared.speech import text
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError

F = TypeVar("F", bound=Callable[..., Any])

DATABASE = "sqlite:///table.db"
VARIABLE = "LONDINIUM_DATABASE"
"""The environment variable with the address, where it is not given."""


def database_option(function: F) -> F:
    """Gives a verb the `database`: as it was given, from a file, from the environment, or the file in this folder."""

    @wraps(function)
    def chosen(*args: Any, database: str | None, database_file: Path | None, **more: Any) -> Any:
        return function(*args, database=_chosen(database, database_file), **more)

    about = text(
        "Where tables are kept: sqlite:///FILE, or postgresql://USER@HOST/NAME, which several servers can share "
        "(default: the variable LONDINIUM_DATABASE, else sqlite:///table.db)."
    )
    file = text("A file with the address of the database, so that its password is not in the command line.")
    given = click.option("--database-file", envvar=f"{VARIABLE}_FILE", type=click.Path(path_type=Path), help=file)(chosen)
    return click.option("--database", metavar="ADDRESS", help=about)(given)  # type: ignore[return-value]


def _chosen(database: str | None, file: Path | None) -> str:
    if database is not None:
        source = click.get_current_context().get_parameter_source("database_file")
        if file is not None and source is click.core.ParameterSource.COMMANDLINE:
            raise InvalidOption(N_("give --database or --database-file, not both"), option="database")
        return database
    if file is None:
        return os.environ.get(VARIABLE) or DATABASE
    try:
        found = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise LondiniumError(N_("the file {file} cannot be read: {error}"), file=file, error=error) from None
    if not found or len(found.splitlines()) > 1:
        raise LondiniumError(N_("the file {file} does not contain the address of a database"), file=file)
    return found
