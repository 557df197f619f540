"""Our scripts in one piece, for a page that has no server: browsers import no modules from files.

Each module becomes a function that returns what it exports, in the order in which they need each other. Our modules import and
export in two plain forms only, `import { a, b } from "./x.js";` and `export` before a declaration, so no parser is needed.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from londinium.web.http.assets import STATIC

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w.]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)


@cache
def modules(entry: str, folder: Path = STATIC) -> tuple[str, ...]:
    """A module and everything it imports, each after what it needs."""
    found: list[str] = []

    def visit(name: str) -> None:
        for _, needed in _IMPORT.findall((folder / name).read_text(encoding="utf-8")):
            visit(needed)
        if name not in found:
            found.append(name)

    visit(entry)
    return tuple(found)


def bundle(entry: str, folder: Path = STATIC) -> str:
    """The text of one script that does what the module and its imports do."""
    parts = ["const modules = {};"]
    for name in modules(entry, folder):
        source = (folder / name).read_text(encoding="utf-8")
        exported = ", ".join(_EXPORT.findall(source))
        body = _EXPORT.sub("", _IMPORT.sub(r'const { \1 } = modules["\2"];', source))
        parts.append(f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();')
    return "\n".join(parts)
