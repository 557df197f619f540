"""What MkDocs cannot know: the README is the home page, and pages link to files of the repository that are not pages.

A linked source file becomes a text that a browser shows; a linked folder, a page that lists what is in it.
"""

from __future__ import annotations

import ast
import os
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages that do not lie in docs/, and where they are on the site."""

SECTIONS = {
    "Play and host": ["table", "company", "daily", "tournaments", "puzzles", "lessons", "sharing", "workshop", "hosting", "anywhere"],
    "Study and learn": ["records", "study", "bots", "write-a-bot", "arena", "environments", "benchmarks"],
    "Build": ["architecture", "adding-a-game", "rulebooks", "glossary", "contributing", "changelog"],
    "The rules": ["rules/old-london-bridge", "rules/next-station-london"],
}
"""The guides, in the order in which they are read. Those that are named nowhere follow under "More"."""
REFERENCE = ["index", "games", "views", "records", "errors", "bots", "arena", "environments", "study", "engine", "authors"]

LINK = re.compile(r"(?P<before>\]\(|(?:src|href)=\")(?P<target>[^)\s\"#]+)(?P<anchor>#[^)\s\"]*)?(?=[)\"])")
REMAINING = "<!-- every other public name -->"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    docs = Path(config.docs_dir)
    found = {str(file.relative_to(docs).with_suffix("")) for file in docs.rglob("*.md")} | {"contributing", "changelog"}
    sections = {title: [name for name in names if name in found] for title, names in SECTIONS.items()}
    listed = {name for names in sections.values() for name in names}
    more = sorted(name for name in found - listed if not name.startswith("reference/"))
    nav: list[Any] = [{"Londinium": "index.md"}]
    nav += [{title: [f"{name}.md" for name in names]} for title, names in {**sections, "More": more}.items() if names]
    config.nav = [*nav, {"API reference": [f"reference/{name}.md" for name in REFERENCE]}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, place in PAGES.items():
        files.append(File.generated(config, place, content=(ROOT / name).read_text(encoding="utf-8")))
    for page in [file for file in files if file.is_documentation_page()]:
        for target in _linked(page):
            if target.is_dir():
                _add_folder(files, config, target)
            else:
                _add_text(files, config, target)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if REMAINING in markdown:
        markdown = markdown.replace(REMAINING, _remaining(Path(config.docs_dir)))

    def moved(link: re.Match[str]) -> str:
        place = _place(page.file, link["target"])
        return link[0] if place is None else link["before"] + place + (link["anchor"] or "")

    return LINK.sub(moved, markdown)


# ── Links ────────────────────────────────────────────────────────────────────


def _own_path(page: File) -> Path:
    """Where the text of a page lies in the repository."""
    name = next((name for name, place in PAGES.items() if place == page.src_uri), None)
    return ROOT / (name or f"docs/{page.src_uri}")


def _target(page: File, link: str) -> Path | None:
    """The file or folder of the repository that a link means."""
    if "://" in link or link.startswith("mailto:"):
        return None
    found = Path(os.path.normpath(_own_path(page).parent / link))
    return found if found.exists() and found.is_relative_to(ROOT) else None


def _linked(page: File) -> set[Path]:
    """What a page links to that is not on the site by itself."""
    targets = {_target(page, link["target"]) for link in LINK.finditer(page.content_string)}
    return {target for target in targets if target is not None and _is_extra(target)}


def _is_extra(target: Path) -> bool:
    is_page = str(target.relative_to(ROOT)) in PAGES
    return not is_page and (target.is_dir() or not target.is_relative_to(ROOT / "docs"))


def _extra_place(target: Path) -> str:
    name = target.relative_to(ROOT).as_posix()
    return f"source/{name}/index.md" if target.is_dir() else f"source/{name}.txt"


def _place(page: File, link: str) -> str | None:
    """Where a link leads on the site, seen from a page; None if it can stay as it is."""
    target = _target(page, link)
    if target is None:
        return None
    name = target.relative_to(ROOT).as_posix()
    place = PAGES.get(name) or (_extra_place(target) if _is_extra(target) else name.removeprefix("docs/"))
    return posixpath.relpath(place, posixpath.dirname(page.src_uri))


def _add_text(files: Files, config: MkDocsConfig, target: Path) -> None:
    if files.get_file_from_path(_extra_place(target)) is None:
        files.append(File.generated(config, _extra_place(target), content=target.read_bytes()))


def _add_folder(files: Files, config: MkDocsConfig, folder: Path) -> None:
    if files.get_file_from_path(_extra_place(folder)) is not None:
        return
    inside = sorted(file for file in folder.rglob("*") if file.is_file() and not {"__pycache__"} & set(file.parts))
    shown = [file for file in inside if ".egg-info" not in str(file) and file.suffix not in {".pyc", ".mo"}]
    name = folder.relative_to(ROOT).as_posix()
    rows = [f"- [{file.relative_to(folder).as_posix()}]({posixpath.relpath(_on_site(file), f'source/{name}')})" for file in shown]
    files.append(File.generated(config, _extra_place(folder), content="\n".join([f"# {name}", "", *rows])))
    for file in shown:
        if _is_extra(file):
            _add_text(files, config, file)


def _on_site(file: Path) -> str:
    return _extra_place(file) if _is_extra(file) else file.relative_to(ROOT / "docs").as_posix()


# ── The reference ────────────────────────────────────────────────────────────


def public_names() -> list[str]:
    """What `londinium` says is public, read and not imported."""
    tree = ast.parse((ROOT / "src" / "londinium" / "__init__.py").read_text(encoding="utf-8"))
    lists = [node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"]
    names: list[str] = ast.literal_eval(lists[0])
    return names


def shown_names(docs: Path) -> set[str]:
    """The last parts of the names that pages of the reference show."""
    pages = (docs / "reference").glob("*.md")
    return {name.rpartition(".")[2] for page in pages for name in re.findall(r"^::: (\S+)", page.read_text(encoding="utf-8"), re.M)}


def _remaining(docs: Path) -> str:
    """Every public name that no page shows; the reference is complete whoever adds one."""
    left = [name for name in public_names() if name not in shown_names(docs)]
    return "\n\n".join(f"::: londinium.{name}" for name in left)
