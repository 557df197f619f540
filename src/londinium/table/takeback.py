"""What may be taken back: everything up to the last reveal or the last move of somebody else, and nothing beyond.

Nothing here may depend on what a seat does not know: during a simultaneous choice everything is read from the position
without the others' face-down choices. Who has chosen already is public.
"""

from __future__ import annotations

from londinium.kernel.choice import is_several
from londinium.kernel.game import AGAIN, CHANCE, ENDS, PASSES, REVEALS, Game, Position
from londinium.kernel.match import Match

COMPLETES = "completes"
"""What follows the last of several choices that are made at once: all of them are turned up."""


def is_choosing_face_down(match: Match, seat: int) -> bool:
    """Whether a seat decides at the same time as others, some of whom may have chosen already."""
    return is_several(match.game.engine.unchecked.to_act(match.states_known_to(seat), 0))


def may_retract(match: Match, seat: int) -> bool:
    """Whether a seat has chosen, but not all have: its choice can be taken back without touching the others'."""
    return not match.is_over and CHANCE not in match.to_act and match.may_retract(seat)


def lies_face_down(match: Match, seat: int) -> bool:
    """Whether something that a seat has chosen lies face down for the others."""
    return match.choice.is_simultaneous and may_retract(match, seat)


def way_back(match: Match, seat: int) -> int | None:
    """The ply to which a seat may take its last decision back, outside simultaneous choices; None if it may not."""
    if match.is_over:
        return None
    for ply in reversed(range(match.ply)):
        made = match.plies[ply]
        if made.seat != seat:
            return None
        if made.decided:
            # All cards were turned up when the last was chosen: what completes a simultaneous choice is a reveal.
            return None if is_choosing_face_down(match.at(ply), seat) else ply
    return None


def final_moves(match: Match, seat: int) -> dict[str, str]:
    """The legal moves that cannot be taken back once they are made, and why.

    PASSES is the mildest: such a move can be taken back until the next player moves, which a bot does at once.
    """
    moves = match.legal(seat)
    if not moves:
        return {}
    if is_choosing_face_down(match, seat):
        return dict.fromkeys(_last_choices(match, seat), COMPLETES) if len(match.to_act) == 1 else {}
    final = {move: why for move in moves if (why := _what_follows(match, seat, move)) != AGAIN}
    return {match.moves.text(move): why for move, why in final.items()}


def moves_to_confirm(match: Match, seat: int) -> set[str]:
    """The legal moves before which a table asks: what cannot be taken back, and what completes a choice that others make at the
    same time. The last of them may decide at any moment, and the same click must not ask in one moment and not in the next.
    """
    if match.legal(seat) and is_choosing_face_down(match, seat):
        return set(_last_choices(match, seat))
    return set(final_moves(match, seat))


def _last_choices(match: Match, seat: int) -> list[str]:
    """The moves of a simultaneous choice after which the seat has chosen."""
    here = Position(match.states_known_to(seat), match.boxes, match.seats, match.options)
    return [match.moves.text(move) for move in match.legal(seat) if not _is_asked_again(match.game, here, seat, move)]


def _is_asked_again(game: Game, known: Position, seat: int, move: int) -> bool:
    """Whether the seat has another choice to make after this one, as a second card that does not follow by itself."""
    said = game.face.what_follows(known, seat, move)
    return said == AGAIN if said is not None else try_choice(game, known, seat, move)


def _what_follows(match: Match, seat: int, move: int) -> str:
    """What makes a move final in a position that holds no secrets."""
    return match.game.face.what_follows(match.position, seat, move) or try_move(match, seat, move)


def try_choice(game: Game, known: Position, seat: int, move: int) -> bool:
    """Make a choice on a copy: whether the seat is asked again."""
    engine, states = game.engine, known.states
    moves, _ = engine.buffers()
    engine.unchecked.push(states, 0, known.boxes, seat, move)
    while engine.unchecked.to_act(states, 0) >> seat & 1:
        count = engine.unchecked.legal(states, 0, known.boxes, seat, moves)
        position = Position(states, known.boxes, known.seats, known.options)
        if count != 1 or not game.face.is_automatic(position, seat, int(moves[0])):
            return True
        engine.unchecked.push(states, 0, known.boxes, seat, int(moves[0]))
    return False


def try_move(match: Match, seat: int, move: int) -> str:
    """Make a move on a trial match: AGAIN, PASSES, REVEALS or ENDS."""
    trial = match.copy()
    trial.seed = None  # chance waits instead of drawing
    trial.push(move, seat)
    if trial.is_over:
        return ENDS
    if CHANCE in trial.to_act or any(ply.seat != seat for ply in trial.plies[match.ply :]):
        return REVEALS
    return AGAIN if trial.to_act == (seat,) else PASSES
