"""Positions as text: one line that says everything that lies on the table, as a person reads and edits it.

    old-london-bridge rules=2 seats=3 | round=1 phase=card-choice … | pounds=5 hand=00123 … | … | …

Groups stand between bars: the game with what was settled before the match, the table, then each seat. A group is words
`name=value` in any order; what a word is about and what is usual where it is left out, each game says (`contracts/position.py`).
A box of somebody's own is named by its hash, as records do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from londinium.kernel.boxes import BoxFile, box_hash
from londinium.kernel.checks import check_seed
from londinium.kernel.contracts.position import ON_TABLE, Draft, FaceDown, PositionPart, PositionText, position_text_of
from londinium.kernel.entries import entry
from londinium.kernel.files import FileSource
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import CHANCE, RULES, Game, Position
from londinium.kernel.match import Match, default_name
from londinium.kernel.registry import game as find_game
from londinium.kernel.views import ALL_EYES
from londinium.kernel.words.errors import N_, InvalidPosition, LondiniumError, listing
from londinium.kernel.words.language import Language

BAR = "|"
LONGEST_POSITION = 20_000
HEAD = -2
"""Where a seat is named: the words before the first bar."""
HEAD_MEANINGS = {
    "rules": N_("the version of the rules"),
    "seats": N_("how many play"),
    "box": N_("the hash of a box or city file of one's own"),
}
OPTION_MEANING = N_("an option of the match")
GAME_MEANING = N_("the game")


# ── Writing ──────────────────────────────────────────────────────────────────


@entry
def position_text(match: Match, viewer: int | None = ALL_EYES) -> str:
    """A match where it stands. For one seat, or for a spectator (None), what others have chosen face down is left out."""
    return write_position(match.game, Position(_known_to(match, viewer), match.boxes, match.seats, match.options))


def _known_to(match: Match, viewer: int | None) -> FlatArray[Any]:
    choice = match.choice
    if viewer == ALL_EYES:
        return choice.now
    if viewer is None:
        return choice.begun if choice.is_simultaneous else choice.now
    return choice.known_to(viewer)


@entry
def write_position(game: Game, position: Position) -> str:
    """The text of a position; `read_position` gives the same state back, to the byte."""
    given = position_text_of(game)
    groups = [_head(game, position), _group(given.TABLE, position, ON_TABLE)]
    if given.SEAT:
        groups += [_group(given.SEAT, position, seat) for seat in range(position.seats)]
    return " ".join(f" {BAR} ".join(groups).split())


def _head(game: Game, position: Position) -> str:
    usual = game.choose()
    words = [game.slug, f"rules={game.rules_of(position.options)}", f"seats={position.seats}"]
    words += [f"{name}={choice}" for name, choice in position.options.items() if name != RULES and choice != usual[name]]
    if position.boxes.tobytes() != game.standard_box().tobytes():
        words.append(f"box={box_hash(position.boxes)}")
    return " ".join(words)


def _group(parts: Sequence[PositionPart], position: Position, seat: int) -> str:
    written = [(part.name, part.write(position, seat)) for part in parts]
    return " ".join(f"{name}={value}" for name, value in written if value)


# ── The words of a text ──────────────────────────────────────────────────────


@dataclass(frozen=True)
class PositionWord:
    """A word of a text, and where it stands in it."""

    seat: int
    """HEAD, ON_TABLE or a seat."""
    name: str
    value: str
    start: int
    end: int

    @property
    def written(self) -> str:
        return f"{self.name}={self.value}" if self.value else self.name


@entry
def words_of(text: str) -> list[PositionWord]:
    """All words of a text, right or wrong. InvalidPosition if it does not even have words."""
    if len(text) > LONGEST_POSITION:
        raise InvalidPosition(N_("a position is at most {most} characters long"), most=LONGEST_POSITION)
    found, group = [], HEAD
    for word in re.finditer(r"\||[^\s|]+", text):
        if word[0] == "|":
            group += 1
            continue
        name, _, value = word[0].partition("=")
        found.append(PositionWord(group, name, value, word.start(), word.end()))
    if not found or found[0].seat != HEAD:
        raise InvalidPosition(N_("a position begins with the name of its game, such as {example}"), example="old-london-bridge")
    return found


@entry
def places_in_text(text: str, error: InvalidPosition) -> list[tuple[int, int]]:
    """Where the words stand that an error is about, of every seat if it names none; none if it is about the whole."""
    try:
        words = words_of(text)
    except InvalidPosition:
        return []
    fitting = [word for word in words if error.part in (word.name, word.written) and error.seat in (None, word.seat)]
    # An error without a seat is about the words before the seats, if there is such a one.
    fitting = [word for word in fitting if word.seat < 0] or fitting if error.seat is None else fitting
    return [(word.start, word.end) for word in fitting]


# ── Reading ──────────────────────────────────────────────────────────────────


@entry
def read_position(
    text: str,
    *,
    box: FileSource | BoxFile | None = None,
    seed: int | None = None,
    names: Sequence[str] = (),
    beside: Match | None = None,
) -> Match:
    """A match that begins in the position that a text says, and stands there: nothing is revealed, nobody has moved.

    InvalidPosition names the part, and the rule or the count that it breaks. A box of somebody's own comes from its file, or
    from another match.
    """
    words = words_of(text)
    head, game = _read_head(words)
    boxes, box_name = (beside.boxes, beside.box_name) if beside is not None else game.open_box(box)
    draft = _settled(game, head, boxes)
    _check_box(draft, head.get("box", ""))
    given = position_text_of(game)
    _fill(draft, given, words)
    given.complete(draft)
    given.check(draft)
    _check_playable(draft)
    everybody = [*names, *(default_name(seat) for seat in range(len(names), draft.seats))][: draft.seats]
    match = Match(game, draft.seats, draft.options, check_seed(seed), boxes, box_name, everybody, start=draft.states)
    _choose_again(match, draft)
    return match


@entry
def read_position_of(game: Game, text: str, **settings: Any) -> Match:
    """The same, if it is a position of this game."""
    slug = words_of(text)[0].name
    if slug != game.slug:
        raise InvalidPosition(N_("this is a position of '{other}', not of {game}"), other=slug[:40], game=game.title)
    return read_position(text, **settings)


def _read_head(words: Sequence[PositionWord]) -> tuple[dict[str, str], Game]:
    slug, *rest = (word for word in words if word.seat == HEAD)
    if slug.value:
        raise InvalidPosition(N_("a position begins with the name of its game, such as {example}"), example="old-london-bridge")
    facts: dict[str, str] = {}
    for word in rest:
        _check_word(word, facts)
        facts[word.name] = word.value
    return facts, find_game(slug.name)


def _check_word(word: PositionWord, before: dict[str, str]) -> None:
    seat = word.seat if word.seat >= 0 else None
    if not word.value:
        raise InvalidPosition(N_("a word is written name=value"), part=word.written, seat=seat)
    if word.name in before:
        raise InvalidPosition(N_("it appears twice"), part=word.name, seat=seat)


def _settled(game: Game, head: dict[str, str], boxes: FlatArray[Any]) -> Draft:
    """A draft with nothing on the table yet."""
    numbers = {}
    for name in ("rules", "seats"):
        value = head.get(name, "")
        if not re.fullmatch(r"\d{1,9}", value):
            raise InvalidPosition(N_("a whole number should stand here, such as {example}"), part=name, example=f"{name}=2")
        numbers[name] = int(value)
    options = {name: choice for name, choice in head.items() if name not in HEAD_MEANINGS} | {RULES: str(numbers["rules"])}
    part = "rules"
    try:
        game.check_rules(numbers["rules"])
        part = "seats"
        seats = game.check_seats(numbers["seats"])
        part = ""
        chosen = game.choose(options)
    except LondiniumError as error:
        raise InvalidPosition(error, part=part) from None
    return Draft(game, seats, chosen, boxes, game.state.new())


def _check_box(draft: Draft, wanted: str) -> None:
    if not wanted and draft.boxes.tobytes() != draft.game.standard_box().tobytes():
        raise InvalidPosition(N_("this position is of the standard box, not of a file of one's own"), part="box")
    if wanted and wanted != box_hash(draft.boxes):
        message = N_("this position is of the box file with the hash {hash}: give that file")
        raise InvalidPosition(message, part="box", hash=wanted)


def _fill(draft: Draft, given: PositionText, words: Sequence[PositionWord]) -> None:
    last = draft.seats - 1 if given.SEAT else ON_TABLE
    groups: dict[int, dict[str, str]] = {group: {} for group in range(ON_TABLE, last + 1)}
    for word in words:
        if word.seat == HEAD:
            continue
        if word.seat > last:
            raise InvalidPosition(N_("there is one group of words too many: there are {seats} seats"), seats=draft.seats)
        parts = given.TABLE if word.seat == ON_TABLE else given.SEAT
        _check_word(word, groups[word.seat])
        if word.name not in (part.name for part in parts):
            known = listing([part.name for part in parts], most=30)
            raise draft.wrong(word.name, N_("there is no such word here; these are known: {known}"), word.seat, known=known)
        groups[word.seat][word.name] = word.value
    for group, values in groups.items():
        for part in given.TABLE if group == ON_TABLE else given.SEAT:
            part.read(draft, group, values.get(part.name, ""))


def _check_playable(draft: Draft) -> None:
    """What any game asks of a position: all is accounted for, and whoever is to act can."""
    engine = draft.game.engine
    if found := engine.audit(draft.states, 0, draft.boxes):
        raise draft.wrong("", N_("not everything in the box is accounted for (audit {number})"), number=int(found))
    mask = int(engine.unchecked.to_act(draft.states, 0))
    moves, weights = engine.buffers()
    for seat in (seat for seat in range(CHANCE + 1) if mask >> seat & 1):
        if seat == CHANCE:
            able = engine.unchecked.chance(draft.states, 0, draft.boxes, moves, weights)
        else:
            able = seat < draft.seats and engine.unchecked.legal(draft.states, 0, draft.boxes, seat, moves)
        if not able:
            raise draft.wrong("", N_("seat {number} would have to decide, but has no legal move"), number=seat)


def _choose_again(match: Match, draft: Draft) -> None:
    """Make the moves that lie face down, so that a choice knows what it has to hide."""
    for made in draft.chosen:
        try:
            match.apply(made.move, made.seat)
        except LondiniumError as error:
            raise draft.wrong(made.part, "{reason}", made.seat, reason=error) from None
    if draft.chosen and len(match.choice.made) != len(draft.chosen):
        last: FaceDown = draft.chosen[-1]
        raise draft.wrong(last.part, N_("everybody has chosen, so nothing is face down"), last.seat)


# ── Explaining ───────────────────────────────────────────────────────────────


@entry
def explained(text: str, words: Language) -> Iterator[tuple[str, int | None, str]]:
    """Every word of a text that was read: the word, its seat if it is about one, and what it says."""
    found = words_of(text)
    given = position_text_of(find_game(found[0].name))
    for number, word in enumerate(found):
        if word.seat == HEAD:
            meaning = GAME_MEANING if number == 0 else HEAD_MEANINGS.get(word.name, OPTION_MEANING)
        else:
            parts = given.TABLE if word.seat == ON_TABLE else given.SEAT
            meaning = next((part.meaning for part in parts if part.name == word.name), "")
        yield word.written, word.seat if word.seat >= 0 else None, words.text(meaning)
