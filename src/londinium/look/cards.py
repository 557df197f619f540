"""Cards: pictures of 1200 by 630 with which a link introduces itself elsewhere, and which people show each other.

A card has words on the left and a drawing on the right. It is a pure function of what it is given: its caller decides what
may be seen. Puzzles, tournaments, days and matches all have the same card with other words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape as escaped

from londinium.kernel.game import Game
from londinium.look import tokens
from londinium.look.ink import Ink
from londinium.look.seats import marker

CARD_WIDE, CARD_HIGH = 1200, 630
COVER_SHAPE = (602, 436)
EDGE = 48
WORDS_WIDE = 372
"""How much of a card is for words, where a drawing stands beside them."""
LETTER_WIDE = {"serif": 0.56, "sans": 0.56}
"""About how wide a letter is, of its size."""
MOST_ROWS = 4
_ROOT = re.compile(r"^\s*<svg\b([^>]*)>", re.S)
_SIZE = re.compile(r'\s(?:width|height|x|y|preserveAspectRatio)="[^"]*"')
_VIEW_BOX = re.compile(r'viewBox="([-\d.\s]+)"')


@dataclass(frozen=True)
class CardRow:
    """A player and what they reached."""

    seat: int
    letter: str
    name: str
    value: str
    first: bool = False


@dataclass(frozen=True)
class CardWords:
    """What a card says, from its top to its foot."""

    kicker: str
    title: str
    rows: Sequence[CardRow] = ()
    note: str = ""
    number: str = ""
    """One number that stands for all: the score of the person who shows the card."""


def card(words: CardWords, drawing: str = "", *, bleeds: bool = False, scheme: str = "light") -> str:
    """A card as one self-contained SVG. A drawing that bleeds fills its side of the card; any other one is shown whole."""
    colours = {**tokens.TYPE, **(tokens.DARK if scheme == "dark" else tokens.LIGHT)}
    g = Ink().rect(0, 0, CARD_WIDE, CARD_HIGH, style="fill:var(--paper)")
    left = WORDS_WIDE + 2 * EDGE
    if drawing and bleeds:
        g.add(placed_drawing(drawing, left, 0, CARD_WIDE - left, CARD_HIGH, "xMidYMid slice"))
    elif drawing:
        x, y, wide, high = left - 24, 24, CARD_WIDE - left, CARD_HIGH - 48
        g.add(placed_drawing(drawing, x, y, wide, high, "xMidYMid meet"))
    _write(g, words)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD_WIDE} {CARD_HIGH}" width="{CARD_WIDE}" height="{CARD_HIGH}">'
        f"<style>:root{{{tokens.variables(colours)}}}</style>{g}</svg>"
    )


def cover_drawing(game: Game, cover: str) -> str:
    """The cover of a game, which stands on pages, as a drawing that needs no page."""
    sheet = escaped(game.drawing.stylesheet(), quote=False)
    wide, high = COVER_SHAPE
    inner = placed_drawing(cover, 0, 0, wide, high, "xMidYMid slice") if cover else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"><style>{sheet}</style>'
        f'<g class="{game.slug}">{game.drawing.sprite()}{inner}</g></svg>'
    )


def placed_drawing(svg: str, x: float, y: float, wide: float, high: float, fit: str) -> str:
    """A picture placed in another one."""
    found = _ROOT.match(svg)
    assert found is not None, "a drawing is an SVG"
    facts = _SIZE.sub("", found[1])
    if not _VIEW_BOX.search(facts):
        size = [re.search(rf'\s{name}="([\d.]+)', found[1]) for name in ("width", "height")]
        facts += ' viewBox="0 0 {} {}"'.format(*(each[1] if each else 100 for each in size))
    place = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" preserveAspectRatio="{fit}"'
    return f"<svg {place}{facts}>{svg[found.end() :]}"


def _write(g: Ink, words: CardWords) -> None:
    y = EDGE + 16.0
    for line in folded(words.kicker, 22, WORDS_WIDE, "sans", 2):
        _line(g, EDGE, y, line, 22, "sans", "ink2")
        y += 30
    y += 26
    for line in folded(words.title, 46, WORDS_WIDE, "serif", 3):
        _line(g, EDGE, y, line, 46, "serif", "ink", weight=600)
        y += 54
    if words.number:
        size = min(84.0, WORDS_WIDE / (0.62 * len(words.number)))
        y += 6 + 0.6 * size
        _line(g, EDGE, y, words.number, size, "serif", "rubric", weight=600)
        y += 44
    y += 14
    for row in words.rows[:MOST_ROWS]:
        marker(g, row.seat, row.letter, EDGE + 17, y, 17)
        weight = 700 if row.first else 400
        name = folded(row.name, 26, WORDS_WIDE - 46 - _wide(row.value, 26, "sans") - 14, "sans", 1)[0]
        _line(g, EDGE + 46, y + 9, name, 26, "sans", "ink", weight=weight)
        _line(g, EDGE + WORDS_WIDE, y + 9, row.value, 26, "sans", "ink", weight=weight, anchor="end")
        y += 46
    for line in folded(words.note, 22, WORDS_WIDE, "sans", 3) if words.note else []:
        _line(g, EDGE, y + 8, line, 22, "sans", "ink2")
        y += 30
    g.group(SIGN, EDGE - 4, CARD_HIGH - EDGE - 32, 1.2)
    _line(g, EDGE + 46, CARD_HIGH - EDGE - 4, "Londinium", 28, "serif", "ink", weight=600)


def _line(
    g: Ink, x: float, y: float, words: str, size: float, face: str, colour: str, *, weight: int = 400, anchor: str = "start"
) -> None:
    style = f"fill:var(--{colour});font-family:var(--{face});font-weight:{weight};text-anchor:{anchor}"
    g.text(x, y, words, size, style=style)


def _wide(words: str, size: float, face: str) -> float:
    return len(words) * LETTER_WIDE[face] * size


def folded(words: str, size: float, wide: float, face: str = "sans", most: int = 3) -> list[str]:
    """Words in lines of about this width; what finds no room is cut off with an ellipsis."""
    room = max(4, int(wide / (LETTER_WIDE[face] * size)))
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    kept = [line if len(line) <= room else line[: room - 1] + "…" for line in lines[:most]]
    if len(lines) > most:
        kept[-1] = kept[-1][: room - 2].rstrip(" …") + " …"
    return kept


SIGN = (
    '<g fill="none" style="stroke:var(--ink)" stroke-linejoin="round">'
    '<path d="M3 23V14.5H31V23" stroke-width="2.4"/>'
    '<path d="M3 23h3.2a5.4 5.4 0 0 1 10.8 0a5.4 5.4 0 0 1 10.8 0H31" stroke-width="2.4"/>'
    '<path d="M8 14V9.5L11.5 6L15 9.5V14M19.5 14V8h6v6" stroke-width="1.8"/></g>'
    '<path d="M2 28.5c4-2.6 6 2.2 10 0s6-2 10 0s6 2.2 10-.3" fill="none" style="stroke:var(--ink3)" stroke-width="2.2" '
    'stroke-linecap="round"/>'
)
"""The sign of the site, 34 by 34."""
