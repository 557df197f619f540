"""Drawings of Old London Bridge: pure functions from a view.

The functions of `Art` are in `art.py`. They are loaded at their first use, so that rules and terminal do without them; no module
here has the name of one, since a loaded module would hide it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.art"), name)
