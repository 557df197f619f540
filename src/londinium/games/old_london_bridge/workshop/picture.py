"""A box as one sheet: every printed part as the workshop draws it, with its values below."""

from __future__ import annotations

import re
from dataclasses import dataclass

from londinium.games.old_london_bridge.drawing.art.engraving import Plate, n
from londinium.games.old_london_bridge.drawing.picture import style, without_marks
from londinium.games.old_london_bridge.drawing.pieces import patterns, symbols, used
from londinium.games.old_london_bridge.workshop.bench import bench
from londinium.kernel.contracts.workshop import BoxPart, PartGroup
from londinium.kernel.words.language import Language
from londinium.look.cards import folded

WIDE = 1320
EDGE, GAP, LINE = 28, 14, 15
LARGE = {"rondel.spaces": (400, 400), "chapel-track.spaces": (620, 90), "gate-track.spaces": (620, 90)}
"""The room for the pictures that need more than the others."""
TILE, SMALL, BARE = (92, 132), (144, 84), (196, 0)
"""The room for a house, for any other picture, and for what has none."""
SHAPE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def picture(text: str, words: Language, scheme: str = "light") -> str:
    sheet = _Sheet(words)
    sheet.heading("Old London Bridge", 26)
    for group in bench(text, words).groups:
        sheet.lay(group)
    body = without_marks(str(sheet.g))
    pieces = symbols()
    defs = "".join(f'<g id="{name}">{pieces[name]}</g>' for name in used(body))
    height = n(sheet.y + EDGE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" width="{WIDE}" height="{height}" role="img">'
        f"<title>Old London Bridge</title><style>{style(scheme)}</style><defs>{patterns()}{defs}</defs>"
        f'<rect width="{WIDE}" height="{height}" class="o-paper"/>{body}</svg>'
    )


@dataclass(frozen=True)
class _Card:
    """A part with the room that it takes."""

    part: BoxPart
    width: float
    height: float
    """Of the picture."""
    title: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def words_height(self) -> float:
        return LINE * len(self.title + self.values) + GAP


class _Sheet:
    def __init__(self, words: Language) -> None:
        self.g, self.words, self.y = Plate(), words, float(EDGE)

    def heading(self, title: str, size: float) -> None:
        self.y += size
        self.g.text(EDGE, self.y, title, size, "own-name")
        self.y += 12

    def lay(self, group: PartGroup) -> None:
        """The parts of a group in rows, as many as fit beside each other."""
        self.heading(group.title, 19)
        row: list[_Card] = []
        for card in map(self.card, group.parts):
            if row and sum(one.width + GAP for one in row) + card.width > WIDE - 2 * EDGE:
                self._row(row)
                row = []
            row.append(card)
        self._row(row)

    def card(self, part: BoxPart) -> _Card:
        is_house = part.name.startswith("buildings.")
        wide, high = LARGE.get(part.name, TILE if is_house else SMALL if part.picture else BARE)
        height = 0.0
        if part.picture:
            width, tall = _size(part.picture)
            height = tall * min(wide / width, high / tall)
        # A house carries its number and its crest: nothing else need be said.
        values = (
            []
            if is_house
            else [self.words.named(entry.label, entry.choices.get(entry.value, entry.value) or "–") for entry in part.entries]
        )
        told = [line for value in values for line in folded(value, 11, wide, most=4)]
        return _Card(part, wide, height, tuple(folded(part.title, 12, wide)), tuple(told))

    def _row(self, row: list[_Card]) -> None:
        x, tallest = float(EDGE), max((card.height for card in row), default=0.0)
        for card in row:
            if card.part.picture:
                self._picture(card, x, self.y + tallest - card.height)
            for at, line in enumerate((*card.title, *card.values), 1):
                size, ink = (12, "t-ink") if at <= len(card.title) else (11, "t-ink2")
                self.g.text(x, self.y + tallest + LINE * at, line, size, ink)
            x += card.width + GAP
        self.y += tallest + max((card.words_height for card in row), default=0.0)

    def _picture(self, card: _Card, x: float, y: float) -> None:
        width, height = _size(card.part.picture)
        scale = card.height / height
        left = x + (card.width - width * scale) / 2 if card.part.name.startswith("buildings.") else x
        place = f'x="{n(left)}" y="{n(y)}" width="{n(width * scale)}" height="{n(card.height)}" overflow="visible" '
        self.g.add(card.part.picture.replace("<svg ", f"<svg {place}", 1))


def _size(markup: str) -> tuple[float, float]:
    shape = SHAPE.search(markup)
    assert shape is not None
    return float(shape[1]), float(shape[2])
