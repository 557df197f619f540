"""How Mudlarks shows itself: what a seat sees, what happened, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from londinium.kernel.game import CHANCE, Position
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from mudlarks.components import FIND, GIVE, KINDS, NOTHING, RULE
from mudlarks.rules import points
from mudlarks.words import FINDS, MANY_FINDS, MOVES, REFUSALS

# ── What a seat sees: here all see everything ────────────────────────────────


class Heap(msgspec.Struct, frozen=True):
    """What a player has."""

    finds: tuple[int, ...]
    points: int
    gifts: int


class Board(msgspec.Struct, frozen=True):
    find: str | None
    tide: tuple[int, ...]
    heaps: tuple[Heap, ...]


def board(position: Position, viewer: int | None) -> Board:
    s = position.plain
    heaps = (Heap(s.held[seat], int(points(position.state, position.box, seat)), s.gifts[seat]) for seat in range(s.seats))
    return Board(None if s.find == NOTHING else KINDS[s.find], s.tide, tuple(heaps))


def why_not(refusal: int) -> tuple[str, str] | None:
    return RULE.get(refusal)


# ── What happened ────────────────────────────────────────────────────────────


class Found(msgspec.Struct, frozen=True, tag=True):
    kind: str


class Kept(msgspec.Struct, frozen=True, tag=True):
    seat: int
    kind: str


class Left(msgspec.Struct, frozen=True, tag=True):
    seat: int
    kind: str


def events(before: Position, after: Position, seat: int, move: int, viewer: int | None) -> list[msgspec.Struct]:
    if seat == CHANCE:
        return [Found(KINDS[move - FIND])]
    kind = KINDS[before.plain.find]
    return [Left(seat, kind) if move == GIVE else Kept(seat, kind)]


# ── Words ────────────────────────────────────────────────────────────────────


def tell(event: msgspec.Struct, language: Language, names: Sequence[str]) -> str:
    match event:
        case Found(kind):
            return language.text("The tide brings {find}.", find=language.text(FINDS[kind]))
        case Kept(seat, kind):
            return language.text("{player} keeps {find}.", player=names[seat], find=language.text(FINDS[kind]))
        case Left(seat, kind):
            find, other = language.text(FINDS[kind]), names[1 - seat]
            return language.text("{player} leaves {find} to {other}.", player=names[seat], find=find, other=other)
    raise AssertionError(event)


def prompt(view: View, language: Language, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return language.text("{players} won.", players=", ".join(names[seat] for seat in view.outcome.winners))
    if view.seat in view.to_act:
        return language.text("Keep the find, or leave it to the other.")
    return language.text("{players} digs.", players=", ".join(names[seat] for seat in view.to_act if seat != CHANCE))


def describe_move(move: str, effect: msgspec.Struct | None, language: Language) -> str:
    return language.text(MOVES[move])


def describe_refusal(reason: str, language: Language) -> str:
    return language.text(REFUSALS[reason])


def draw_text(view: View, language: Language, names: Sequence[str]) -> str:
    shown: Board = view.board
    find = language.text(FINDS[shown.find]) if shown.find else language.text("nothing")
    heads = [*(language.text(MANY_FINDS[kind]) for kind in KINDS), language.text("points"), language.text("gifts")]
    rows = [("", heads), (language.text("still to come"), shown.tide)]
    rows += [(name, (*heap.finds, heap.points, heap.gifts)) for name, heap in zip(names, shown.heaps, strict=True)]
    lines = [f"{title:<16.16}" + "".join(f"{cell:>10}" for cell in cells) for title, cells in rows]
    return "\n".join([language.text("On the shore: {find}", find=find), "", *lines])
