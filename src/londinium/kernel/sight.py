"""What can be seen of a match: views for its seats, why moves are refused, and what happened in its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from londinium.kernel.flat import FlatArray
from londinium.kernel.typed import BoardT, EffectT, SheetT
from londinium.kernel.views import ALL_EYES, Offer, Refused, View

if TYPE_CHECKING:
    from londinium.kernel.match import Match


def view_of(match: Match[BoardT, EffectT, SheetT], seat: int | None, *, refusals: bool, offers: bool) -> View[BoardT, EffectT]:
    """What one seat may know, with its legal moves and their effects."""
    position, plays, face = match.position, seat not in (None, ALL_EYES), match.game.face
    board: Any = face.board(position, seat)
    return View(
        match.game.slug,
        match.rules,
        match.seats,
        seat if plays else None,
        match.ply,
        match.to_act,
        face.asks(position),
        board,
        _offers(match, seat) if offers and seat is not None and plays else (),
        _refusals(match, seat) if refusals and plays else (),
        match.outcome,
    )


def _offers(match: Match[BoardT, EffectT, SheetT], seat: int) -> tuple[Offer[EffectT], ...]:
    position, face = match.position, match.game.face
    effects: list[tuple[int, Any]] = [(move, face.effect(position, seat, move)) for move in match.legal(seat)]
    return tuple(Offer(match.moves.text(move), effect) for move, effect in effects)


def _refusals(match: Match, seat: int | None) -> tuple[Refused, ...]:
    """Every move of the decision at hand that is not allowed, with the reason."""
    if seat is None or seat not in match.to_act:
        return ()
    states, boxes = match.position.states, match.boxes
    moves = (move for move in range(len(match.moves)) if not match.moves.is_chance(move))
    found = (_refusal(match, states, boxes, move, seat) for move in moves)
    return tuple(refused for refused in found if refused)


def refusal_of(match: Match, move: int, seat: int) -> Refused | None:
    """Why a seat that decides may not make a move; None if there is no more to say than that it is not the time for it."""
    return _refusal(match, match.position.states, match.boxes, move, seat)


def _refusal(match: Match, states: FlatArray[Any], boxes: FlatArray[Any], move: int, seat: int) -> Refused | None:
    why = match.game.face.why_not(match.game.engine.unchecked.refusal(states, 0, boxes, seat, move))
    return Refused(match.moves.text(move), *why) if why else None


def events_of(match: Match, viewer: int | None, start: int, stop: int) -> list[tuple[int, Any]]:
    """What happened from one ply to another, as far as a seat may know."""
    found = []
    for ply in range(start, stop):
        made = match.plies[ply]
        before, after = match.position_at(ply), match.position_at(ply + 1)
        found += [(ply, event) for event in match.game.face.events(before, after, made.seat, made.move, viewer)]
    return found
