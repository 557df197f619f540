"""Where each rule of a rulebook is obeyed and tested: an index for people, and the check that nothing is missing.

`python -m londinium.kernel.rule_index` writes `docs/rules/<game>.md` for the games that come with Londinium.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from londinium.kernel.game import Game
from londinium.kernel.registry import bundled_games
from londinium.kernel.rulebook import rulebook

CITATION = re.compile(r"\b[A-Z]-\d+\.\d+\b")


@dataclass
class Entry:
    """One rule: the places that cite it in a comment, and the tests that do. A compound rule is obeyed in several places."""

    number: str
    obeyed: list[tuple[str, str]] = field(default_factory=list)
    """Module, and the function or constant there."""
    tested: list[str] = field(default_factory=list)

    @property
    def places(self) -> dict[str, list[str]]:
        """The places by module."""
        found: dict[str, list[str]] = {}
        for module, name in self.obeyed:
            found.setdefault(module, []).append(name)
        return found


def index(game: Game) -> list[Entry]:
    """Every rule of a game's rulebook with its citations."""
    entries = {number: Entry(number) for number in rulebook(game).numbers}
    for module in rules_modules(game):
        for number, function in citations(module):
            place = (module.relative_to(game.folder).as_posix(), function)
            if number in entries and place not in entries[number].obeyed:
                entries[number].obeyed.append(place)
    for test in sorted((game.folder / "tests").glob("test_*.py")):
        for number in sorted(set(CITATION.findall(test.read_text(encoding="utf-8")))):
            if number in entries:
                entries[number].tested.append(test.relative_to(game.folder).as_posix())
    return list(entries.values())


def rules_modules(game: Game) -> list[Path]:
    """The modules that hold the chapters of the rules."""
    return [game.folder / f"{module.replace('.', '/')}.py" for module in dict.fromkeys(game.chapters.values())]


def citations(module: Path) -> list[tuple[str, str]]:
    """Every rule cited in a comment, with what obeys it there: the function in which it stands, or what it stands above."""
    text = module.read_text(encoding="utf-8")
    tree = ast.parse(text)
    functions = sorted((node.lineno, node.name) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    found = []
    for line, content in enumerate(text.splitlines(), 1):
        inside = content.lstrip()
        if inside.startswith("#"):
            # A comment below a function's last statement belongs to it too, so indentation decides.
            above = [name for first, name in functions if first < line]
            name = above[-1] if inside != content and above else _declared_after(tree, line)
            found += [(number, name) for number in CITATION.findall(inside)]
    return found


def _declared_after(tree: ast.Module, line: int) -> str:
    """The function, class or constant below a comment; nothing if the module ends there."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.lineno > line:
            return node.name
        if isinstance(node, ast.Assign) and node.lineno > line:
            return next(each.id for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name))
    return ""


def page(game: Game) -> str:
    """The index as a page of the documentation."""
    link = f"../../src/londinium/games/{game.folder.name}"
    rows = []
    for entry in index(game):
        obeyed = ", ".join(
            " ".join([f"[`{module}`]({link}/{module})", ", ".join(f"`{name}`" for name in names if name)]).rstrip()
            for module, names in entry.places.items()
        )
        tested = ", ".join(f"[`{Path(test).stem}`]({link}/{test})" for test in entry.tested)
        rows.append(f"| {entry.number} | {obeyed} | {tested} |")
    head = [
        f"# {game.title}: where each rule is",
        "",
        f"The rules themselves are in [rulebook]({link}/rulebook/en.md).",
        "This page is written by `python -m londinium.kernel.rule_index`.",
        "",
        "| rule | obeyed in | tested in |",
        "| --- | --- | --- |",
    ]
    return "\n".join([*head, *rows]) + "\n"


def page_path(game: Game) -> Path:
    return Path(__file__).parents[3] / "docs" / "rules" / f"{game.slug}.md"


def main() -> None:
    for game in bundled_games():
        path = page_path(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(game), encoding="utf-8")
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
