"""The pictures of a rulebook: parts of the table in real positions, drawn by the game itself.

`rulebook/pictures.toml` says for each name which record, ply and seat it shows (`record`, `ply`, `seat`), and what is drawn
(`show`): each entry is one drawing, several fragments in an entry lie on each other, `#piece` is fixed art of the sprite,
`final` the score sheets. `offer` shows what a move would bring, `refused` where it goes wrong, `crop` a part of the first
drawing, `width` how wide it may become. `[signs]` are small pieces of the sprite with their boxes, for the lines of the text;
a picture with `signs` is rows of them.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from londinium.kernel.contracts.drawing import Drawn, Scene
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.registry import game as find_game
from londinium.kernel.views import View
from londinium.kernel.words.language import Language

LIVE = re.compile(r' (?:data-[\w-]+|tabindex|role|aria-[\w-]+|id|title)="[^"]*"')
"""What makes a table of a drawing: things to click, to find and to say. A picture has a text of its own."""
WHOLE = re.compile(r"<svg([^>]*)>(.*)</svg>", re.DOTALL)
GHOSTS = '<g class="ghosts"></g>'
FIXED = re.compile(r'<g id="([\w-]+)"')
NEEDED = re.compile(r'href="#([\w-]+)"')
SCORE_SHEETS = "final"


class Pictures:
    """Everything that `pictures.toml` of a game describes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.folder = game.folder / "rulebook"
        file = self.folder / "pictures.toml"
        self.described: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        self.signs: dict[str, Any] = self.described.pop("signs", {})

    def sign(self, name: str, label: str = "") -> str:
        """A small piece of fixed art in a line of text; without a label it only decorates."""
        described = self.signs[name]
        box = " ".join(str(side) for side in described["box"])
        voice = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
        kind = escape(described.get("kind", "sign"))
        return f'<svg class="rule-sign {kind}" viewBox="{box}" {voice}><use href="#{described["piece"]}"/></svg>'

    def picture(self, name: str, alt: str, words: Language) -> str:
        """The drawings of a picture, without its caption."""
        described = self.described[name]
        if "signs" in described:
            rows = "".join(f'<div class="sign-row">{"".join(map(self.sign, row))}</div>' for row in described["signs"])
            return f'<div role="img" aria-label="{escape(alt)}">{rows}</div>'
        view, scene, drawn, ghosts = self._position(described, words)
        found = []
        voice = f'role="img" aria-label="{escape(alt)}"'
        for at, entry in enumerate(described["show"]):
            if entry == SCORE_SHEETS:
                found.append(f'<div class="final">{self.game.drawing.final(view, scene)}</div>')
            else:
                crop = described.get("crop") if at == 0 else None
                found.append(_layers(entry.split(), drawn, ghosts, crop, described.get("width"), voice))
            voice = 'aria-hidden="true"'  # the text says everything once
        return "".join(found)

    def _position(self, described: dict[str, Any], words: Language) -> tuple[View, Scene, Drawn, dict[str, str]]:
        whole = _match(self.folder / described.get("record", "example.record"))
        match = whole.at(described.get("ply", whole.ply))
        seat = described.get("seat", 0)
        view, scene = match.view(seat, refusals=False), Scene(words, match.names)
        drawn = self.game.drawing.draw(view, scene)
        ghosts: dict[str, str] = {}
        if offer := described.get("offer"):
            ghosts = drawn.offers[offer].ghosts
        elif move := described.get("refused"):
            refused = match.refusal(move, seat)
            assert refused is not None, f"{move} is allowed"
            ghosts = self.game.drawing.why_not(view, scene, refused)
        return view, scene, drawn, ghosts


@cache
def _match(file: Path) -> Match:
    return load_record(file)


@cache
def pictures(slug: str) -> Pictures:
    return Pictures(find_game(slug))


def _layers(names: list[str], drawn: Drawn, ghosts: dict[str, str], crop: list[int] | None, width: int | None, voice: str) -> str:
    """Fragments on each other in one drawing. A fragment that is not a drawing, such as a score sheet, stands alone as it is."""
    frame, inside = "", ""
    for name in names:
        if name.startswith("#"):
            inside += f'<use href="{name}"/>'
            continue
        markup = drawn.fragments[name].replace(GHOSTS, f'<g class="ghosts">{ghosts.get(name, "")}</g>')
        found = WHOLE.match(markup)
        if found is None:
            return f'<div class="fragment">{markup}</div>'
        frame, inside = frame or found[1], inside + found[2]
    box = " ".join(map(str, crop)) if crop else _attribute("viewBox", frame)
    narrow = f' style="max-width:{width}px"' if width else ""
    return f'<svg class="{_attribute("class", frame)}" viewBox="{box}"{narrow} {voice}>{LIVE.sub("", inside)}</svg>'


def _attribute(name: str, tag: str) -> str:
    found = re.search(rf' {name}="([^"]*)"', tag)
    return found[1] if found else ""


@cache
def _pieces(sprite: str) -> tuple[str, dict[str, str]]:
    """A sprite taken apart: what stands before its first piece, and the pieces, groups in its `<defs>`, by their ids."""
    starts = [found.start() for found in FIXED.finditer(sprite)]
    ends = [*starts[1:], sprite.rindex("</defs>")]
    named = {FIXED.match(sprite, start)[1]: sprite[start:end] for start, end in zip(starts, ends, strict=True)}  # type: ignore[index]
    return sprite[: starts[0]], named


def used_sprite(sprite: str, markup: str) -> str:
    """The part of a sprite that some markup needs, with what the pieces need themselves; one without pieces as it is."""
    if "</defs>" not in sprite or not FIXED.search(sprite):
        return sprite
    head, pieces = _pieces(sprite)
    waiting, wanted = NEEDED.findall(markup), set[str]()
    while waiting:
        name = waiting.pop()
        if name in pieces and name not in wanted:
            wanted.add(name)
            waiting += NEEDED.findall(pieces[name])
    return head + "".join(piece for name, piece in pieces.items() if name in wanted) + "</defs></svg>"
