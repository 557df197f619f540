"""What is said about the moves of a match, in words: in the log, in a terminal, and beside the position of a replay."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.remarks import Remark, Variation
from londinium.kernel.views import ALL_EYES
from londinium.kernel.words.language import Language
from londinium.look.log import LogEntry
from londinium.look.parts import seat_mark
from londinium.look.seats import letters


def remark_words(match: Match, remark: Remark, words: Language) -> str:
    """A remark in one line: `?! (£41.2, 63%) The gate was better. Instead: place at the bridge gate ! (£44.8)`."""
    instead = [words.text("Instead: {moves}", moves=_varied(match, one, words)) for one in remark.variations]
    return " ".join(part for part in (_verdict(match, remark, words), *remark.comment.split("\n"), *instead) if part)


def _verdict(match: Match, remark: Remark, words: Language) -> str:
    """The mark, and what is expected: `?! (£41.2, 63%)`."""
    expected = [match.game.study.amount(remark.points, words)] if remark.points is not None else []
    expected += [words.per_cent(remark.win)] if remark.win is not None else []
    return " ".join(part for part in (remark.mark, f"({', '.join(expected)})" if expected else "") if part)


def _varied(match: Match, tried: Variation, words: Language) -> str:
    face, told = match.game.face, []
    for one in tried.moves:
        move = one.move if one.seat == CHANCE else face.describe_move(one.move, None, words)
        told.append(" ".join(part for part in (move, remark_words(match, one.remark, words)) if part))
    return words.apart(told)


def remark_entries(match: Match, eye: int | None, words: Language, since: int = 0) -> list[LogEntry]:
    """What is said about the moves from a ply on, as lines of the log; not about what still lies face down before somebody."""
    signs, entries = letters(match.names), []
    for ply, remark in sorted((ply, said) for ply, said in match.notes.items() if ply >= since):
        made = match.plies[ply]
        if eye != ALL_EYES and ply >= match.choice.since and match.choice.hides(made, eye):
            continue
        seat, sign = (None, "") if made.seat == CHANCE else (made.seat, seat_mark(made.seat, signs[made.seat]))
        entries.append(LogEntry(ply=ply, seat=seat, mark=sign, name="", words=remark_words(match, remark, words), said=True))
    return entries


def with_remarks(entries: Sequence[LogEntry], match: Match, eye: int | None, words: Language) -> list[LogEntry]:
    """A log with what is said about each move after what happened in it, and before all what is said about the match."""
    said = remark_entries(match, eye, words)
    found = [LogEntry(ply=0, seat=None, mark="", name="", words=line, said=True) for line in match.comment.split("\n") if line]
    for number, entry in enumerate(entries):
        found.append(entry)
        until = entries[number + 1].ply if number + 1 < len(entries) else match.ply
        while said and said[0].ply < until:
            found.append(msgspec.structs.replace(said.pop(0), heading=entry.heading, turn=entry.turn))
    return found + said
