"""Many matches against bots that cannot be compiled into a step: searches, saved policies, bots of somebody's own.

They have the arrays and the methods of a `Batch`, and play the matches that it would play, but each row is a match of its own in
Python. That is as slow as its bots are; against simple players a `Batch` is a thousand times quicker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Unpack

import numpy as np

from londinium.bots.line_up import OneBot, as_bot
from londinium.bots.players import PLAYER_KINDS
from londinium.envs.batch import room_for_matches
from londinium.envs.compiled.steps import NEXT_STEP, SAME_STEP
from londinium.envs.setting import Setting, SettingArgs
from londinium.envs.single import LondiniumEnv
from londinium.kernel.checks import (
    check_actions,
    check_choice_of_matches,
    check_number,
    check_one_each,
    check_seeds,
    check_threads,
)
from londinium.kernel.entries import entries
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, LondiniumError

MOST_BOT_ROWS = 4096
"""Each row has a match with everything that people see of it."""


def is_simple_player(opponent: Any) -> bool:
    return isinstance(opponent, str) and opponent in PLAYER_KINDS


@entries
class BotRows:
    """After `reset` and `step` the arrays in `rows` hold what happened, as in a `Batch`."""

    def __init__(
        self,
        game: str | Game,
        count: int,
        opponents: OneBot | Sequence[OneBot],
        seat: int | None = 0,
        autoreset: int = NEXT_STEP,
        threads: int = 1,
        **args: Unpack[SettingArgs],
    ) -> None:
        self.setting = setting = Setting.of(game, **args)
        check_number("num_envs", count, 1, MOST_BOT_ROWS)
        self._threads = min(check_threads(threads), count)
        self.count, self._autoreset, self._begun = count, autoreset, False
        self.rows = room_for_matches(setting, count, autoreset, None, np.zeros)
        self._parts = [range(count * k // self._threads, count * (k + 1) // self._threads) for k in range(self._threads)]
        self._envs: list[LondiniumEnv] = []
        for part in self._parts:
            # A bot thinks about one decision at a time, so every thread has bots of its own, for all of its rows.
            bots = _made(opponents, setting.game)
            self._envs += [LondiniumEnv(game, opponents=bots, seat=seat, **args) for _ in part]
        self._pool: ThreadPoolExecutor | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_pool": None}

    def reset(self, seeds: Any, which: Any = None) -> None:
        """Begin a match with each of the seeds, in all rows or in some; later matches of a row follow from its seed."""
        if which is not None:
            self._require_matches()
        chosen = np.ones(self.count, np.bool_) if which is None else check_choice_of_matches(which, self.count)
        bases = check_one_each("seeds", check_seeds(seeds), self.count)
        self._begun = True

        def begin(row: int) -> None:
            if chosen[row]:
                self._begin(row, int(bases[row]))

        self._run(begin)

    def step(self, actions: Any) -> None:
        """Take an action in every match."""
        actions = check_actions(actions, self.count)
        self._require_matches()
        self._run(lambda row: self._step(row, int(actions[row])))

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def _require_matches(self) -> None:
        if not self._begun:
            raise LondiniumError(N_("there is no match yet: begin with reset"))

    def _begin(self, row: int, base: int | None = None) -> None:
        rows = self.rows
        rows.terminated[row], rows.reward[row], rows.rewards[row], rows.illegal[row] = False, 0, 0, False
        self._show(row, *self._envs[row].reset(seed=base))

    def _step(self, row: int, action: int) -> None:
        rows = self.rows
        if rows.terminated[row] and self._autoreset == NEXT_STEP:
            self._begin(row)
            return
        if rows.terminated[row] and self._autoreset != SAME_STEP:
            return
        observation, reward, over, _, info = self._envs[row].step(action)
        if over and self._autoreset == SAME_STEP:
            rows.final[row] = observation
            self._begin(row)
        else:
            self._show(row, observation, info)
        rows.terminated[row], rows.reward[row], rows.rewards[row] = over, reward, info["rewards"]
        rows.illegal[row] = info["illegal"]
        if over:
            rows.points[row], rows.places[row] = info["points"], info["places"]

    def _show(self, row: int, observation: Any, info: dict[str, Any]) -> None:
        rows = self.rows
        rows.observations[row], rows.masks[row], rows.seat[row] = observation, info["action_mask"], info["seat"]

    def _run(self, do: Callable[[int], None]) -> None:
        def chunk(part: range) -> None:
            for row in part:
                do(row)

        if len(self._parts) == 1:
            chunk(self._parts[0])
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(len(self._parts))
        list(self._pool.map(chunk, self._parts))


def _made(opponents: OneBot | Sequence[OneBot], game: Game) -> Any:
    """The same opponents, those that think as bots instead of names."""
    if isinstance(opponents, list | tuple):
        return [one if is_simple_player(one) else as_bot(one, game) for one in opponents]
    return opponents if is_simple_player(opponents) else as_bot(opponents, game)  # type: ignore[arg-type]
