"""Texts of files: named by a string or a path, or an open file itself. Whatever is wrong with one names the file."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import IO, Any, TypeAlias

from londinium.kernel.words.errors import N_, InvalidRecord, LondiniumError

FileSource: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]
"""Where a text is read from or written to."""


def source_name(source: FileSource) -> str:
    """What messages and record files call a file: its name without its folders."""
    if isinstance(source, str | os.PathLike):
        return Path(source).name
    called = getattr(source, "name", None)
    return Path(called).name if isinstance(called, str) and called else "file"


def read_source(source: FileSource, wrong: type[InvalidRecord] = InvalidRecord) -> str:
    """The text of a file. What cannot be read is an error of this kind."""
    try:
        read = Path(source).read_text(encoding="utf-8") if isinstance(source, str | os.PathLike) else _open(source, "read").read()
        return read.decode() if isinstance(read, bytes) else str(read)  # bytes, if somebody opened it for them
    except (OSError, ValueError) as error:  # a file that is closed, or not open for reading, or not UTF-8, is a ValueError
        raise wrong.unreadable(_where(source), error) from None


def write_source(target: FileSource, text: str) -> None:
    """Write a text to a file, or into one that is open."""
    try:
        if isinstance(target, str | os.PathLike):
            Path(target).write_text(text, encoding="utf-8")
        else:
            opened = _open(target, "write")
            opened.write(text.encode() if isinstance(opened, io.RawIOBase | io.BufferedIOBase) else text)
    except (OSError, ValueError) as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=_where(target), problem=error) from error


def _where(source: FileSource) -> str:
    return os.fspath(source) if isinstance(source, str | os.PathLike) else source_name(source)


def _open(source: object, deed: str) -> Any:
    """An open file; anything else is refused."""
    if not hasattr(source, deed):
        message = N_("a file must be given as a path or as an open file, not as {kind}")
        raise LondiniumError(message, kind=type(source).__name__)
    return source
