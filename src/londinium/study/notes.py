"""An analysis in words and pictures, in a language: a note on every decision, to be shown beside the position it was made in."""

from __future__ import annotations

import msgspec

from londinium.kernel.contracts.drawing import OfferText, Scene
from londinium.kernel.match import Match
from londinium.kernel.record import read_record
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.look.ink import escape
from londinium.look.parts import seat_mark
from londinium.look.seats import letters
from londinium.study.graph import Course, graph, shape
from londinium.study.reasons import gap_of, reason_of, told_apart
from londinium.study.verdicts import MISTAKE_SIZES, NONE, Analysis, Decision, Par, WeighedMove
from londinium.study.worth import SIZE_NAMES, meaning_of_worth, mistake_words


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
    told = named(here, seat, words)
    sign = seat_mark(seat, letters(match.names)[seat])
    head = words.named(escape(match.names[seat]), f"<b>{escape(played_name(decision, here, words, told))}</b>")
    # The better moves, and the one played: both can be seen on the board.
    shown = [*decision.best, *([decision.played] if decision.played.move not in {one.move for one in decision.best} else [])]
    best = "".join(_choice(number, choice, decision, told, match, words) for number, choice in enumerate(shown))
    label, sentence = escape(words.text("Best moves")), escape(why(decision, match, words, told))
    meant = f'<p class="measure">{escape(meaning_of_worth(match.game, match.seats, words))}</p>' if decision.is_mistake else ""
    markup = (
        f'<article class="judged {decision.size}"><h3>{sign}<span>{head}</span>{verdict(decision, match, words)}</h3>'
        f'<p class="why">{sentence}</p><ol class="best" aria-label="{label}">{best}</ol>{meant}</article>'
    )
    study = match.game.study
    ghosts = tuple({study.drawn_on(name, seat): drawn for name, drawn in told[choice.move].ghosts.items()} for choice in shown)
    return Note(course.step_before(decision.ply), seat, decision.size, study.part_of(seat), markup, ghosts)


def named(here: Match, seat: int, words: Language) -> dict[str, OfferText]:
    """A seat's legal moves as its table would offer them."""
    return here.game.drawing.draw(here.view(seat, refusals=False), Scene(words, here.names)).offers


def played_name(decision: Decision, here: Match, words: Language, told: dict[str, OfferText]) -> str:
    """The played move; where it was a mistake, told from the better one."""
    best, played = decision.best[0], decision.played
    if not decision.is_mistake or best.move == played.move:
        return told[played.move].label
    return told_apart(here.game, gap_of(best, played, here, decision.seat), told, words)[1]


def verdict(decision: Decision, match: Match, words: Language) -> str:
    """The size of a mistake, as a shape and in words, and what it cost."""
    if decision.size == NONE:
        text = words.text("the best move") if decision.played.move == decision.best[0].move else words.text("a good move")
        return f'<span class="verdict">{escape(text)}</span>'
    told = escape(mistake_words(decision.size, decision.loss, match.game, words))
    return f'<span class="verdict">{shape(decision.size)} {told}</span>'


def why(decision: Decision, match: Match, words: Language, told: dict[str, OfferText]) -> str:
    """One plain sentence: what the best move has that the played one lacks."""
    best, played = decision.best[0], decision.played
    if best.move == played.move:
        return words.text("Nothing better was found.")
    if decision.size == NONE:
        return words.text("The best moves are about equally good.")
    return why_better(best, played, match.at(decision.ply), decision.seat, words, told)


def why_better(best: WeighedMove, other: WeighedMove, here: Match, seat: int, words: Language, told: dict[str, OfferText]) -> str:
    """Why a move of a decision is better than another; the match stands there."""
    gap = gap_of(best, other, here, seat)
    return reason_of(here.game, gap, told_apart(here.game, gap, told, words)[0], words)


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
    who, mean = escape(words.text("Player")), escape(words.text("Worth lost per decision"))
    meant = escape(meaning_of_worth(match.game, match.seats, words))
    return (
        f'<table class="judged-sum"><thead><tr><th scope="col">{who}</th>{heads}<th scope="col">{mean}</th></tr></thead>'
        f'<tbody>{"".join(rows)}</tbody></table><p class="measure">{meant}</p>'
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
