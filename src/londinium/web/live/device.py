"""A player's device that thinks: errands go to a worker of their page, and what comes back is looked at before it is believed.

The server decides. It asks a device only about matches of one person who is compared with nobody, it ranks what comes back with
the same code as always, and whenever nothing good comes in time it thinks itself.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from math import prod
from random import SystemRandom
from typing import Any, TypeVar

import msgspec

from londinium.bots.far.errands import WrongAnswer
from londinium.bots.far.search import FarJudge, FarSearch
from londinium.bots.levels import LEVELS, ability_of, budget_of, nodes_for
from londinium.bots.search.comparison import Judge, Samples
from londinium.bots.search.forecast import Forecast
from londinium.bots.search.insight import is_foreseen
from londinium.bots.search.search import NODE_LIMIT, Budget, Search, Thoughts
from londinium.kernel.cells import WIDTHS
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.study.analysis import (
    IDEAS_SHOWN,
    Advised,
    AnalysisReport,
    Effort,
    ask_advice,
    ask_analysis,
    judged_plies,
    tree_size,
)
from londinium.study.verdicts import Analysis
from londinium.table.table import Table
from londinium.web.http.limits import LARGEST_THOUGHT
from londinium.web.http.metrics import Metrics

TRAVEL = 3.0
"""Seconds that an answer may be on its way."""
SLOWEST = 500
"""Simulations a second: a slower device is no help."""
UNHURRIED = 30.0
"""Seconds more for what nobody is in a hurry for, a trial and an analysis: a device may have other things to do. Of a page that
has gone one hears at once.
"""
DEVICE_TRIAL = Budget(simulations=64)
TRIAL_NODES = 512
MOST_FAILURES = 2
"""After this many thoughts that came to nothing a page is not asked again."""
FEWEST_SIMULATIONS = LEVELS["builder"].simulations or 0
"""A bot that thinks for a time must think more than the one that counts its simulations."""

LENT = b'{"lent":true}'
"""What a page is told when it is one of those who are asked."""
DOUBTED = 2
"""How many decisions of an analysis are judged here too."""

T = TypeVar("T")
SayErrand = Callable[[bytes], Awaitable[None]]


class DeviceGone(Exception):
    """The page went away, or says that it cannot."""


class DeviceAnswer(msgspec.Struct, frozen=True):
    """What a page says of an errand; see `static/thinking.js`."""

    number: int
    made: int = 0
    results: dict[str, int] = {}
    packed: bytes = b""
    """The rooms that were asked for, one after the other, deflated."""
    gone: bool = False
    failed: bool = False


_decoder = msgspec.json.Decoder(DeviceAnswer)


class Device:
    """One worker of a page. It has one thing to think about at a time."""

    def __init__(self, game: Game, say: SayErrand, metrics: Metrics) -> None:
        self._game, self._say, self._metrics = game, say, metrics
        self._number, self._failures = 0, 0
        self._waiting: asyncio.Future[DeviceAnswer] | None = None
        self._busy = self._closed = False
        self._patience = TRAVEL
        self._searches: dict[str, FarSearch] = {}

    @property
    def is_free(self) -> bool:
        return not self._busy and not self._closed and self._failures < MOST_FAILURES

    # ── Thoughts ─────────────────────────────────────────────────────────────

    def helps(self, bot: str) -> bool:
        """Whether it is asked about a bot's moves: not if that has the network, which a device does not have."""
        return not ability_of(bot, self._game).judges

    async def choose(self, bot: str, match: Match, seat: int) -> int | None:
        """The move of a bot; None if nothing came of it."""
        if not self.helps(bot):
            return None
        budget, ability = budget_of(bot, match.game), ability_of(bot, match.game)

        async def chosen() -> int:
            if bot not in self._searches:
                few = budget.simulations
                nodes = NODE_LIMIT if few is None else nodes_for(few, self._game)
                self._searches[bot] = FarSearch(
                    self._game,
                    self._ask,
                    nodes=nodes,
                    knows_network=True,
                    settings=dict(ability.settings),
                    neglects=ability.neglects,
                )
            thoughts = await self._searches[bot].think_elsewhere(match, seat, budget)
            if budget.seconds is not None and thoughts.simulations < FEWEST_SIMULATIONS:
                raise WrongAnswer
            return match.moves.parse(thoughts.best)

        return await self._thought("bot", chosen(), _limit(budget))

    async def advise(self, match: Match, seat: int, effort: Effort) -> tuple[Advised, ...] | None:
        """Good moves for a decision, as `study.analysis.advise` finds them; None if nothing came of it."""
        if is_foreseen(match):
            return None  # as above
        return await self._thought("hint", ask_advice(self._judge(effort), match, seat, effort), _longest(effort))

    async def analyse(self, match: Match, effort: Effort, report: AnalysisReport) -> Analysis | None:
        """All decisions of a match judged, without the best possible; None if nothing came of it. What is stored is seen by
        others too: some of it is thought here as well, and must be the same.
        """
        judge = DoubtedJudge(self._judge(effort), match, effort)
        return await self._thought("analysis", ask_analysis(judge, match, effort, report=report), UNHURRIED + _longest(effort))

    def _judge(self, effort: Effort) -> FarJudge:
        return FarJudge(self._game, self._ask, tree_size(effort))

    async def is_able(self, expected: Thoughts, match: Match) -> bool:
        """Whether the device thinks what this server has thought about a match, and quickly enough."""
        search = FarSearch(self._game, self._ask, nodes=TRIAL_NODES, settings={"foresight": 0.0})
        thoughts = await self._thought("trial", search.think_elsewhere(match, expected.seat, DEVICE_TRIAL), UNHURRIED)
        return thoughts is not None and thoughts.ideas == expected.ideas

    async def _thought(self, kind: str, asked: Coroutine[Any, Any, T], seconds: float) -> T | None:
        """What comes of thinking, if every answer comes within the given seconds and can be right."""
        self._busy, self._patience = True, seconds
        try:
            found = await asked
        except (TimeoutError, WrongAnswer, DeviceGone, LookupError, ValueError, OverflowError) as problem:
            self._failures += 1
            how = {TimeoutError: "late", DeviceGone: "gone"}.get(type(problem), "wrong")
            self._metrics.count("thoughts_refused", kind=kind, how=how)
            return None
        finally:
            self._busy = False
        if kind != "trial":
            self._metrics.count("thoughts", by="device", kind=kind)
        return found

    # ── Errands ──────────────────────────────────────────────────────────────

    async def _ask(self, errand: dict[str, Any]) -> Mapping[str, Any]:
        if self._closed:
            raise DeviceGone
        self._number += 1
        self._waiting = asyncio.get_running_loop().create_future()
        try:
            await self._say(msgspec.json.encode({"number": self._number, "errand": errand}))
            async with asyncio.timeout(self._patience):
                answer = await self._waiting
        finally:
            self._waiting = None
        if answer.failed:
            raise DeviceGone
        rooms = {} if answer.gone else unpacked(answer.packed, errand)
        return {"made": answer.made, "results": answer.results, "rooms": rooms, "gone": answer.gone}

    def hear(self, text: str | bytes) -> None:
        """What the page says. An answer to an errand that nobody is waiting for now came too late, and is ignored."""
        waiting = self._waiting
        if waiting is None or waiting.done():
            return
        try:
            answer = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            waiting.set_exception(WrongAnswer())
            return
        if answer.number == self._number:
            waiting.set_result(answer)

    def close(self) -> None:
        """The page has gone; nobody need wait for it."""
        self._closed = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(DeviceGone())


class DoubtedJudge:
    """A judge elsewhere, some of whose judgements, drawn by lot, are made here too."""

    def __init__(self, far: FarJudge, match: Match, effort: Effort) -> None:
        self._far, self._near = far, Judge(match.game, tree_size(effort))
        plies = judged_plies(match)
        self._doubted = set(SystemRandom().sample(plies, min(DOUBTED, len(plies))))
        self._thought: tuple[Budget, Thoughts] | None = None

    @property
    def is_alone(self) -> bool:
        return self._far.is_alone

    async def think(self, match: Match, seat: int, budget: Budget) -> Thoughts:
        thoughts = await self._far.think(match, seat, budget)
        self._thought = budget, thoughts
        return thoughts

    async def compare(self, match: Match, seat: int, moves: Sequence[int], most: int, seconds: float | None = None) -> Samples:
        samples = await self._far.compare(match, seat, moves, most, seconds)
        if match.ply in self._doubted and self._thought is not None:
            budget, thoughts = self._thought
            own, its = await asyncio.to_thread(self._again, match, seat, budget, moves, most)
            if own.ideas != thoughts.ideas or its != samples:
                raise WrongAnswer
        return samples

    async def settle(self, match: Match, seat: int) -> Samples | None:
        samples = await self._far.settle(match, seat)
        if match.ply in self._doubted and await asyncio.to_thread(self._near.settle, match, seat) != samples:
            raise WrongAnswer
        return samples

    async def forecast(self, match: Match, count: int) -> Forecast:
        forecast = await self._far.forecast(match, count)
        if match.ply in self._doubted and await asyncio.to_thread(self._near.forecast, match, count) != forecast:
            raise WrongAnswer
        return forecast

    def _again(self, match: Match, seat: int, budget: Budget, moves: Sequence[int], most: int) -> tuple[Thoughts, Samples]:
        return self._near.think(match, seat, budget), self._near.compare(match, seat, moves, most)


def _limit(budget: Budget) -> float:
    return TRAVEL + (budget.seconds or 0.0) + (budget.simulations or 0) / SLOWEST


def _longest(effort: Effort) -> float:
    """Seconds for finding good moves, or for comparing some of them."""
    return _limit(effort.budget) + (IDEAS_SHOWN + 1) * effort.samples / SLOWEST


def unpacked(packed: bytes, errand: Mapping[str, Any]) -> dict[str, bytes]:
    """The rooms that an errand asks for, which must have exactly their size."""
    asked = {name: errand["rooms"][name] for name in errand["give"]}
    sizes = {name: prod(room["shape"]) * WIDTHS[room["item"]] for name, room in asked.items()}
    opened = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        data = opened.decompress(packed, sum(sizes.values()) + 1)
    except zlib.error:
        raise WrongAnswer from None
    if len(data) != sum(sizes.values()):
        raise WrongAnswer
    found, at = {}, 0
    for name, size in sizes.items():
        found[name], at = data[at : at + size], at + size
    return found


# ── All of them ──────────────────────────────────────────────────────────────


class Devices:
    """The devices that think at this server: by what they think about, a table or its replay."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._lent: dict[str, list[Device]] = {}
        self._trials: dict[str, tuple[Match, asyncio.Task[Thoughts]]] = {}

    def find(self, table: Table) -> Device | None:
        """A device that could think at a table now; it was let in only where one person plays who is compared with nobody."""
        return self.free(table.id)

    def find_for_replay(self, table: Table) -> Device | None:
        """A device that could judge a match that is over now."""
        return self.free(replay_name(table))

    def free(self, about: str) -> Device | None:
        return next((device for device in self._lent.get(about, ()) if device.is_free), None)

    async def lend(self, about: str, game: Game, say: SayErrand, hear: Callable[[], Awaitable[str | bytes | None]]) -> None:
        """A page thinks about something, until it goes away."""
        device = Device(game, say, self._metrics)
        listening = asyncio.create_task(self._listen(device, hear))
        try:
            match, expected = await self._trial(game)
            if await device.is_able(expected, match):
                self._lent.setdefault(about, []).append(device)
                self._metrics.gauges["londinium_thinkers"] += 1
                # Only now does a request for an analysis find a device: the page waits for this word.
                await say(LENT)
                await listening
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
            device.close()
            self._forget(about, device)

    async def _listen(self, device: Device, hear: Callable[[], Awaitable[str | bytes | None]]) -> None:
        try:
            while (text := await hear()) is not None and len(text) <= LARGEST_THOUGHT:
                device.hear(text)
        finally:
            device.close()

    def _forget(self, about: str, device: Device) -> None:
        if device in (lent := self._lent.get(about, [])):
            lent.remove(device)
            self._metrics.gauges["londinium_thinkers"] -= 1
        if not lent:
            self._lent.pop(about, None)

    async def _trial(self, game: Game) -> tuple[Match, Thoughts]:
        """A decision that every device is asked about first, and what this server thinks of it."""
        if game.slug not in self._trials:
            match = game.match(seats=game.seats[-1], seed=1)
            self._trials[game.slug] = match, asyncio.create_task(asyncio.to_thread(_tried, match))
        match, task = self._trials[game.slug]
        return match, await asyncio.shield(task)


def replay_name(table: Table) -> str:
    """Under which a device thinks about a match that is over."""
    return f"replay {table.id}"


def _tried(match: Match) -> Thoughts:
    return Search(match.game, settings={"foresight": 0.0}, nodes=TRIAL_NODES).think(match.copy(), match.to_act[0], DEVICE_TRIAL)
