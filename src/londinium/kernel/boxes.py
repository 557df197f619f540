"""Boxes: the printed material that a match is played with, as a file that somebody wrote or as the bytes that rules read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from londinium.kernel.entries import entry
from londinium.kernel.files import FileSource, read_source, source_name
from londinium.kernel.flat import Flat, FlatArray, copy_of, int8
from londinium.kernel.words.errors import N_, InvalidBox, InvalidOption

STANDARD_BOX = "standard"
"""What record files call the box that a game comes with."""
READ_BOXES_KEPT = 32


class BoxFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box or city file of somebody's own, whole, so that nothing needs the file itself afterwards."""

    name: str
    text: str

    @classmethod
    @entry
    def load(cls, file: FileSource) -> BoxFile:
        """A file by its name or its path, or one that is open."""
        return cls(source_name(file), read_source(file, InvalidBox))


def read_box_once(read_box: Callable[[str, str], FlatArray[Any]], text: str, source: str) -> FlatArray[Any]:
    """A box of the caller's own; one that was just checked is not read again to play with it."""
    return copy_of(_read_box_once(read_box, text, source))


@lru_cache(READ_BOXES_KEPT)
def _read_box_once(read_box: Callable[[str, str], FlatArray[Any]], text: str, source: str) -> FlatArray[Any]:
    return read_box(text, source)


@entry
def box_hash(boxes: FlatArray[Any]) -> str:
    """A short hash of a box, so that a record or a result is never read with another."""
    return hashlib.sha256(boxes.tobytes()).hexdigest()[:16]


class NoBox(Flat):
    """The printed material of a game that has none besides its rules."""

    nothing: int = int8("there must be at least one field")


def read_no_box(text: str, source: str) -> FlatArray[Any]:
    raise InvalidOption(N_("this game has no box files, so it cannot be played with {file}"), file=source)
