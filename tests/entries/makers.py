"""Something of each class whose methods are thrown at."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np

import londinium

BRIDGE = londinium.game("old-london-bridge")
CITY = londinium.game("next-station-london")
BASE = BRIDGE.match(seats=2, seed=1)


class _FirstMove:
    """A bot of somebody's own."""

    def choose(self, match: Any, seat: int) -> int:
        return int(match.legal(seat)[0])


@cache
def makers() -> dict[str, Callable[[], Any]]:
    """Something of each class whose methods are thrown at."""
    from londinium.arena.storage import ArenaFolder
    from londinium.arena.tournament import settings_for
    from londinium.bots.engines.away import EngineBot
    from londinium.bots.levels import Level
    from londinium.bots.line_up import as_bot
    from londinium.bots.players import Players
    from londinium.bots.policy_file import FileBot, read_policy, write_policy
    from londinium.bots.registry import bot
    from londinium.bots.search.comparison import Judge
    from londinium.bots.search.insight import ForeseeingJudge
    from londinium.bots.search.search import Budget, Search
    from londinium.bots.veil import veiled
    from londinium.envs.ahead import Ahead
    from londinium.envs.batch import Batch
    from londinium.envs.bot_rows import BotRows
    from londinium.envs.one_match import Playing
    from londinium.envs.self_play import OpponentPool, PoolVector
    from londinium.envs.setting import Setting
    from londinium.envs.single import LondiniumEnv
    from londinium.envs.vector import LondiniumVector
    from londinium.envs.zoo import env, parallel_env

    setting = Setting.of(BRIDGE, 2)
    search, judge, level = Search(BRIDGE, nodes=64), Judge(BRIDGE, nodes=64), Level("few", BRIDGE, Budget(simulations=1))
    foreseeing = ForeseeingJudge(BRIDGE, nodes=64)

    def functional() -> Any:
        from londinium.envs.functional import FunctionalMatches

        return FunctionalMatches(BRIDGE, 2, seats=2, platform="cpu")

    def begun(made: Any) -> Any:
        made.reset(seed=1)
        return made

    def playing() -> Playing:
        found = Playing(setting)
        found.begin(1)
        return found

    def batch() -> Batch:
        found = Batch(setting, 2)
        found.reset([1, 2])
        return found

    def bot_rows() -> BotRows:
        found = BotRows(BRIDGE, 2, "greedy", seats=2)
        found.reset([1, 2])
        return found

    def spiel_state() -> Any:
        from londinium.envs.spiel import pyspiel

        return pyspiel.load_game("londinium_old_london_bridge(players=2)").new_initial_state()

    def observer() -> Any:
        from londinium.envs.spiel import LondiniumObserver
        from londinium.envs.spiel_rules import rules_of

        return LondiniumObserver(rules_of(BRIDGE.slug, 2, (), "rank"), False)

    files = Path(tempfile.mkdtemp(prefix="thrown-"))
    policy = files / "policy.npz"
    sizes = BRIDGE.observation.size(2), setting.actions
    write_policy(policy, BRIDGE, 2, [(np.zeros(sizes[::-1], np.float32), np.zeros(sizes[1], np.float32))])
    pool, engine = OpponentPool(files / "pool", BRIDGE), EngineBot("engine:true")

    def pool_vector() -> PoolVector:
        return cast(PoolVector, begun(PoolVector(BRIDGE, 2, pool, seats=2)))

    return {
        "ArenaFolder": lambda: ArenaFolder(settings_for(BRIDGE, ["greedy"], seats=2)[0], None),
        "EngineBot": lambda: engine,
        "FileBot": lambda: FileBot(f"policy:{policy}", BRIDGE),
        "FunctionalMatches": functional,
        "OpponentPool": lambda: pool,
        "PoolVector": pool_vector,
        "SavedPolicy": lambda: read_policy(policy, BRIDGE),
        "VeiledBot": lambda: as_bot(_FirstMove(), BRIDGE),
        "VeiledMatch": lambda: veiled(BASE, 0),
        "Functions": lambda: BRIDGE.functions,
        "Game": lambda: BRIDGE,
        "Engine": lambda: BRIDGE.engine,
        "CheckedSteps": lambda: BRIDGE.engine,
        "Match": BASE.copy,
        "CourseOfPlay": BASE.copy,
        "Move": lambda: BASE.legal_moves[0],
        "MatchStep": lambda: next(iter(BASE)),
        "PolicyBot": lambda: londinium.PolicyBot(lambda observation, legal: legal),
        "AnyGame": lambda: bot("greedy"),
        "MoveTable": lambda: BRIDGE.moves,
        "Choice": lambda: BASE.choice,
        "Players": lambda: Players(BRIDGE),
        "Simple": lambda: bot("greedy", BRIDGE),
        "Level": lambda: level,
        "Search": lambda: search,
        "Judge": lambda: judge,
        "ForeseeingJudge": lambda: foreseeing,
        "Ahead": lambda: Ahead(batch()),
        "Batch": batch,
        "BotRows": bot_rows,
        "Playing": playing,
        "Setting": lambda: setting,
        "LondiniumEnv": lambda: begun(LondiniumEnv(BRIDGE, seats=2, opponents="random")),
        "LondiniumVector": lambda: begun(LondiniumVector(BRIDGE, 2, seats=2)),
        "LondiniumAEC": lambda: begun(env(BRIDGE, seats=2)),
        "Agents": lambda: begun(env(BRIDGE, seats=2)),
        "LondiniumParallel": lambda: begun(parallel_env(BRIDGE, seats=2)),
        "LondiniumState": spiel_state,
        "LondiniumObserver": observer,
    }
