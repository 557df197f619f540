"""Drawings that follow each other: each different version of a fragment once, and per frame which versions are new."""

from __future__ import annotations

from collections.abc import Mapping

GONE = -1
"""In place of a version: the fragment is no longer there."""


class Frames:
    def __init__(self) -> None:
        self._versions: dict[str, dict[str, int]] = {}
        self._shown: dict[str, int] = {}

    def add(self, fragments: Mapping[str, str]) -> dict[str, int]:
        """The next frame: the fragments in which it differs from the one before, and which of their versions it shows."""
        change = {}
        for name, markup in fragments.items():
            known = self._versions.setdefault(name, {})
            version = known.setdefault(markup, len(known))
            if self._shown.get(name, GONE) != version:
                change[name] = self._shown[name] = version
        for name in [name for name in self._shown if name not in fragments]:
            del self._shown[name]
            change[name] = GONE
        return change

    @property
    def versions(self) -> dict[str, list[str]]:
        """Every version of every fragment, in the order in which they first appear."""
        return {name: list(known) for name, known in self._versions.items()}
