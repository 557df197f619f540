"""`@rule`: a plain Python function that runs interpreted, compiled on a CPU core, and on a GPU.

Numba keeps compiled code on disk but looks only at the file of the function itself: a changed table or a changed rule in
*another* file would be served stale. So the cache folder's name is a hash of everything a rule can depend on: the sources
of the kernel, of the game the rule belongs to, of what else it calls, and the versions of Numba, NumPy and Python.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import threading
import time
import types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, overload

from londinium.kernel.announcement import subject_of
from londinium.kernel.cells import np
from londinium.kernel.interpreted import let_wait, watch_disk

numba: Any  # Numba is untyped where it matters here
try:
    import numba
except ImportError:  # Numba is a core dependency, but the rules do not need it
    numba = None

COMPILED: bool = numba is not None and not numba.config.DISABLE_JIT
"""Whether rules are compiled here: not with NUMBA_DISABLE_JIT=1, and not without Numba."""

F = TypeVar("F", bound=Callable[..., Any])

_KERNEL = Path(__file__).parent
WITHOUT_RULES = {"tests", "drawing", "rulebook", "study", "face", "verbs", "workshop", "observation.py", "balance.py", "sight.py"}
"""The rooms of a game on which its rules do not depend (a test reads the imports): changing a picture, or what agents are shown,
does not recompile any rule. What is compiled inside such a room depends on the rules and on that room."""
_setting_of_numba = threading.Lock()
_SOURCES = {".py", ".toml", ".txt", ".json"}


def cache_home() -> Path:
    """Where compiled rules are kept: LONDINIUM_CACHE, or `londinium` in the user's cache folder."""
    if chosen := os.environ.get("LONDINIUM_CACHE"):
        return Path(chosen).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").absolute() / "londinium"


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


def _is_game(folder: Path) -> bool:
    """Whether a folder belongs to a game: only games have rooms that are known to hold no rules."""
    londinium = _KERNEL.parent
    return londinium / "games" in folder.parents or londinium not in folder.parents


def _room(file: Path, folder: Path) -> Path | None:
    """The room of a game's folder without rules that a file is in, None if it is in none."""
    if not _is_game(folder) or folder not in file.parents:
        return None
    inside = file.parts[len(folder.parts) :]
    return next((folder.joinpath(*inside[: k + 1]) for k, name in enumerate(inside) if name in WITHOUT_RULES), None)


@cache
def _digest(folder: Path) -> bytes:
    """A hash of a file, or of all sources below a folder except for a game's rooms without rules."""
    digest = hashlib.sha256()
    files = [folder] if folder.is_file() else sorted(p for p in folder.rglob("*") if p.suffix in _SOURCES)
    for file in files:
        if _room(file, folder) is None:
            digest.update(f"\n{file.relative_to(folder.parent)}\n".encode())
            digest.update(file.read_bytes())
    return digest.digest()


@cache
def fingerprint(*sources: Path | str) -> str:
    """A hash of all sources of a rule, of those of the kernel, and of the compiler."""
    digest = hashlib.sha256(f"{numba.__version__ if numba else '-'} {np.__version__} {sys.version}".encode())
    for source in sorted({_KERNEL, *sources}, key=str):
        digest.update(_digest(source) if isinstance(source, Path) else f"\n{source}\n".encode())
    return digest.hexdigest()[:16]


def _forget_old_caches(name: str) -> None:
    """Compiled code of sources that have changed since is never used again; after a month it goes."""
    month_ago = time.time() - 30 * 24 * 3600
    for folder in cache_home().glob(f"{name}-*"):
        if folder.stat().st_mtime < month_ago:
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _cache_folder(home: Path, sources: frozenset[Path | str]) -> Path:
    name = home.stem
    folder = cache_home() / f"{name}-{fingerprint(*sorted(sources, key=str))}"
    if not folder.exists():
        _forget_old_caches(name)
    return folder


def machine() -> str:
    """What else decides whether compiled rules fit: the processor, by which Numba keeps them, and the folder of the sources."""
    if not COMPILED:
        return str(_KERNEL)
    from numba.core.registry import cpu_target

    return f"{cpu_target.target_context.codegen().magic_tuple()} {_KERNEL}"


RuleName = tuple[str, str, str]
"""The same in every process: the folder of its compiled code, its module, and what it is called there."""
_by_name: dict[RuleName, Any] = {}


def rule_named(name: RuleName) -> Any:
    """A rule, or what was bound of functions for any game; None if nothing of that name was made in this process."""
    return _by_name.get(name)


_folders: set[Path] = set()


def kept_code() -> list[Path]:
    """The folders in which compiled code of rules that this process knows is kept."""
    return sorted(folder for folder in _folders if any(folder.rglob("*.nbi")))


def _own_sources(function: Callable[..., Any]) -> set[Path | str]:
    """The folder that decides what a function does, and its room if it is in one that the folder's rules do not depend on."""
    folder = source_folder(function.__module__)
    room = _room(Path(function.__code__.co_filename), folder)
    return {folder} if room is None else {folder, room}


def _sources_of(called: Iterable[Any]) -> set[Path | str]:
    """The sources of all rules among what a function calls."""
    return {source for each in called for source in getattr(each, "rule_sources", ())}


def _called(function: Callable[..., Any]) -> dict[str, Any]:
    """What a function finds under the names it uses."""
    names = function.__globals__
    return {name: names[name] for name in function.__code__.co_names if name in names}


def _compile(function: F, home: Path, sources: set[Path | str], *, inline: bool) -> F:
    """`inline` writes the function into those that call it: between small functions, calls cost a third of the time.

    Compiled code is kept with `home`, and looked for only while the sources are the same.
    """
    folder = _cache_folder(home, frozenset(sources))
    _folders.add(folder)
    # Nothing is allocated in a rule, so nobody needs to count who still uses an array; and no C function calls one.
    options = {"nogil": True, "error_model": "numpy", "forceinline": inline, "_nrt": False, "no_cfunc_wrapper": True}
    compiled = _dispatcher(function, folder, options)
    compiled.rule_sources = frozenset(sources)
    compiled.rule_name = (folder.name, function.__module__, function.__qualname__)
    _by_name[compiled.rule_name] = compiled
    let_wait(compiled, subject_of(home, function.__module__) if _is_game(home) else None)
    _answer_rules(compiled, folder / "called")
    return compiled  # type: ignore[no-any-return]  # the same signature, compiled


def _dispatcher(function: Callable[..., Any], folder: Path, options: Mapping[str, Any]) -> Any:
    """Numba's form of a function: compiled when it is first called, and kept in this folder."""
    # Numba looks at its setting twice: if another thread took it back in between, the code would lie wherever we are.
    with _setting_of_numba:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            return numba.jit(**options, cache=True)(function)
        finally:
            numba.config.CACHE_DIR = before


def _answer_rules(compiled: Any, folder: Path) -> None:
    """Let rules call a rule in a form of its own, and with integers of any width.

    The form that Python calls has a wrapper that reads Python's objects, and that takes longer to compile than most rules do:
    rules call one without it. Integers, and constants, are widened, or the rule would be compiled again for each of them.
    """

    @cache
    def called() -> Any:
        found = _dispatcher(compiled.py_func, folder, {**compiled.targetoptions, "no_cpython_wrapper": True})
        watch_disk(found)
        return found

    def get_call_template(args: Any, kws: Any) -> Any:
        widened = [
            numba.types.int64
            if isinstance(numba.types.unliteral(arg), numba.types.Integer) and arg != numba.types.uint64
            else numba.types.unliteral(arg)
            for arg in args
        ]
        template, signature, _, _ = called().get_call_template(widened, kws)
        return template, signature, args, kws

    compiled.get_call_template = get_call_template
    compiled.get_overload = lambda signature: called().get_overload(signature)


@overload
def rule(function: F, /) -> F: ...


@overload
def rule(*, apart: bool) -> Callable[[F], F]: ...


def rule(function: F | None = None, /, *, apart: bool = False) -> F | Callable[[F], F]:
    """Mark a function of the rules: integers, flat states and fixed arrays only, no allocation, no exceptions.

    A rule is written into those that call it. One that is long and called from many places stays apart, a function of its own:
    otherwise it would be compiled again in each of them, and that takes minutes.
    """

    def mark(function: F) -> F:
        if not COMPILED:
            return function
        sources = _own_sources(function) | _sources_of(_called(function).values())
        return _compile(function, source_folder(function.__module__), sources, inline=not apart)

    return mark if function is None else mark(function)


def keep_apart(function: Callable[..., Any]) -> None:
    """Let a rule stay a function of its own, before it is compiled: for what a game gives to functions for any game."""
    if hasattr(function, "targetoptions"):
        function.targetoptions["forceinline"] = False


# ── Functions for any game ───────────────────────────────────────────────────


def part(function: F) -> F:
    """Mark a part of functions for any game: a caller that is bound to a game gets it bound too, and written in."""
    _parts.add(function)
    return function


_parts: set[Callable[..., Any]] = set()


class Binding:
    """What the names in functions for any game stand for in one game.

    A playout or a search is written over global names: stand-ins for what a game gives (`legal`, `push`, ..., see
    `generic/names.py`), and parts of its own. Bound to a game it is a copy in which the first are the game's own functions and
    the others are bound themselves, compiled together into one piece and kept with the game. A caller may choose something else
    for a name, `observe` or another part; it goes before what stands under that name where the function is written.
    """

    def __init__(self, module: str, given: Mapping[str, Any]) -> None:
        self._module, self._given = module, dict(given)
        self._bound: dict[tuple[Any, ...], Any] = {}

    def bind(self, function: F, chosen: Mapping[str, Any] | None = None) -> F:
        """The function made for this game. The same for everybody who chooses the same for the names it uses."""
        used = self._used(function, chosen or {})
        key = (function, *sorted(used.items(), key=lambda item: item[0]))
        if key not in self._bound:
            own = self.over_own_names(function, used)
            self._bound[key] = self._compiled(own, used, inline=function in _parts) if COMPILED else own
        bound: F = self._bound[key]
        return bound

    def over_own_names(self, function: F, chosen: Mapping[str, Any]) -> F:
        """A copy of the function that calls what this game has under the names it uses. The copy is not compiled: a GPU has a
        compiler of its own.
        """
        found = self._found(function, chosen)
        names = {name: self.bind(value, chosen) if _is_part(value) else value for name, value in found.items()}
        own: Any = types.FunctionType(
            function.__code__, {**function.__globals__, **names}, function.__name__, function.__defaults__
        )
        own.__qualname__, own.__module__, own.__doc__ = function.__qualname__, function.__module__, function.__doc__
        same: F = own
        return same

    def _found(self, function: Callable[..., Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
        """What stands under the names that a function uses."""
        return {name: chosen.get(name, self._given.get(name, value)) for name, value in _called(function).items()}

    def _used(self, function: Callable[..., Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Of what is chosen, that which a function calls, or a part of it does."""
        found = self._found(function, chosen)
        used = {name: value for name, value in found.items() if name in chosen}
        for value in found.values():
            if _is_part(value):
                used |= self._used(value, chosen)
        return used

    def _compiled(self, own: F, used: Mapping[str, Any], *, inline: bool) -> F:
        home = source_folder(self._module)
        sources = {home} | _own_sources(own) | _sources_of(_called(own).values())
        # The same function over other names is other code.
        sources |= {_in_words(self._given), _in_words(used)}
        return _compile(own, home, sources, inline=inline)


def _is_part(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and value in _parts


def _in_words(names: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} is {_address(names[name])}" for name in sorted(names))


def _address(value: Any) -> str:
    """Where a function is written; a constant is what it is."""
    return f"{value.__module__}.{value.__qualname__}" if hasattr(value, "__qualname__") else repr(value)
