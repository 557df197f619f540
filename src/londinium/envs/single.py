"""One match at a time with Gymnasium's API: Next Station alone, or any game against bots.

    env = gymnasium.make("londinium/NextStation-v1")
    env = gymnasium.make("londinium/OldLondonBridge-v2", seats=3, opponents="builder")

What may be done now is in `info["action_mask"]`, and in `action_masks()` for libraries that ask the environment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import numpy as np

from londinium.bots.line_up import OneBot, as_bot
from londinium.bots.registry import Bot
from londinium.envs.extras import library
from londinium.envs.one_match import Playing
from londinium.envs.pictures import MODES, check_mode, render_match
from londinium.envs.setting import Setting, SettingArgs, fresh_seed, learner_and_bots
from londinium.kernel.checks import check_seed
from londinium.kernel.entries import check_whole, entries
from londinium.kernel.game import Game

gymnasium = library("gymnasium", "rl")
Env: Any = gymnasium.Env


@entries
class LondiniumEnv(Env):  # type: ignore[misc]  # known only where Gymnasium is installed
    """A learner on one seat, bots on all others. The bots see what their seats may know, and nothing else."""

    metadata: Mapping[str, Any] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: OneBot | Sequence[OneBot] = "greedy",
        seat: int | None = 0,
        render_mode: str | None = None,
        **args: Unpack[SettingArgs],
    ) -> None:
        """`opponents`: a bot for all other seats or one for each, by name or as objects with `choose(match, seat)`; `seat`: the
        learner's, None for a different one in every match. The rest is explained at `SettingArgs`.
        """
        check_mode(render_mode)
        self.setting = Setting.of(game, **args)
        self.playing = Playing(self.setting)
        self.render_mode = render_mode
        self.seat, bots = learner_and_bots(self.setting, opponents, seat)
        self._any_seat = seat is None
        self._bots: list[Bot] = [as_bot(one, self.setting.game) for one in bots]
        self.observation_space = gymnasium.spaces.Box(np.zeros_like(self.setting.highs), self.setting.highs, dtype=np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self.setting.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match. The seed is that of the match: it shuffles as it does everywhere in Londinium."""
        check_seed(seed)
        super().reset(seed=seed)
        if self._any_seat:
            self.seat = int(self.np_random.integers(self.setting.seats))
        self.playing.begin(fresh_seed(self.np_random) if seed is None else seed)
        self._let_others_decide()
        self._show()
        return self._seen({})

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One decision of the learner, then those of the others: observation, reward, over, False, info."""
        legal = self.playing.act(self.seat, check_whole("action", action))
        self._let_others_decide()
        self._show()
        observation, info = self._seen({"illegal": not legal})
        if self.playing.is_over:
            info |= self.playing.outcome
        return observation, self.playing.rewards()[self.seat], self.playing.is_over, False, info

    def _let_others_decide(self) -> None:
        """Bots decide until the learner alone is asked, or the match is over."""
        while self.playing.to_act & ~(1 << self.seat):
            other = next(seat for seat in range(self.setting.seats) if seat != self.seat and self.playing.to_act >> seat & 1)
            self.playing.act(other, self._bots[other].choose(self.playing.match, other))

    def _seen(self, info: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        observation, mask = self.playing.look(self.seat)
        return observation, info | {"action_mask": mask}

    def action_masks(self) -> Any:
        """What may be done now, as True and False."""
        return self.playing.look(self.seat)[1].astype(np.bool_)

    def render(self) -> Any:
        return render_match(self.playing.match, self.seat, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
