"""The pencil ring: each quarter arc is a pencil with its line's pattern and letter; its tip points at the next to get it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from londinium.games.next_station_london.drawing import pieces
from londinium.games.next_station_london.drawing.fragments.explain import tells
from londinium.games.next_station_london.face.view import Board
from londinium.games.next_station_london.face.words import pencil as pencil_words
from londinium.games.next_station_london.rules.components import LINES, PENCILS
from londinium.games.next_station_london.rules.pencils import place_in_order, slot_of
from londinium.kernel.kept import kept
from londinium.kernel.words.language import Language
from londinium.look.ink import Ink, Point, coordinate, escape

WIDTH, HEIGHT, RADIUS = 188, 172, 47
MIDDLE = (WIDTH / 2, HEIGHT / 2)
BELOW = 90
"""Where the viewer sits; the slots follow clockwise, the way the pencils go."""
NAME_LENGTH = 7


def ring(board: Board, viewer: int | None, offered: Sequence[str], names: Sequence[str], language: Language) -> str:
    """The fragment. `offered` are the pencils that the viewer may take now."""
    taken = tuple(line.pencil for line in board.players[viewer or 0].lines)
    if board.phase == "pencil-order":
        return _choice(taken, tuple(offered), language)
    seats = tuple(int(slot_of(seat, len(board.players))) for seat in range(len(board.players)))
    order = tuple(line.pencil for line in board.players[0].lines)
    if len(order) < LINES:
        return ""
    return _ring(order, max(board.round, 1), seats, viewer or 0, tuple(names[: len(seats)]), viewer is not None, language)


@kept
def _ring(
    order: tuple[str, ...],
    round_no: int,
    slots: tuple[int, ...],
    viewer: int,
    names: tuple[str, ...],
    mine: bool,
    t: Language,
) -> str:
    g, pencils = Ink(), Ink()
    told = []
    for slot in range(LINES):
        pencil = order[place_in_order(slot, round_no)]
        turn = (BELOW + 90 * (slot - slots[viewer])) % 360
        _pencil(pencils, pencil, turn)
        if slot in slots:
            seat = slots.index(slot)
            name = t.text("You") if mine and seat == viewer else names[seat]
            told.append(f"{names[seat]} {pencil_words(pencil, t)}")
            _name(g, name, turn, own=seat == viewer)
    # After a round every pencil moves on by a quarter: the table lets the whole ring turn there.
    g.group(pencils, cls="pencil-turn", data_key="pencils", data_turn=90 * round_no % 360)
    x, y = MIDDLE
    g.text(x, y - 15, t.text("Round").upper(), 9, "ring-round")
    g.add(
        f'<text class="ring-number" x="{coordinate(x)}" y="{coordinate(y + 9)}" font-size="27">{round_no}'
        f'<tspan font-size="14"> / {LINES}</tspan></text>'
    )
    label = t.text("Pencils: {held}", held=", ".join(told))
    passing = t.text("After every round they are passed on clockwise: a tip points to whoever has the pencil next.")
    marks = tells(f"{label}\n{passing}", role="img")
    return f'<svg class="pencils" viewBox="0 0 {WIDTH} {HEIGHT}"{marks}>{g}</svg>'


def _at(turn: float, radius: float = RADIUS) -> Point:
    return MIDDLE[0] + radius * math.cos(math.radians(turn)), MIDDLE[1] + radius * math.sin(math.radians(turn))


def _pencil(g: Ink, pencil: str, turn: float) -> None:
    """An arc with the line's pattern, a sharpened tip, and the letter at its blunt end."""
    (x0, y0), (x1, y1) = _at(turn - 34), _at(turn + 27)
    d = f"M{coordinate(x0)} {coordinate(y0)}A{RADIUS} {RADIUS} 0 0 1 {coordinate(x1)} {coordinate(y1)}"
    wood = (_at(turn + 27, RADIUS + 5), _at(turn + 27, RADIUS - 5), _at(turn + 41))
    lead = (_at(turn + 36.5, RADIUS + 1.7), _at(turn + 36.5, RADIUS - 1.7), _at(turn + 41))
    arc = Ink().path(d, "nsl-colour")
    if pencil != "green":
        arc.path(d, "nsl-core")
    inner = Ink().group(arc, cls=f"nsl-line pencil-line {pencil}").polygon(wood, "wood").polygon(lead, "lead")
    inner.add(
        f'<use href="#nsl-badge-{pencil}" transform="translate({coordinate(x0 - 7.5)} {coordinate(y0 - 7.5)}) scale(.94)"/>'
    )
    g.group(inner, cls=f"pencil {pencil}")


def _name(g: Ink, name: str, turn: float, own: bool) -> None:
    shown = name if len(name) <= NAME_LENGTH or turn in (90, 270) else name[: NAME_LENGTH - 1] + "…"
    shown = shown if len(shown) <= 2 * NAME_LENGTH else shown[: 2 * NAME_LENGTH - 1] + "…"
    x, y = _at(turn, RADIUS + 13)
    anchor, dx, dy = {90: ("middle", 0, 11), 270: ("middle", 0, -4), 0: ("start", -3, 4), 180: ("end", 3, 4)}[int(turn)]
    g.text(x + dx, y + dy, shown, 11.5, "ring-name own" if own else "ring-name", text_anchor=anchor)


# ── Choosing the order alone ─────────────────────────────────────────────────


@kept
def _choice(taken: tuple[str, ...], offered: tuple[str, ...], t: Language) -> str:
    """Four pencils to choose from; those taken show the round they are for."""
    rows = []
    for pencil in PENCILS:
        inner = f"{pieces.badge(pencil)}{pieces.swatch(pencil)}<span>{escape(pencil_words(pencil, t))}</span>"
        if pencil in offered:
            rows.append(f'<button type="button" class="take {pencil}" data-move="pencil {pencil}">{inner}</button>')
        else:
            place = f"<b>{taken.index(pencil) + 1}</b>" if pencil in taken else ""
            rows.append(f'<p class="take gone {pencil}">{inner}{place}</p>')
    return f'<div class="pencil-choice">{"".join(rows)}</div>'
