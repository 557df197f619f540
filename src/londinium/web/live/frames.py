"""What happened at a table since somebody was last told, step by step: a picture for everything that is worth being looked at.

The server makes the moves of bots, reveals and what follows of itself at once. So that a person can follow, a page is told of
them one after the other, each with how long it is worth being looked at; the page shows them at its reader's own pace. A step is
drawn from what a seat may know at that moment: what lay face down then lies face down in it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from londinium.kernel.contracts.drawing import Drawn, Prompt
from londinium.kernel.match import Match, Ply
from londinium.kernel.words.language import Language
from londinium.kernel.words.sentences import event_seat
from londinium.look.ink import escape
from londinium.look.log import BETWEEN_NOTES, LogEntry, LogLine, headline, lines_of, log_entry
from londinium.look.parts import prompt_bar
from londinium.table.table import Table

MOST_STEPS = 8
"""A viewer who has missed more than this is shown only the last few."""
LAST_FEW = 4
OWN = 0.4
"""Of what a move is worth, to the one who decided it: they know it already."""
FAR_BACK = 40
"""How many plies back to look for what somebody else did last."""


@dataclass(frozen=True)
class Step:
    """A moment to be looked at."""

    match: Match
    """The match as it stood then."""
    told: int
    """How many plies are in the log by then."""
    events: tuple[msgspec.Struct, ...]
    """What has just happened, as far as the viewer may know."""
    pause: float
    """How long it is looked at before the next step, in beats."""


def steps_since(match: Match, seat: int | None, told: tuple[Ply, ...]) -> list[Step]:
    """The steps from what a viewer was told to now; the last is the present. Where moves were taken back, it is the only one."""
    if told != match.plies[: len(told)]:
        return [Step(match, match.ply, (), 0)]
    found, events = list[Step](), list[msgspec.Struct]()
    for ply in range(len(told), match.ply):
        if _is_face_down(match, ply):
            # The player who made the last of these moves hears it.
            events += _events(match, ply, seat) if ply == match.ply - 1 and match.plies[ply].seat == seat else []
            continue
        new = _events(match, ply, seat)
        if (half := match.halfway(ply)) is not None:
            made = match.plies[ply]
            first = match.game.face.events(match.position_at(ply), half.position, made.seat, made.move, seat)
            found.append(Step(half, ply, (*events, *first), max(1, _pause(match, ply, first, seat))))
            new, events = [event for event in new if event not in first], []
        events += new
        if _goes_on(match, ply, seat):
            continue
        if pause := _pause(match, ply, new, seat):
            found.append(Step(match.at(ply + 1), ply + 1, tuple(events), pause))
            events = []
    if not found or found[-1].told != match.ply:
        found.append(Step(match, match.ply, tuple(events), 0))
    return found if len(found) <= MOST_STEPS else found[-LAST_FEW:]


def _goes_on(match: Match, ply: int, seat: int | None) -> bool:
    """Whether the same seat does the same again in the next move, and all of it is one thing to look at."""
    if ply + 1 == match.ply or match.plies[ply].seat != match.plies[ply + 1].seat:
        return False
    return _is_repeated(match, ply, seat) and _is_repeated(match, ply + 1, seat)


def _is_repeated(match: Match, ply: int, seat: int | None) -> bool:
    return any(match.game.face.is_repeated(event) for event in _events(match, ply, seat))


def is_in_the_middle(table: Table) -> bool:
    """Whether a bot has begun something that is one thing to look at and decides on: it is told when it is done."""
    match = table.match
    if match.is_over or not match.ply:
        return False
    made = match.plies[-1]
    if not made.decided or match.to_act != (made.seat,) or table.seats[made.seat].bot is None:
        return False
    asks = match.game.face.asks
    return _is_repeated(match, match.ply - 1, None) and asks(match.position) == asks(match.position_at(match.ply - 1))


def _events(match: Match, ply: int, seat: int | None) -> list[msgspec.Struct]:
    return [event for _, event in match.events(seat, ply, ply + 1)]


def _is_face_down(match: Match, ply: int) -> bool:
    """Whether a move is one of several choices made at the same time, with others still to come: nothing is seen of it."""
    before, after = match.at(ply).to_act, match.at(ply + 1).to_act
    return len(before) > 1 and bool(after) and set(after) <= set(before)


def _pause(match: Match, ply: int, events: Sequence[msgspec.Struct], seat: int | None) -> float:
    made, beats = match.plies[ply], match.game.face.beats
    own = made.decided and made.seat == seat
    return max((beats(event) * (OWN if own and _is_of(event, match, seat) else 1) for event in events), default=0.0)


def _is_of(event: msgspec.Struct, match: Match, seat: int | None) -> bool:
    return event_seat(event, match.seats) == seat


# ── Words ────────────────────────────────────────────────────────────────────


def telling_bar(step: Step, seat: int | None, words: Language) -> str:
    """The prompt of a seat while a step is looked at: what has just happened, in the words of the log."""
    face, names, prompt = step.match.game.face, step.match.names, Prompt("", tint="telling")
    if step.events:
        # What somebody did matters more than what it revealed, and what the viewer did matters most.
        whose = {seat: 2, None: 0}
        # What the rest has made a thing of the past is left out: a card that lay face down until all were turned over.
        told = [log_entry(face, event, words, names, seat) for event in step.events]
        told = [entry for entry in told if not entry.passing] or told
        main = max(told, key=lambda entry: (entry.beats, whose.get(entry.seat, 1)))
        prompt = Prompt(*headline(told, main), main.mark, "telling")
    return prompt_bar(Drawn({}, prompt, {}), words, mine=False, decides=seat is not None)


def last_action(match: Match, seat: int | None, words: Language) -> str:
    """What somebody else did last, as markup: a turn with all that belongs to it, or what all others did at the same time."""
    face, found, turn = match.game.face, list[LogEntry](), None
    for ply in range(match.ply - 1, max(-1, match.ply - 1 - FAR_BACK), -1):
        if _is_face_down(match, ply):
            continue
        seen = [event for event in _events(match, ply, seat) if face.beats(event)]
        told = [log_entry(face, event, words, match.names, seat) for event in seen]
        others = [entry for entry in told if entry.seat not in (None, seat)]
        position = match.position_at(ply)
        here = (face.heading(position), face.turn(position))
        if found and (here != turn or {entry.seat for entry in told} - {found[0].seat}):
            break
        if others:
            found, turn = others + found, here
        if len({entry.seat for entry in others}) > 1:
            break
    return _action(found)


def _action(told: Sequence[LogEntry]) -> str:
    """What was done, in a line that begins with the most important; the rest stands where there is room for it. Where several
    did something at once there is none, and their signs have to do for their names.
    """
    most = max((entry.beats for entry in told), default=0)
    main = {entry.words for entry in told if entry.beats == most}
    several = len({entry.seat for entry in told}) > 1
    lines = lines_of([entry for entry in told if not several or entry.words in main])
    return " ".join(f"{line.first.mark} {_name(line, several)} {_notes(line, main)}" for line in lines)


def _name(line: LogLine, several: bool) -> str:
    return f'<span class="unseen">{escape(line.first.name)}</span>' if several else escape(line.first.name)


def _notes(line: LogLine, main: Set[str]) -> str:
    first = replace(line, told=[(entry, count) for entry, count in line.told if entry.words in main])
    more = replace(line, told=[(entry, count) for entry, count in line.told if entry.words not in main])
    rest = f'<span class="more">{escape(BETWEEN_NOTES + more.notes)}</span>' if first.told and more.told else escape(more.notes)
    return escape(first.notes) + rest


def sounds_of(step: Step) -> list[str]:
    """What a step sounds like, each sound once."""
    return list(dict.fromkeys(sound for event in step.events if (sound := step.match.game.face.sound(event))))
