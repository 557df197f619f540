"""All seats of a match as agents, with PettingZoo's two APIs.

    from londinium.envs import old_london_bridge_v2
    env = old_london_bridge_v2.env(seats=3, variant="expansion")           # AEC: one agent after the other
    env = old_london_bridge_v2.parallel_env(seats=3, variant="expansion")  # all agents at once

Where seats decide simultaneously, AEC asks them one after the other, and none is shown what the others have chosen. In the
parallel API every agent acts in every step: one that does not decide can only `wait`, the last action.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np

from londinium.envs.extras import library
from londinium.envs.one_match import Playing
from londinium.envs.pictures import MODES, check_mode, render_match
from londinium.envs.registration import module_name
from londinium.envs.setting import Setting, SettingArgs, fresh_seed
from londinium.kernel.checks import check_number, check_seed
from londinium.kernel.entries import check_whole, entries, entry
from londinium.kernel.game import Game
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.kernel.words.nearest import unknown

gymnasium = library("gymnasium", "rl")
pettingzoo = library("pettingzoo", "rl")
AECEnv: Any = pettingzoo.AECEnv
ParallelEnv: Any = pettingzoo.ParallelEnv


@entries
class Agents:
    """What both APIs have in common: a match, agents named by their seats, spaces, random seeds and pictures."""

    def __init__(self, setting: Setting, actions: int, max_cycles: int | None, render_mode: str | None) -> None:
        check_mode(render_mode)
        if max_cycles is not None:
            check_number("max_cycles", max_cycles, 1, sys.maxsize)
        self.setting, self.playing = setting, Playing(setting)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        name = module_name(setting.game.slug, setting.game.rules_of(setting.options))
        self.metadata = {"name": name, "render_modes": list(MODES), "render_fps": 1, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(setting.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = np.random.default_rng()
        spaces = gymnasium.spaces
        row = spaces.Box(np.zeros_like(setting.highs), setting.highs, dtype=np.uint8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[self.checked_agent(agent)]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[self.checked_agent(agent)]

    def checked_agent(self, agent: str) -> str:
        if agent not in self._seat_of:
            message = N_("there is no agent '{name}'; choose one of: {known}")
            raise unknown(InvalidOption, message, agent, self.possible_agents, name=agent)
        return agent

    def begin(self, seed: int | None) -> None:
        if check_seed(seed) is not None:
            self._random = np.random.default_rng(seed)
        self.playing.begin(fresh_seed(self._random) if seed is None else seed)

    def picture(self, seat: int | None) -> Any:
        return render_match(self.playing.match, seat, self.render_mode)


@entries
class LondiniumAEC(Agents, AECEnv):  # type: ignore[misc]  # PettingZoo is untyped
    """One agent after the other. With `max_cycles` a match is cut off before any agent decides more often than that."""

    def __init__(self, setting: Setting, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        AECEnv.__init__(self)
        Agents.__init__(self, setting, setting.actions, max_cycles, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.possible_agents[self.playing.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        row, mask = self.playing.look(self._seat_of[self.checked_agent(agent)])
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        self.playing.require_begun()
        agent = self.agent_selection
        if not self.agents:
            raise LondiniumError(N_("the match is over: begin a new one with reset"))
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise LondiniumError(N_("an agent that is still in the match must act"))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"illegal": not self.playing.act(self._seat_of[agent], action)}
        self._decisions[agent] += 1
        for other, reward in zip(self.agents, self.playing.rewards(), strict=True):
            self.rewards[other] = reward
            self._cumulative_rewards[other] += reward
        self._choose_next()
        if self.render_mode == "human":
            self.render()

    def _choose_next(self) -> None:
        if self.playing.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[self.playing.seat]
        if self.max_cycles is not None and self._decisions[self.agent_selection] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The match as the agent that is to act sees it."""
        self.playing.require_begun()
        return self.picture(self._seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is held open."""


@entries
class LondiniumParallel(Agents, ParallelEnv):  # type: ignore[misc]  # PettingZoo is untyped
    """All agents at once. An agent that does not decide waits; with `max_cycles` a match is cut off after that many steps."""

    def __init__(self, setting: Setting, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        Agents.__init__(self, setting, setting.actions + 1, max_cycles, render_mode)
        self.wait = setting.actions
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self.begin(seed)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        playing, agents = self.playing, self.agents
        playing.require_begun()
        if not agents:
            raise LondiniumError(N_("the match is over: begin a new one with reset"))
        chosen = {agent: check_whole(f"actions[{agent!r}]", actions.get(agent)) for agent in agents}
        deciding = playing.to_act
        infos: dict[str, dict[str, Any]] = {}
        for agent in agents:
            seat = self._seat_of[agent]
            action = chosen[agent]
            if deciding >> seat & 1:
                infos[agent] = {"illegal": not playing.act(seat, action)}
            else:
                infos[agent] = {"illegal": action != self.wait}
                if action != self.wait and self.setting.illegal == "raise":
                    raise LondiniumError(N_("{agent} does not decide now and can only wait"), agent=agent)
        self._cycles += 1
        cut_off = not playing.is_over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if playing.is_over or cut_off:
            self.agents = []
        rewards = dict(zip(agents, playing.rewards(), strict=True))
        if self.render_mode == "human":
            self.render()
        terminations, truncations = dict.fromkeys(agents, playing.is_over), dict.fromkeys(agents, cut_off)
        return self._observations(), rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Any]:
        return {agent: self._observation(seat) for agent, seat in self._seat_of.items()}

    def _observation(self, seat: int) -> dict[str, Any]:
        row, mask = self.playing.look(seat)
        decides = self.playing.to_act >> seat & 1
        return {"observation": row, "action_mask": np.append(mask, np.int8(not decides))}

    def render(self) -> Any:
        """The match as a spectator sees it."""
        return self.picture(None)

    def state(self) -> Any:
        """What all agents know together, for algorithms that learn with it and play without."""
        return np.concatenate([self.playing.look(seat)[0] for seat in range(self.setting.seats)])

    def close(self) -> None:
        """Nothing is held open."""


@entry
def env(
    game: str | Game, *, max_cycles: int | None = None, render_mode: str | None = None, **args: Unpack[SettingArgs]
) -> LondiniumAEC:
    """One agent after the other, in any game. What else may be asked for is explained at `SettingArgs`."""
    return LondiniumAEC(Setting.of(game, **args), max_cycles, render_mode)


@entry
def parallel_env(
    game: str | Game, *, max_cycles: int | None = None, render_mode: str | None = None, **args: Unpack[SettingArgs]
) -> LondiniumParallel:
    """All agents at once, in any game. What else may be asked for is explained at `SettingArgs`."""
    return LondiniumParallel(Setting.of(game, **args), max_cycles, render_mode)
