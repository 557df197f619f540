"""The documentation as a site: `make docs`, or `python docs/site/build.py FOLDER`. It needs no network, neither here nor to read.

Sphinx makes the pages. This script gives them to it: the guides of docs/ as they are, the README as the first page, and a
reference of the public names. Pages link to files of the repository that are not pages: a source file becomes a text that a
browser shows, a folder a page that lists what is in it. A link that leads nowhere, or a name that is not there, ends the build.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages that do not lie in docs/, and where they are on the site."""

SECTIONS = {
    "Play and host": [
        "table",
        "company",
        "daily",
        "tournaments",
        "puzzles",
        "lessons",
        "sharing",
        "workshop",
        "hosting",
        "anywhere",
    ],
    "Study and learn": [
        "records",
        "positions",
        "boxes",
        "study",
        "bots",
        "write-a-bot",
        "engine",
        "arena",
        "environments",
        "evaluation",
        "benchmarks",
    ],
    "Build": ["architecture", "adding-a-game", "rulebooks", "glossary", "contributing", "changelog"],
    "The rules in the code": ["rules/old-london-bridge", "rules/next-station-london"],
}
"""The guides, in the order in which they are read. Those that are named nowhere follow under "More"."""
REFERENCE = ["games", "views", "records", "errors", "bots", "arena", "environments", "study", "engine", "authors"]

LINK = re.compile(r"(?P<before>\]\(|(?:src|href)=\")(?P<target>[^)\s\"#]+)(?P<anchor>#[^)\s\"]*)?(?=[)\"])")
SHOWN = re.compile(r"^::: (?P<name>\S+)(?P<options>.*)$", re.M)
MADE = re.compile(r"(^|/)(\.|__pycache__/|[^/]*\.egg-info/)|\.(pyc|mo)$")
"""Files that nobody wrote."""
REMAINING = "<!-- every other public name -->"


def build(out: Path) -> int:
    """Write the site; the exit status of Sphinx."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder) / "pages"
        write_pages(stage)
        shutil.rmtree(out, ignore_errors=True)
        # Strict: a warning is an error. Rules are plain functions here, with their own docstrings, and nothing is compiled.
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", str(DOCS / "site"), "-d", f"{folder}/trees"]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        return subprocess.run([*command, str(stage), str(out)], env=environment, check=False).returncode


def write_pages(stage: Path) -> None:
    """Everything that Sphinx reads."""
    shutil.copytree(DOCS, stage, ignore=shutil.ignore_patterns("*.py", "site", "__pycache__"))
    for name, place in PAGES.items():
        shutil.copy(ROOT / name, stage / place)
    pages = sorted(stage.rglob("*.md"))
    extras = {target for page in pages for target in _linked(_source_of(page, stage))}
    for extra in sorted(extras):
        _add(stage, extra)
    for page in pages:
        place = page.relative_to(stage).as_posix()
        text = _with_links(page.read_text(encoding="utf-8"), _source_of(page, stage), place)
        page.write_text(_with_reference(text) if place.startswith("reference/") else text, encoding="utf-8")
    with (stage / "index.md").open("a", encoding="utf-8") as home:
        home.write(_contents(stage))


def _contents(stage: Path) -> str:
    """The tables of contents, which stand beside every page."""
    found = {page.relative_to(stage).with_suffix("").as_posix() for page in stage.rglob("*.md")} - {"index"}
    sections = {title: [name for name in names if name in found] for title, names in SECTIONS.items()}
    listed = {name for names in sections.values() for name in names}
    sections["More"] = sorted(name for name in found - listed if name.split("/")[0] not in {"reference", "source"})
    sections["API reference"] = ["reference/index"]
    return "".join(_toctree(title, names) for title, names in sections.items() if names)


def _toctree(title: str, names: list[str]) -> str:
    return "\n".join(["", "```{toctree}", ":hidden:", *([f":caption: {title}"] if title else []), "", *names, "```", ""])


# ── Links ────────────────────────────────────────────────────────────────────


def _source_of(page: Path, stage: Path) -> Path:
    """Where the text of a page lies in the repository."""
    place = page.relative_to(stage).as_posix()
    name = next((name for name, there in PAGES.items() if there == place), None)
    return ROOT / (name or f"docs/{place}")


def _target(source: Path, link: str) -> Path | None:
    """The file or folder of the repository that a link means."""
    found = Path(os.path.normpath(source.parent / link))
    return found if "://" not in link and found.exists() and found.is_relative_to(ROOT) else None


def _linked(source: Path) -> set[Path]:
    """What a page links to that is not on the site by itself."""
    targets = {_target(source, link["target"]) for link in LINK.finditer(source.read_text(encoding="utf-8"))}
    return {target for target in targets if target is not None and _is_extra(target)}


def _is_extra(target: Path) -> bool:
    is_page = str(target.relative_to(ROOT)) in PAGES
    return not is_page and (target.is_dir() or not target.is_relative_to(DOCS))


def _place_of(target: Path) -> str:
    """Where a file or folder of the repository is on the site."""
    name = target.relative_to(ROOT).as_posix()
    if not _is_extra(target):
        return PAGES.get(name) or name.removeprefix("docs/")
    return f"source/{name}/index.md" if target.is_dir() else f"source/{name}.txt"


def _with_links(text: str, source: Path, place: str) -> str:
    def moved(link: re.Match[str]) -> str:
        target = _target(source, link["target"])
        if target is None:
            return link[0]
        return link["before"] + posixpath.relpath(_place_of(target), posixpath.dirname(place)) + (link["anchor"] or "")

    return LINK.sub(moved, text)


def _add(stage: Path, target: Path) -> None:
    """A file as a text, or a folder as a page that lists what is in it."""
    place = stage / _place_of(target)
    place.parent.mkdir(parents=True, exist_ok=True)
    if not target.is_dir():
        shutil.copy(target, place)
        return
    files = sorted(file for file in target.rglob("*") if file.is_file() and not MADE.search(file.relative_to(ROOT).as_posix()))
    for file in files:
        if _is_extra(file):
            _add(stage, file)
    name = target.relative_to(ROOT).as_posix()
    here = posixpath.dirname(_place_of(target))
    rows = [f"- [{file.relative_to(target).as_posix()}]({posixpath.relpath(_place_of(file), here)})" for file in files]
    place.write_text("\n".join(["---", "orphan: true", "---", f"# {name}", "", *rows, ""]), encoding="utf-8")


# ── The reference ────────────────────────────────────────────────────────────


def public_names() -> list[str]:
    """What `londinium` says is public."""
    tree = ast.parse((ROOT / "src" / "londinium" / "__init__.py").read_text(encoding="utf-8"))
    lists = [node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"]
    names: list[str] = ast.literal_eval(lists[0])
    return names


def shown_names() -> Iterator[tuple[Path, str]]:
    """The names that pages of the reference show."""
    for page in sorted((DOCS / "reference").glob("*.md")):
        for shown in SHOWN.finditer(page.read_text(encoding="utf-8")):
            yield page, shown["name"]


def remaining_names() -> list[str]:
    """Every public name that no page shows: the reference is complete, whoever adds one."""
    shown = {name.rpartition(".")[2] for _, name in shown_names()}
    return [name for name in public_names() if name not in shown]


def _with_reference(text: str) -> str:
    if REMAINING in text:
        text = text.replace(REMAINING, "\n\n".join(f"::: londinium.{name}" for name in remaining_names()))
        text += _toctree("", REFERENCE)
    return SHOWN.sub(lambda shown: _directive(shown["name"], shown["options"].split()), text)


def _directive(name: str, members: list[str]) -> str:
    """What Sphinx is asked to show: a module, a class, a function or a value."""
    found = _found(name)
    if inspect.ismodule(found):
        lines = [f".. automodule:: {name}", "   :members:"]
    elif inspect.isclass(found):
        lines = [f".. autoclass:: {name}", f"   :members: {', '.join(members)}".rstrip()]
        if not members and any(base.__module__.startswith("londinium.") for base in found.__bases__):
            lines.append("   :inherited-members: Generic, Exception")  # a class in several chapters is one to its readers
    else:
        lines = [f".. autofunction:: {name}" if callable(found) else f".. autodata:: {name}"]
    return "\n".join(["```{eval-rst}", *lines, "```"])


def _found(name: str) -> object:
    """What a dotted name stands for."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, last = name.rpartition(".")
        return getattr(_found(module), last)


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs-site")))
