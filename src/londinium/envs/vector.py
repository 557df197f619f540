"""The compiled vector environment: thousands of matches stepped in one call, with Gymnasium's vector API.

    envs = LondiniumVector("old-london-bridge", num_envs=4096, seats=4)
    observations, infos = envs.reset(seed=0)
    observations, rewards, terminations, truncations, infos = envs.step(actions)

In self-play (no opponents) every step is the decision of one seat of each match: `infos["seat"]` says whose it is, and the
observation and `infos["action_mask"]` are that seat's. `rewards` has the reward of the seat that acted, `infos["rewards"]` those
of all seats. Against opponents all steps are the learner's. Simple players are compiled into the step; against any other bot each
row is a match in Python (`bot_rows.py`), which is as slow as the bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np

from londinium.bots.line_up import OneBot
from londinium.envs.batch import AUTORESET, MOST_MATCHES, Batch, players_of
from londinium.envs.bot_rows import BotRows, is_simple_player
from londinium.envs.extras import library
from londinium.envs.setting import Setting, SettingArgs, seeds_of
from londinium.kernel.checks import check_actions, check_number, check_room, check_seed
from londinium.kernel.entries import entries, is_whole
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.kernel.words.nearest import unknown

gymnasium = library("gymnasium", "rl")
VectorEnv: Any = gymnasium.vector.VectorEnv


@entries
class LondiniumVector(VectorEnv):  # type: ignore[misc]  # known only where Gymnasium is installed
    """Many matches of one game. With `copy=False` the arrays that `step` returns are overwritten by the next one."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        opponents: OneBot | Sequence[OneBot] | None = None,
        seat: int | None = 0,
        autoreset_mode: Any = "NextStep",
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **args: Unpack[SettingArgs],
    ) -> None:
        """`opponents`: a bot for all other seats or one for each, None for self-play; simple players are compiled into the step,
        all others think in Python, row by row. `seat`: the learner's, None for a different one in every match. The rest is
        explained at `SettingArgs`.
        """
        if render_mode is not None:
            raise InvalidOption(N_("a vector of matches has no picture; use the single environment"))
        self.setting = setting = Setting.of(game, **args)
        check_number("num_envs", num_envs, 1, MOST_MATCHES)
        check_room(num_envs, setting.game.state.layout.itemsize + setting.actions + len(setting.highs))
        spaces, mode = gymnasium.spaces, self._mode_of(autoreset_mode)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.num_envs, self.copy = num_envs, copy
        self.single_observation_space = spaces.Box(np.zeros_like(setting.highs), setting.highs, dtype=np.uint8)
        self.single_action_space = spaces.Discrete(setting.actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        learner, bots = players_of(setting, opponents, seat)
        self.batch: Batch | BotRows
        if opponents is None or all(map(is_simple_player, bots)):
            self.batch = Batch(setting, num_envs, learner, bots, AUTORESET.index(mode.value), threads)
        else:
            self.batch = BotRows(game, num_envs, opponents, seat, AUTORESET.index(mode.value), threads, **args)
        self._truncations = np.zeros(num_envs, np.bool_)
        self._mode = mode

    @staticmethod
    def _mode_of(name: Any) -> Any:
        mode = getattr(name, "value", name)
        if not isinstance(mode, str) or mode not in AUTORESET:
            message = N_("there is no reset '{name}'; choose one of: {known}")
            raise unknown(InvalidOption, message, mode, AUTORESET, name=mode)
        return gymnasium.vector.AutoresetMode(mode)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin new matches: match i of seed n is match 0 of seed n + i. `options["reset_mask"]` begins only some."""
        number = int(seed) if is_whole(seed) else None
        check_seed(number)
        super().reset(seed=number)
        which = (options or {}).get("reset_mask")
        self.batch.reset(seeds_of(seed, self.num_envs, self.np_random), which)
        return self._given(self.batch.rows.observations), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision in every match: observations, rewards, terminations, truncations, infos."""
        rows = self.batch.rows
        actions = check_actions(actions, self.num_envs)
        if self.setting.illegal == "raise":
            self._refuse_illegal(actions)
        if self._mode is gymnasium.vector.AutoresetMode.DISABLED and rows.terminated.any():
            raise LondiniumError(N_("a match is over: start a new one with reset and its option 'reset_mask'"))
        self.batch.step(actions)
        return (
            self._given(rows.observations),
            self._given(rows.reward),
            self._given(rows.terminated),
            self._given(self._truncations),
            self._infos(),
        )

    def _refuse_illegal(self, actions: Any) -> None:
        rows = self.batch.rows
        inside = (actions >= 0) & (actions < self.setting.actions)
        allowed = rows.terminated | (inside & (rows.masks[np.arange(self.num_envs), np.where(inside, actions, 0)] != 0))
        if not allowed.all():
            first = int(np.argmin(allowed))
            move = self.setting.game.moves.text(int(actions[first])) if inside[first] else str(actions[first])
            raise LondiniumError(N_("match {number}: '{move}' is not legal"), number=first, move=move)

    def _given(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        rows = self.batch.rows
        infos = {
            "action_mask": self._given(rows.masks),
            "seat": self._given(rows.seat),
            "rewards": self._given(rows.rewards),
            "illegal": self._given(rows.illegal),
        }
        if rows.terminated.any():
            ended = rows.terminated.copy()
            infos |= {"points": self._given(rows.points), "places": self._given(rows.places)}
            infos |= {"_points": ended, "_places": ended}
            if len(rows.final):
                infos |= {"final_obs": self._given(rows.final), "_final_obs": ended}
        return infos

    def action_masks(self) -> Any:
        """What may be done in each match, as 1 and 0."""
        return self.batch.rows.masks

    def close_extras(self, **_: Any) -> None:
        self.batch.close()
