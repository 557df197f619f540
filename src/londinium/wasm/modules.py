"""Where the modules of games lie, whether they are as new as their sources, and how they are built."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.wasm.linker import find_linker

WASM_ROOM = "wasm"
"""The room of a game's folder with its module."""
ENGINE_SCRIPTS = Path(__file__).parent
"""The folder of the scripts that call modules, in a page, a worker or Node."""
MAGIC = b"\0asm"
BUILDING = {
    # The optimiser that knows WebAssembly comes last; what suits this processor would only be in its way.
    "NUMBA_OPT": "1",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
}


def module_file(game: Game, folder: Path | None = None) -> Path:
    """The module of a game, in a folder or where it is kept."""
    return (folder or game.folder / WASM_ROOM) / f"{game.slug}.wasm"


def kept_module(game: Game, folder: Path | None = None) -> Path:
    """The module of a game, which must have been built."""
    file = module_file(game, folder)
    if not file.exists():
        raise LondiniumError(N_("there is no {file}; `londinium wasm {game}` builds it"), file=file, game=game.slug)
    return file


def build(game: Game, folder: Path | None = None) -> Path:
    """Build the module of a game, in a process of its own: code from Numba's cache has no text from which to build."""
    find_linker()  # rather now than after a minute
    file = module_file(game, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, **BUILDING, "LONDINIUM_CACHE": cache}
        command = [sys.executable, "-W", "ignore", "-m", "londinium.wasm.assembly", game.slug, str(file)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LondiniumError(N_("the module could not be built: {problem}"), problem=done.stderr.strip())
    return file


def description_of(file: Path) -> Any:
    """What a module says of itself."""
    return json.loads(section_of(file.read_bytes(), "londinium"))


def section_of(module: bytes, name: str) -> bytes:
    """The content of a section of its own; nothing if there is none of this name."""
    if module[: len(MAGIC)] != MAGIC:
        raise ValueError("this is not WebAssembly")
    at = 8
    while at < len(module):
        kind, at = module[at], at + 1
        size, at = _number(module, at)
        if kind == 0:
            length, start = _number(module, at)
            if module[start : start + length].decode() == name:
                return module[start + length : at + size]
        at += size
    return b""


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits in each byte, and where it ends."""
    value = shift = 0
    while True:
        byte, at = data[at], at + 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
