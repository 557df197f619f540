"""The folder of an arena: every result is appended as it comes, so that a run that was stopped can go on.

`matches.jsonl` holds the settings in its first line and a match in every other one; `records/` the record files.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import IO, Self

import msgspec

from londinium.arena.matches import Done
from londinium.arena.results import MatchResult, Settings
from londinium.kernel.entries import entries, entry
from londinium.kernel.words.errors import N_, InvalidOption, InvalidRecord, LondiniumError

MATCHES_FILE = "matches.jsonl"
RECORDS = "records"


def not_writable(path: Path, error: OSError) -> LondiniumError:
    return LondiniumError(N_("{file} cannot be written: {problem}"), file=path, problem=error)


@entry
def write_file(path: Path, text: str | bytes) -> None:
    """Write a file as a whole; the folder is made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    except OSError as error:
        raise not_writable(path, error) from error


@entry
def read_matches(path: Path) -> tuple[Settings | None, list[MatchResult], int]:
    """The settings, the matches, and how many bytes of the file are whole lines: a half-written last line does not count."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidRecord.unreadable(path, error) from None
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].splitlines()
    settings: Settings | None = None
    matches: dict[int, MatchResult] = {}
    for number, line in enumerate(lines, 1):
        try:
            if number == 1:
                settings = msgspec.json.decode(line, type=Settings)
            else:
                match = msgspec.json.decode(line, type=MatchResult)
                matches[match.number] = match
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InvalidRecord(str(path), number, N_("this is not an arena result: {error}"), error=error) from None
    return settings, [matches[number] for number in sorted(matches)], whole


@entries
class ArenaFolder:
    """Where results go: a folder, or only memory."""

    def __init__(self, settings: Settings, folder: Path | None, resume: bool = False) -> None:
        self.settings, self.folder = settings, folder
        self.matches: list[MatchResult] = []
        self._file: IO[bytes] | None = None
        if folder is None:
            return
        path = folder / MATCHES_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if path.exists():
                self._continue(path, resume)
            self._file = path.open("ab")
            if path.stat().st_size == 0:
                self._write(settings)
        except OSError as error:
            raise not_writable(path, error) from error

    def _continue(self, path: Path, resume: bool) -> None:
        if not resume:
            message = N_("there are already results in {folder}: continue them with --resume, or choose another folder")
            raise InvalidOption(message, folder=path.parent)
        settings, self.matches, whole = read_matches(path)
        if settings is not None and settings != self.settings:
            old, new = msgspec.to_builtins(settings), msgspec.to_builtins(self.settings)
            name = next(name for name in new if new[name] != old[name])
            message = N_("the results in {folder} were played with {name} = {old}, not {new}: choose another folder")
            raise InvalidOption(message, folder=path.parent, name=name, old=_plain(old[name]), new=_plain(new[name]))
        with path.open("rb+") as file:
            file.truncate(whole)

    def _write(self, line: msgspec.Struct) -> None:
        if self._file is not None:
            self._file.write(msgspec.json.encode(line) + b"\n")

    def add(self, done: Done) -> None:
        """Keep results. The record of a match is written before its result, so that whatever has a result has a record."""
        for at, result in enumerate(done.results):
            if done.records and self.folder is not None:
                write_file(self.folder / RECORDS / match_file(result), done.records[at])
            self._write(result)
            self.matches.append(result)
        if self._file is not None:
            self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode()


@entry
def match_file(result: MatchResult) -> str:
    return f"{result.number:06}-seed-{result.seed}.record"
