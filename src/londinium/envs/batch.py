"""Many matches in arrays, stepped by compiled functions on any number of threads. The vector environment without Gymnasium."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from londinium.bots.players import Players, kind_number
from londinium.envs.compiled import stepping
from londinium.envs.compiled.stepping import SELF_PLAY, WORKSPACE, Matches, Plan
from londinium.envs.setting import REWARDS, Setting
from londinium.kernel.game import Game


def bound(game: Game, function: Callable[..., Any]) -> Callable[..., Any]:
    """A generic function of environments made for one game, together with what the game shows its agents."""
    engine = game.engine
    seen = Path(game.folder / "observation.py")
    engine.functions["observe"] = game.observation.observe
    if "choose_as" not in engine.functions:
        Players(game)
    inner = (stepping._look, stepping._reward_of, stepping._begin, stepping._others_choose, stepping._go_on, stepping._settle)
    for part in inner:
        if part.__name__[1:] not in engine.functions:
            engine.functions[part.__name__[1:]] = engine.bind(part, seen)
    return engine.bind(function, seen)


class Batch:
    """So many matches of one setting. After `reset` and `step` the arrays in `rows` hold what happened."""

    def __init__(
        self,
        setting: Setting,
        count: int,
        learner: int = SELF_PLAY,
        opponents: Sequence[str] = (),
        autoreset: int = stepping.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        game, seats = setting.game, setting.seats
        self.setting, self.count = setting, count
        self._kinds = np.array([kind_number(kind) for kind in opponents] or [0] * seats, np.int64)
        self._reset, self._step = bound(game, stepping.reset_matches), bound(game, stepping.step_matches)
        texts = list(game.moves)
        last_resort = texts.index("pass") if "pass" in texts else -1
        self._plan = Plan(seats, list(REWARDS).index(setting.reward), autoreset, learner, last_resort)
        self.rows = Matches(
            states=game.state.new(count),
            bases=np.zeros(count, np.int64),
            seeds=np.zeros(count, np.int64),
            episodes=np.zeros(count, np.int64),
            steps=np.zeros(count, np.int64),
            seat=np.zeros(count, np.int8),
            terminated=np.zeros(count, np.bool_),
            observations=np.zeros((count, game.observation.size(seats)), np.uint8),
            masks=np.zeros((count, setting.actions), np.int8),
            rewards=np.zeros((count, seats), np.float32),
            reward=np.zeros(count, np.float32),
            illegal=np.zeros(count, np.bool_),
            before=np.zeros((count, seats), np.int32),
            points=np.zeros((count, seats), np.int32),
            places=np.zeros((count, seats), np.int32),
            final=np.zeros((count if autoreset == stepping.SAME_STEP else 0, game.observation.size(seats)), np.uint8),
        )
        self._parts = [slice(count * k // threads, count * (k + 1) // threads) for k in range(threads)]
        self._rows_of_parts = [Matches(*(array[part] for array in self.rows)) for part in self._parts]
        self._work = [(game.state.new(WORKSPACE), game.engine.buffers()) for _ in self._parts]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def reset(self, seeds: Any, which: Any = None) -> None:
        """Begin a match with each of the seeds, in all rows or in some; later matches of a row follow from its seed."""
        which = np.ones(self.count, np.bool_) if which is None else which
        self.rows.bases[which] = np.asarray(seeds, np.int64)[which]
        self.rows.episodes[which] = 0
        for array in (self.rows.terminated, self.rows.rewards, self.rows.reward, self.rows.illegal):
            array[which] = 0
        self._run(self._reset, which)

    def step(self, actions: Any) -> None:
        """Make an action in every match."""
        self._run(self._step, actions)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def _run(self, function: Callable[..., None], argument: Any) -> None:
        setting = self.setting
        blank = setting.game.engine.blank

        def chunk(number: int) -> None:
            work, buffers = self._work[number]
            rows = self._rows_of_parts[number]
            given = argument[self._parts[number]]
            function(rows, given, setting.boxes, blank, setting.codes, self._plan, self._kinds, work, buffers)

        if self._pool is None:
            chunk(0)
        else:
            list(self._pool.map(chunk, range(len(self._parts))))
