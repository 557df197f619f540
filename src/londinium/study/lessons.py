"""Lessons: a prepared match with comments, as data in a game's folder `lessons/<name>`.

`match.record` is a record file like any other. What is taught stands in it as comments that begin with `#:`, each where it is
said:

    #: step first-bid
    #: point move play 3
    #: rule O-4.2
    #: ask
    0 play 3

A `step` is one thing the teacher says. It may `point` at things on the table, by any mark of the drawing and its value
(`fragment hand`, `key wheel`, `move play 3`, `count cash`), name a `rule`, and `ask` for the move that follows. The header
`Learner` says whose seat it is. The words are in `<language>.md`: a title, a sentence about the lesson, and per step a heading
with its name, the text, and what to say to other moves, by patterns (`play *`), the first that fits.

Where the move that looks natural is a mistake, `instead` says what the analysis found: the move, what it costs, and the lines of
the score sheet in which the asked move brings more or less. Wherever the words of this step or of the next ones say `{why}`, the
analysis's own sentence stands.

    #: instead place chapel: 5.2, empty-sites 1.6, bridge 1.4
    #: ask

A lesson about several positions has further records, `match-2.record` and so on: its steps go on there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidNotation, InvalidRecord, LondiniumError
from londinium.kernel.words.language import SOURCE
from londinium.kernel.words.rulebook import flowing

FIRST_LESSON = "first-game"
"""The lesson for those who know nothing of a game yet."""
MATCH = "match.record"
LEARNER_NAME = "Learner"
WHY = "{why}"
"""In the words of a step: the analysis's sentence."""
_MARK = "#:"
_ADVICE = re.compile(r"^- `([^`]+)`: +(.+(?:\n  .+)*)$", re.MULTILINE)


@dataclass(frozen=True)
class Instead:
    """The move that looks natural, and what the analysis says of it."""

    move: str
    cost: float
    """How much less it brings than the asked move, in points at the end."""
    lines: tuple[tuple[str, float], ...]
    """The lines of the score sheet in which the asked move brings more, or less."""


@dataclass(frozen=True)
class LessonStep:
    """One thing the teacher says."""

    name: str
    ply: int
    """How many moves have been made when it is said."""
    record: int = 0
    """In which of the lesson's matches."""
    points: tuple[tuple[str, str], ...] = ()
    """What on the table it speaks of: a mark of the drawing without its `data-`, and the value."""
    rule: str = ""
    asked: str = ""
    """The move the learner is to make, if any."""
    instead: Instead | None = None


@dataclass(frozen=True)
class Lesson:
    game: Game
    name: str
    matches: tuple[Match, ...]
    learner: int
    steps: tuple[LessonStep, ...]

    def at(self, step: LessonStep) -> Match:
        """The match of a step, where the step stands."""
        return self.matches[step.record].at(step.ply)

    def judged(self, step: LessonStep) -> LessonStep | None:
        """The step whose natural move a step speaks of: itself, or the last one before it in the same match."""
        before = [one for one in self.steps[: self.steps.index(step) + 1] if one.record == step.record and one.instead]
        return before[-1] if before else None


@dataclass(frozen=True)
class StepWords:
    """The words of a step: Markdown."""

    text: str
    advice: tuple[tuple[str, str], ...]
    """What to say to moves that are not the asked one: pattern and words."""

    def about(self, move: str) -> str:
        """What to say to a move; empty where there is nothing special about it."""
        return next((words for pattern, words in self.advice if fnmatchcase(move, pattern)), "")


@dataclass(frozen=True)
class Wording:
    """A lesson in a language."""

    title: str
    summary: str
    steps: dict[str, StepWords]


def folder_of(game: Game, name: str) -> Path:
    return game.folder / "lessons" / name


def lesson_names(game: Game) -> list[str]:
    """The lessons of a game, the first one first."""
    found = [file.parent.name for file in sorted((game.folder / "lessons").glob(f"*/{MATCH}"))]
    return sorted(found, key=lambda name: name != FIRST_LESSON)


def lesson(game: Game, name: str = FIRST_LESSON) -> Lesson:
    if name not in lesson_names(game):
        raise LondiniumError(N_("there is no lesson '{name}'"), name=name)
    return _lesson(game.slug, name)


@cache
def _lesson(slug: str, name: str) -> Lesson:
    game = find_game(slug)
    files = record_files(folder_of(game, name))
    matches = tuple(map(load_record, files))
    learner = int(matches[0].tags.get(LEARNER_NAME, "0"))
    steps: list[LessonStep] = []
    for record, (file, match) in enumerate(zip(files, matches, strict=True)):
        if (match.game, match.seats) != (game, matches[0].seats) or int(match.tags.get(LEARNER_NAME, "0")) != learner:
            raise InvalidRecord(
                file.name, 1, N_("all matches of a lesson must have the same game, the same seats and the same learner")
            )
        steps += _steps(file, match, learner, record)
    return Lesson(game, name, matches, learner, tuple(steps))


def record_files(folder: Path) -> list[Path]:
    """The records of a lesson: `match.record`, then `match-2.record` and so on."""
    further = [file for file in folder.glob("match-*.record") if file.stem.removeprefix("match-").isdecimal()]
    return [folder / MATCH, *sorted(further, key=lambda file: int(file.stem.removeprefix("match-")))]


def _steps(file: Path, match: Match, learner: int, record: int) -> list[LessonStep]:
    """The comments of a record, each with the number of moves before it."""
    found: list[LessonStep] = []
    ply = 0
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        content = line.strip()
        if content.startswith(_MARK):
            word, _, rest = content.removeprefix(_MARK).strip().partition(" ")
            if word == "step":
                found.append(LessonStep(rest, ply, record))
            elif found and found[-1].ply == ply:
                found[-1] = _with(found[-1], word, rest, match, learner, (file.name, number))
            else:
                raise InvalidRecord(file.name, number, N_("a comment in a lesson must belong to a step before the same move"))
        elif content and content[0] not in "#[":
            ply += 1
    return found


def _with(step: LessonStep, word: str, rest: str, match: Match, learner: int, place: tuple[str, int]) -> LessonStep:
    """A step with one more thing said about it."""
    if word == "point":
        mark, _, value = rest.partition(" ")
        return replace(step, points=(*step.points, (mark, value)))
    if word == "rule":
        return replace(step, rule=rest)
    if word == "instead":
        return replace(step, instead=_instead(rest, match, place))
    if word == "ask":
        made = match.plies[step.ply] if step.ply < match.ply else None
        if made is None or made.seat != learner:
            raise InvalidRecord(*place, N_("what is asked for must be the learner's next move in the record"))
        return replace(step, asked=match.moves.text(made.move))
    raise InvalidRecord(*place, N_("a lesson has no '{word}'"), word=word)


def _instead(text: str, match: Match, place: tuple[str, int]) -> Instead:
    move, _, figures = text.partition(": ")
    try:
        cost, *lines = figures.split(", ")
        found = tuple((name, float(more)) for name, more in (line.rsplit(" ", 1) for line in lines))
        unknown = [name for name, _ in found if name not in match.game.score_lines]
        if not unknown:
            return Instead(match.moves.text(match.moves.parse(move)), float(cost), found)
    except (ValueError, InvalidNotation):
        pass
    raise InvalidRecord(*place, N_("this should be a move, what it costs, and lines of the score sheet: '{text}'"), text=text)


def wording_file(game: Game, name: str, code: str) -> Path:
    return folder_of(game, name) / f"{code}.md"


def wording(game: Game, name: str = FIRST_LESSON, code: str = SOURCE) -> Wording:
    """The words of a lesson in a language, in English where there is no translation."""
    file = wording_file(game, name, code)
    return read_wording((file if file.exists() else wording_file(game, name, SOURCE)).read_text(encoding="utf-8"))


@cache
def read_wording(text: str) -> Wording:
    head, *rest = re.split(r"^## ", text, flags=re.MULTILINE)
    title, _, summary = head.strip().removeprefix("# ").partition("\n")
    steps = {}
    for part in rest:
        name, _, body = part.partition("\n")
        advice = tuple((pattern, _flowing(words)) for pattern, words in _ADVICE.findall(body))
        steps[name.strip()] = StepWords(_flowing(_ADVICE.sub("", body)), advice)
    return Wording(title.strip(), _flowing(summary), steps)


def _flowing(text: str) -> str:
    """Paragraphs without the line breaks of the file."""
    return "\n\n".join(flowing(paragraph) for paragraph in text.split("\n\n") if paragraph.strip())
