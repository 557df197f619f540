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
from londinium.look.ink import unbroken
from londinium.study.lessons import WHY, Lesson, LessonStep, StepWords, lesson, lesson_names, wording
from londinium.study.slides import Scenery, SlideReason, draw_step, layout_of, reason, teach
from londinium.table.takeback import moves_to_confirm
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
    record: int
    """Which of the lesson's matches it belongs to."""
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
        rules |= named_rules(slug, code, seen, step.rule)
        offers = offered(taught, step, seen)
        why = reason(taught, step, words)
        wrong = {move: advice(slug, said[step.name], move, words, why) for move in offers if step.asked and move != step.asked}
        text = step_words(slug, step, said[step.name], words, why)
        refused = refusals(slug, seen, words)
        steps.append(SentStep(step.ply, step.record, seen.change, text, step.points, step.asked, offers, wrong, refused))
    after = _following(game, name, code)
    if after:
        link = f'<p><a class="following" href="{after["address"]}">{escape(after["title"])}</a></p>'
        steps[-1] = msgspec.structs.replace(steps[-1], said=steps[-1].said + link)
    return sent(SentLesson(shown.fragments, steps, rules, advice(slug, StepWords("", ()), "", words), not_now(words)))


def sent(whole: SentLesson) -> bytes:
    return gzip.compress(msgspec.json.encode(whole), 6, mtime=0)


def not_now(words: Language) -> str:
    told = words.text("You can't do that right now.")
    return f"<b>{escape(told)}</b>"


def offered(taught: Lesson, step: LessonStep, seen: Scenery) -> dict[str, Offered]:
    """The moves of a step as the table offers them."""
    asked = moves_to_confirm(taught.at(step), taught.learner) if seen.offers else set()
    return {move: Offered.of(each, asks=move in asked) for move, each in seen.offers.items()}


def refusals(slug: str, seen: Scenery, words: Language) -> dict[str, SentRefusal]:
    return {move: _refused(slug, reason, words) for move, reason in seen.refused.items()}


def named_rules(slug: str, code: str, seen: Scenery, also: str = "") -> dict[str, str]:
    """The words of every rule that a step names."""
    numbers = {reason.rule for reason in seen.refused.values()} | ({also} - {""})
    return {number: rule_words(slug, code, number) for number in sorted(numbers)}


def step_words(slug: str, step: LessonStep, said: StepWords, words: Language, why: str = "") -> str:
    """What is said at a step, with a link to its rule at the end of the last paragraph."""
    text = written(said.text.replace(WHY, unbroken(why)), pictures(slug), f"/rules/{slug}").strip()
    return text.removesuffix("</p>") + f" {rule_link(slug, step.rule, words)}</p>" if step.rule else text


def advice(slug: str, said: StepWords, move: str, words: Language, why: str = "") -> str:
    """What is said to a legal move that is not the one asked for."""
    otherwise = words.text("That is allowed, but it is not what we want to try here.")
    return written((said.about(move) or otherwise).replace(WHY, unbroken(why)), pictures(slug), f"/rules/{slug}")


def rule_link(slug: str, number: str, words: Language) -> str:
    told = words.text("Rule {number}", number=number)
    opens = f'target="_blank" rel="noopener" data-open="rule" data-rule="{escape(number)}"'
    return f'<a href="/rules/{slug}#{escape(number)}" {opens}>{escape(told)}</a>'


def _refused(slug: str, reason: SlideReason, words: Language) -> SentRefusal:
    sentence = reason.words[:1].upper() + reason.words[1:]
    rule = f"{rule_link(slug, reason.rule, words)} {escape(reason.ruled)}".rstrip()
    return SentRefusal(f"<b>{escape(sentence)}</b><p>{rule}</p>", reason.rule, reason.ghosts)


def lesson_page(request: Request, game: Game, name: str, back: str = "") -> Response:
    """The table of a lesson. What is shown on it comes afterwards, from `<home>/steps`. It may lead back to a seat."""
    words = reader_of(request).words(game)
    said = {"data-lesson": f"{game.slug}-{name}", "data-resumed": words.text("You pick up where you left off.")}
    facts: dict[str, Any] = {
        "home": f"/learn/{game.slug}/{name}",
        "kind": words.text("Lesson"),
        "called": wording(game, name, words.code).title,
        "facts": said,
        "back": back,
        **frame_of(lesson(game, name), words),
    }
    return render(request, "lesson.html", game=game, **facts)


def frame_of(taught: Lesson, words: Language) -> dict[str, Any]:
    """What the table of a lesson stands in."""
    drawing, scene = taught.game.drawing, Scene(words, taught.matches[0].names)
    return {"sprite": drawing.sprite(), "layout": layout_of(taught, words), "tabs": drawing.tabs(scene)}


def plain_lesson(request: Request, game: Game, name: str, back: str = "") -> Response:
    """One step with its picture, and buttons for the moves and the steps around it."""
    reader, taught = reader_of(request), lesson(game, name)
    words, said = reader.words(game), wording(game, name, reader.code)
    at, made = _step_of(request, taught), request.query_params.get("move", "")
    step = taught.steps[at]
    if step.asked and made == step.asked and at + 1 < len(taught.steps):
        at, made = at + 1, ""
        step = taught.steps[at]
    here, why = taught.at(step), reason(taught, step, words)
    scene = Scene(words, here.names)
    view = here.view(taught.learner, refusals=False, offers=bool(step.asked))
    offers = draw_step(taught, step, words).offers
    facts: dict[str, Any] = {
        "home": f"/learn/{game.slug}/{name}",
        "back": back,
        "wording": said,
        "following": _following(game, name, reader.code),
        "at": at,
        "last": len(taught.steps) - 1,
        "said": step_words(game.slug, step, said.steps[step.name], words, why),
        "advice": advice(game.slug, said.steps[step.name], made, words, why) if made in offers else "",
        "moves": [(move, f"{told.label} {told.gain}".strip()) for move, told in offers.items()],
        "pictures": {scheme: as_image(game.drawing.picture(view, scene, scheme)) for scheme in ("light", "dark")},
        "board": game.drawing.text_board(view, scene),
    }
    return render(request, "lesson_plain.html", game=game, **facts)


def _following(game: Game, name: str, code: str) -> dict[str, str] | None:
    """The lesson after this one, if there is one."""
    names = lesson_names(game)
    after = names[names.index(name) + 1 :]
    return {"address": f"/learn/{game.slug}/{after[0]}", "title": wording(game, after[0], code).title} if after else None


def _step_of(request: Request, taught: Lesson) -> int:
    """The step that an address names, from 1 on."""
    wish = request.query_params.get("step", "1")
    number = int(wish) if wish.isdecimal() and len(wish) < 6 else 1
    return max(0, min(len(taught.steps), number) - 1)
