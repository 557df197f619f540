"""Numbered changes of the database, one folder per kind of database. They are applied in order and never edited."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from londinium.kernel.words.errors import N_
from londinium.table.errors import StoreTrouble


@dataclass(frozen=True)
class Migration:
    """One change: its number and its statements."""

    version: int
    statements: tuple[str, ...]


def migrations(kind: str) -> list[Migration]:
    """All changes for `sqlite` or `postgres`, in order."""
    files = sorted((Path(__file__).parent / kind).glob("*.sql"))
    return [Migration(int(file.name[:4]), _statements(file.read_text(encoding="utf-8"))) for file in files]


def _statements(script: str) -> tuple[str, ...]:
    """The statements of a script. It holds plain definitions only: a semicolon ends a statement."""
    without_comments = re.sub(r"--[^\n]*", "", script)
    return tuple(statement.strip() for statement in without_comments.split(";") if statement.strip())


def missing(kind: str, version: int, database: str, up_to: int | None = None) -> list[Migration]:
    """The changes that a database of this version lacks, all or up to one; StoreTrouble if it is from a newer program."""
    known = migrations(kind)
    if version > known[-1].version:
        message = N_("the database {database} was made by a newer Londinium (version {theirs} of its tables, not {ours})")
        raise StoreTrouble(message, database=database, theirs=version, ours=known[-1].version)
    last = known[-1].version if up_to is None else up_to
    return [migration for migration in known if version < migration.version <= last]
