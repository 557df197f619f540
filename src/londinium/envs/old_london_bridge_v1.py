"""PettingZoo's environments of one game; `zoo.py` has them for every game."""

from __future__ import annotations

from functools import partial

from londinium.envs import zoo

env = raw_env = partial(zoo.env, "old-london-bridge")
parallel_env = partial(zoo.parallel_env, "old-london-bridge")
