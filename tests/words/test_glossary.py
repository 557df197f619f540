"""One thing, one name: catalogues, lessons and rulebooks keep to `docs/glossary.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from .test_catalogues import forms, tools

ROOT = Path(__file__).parents[2]
SECTIONS = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
TEXT = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
FORBIDDEN = re.compile(r"`(?P<word>[^`]+)`(?: for `(?P<where>[^`]+)`)?")


class Term(NamedTuple):
    """A thing and its name in one language."""

    code: str
    word: str
    printed: str
    never: str


def glossary(code: str) -> list[Term]:
    section = re.search(rf"^## {SECTIONS[code]}$(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert section is not None, f"no section {SECTIONS[code]}"
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in section[1].splitlines() if line.startswith("|")
    ]
    return [Term(*row) for row in rows[2:]]


def said(code: str) -> Iterator[tuple[str, str, str]]:
    """Where something is said, its English, and how it is said in this language."""
    for domain in tools.domains():
        if code == "en":
            texts = [(form, form) for message in tools.extract(domain) if message.id for form in forms(message.id)]
        else:
            catalogue = tools.read(tools.po_file(domain, code), code)
            texts = [(" ".join(forms(message.id)), form) for message in catalogue if message.id for form in forms(message.string)]
        yield from ((domain.name, english, text) for english, text in texts)
    for folder in ("rulebook", "lessons"):
        for path in sorted((ROOT / "src" / "londinium" / "games").glob(f"*/{folder}/**/{code}.md")):
            for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
                if not (folder == "lessons" and paragraph.startswith("## ")):  # the name of a step, the same in every language
                    yield str(path.relative_to(ROOT)), "", " ".join(paragraph.split())


def word_pattern(word: str) -> re.Pattern[str]:
    """Whole words, in any case unless the word has capitals throughout; `*` stands for any ending."""
    pattern = r"(?<!\w)" + re.escape(word.rstrip("*")) + ("" if word.endswith("*") else r"(?!\w)")
    return re.compile(pattern, 0 if word.isupper() else re.IGNORECASE)


def quoted_in_print(text: str) -> bool:
    """A sentence of the last chapter of a rulebook that tells an edition's own word."""
    return text.startswith(("*Editions:*", "*Ausgaben:*", "*Éditions", "*Edizioni:*"))


@pytest.mark.parametrize("code", SECTIONS)
def test_no_forbidden_word(code: str) -> None:
    texts = [row for row in said(code) if not quoted_in_print(row[2])]
    found = []
    for term in glossary(code):
        for match in FORBIDDEN.finditer(term.never):
            pattern, where = word_pattern(match["word"]), match["where"] and word_pattern(match["where"])
            found += [
                f"{place}: {match['word']!r} for {term.word!r}: {text}"
                for place, english, text in texts
                if pattern.search(text) and (not where or where.search(english))
            ]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("code", SECTIONS)
def test_every_name_is_used(code: str) -> None:
    everything = "\n".join(text for _, _, text in said(code)).casefold()
    missing = [term for term in glossary(code) for word in term.word.split(" / ") if word.casefold() not in everything]
    assert missing == []


def test_all_languages_name_the_same_things() -> None:
    names = [term.code for term in glossary("en")]
    for code in SECTIONS:
        assert [term.code for term in glossary(code)] == names, code
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    assert [name for name in names if not re.search(rf"\b{name}\b", source)] == []


def test_a_forbidden_word_is_found() -> None:
    assert word_pattern("Leiste*").search("auf der leisten")
    assert not word_pattern("Sitz").search("Besitz, Sitze")
    assert not word_pattern("DOUBLE").search("a double click")
