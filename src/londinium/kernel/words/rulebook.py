"""The rules of a game for people: chapters of numbered rules, read from the game's folder `rulebook`, a file per language.

A rulebook is Markdown with three conventions:

- `## O-5 A turn` begins a chapter (one without a number is an appendix; as the first, the game on one page), `- **O-5.8** Text`
  a rule. What is indented below a rule belongs to it: details, and examples as a quotation (`> `).
- A paragraph that begins with `![what it shows](name)` is a picture with its caption; the picture is described under its name
  in `pictures.toml`. `![](name)` within a line is a small sign; where it says something, `![what](name)`.
- The number of a rule or chapter in a text refers to it.
- A sentence that no edition prints ends with a sign of `UNPRINTED`; `- **O-5.8 §** Text` in the last chapter says why, and
  what the editions print. `rulings.toml` lists them (see `rulings.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.kernel.words.language import SOURCE, Language, language

UNPRINTED = {"§": N_("our ruling"), "∴": N_("derived"), "≈": N_("reconstructed")}
"""What follows a sentence that is not printed: a silence that we filled, a consequence, a fact seen in pictures only."""
REFERENCE = re.compile(r"\b[A-Z]-\d+(?:\.\d+)?(?![\w-])")
"""The number of a chapter or a rule, wherever a text mentions it."""
_CHAPTER = re.compile(r"^## (?:([A-Z]-\d+) )?(.*)$", re.MULTILINE)
_RULE = re.compile(rf"^- \*\*([A-Z]-\d+\.\d+)((?: [{''.join(UNPRINTED)}])*)\*\* *")
_SIGN = re.compile(r"!\[\]\([\w-]+\) ?|!\[([^\]]+)\]\([\w-]+\)")
_PICTURE = re.compile(r"^ *!\[[^\]]+\]\([\w-]+\)\n(?: *\S.*\n?)*\n?", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    """One numbered rule; its text is Markdown without the number."""

    number: str
    text: str

    @property
    def signs(self) -> list[str]:
        """The signs of its sentences, in their order."""
        return signs_in(self.text)

    @property
    def plain(self) -> str:
        """The rule for a terminal: Markdown without pictures."""
        return _plain(self.number, self.text)


@dataclass(frozen=True)
class Ruling:
    """Why we play a rule as we do where no edition prints it, and what the editions print; Markdown without the number."""

    number: str
    signs: tuple[str, ...]
    """Each sign of the rule's sentences once."""
    text: str

    @property
    def plain(self) -> str:
        return _plain(" ".join([self.number, *self.signs]), self.text)


@dataclass(frozen=True)
class Chapter:
    """A heading and what stands below it, in its order: rules or rulings, and Markdown between them."""

    number: str
    """Empty for an appendix."""
    title: str
    parts: tuple[Rule | Ruling | str, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(part for part in self.parts if isinstance(part, Rule))

    @property
    def plain(self) -> str:
        parts = (without_pictures(part).strip() if isinstance(part, str) else part.plain for part in self.parts)
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
    def rulings(self) -> dict[str, Ruling]:
        """The reasons for what is not printed, by the number of the rule."""
        return {part.number: part for chapter in self.chapters for part in chapter.parts if isinstance(part, Ruling)}

    @property
    def sentence(self) -> str:
        """What the game is about: the first sentence."""
        first = flowing(without_pictures(self.introduction).strip().split("\n\n")[0])
        return re.split(r"(?<=[.!?:]) ", first)[0].rstrip(": \u00a0")

    @property
    def plain(self) -> str:
        parts = (without_pictures(self.introduction).strip(), *(chapter.plain for chapter in self.chapters))
        return "\n\n".join([f"# {self.title}", *parts]) + "\n"

    @property
    def glance(self) -> Chapter | None:
        """The game on one page: the first chapter, if it has no number."""
        first = self.chapters[0] if self.chapters else None
        return first if first is not None and not first.number else None

    def told(self, number: str, words: Language) -> str:
        """A rule or a chapter for a terminal; below it what its signs mean, and below a single rule the reason for them."""
        found = self.find(number)
        why = self.rulings.get(found.number) if isinstance(found, Rule) else None
        parts = [found.plain, legend(found.plain, words), why.plain if why else ""]
        return "\n\n".join(filter(None, parts))

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


def signs_in(text: str) -> list[str]:
    return [letter for letter in text if letter in UNPRINTED]


def without_signs(text: str) -> str:
    """A text for a place that has no room to explain signs."""
    return re.sub(rf"\s*[{''.join(UNPRINTED)}]", "", text)


def legend(text: str, words: Language) -> str:
    """What the signs in a text mean; nothing where it has none."""
    found = signs_in(text)
    return " · ".join(f"{sign} {words.text(meaning)}" for sign, meaning in UNPRINTED.items() if sign in found)


def _plain(head: str, text: str) -> str:
    first, *more = without_pictures(text).strip().split("\n")
    return "\n".join([f"- **{head}** {first}", *(f"  {line}" if line else "" for line in more)])


def flowing(paragraph: str) -> str:
    """A paragraph without the line breaks of its file; spaces that do not break, as before a French colon, stay."""
    return re.sub(r"[ \n]+", " ", paragraph).strip(" ")


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


def _parts(body: str) -> Iterator[Rule | Ruling | str]:
    """A rule continues as long as lines are empty or indented."""
    begun: re.Match[str] | None = None
    lines = list[str]()

    def done() -> Iterator[Rule | Ruling | str]:
        text = "\n".join(lines).strip("\n")
        if begun and begun[2]:
            yield Ruling(begun[1], tuple(begun[2].split()), text)
        elif begun:
            yield Rule(begun[1], text)
        elif text:
            yield text

    for line in body.split("\n"):
        begins = _RULE.match(line)
        if begins:
            yield from done()
            begun, lines = begins, [line[begins.end() :]]
        elif begun and line and not line.startswith("  "):
            yield from done()
            begun, lines = None, [line]
        else:
            lines.append(line[2:] if begun else line)
    yield from done()
