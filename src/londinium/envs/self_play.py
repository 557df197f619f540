"""Learning against one's own past: a pool of policies, and a vector of matches in which they sit on the other seats.

    pool = OpponentPool(folder, game)                 # begins with a random player, and with the snapshots that lie there
    envs = PoolVector("old-london-bridge", 512, pool, seats=2)
    envs.reset(seed=0)
    envs.step(actions)                                # all steps are the learner's; arrays as in `Batch`
    pool.snapshot(layers, seats=2)                    # a file that every verb knows as policy:FILE
    pool_ratings(pool, "old-london-bridge", matches=200, seats=2)

Policies are functions of many observations and masks that give probabilities. NumPy is all that they need.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import numpy as np
from numpy.random import Generator

from londinium.bots.policy_file import Layers, SavedPolicy, read_policy, write_policy
from londinium.envs.batch import Batch
from londinium.envs.compiled.steps import SAME_STEP, STAND
from londinium.envs.elo import elo_ratings
from londinium.envs.setting import MatchArgs, Setting, seeds_of
from londinium.kernel.checks import check_actions, check_room, check_seed, check_seeds, seeds_from, whole_numbers
from londinium.kernel.entries import WrongType, entries, entry, shortened
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError, listing, system_reason

BatchPolicy = Callable[[Any, Any], Any]
"""policy(observations, masks): a row of probabilities for each observation."""

SAMPLING = ("even", "recent", "hard")
"""How opponents are chosen: all alike; later ones more often; those more often that the learner does worse against."""


@entry
def play_evenly(_: Any, masks: Any) -> Any:
    """The policy of a random player."""
    allowed = _masks(masks)
    return allowed / allowed.sum(axis=1, keepdims=True)


def _masks(masks: Any) -> Any:
    """What is legal in each row, as truth values."""
    found = masks if isinstance(masks, np.ndarray) else np.zeros(0)
    if found.ndim != 2 or found.dtype.kind not in "biuf" or not found.any(axis=1).all():
        message = N_("masks must have a row for each match, with something legal in each, not {given}")
        raise WrongType(message, given=shortened(masks))
    return found != 0


@dataclass
class Member:
    """A policy of a pool, and how the learner has done against it since the last snapshot."""

    name: str
    policy: BatchPolicy
    matches: int = 0
    score: float = 0.0
    """What the learner took from it: 1 for each match ahead of it, half for a tie."""

    @property
    def beaten(self) -> float:
        """The learner's share, with one win and one loss imagined."""
        return (self.score + 1) / (self.matches + 2)


@entries
class OpponentPool:
    """Past policies. The first member is a random player; snapshots are files in a folder, so that a pool can be continued."""

    def __init__(self, folder: Path | str, game: str | Game, *, sampling: str = "hard", most: int = 16) -> None:
        """`most`: how many members there are at a time; the one that is beaten most makes room for a new one."""
        if sampling not in SAMPLING:
            message = N_("there is no sampling '{name}'; choose one of: {known}")
            raise InvalidOption(message, name=sampling, known=listing(SAMPLING))
        if most < 2:
            raise InvalidOption(N_("a pool has room for two members at least, not for {most}"), most=most)
        self.folder, self.sampling, self.most = Path(folder), sampling, most
        self.game = find_game(game) if isinstance(game, str) else game
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LondiniumError(N_("{file} cannot be written: {problem}"), file=folder, problem=system_reason(error)) from None
        self.members = [Member("random", play_evenly)]
        files = sorted(self.folder.glob("*.npz"))
        self._next = 1 + max((int(file.stem) for file in files if file.stem.isdigit()), default=0)
        for file in files[-(most - 1) :]:
            self.members.append(Member(file.stem, read_policy(file, self.game)))

    def __len__(self) -> int:
        return len(self.members)

    def add(self, name: str, policy: BatchPolicy) -> Member:
        """A new member. Where there is no room, the one goes that the learner beats most; the random player stays."""
        if len(self.members) >= self.most:
            self.members.remove(max(self.members[1:], key=lambda member: member.beaten))
        for member in self.members:
            member.matches, member.score = 0, 0.0
        self.members.append(Member(name, policy))
        return self.members[-1]

    def snapshot(self, layers: Layers, seats: int, **facts: Any) -> Path:
        """Keep a policy as a file, and make it a member. `facts` are those of `write_policy`."""
        file = self.folder / f"{self._next:04}.npz"
        write_policy(file, self.game, seats, layers, **facts)
        self._next += 1
        self.add(file.stem, read_policy(file, self.game))
        return file

    def check_setting(self, setting: Setting) -> None:
        """Whether all members can play what is to be played."""
        if setting.game is not self.game:
            message = N_("this pool plays {theirs}, not {ours}")
            raise InvalidOption(message, theirs=self.game.title, ours=setting.game.title)
        for member in self.members:
            if isinstance(member.policy, SavedPolicy):
                member.policy.check_seats(setting.seats)

    def weights(self) -> Any:
        """How likely each member is to be chosen."""
        if self.sampling == "even":
            weights = np.ones(len(self.members))
        elif self.sampling == "recent":
            weights = np.arange(1.0, len(self.members) + 1) ** 2
        else:
            weights = np.array([(1 - member.beaten) ** 2 for member in self.members])
        return weights / weights.sum()

    def choose(self, random: Generator, shape: Any) -> Any:
        """Members by their numbers, in an array of this shape."""
        sizes = whole_numbers("shape", shape).reshape(-1)
        if len(sizes) and int(sizes.min()) < 0:
            raise InvalidOption(N_("{name} must be whole numbers, not {given}"), name="shape", given=shortened(shape))
        check_room(math.prod(sizes.tolist()), 8)
        return random.choice(len(self.members), tuple(sizes.tolist()), p=self.weights())

    def note(self, member: Member, score: float) -> None:
        """The learner has met a member: 1 if it came out ahead, half for a tie."""
        member.matches += 1
        member.score += score


@entry
def draw_actions(policy: BatchPolicy, observations: Any, masks: Any, random: Generator) -> Any:
    """An action for each row by the probabilities that a policy gives, never one that is not legal."""
    allowed = _masks(masks)
    odds = np.asarray(policy(observations, masks), float)
    if odds.shape != allowed.shape:
        message = N_("a policy of the pool gave probabilities of the shape {given} for masks of the shape {wanted}")
        raise InvalidOption(message, given=odds.shape, wanted=allowed.shape)
    odds = odds * allowed
    reached = odds.cumsum(axis=1)
    total = reached[:, -1:]
    if not (np.isfinite(total) & (total > 0)).all():
        raise InvalidOption(N_("a policy of the pool gave no probability to anything that is legal"))
    return (reached <= random.random((len(odds), 1)) * total).sum(axis=1)


@entries
class PoolVector:
    """Many matches of a learner against members of a pool. A new match begins in the step that ends the last (`SameStep`).

    `observations`, `masks`, `reward` and `terminated` stay the same arrays and change with every step.
    """

    def __init__(
        self, game: str | Game, num_envs: int, pool: OpponentPool, *, threads: int = 1, **args: Unpack[MatchArgs]
    ) -> None:
        self.setting = Setting.of(game, **args)
        if self.setting.seats < 2:
            raise InvalidOption(N_("a match against past policies has two seats at least"))
        pool.check_setting(self.setting)
        self.num_envs, self.pool = num_envs, pool
        self.batch = Batch(self.setting, num_envs, autoreset=SAME_STEP, threads=threads)
        self.observations, self.masks = self.batch.rows.observations, self.batch.rows.masks
        self.reward, self.terminated = np.zeros(num_envs, np.float32), np.zeros(num_envs, np.bool_)
        self.points, self.places = (np.zeros((num_envs, self.setting.seats), np.int32) for _ in range(2))
        """Results of each row's last finished match, by seat."""
        self._next_reward = np.zeros(num_envs, np.float32)
        """What others have brought the learner in a new match, before it was asked for the first time."""
        self.learner = np.zeros(num_envs, np.int8)
        """The learner's seat in each match."""
        self._rivals: list[list[Member | None]] = [[] for _ in range(num_envs)]
        self._random = np.random.default_rng()

    def reset(self, seed: int | None = None) -> None:
        """Begin new matches; a seed decides shuffles, seats, opponents and what these do."""
        self._random = np.random.default_rng(check_seed(seed))
        self.batch.reset(seeds_of(seed, self.num_envs, self._random))
        self.reward[:], self.terminated[:], self._next_reward[:] = 0, False, 0
        self._seat(np.arange(self.num_envs))
        self._let_others_decide()
        self._next_reward += self.reward
        self.reward[:] = 0

    def step(self, actions: Any) -> None:
        """The learner acts in every match, and then the others until it is asked again."""
        actions = check_actions(actions, self.num_envs)
        self.reward[:], self.terminated[:], self._next_reward[:] = self._next_reward, False, 0
        self._act(np.ones(self.num_envs, np.bool_), actions)
        self._let_others_decide()

    def close(self) -> None:
        self.batch.close()

    def _seat(self, rows: Any) -> None:
        """Give everybody a seat in new matches."""
        seats = self.setting.seats
        self.learner[rows] = self._random.integers(seats, size=len(rows))
        for row, chosen in zip(rows.tolist(), self.pool.choose(self._random, (len(rows), seats)).tolist(), strict=True):
            members: list[Member | None] = [self.pool.members[number] for number in chosen]
            members[int(self.learner[row])] = None
            self._rivals[row] = members

    def _let_others_decide(self) -> None:
        rows = self.batch.rows
        while (waiting := rows.seat != self.learner).any():
            actions, groups = np.zeros(self.num_envs, np.int64), self._by_member(np.flatnonzero(waiting))
            for member, group in groups:
                actions[group] = draw_actions(member.policy, rows.observations[group], rows.masks[group], self._random)
            self._act(waiting, actions)

    def _by_member(self, waiting: Any) -> list[tuple[Member, list[int]]]:
        """The rows in which each member decides."""
        found: dict[int, tuple[Member, list[int]]] = {}
        for row, seat in zip(waiting.tolist(), self.batch.rows.seat[waiting].tolist(), strict=True):
            member = self._rivals[row][seat]
            assert member is not None
            found.setdefault(id(member), (member, []))[1].append(row)
        return list(found.values())

    def _act(self, which: Any, actions: Any) -> None:
        rows = self.batch.rows
        self.batch.step_some(np.where(which, actions, STAND))
        every = np.arange(self.num_envs)
        rewards = np.where(which, rows.rewards[every, self.learner], 0)
        # What happens in a match after the one that this step has ended belongs to the next step.
        self.reward += np.where(self.terminated, 0, rewards)
        self._next_reward += np.where(self.terminated, rewards, 0)
        ended = np.flatnonzero(which & rows.terminated)
        if len(ended):
            self.terminated[ended] = True
            self.points[ended], self.places[ended] = rows.points[ended], rows.places[ended]
            self._note(ended)
            self._seat(ended)

    def _note(self, ended: Any) -> None:
        """How the learner did against each of its rivals."""
        for row in ended.tolist():
            places = self.batch.rows.places[row]
            own = places[self.learner[row]]
            for seat, member in enumerate(self._rivals[row]):
                if member is not None:
                    self.pool.note(member, 0.5 + 0.5 * float(np.sign(int(places[seat]) - int(own))))


@entry
def pool_ratings(
    pool: OpponentPool, game: str | Game, matches: int, *, seed: int = 0, threads: int = 1, **args: Unpack[MatchArgs]
) -> dict[str, float]:
    """Elo ratings of a pool's members from this many matches between them; the random player has 0."""
    setting = Setting.of(game, **args)
    pool.check_setting(setting)
    scores = meet([member.policy for member in pool.members], setting, matches, seed=seed, threads=threads)
    return {member.name: float(rating) for member, rating in zip(pool.members, elo_ratings(scores), strict=True)}


@entry
def meet(policies: Sequence[BatchPolicy], setting: Setting, matches: int, *, seed: int = 0, threads: int = 1) -> Any:
    """Matches between policies, seated at random: `scores[i, j]` is what i took from j, 1 for being ahead, half for a tie."""
    if not len(policies):
        raise InvalidOption(N_("there must be at least one policy to play"))
    batch = Batch(setting, matches, threads=threads)
    batch.reset(check_seeds(seeds_from(seed, matches)))
    random = np.random.default_rng(seed)
    who = np.stack([random.permutation(np.arange(setting.seats) + start) % len(policies) for start in range(matches)])
    playing, rows = np.ones(matches, np.bool_), batch.rows
    while playing.any():
        actions, decides = np.full(matches, STAND, np.int64), who[np.arange(matches), rows.seat]
        for number, policy in enumerate(policies):
            group = np.flatnonzero(playing & (decides == number))
            if len(group):
                actions[group] = draw_actions(policy, rows.observations[group], rows.masks[group], random)
        batch.step_some(actions)
        playing &= ~rows.terminated
    batch.close()
    scores = np.zeros((len(policies), len(policies)))
    for row in range(matches):
        for one in range(setting.seats):
            for other in range(setting.seats):
                ahead = np.sign(int(rows.places[row, other]) - int(rows.places[row, one]))
                if who[row, one] != who[row, other]:
                    scores[who[row, one], who[row, other]] += 0.5 + 0.5 * ahead
    return scores
