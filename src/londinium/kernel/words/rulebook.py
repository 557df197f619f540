"""The rules of a game for people: chapters of numbered rules, read from the game's folder `rulebook`, a file per language.

A rulebook is Markdown with three conventions:

- `## O-5 A turn` begins a chapter (one without a number is an appendix; as the first, the game on one page), `- **O-5.8** Text`
  a rule. What is indented below a rule belongs to it: details, and examples as a quotation (`> `).
- A paragraph that begins with `![what it shows](name)` is a picture with its caption; the picture is described under its name
  in `pictures.toml`. `![](name)` within a line is a small sign; where it says something, `![what](name)`.
- The number of a rule or chapter in a text refers to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import SOURCE, language

REFERENCE = re.compile(r"\b[A-Z]-\d+(?:\.\d+)?(?![\w-])")
"""The number of a chapter or a rule, wherever a text mentions it."""
_CHAPTER = re.compile(r"^## (?:([A-Z]-\d+) )?(.*)$", re.MULTILINE)
_RULE = re.compile(r"^- \*\*([A-Z]-\d+\.\d+)\*\* *")
_SIGN = re.compile(r"!\[\]\([\w-]+\) ?|!\[([^\]]+)\]\([\w-]+\)")
_PICTURE = re.compile(r"^ *!\[[^\]]+\]\([\w-]+\)\n(?: *\S.*\n?)*\n?", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    """One numbered rule; its text is Markdown without the number."""

    number: str
    text: str

    @property
    def plain(self) -> str:
        """The rule for a terminal: Markdown without pictures."""
        first, *more = without_pictures(self.text).strip().split("\n")
        return "\n".join([f"- **{self.number}** {first}", *(f"  {line}" if line else "" for line in more)])


@dataclass(frozen=True)
class Chapter:
    """A heading and what stands below it, in its order: rules, and Markdown between them."""

    number: str
    """Empty for an appendix."""
    title: str
    parts: tuple[Rule | str, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(part for part in self.parts if isinstance(part, Rule))

    @property
    def plain(self) -> str:
        parts = (part.plain if isinstance(part, Rule) else without_pictures(part).strip() for part in self.parts)
        return "\n\n".join([f"## {self.number} {self.title}".replace("  ", " "), *filter(None, parts)])


@dataclass(frozen=True)
class Rulebook:
    title: str
    introduction: str
    chapters: tuple[Chapter, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for chapter in self.chapters for rule in chapter.rules)

    @property
    def numbers(self) -> list[str]:
        """The numbers of all rules, in their order."""
        return [rule.number for rule in self.rules]

    @property
    def sentence(self) -> str:
        """What the game is about: the first sentence."""
        first = " ".join(without_pictures(self.introduction).strip().split("\n\n")[0].split())
        return re.split(r"(?<=[.!?:]) ", first)[0].rstrip(": ")

    @property
    def plain(self) -> str:
        parts = (without_pictures(self.introduction).strip(), *(chapter.plain for chapter in self.chapters))
        return "\n\n".join([f"# {self.title}", *parts]) + "\n"

    @property
    def glance(self) -> Chapter | None:
        """The game on one page: the first chapter, if it has no number."""
        first = self.chapters[0] if self.chapters else None
        return first if first is not None and not first.number else None

    def rule(self, number: str) -> Rule:
        found = self.find(number)
        if not isinstance(found, Rule):
            raise LondiniumError(N_("there is no rule {number}"), number=number)
        return found

    def find(self, number: str) -> Rule | Chapter:
        """A rule or a chapter; `5.8` is as good as `O-5.8`, since a game has one letter."""
        wanted = number.upper()
        if wanted[:1].isdecimal() and self.numbers:
            wanted = f"{self.numbers[0][0]}-{wanted}"
        for chapter in self.chapters:
            if wanted == chapter.number:
                return chapter
            for rule in chapter.rules:
                if wanted == rule.number:
                    return rule
        raise LondiniumError(N_("there is no rule {number}"), number=wanted)


def without_pictures(text: str) -> str:
    """Markdown as a terminal can show it."""
    return _SIGN.sub(lambda found: found[1] or "", _PICTURE.sub("", text + "\n"))


def rulebook(game: Game, code: str = SOURCE) -> Rulebook:
    """The rules in a language, in English where there is no translation; where there is none at all, a sentence that says so."""
    if not rulebook_file(game.folder, SOURCE).exists():
        return Rulebook(game.title, language(code).text("The rules of this game are not written down yet."), ())
    return _rulebook(game.folder, code)


def rulebook_file(folder: Path, code: str) -> Path:
    return folder / "rulebook" / f"{code}.md"


@cache
def _rulebook(folder: Path, code: str) -> Rulebook:
    file = rulebook_file(folder, code)
    return read_rulebook((file if file.exists() else rulebook_file(folder, SOURCE)).read_text(encoding="utf-8"))


def read_rulebook(text: str) -> Rulebook:
    """A rulebook from the text of its file."""
    head, *rest = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    title, _, introduction = head.partition("\n")
    return Rulebook(title.removeprefix("# ").strip(), introduction.strip(), tuple(map(_chapter, rest)))


def _chapter(text: str) -> Chapter:
    heading, _, body = text.partition("\n")
    found = _CHAPTER.match(heading)
    assert found is not None
    return Chapter(found[1] or "", found[2].strip(), tuple(_parts(body)))


def _parts(body: str) -> Iterator[Rule | str]:
    """A rule goes on as long as lines are empty or indented."""
    number, lines = "", list[str]()

    def done() -> Iterator[Rule | str]:
        text = "\n".join(lines).strip("\n")
        if number:
            yield Rule(number, text)
        elif text:
            yield text

    for line in body.split("\n"):
        begun = _RULE.match(line)
        if begun:
            yield from done()
            number, lines = begun[1], [line[begun.end() :]]
        elif number and line and not line.startswith("  "):
            yield from done()
            number, lines = "", [line]
        else:
            lines.append(line[2:] if number else line)
    yield from done()
