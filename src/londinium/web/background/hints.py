"""Hints at a live table: good moves for players who ask there, with the reasons that an analysis would give afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from londinium.bots.search.comparison import Judge
from londinium.bots.search.thinker import Thinker
from londinium.kernel.contracts.drawing import OfferText
from londinium.kernel.game import Game
from londinium.kernel.interpreted import loading
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.study.analysis import Advised, Effort, advise, ask_advice, new_judge
from londinium.study.notes import named, why_better
from londinium.study.worth import meaning_of_worth, worth_less
from londinium.table.errors import NotAllowed
from londinium.web.background.preparation import Preparation
from londinium.web.http.metrics import Metrics
from londinium.web.live.device import Device
from londinium.web.live.messages import HintBubble
from londinium.work.queue import Queue
from londinium.work.turns import Ticket

MOST_HINTS_WAITING = 120
MOST_HINTS_OF_ONE = 40
"""Of one visitor: a class of pupils behind one address may all ask."""
NOTED = N_("From now on this match does not count towards rankings and statistics.")


class Hints:
    """Thinks in a thread of its own, about one decision after the other; compiled code leaves the interpreter to the others.
    Where there is a thinker elsewhere, it is asked instead.
    """

    def __init__(
        self,
        metrics: Metrics,
        new_thinker: Callable[[Game, Effort], Thinker] | None = None,
        preparation: Preparation | None = None,
    ) -> None:
        self._metrics, self._preparation = metrics, preparation
        self._queue = Queue[None, None]("hints", longest=MOST_HINTS_WAITING, longest_of_one=MOST_HINTS_OF_ONE)
        self._judges: dict[str, Judge] = {}
        self._new_thinker = new_thinker

    async def hint(
        self,
        match: Match,
        seat: int,
        words: Language,
        *,
        first: bool = False,
        device: Device | None = None,
        ticket: Ticket | None = None,
    ) -> HintBubble:
        """The best moves in words, and the very best on the board. The match must be a snapshot that nobody changes. With the
        first hint of a match it is said that the match counts no longer. A device may think about it first. NotAllowed if too
        many are waiting.
        """
        # As many simulations as an analysis: what was advised here must not be a mistake there.
        effort = Effort(simulations=match.game.study.SIMULATIONS)
        advice = await device.advise(match, seat, effort) if device is not None else None
        if advice is not None:
            return told(advice, match, seat, words, first=first)
        if self._preparation is not None and not await self._preparation.can_hint(match.game):
            raise NotAllowed(N_("the rules are still being compiled; hints come in about a minute"))
        self._metrics.count("thoughts", by="server", kind="hint")
        if self._new_thinker is not None:
            advice = await ask_advice(self._new_thinker(match.game, effort), match, seat, effort)
        else:
            ticket = ticket or Ticket()
            if self._queue.is_full_for(ticket.asker):
                raise NotAllowed(N_("too many hints are waiting; please try again in a moment"))
            advice = await self._queue.do(self._queue.in_thread(lambda: self._think(match, seat, effort)), ticket)
        return told(advice, match, seat, words, first=first)

    def before(self, ticket: Ticket) -> int:
        """How many hints come before one that waits with a ticket."""
        return self._queue.before(ticket) if ticket.called is not None else 0

    @property
    def length(self) -> int:
        """How many wait or are thought of."""
        return self._queue.length

    def _think(self, match: Match, seat: int, effort: Effort) -> tuple[Advised, ...]:
        slug = match.game.slug
        if slug not in self._judges:
            self._judges[slug] = new_judge(match, effort)
        with loading():
            return advise(self._judges[slug], match, seat, effort)

    @property
    def waiting(self) -> int:
        """How many hints wait or are under way."""
        return self._queue.length

    async def close(self) -> None:
        await self._queue.close()


def told(advice: Sequence[Advised], match: Match, seat: int, words: Language, *, first: bool = False) -> HintBubble:
    """Every number says how far a move is behind the one before all others, so that their order is the order of the numbers."""
    offers = named(match, seat, words)
    best = advice[0].choice
    amount = match.game.study.amount
    expected = words.text("about {amount} in the end", amount=amount(best.points, words))
    if best.win is not None:
        expected += ", " + words.text("{chance}% chance of first place", chance=f"{100 * best.win:.0f}")
    rows = [_row(offers[best.move], expected)]
    for one in advice[1:]:
        less = words.text("about as good") if one.is_equal else worth_less(one.loss, match.game, words)
        rows.append(_row(offers[one.choice.move], less))
    worse = [one.choice for one in advice[1:] if not one.is_equal]
    # Why a thing is better than another says more than why one way to it is better than another; a move's last word is the thing.
    other = next((one for one in worse if one.move.split()[-1] != best.move.split()[-1]), worse[0] if worse else None)
    if other is not None:
        reason = why_better(best, other, match, seat, words, offers)
    elif len(advice) > 1:
        reason = words.text("The best moves are about equally good.")
    else:
        reason = words.text("Nothing better was found.")
    title, noted = words.text("Good moves"), f'<p class="noted">{escape(words.text(NOTED))}</p>' if first else ""
    meant = f'<p class="measure">{escape(meaning_of_worth(match.game, match.seats, words))}</p>' if worse else ""
    markup = f"<h2>{escape(title)}</h2><ol>{''.join(rows)}</ol><p>{escape(reason)}</p>{meant}{noted}"
    return HintBubble(best.move, markup, offers[best.move].ghosts)


def _row(offer: OfferText, said: str) -> str:
    """A move as its button names it, gain and all, and what is to be said of it."""
    gain = f" <em>{escape(offer.gain)}</em>" if offer.gain else ""
    return f"<li><b>{escape(offer.label)}</b>{gain}<span>{escape(said)}</span></li>"
