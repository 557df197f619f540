"""The sections and entries of a box file: finding a value, asking what it may be, and noting what is wrong at its line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from londinium.kernel.words.errors import N_, InvalidBox

MOST_PROBLEMS = 60
"""A file that is no box at all is not described entry by entry."""


class MissingEntry(Exception):
    """An entry that is not in the file, or a section that is none. It is noted already, and there is nothing to ask of it."""


class BoxData:
    """What a box file says, whatever that is, and what is wrong with it."""

    def __init__(self, text: str, source: str, data: dict[str, Any]) -> None:
        self.lines = text.splitlines()
        self.source = source
        self.data = data
        self.problems: list[InvalidBox] = []
        self.failures = 0
        """How often something asked was wrong or missing; unlike the problems, which somebody reads, without a limit."""
        # Where sections and entries begin, by their names: found once, for a stranger's file is long and has many problems.
        self._sections, self._entries = dict[str, int](), dict[str, list[int]]()
        self._headers = list[int]()
        for number, line in enumerate(self.lines):
            if line.lstrip().startswith("["):
                self._headers.append(number)
                self._sections.setdefault(line.lstrip()[1:].partition("]")[0].strip(), number)
            elif "=" in line:
                self._entries.setdefault(line.partition("=")[0].strip().strip('"'), []).append(number)

    @contextmanager
    def asked(self) -> Iterator[None]:
        """What is wrong in here is noted, and what comes after it is asked all the same."""
        try:
            yield
        except InvalidBox as problem:
            self.note(problem)
        except MissingEntry:
            self.failures += 1

    def note(self, problem: InvalidBox) -> None:
        self.failures += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)

    def know_sections(self, template: Mapping[str, Any]) -> None:
        """Every section and entry of the published box must be there, and nothing else."""
        for section, values in self.data.items():
            if section not in template or isinstance(values, dict) != isinstance(template[section], dict):
                self.note(self.wrong((section,), N_("a box has no section [{section}]"), section=section))
                continue
            for key in values if isinstance(values, Mapping) else ():
                if key not in template[section] and key != "reconstructed":
                    self.note(self.wrong((section, key), N_("[{section}] has no entry {key}"), section=section, key=key))
        for section, values in template.items():
            for key in values if isinstance(values, Mapping) else ():
                own = self.data.get(section, {})
                if key != "reconstructed" and isinstance(own, Mapping) and key not in own:
                    self.note(self.wrong((section,), N_("[{section}] lacks the entry {key}"), section=section, key=key))

    def entry(self, section: str, key: str) -> Any:
        """What an entry says. Where it is missing, `know_sections` has said so."""
        values = self.data.get(section)
        if not isinstance(values, dict) or key not in values:
            raise MissingEntry
        return values[key]

    def check_number(self, value: object, least: int, most: int, section: str, key: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            message = N_("{key} should be a whole number from {least} to {most}, not {value}")
            raise self.wrong((section, key), message, key=key, least=least, most=most, value=value)
        return value

    def number(self, section: str, key: str, least: int, most: int) -> int:
        return self.check_number(self.entry(section, key), least, most, section, key)

    def row(self, section: str, key: str, length: int, least: int, most: int) -> list[int]:
        return [self.check_number(value, least, most, section, key) for value in self.row_of_any(section, key, length)]

    def row_of_any(self, section: str, key: str, length: int) -> list[Any]:
        values = self.entry(section, key)
        if not isinstance(values, list) or len(values) != length:
            message = N_("{key} should have {expected} entries, not {count}")
            count = len(values) if isinstance(values, list) else repr(values)
            raise self.wrong((section, key), message, key=key, expected=length, count=count)
        return values

    def by_players(self, section: str, key: str) -> dict[int, Any]:
        values = self.entry(section, key)
        if not isinstance(values, dict) or sorted(values) != ["2", "3", "4"]:
            raise self.wrong((section, key), N_("{key} needs one value for 2, 3 and 4 players"), key=key)
        return {int(players): value for players, value in values.items()}

    def wrong(self, where: tuple[str, ...], problem: str, **facts: object) -> InvalidBox:
        """The error for a problem at a section, an entry of it, and a word there."""
        error = InvalidBox(self.source, self.line_of(*where), problem, **facts)
        error.place = ".".join(where)
        return error

    def line_of(self, section: str, key: str = "", word: str = "") -> int:
        """Where a value stands: the line of its word, of its entry, or of its section."""
        start = self._sections.get(section, -1)
        if start < 0:
            # An entry before all sections looks like one of them.
            start = self._first(section, -1)
        if not key or (at := self._first(key, start)) < 0:
            return max(start, 0) + 1
        # A list may run over several lines; it ends with its bracket.
        for i in range(at, len(self.lines)) if word else ():
            if f'"{word}"' in self.lines[i]:
                return i + 1
            if self.lines[i].rstrip().endswith("]"):
                break
        return at + 1

    def _first(self, key: str, start: int) -> int:
        """The first entry of this name between a line and the next section, or -1."""
        following = bisect_right(self._headers, start)
        end = self._headers[following] if following < len(self._headers) else len(self.lines)
        return next((at for at in self._entries.get(key, ()) if start < at < end), -1)
