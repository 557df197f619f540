"""Londinium and its libraries for Python in a browser, as one archive; with what a server finds out when it starts."""

from __future__ import annotations

import pickle
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution, version
from io import BytesIO
from pathlib import Path, PurePosixPath

import msgspec

from londinium.bots.search.foresight import JUDGEMENT
from londinium.browser.assets import ASSETS, AssetNames
from londinium.browser.pyodide import msgspec_wheel
from londinium.kernel.registry import games
from londinium.kernel.words.language import languages
from londinium.look.found_before import FOUND, gathered
from londinium.web.http.assets import Assets, covers
from londinium.web.pages.templates import COMPILED_TEMPLATES, environment

LONDINIUM = Path(__file__).parents[1]

LIBRARIES = (
    "starlette",
    "anyio",
    "jinja2",
    "markupsafe",
    "python-multipart",
    "markdown-it-py",
    "mdurl",
    "openskill",
    "typing_extensions",
)
"""What Londinium needs in a browser and is plain Python; it is taken from where this runs."""
LEFT_OUT_FOLDERS = {"cli", "envs", "arena", "load", "wasm", "tests", "scripts", "solver", "verbs", "templates", "__pycache__"}
"""Folders of Londinium that nobody needs there."""
LEFT_OUT_ENDINGS = {".po", ".pyc", ".wasm", ".mjs", ".png", ".ico"}
LEFT_OUT_FILES = {JUDGEMENT}
"""What is too large to be sent: levels that judge by it simulate instead (`bots/levels.py`)."""
LEFT_OUT_MODULES = {
    "anyio/_backends/_trio",
    "anyio/pytest_plugin",
    "jinja2/ext",
    "jinja2/nativetypes",
    "jinja2/sandbox",
    "londinium/bots/engines",
    "londinium/bots/fit",
    "londinium/browser/library",
    "londinium/browser/pyodide",
    "londinium/browser/site",
    "londinium/browser/speed",
    "londinium/kernel/conformance",
    "londinium/study/puzzles/check",
    "londinium/study/puzzles/miner",
    "londinium/study/sanity",
    "londinium/table/papers/backup",
    "londinium/table/store/copies",
    "londinium/table/store/migrations/postgres",
    "londinium/table/store/postgres",
    "londinium/table/store/postgres_copy",
    "londinium/table/store/sqlite_copy",
    "londinium/web/http/connections",
    "londinium/web/http/departure",
    "londinium/web/http/limit_options",
    "londinium/web/http/server",
    "londinium/web/http/workers",
    "markdown_it/cli",
    "markdown_it/tree",
    "starlette/middleware/cors",
    "starlette/middleware/opentelemetry",
    "starlette/middleware/sessions",
    "starlette/middleware/wsgi",
    "starlette/schemas",
    "starlette/staticfiles",
    "starlette/testclient",
}
"""For servers, for those who build and for those who test."""


def python_library(assets: Assets) -> bytes:
    """All of it, for a site that has these assets beside it."""
    files = dict([*_own_files(), *_libraries(), *_msgspec(), *_metadata(), *_templates(), *_found(assets)])
    target = BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        # What is alike lies together, and packs better.
        for name in sorted(filter(_is_needed, files), key=lambda name: (PurePosixPath(name).suffix, name)):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, BytesIO(files[name]))
    return target.getvalue()


def _is_needed(name: str) -> bool:
    return not any(name.startswith((f"{module}.", f"{module}/")) for module in LEFT_OUT_MODULES)


def _own_files() -> Iterator[tuple[str, bytes]]:
    for file in sorted(LONDINIUM.rglob("*")):
        inside = file.relative_to(LONDINIUM)
        left_out = file.suffix in LEFT_OUT_ENDINGS or file.name in LEFT_OUT_FILES or LEFT_OUT_FOLDERS.intersection(inside.parts)
        if file.is_file() and not left_out:
            yield _inside(file), file.read_bytes()


def _libraries() -> Iterator[tuple[str, bytes]]:
    for name in LIBRARIES:
        for file in distribution(name).files or ():
            if file.suffix == ".py" and ".." not in file.parts and "tests" not in file.parts:
                yield str(PurePosixPath(*file.parts)), Path(str(file.locate())).read_bytes()


def _metadata() -> Iterator[tuple[str, bytes]]:
    """By which Python knows the version of what is installed."""
    number = version("londinium")
    yield f"londinium-{number}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: londinium\nVersion: {number}\n".encode()


def _msgspec() -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(msgspec_wheel()) as wheel:
        for name in wheel.namelist():
            if name.endswith((".py", ".so")):
                yield name, wheel.read(name)


def _templates() -> Iterator[tuple[str, bytes]]:
    """As Python, so that nobody's browser has to read them."""
    with tempfile.TemporaryDirectory() as scratch:
        environment().compile_templates(scratch, zip=None, ignore_errors=False)
        for file in sorted(Path(scratch).iterdir()):
            yield _inside(COMPILED_TEMPLATES / file.name), file.read_bytes()


def _found(assets: Assets) -> Iterator[tuple[str, bytes]]:
    """What takes long to find and is always the same: see `look/found_before.py`."""
    with gathered() as found:
        covers()
        for game in games():
            for code in languages():
                game.match(seats=min(game.seats), seed=0).svg(0, code)
    yield _inside(FOUND), pickle.dumps(found)
    yield _inside(ASSETS), msgspec.json.encode(AssetNames(assets.digest, assets.names))


def _inside(file: Path) -> str:
    return str(PurePosixPath("londinium", *file.relative_to(LONDINIUM).parts))
