"""The pages of a puzzle: the one with the table, and the one that needs no scripts. A puzzle is a lesson of one decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, reduce
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from londinium.kernel.contracts.drawing import OfferText, Scene
from londinium.kernel.contracts.study import Gap
from londinium.kernel.game import Game
from londinium.kernel.kept import kept
from londinium.kernel.match import Match
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.language import Language, language
from londinium.study.lessons import Lesson, LessonStep
from londinium.study.notes import named
from londinium.study.puzzles.file import UNIT, Collection, Puzzle, Try, joined_collections, shipped_puzzles
from londinium.study.puzzles.gaps import gap_of_try
from londinium.study.puzzles.ratings import PuzzleRating
from londinium.study.reasons import reason_of, told_apart
from londinium.study.slides import draw_step, teach
from londinium.study.worth import meaning_of_worth, worth_less
from londinium.web.http.reader import reader_of
from londinium.web.live.people import free_names
from londinium.web.pages.lesson import SentLesson, SentStep, frame_of, named_rules, not_now, offered, refusals, sent
from londinium.web.pages.templates import as_image, render
from londinium.web.site import site_of

STRIDE = 89
"""The puzzle of the next day is this many further on; a prime, so all have their turn."""
ASK, DONE = "ask", "done"


class PuzzleShelf:
    """The puzzles of a server: those that ship with each game, and after them those that its host has added."""

    def __init__(self, added: Sequence[Collection] = ()) -> None:
        self._added = added
        self.of = cache(self._of)
        self.packed = kept(self._packed)

    def _of(self, slug: str) -> Collection | None:
        """The puzzles of a game, read once."""
        own = [collection for collection in self._added if collection.header.game == slug]
        return reduce(joined_collections, own, shipped_puzzles(find_game(slug)))

    def told(self, slug: str, number: int, code: str) -> ToldPuzzle:
        collection = self.of(slug)
        assert collection is not None
        return ToldPuzzle.of(collection, number, code)

    def _packed(self, slug: str, number: int, code: str) -> bytes:
        """Everything that the table of a puzzle shows, as compressed JSON."""
        return packed_puzzle(self.told(slug, number, code))


def number_of_day(collection: Collection, day: date) -> int:
    """The puzzle of a day: each has its turn before one comes again."""
    step = STRIDE if len(collection) % STRIDE else 1
    return 1 + day.toordinal() * step % len(collection)


@dataclass(frozen=True)
class ToldPuzzle:
    """A puzzle with what can be said of it in a language."""

    puzzle: Puzzle
    taught: Lesson
    words: Language
    offers: dict[str, OfferText]

    @classmethod
    def of(cls, collection: Collection, number: int, code: str) -> ToldPuzzle:
        game = find_game(collection.header.game)
        words = language(code, game.folder)
        here, puzzle = collection.position(game, number)
        here.names = tuple(free_names(here.seats, []))
        return cls(puzzle, as_lesson(here, puzzle), words, named(here, puzzle.seat, words))

    @property
    def game(self) -> Game:
        return self.taught.game

    @property
    def theme(self) -> str:
        return self.words.text(self.game.study.THEMES.get(self.puzzle.theme, self.puzzle.theme))

    @property
    def best(self) -> str:
        return self.game.moves.text(self.puzzle.best)

    def asks(self) -> str:
        """The task. It says nothing of which moves are not the best one."""
        ask, clear = self.words.text("Find the best move."), self.game.study.amount(self.game.study.CLEARLY, self.words)
        told = self.words.text("It is better than any other by at least {amount}.", amount=clear)
        return f"<p><b>{escape(ask)}</b></p><p>{escape(told)}</p>{self._measure()}"

    def wrong(self, tried: Try) -> str:
        """What a wrong try costs. Why would be half of the answer: it is said at the end."""
        _, name = told_apart(self.game, self._gap(tried), self.offers, self.words)
        return f"<p><b>{escape(self.words.named(name, self._cost(tried)))}</b></p>"

    def solution(self, whole: bool = True) -> str:
        """Why the natural move is not the best one; and hidden, for a page that remembers a try, the same of every other one."""
        natural = next(one for one in self.puzzle.tries if one.move == self.puzzle.natural)
        others = "".join(self._explained(one, " hidden") for one in self.puzzle.tries if whole and one is not natural)
        return f"{self._explained(natural)}{others}<p class='theme'>{escape(self.theme)}</p>"

    def _explained(self, tried: Try, hidden: str = "") -> str:
        gap, move = self._gap(tried), self.game.moves.text(tried.move)
        best, name = told_apart(self.game, gap, self.offers, self.words)
        why, usual = reason_of(self.game, gap, best, self.words), self.words.named(name, self._cost(tried))
        return f'<p data-tried="{escape(move)}"{hidden}>{escape(why)} <em>{escape(usual)}.</em></p>'

    def _gap(self, tried: Try) -> Gap:
        return gap_of_try(self.taught.at(self.taught.steps[0]), self.puzzle.seat, self.puzzle.best, tried)

    def _cost(self, tried: Try) -> str:
        return worth_less(tried.cost / UNIT, self.game, self.words)

    def _measure(self) -> str:
        return f"<p class='measure'>{escape(meaning_of_worth(self.game, self.taught.matches[0].seats, self.words))}</p>"


def as_lesson(here: Match, puzzle: Puzzle) -> Lesson:
    """A puzzle as a lesson of two steps: the decision, and what comes of the best move."""
    after = here.copy()
    after.push(puzzle.best, puzzle.seat)
    steps = (LessonStep(ASK, here.ply, asked=here.moves.text(puzzle.best)), LessonStep(DONE, after.ply))
    return Lesson(here.game, "puzzle", (after,), puzzle.seat, steps)


def packed_puzzle(told: ToldPuzzle) -> bytes:
    slug, code = told.game.slug, told.words.code
    shown = teach(told.taught, code)
    texts, steps, rules = (told.asks(), told.solution()), [], dict[str, str]()
    for step, seen, text in zip(told.taught.steps, shown.steps, texts, strict=True):
        moves, wrong = offered(told.taught, step, seen), dict[str, str]()
        if step.asked:
            wrong = {told.game.moves.text(tried.move): told.wrong(tried) for tried in told.puzzle.tries}
        rules |= named_rules(slug, code, seen)
        refused = refusals(slug, seen, told.words)
        steps.append(SentStep(step.ply, step.record, seen.change, text, step.points, step.asked, moves, wrong, refused))
    return sent(SentLesson(shown.fragments, steps, rules, "", not_now(told.words)))


def puzzle_page(request: Request, game: Game, number: int, day: date | None, theme: str) -> Response:
    """The table of a puzzle. What is shown on it comes afterwards, from `<home>/steps`."""
    words = reader_of(request).words(game)
    told = site_of(request).puzzles.told(game.slug, number, words.code)
    over = words.text(
        "Time’s up! {right} solved, {wrong} missed. Your best: {best}.", right="{right}", wrong="{wrong}", best="{best}"
    )
    said = {
        "data-game": game.slug,
        "data-puzzle": str(number),
        "data-day": day.isoformat() if day else None,
        "data-theme": theme or None,
        "data-start": str(PuzzleRating().shown),
        "data-right": words.text("Right!"),
        "data-shown": words.text("This was the best move."),
        "data-over": over,
    }
    facts: dict[str, Any] = {
        "home": f"/puzzles/{game.slug}/{number}",
        "kind": words.text("Puzzle"),
        "called": words.text("Puzzle of the day") if day else words.text("Puzzle {number}", number=number),
        "facts": said,
        **frame_of(told.taught, words),
    }
    return render(request, "puzzle.html", game=game, **facts)


def plain_puzzle(request: Request, game: Game, number: int, count: int) -> Response:
    """The decision with its picture and a button for every move; then the answer."""
    words = reader_of(request).words(game)
    told, made = site_of(request).puzzles.told(game.slug, number, words.code), request.query_params.get("move", "")
    solved = made == told.best or "shown" in request.query_params
    step = told.taught.steps[1 if solved else 0]
    here, scene = told.taught.at(step), Scene(words, told.taught.matches[0].names)
    view = here.view(told.puzzle.seat, refusals=False, offers=not solved)
    wrong = next((told.wrong(tried) for tried in told.puzzle.tries if told.game.moves.text(tried.move) == made), "")
    offers = draw_step(told.taught, step, words).offers
    verdict = words.text("Right!") if made == told.best else words.text("This was the best move.")
    facts: dict[str, Any] = {
        "home": f"/puzzles/{game.slug}/{number}",
        "following": f"/puzzles/{game.slug}/{number % count + 1}",
        "called": words.text("Puzzle {number}", number=number),
        "solved": solved,
        "wrong": "" if solved else wrong,
        "said": f"<p><b>{escape(verdict)}</b></p>{told.solution(whole=False)}" if solved else told.asks(),
        "moves": [(move, f"{one.label} {one.gain}".strip()) for move, one in offers.items()],
        "pictures": {scheme: as_image(game.drawing.picture(view, scene, scheme)) for scheme in ("light", "dark")},
        "board": game.drawing.text_board(view, scene),
    }
    return render(request, "puzzle_plain.html", game=game, **facts)
