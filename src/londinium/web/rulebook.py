"""The rules of a game as a page, with an anchor for every rule, so that an answer can point at it."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from londinium.kernel.registry import game as find_game

HEADING = re.compile(r"<h2>(([A-Z]-\d+) .*?)</h2>")
RULE = re.compile(r"<li>\s*(?:<p>)?<strong>([A-Z]-\d+\.\d+[a-z]?)</strong>")


@cache
def rules_text(slug: str, code: str) -> str:
    """The rules in a language, in English where there is no translation."""
    folder = find_game(slug).folder
    translated = folder / f"RULES.{code}.md"
    return (translated if translated.exists() else folder / "RULES.md").read_text(encoding="utf-8")


def in_a_sentence(slug: str, code: str) -> str:
    """What a game is about: the first sentence of its rules."""
    introduction = " ".join(rules_text(slug, code).split("\n\n")[1].split())
    return re.split(r"(?<=[.!?:]) ", introduction)[0].rstrip(":")


@cache
def rules_page(slug: str, code: str) -> tuple[str, list[tuple[str, str]]]:
    """The rules as HTML, and their chapters as (anchor, title)."""
    text = rules_text(slug, code)
    # Raw HTML stays off: rules are text, also those of a game that somebody else has installed.
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    chapters = [(number, title) for title, number in HEADING.findall(html)]
    html = HEADING.sub(r'<h2 id="\2">\1</h2>', html)
    html = RULE.sub(lambda found: found[0].replace("<li>", f'<li id="{found[1]}">', 1), html)
    html = re.sub(r"<strong>([A-Z]-\d+\.\d+[a-z]?)</strong>", r'<a class="rule-number" href="#\1">\1</a>', html)
    return html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>"), chapters
