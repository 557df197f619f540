"""A lesson as it is shown: pure data, from which a page needs no server.

Every step is drawn with the learner's eyes by the same code that draws a live table. Where a move is asked for, the data holds
all that the table would offer, and for every place that can be tried in vain the engine's own reason. Fragments are kept as
in a replay: each version once.
"""

from __future__ import annotations

import re

import msgspec

from londinium.kernel.contracts.drawing import Drawn, OfferText, Scene
from londinium.kernel.match import Match
from londinium.kernel.words.errors import LondiniumError
from londinium.kernel.words.language import Language
from londinium.look.parts import event_mark, log_list, prompt_bar
from londinium.look.seats import letters
from londinium.study.frames import Frames
from londinium.study.lessons import Lesson, LessonStep

_PLACE = re.compile(r'data-place="([^"]+)"')


class SlideReason(msgspec.Struct, frozen=True):
    """Why the engine refuses a move, and where on the board it goes wrong."""

    words: str
    rule: str
    ghosts: dict[str, str]


class Scenery(msgspec.Struct, frozen=True):
    """What a step shows."""

    ply: int
    change: dict[str, int]
    """The fragments that differ from the step before, and which of their versions is shown now."""
    offers: dict[str, OfferText]
    """Every legal move, where the learner is asked for one."""
    refused: dict[str, SlideReason]
    """Every place that may be tried there although it is not allowed."""


class Teaching(msgspec.Struct, frozen=True):
    layout: str
    fragments: dict[str, list[str]]
    steps: list[Scenery]


def teach(lesson: Lesson, code: str) -> Teaching:
    """A lesson drawn in a language."""
    words = lesson.match.words(code)
    scene, frames = Scene(words, lesson.match.names), Frames()
    steps = []
    for step in lesson.steps:
        here = lesson.match.at(step.ply)
        drawn = draw_step(lesson, step, words)
        refused = _refused(here, lesson.learner, drawn, scene) if step.asked else {}
        bar = prompt_bar(drawn, words, mine=bool(step.asked), undo=False)
        change = frames.add({**drawn.fragments, "prompt": bar, "log": _log(here, lesson.learner, code)})
        steps.append(Scenery(step.ply, change, drawn.offers, refused))
    return Teaching(lesson.game.drawing.layout(lesson.match.seats, lesson.learner, scene), frames.versions, steps)


def draw_step(lesson: Lesson, step: LessonStep, words: Language) -> Drawn:
    """The table at a step. Moves are offered only where one is asked for; elsewhere the prompt speaks of them all the same."""
    here, scene = lesson.match.at(step.ply), Scene(words, lesson.match.names)
    drawn = lesson.game.drawing.draw(here.view(lesson.learner, refusals=False), scene)
    if step.asked:
        return drawn
    resting = lesson.game.drawing.draw(here.view(lesson.learner, refusals=False, offers=False), scene)
    return Drawn(resting.fragments, drawn.prompt, {})


def _refused(match: Match, seat: int, drawn: Drawn, scene: Scene) -> dict[str, SlideReason]:
    view, found = match.view(seat, refusals=False), {}
    for move in sorted({move for markup in drawn.fragments.values() for move in _PLACE.findall(markup)}):
        try:
            refused = match.refusal(move, seat)
        except LondiniumError:
            continue  # a place that is no move in this box
        if refused is not None:
            words = match.game.face.describe_refusal(refused.reason, scene.language)
            found[move] = SlideReason(words, refused.rule, match.game.drawing.why_not(view, scene, refused))
    return found


def _log(match: Match, seat: int, code: str) -> str:
    signs, words = letters(match.names), match.words(code)
    told = match.game.face.tell
    return log_list((ply, event_mark(event, signs), told(event, words, match.names)) for ply, event in match.events(seat))
