"""Hints at a live table: good moves for whoever asks there, with the reasons that an analysis would give afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape

from londinium.bots.search.comparison import Judge
from londinium.kernel.contracts.drawing import OfferText
from londinium.kernel.match import Match
from londinium.kernel.registry import games
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language
from londinium.study.analysis import Advised, Effort, advise, new_judge, try_advice
from londinium.study.notes import named, why_better
from londinium.web.live.messages import HintBubble
from londinium.work.queue import Queue

NOTED = N_("From now on this match does not count in rankings and statistics.")


class Hints:
    """Thinks in a thread of its own, about one decision after the other; compiled code leaves the interpreter to the others."""

    def __init__(self) -> None:
        self._queue = Queue[None, None]("hints")
        self._judges: dict[str, Judge] = {}

    async def hint(self, match: Match, seat: int, words: Language, *, first: bool = False) -> HintBubble:
        """The best moves in words, and the very best on the board. The match must be a snapshot that nobody changes. With the
        first hint of a match it is said that the match counts no longer.
        """
        advice = await self._queue.do(self._queue.in_thread(lambda: self._think(match, seat)))
        return told(advice, match, seat, words, first=first)

    def _think(self, match: Match, seat: int) -> tuple[Advised, ...]:
        # As many simulations as an analysis: what was advised here must not be a mistake there.
        effort = Effort(simulations=match.game.study.SIMULATIONS)
        slug = match.game.slug
        if slug not in self._judges:
            self._judges[slug] = new_judge(match, effort)
        return advise(self._judges[slug], match, seat, effort)

    async def warm_up(self) -> None:
        """Compile what hints need, or fetch it from disk, before the first one is asked for; nobody else waits for it."""
        for game in games():
            await self._queue.do(self._queue.in_thread(partial(try_advice, game)))

    async def close(self) -> None:
        await self._queue.close()


def told(advice: Sequence[Advised], match: Match, seat: int, words: Language, *, first: bool = False) -> HintBubble:
    """Every number says how far a move is behind the one before all others, so that their order is the order of the numbers."""
    offers, effects = named(match, seat, words)
    best = advice[0].choice
    amount = match.game.study.amount
    expected = words.text("about {amount} in the end", amount=amount(best.points, words))
    if best.win is not None:
        expected += ", " + words.text("{chance} % for the first place", chance=f"{100 * best.win:.0f}")
    rows = [_row(offers[best.move], expected)]
    for one in advice[1:]:
        less = words.text("about as good") if one.is_equal else words.text("worth {amount} less", amount=amount(one.loss, words))
        rows.append(_row(offers[one.choice.move], less))
    worse = [one.choice for one in advice[1:] if not one.is_equal]
    # Why a thing is better than another says more than why one way to it is better than another; a move's last word is the thing.
    other = next((one for one in worse if one.move.split()[-1] != best.move.split()[-1]), worse[0] if worse else None)
    if other is not None:
        reason = why_better(best, other, match, words, offers, effects)
    elif len(advice) > 1:
        reason = words.text("The best moves are about equally good.")
    else:
        reason = words.text("Nothing better was found.")
    title, noted = words.text("Good moves"), f'<p class="noted">{escape(words.text(NOTED))}</p>' if first else ""
    markup = f"<h2>{escape(title)}</h2><ol>{''.join(rows)}</ol><p>{escape(reason)}</p>{noted}"
    return HintBubble(best.move, markup, offers[best.move].ghosts)


def _row(offer: OfferText, said: str) -> str:
    """A move as its button names it, gain and all, and what is to be said of it."""
    gain = f" <em>{escape(offer.gain)}</em>" if offer.gain else ""
    return f"<li><b>{escape(offer.label)}</b>{gain}<span>{escape(said)}</span></li>"
