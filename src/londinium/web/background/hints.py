"""Hints at a live table: what the search thinks of a decision, for whoever asks there."""

from __future__ import annotations

from html import escape

from londinium.bots.search.search import Budget, Search, Thoughts
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.match import Match
from londinium.kernel.words.language import Language
from londinium.web.live.messages import HintBubble
from londinium.work.queue import Queue

HINT_SECONDS = 1.0
HINTS_SHOWN = 3


class Hints:
    """Thinks in a thread of its own, about one decision after the other; compiled code leaves the interpreter to the others."""

    def __init__(self) -> None:
        self._queue = Queue[None, None]("hints")
        self._minds: dict[str, Search] = {}

    async def hint(self, match: Match, seat: int, words: Language) -> HintBubble:
        """The best moves in a bubble, and the very best on the board. The match must be a snapshot that nobody changes."""
        thoughts = await self._queue.do(self._queue.in_thread(lambda: self._think(match, seat)))
        return told(thoughts, match, seat, words)

    def _think(self, match: Match, seat: int) -> Thoughts:
        mind = self._minds.setdefault(match.game.slug, Search(match.game))
        return mind.think(match, seat, Budget(seconds=HINT_SECONDS))

    async def close(self) -> None:
        await self._queue.close()


def told(thoughts: Thoughts, match: Match, seat: int, words: Language) -> HintBubble:
    offers = match.game.drawing.draw(match.view(seat, refusals=False), Scene(words, match.names)).offers
    amount = match.game.study.amount
    rows = "".join(
        f"<li><b>{escape(offers[idea.move].label)}</b> {escape(amount(idea.points, words))}</li>"
        for idea in thoughts.ideas[:HINTS_SHOWN]
    )
    title = escape(words.text("Good moves, and what to expect in the end:"))
    return HintBubble(thoughts.best, f"<p>{title}</p><ol>{rows}</ol>", offers[thoughts.best].ghosts)
