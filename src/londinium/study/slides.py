"""A lesson as it is shown: pure data, with which a page needs no server.

Every step is drawn as the learner sees it, by the same code that draws a live table. Where a move is asked for, the data holds
all that the table would offer, and, for every place that can be tried in vain, the engine's own reason. Fragments are kept as
in a replay: each version once.
"""

from __future__ import annotations

import re

import msgspec

from londinium.kernel.contracts.drawing import Drawn, OfferText, Scene
from londinium.kernel.match import Match
from londinium.kernel.words.errors import LondiniumError
from londinium.kernel.words.language import Language
from londinium.kernel.words.rulings import ruled_words
from londinium.look.log import entries_of, log_lines, log_list
from londinium.look.parts import prompt_bar
from londinium.study.frames import Frames
from londinium.study.lessons import Lesson, LessonStep
from londinium.study.notes import named
from londinium.study.reasons import gap_between, reason_of, told_apart

_PLACE = re.compile(r'data-place="([^"]+)"')


class SlideReason(msgspec.Struct, frozen=True):
    """Why the engine refuses a move, and where on the board it goes wrong."""

    words: str
    rule: str
    ruled: str
    """What the rule is if it is not printed."""
    ghosts: dict[str, str]


class Scenery(msgspec.Struct, frozen=True):
    """What a step shows."""

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
    words, frames = lesson.matches[0].words(code), Frames()
    steps = []
    for step in lesson.steps:
        here = lesson.at(step)
        drawn = draw_step(lesson, step, words)
        refused = _refused(here, lesson.learner, drawn, Scene(words, here.names)) if step.asked else {}
        bar = prompt_bar(drawn, words, mine=bool(step.asked), decides=True)
        change = frames.add({**drawn.fragments, "prompt": bar, "log": _log(here, lesson.learner, code)})
        steps.append(Scenery(change, drawn.offers, refused))
    return Teaching(layout_of(lesson, words), frames.versions, steps)


def layout_of(lesson: Lesson, words: Language) -> str:
    """The frame of the table; all matches of a lesson have the same."""
    first = lesson.matches[0]
    return lesson.game.drawing.layout(first.seats, lesson.learner, Scene(words, first.names))


def draw_step(lesson: Lesson, step: LessonStep, words: Language) -> Drawn:
    """The table at a step. Moves are offered only where one is asked for; elsewhere the prompt speaks of them all the same."""
    here = lesson.at(step)
    scene = Scene(words, here.names)
    drawn = lesson.game.drawing.draw(here.view(lesson.learner, refusals=False), scene)
    if step.asked:
        return drawn
    resting = lesson.game.drawing.draw(here.view(lesson.learner, refusals=False, offers=False), scene)
    return Drawn(resting.fragments, drawn.prompt, {})


def reason(lesson: Lesson, step: LessonStep, words: Language) -> str:
    """Why the asked move is better than the natural one, in the sentence of the analysis; empty where there is no such move."""
    judged = lesson.judged(step)
    if judged is None or judged.instead is None:
        return ""
    here, natural, better = lesson.at(judged), judged.instead, judged.asked
    told = named(here, lesson.learner, words)
    cost, lines = natural.cost, dict(natural.lines)
    gap = gap_between(here, lesson.learner, better, natural.move, worth=cost, points=cost, lines=lines, others=0.0)
    return reason_of(lesson.game, gap, told_apart(lesson.game, gap, told, words)[0], words)


def _refused(match: Match, seat: int, drawn: Drawn, scene: Scene) -> dict[str, SlideReason]:
    view, found = match.view(seat, refusals=False), {}
    for move in sorted({move for markup in drawn.fragments.values() for move in _PLACE.findall(markup)}):
        try:
            refused = match.refusal(move, seat)
        except LondiniumError:
            continue  # a place that is not a move in this box
        if refused is not None:
            words = match.game.face.describe_refusal(refused.reason, scene.language)
            ruled = ruled_words(match.game, refused.reason, scene.language)
            found[move] = SlideReason(words, refused.rule, ruled, match.game.drawing.why_not(view, scene, refused))
    return found


def _log(match: Match, seat: int, code: str) -> str:
    """The log, in which the learner is called `You`."""
    words = match.words(code)
    return log_list(log_lines(entries_of(match, seat, words, match.names, own=seat), words))
