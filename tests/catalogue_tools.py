"""The catalogues: extract what the code says, update what the translators have, compile what the program reads.

python tests/catalogue_tools.py update     # new texts into every .po file
python tests/catalogue_tools.py compile    # every .po file into its .mo file
"""

from __future__ import annotations

import ast
import io
import sys
from pathlib import Path
from typing import TypeGuard

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parent.parent / "src" / "londinium"
LANGUAGES = ("de", "fr", "it")
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract")]
KEYWORDS = {"text": None, "plural": (1, 2), "N_": None, "N_plural": (1, 2)}


def domains() -> list[Path]:
    """The folders that have a catalogue of their own: every game, and Londinium itself for everything else."""
    return [SOURCE, *sorted(path.parent for path in (SOURCE / "games").glob("*/__init__.py"))]


def po_file(domain: Path, code: str) -> Path:
    return domain / "locale" / code / "LC_MESSAGES" / "messages.po"


def extract(domain: Path) -> Catalog:
    """Every text in the code of a domain."""

    def wanted(folder: str) -> bool:
        return Path(folder).name not in {"tests", "locale", "__pycache__"} and (domain != SOURCE or Path(folder).name != "games")

    catalog = Catalog()
    found = extract_from_dir(str(domain), METHODS, keywords=KEYWORDS, directory_filter=wanted)
    for file, _, message, _, _ in sorted(found, key=lambda row: (row[0], row[1])):
        catalog.add(message, locations=[(file, 0)])
    return catalog


def hidden_texts() -> list[str]:
    """Where a text stands inside an f-string: up to Python 3.11 that is one token, and the extraction does not see into it."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for joined in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(joined, ast.JoinedStr):
                found += [f"{path}:{call.lineno}: {ast.unparse(call)}" for call in ast.walk(joined) if _says_a_text(call)]
    return found


def _says_a_text(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether this is a call of `text`, `plural` or `N_` with the words themselves."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in KEYWORDS and any(isinstance(argument, ast.Constant) for argument in node.args)


def read(path: Path, code: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=code)


def compiled(catalog: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def update() -> None:
    for domain in domains():
        template = extract(domain)
        for code in LANGUAGES:
            path = po_file(domain, code)
            catalog = read(path, code) if path.exists() else Catalog(locale=code)
            catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)  # or every branch would conflict
            catalog.obsolete.clear()
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalog, width=100, omit_header=False, include_lineno=False)
            missing = [message.id for message in catalog if message.id and not message.string]
            sys.stdout.write(f"{path}: {len(missing)} to translate\n" + "".join(f"    {text}\n" for text in missing))


def compile_all() -> None:
    for domain in domains():
        for code in LANGUAGES:
            path = po_file(domain, code)
            path.with_suffix(".mo").write_bytes(compiled(read(path, code)))


if __name__ == "__main__":
    {"update": update, "compile": compile_all}[sys.argv[1]]()
