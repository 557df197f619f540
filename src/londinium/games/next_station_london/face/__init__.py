"""How Next Station: London shows itself: the functions of the kernel's `Face`, gathered from the modules that write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from londinium.games.next_station_london.face.effects import effect, what_follows
from londinium.games.next_station_london.face.events import beats, events, halfway, is_passing, lights
from londinium.games.next_station_london.face.log import note, tell
from londinium.games.next_station_london.face.secrets import disguise
from londinium.games.next_station_london.face.sounds import sound
from londinium.games.next_station_london.face.view import board, score_sheets
from londinium.games.next_station_london.face.words import (
    describe_line,
    describe_move,
    describe_option,
    describe_refusal,
    prompt,
    tie_rule,
)
from londinium.games.next_station_london.rules.components import UNDECIDED
from londinium.games.next_station_london.rules.refusals import KINDS, RULE, name_of_refusal
from londinium.games.next_station_london.rules.state import PHASES
from londinium.kernel.game import Position
from londinium.kernel.views import View
from londinium.kernel.words.language import Language

__all__ = [
    "asks",
    "beats",
    "board",
    "describe_line",
    "describe_move",
    "describe_option",
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
    "lights",
    "note",
    "prompt",
    "score_sheets",
    "sound",
    "tell",
    "tie_rule",
    "what_follows",
    "why_not",
]


def why_not(refusal: int) -> tuple[str, str] | None:
    kind = refusal % KINDS
    return (RULE[kind], name_of_refusal(refusal)) if kind in RULE else None


def asks(position: Position) -> str:
    return PHASES[position.plain.phase]


def is_automatic(position: Position, seat: int, move: int) -> bool:
    """Where there is only one move, it is `pass`: nothing can be drawn.

    After a first choice it is asked for all the same: if it followed by itself, the others could tell what the first was.
    """
    return position.seats == 1 or bool(position.plain.choice[seat][0] == UNDECIDED)


def heading(position: Position) -> str:
    return f"round {position.plain.round_no}" if position.plain.round_no else "setup"


def draw_text(view: View, language: Language, names: Sequence[str]) -> Any:
    """The position for a terminal. What draws there is loaded for a terminal only."""
    from londinium.games.next_station_london.face.text import draw_text as drawn

    return drawn(view, language, names)


def draw_scores(sheets: Sequence[Any], language: Language, names: Sequence[str]) -> Any:
    """The score sheets for a terminal."""
    from londinium.games.next_station_london.face.text import draw_scores as drawn

    return drawn(sheets, language, names)
