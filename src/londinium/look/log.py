"""The log of a match: rounds under headings, a turn in one line, repetitions only once, notes that have had their day gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from londinium.kernel.contracts.face import Face
from londinium.kernel.kept import kept
from londinium.kernel.match import Match
from londinium.kernel.words.language import Language
from londinium.kernel.words.sentences import event_seat, subject
from londinium.look.ink import escape
from londinium.look.parts import seat_mark
from londinium.look.seats import letters

BETWEEN_NOTES = " · "
"""What stands between the notes of a turn."""


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, in words."""

    ply: int
    seat: int | None
    mark: str
    name: str
    """Whose note it is, as it stands before it: `Wat:`, `You:`. Empty where the words are a sentence."""
    words: str
    heading: str = ""
    """The part of the match that it belongs to, in words; empty for none."""
    turn: int = 0
    own: bool = False
    """Whether it is the reader's own."""
    said: bool = False
    """Whether somebody said it about the match, and it did not happen in it."""
    lights: tuple[str, ...] = ()
    passing: bool = False
    beats: float = 0
    """How long it is worth looking at."""
    step: int | None = None
    """The step of a replay that shows it."""


class LogLine(msgspec.Struct, gc=False):
    """A line of the log: the notes of a turn, or a sentence; each with how often it is repeated."""

    told: list[tuple[LogEntry, int]]
    heading: str
    """The part of the match that begins with it; empty for none."""
    begins: bool
    """Whether somebody's turn begins with it."""
    new: bool
    """Whether what the reader has not seen yet begins with it."""

    @property
    def first(self) -> LogEntry:
        return self.told[0][0]

    def take(self, entry: LogEntry, *, new: bool) -> bool:
        """Take what belongs to the same turn, and of sentences the same one. In the reader's own turn none of that is new."""
        if (entry.seat, entry.heading) != (self.first.seat, self.first.heading) or (new and not entry.own):
            return False
        if bool(entry.name) != bool(self.first.name) or (entry.name and entry.turn != self.first.turn):
            return False
        same = next((at for at, (before, _) in enumerate(self.told) if before.words == entry.words), None)
        if same is not None:
            self.told[same] = (self.told[same][0], self.told[same][1] + 1)
        elif entry.name:
            self.told.append((entry, 1))
        return bool(entry.name) or same is not None

    @property
    def notes(self) -> str:
        """Without a name and without markup: `hostelry 20, strength 2 · card 1 ×2`."""
        return BETWEEN_NOTES.join(f"{entry.words} ×{count}" if count > 1 else entry.words for entry, count in self.told)

    @property
    def text(self) -> str:
        """Without markup: `Wat: hostelry 20, strength 2 · card 1 ×2`."""
        return f"{self.first.name} {self.notes}" if self.first.name else self.notes


# ── What happened ────────────────────────────────────────────────────────────


def log_entry(face: Face, event: msgspec.Struct, words: Language, names: Sequence[str], own: int | None) -> LogEntry:
    """An event in the words of the log. `own` is the reader's seat, which is called `You`."""
    seat = event_seat(event, len(names))
    mark = seat_mark(seat, letters(tuple(names))[seat]) if seat is not None else ""
    called = [words.text("You") if other == own else name for other, name in enumerate(names)]
    told = face.note(event, words, called)
    name = subject(called[seat], words) if told and seat is not None else ""
    return LogEntry(
        ply=0,
        seat=seat,
        mark=mark,
        name=name,
        words=told or face.tell(event, words, names),
        own=own is not None and seat == own,
        lights=tuple(face.lights(event)),
        passing=face.is_passing(event),
        beats=face.beats(event),
    )


def entries_of(
    match: Match, seat: int | None, words: Language, names: Sequence[str], since: int = 0, own: int | None = None
) -> list[LogEntry]:
    """What a seat may know about what happened from a ply on. `own` is the reader's seat, if it is to be called `You`."""
    face = match.game.face
    found, told_at, heading, turn = list[LogEntry](), -1, "", 0
    for ply, event in match.events(seat, since):
        if ply != told_at:
            told_at, position = ply, match.position_at(ply)
            heading, turn = face.describe_heading(face.heading(position), words), face.turn(position)
        told = log_entry(face, event, words, names, own)
        found.append(msgspec.structs.replace(told, ply=ply, heading=heading, turn=turn))
    return found


def lines_of(entries: Sequence[LogEntry], since: int | None = None) -> list[LogLine]:
    """The lines of the log, the newest last. `since` is the ply of the reader's last decision."""
    last = max((at for at, entry in enumerate(entries) if not entry.passing), default=-1)
    found, heading = list[LogLine](), ""
    for entry in (entry for at, entry in enumerate(entries) if at > last or not entry.passing):
        new = since is not None and entry.ply > since
        if found and found[-1].take(entry, new=new):
            continue
        begins = entry.seat is not None and (bool(entry.name) or not found or found[-1].first.seat != entry.seat)
        changed = entry.heading if entry.heading != heading else ""
        found.append(LogLine([(entry, 1)], changed, begins, new and bool(found)))
        heading, since = changed or heading, None if new else since
    return found


def headline(entries: Sequence[LogEntry], main: LogEntry) -> tuple[str, str]:
    """What has just happened: the main thing, as often as it was done, with the name before it, and all the rest."""
    first = [entry for entry in entries if (entry.seat, entry.words) == (main.seat, main.words)]
    rest = [entry for entry in entries if entry not in first]
    going_on = [entry for entry in rest if main.name and entry.name and entry.seat == main.seat]
    told = [line.notes for line in lines_of(going_on)] + [line.text for line in lines_of([e for e in rest if e not in going_on])]
    return lines_of(first)[0].text, " ".join(told)


# ── Markup ───────────────────────────────────────────────────────────────────


def log_lines(entries: Sequence[LogEntry], words: Language, since: int | None = None) -> list[str]:
    """The log as markup, line by line, with headings and the mark of what is new."""
    you, lines = words.text("You"), list[str]()
    for line in lines_of(entries, since):
        if line.new:
            lines.append(_since(words.text("Since your last move")))
        if line.heading:
            lines.append(_heading(line.heading))
        lines.append(_line(tuple(line.told), line.begins, you))
    return lines


def log_list(lines: Iterable[str]) -> str:
    return f'<ol class="log">{"".join(lines)}</ol>'


@kept
def _line(told: tuple[tuple[LogEntry, int], ...], begins: bool, you: str) -> str:
    """A line; one with which a turn begins says so, and so does the reader's own."""
    first = told[0][0]
    kinds = " ".join(kind for kind, holds in (("log-turn", begins), ("own", first.own), ("said", first.said)) if holds)
    cls = f' class="{kinds}"' if kinds else ""
    sign = f'<i class="you">{escape(you)}</i> ' if first.own else ""
    name = f'<b class="log-name">{escape(first.name)}</b> ' if first.name else sign
    notes = BETWEEN_NOTES.join(_note(entry, count) for entry, count in told)
    return f'<li data-ply="{first.ply}"{cls}><span class="log-mark">{first.mark}</span><span>{name}{notes}</span></li>'


def _note(entry: LogEntry, count: int) -> str:
    times = f' <b class="times">×{count}</b>' if count > 1 else ""
    lights = f' data-lights="{escape(" ".join(entry.lights))}"' if entry.lights else ""
    if entry.step is not None:
        return f'<button type="button" data-step="{entry.step}"{lights}>{escape(entry.words)}{times}</button>'
    return f'<span{lights} tabindex="-1">{escape(entry.words)}{times}</span>' if lights else f"{escape(entry.words)}{times}"


@kept
def _heading(words: str) -> str:
    return f'<li class="log-head"><b>{escape(words)}</b></li>'


@kept
def _since(words: str) -> str:
    return f'<li class="since-mark"><span>{escape(words)}</span></li>'
