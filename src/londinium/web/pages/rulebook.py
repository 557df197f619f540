"""The rules of a game as a page: an anchor for every rule, every number a link, pictures of real positions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape, unescape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import Language, language
from londinium.kernel.words.rulebook import REFERENCE, UNPRINTED, Chapter, Rule, Ruling, legend, rulebook, without_pictures
from londinium.web.pages.rule_pictures import Pictures, pictures, used_sprite

PICTURE = re.compile(r'<p><img src="([\w-]+)" alt="([^"]+)">\s*(.*?)</p>', re.DOTALL)

UNPRINTED_SIGN = re.compile(rf"\s*([{''.join(UNPRINTED)}])")


@dataclass(frozen=True)
class RulebookPage:
    """A rulebook as HTML."""

    title: str
    introduction: str
    chapters: tuple[tuple[str, str, str], ...]
    """Anchor, title and text of each chapter."""
    sprite: str
    """The fixed art that the pictures refer to."""


class Writer(RendererHTML):
    """Markdown to HTML; the number of a rule is a link, an image is one of the game's signs."""

    signs: Pictures | None = None
    base = ""
    """What stands before `#O-5.8` in a link: nothing on the page itself."""

    def text(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        target = ' target="_blank" rel="noopener"' if self.base else ""
        words = escape(tokens[idx].content, quote=False)
        return REFERENCE.sub(lambda found: f'<a class="ref" href="{self.base}#{found[0]}"{target}>{found[0]}</a>', words)

    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        name = str(tokens[idx].attrs["src"])
        if self.signs and name in self.signs.signs:
            return self.signs.sign(name, tokens[idx].content)
        return f'<img src="{escape(name)}" alt="{escape(tokens[idx].content)}">'


def written(text: str, signs: Pictures | None, base: str = "") -> str:
    """Markdown as HTML. Raw HTML stays off: rules are text, also those of a game that somebody else has installed."""
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=Writer).enable("table")
    assert isinstance(markdown.renderer, Writer)
    markdown.renderer.signs, markdown.renderer.base = signs, base
    html = str(markdown.render(text))
    # What may have to be scrolled must be within reach of the keyboard.
    return html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")


@cache
def rules_page(slug: str, code: str) -> RulebookPage:
    """The whole rulebook with its pictures. It is drawn once for each language."""
    game = find_game(slug)
    book, words = rulebook(game, code), language(code, game.folder)
    introduction = _with_pictures(game, written(book.introduction, pictures(game.slug)), words)
    chapters = tuple(
        (chapter.number or f"part-{at}", _heading(chapter), _chapter(game, chapter, words))
        for at, chapter in enumerate(book.chapters, 1)
    )
    drawn = introduction + "".join(text for _, _, text in chapters)
    return RulebookPage(book.title, introduction, chapters, used_sprite(game.drawing.sprite(), drawn))


@cache
def rule_words(slug: str, code: str, number: str) -> str:
    """One rule without its pictures, for a panel beside the table; its links open the whole page."""
    rule, base, words = rulebook(find_game(slug), code).rule(number), f"/rules/{slug}", language(code)
    text = with_signs(written(without_pictures(rule.text), None, base), number, words, base)
    whole = escape(words.text("In the rulebook, with pictures"))
    link = f'<p class="fine"><a href="{base}#{number}" target="_blank" rel="noopener">{whole}</a></p>'
    meaning = f'<p class="fine">{legend(rule.text, words)}</p>' if rule.signs else ""
    return f'<div class="rule">{_number(number, base)}<div>{text}</div></div>{meaning}{link}'


@cache
def glance_page(slug: str, code: str) -> str:
    """The game on one page, for a drawer beside the table, which has the signs already; its links open the whole rulebook."""
    game, base = find_game(slug), f"/rules/{slug}"
    book, words = rulebook(game, code), language(code)
    whole = escape(words.text("The whole rulebook, with pictures"))
    link = f'<p><a class="button" href="{base}" target="_blank" rel="noopener">{whole}</a></p>'
    if book.glance is None:
        return f"<p>{escape(book.sentence)}</p>{link}"
    text = "\n\n".join(part if isinstance(part, str) else f"- {part.text}" for part in book.glance.parts)
    return f"<h3>{escape(book.glance.title)}</h3>{written(text, pictures(slug), base)}{link}"


def with_signs(html: str, number: str, words: Language, base: str = "") -> str:
    """The text of a rule in which the signs of sentences that are not printed say what they mean and lead to the reason."""
    target = ' target="_blank" rel="noopener"' if base else ""

    def sign(found: re.Match[str]) -> str:
        told = escape(words.text(UNPRINTED[found[1]]))
        # No line begins with a sign: it belongs to the sentence before it.
        return f'\u202f<a class="ruled" href="{base}#why-{number}" title="{told}" aria-label="{told}"{target}>{found[1]}</a>'

    return UNPRINTED_SIGN.sub(sign, html)


def linked(text: str, slug: str) -> str:
    """A plain text as HTML in which the numbers of rules are links."""
    link = rf'<a href="/rules/{slug}#\g<0>" target="_blank" rel="noopener">\g<0></a>'
    return REFERENCE.sub(link, escape(text))


def _heading(chapter: Chapter) -> str:
    number = f'<span class="chapter-number">{chapter.number}</span> ' if chapter.number else ""
    return number + escape(chapter.title)


def _chapter(game: Game, chapter: Chapter, words: Language) -> str:
    signs = pictures(game.slug)
    return _with_pictures(game, "".join(_part(part, signs, words) for part in chapter.parts), words)


def _part(part: Rule | Ruling | str, signs: Pictures, words: Language) -> str:
    if isinstance(part, Rule):
        text = with_signs(written(part.text, signs), part.number, words)
        return f'<div class="rule" id="{part.number}">{_number(part.number)}<div>{text}</div></div>'
    if isinstance(part, Ruling):
        kinds = f'<span class="fine">{legend("".join(part.signs), words)}</span>'
        return (
            f'<div class="ruling" id="why-{part.number}"><p>{_number(part.number)} {kinds}</p>{written(part.text, signs)}</div>'
        )
    return written(part, signs)


def _number(number: str, base: str = "") -> str:
    target = ' target="_blank" rel="noopener"' if base else ""
    return f'<a class="rule-number" href="{base}#{number}"{target}>{number}</a>'


def _with_pictures(game: Game, html: str, words: Language) -> str:
    """Put every picture where its paragraph stands, with the rest of the paragraph as its caption."""

    def drawn(found: re.Match[str]) -> str:
        name, alt, caption = found.groups()
        inner = pictures(game.slug).picture(name, unescape(alt), words)
        told = f"<figcaption>{caption}</figcaption>" if caption else ""
        return f'<figure class="rule-picture">{inner}{told}</figure>'

    return PICTURE.sub(drawn, html)
