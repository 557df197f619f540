"""The lines of a record file below its headers: moves, and what is said about them.

    0 place chapel
    #: ?! points 41.2 win 0.63
    # The gate would have brought the lead on its track.
    #( 0 place gate
    #: ! points 44.8
    #| 1 place park
    #)

Whatever is said begins with #: a version of Londinium that does not know it takes it for a comment and reads the same match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from londinium.kernel.entries import entry
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match, Ply
from londinium.kernel.remarks import Remark, Variation, VariedMove, check_evaluation, tidy
from londinium.kernel.words.errors import N_, InvalidOption, InvalidRecord, LondiniumError

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
VERDICT = re.compile(rf"#: ?(?=\S)(!!|\?\?|!\?|\?!|!|\?)?(?: ?points ({_NUMBER}))?(?: ?win ({_NUMBER}))?")
OPENS = re.compile(r"#\( ?((?:chance|\d) .*)")
GOES_ON = re.compile(r"#\| ?((?:chance|\d) .*)")
CLOSES = "#)"
LITERALLY = "#-"
"""Before a comment that would otherwise be taken for the heading of a part of the match."""
MOST_NESTED = 16
"""How deep variations of variations may go."""


# ── Moves ────────────────────────────────────────────────────────────────────


@entry
def written_move(match: Match, made: Ply) -> str:
    """A move as a line of a record."""
    return _written(made.seat, match.moves.text(made.move))


def _written(seat: int, move: str) -> str:
    return f"{'chance' if seat == CHANCE else seat} {move}"


@entry
def add_move(match: Match, content: str, source: str, line: int) -> None:
    """Make the move of a record's line; InvalidRecord says what is wrong with it."""
    who, _, notation = content.partition(" ")
    if who not in ("chance", *map(str, range(match.seats))):
        message = N_("a move begins with its seat, 0 to {last}, or with 'chance', not with '{word}'")
        raise InvalidRecord(source, line, message, last=match.seats - 1, word=who)
    if match.is_over:
        raise InvalidRecord(source, line, N_("the match is over, but there is another move"))
    seat = CHANCE if who == "chance" else int(who)
    try:
        match.apply(notation, seat, decided=match.forced(seat) is None)
    except LondiniumError as error:
        raise InvalidRecord(source, line, error) from None


# ── Writing remarks ──────────────────────────────────────────────────────────


def remark_lines(remark: Remark, heading: str = "") -> Iterator[str]:
    """What is said about a move, as the lines after it. `heading` is that of the part to which the next move belongs."""
    verdict = [remark.mark] if remark.mark else []
    numbers = (("points", remark.points), ("win", remark.win))
    verdict += [f"{name} {number!r}".removesuffix(".0") for name, number in numbers if number is not None]
    if verdict:
        yield f"#: {' '.join(verdict)}"
    yield from comment_lines(remark.comment, heading)
    for tried in remark.variations:
        for number, one in enumerate(tried.moves):
            yield f"#{'|' if number else '('} {_written(one.seat, one.move)}"
            yield from remark_lines(one.remark)
        yield CLOSES


def comment_lines(comment: str, heading: str = "") -> Iterator[str]:
    for line in comment.split("\n") if comment else ():
        yield f"{LITERALLY if line and line == heading else '#'} {line}".rstrip()


# ── Reading remarks ──────────────────────────────────────────────────────────


@dataclass
class _Said:
    """What has been read about one move so far."""

    mark: str = ""
    points: float | None = None
    win: float | None = None
    comments: list[str] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    def remark(self) -> Remark:
        return Remark(self.mark, self.points, self.win, tidy("\n".join(self.comments)), tuple(self.variations))


@dataclass
class _Line:
    """Moves that follow each other: the match itself, or a variation that is still open."""

    match: Match
    begun: int
    """The ply with which it begins."""
    opened_at: int = 0
    """The line of the file."""
    said: dict[int, _Said] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return self.match.ply == self.begun

    @property
    def latest(self) -> _Said:
        """What is said about the last move."""
        return self.said.setdefault(self.match.ply - 1, _Said())

    def variation(self) -> Variation:
        moves = []
        for ply in range(self.begun, self.match.ply):
            made, said = self.match.plies[ply], self.said.get(ply, _Said())
            moves.append(VariedMove(made.seat, self.match.moves.text(made.move), said.remark()))
        return Variation(tuple(moves))


class RemarkReader:
    """Gathers what a record says about its moves, beside the match that is being read."""

    def __init__(self, match: Match, source: str) -> None:
        self._source, self._lines = source, [_Line(match, 0)]
        self._opening: list[str] = []
        self._heading = ""

    def take(self, content: str, number: int) -> None:
        """A line that begins with #. What does not have the form of anything else is a comment."""
        current = self._lines[-1]
        if (found := VERDICT.fullmatch(content)) and not current.is_empty:
            mark, points, win = found.groups()
            self._judge(current.latest, mark or "", points, win, number)
        elif found := OPENS.fullmatch(content):
            self._open(found[1], number)
        elif (found := GOES_ON.fullmatch(content)) and len(self._lines) > 1:
            add_move(current.match, found[1], self._source, number)
        elif content == CLOSES and len(self._lines) > 1:
            self._lines.pop()
            self._lines[-1].latest.variations.append(current.variation())
        else:
            self._comment(content)

    def _judge(self, said: _Said, mark: str, points: str | None, win: str | None, number: int) -> None:
        said.mark = mark
        said.points, said.win = (None if each is None else float(each) for each in (points, win))
        try:
            check_evaluation(said.points, said.win)
        except InvalidOption as error:
            raise InvalidRecord(self._source, number, error) from None

    def _open(self, first: str, number: int) -> None:
        current = self._lines[-1]
        if current.is_empty:
            raise InvalidRecord(self._source, number, N_("a variation must come after the move that it replaces"))
        if len(self._lines) > MOST_NESTED:
            message = N_("variations may be nested at most {most} deep")
            raise InvalidRecord(self._source, number, message, most=MOST_NESTED)
        here = current.match.at(current.match.ply - 1)
        add_move(here, first, self._source, number)
        self._lines.append(_Line(here, here.ply - 1, number))

    def _comment(self, content: str) -> None:
        current, text = self._lines[-1], content[1:].strip()
        if len(self._lines) == 1:
            part = current.match.game.face.heading(current.match.position)
            if text == part and part != self._heading:
                self._heading = part
                return
            if content.startswith(LITERALLY) and text[1:].strip() == part:
                text = part
        (self._opening if current.is_empty else current.latest.comments).append(text)

    def check_closed(self, number: int) -> None:
        """Before a move of the match itself, and at the end."""
        if len(self._lines) > 1:
            message = N_("the variation that begins in line {begin} is not closed by a line '{close}'")
            raise InvalidRecord(self._source, number, message, begin=self._lines[-1].opened_at, close=CLOSES)

    def finish(self) -> None:
        """Give the match what was said about it."""
        main = self._lines[0]
        main.match.comment = tidy("\n".join(self._opening))
        found = ((ply, said.remark()) for ply, said in main.said.items())
        main.match.notes = {ply: remark for ply, remark in found if remark}
