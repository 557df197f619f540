"""Many matches in arrays, stepped by compiled functions on any number of threads. The vector environment without Gymnasium."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from londinium.bots.players import PLAYER_KINDS, kind_number
from londinium.envs.compiled import steps
from londinium.envs.compiled.steps import ANY_SEAT, SELF_PLAY, WORK_STATES, Matches, StepPlan, Workspace
from londinium.envs.setting import REWARDS, Setting, learner_and_bots
from londinium.kernel.checks import (
    check_actions,
    check_choice_of_matches,
    check_number,
    check_one_each,
    check_room,
    check_seeds,
    check_threads,
)
from londinium.kernel.entries import entries, entry
from londinium.kernel.game import Game
from londinium.kernel.rebound import Rebound
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.kernel.words.nearest import unknown

AUTORESET = ("NextStep", "SameStep", "Disabled")
"""Gymnasium's names, in the order of the numbers in `compiled/steps.py`."""


MOST_MATCHES = 1 << 30
MOST_RANDOM_STEPS = 1_000_000
"""In one call: hours that nobody could interrupt would follow."""


@entry
def bound(game: Game, function: Callable[..., Any], **chosen: Any) -> Callable[..., Any]:
    """A function of environments made for one game, together with what the game shows its agents."""
    return game.engine.bind(function, observe=game.observation.observe, **chosen)


def players_of(setting: Setting, opponents: Any, seat: int | None) -> tuple[int, list[Any]]:
    """The learner's seat or a number instead of it, and a bot for every seat; none in self-play, where `opponents` is None."""
    if opponents is None or setting.seats == 1:
        return SELF_PLAY, []
    learner, bots = learner_and_bots(setting, opponents, seat)
    return ANY_SEAT if seat is None else learner, bots


@entry
def check_compiled(bots: Sequence[Any]) -> None:
    """Whether these bots can be compiled into the step of a vector: the simple players can."""
    for name in bots:
        if not (isinstance(name, str) and name in PLAYER_KINDS):
            message = N_(
                "here matches are played against {known}, which are compiled together with the step, not against '{name}'; "
                "gymnasium.make and LondiniumVector take every bot"
            )
            raise unknown(InvalidOption, message, str(name), PLAYER_KINDS, name=name)


def step_plan_of(setting: Setting, autoreset: int, learner: int, bots: Sequence[str]) -> StepPlan:
    game = setting.game
    check_compiled(bots)
    return StepPlan(
        seats=setting.seats,
        reward=list(REWARDS).index(setting.reward),
        autoreset=autoreset,
        learner=learner,
        last_resort=game.skip_move,
        kinds=np.array([kind_number(kind) for kind in bots] or [0] * setting.seats, np.int64),
        boxes=setting.boxes,
        blank=game.state.new(),
        options=setting.codes,
    )


def room_for_matches(setting: Setting, count: int, autoreset: int, states: Any, zeros: Callable[[Any, Any], Any]) -> Matches:
    """Room for this many matches; `zeros(shape, type)` makes an array where it is wanted."""
    seats, size = setting.seats, setting.game.observation.size(setting.seats)
    return Matches(
        states=states,
        bases=zeros(count, np.int64),
        seeds=zeros(count, np.int64),
        episodes=zeros(count, np.int64),
        made=zeros(count, np.int64),
        seat=zeros(count, np.int8),
        terminated=zeros(count, np.bool_),
        observations=zeros((count, size), np.uint8),
        masks=zeros((count, setting.actions), np.int8),
        rewards=zeros((count, seats), np.float32),
        reward=zeros(count, np.float32),
        illegal=zeros(count, np.bool_),
        before=zeros((count, seats), np.int32),
        points=zeros((count, seats), np.int32),
        places=zeros((count, seats), np.int32),
        final=zeros((count if autoreset == steps.SAME_STEP else 0, size), np.uint8),
    )


@entries
class Batch(Rebound):
    """A number of matches with one setting. After `reset` and `step` the arrays in `rows` hold what happened."""

    def __init__(
        self,
        setting: Setting,
        count: int,
        learner: int = SELF_PLAY,
        opponents: Sequence[str] = (),
        autoreset: int = steps.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        game = setting.game
        check_threads(threads)
        check_number("count", count, 1, MOST_MATCHES)
        check_room(count, game.state.layout.itemsize + setting.actions + game.observation.size(setting.seats))
        check_number("learner", learner, ANY_SEAT, setting.seats - 1)
        check_number("autoreset", autoreset, steps.NEXT_STEP, steps.DISABLED)
        if learner != SELF_PLAY and len(opponents) != setting.seats:
            raise InvalidOption(N_("there are {names} names for {seats} seats"), names=len(opponents), seats=setting.seats)
        self._begun = False
        self.setting, self.count = setting, count
        self._plan = step_plan_of(setting, autoreset, learner, opponents)
        self.rows = room_for_matches(setting, count, autoreset, game.state.new(count), np.zeros)
        self._parts = [slice(count * k // threads, count * (k + 1) // threads) for k in range(threads)]
        self.bind_all()
        self._work: list[Workspace] = [(game.state.new(WORK_STATES), *game.engine.buffers()) for _ in self._parts]

    def bind_all(self) -> None:
        game, threads = self.setting.game, len(self._parts)
        self._step, self._play = bound(game, steps.step_matches), bound(game, steps.play_matches)
        self._random_actions = bound(game, steps.random_actions)
        # Each part looks at its own rows of the same arrays.
        self._rows_of_parts = [Matches(*(array[part] for array in self.rows)) for part in self._parts]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in super().__getstate__().items() if name not in ("_rows_of_parts", "_pool")}

    def reset(self, seeds: Any, which: Any = None) -> None:
        """Begin a match with each of the seeds, in all rows or in some; later matches of a row follow from its seed."""
        if which is not None:
            self._require_matches()
        chosen = np.ones(self.count, np.bool_) if which is None else check_choice_of_matches(which, self.count)
        self.rows.bases[chosen] = check_one_each("seeds", check_seeds(seeds), self.count)[chosen]
        self._begun = True
        self.rows.episodes[chosen] = 0
        self._run(self._step, np.zeros(self.count, np.int64), self._plan._replace(autoreset=steps.ONLY_BEGIN))

    def step(self, actions: Any) -> None:
        """Take an action in every match."""
        actions = check_actions(actions, self.count)
        self._require_matches()
        self._run(self._step, actions, self._plan)

    def _require_matches(self) -> None:
        if not self._begun:
            raise LondiniumError(N_("there is no match yet: begin with reset"))

    def step_some(self, actions: Any) -> None:
        """Take an action in every match whose action is not STAND."""
        actions = check_actions(actions, self.count)
        self._require_matches()
        self._run(bound(self.setting.game, steps.step_some), actions, self._plan)

    def random_actions(self) -> Any:
        """A random legal action for every match, the same wherever the match is played."""
        actions = np.zeros(self.count, np.int64)
        self._require_matches()
        self._run(self._random_actions, actions, self._plan)
        return actions

    def play_random(self, steps: int) -> None:
        """Take this many steps with random actions in every match, in one call."""
        check_number("steps", steps, 0, MOST_RANDOM_STEPS)
        self._require_matches()
        self._run(self._play, np.full(self.count, steps, np.int64), self._plan)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def _run(self, function: Callable[..., None], argument: Any, plan: StepPlan) -> None:
        def chunk(number: int) -> None:
            function(self._rows_of_parts[number], argument[self._parts[number]], plan, self._work[number])

        if self._pool is None:
            chunk(0)
        else:
            list(self._pool.map(chunk, range(len(self._parts))))
