"""A site without a server: a folder of files that any web server can serve, also below a path.

In it are Python for browsers (Pyodide), Londinium with the libraries it needs there, the games' rules as WebAssembly, and a few
scripts that bring them together. Nothing in it is made for one particular reader; players keep everything in their own browser.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from html import escape
from pathlib import Path

from londinium.browser.library import LONDINIUM, python_library
from londinium.browser.pyodide import PYODIDE_FILES, compiled, pyodide_file
from londinium.kernel.registry import games
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import language, languages
from londinium.look.tokens import DARK, LIGHT
from londinium.wasm.modules import module_file
from londinium.web.http.assets import STATIC, Assets

SCRIPTS = Path(__file__).parent / "scripts"
SHARED_SCRIPTS = (LONDINIUM / "wasm" / "engine.js", LONDINIUM / "wasm" / "errand.js")
ICONS = ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png", "apple-touch-icon.png")

PACKED_FILES = re.compile(r".*\.(wasm|json|tar|zip)|.*\.asm\.mjs|app/.*\.(css|js|svg)")
"""What a plain web server would send as it is, is packed beforehand, and unpacked when it has come."""
TYPES = {
    ".wasm": "application/wasm",
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".json": "application/json",
    ".zip": "application/zip",
    ".tar": "application/x-tar",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}

OPENING_WORDS = {
    "files": N_("Londinium is loading."),
    "python": N_("Londinium is loading."),
    "library": N_("The games are being unpacked."),
    "tables": N_("The tables are being set up."),
    "ready": N_("Ready."),
    "unsupported": N_("This browser is too old, or the address starts with neither https:// nor http://localhost."),
    "storage": N_(
        "This browser stores nothing for this site, so no match would be kept. Allow it to store data, or leave private mode."
    ),
    "failed": N_("Something went wrong while starting. Please reload the page; none of your matches are lost."),
}
"""What is said while it opens."""
UNSERVED = N_("These pages need JavaScript and a web server: they do not work when opened directly as files.")

SiteReport = Callable[[str], None]


def write_site(folder: Path, pyodide: Path | None = None, report: SiteReport = lambda file: None) -> list[Path]:
    """Write a site into a folder, which must be empty, or hold a site already; the files that were written."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "facts.json").exists():
        raise LondiniumError(N_("{folder} is not empty and holds no Londinium site: nothing was written"), folder=folder)
    pages = SiteFiles(folder, report)
    shutil.rmtree(folder, ignore_errors=True)
    assets = Assets()
    pages.put("londinium.tar", compiled(python_library(assets), pyodide))
    for name in assets.names:
        pages.put(f"app{assets.address(name)}", assets.content(name))
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
    pages.put("index.html", opening_page())
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
        if PACKED_FILES.fullmatch(name):
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


def opening_page() -> bytes:
    """The page around everything; where it is opened as a file, it says in all languages what is missing."""
    said = {code: escape(language(code).text(UNSERVED)) for code in languages()}
    lines = "".join(f'  <p class="unserved" lang="{code}">{text}</p>\n' for code, text in said.items())
    return (SCRIPTS / "index.html").read_text(encoding="utf-8").replace("UNSERVED", lines).encode()


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
