"""The linker, which nobody needs just to play: Debian's `lld`, or the one inside PyPI's `ziglang`."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from londinium.kernel.words.errors import N_, LondiniumError

NAMES = ("wasm-ld", *(f"wasm-ld-{version}" for version in range(30, 13, -1)))
STACK = 1 << 16


def find_linker() -> list[str]:
    """The command that links, whichever is there."""
    for name in NAMES:
        if found := shutil.which(name):
            return [found]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise LondiniumError(
        N_("there is no linker for WebAssembly here: install Debian's lld (apt install lld), or pip install ziglang")
    )


def link(code: bytes, exports: Iterable[str]) -> bytes:
    """One module without imports from an object file, with these functions to call."""
    command = find_linker()
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "rules.o"), Path(folder, "rules.wasm")
        source.write_bytes(code)
        options = ["--no-entry", "--gc-sections", "--strip-all", "-O2", "-z", f"stack-size={STACK}", "--export=__heap_base"]
        done = subprocess.run(
            [*command, *options, *(f"--export={name}" for name in exports), str(source), "-o", str(target)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise LondiniumError(N_("the linker says: {problem}"), problem=done.stderr.strip())
        return target.read_bytes()
