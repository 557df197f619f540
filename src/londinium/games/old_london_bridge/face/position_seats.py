"""A position in one line: the words for what each seat has."""

from __future__ import annotations

from collections.abc import Sequence

from londinium.games.old_london_bridge.face.position_tiles import counted, letters_of
from londinium.games.old_london_bridge.rules.components import (
    BUILDINGS,
    CENTRE,
    HOUSES,
    NO_CARD,
    NOWHERE,
    OUTER,
    PARK,
    PARK_TILE,
    SITES,
    TRACK,
    VALUES,
)
from londinium.games.old_london_bridge.rules.state import CARD_CHOICE
from londinium.kernel.contracts.position import Draft, FaceDown, PositionPart, number_part
from londinium.kernel.game import Position
from londinium.kernel.words.errors import N_

STAIRS_NAMED = "ABCD"
NONE = "-"
RICHEST = 999


def _write_pounds(position: Position, seat: int) -> str:
    return str(position.plain.cash[seat])


def _read_pounds(draft: Draft, seat: int, value: str) -> None:
    usual = int(draft.box.start_pounds)
    draft.state.cash[seat] = draft.number("pounds", seat, value, 0, RICHEST) if value else usual


def _write_stair(position: Position, seat: int) -> str:
    stair = position.plain.stair[seat]
    return STAIRS_NAMED[stair] if stair >= 0 else ""


def _read_stair(draft: Draft, seat: int, value: str) -> None:
    draft.state.stair[seat] = draft.one_of("stair", seat, value, STAIRS_NAMED[: draft.seats]) if value else -1


def _write_hand(position: Position, seat: int) -> str:
    return "".join(str(value) * count for value, count in enumerate(position.plain.hand[seat]))


def _read_hand(draft: Draft, seat: int, value: str) -> None:
    draft.number("hand", seat, str(len(value)), 0, 99)
    for card in value:
        draft.state.hand[seat, draft.number("hand", seat, card, 0, VALUES - 1)] += 1


def _digits(cards: Sequence[int]) -> str:
    return "".join(NONE if card == NO_CARD else str(card) for card in cards).rstrip(NONE)


def _two_cards(draft: Draft, part: str, seat: int, value: str) -> list[int]:
    draft.number(part, seat, str(len(value)), 0, 2)
    found = [NO_CARD if card == NONE else draft.number(part, seat, card, 0, VALUES - 1) for card in value]
    return found + [NO_CARD] * (2 - len(found))


def _write_played(position: Position, seat: int) -> str:
    return _digits(position.plain.played[seat])


def _read_played(draft: Draft, seat: int, value: str) -> None:
    """Cards that are still being chosen lie face down: they are played again from the hand."""
    for place, card in enumerate(_two_cards(draft, "played", seat, value)):
        face_down = draft.state.phase == CARD_CHOICE and card != NO_CARD
        draft.state.played[seat, place] = NO_CARD if face_down else card
        if face_down:
            draft.state.hand[seat, card] += 1
            draft.chosen.append(FaceDown(seat, f"play {card}", "played"))


def _write_bid(position: Position, seat: int) -> str:
    return _digits(position.plain.bid[seat]) if position.plain.round_no else ""


def _read_bid(draft: Draft, seat: int, value: str) -> None:
    """Before the first round no card is remembered, not even that there is none."""
    for place, card in enumerate(_two_cards(draft, "bid", seat, value)):
        draft.state.bid[seat, place] = card if draft.state.round_no else 0


def _write_plus(position: Position, seat: int) -> str:
    plus = position.plain.plus[seat]
    return "".join(map(str, plus)) if any(plus) else ""


def _read_plus(draft: Draft, seat: int, value: str) -> None:
    draft.number("plus", seat, str(len(value)), 0, 2)
    for place, uses in enumerate(value):
        draft.state.plus[seat, place] = draft.number("plus", seat, uses, 0, 9)


def _write_bridge(position: Position, seat: int) -> str:
    s = position.plain
    tiles = s.site[seat][: s.length[seat]]
    return ",".join(BUILDINGS[PARK] if tile == PARK_TILE else str(tile) for tile in tiles)


def _read_bridge(draft: Draft, seat: int, value: str) -> None:
    tiles = value.split(",") if value else []
    if len(tiles) > SITES:
        message = N_("O-5.7: there are {count} buildings on a bridge that has {most} sites")
        raise draft.wrong("bridge", message, seat, count=len(tiles), most=SITES)
    draft.state.length[seat] = len(tiles)
    for site, tile in enumerate(tiles):
        number = PARK_TILE if tile == BUILDINGS[PARK] else draft.number("bridge", seat, tile, 1, HOUSES)
        draft.state.site[seat, site] = number


def _write_pawn(position: Position, seat: int) -> str:
    """The stack beside the pawn's space, or the centre."""
    space = position.plain.pawn[seat]
    if space == NOWHERE:
        return ""
    return "centre" if space == CENTRE else BUILDINGS[position.plain_box.position.index(space)]


def _read_pawn(draft: Draft, seat: int, value: str) -> None:
    space = draft.one_of("pawn", seat, value, (*BUILDINGS, "centre")) if value else NOWHERE
    draft.state.pawn[seat] = int(draft.box.position[space]) if 0 <= space < OUTER else space


def _tiles_part(name: str, meaning: str, field: str) -> PositionPart:
    def write(position: Position, seat: int) -> str:
        return letters_of(getattr(position.plain, field)[seat])

    def read(draft: Draft, seat: int, value: str) -> None:
        for power, count in enumerate(counted(draft, name, seat, value)):
            getattr(draft.state, field)[seat, power] = count

    return PositionPart(name, meaning, write, read)


SEAT = (
    PositionPart("pounds", N_("pounds"), _write_pounds, _read_pounds),
    PositionPart("stair", N_("the stair at the beginning"), _write_stair, _read_stair),
    number_part("chapel", N_("the space on the chapel track"), "chapel", TRACK - 1),
    number_part("gate", N_("the space on the gate track"), "gate", TRACK - 1),
    PositionPart("bridge", N_("the buildings on the bridge"), _write_bridge, _read_bridge),
    PositionPart("hand", N_("the cards in hand, by value"), _write_hand, _read_hand),
    PositionPart("played", N_("the cards before the seat; face down while cards are chosen"), _write_played, _read_played),
    PositionPart("bid", N_("the cards that were turned over this round"), _write_bid, _read_bid),
    PositionPart("plus", N_("how often PLUS ONE was used on each card"), _write_plus, _read_plus),
    PositionPart("pawn", N_("the stack beside the pawn's space, or centre"), _write_pawn, _read_pawn),
    _tiles_part("tiles", N_("the bonus tiles that may be used, by their first letters"), "tiles"),
    _tiles_part("fresh", N_("the bonus tiles taken this round"), "fresh"),
)
