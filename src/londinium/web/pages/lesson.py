"""The pages of a lesson: the one with the table, and the one that needs no scripts."""

from __future__ import annotations

import gzip
from functools import cache
from html import escape
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import Language, language
from londinium.study.lessons import Lesson, LessonStep, StepWords, lesson, wording
from londinium.study.slides import SlideReason, draw_step, teach
from londinium.web.http.reader import reader_of
from londinium.web.live.messages import Offered
from londinium.web.pages.rule_pictures import pictures
from londinium.web.pages.rulebook import rule_words, written
from londinium.web.pages.templates import as_image, render


class SentRefusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a move is not allowed, in a bubble; the rule itself is among those of the lesson."""

    markup: str
    number: str
    ghosts: dict[str, str] = {}


class SentStep(msgspec.Struct, frozen=True):
    """A step of a lesson. Every text is markup."""

    ply: int
    change: dict[str, int]
    said: str
    points: tuple[tuple[str, str], ...]
    asked: str
    offers: dict[str, Offered]
    wrong: dict[str, str]
    refused: dict[str, SentRefusal]


class SentLesson(msgspec.Struct, frozen=True, rename="camel"):
    """A whole lesson as the page gets it."""

    fragments: dict[str, list[str]]
    steps: list[SentStep]
    rules: dict[str, str]
    otherwise: str
    """What is said to a legal move about which there is nothing special to say."""
    not_now: str


@cache
def packed_lesson(slug: str, name: str, code: str) -> bytes:
    """A lesson as compressed JSON. It is drawn once for each language."""
    game = find_game(slug)
    taught, words, said = lesson(game, name), language(code, game.folder), wording(game, name, code).steps
    shown = teach(taught, code)
    steps, rules = [], dict[str, str]()
    for step, seen in zip(taught.steps, shown.steps, strict=True):
        numbers = {reason.rule for reason in seen.refused.values()} | ({step.rule} - {""})
        rules |= {number: rule_words(slug, code, number) for number in sorted(numbers) if number not in rules}
        offers = {move: Offered.of(each) for move, each in seen.offers.items()}
        wrong = {move: advice(slug, said[step.name], move, words) for move in offers if step.asked and move != step.asked}
        refused = {move: _refused(slug, reason, words) for move, reason in seen.refused.items()}
        text = step_words(slug, step, said[step.name], words)
        steps.append(SentStep(seen.ply, seen.change, text, step.points, step.asked, offers, wrong, refused))
    not_now = words.text("This is not what you decide now.")
    whole = SentLesson(shown.fragments, steps, rules, advice(slug, StepWords("", ()), "", words), f"<b>{escape(not_now)}</b>")
    return gzip.compress(msgspec.json.encode(whole), 6, mtime=0)


def step_words(slug: str, step: LessonStep, said: StepWords, words: Language) -> str:
    """What is said at a step, with a link to its rule at the end of the last paragraph."""
    text = written(said.text, pictures(slug), f"/rules/{slug}").strip()
    return text.removesuffix("</p>") + f" {rule_link(slug, step.rule, words)}</p>" if step.rule else text


def advice(slug: str, said: StepWords, move: str, words: Language) -> str:
    """What is said to a legal move that is not the one asked for."""
    otherwise = words.text("That is allowed, but it is not what we want to try now.")
    return written(said.about(move) or otherwise, pictures(slug), f"/rules/{slug}")


def rule_link(slug: str, number: str, words: Language) -> str:
    told = words.text("Rule {number}", number=number)
    opens = f'target="_blank" rel="noopener" data-open="rule" data-rule="{escape(number)}"'
    return f'<a href="/rules/{slug}#{escape(number)}" {opens}>{escape(told)}</a>'


def _refused(slug: str, reason: SlideReason, words: Language) -> SentRefusal:
    sentence = reason.words[:1].upper() + reason.words[1:]
    return SentRefusal(f"<b>{escape(sentence)}</b><p>{rule_link(slug, reason.rule, words)}</p>", reason.rule, reason.ghosts)


def lesson_page(request: Request, game: Game, name: str) -> Response:
    """The table of a lesson. What is shown on it comes afterwards, from `<home>/steps`."""
    reader, taught = reader_of(request), lesson(game, name)
    scene = Scene(reader.words(game), taught.match.names)
    facts: dict[str, Any] = {
        "name": name,
        "home": f"/learn/{game.slug}/{name}",
        "wording": wording(game, name, reader.code),
        "sprite": game.drawing.sprite(),
        "layout": game.drawing.layout(taught.match.seats, taught.learner, scene),
        "tabs": game.drawing.tabs(scene),
    }
    return render(request, "lesson.html", game=game, **facts)


def plain_lesson(request: Request, game: Game, name: str) -> Response:
    """One step with its picture, and buttons for the moves and the steps around it."""
    reader, taught = reader_of(request), lesson(game, name)
    words, said = reader.words(game), wording(game, name, reader.code)
    at, made = _step_of(request, taught), request.query_params.get("move", "")
    step = taught.steps[at]
    if step.asked and made == step.asked and at + 1 < len(taught.steps):
        at, made = at + 1, ""
        step = taught.steps[at]
    here, scene = taught.match.at(step.ply), Scene(words, taught.match.names)
    view = here.view(taught.learner, refusals=False, offers=bool(step.asked))
    offers = draw_step(taught, step, words).offers
    facts: dict[str, Any] = {
        "home": f"/learn/{game.slug}/{name}",
        "wording": said,
        "at": at,
        "last": len(taught.steps) - 1,
        "said": step_words(game.slug, step, said.steps[step.name], words),
        "advice": advice(game.slug, said.steps[step.name], made, words) if made in offers else "",
        "moves": [(move, f"{told.label} {told.gain}".strip()) for move, told in offers.items()],
        "pictures": {scheme: as_image(game.drawing.picture(view, scene, scheme)) for scheme in ("light", "dark")},
        "board": game.drawing.text_board(view, scene),
    }
    return render(request, "lesson_plain.html", game=game, **facts)


def _step_of(request: Request, taught: Lesson) -> int:
    """The step that an address names, from 1 on."""
    wish = request.query_params.get("step", "1")
    number = int(wish) if wish.isdecimal() and len(wish) < 6 else 1
    return max(0, min(len(taught.steps), number) - 1)
