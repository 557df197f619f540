"""The Parquet file of a dataset, and the folder beside it in which it grows.

Matches are appended in the order of their numbers. A part is a Parquet file of some thousand rows; while it grows it is replaced
as a whole, so that whatever interrupts a run, the folder holds whole matches and can be read or continued. At the end the parts
become the row groups of one file. They depend on the matches alone, not on interruptions or the number of processes.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from londinium.envs.dataset import DatasetPlan, PlayedMatch, columns_of, facts, lengths
from londinium.envs.extras import library
from londinium.envs.setting import Setting
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError

ROWS_PER_GROUP = 4096
"""A part is full when it has this many rows; matches are not divided."""
WRITER_PATIENCE = 20.0
"""How many seconds of work may be lost when the process is killed."""
FACTS = b"londinium"
"""The key of our facts in the file's metadata; they are JSON."""
LOST = ".lost"
"""In the folder of a run: how many moves failing bots have lost so far, if any."""


class Parts:
    """The folder of a run: how many matches are there, and room for more."""

    def __init__(self, plan: DatasetPlan, setting: Setting, output: Path, *, resume: bool = False, force: bool = False) -> None:
        """Raises an error where something is in the way, before anything is played."""
        self._arrow, self._parquet = library("pyarrow", "rl"), library("pyarrow.parquet", "rl")
        self.plan, self.output, self.folder = plan, output, output.with_name(output.name + ".parts")
        self._check(resume, force)
        self._schema = self._make_schema(setting)
        self.matches, self.rows, self.lost = 0, 0, 0
        self._open: list[Any] = []
        """Tables of the matches in the part that still grows."""
        self._number, self._written = 0, time.monotonic()
        try:
            if force:
                shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(exist_ok=True)
        except OSError as error:
            raise LondiniumError(N_("{file} cannot be written: {problem}"), file=self.folder, problem=error) from error
        self._continue()

    def _check(self, resume: bool, force: bool) -> None:
        output = self.output
        if output.suffix != ".parquet":
            raise InvalidOption(N_("a dataset must be written to a file ending in .parquet, not '{file}'"), file=output.name)
        if not output.parent.is_dir():
            raise InvalidOption(N_("there is no folder {folder}"), folder=output.parent)
        if output.is_dir():
            raise InvalidOption(N_("{file} is a folder"), file=output)
        if output.exists() and not (force or (resume and self.folder.exists())):
            raise InvalidOption(N_("{file} already exists; use --force to overwrite it"), file=output)
        if self.folder.exists() and not (resume or force):
            message = N_("matches of an interrupted run are in {folder}: continue with --resume, or start again with --force")
            raise InvalidOption(message, folder=self.folder)

    def _make_schema(self, setting: Setting) -> Any:
        arrow, long = self._arrow, lengths(setting)
        fields = []
        for column in columns_of(self.plan):
            kind = getattr(arrow, column.kind)()
            fields.append(arrow.field(column.name, arrow.list_(kind, long[column.each]) if column.each else kind, nullable=False))
        return arrow.schema(fields, {FACTS: msgspec.json.encode(facts(self.plan, setting))})

    # ── Growing ──────────────────────────────────────────────────────────────

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06}.parquet"

    def _continue(self) -> None:
        """Take up what is there. A part that is not full keeps growing."""
        lost = self.folder / LOST
        noted = lost.read_text(encoding="utf-8") if lost.exists() else ""
        self.lost = int(noted) if noted.isdecimal() else 0
        while (path := self._path(self._number)).exists():
            try:
                table = self._parquet.read_table(path)
            except (OSError, self._arrow.ArrowException) as error:
                raise LondiniumError(N_("{file} cannot be read: {problem}"), file=path, problem=error) from error
            self._compare(table.schema)
            self.matches, self.rows = int(table["match"][-1].as_py()) + 1, self.rows + len(table)
            if len(table) < ROWS_PER_GROUP:
                self._open = [table]
                return
            self._number += 1

    def _compare(self, schema: Any) -> None:
        if schema == self._schema and schema.metadata == self._schema.metadata:
            return
        old = msgspec.json.decode((schema.metadata or {}).get(FACTS, b"{}"))
        new = msgspec.json.decode(self._schema.metadata[FACTS])
        name = next((name for name in new if old.get(name) != new[name]), "schema")
        message = N_("the matches in {folder} were played with {name} = {old}, not {new}: start again with --force")
        raise InvalidOption(message, folder=self.folder, name=name, old=_plain(old.get(name)), new=_plain(new.get(name)))

    def add(self, played: PlayedMatch) -> None:
        """Append the next match."""
        assert played.number == self.matches
        self._open.append(self._table(played.columns))
        self.matches, self.rows, self.lost = self.matches + 1, self.rows + len(self._open[-1]), self.lost + played.lost
        if sum(map(len, self._open)) >= ROWS_PER_GROUP:
            self.flush()
            self._open, self._number = [], self._number + 1
        elif time.monotonic() - self._written > WRITER_PATIENCE:
            self.flush()

    def _table(self, columns: dict[str, Any]) -> Any:
        arrow = self._arrow
        arrays = [
            arrow.FixedSizeListArray.from_arrays(arrow.array(values.ravel()), values.shape[1])
            if values.ndim > 1
            else arrow.array(values)
            for values in columns.values()
        ]
        return arrow.Table.from_arrays(arrays, schema=self._schema)

    def flush(self) -> None:
        """Write the part that grows."""
        if self._open:
            self._write(self._path(self._number), [self._arrow.concat_tables(self._open)])
            if self.lost:
                (self.folder / LOST).write_text(str(self.lost), encoding="utf-8")
        self._written = time.monotonic()

    def stop(self) -> None:
        """Keep what was played, whatever has happened; where nothing was, leave nothing."""
        if self.matches:
            self.flush()
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    # ── The file ─────────────────────────────────────────────────────────────

    def finish(self) -> None:
        """Make one file of all parts, and remove them."""
        self.flush()
        parts = sorted(self.folder.glob("*.parquet"))
        self._write(self.output, (self._parquet.read_table(part) for part in parts))
        shutil.rmtree(self.folder)

    def _write(self, path: Path, groups: Iterable[Any]) -> None:
        """A file with these row groups. It gets its name when it is complete."""
        # Readers of the folder pass over names that begin with a dot.
        growing = path.with_name(f".{path.name}")
        try:
            with self._parquet.ParquetWriter(growing, self._schema, compression="zstd") as writer:
                for group in groups:
                    writer.write_table(group, row_group_size=len(group))
            growing.replace(path)
        except OSError as error:
            raise LondiniumError(N_("{file} cannot be written: {problem}"), file=path, problem=error) from error
        finally:
            growing.unlink(missing_ok=True)


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode()
