"""The log of a match: rounds under headings, turns apart, what repeats itself in one line, what is of the past left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from londinium.kernel.contracts.drawing import HASHES_KEPT
from londinium.kernel.match import Match
from londinium.kernel.words.language import Language
from londinium.look.ink import escape
from londinium.look.parts import event_seat, seat_mark
from londinium.look.seats import letters


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, in words."""

    ply: int
    seat: int | None
    mark: str
    words: str
    heading: str
    """The part of the match that it belongs to, in words; empty for none."""
    lights: tuple[str, ...] = ()
    passing: bool = False
    step: int | None = None
    """The step of a replay that shows it."""


def entries_of(match: Match, seat: int | None, words: Language, names: Sequence[str], since: int = 0) -> list[LogEntry]:
    """What a seat may know of what happened from a ply on."""
    face, signs = match.game.face, letters(tuple(names))
    found, told_at, heading = list[LogEntry](), -1, ""
    for ply, event in match.events(seat, since):
        if ply != told_at:
            told_at, heading = ply, face.describe_heading(face.heading(match.position_at(ply)), words)
        whose = event_seat(event, match.seats)
        mark = seat_mark(whose, signs[whose]) if whose is not None else ""
        told = face.tell(event, words, names)
        found.append(LogEntry(ply, whose, mark, told, heading, tuple(face.lights(event)), face.is_passing(event)))
    return found


def log_lines(entries: Sequence[LogEntry], words: Language, own: int | None = None, since: int | None = None) -> list[str]:
    """The log as markup, line by line, the newest last. `own` is the reader's seat, `since` the ply of its last decision."""
    last = max((at for at, entry in enumerate(entries) if not entry.passing), default=-1)
    you, lines, heading = words.text("You"), list[str](), ""
    before: LogEntry | None = None
    count, begins = 0, True
    for entry in (entry for at, entry in enumerate(entries) if at > last or not entry.passing):
        if since is not None and entry.ply > since:
            since = None
            if lines:
                lines.append(_since(words.text("Since your last move")))
                before = None
        if entry.heading and entry.heading != heading:
            heading, before = entry.heading, None
            lines.append(_heading(heading))
        sign = you if own is not None and entry.seat == own else ""
        if before is not None and (entry.words, entry.seat) == (before.words, before.seat):
            count += 1
            lines[-1] = _line(before, count, begins, sign)
            continue
        begins = before is None or entry.seat != before.seat
        before, count = entry, 1
        lines.append(_line(entry, count, begins, sign))
    return lines


def log_list(lines: Iterable[str]) -> str:
    return f'<ol class="log">{"".join(lines)}</ol>'


@lru_cache(HASHES_KEPT)
def _line(entry: LogEntry, count: int, begins: bool, you: str) -> str:
    """A line; the first of a seat's turn says so, and so does one that is the reader's own."""
    kinds = " ".join(kind for kind, holds in (("turn", begins and entry.seat is not None), ("own", bool(you))) if holds)
    cls = f' class="{kinds}"' if kinds else ""
    lights = f' data-lights="{escape(" ".join(entry.lights))}" tabindex="-1"' if entry.lights else ""
    times = f' <b class="times">×{count}</b>' if count > 1 else ""
    sign = f'<i class="you">{escape(you)}</i> ' if you else ""
    told = f'<span class="log-mark">{entry.mark}</span><span>{sign}{escape(entry.words)}{times}</span>'
    if entry.step is not None:
        told = f'<button type="button" data-step="{entry.step}">{told}</button>'
    return f'<li data-ply="{entry.ply}"{cls}{lights}>{told}</li>'


@lru_cache(HASHES_KEPT)
def _heading(words: str) -> str:
    return f'<li class="log-head"><b>{escape(words)}</b></li>'


@lru_cache(HASHES_KEPT)
def _since(words: str) -> str:
    return f'<li class="since-mark"><span>{escape(words)}</span></li>'
