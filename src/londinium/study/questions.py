"""Every decision of a match as a question to a search without Python, with the words of all its moves: for a replay in one file.

A question holds what its seat knew at that moment, and nothing else. The answer judges the decision as an analysis without a
network does, with as many simulations; what is said of the answer is written here, with places for numbers.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, TypeVar

import msgspec

from londinium.bots.search.comparison import COMPARISON_BRANCH, Judge
from londinium.kernel.contracts.drawing import OfferText, Scene
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.words.language import Language
from londinium.look.ink import unbroken
from londinium.study.analysis import IDEAS_SHOWN, Effort, judged_plies, tree_size
from londinium.study.graph import shape
from londinium.study.replay import open_since, stops
from londinium.study.verdicts import MISTAKE_SIZES, SIGNIFICANT
from londinium.study.worth import SIZE_NAMES, meaning_of_worth

T = TypeVar("T", bound=Hashable)

MARK = "data-move="
FOR_HANDS = re.compile(r'<\w+ [^<>]*data-place="[^<>]*/>| role="button" tabindex="0" aria-label="[^"]*"| data-tell="[^"]*"')
"""How a drawing marks a legal move, and what is there only for somebody making moves: places that say why not, buttons, what they
tell. See `kernel/contracts/drawing.py`."""
MODEL = 1234.5
"""An amount as one is written; its number gives way to the place of a number."""


class Question(msgspec.Struct, frozen=True):
    """A decision, as the seat that decides knows it."""

    steps: tuple[int, int]
    """The first and the last step of the replay at which it is open: what several decide at the same time is open for a while."""
    seat: int
    ply: int
    plies: list[tuple[int, int]]
    """All moves that the seat knows of: who made them, and which."""
    offers: dict[int, int]
    """By legal move: its words, see `Questions.offers`."""
    played: int | None
    """None where the match has not gone on."""
    part: str
    """The part of the table to bring to the front; empty for none."""
    marks: dict[str, int]
    """The fragments of the seat's own table on which its moves are marked, and which of the drawings shows them so."""


class AskedMove(msgspec.Struct, frozen=True, array_like=True):
    """A legal move in words."""

    move: str
    label: str
    gain: str
    ghosts: tuple[tuple[str, int], ...]
    """What it would change, drawn on the board: fragments, and which of the drawings."""


class Judging(msgspec.Struct, frozen=True):
    """How a decision is judged: as `study/analysis.py` does without a network."""

    simulations: int
    samples: int
    """Of each move that is compared."""
    nodes: int
    """Room of the tree."""
    ideas: int
    branch: int
    """From which comparisons draw their luck."""
    settings: dict[str, float]
    """Where they differ from the game's own."""
    alone: bool
    """Whether nothing can be said of the first place."""
    significant: float
    sizes: tuple[tuple[str, float], ...]
    """The loss from which a mistake counts as each size, the largest first."""


class Questions(msgspec.Struct, frozen=True):
    """All that a page needs to ask, and to tell what was answered."""

    box: str
    """Its bytes, in base 64."""
    seats: int
    options: list[int]
    judging: Judging
    questions: list[Question]
    offers: list[AskedMove]
    drawings: list[str]
    own: tuple[str, ...]
    """The fragments on which a seat's moves are drawn for that seat alone."""
    words: dict[str, str]
    shapes: dict[str, str]
    """By size of a mistake."""

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)


class _Shelf(Generic[T]):
    """Each thing once."""

    def __init__(self) -> None:
        self._places: dict[T, int] = {}

    def place(self, thing: T) -> int:
        return self._places.setdefault(thing, len(self._places))

    def all(self) -> list[T]:
        return list(self._places)


def questions(match: Match, code: str = "en", seat: int | None = None) -> Questions:
    """All decisions of a match between several moves, or those of one seat; including those still to be made."""
    words, game = match.words(code), match.game
    offers, drawings = _Shelf[AskedMove](), _Shelf[str]()
    found, plies = [], stops(match)
    for ply, asked, played in _decisions(match, seat):
        here = match.at(ply)
        steps = _steps(plies, here, asked)
        if not steps:
            continue  # no step shows this position
        drawn = game.drawing.draw(here.view(asked, refusals=False), Scene(words, match.names))
        moves = {move: _asked_move(move, text, asked, match, drawings) for move, text in drawn.offers.items()}
        question = Question(
            steps=(steps[0], steps[-1]),
            seat=asked,
            ply=ply,
            plies=[(made.seat, made.move) for made in here.plies_known_to(asked)],
            offers={here.moves.parse(move): offers.place(told) for move, told in moves.items()},
            played=played,
            part=game.study.part_of(asked),
            marks={name: drawings.place(_only_seen(markup)) for name, markup in drawn.fragments.items() if MARK in markup},
        )
        found.append(question)
    return Questions(
        box=base64.b64encode(match.boxes.tobytes()).decode(),
        seats=match.seats,
        options=game.option_codes(match.options).tolist(),
        judging=judging(match),
        questions=found,
        offers=offers.all(),
        drawings=drawings.all(),
        own=game.study.OWN if match.seats > 1 else (),
        words=words_of_answers(match, words),
        shapes={size: shape(size) for size in MISTAKE_SIZES},
    )


def judging(match: Match) -> Judging:
    study, settings = match.game.study, Judge.SETTINGS
    effort = Effort(simulations=study.SIMULATIONS)
    sizes = tuple((size, study.SIZES[size]) for size in reversed(MISTAKE_SIZES))
    alone = match.seats == 1 or bool(match.game.search.get("alone"))
    return Judging(
        simulations=study.SIMULATIONS,
        samples=effort.samples,
        nodes=tree_size(effort),
        ideas=IDEAS_SHOWN,
        branch=COMPARISON_BRANCH,
        settings=dict(settings),
        alone=alone,
        significant=SIGNIFICANT,
        sizes=sizes,
    )


def _decisions(match: Match, seat: int | None) -> Iterator[tuple[int, int, int | None]]:
    """Ply, seat and what was played."""
    for ply in judged_plies(match):
        made = match.plies[ply]
        if seat in (None, made.seat):
            yield ply, made.seat, made.move
    for asked in match.to_act:
        if asked != CHANCE and seat in (None, asked) and len(match.legal(asked)) > 1:
            yield match.ply, asked, None


def _steps(plies: Sequence[int], here: Match, seat: int) -> list[int]:
    """The steps that show what a seat decides here: from when it could have, as it learns nothing in between."""
    since = open_since(here, seat)
    return [step for step, ply in enumerate(plies) if since <= ply <= here.ply]


def _asked_move(move: str, told: OfferText, seat: int, match: Match, drawings: _Shelf[str]) -> AskedMove:
    study = match.game.study
    ghosts = tuple((study.drawn_on(name, seat), drawings.place(drawn)) for name, drawn in told.ghosts.items())
    return AskedMove(move, told.label, unbroken(told.gain), ghosts)


def _only_seen(markup: str) -> str:
    """A fragment whose moves nobody can click on."""
    return FOR_HANDS.sub("", markup)


# ── Words ────────────────────────────────────────────────────────────────────


def words_of_answers(match: Match, words: Language) -> dict[str, str]:
    """What is said of answers, by what it is about: `{amount}`, `{chance}`… are for numbers."""
    return {
        "point": words.decimal(0.5).strip("05"),
        "amount": _amount(MODEL, match, words),
        "debt": _amount(-MODEL, match, words),
        "expected": words.text("about {amount} in the end", amount="{amount}"),
        "first": words.text("{chance}% chance of first place", chance="{chance}"),
        "less": words.text("worth {amount} less", amount="{amount}"),
        "measure": meaning_of_worth(match.game, match.seats, words),
        "equal": words.text("about as good"),
        "played": words.text("played"),
        "best": words.text("the best move"),
        "good": words.text("a good move"),
        "rank": words.text("no. {rank} of {count} moves", rank="{rank}", count="{count}"),
        **{size: words.text(name) for size, name in SIZE_NAMES.items()},
    }


def _amount(points: float, match: Match, words: Language) -> str:
    """An amount of points with a place for its number, which has no sign."""
    return match.game.study.amount(points, words).replace(words.decimal(abs(points)), "{number}")
