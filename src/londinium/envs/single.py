"""One match at a time with Gymnasium's API: Next Station alone, any game against bots, or every seat in turn.

    env = gymnasium.make("londinium/NextStation-v1")
    env = gymnasium.make("londinium/OldLondonBridge-v2", seats=3, opponents="builder")
    env = gymnasium.make("londinium/OldLondonBridgeSelfPlay-v2")    # every step is the decision of one seat, info["seat"]

With the simple players as opponents it plays the matches of the compiled vector: the same seed and actions give the same
observations and rewards. What may be done now is in `info["action_mask"]`, and in `action_masks()` for libraries that ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import numpy as np

from londinium.bots.line_up import OneBot, as_bot
from londinium.bots.players import PLAYER_KINDS
from londinium.bots.registry import Bot
from londinium.envs.batch import players_of
from londinium.envs.compiled.steps import ANY_SEAT, EPISODES, LEARNER_BRANCH, SELF_PLAY
from londinium.envs.extras import library
from londinium.envs.one_match import Playing
from londinium.envs.pictures import MODES, check_mode, render_match
from londinium.envs.setting import Setting, SettingArgs, fresh_seed
from londinium.kernel.checks import check_seed
from londinium.kernel.entries import check_whole, entries
from londinium.kernel.game import Game
from londinium.kernel.seeds import draw, split

gymnasium = library("gymnasium", "rl")
Env: Any = gymnasium.Env


@entries
class LondiniumEnv(Env):  # type: ignore[misc]  # known only where Gymnasium is installed
    """A learner on one seat, bots on all others, who see what their seats may know and nothing else. Or, without opponents, a
    learner on all seats.
    """

    metadata: Mapping[str, Any] = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: OneBot | Sequence[OneBot] | None = None,
        seat: int | None = 0,
        render_mode: str | None = None,
        **args: Unpack[SettingArgs],
    ) -> None:
        """`opponents`: a bot for all other seats or one for each, by name or as objects with `choose(match, seat)`, None for
        self-play, as in a vector (an id brings its own); `seat`: the learner's, None for a different one in every match. The rest
        is explained at `SettingArgs`.
        """
        check_mode(render_mode)
        self.setting = Setting.of(game, **args)
        self.playing = Playing(self.setting)
        self.render_mode = render_mode
        self._learner, bots = players_of(self.setting, opponents, seat)
        self._players = {other: one for other, one in enumerate(bots) if isinstance(one, str) and one in PLAYER_KINDS}
        self._bots: dict[int, Bot] = {
            other: as_bot(one, self.setting.game) for other, one in enumerate(bots) if other not in self._players
        }
        self._base: int | None = None
        self._episodes = 0
        self.seat = max(0, self._learner)
        """The learner's; in self-play the seat that decides."""
        self.observation_space = gymnasium.spaces.Box(np.zeros_like(self.setting.highs), self.setting.highs, dtype=np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self.setting.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match. The seed is that of the match: it shuffles as it does everywhere in Londinium, and the seeds of the
        matches after it follow from it, as they do in a vector.
        """
        check_seed(seed)
        super().reset(seed=seed)
        if seed is not None or self._base is None:
            self._base, self._episodes = fresh_seed(self.np_random) if seed is None else seed, 0
        own = self._base if self._episodes == 0 else int(split(self._base, EPISODES + self._episodes)) >> 1
        self._episodes += 1
        if self._learner == ANY_SEAT:
            self.seat = int(draw(own, LEARNER_BRANCH, self.setting.seats))
        self.playing.begin(own)
        self._let_others_decide()
        self._show()
        return self._seen({"rewards": [0.0] * self.setting.seats, "illegal": False})

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One decision of the learner, then those of the others: observation, reward, over, False, info."""
        acted = self.seat
        legal = self.playing.act(acted, check_whole("action", action))
        self._let_others_decide()
        self._show()
        rewards = self.playing.rewards()
        observation, info = self._seen({"rewards": rewards, "illegal": not legal})
        if self.playing.is_over:
            info |= self.playing.outcome
        return observation, rewards[acted], self.playing.is_over, False, info

    def _let_others_decide(self) -> None:
        """Bots decide until the learner alone is asked, or the match is over."""
        if self._learner == SELF_PLAY:
            self.seat = self.seat if self.playing.is_over else self.playing.seat
            return
        while others := self.playing.to_act & ~(1 << self.seat):
            deciding = [seat for seat in range(self.setting.seats) if others >> seat & 1]
            self.playing.let_players_choose({seat: self._players[seat] for seat in deciding if seat in self._players})
            for seat in deciding:
                if seat in self._bots:
                    self.playing.act(seat, self._bots[seat].choose(self.playing.match, seat))

    def _seen(self, info: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        observation, mask = self.playing.look(self.seat)
        return observation, info | {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> Any:
        """What may be done now, as True and False."""
        return self.playing.look(self.seat)[1].astype(np.bool_)

    def render(self) -> Any:
        return render_match(self.playing.match, self.seat, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
