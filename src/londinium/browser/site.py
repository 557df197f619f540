"""A site without a server: a folder of files that any web server can serve, also below a path.

In it are Python for browsers (Pyodide), Londinium with the libraries it needs there, the games' rules as WebAssembly, and a few
scripts that bring them together. Nothing of it is made for one reader; who plays keeps everything in the own browser.
"""

from __future__ import annotations

import gzip
import json
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.metadata import distribution, version
from io import BytesIO
from pathlib import Path, PurePosixPath

from londinium.browser.pyodide import PYODIDE_FILES, compiled, msgspec_wheel, pyodide_file
from londinium.kernel.registry import games
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import language, languages
from londinium.look.tokens import DARK, LIGHT
from londinium.wasm.modules import module_file
from londinium.web.http.assets import STATIC

LONDINIUM = Path(__file__).parents[1]
SCRIPTS = Path(__file__).parent / "scripts"
SHARED_SCRIPTS = (LONDINIUM / "wasm" / "engine.js",)
ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png", "apple-touch-icon.png")

LIBRARIES = (
    "starlette",
    "anyio",
    "idna",
    "jinja2",
    "markupsafe",
    "python-multipart",
    "segno",
    "markdown-it-py",
    "mdurl",
    "openskill",
    "typing_extensions",
)
"""What Londinium needs in a browser and is plain Python; it is taken from where this runs."""
LEFT_OUT = {"cli", "envs", "arena", "load", "wasm", "tests", "scripts", "solver", "verbs", "__pycache__"}
"""Folders of Londinium that nobody needs there."""
LEFT_OUT_FILES = {".po", ".pyc", ".wasm", ".mjs"}
SENT_PACKED = (".wasm", "asm.mjs", ".json", ".tar")
"""What a plain web server would send as it is, is packed beforehand, and unpacked when it has come."""
TYPES = {
    ".wasm": "application/wasm",
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".json": "application/json",
    ".zip": "application/zip",
    ".tar": "application/x-tar",
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}

OPENING_WORDS = {
    "files": N_("Londinium is on its way."),
    "python": N_("Londinium is on its way."),
    "library": N_("The games are unpacked."),
    "tables": N_("The tables are laid."),
    "ready": N_("Ready."),
    "failed": N_("This browser cannot play without a server."),
}
"""What is said while it opens."""

SiteReport = Callable[[str], None]


def write_site(folder: Path, pyodide: Path | None = None, report: SiteReport = lambda file: None) -> list[Path]:
    """Write a site into a folder, which must be empty, or hold a site already; the files that were written."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "facts.json").exists():
        raise LondiniumError(N_("{folder} is not empty, and no site of ours: nothing was written"), folder=folder)
    pages = SiteFiles(folder, report)
    shutil.rmtree(folder, ignore_errors=True)
    pages.put("londinium.tar", compiled(python_library(), pyodide))
    for name in PYODIDE_FILES:
        pages.put(f"pyodide/{name}", pyodide_file(name, pyodide))
    for game in games():
        if (module := module_file(game)).exists():
            pages.put(f"modules/{game.slug}.wasm", module.read_bytes())
    for script in (*sorted(SCRIPTS.glob("*.js")), *SHARED_SCRIPTS):
        if script.name != "service.js":
            pages.put(script.name, script.read_bytes())
    for icon in ICONS:
        pages.put(icon, (STATIC / icon).read_bytes())
    colours = {"PAPER": LIGHT["paper"], "INK": LIGHT["ink"], "NIGHT": DARK["paper"], "MOON": DARK["ink"]}
    style = (SCRIPTS / "host.css").read_text(encoding="utf-8")
    for name, colour in colours.items():
        style = style.replace(name, colour)
    pages.put("host.css", style.encode())
    pages.put("manifest.webmanifest", site_manifest())
    pages.put("index.html", (SCRIPTS / "index.html").read_bytes())
    digest = pages.finish()
    service = (SCRIPTS / "service.js").read_text(encoding="utf-8").replace("DIGEST", digest)
    pages.put("service.js", service.encode(), listed=False)
    return pages.written


class SiteFiles:
    """The files of a site as they are written."""

    def __init__(self, folder: Path, report: SiteReport) -> None:
        self._folder, self._report = folder, report
        self.written: list[Path] = []
        self._files: list[tuple[str, str, str, int]] = []
        self._digest = sha256()

    def put(self, name: str, content: bytes, *, listed: bool = True) -> None:
        self._digest.update(name.encode() + sha256(content).digest())
        sent = name
        if name.endswith(SENT_PACKED):
            sent, content = f"{name}.gz", gzip.compress(content, 9, mtime=0)
        file = self._folder / sent
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        self.written.append(file)
        if listed:
            self._files.append((name, sent, TYPES[Path(name).suffix], len(content)))
        self._report(sent)

    def finish(self) -> str:
        """Write what the scripts have to know; the digest of everything."""
        words = {code: {name: language(code).text(text) for name, text in OPENING_WORDS.items()} for code in languages()}
        facts = {"files": self._files, "size": sum(size for *_, size in self._files), "words": words}
        content = json.dumps(facts, ensure_ascii=False).encode()
        (self._folder / "facts.json").write_bytes(content)
        self.written.append(self._folder / "facts.json")
        return self._digest.hexdigest()[:16]


def site_manifest() -> bytes:
    sizes = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-maskable-512.png", 512, "maskable"))
    icons = [{"src": name, "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose} for name, side, purpose in sizes]
    facts = {
        "id": "./",
        "name": "Londinium",
        "short_name": "Londinium",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": LIGHT["paper"],
        "theme_color": LIGHT["paper"],
        "icons": icons,
    }
    return json.dumps(facts).encode()


# ── Python ───────────────────────────────────────────────────────────────────


def python_library() -> bytes:
    """Londinium and its libraries, as one archive for Python in a browser."""
    files = {**dict(_own_files()), **dict(_libraries()), **dict(_msgspec()), **dict(_metadata())}
    target = BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        # What is alike lies together, and packs better.
        for name in sorted(files, key=lambda name: (PurePosixPath(name).suffix, name)):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, BytesIO(files[name]))
    return target.getvalue()


def _own_files() -> Iterator[tuple[str, bytes]]:
    for file in sorted(LONDINIUM.rglob("*")):
        inside = file.relative_to(LONDINIUM)
        if file.is_file() and file.suffix not in LEFT_OUT_FILES and not LEFT_OUT.intersection(inside.parts):
            yield str(PurePosixPath("londinium", *inside.parts)), file.read_bytes()


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
