"""`@rule`: a plain Python function that runs interpreted, compiled on a CPU core, and on a GPU.

Numba keeps compiled code on disk but looks only at the file of the function itself: a changed table or a changed rule in
*another* file would be served stale. So the cache folder's name is a hash of everything a rule can depend on: the sources
of the kernel, of the game the rule belongs to, and the versions of Numba, NumPy and Python.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
import types
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from londinium.kernel import unbound

numba: Any  # Numba is untyped where it matters here
try:
    import numba
except ImportError:  # Numba is a core dependency, but the rules do not need it
    numba = None

COMPILED: bool = numba is not None and not numba.config.DISABLE_JIT
"""Whether rules are compiled here: not with NUMBA_DISABLE_JIT=1, and not without Numba."""

F = TypeVar("F", bound=Callable[..., Any])

_KERNEL = Path(__file__).parent
_WITHOUT_RULES = {"tests", "drawing", "rulebook", "study", "observation.py"}
"""What no rule depends on (a test reads the imports): changing a picture, or what agents are shown, compiles no rule anew."""


_LONG = {"solver"}
"""Where functions are not written into each other: they are long and call each other from many places, and compiling them in one
piece takes minutes."""


def cache_home() -> Path:
    """Where compiled rules are kept: LONDINIUM_CACHE, or `londinium` in the user's cache folder."""
    if chosen := os.environ.get("LONDINIUM_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "londinium"


def source_folder(module: str) -> Path:
    """What decides what a rule of this module does: its game's folder, its own folder in Londinium, or its whole package."""
    parts = module.split(".")
    if parts[0] != "londinium":
        package = parts[0]
    elif parts[1] == "games":
        package = ".".join(parts[:3])
    else:
        package = ".".join(parts[:-1])
    found = sys.modules.get(package, sys.modules[module])
    if folders := list(getattr(found, "__path__", ())):
        return Path(folders[0])  # a package, with or without an __init__
    if found.__file__ is None:
        raise TypeError(f"the rules of {module} have no source file to compile from")
    return Path(found.__file__)


@cache
def fingerprint(*folders: Path) -> str:
    """A hash of all sources below the folders, and of the compiler."""
    digest = hashlib.sha256(f"{numba.__version__ if numba else '-'} {np.__version__} {sys.version}".encode())
    for folder in sorted({_KERNEL, *folders}):
        files = (
            [folder]
            if folder.is_file()
            else sorted(p for p in folder.rglob("*") if p.suffix in {".py", ".toml", ".txt", ".json"})
        )
        for file in files:
            if not _WITHOUT_RULES & set(file.parts[len(folder.parts) :]):
                digest.update(f"\n{file.relative_to(folder.parent)}\n".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _forget_old_caches(name: str) -> None:
    """Compiled code of sources that have changed since is never used again; after a month it goes."""
    month_ago = time.time() - 30 * 24 * 3600
    for folder in cache_home().glob(f"{name}-*"):
        if folder.stat().st_mtime < month_ago:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _cache_folder(*folders: Path) -> Path:
    name = folders[0].stem
    folder = cache_home() / f"{name}-{fingerprint(*folders)}"
    if not folder.exists():
        _forget_old_caches(name)
    return folder


def _compile(function: F, *folders: Path, inline: bool) -> F:
    """`inline` writes the function into those that call it: between small functions, calls cost a third of the time."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_cache_folder(*folders))
    # Nothing is allocated in a rule, so nobody needs to count who still uses an array.
    options = {"nogil": True, "cache": True, "error_model": "numpy", "forceinline": inline, "_nrt": False}
    try:
        compiled = numba.njit(**options)(function)
    finally:
        numba.config.CACHE_DIR = before
    _widen_integers(compiled)
    return compiled  # type: ignore[no-any-return]  # the same signature, compiled


def _widen_integers(compiled: Any) -> None:
    """Let rules call a rule with integers of any width, and constants, without compiling it again for each of them."""
    types_of_call = compiled.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        widened = [
            numba.types.int64
            if isinstance(numba.types.unliteral(arg), numba.types.Integer) and arg != numba.types.uint64
            else numba.types.unliteral(arg)
            for arg in args
        ]
        template, signature, _, _ = types_of_call(widened, kws)
        return template, signature, args, kws

    compiled.get_call_template = get_call_template


def rule(function: F) -> F:
    """Mark a function of the rules: integers, records and fixed arrays only, no allocation, no exceptions."""
    if not COMPILED:
        return function
    own_file = Path(function.__code__.co_filename)
    beside = [own_file] if own_file.name in _WITHOUT_RULES else []
    # What functions for any game call stays a function of its own, or it would be compiled anew in each of them.
    inline = not hasattr(unbound, function.__name__) and not _LONG & set(function.__module__.split("."))
    return _compile(function, source_folder(function.__module__), *beside, inline=inline)


def bind(function: F, functions: Mapping[str, Any], game_module: str, *beside: Path) -> F:
    """A generic compiled function (a playout, a search) made for one game.

    `beside` are further files on which what it calls depends, and which the rules do not.

    The function is written over global names (`legal`, `push`, ...); this gives it a copy in which those names are the
    game's own functions, compiled together with them into one piece and cached with the game.
    """
    own = types.FunctionType(function.__code__, {**function.__globals__, **functions}, function.__name__, function.__defaults__)
    own.__qualname__, own.__module__, own.__doc__ = function.__qualname__, function.__module__, function.__doc__
    if not COMPILED:
        return own  # type: ignore[return-value]  # the same function over other names
    folders = (source_folder(game_module), source_folder(function.__module__), *beside)
    inline = function.__name__.startswith("_")  # a part that only other bound functions call
    return _compile(own, *folders, inline=inline)  # type: ignore[return-value]
