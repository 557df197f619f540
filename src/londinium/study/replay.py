"""A match to watch again, step by step, as one seat saw it or as all did: pure data, with which a page needs no server.

A step shows the same fragments as a live table. Most of them stay from step to step, so each different version of a fragment is
there once, and a step only says which versions are new. A page showing a replay can go from any step to any other by swapping the
fragments in which the two differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from londinium.kernel.contracts.drawing import Prompt, Scene
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match, Ply
from londinium.kernel.views import ALL_EYES, View
from londinium.kernel.words.language import Language
from londinium.look.ink import unbroken
from londinium.look.log import LogEntry, entries_of, headline, log_lines, log_list
from londinium.look.remark_words import remark_entries, with_remarks
from londinium.study.frames import Frames


class ReplayStep(msgspec.Struct, frozen=True):
    """A moment at which a replay stops."""

    ply: int
    """How many moves have been made."""
    change: dict[str, int]
    """The fragments that differ from the step before, and which of their versions is shown now."""


class OwnDecision(msgspec.Struct, frozen=True):
    """A choice between several moves that a seat had: a reader can go on from there in its place."""

    seat: int
    ply: int
    since: int
    """From which ply on it could have been made: what several decide at the same time is open for a while."""
    part: str
    """The part of the match in words, `Round 5`; empty if it has none."""


class Replay(msgspec.Struct, frozen=True):
    """A match from one point of view. Every string is markup."""

    layout: str
    """The skeleton of the table, with a slot for every fragment."""
    fragments: dict[str, list[str]]
    """Every version of every fragment, in the order in which they first appear."""
    steps: list[ReplayStep]
    turns: list[int]
    """The steps after which somebody else acts, or all together: between them are the single decisions of a turn."""
    parts: list[int]
    """The steps with which a new part of the match begins: a round."""
    decisions: list[OwnDecision]
    log: str
    """Everything that happened, a turn in a line; each thing in it is a button that names its step."""
    final: str
    """The score sheets, if the match is over."""

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)


def replay(match: Match, code: str = "en", eye: int = ALL_EYES) -> Replay:
    """The whole match, in a language, as a seat sees it; by default nothing is hidden."""
    words = match.words(code)
    scene, plies = Scene(words, match.names), stops(match)
    entries = entries_of(match, eye, words, match.names)
    frames, steps = Frames(), []
    for number, ply in enumerate(plies):
        here = match.at(ply)
        view = here.view(eye, refusals=False, offers=False)
        drawn = match.game.drawing.draw(view, scene)
        since = plies[number - 1] if number else 0
        told = [entry for entry in entries if since <= entry.ply < ply]
        # The text says whom a match is waiting for only where it still is.
        coming = _next(match, view, words) if ply == match.ply else ""
        remark = _remark(remark_entries(here, eye, words, since))
        bar = _ending(drawn.prompt, remark, words) if view.outcome else _bar(told, number == 0, coming, remark, words)
        steps.append(ReplayStep(ply, frames.add({**drawn.fragments, "prompt": bar})))
    return Replay(
        layout=match.game.drawing.layout(match.seats, None if eye == ALL_EYES else eye, scene),
        fragments=frames.versions,
        steps=steps,
        turns=turns(match, plies),
        parts=_parts(match, plies),
        decisions=decisions(match, words),
        log=_log(with_remarks(entries, match, eye, words), plies, words),
        final=_outcome(drawn.prompt) + final_sheets(match, words) if match.is_over else "",
    )


def stops(match: Match) -> list[int]:
    """The plies at which a replay stops: after every decision with what follows from it by itself, and after every row of
    reveals, but only where there is something to tell. They are the same for every point of view.
    """
    telling = {ply for ply, _ in match.events(ALL_EYES)}
    found = [] if match.plies and match.plies[0].seat == CHANCE and not match.is_set_up else [0]
    told = False
    for ply in range(match.ply):
        told = told or ply in telling
        if told and (ply + 1 == match.ply or _begins(match.plies, ply + 1)):
            found.append(ply + 1)
            told = False
    return found if found and found[-1] == match.ply else [*found, match.ply]


def turns(match: Match, plies: Sequence[int]) -> list[int]:
    """The steps at which a turn is over. Several decisions of a seat in one go are one turn, and so is what several decide at the
    same time; what is revealed belongs to what is decided about it. The first and the last step are always among them.
    """
    between = [step for step in range(1, len(plies) - 1) if not _goes_on(match, plies[step])]
    return [0, *between, len(plies) - 1] if len(plies) > 1 else [0]


def _goes_on(match: Match, ply: int) -> bool:
    """Whether what is decided next belongs to what happened before."""
    under_way = match.at(ply).choice
    if match.plies[ply - 1].seat == CHANCE or (under_way.is_simultaneous and under_way.made):
        return True
    before = next((at for at in range(ply - 1, -1, -1) if match.plies[at].decided), None)
    after = next((at for at in range(ply, match.ply) if match.plies[at].decided), None)
    if before is None or after is None:
        return False
    choice = match.at(after).choice
    if choice.is_simultaneous or match.at(before).choice.is_simultaneous:
        return choice.is_simultaneous and choice.since <= before
    if match.seats == 1 and any(match.plies[at].seat == CHANCE for at in range(ply, after)):
        return False
    return match.plies[after].seat == match.plies[before].seat


def decisions(match: Match, words: Language) -> list[OwnDecision]:
    """Every choice between several moves that was made, in order."""
    found = []
    for ply, made in enumerate(match.plies):
        here = match.at(ply)
        if not made.decided or len(here.legal(made.seat)) < 2:
            continue
        part = match.game.face.describe_heading(match.game.face.heading(match.position_at(ply)), words)
        found.append(OwnDecision(made.seat, ply, open_since(here, made.seat), part))
    return found


def nearest_decision(found: Sequence[OwnDecision], ply: int, seats: Sequence[int]) -> OwnDecision | None:
    """The latest decision of these seats that is open at a ply or was made before it; at the beginning, the first.

    The page of a replay finds the same (`static/trial.js`).
    """
    own = [decision for decision in found if decision.seat in seats]
    return next((decision for decision in reversed(own) if decision.since <= ply), own[0] if own else None)


def open_since(here: Match, seat: int) -> int:
    """From which ply on a seat could decide what it decides here, as it learns nothing in between."""
    choice = here.choice
    own = [choice.since + k + 1 for k, made in enumerate(choice.made) if made.seat == seat]
    return max([choice.since, *own]) if choice.is_simultaneous else here.ply


def step_at(plies: Sequence[int], ply: int) -> int:
    """The step that shows a ply: the first that stops there or later."""
    return next((step for step, stop in enumerate(plies) if stop >= ply), len(plies) - 1)


def _begins(plies: Sequence[Ply], ply: int) -> bool:
    """Whether a decision or a row of reveals begins with this move."""
    return plies[ply].decided or (plies[ply].seat == CHANCE and plies[ply - 1].seat != CHANCE)


def _parts(match: Match, plies: Sequence[int]) -> list[int]:
    """Where the heading of the record changes; the first part needs no mark."""
    headings = [match.game.face.heading(match.position_at(ply)) for ply in plies[:-1]]
    return [step for step in range(1, len(headings)) if headings[step] != headings[step - 1]]


# ── Words ────────────────────────────────────────────────────────────────────


def _next(match: Match, view: View, words: Language) -> str:
    """Who decides now, as everybody would say it."""
    return match.game.face.prompt(msgspec.structs.replace(view, seat=None), words, match.names)


def _remark(said: Sequence[LogEntry]) -> str:
    """What is said about what has just happened; where it is long, the keyboard scrolls it."""
    told = "".join(f"<span>{escape(unbroken(entry.words))}</span> " for entry in said)
    return f'<p class="remark" tabindex="0">{told.strip()}</p>' if told else ""


def _bar(told: Sequence[LogEntry], begins: bool, coming: str, remark: str, words: Language) -> str:
    """What has just happened, and who decides next."""
    # What somebody did matters more than what it revealed.
    main = max(told, key=lambda entry: (entry.seat is not None, entry.beats), default=None)
    mark, first, rest = "", words.text("The match begins."), ""
    if not begins and main is not None:
        mark = _icon(main.mark) if main.mark else ""
        first, rest = headline(told, main)
    waits = f'<p class="coming">{escape(coming)}</p>' if coming else ""
    return (
        f'<div class="prompt-bar waiting">{mark}<p class="prompt-words"><strong>{escape(unbroken(first))}</strong>'
        f" <span>{escape(unbroken(rest))}</span></p>{remark}{waits}</div>"
    )


def _ending(prompt: Prompt, remark: str, words: Language) -> str:
    icon = _icon(prompt.icon) if prompt.icon else ""
    sheets = escape(words.text("Score sheets"))
    return (
        f'<div class="prompt-bar waiting {prompt.tint}">{icon}<p class="prompt-words"><strong>{escape(prompt.sentence)}</strong>'
        f" <span>{escape(prompt.help)}</span></p>{remark}"
        f'<div class="acts"><button type="button" data-open="final">{sheets}</button></div></div>'
    )


def _outcome(prompt: Prompt) -> str:
    return f'<div class="outcome"><p><strong>{escape(prompt.sentence)}</strong> {escape(prompt.help)}</p></div>'


def _icon(markup: str) -> str:
    return f'<span class="prompt-icon">{markup}</span>'


def _log(entries: Sequence[LogEntry], plies: Sequence[int], words: Language) -> str:
    """Everything that is told is a button that leads to its step."""
    stepped = [msgspec.structs.replace(entry, step=step_at(plies, entry.ply + 1)) for entry in entries]
    return log_list(log_lines(stepped, words))


def final_sheets(match: Match, words: Language) -> str:
    """The score sheets of a finished match, in a box of their own that scrolls where they are wider than a phone."""
    happened = tuple(event for _, event in match.events(ALL_EYES))
    sheets = match.game.drawing.final(match.view(ALL_EYES), Scene(words, match.names, happened))
    label = escape(words.text("Score sheets"))
    return f'<div class="sheets" role="region" tabindex="0" aria-label="{label}">{sheets}</div>'
