"""Policies as bots: what a learning agent is shown of a match, and a bot that does what a policy says.

    londinium.play("next-station-london", londinium.PolicyBot(policy), seats=1)

A policy is any function of an observation and of what is legal. It answers with an action, or with a number for each action of
which the highest is taken, or by which one is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np

from londinium.bots.veil import luck_of, veiled
from londinium.envs.batch import bound
from londinium.envs.compiled import steps
from londinium.kernel.checks import check_decision, check_seat
from londinium.kernel.entries import entries, entry
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, InvalidOption

Policy = Callable[[Any, Any], Any]
"""policy(observation, legal): an action, or a number for each action."""


@entry
def observe(match: Match, seat: int) -> Any:
    """What a learning agent in this seat is shown of a match: the observation of the environments, as an array of bytes."""
    return _look(match, seat)[0]


@entry
def legal_mask(match: Match, seat: int) -> Any:
    """What a seat may do now: 1 for every action that is legal, as environments show it."""
    return _look(match, seat)[1]


def _look(match: Match, seat: int) -> tuple[Any, Any]:
    game = match.game
    check_seat(match.seats, seat)
    actions = sum(not game.moves.is_chance(move) for move in range(len(game.moves)))
    row, mask = np.empty(game.observation.size(match.seats), np.uint8), np.empty(actions, np.int8)
    look = bound(game, steps.observe_one)
    look(match.position.states, match.boxes, game.option_codes(match.options), seat, row, mask, game.engine.buffers()[0])
    return row, mask


@entries
class PolicyBot:
    """A bot that does what a policy says; it sees what its seat may know, as environments show it."""

    def __init__(self, policy: Policy, name: str = "policy", *, drawn: bool = False) -> None:
        """`drawn`: where the policy gives a number for each action, these are probabilities by which one is drawn, the same in
        the same position; otherwise the highest is taken.
        """
        self.name, self._policy, self._drawn = name, policy, drawn

    def choose(self, match: Match, seat: int) -> int:
        check_decision(match.game, match, seat)
        known = veiled(match, seat)
        observation, legal = _look(known, seat)
        answer = np.asarray(self._policy(observation, legal.copy()))
        if answer.ndim == 0 or answer.size == 1:
            return self._allowed(answer.reshape(-1)[0], legal)
        numbers = answer.astype(float).reshape(-1)
        if len(numbers) != len(legal):
            message = N_("the policy {name} gave {given} numbers for {actions} actions")
            raise InvalidOption(message, name=self.name, given=len(numbers), actions=len(legal))
        allowed = np.flatnonzero(legal)
        weights = numbers[allowed]
        if np.isnan(weights).any():
            raise InvalidOption(N_("the policy {name} gave something that is not a number"), name=self.name)
        if not self._drawn:
            return int(allowed[int(weights.argmax())])
        if (weights < 0).any() or not weights.sum() > 0:
            message = N_("the policy {name} gave no probabilities: some are below 0, or all legal actions have 0")
            raise InvalidOption(message, name=self.name)
        return int(luck_of(known, seat).choices(allowed.tolist(), weights.tolist())[0])

    def _allowed(self, answer: Any, legal: Any) -> int:
        try:
            action = index(answer)
        except TypeError:
            message = N_("the policy {name} answered {answer}, which is not the number of an action")
            raise InvalidOption(message, name=self.name, answer=repr(answer)[:80]) from None
        if not (0 <= action < len(legal) and legal[action]):
            raise InvalidOption(N_("the policy {name} chose action {action}, which is not legal"), name=self.name, action=action)
        return action
