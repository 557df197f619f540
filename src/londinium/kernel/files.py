"""Texts of files: named by a string or a path, or an open file itself. Whatever is wrong with one names the file."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import IO, Any, TypeAlias

from londinium.kernel.words.errors import N_, InvalidRecord, LondiniumError

FileSource: TypeAlias = str | os.PathLike[str] | IO[str]
"""Where a text is read from or written to."""


def source_name(source: FileSource) -> str:
    """What messages and record files call a file: its name without its folders."""
    if isinstance(source, str | os.PathLike):
        return Path(source).name
    called = getattr(source, "name", None)
    return Path(called).name if isinstance(called, str) and called else "file"


def read_source(source: FileSource, wrong: type[InvalidRecord] = InvalidRecord) -> str:
    """The text of a file. What cannot be read is an error of this kind."""
    is_path = isinstance(source, str | os.PathLike)
    try:
        read: Any = Path(source).read_text(encoding="utf-8") if isinstance(source, str | os.PathLike) else _read(source)
        text = read.decode() if isinstance(read, bytes) else read  # a file that somebody opened for bytes holds the same text
    except (OSError, ValueError) as error:  # a file that is closed, or not open for reading, or not UTF-8, is a ValueError
        where = str(source) if is_path else source_name(source)
        raise wrong(where, 1, N_("this file cannot be read: {error}"), error=error) from None
    if not isinstance(text, str):
        raise wrong(source_name(source), 1, N_("this file cannot be read: {error}"), error=type(text).__name__)
    return text


def _read(source: Any) -> Any:
    if not hasattr(source, "read"):
        message = N_("a file is named by a text or a path, or is an open file, and not {kind}")
        raise LondiniumError(message, kind=type(source).__name__)
    return source.read()


def write_source(target: FileSource, text: str) -> None:
    """Write a text to a file, or into one that is open."""
    is_path = isinstance(target, str | os.PathLike)
    try:
        if isinstance(target, str | os.PathLike):
            Path(target).write_text(text, encoding="utf-8")
        elif not hasattr(target, "write"):
            _read(target)
        elif isinstance(target, io.RawIOBase | io.BufferedIOBase):
            target.write(text.encode())
        else:
            target.write(text)
    except (OSError, ValueError) as error:
        where = str(target) if is_path else source_name(target)
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=where, problem=error) from error
