"""An analysis in words and pictures, in a language: a note on every decision, to be shown beside the position it was made in."""

from __future__ import annotations

from typing import Any

import msgspec

from londinium.bots.search.foresight import is_alone
from londinium.kernel.contracts.drawing import OfferText, Scene
from londinium.kernel.contracts.study import Gap
from londinium.kernel.match import Match
from londinium.kernel.record import read_record
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.look.ink import escape
from londinium.look.parts import seat_mark
from londinium.look.seats import letters
from londinium.study.graph import SIZE_NAMES, Course, graph, shape
from londinium.study.verdicts import MISTAKE_SIZES, NONE, Analysis, Decision, Par, WeighedMove

MOST_LINES = 3
"""How many lines of the score sheet a reason names."""


class Note(msgspec.Struct, frozen=True):
    """A decision as it is shown. Every string is markup."""

    step: int
    """The step of the replay that shows the position in which it was made."""
    seat: int
    size: str
    part: str
    """The part of the table to bring to the front; empty for none."""
    markup: str
    ghosts: tuple[dict[str, str], ...]
    """What each of the best moves would change, drawn on the board: fragment name to SVG."""


class Notes(msgspec.Struct, frozen=True):
    """Everything that a page shows of an analysis."""

    graph: str
    notes: list[Note]
    own: tuple[str, ...]
    """The fragments on which a seat's moves are drawn for that seat alone."""
    summary: str
    par: str

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)


def notes(analysis: Analysis, match: Match, code: str = "en") -> Notes:
    words = match.words(code)
    course = Course.of(match)
    written = [_note(decision, match, course, words) for decision in analysis.decisions]
    own = match.game.study.OWN if match.seats > 1 else ()
    return Notes(graph(analysis, match, words), written, own, summary(analysis, match, words), par(analysis, match, words))


def _note(decision: Decision, match: Match, course: Course, words: Language) -> Note:
    here, seat = match.at(decision.ply), decision.seat
    told, effects = named(here, seat, words)
    sign = seat_mark(seat, letters(match.names)[seat])
    head = words.named(escape(match.names[seat]), f"<b>{escape(told[decision.played.move].label)}</b>")
    # The better moves, and the one played: both can be seen on the board.
    shown = [*decision.best, *([decision.played] if decision.played.move not in {one.move for one in decision.best} else [])]
    best = "".join(_choice(number, choice, decision, told, match, words) for number, choice in enumerate(shown))
    label, sentence = escape(words.text("Best moves")), escape(why(decision, match, words, told, effects))
    markup = (
        f'<article class="judged {decision.size}"><h3>{sign}<span>{head}</span>{verdict(decision, match, words)}</h3>'
        f'<p class="why">{sentence}</p><ol class="best" aria-label="{label}">{best}</ol></article>'
    )
    study = match.game.study
    ghosts = tuple({study.drawn_on(name, seat): drawn for name, drawn in told[choice.move].ghosts.items()} for choice in shown)
    return Note(course.step_before(decision.ply), seat, decision.size, study.part_of(seat), markup, ghosts)


def named(here: Match, seat: int, words: Language) -> tuple[dict[str, OfferText], dict[str, Any]]:
    """A seat's legal moves as its table would offer them, and their effects."""
    view = here.view(seat, refusals=False)
    offers = here.game.drawing.draw(view, Scene(words, here.names)).offers
    return offers, {offer.move: offer.effect for offer in view.offers}


def verdict(decision: Decision, match: Match, words: Language) -> str:
    """The size of a mistake, as a shape and in words, and what it cost."""
    if decision.size == NONE:
        text = words.text("the best move") if decision.played.move == decision.best[0].move else words.text("a good move")
        return f'<span class="verdict">{escape(text)}</span>'
    told = escape(f"{words.text(SIZE_NAMES[decision.size])} {cost(decision, match, words)}")
    return f'<span class="verdict">{shape(decision.size)} {told}</span>'


def cost(decision: Decision, match: Match, words: Language) -> str:
    """What a decision cost: `−£3.2, −6%`."""
    # Where the others do not matter, what is lost are points.
    points = decision.loss if is_alone(match.game) else decision.points_lost
    parts = [f"−{match.game.study.amount(points, words)}"] if points >= 0.05 else []
    if decision.win_lost is not None and decision.win_lost >= 0.005:
        parts.append(f"−{words.per_cent(decision.win_lost)}")
    # What helps the others as much as it would have brought in is lost all the same.
    lead = words.text("lead −{amount}", amount=match.game.study.amount(decision.loss, words))
    return ", ".join(parts) or lead


def why(decision: Decision, match: Match, words: Language, told: dict[str, OfferText], effects: dict[str, Any]) -> str:
    """One plain sentence: what the best move has that the played one lacks."""
    best, played = decision.best[0], decision.played
    if best.move == played.move:
        return words.text("Nothing better was found.")
    if decision.size == NONE:
        return words.text("The best moves are about equally good.")
    return why_better(best, played, match, words, told, effects)


def why_better(
    best: WeighedMove, other: WeighedMove, match: Match, words: Language, told: dict[str, OfferText], effects: dict[str, Any]
) -> str:
    """The game's own sentence on why a move is better than another."""
    more = _main_lines(match, best, other)
    gap = Gap(told[best.move].label, more, best.points - other.points, effects[best.move], effects[other.move])
    return match.game.study.reason(gap, words)


def _main_lines(match: Match, best: WeighedMove, played: WeighedMove) -> dict[str, float]:
    """The lines of the score sheet in which two moves differ most: what the better one gains, then what it loses."""
    more = zip(match.game.score_lines, (b - p for b, p in zip(best.lines, played.lines, strict=True)), strict=True)
    largest = sorted(more, key=lambda line: -abs(line[1]))[:MOST_LINES]
    return dict(sorted(largest, key=lambda line: -line[1]))


def _choice(
    number: int, choice: WeighedMove, decision: Decision, told: dict[str, OfferText], match: Match, words: Language
) -> str:
    """One of the best moves, as a button that draws it on the board."""
    chance = f"<span>{escape(words.per_cent(choice.win))}</span>" if choice.win is not None else ""
    is_own, mine = choice.move == decision.played.move, escape(words.text("played"))
    own, played = (' class="own"', f"<em>{mine}</em>") if is_own else ("", "")
    return (
        f'<li{own}><button type="button" data-choice="{number}" aria-pressed="false"><b>{escape(told[choice.move].label)}</b>'
        f"<span>{escape(match.game.study.amount(choice.points, words))}</span>{chance}{played}</button></li>"
    )


def summary(analysis: Analysis, match: Match, words: Language) -> str:
    """A row per seat: how many mistakes of each size, and what a decision cost on average."""
    heads = "".join(f'<th scope="col">{shape(size)} {escape(words.text(SIZE_NAMES[size]))}</th>' for size in MISTAKE_SIZES)
    rows = []
    for seat, name in enumerate(match.names):
        counts = "".join(f"<td>{sum(d.size == size for d in analysis.mistakes(seat))}</td>" for size in MISTAKE_SIZES)
        mean = match.game.study.amount(analysis.mean_loss(seat), words)
        sign = seat_mark(seat, letters(match.names)[seat])
        rows.append(f'<tr><th scope="row">{sign} {escape(name)}</th>{counts}<td>{escape(mean)}</td></tr>')
    who, mean = escape(words.text("Player")), escape(words.text("Loss per decision"))
    return (
        f'<table class="judged-sum"><thead><tr><th scope="col">{who}</th>{heads}<th scope="col">{mean}</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def par(analysis: Analysis, match: Match, words: Language) -> str:
    """The best possible totals, each beside what was played."""
    return "".join(_par(one, match, words) for one in analysis.par)


def _par(one: Par, match: Match, words: Language) -> str:
    draw = match.game.study.draw_par
    assert draw is not None, "a game that finds a best total can draw it"
    best = read_record(one.record, beside=match)
    facts = {"player": match.names[one.seat], "played": one.played, "total": one.total, "bound": one.bound}
    text = words.text(_par_words(one), **facts)
    sign = seat_mark(one.seat, letters(match.names)[one.seat])
    head = f"<h3>{sign} {escape(match.names[one.seat])}</h3><p>{escape(text)}</p>"
    return f'<section class="par">{head}{draw(match, best, one.seat, words)}</section>'


def _par_words(one: Par) -> str:
    """What is proved and what was merely found are never put in the same words."""
    if one.played == one.total == one.bound:
        return N_("{player} reached {played} with these cards, and it is proved that no play can score more.")
    if one.total == one.bound:
        return N_("{player} reached {played}; the best possible with the same cards is {total}, which is proved.")
    if one.played == one.total:
        return N_("{player} reached {played} with these cards, and nothing better was found.")
    return N_("{player} reached {played}; the best found with the same cards is {total}, and nobody can reach more than {bound}.")
