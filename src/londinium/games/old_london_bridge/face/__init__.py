"""How Old London Bridge shows itself: the functions of the kernel's `Face`, gathered from the modules that write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from londinium.games.old_london_bridge.face.effects import effect, prospects, welcome, what_follows
from londinium.games.old_london_bridge.face.events import CardChosen, events
from londinium.games.old_london_bridge.face.log import lights, note, tell
from londinium.games.old_london_bridge.face.pace import beats, halfway, is_repeated
from londinium.games.old_london_bridge.face.secrets import disguise
from londinium.games.old_london_bridge.face.sheets import score_sheets
from londinium.games.old_london_bridge.face.sounds import sound
from londinium.games.old_london_bridge.face.view import Board
from londinium.games.old_london_bridge.face.view import board as seen
from londinium.games.old_london_bridge.face.words import (
    describe_line,
    describe_move,
    describe_option,
    describe_points,
    describe_refusal,
    keeping,
    prompt,
    tie_rule,
)
from londinium.games.old_london_bridge.rules.components import NO_CARD, VALUES
from londinium.games.old_london_bridge.rules.moves import PLACE, PLAY, REPLACE
from londinium.games.old_london_bridge.rules.refusals import REASONS, RULE
from londinium.games.old_london_bridge.rules.state import PHASES
from londinium.kernel.game import Position
from londinium.kernel.views import View
from londinium.kernel.words.language import Language

__all__ = [
    "asks",
    "beats",
    "board",
    "describe_heading",
    "describe_line",
    "describe_move",
    "describe_option",
    "describe_points",
    "describe_refusal",
    "disguise",
    "draw_scores",
    "draw_text",
    "effect",
    "events",
    "halfway",
    "heading",
    "is_automatic",
    "is_passing",
    "is_repeated",
    "keeping",
    "lights",
    "note",
    "prompt",
    "score_sheets",
    "sound",
    "tell",
    "tie_rule",
    "turn",
    "what_follows",
    "why_not",
]


def board(position: Position, viewer: int | None) -> Board:
    """What a seat may know, and while cards are chosen what each space would bring it."""
    found = seen(position, viewer)
    hopes = prospects(position, viewer)
    return msgspec.structs.replace(found, prospects=hopes, welcome=welcome(position)) if hopes else found


def why_not(refusal: int) -> tuple[str, str] | None:
    return (RULE[refusal], REASONS[refusal]) if refusal in RULE else None


def is_automatic(position: Position, seat: int, move: int) -> bool:
    """A placing costs or reveals something, so it is asked for even if there is only one.

    A second card that follows by itself would tell the others something about the first; so it does only if all are equal.
    """
    first = position.plain.played[seat][0]
    if PLAY <= move < PLAY + VALUES and first != NO_CARD:
        return bool(first == move - PLAY)
    return not PLACE <= move < REPLACE


def asks(position: Position) -> str:
    phase: int = position.plain.phase
    return PHASES[phase]


def is_passing(event: msgspec.Struct) -> bool:
    """That a card lies face down is worth a line until all are revealed."""
    return isinstance(event, CardChosen)


def heading(position: Position) -> str:
    number = position.plain.round_no
    return f"round {number}" if number else "setup"


def describe_heading(heading: str, language: Language) -> str:
    """In words of its own: some languages have different words for a round of this game and one of a tournament."""
    number = heading.removeprefix("round ")
    return "" if number == heading else language.text("Round {round}", round=number)


def turn(position: Position) -> int:
    """With two players somebody may have two turns in succession."""
    number: int = position.plain.turn_no
    return number


def draw_text(view: View, language: Language, names: Sequence[str]) -> Any:
    """The position for a terminal. What draws there is loaded for a terminal only."""
    from londinium.games.old_london_bridge.face.text import draw_text as drawn

    return drawn(view, language, names)


def draw_scores(sheets: Sequence[Any], language: Language, names: Sequence[str]) -> Any:
    """The score sheets for a terminal."""
    from londinium.games.old_london_bridge.face.text import draw_scores as drawn

    return drawn(sheets, language, names)
