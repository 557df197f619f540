"""Our games as games of OpenSpiel, with explicit chance nodes and information states.

    import pyspiel
    import londinium.envs.spiel
    game = pyspiel.load_game("londinium_next_station_london(players=2,powers=on)")

Importing this registers every game of Londinium. Options of a game are parameters, and `reward` is one. Seats that decide at
the same time do so one after the other; a seat's information state has the choices of the others only once they are revealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from londinium.envs.batch import bound
from londinium.envs.compiled import steps
from londinium.envs.extras import library
from londinium.envs.setting import REWARDS, Setting
from londinium.kernel.checks import check_seat
from londinium.kernel.contracts.observation import Feature
from londinium.kernel.engine import LONGEST_MATCH
from londinium.kernel.entries import WrongType, entries, entry, shortened
from londinium.kernel.game import CHANCE, MOST_SEATS, Game
from londinium.kernel.registry import games
from londinium.kernel.words.errors import N_, LondiniumError

pyspiel = library("pyspiel", "openspiel")
SpielGame: Any = pyspiel.Game
SpielState: Any = pyspiel.State

MOST_POINTS = 1000.0
"""More than anybody ever scores, or ever falls behind by."""


class Rules:
    """One setting of a game, shared by all states of a `pyspiel.Game`: a copied state refers to the same."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.engine = setting, setting.game.engine
        self.moves = setting.game.moves_with(setting.boxes)
        self.buffers = self.engine.buffers()
        self.look = bound(setting.game, steps.observe_one)
        self.features: list[Feature] = list(setting.game.observation.table(setting.seats))

    def __deepcopy__(self, _: Any) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        setting = self.setting
        return rules_of, (setting.game.slug, setting.seats, tuple(sorted(setting.options.items())), setting.reward)


@cache
def rules_of(slug: str, seats: int, options: tuple[tuple[str, str], ...], reward: str) -> Rules:
    return Rules(Setting.of(slug, seats, dict(options), reward=reward))


class LondiniumState(SpielState):  # type: ignore[misc]  # OpenSpiel is untyped
    """A position, and what each seat has learnt on the way to it."""

    def __init__(self, game: Any, rules: Rules) -> None:
        if not (isinstance(game, SpielGame) and isinstance(rules, Rules)):
            # OpenSpiel would read what is not there.
            raise WrongType(N_("{name} must be {kind}, not {given}"), name="game", kind="pyspiel.Game", given=shortened(game))
        super().__init__(game)
        setting = rules.setting
        self.rules = rules
        self.states = setting.game.state.new()
        rules.engine.unchecked.setup(self.states, 0, setting.boxes, setting.seats, setting.codes)
        self.to_act: int = rules.engine.unchecked.to_act(self.states, 0)
        self.revealed: list[str] = []
        """Everything that all have seen."""
        self.choosing = 0
        """The seats that decide at the same time, as a mask, until all have decided."""
        self.chosen: list[list[str]] = [[] for _ in range(setting.seats)]
        """What they have chosen so far, by seat."""

    def current_player(self) -> int:
        if self.to_act == 0:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.to_act == 1 << CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return (self.to_act & -self.to_act).bit_length() - 1

    def is_terminal(self) -> bool:
        return self.to_act == 0

    def _legal_actions(self, player: int) -> list[int]:
        rules = self.rules
        moves, _ = rules.buffers
        if player < 0 or not self.to_act >> player & 1:
            return []
        count = rules.engine.unchecked.legal(self.states, 0, rules.setting.boxes, player, moves)
        return [int(move) for move in moves[:count]]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be revealed, with exact odds. Outcomes are counted from the first move of chance in the game's table."""
        rules = self.rules
        moves, weights = rules.buffers
        if self.to_act != 1 << CHANCE:
            return []
        count = rules.engine.unchecked.chance(self.states, 0, rules.setting.boxes, moves, weights)
        total = int(weights[:count].sum())
        return [(int(moves[i]) - rules.setting.actions, int(weights[i]) / total) for i in range(count)]

    def _apply_action(self, action: int) -> None:
        seat = CHANCE if self.to_act == 1 << CHANCE else self.current_player()
        move = action + self.rules.setting.actions if seat == CHANCE else action
        self._require_allowed(seat, move)
        several = self.to_act & (self.to_act - 1)
        if self.choosing == 0 and several:
            self.choosing = self.to_act
        self.rules.engine.unchecked.push(self.states, 0, self.rules.setting.boxes, seat, move)
        self.to_act = self.rules.engine.unchecked.to_act(self.states, 0)
        text = self.rules.moves.text(move)
        if self.choosing == 0:
            self.revealed.append(text if seat == CHANCE else f"{seat} {text}")
            return
        self.chosen[seat].append(text)
        if self.to_act & self.choosing == 0 or self.to_act & ~self.choosing:
            self._reveal_choices()

    def _require_allowed(self, seat: int, move: int) -> None:
        """OpenSpiel hands over whatever it is given, and so an error is said here."""
        rules = self.rules
        if seat == CHANCE:
            allowed = move - rules.setting.actions in dict(self.chance_outcomes())
        else:
            inside = self.to_act != 0 and 0 <= move < rules.setting.actions
            allowed = inside and rules.engine.unchecked.refusal(self.states, 0, rules.setting.boxes, seat, move) == 0
        if not allowed:
            name = rules.moves.text(move) if 0 <= move < len(rules.moves) else str(move)
            raise LondiniumError(N_("'{move}' is not legal for seat {seat}"), move=name, seat=seat)

    def _reveal_choices(self) -> None:
        for seat, texts in enumerate(self.chosen):
            self.revealed += [f"{seat} {text}" for text in texts]
            texts.clear()
        self.choosing = 0

    def _action_to_string(self, player: int, action: int) -> str:
        offset = self.rules.setting.actions if player == pyspiel.PlayerId.CHANCE else 0
        return str(self.rules.moves.text(action + offset))

    def returns(self) -> list[float]:
        setting, engine = self.rules.setting, self.rules.engine
        if self.to_act:
            return [0.0] * setting.seats
        points, places = np.zeros(MOST_SEATS, np.int32), np.zeros(MOST_SEATS, np.int32)
        engine.unchecked.scores(self.states, 0, setting.boxes, points, places)
        kind = list(REWARDS).index(setting.reward)
        return [float(steps.reward_of(kind, points, places, setting.seats, seat)) for seat in range(setting.seats)]

    def known_to(self, player: int) -> Iterator[str]:
        """Every move that a seat knows of, in order; of the others' face-down choices only how many there are."""
        yield from self.revealed
        for seat, texts in enumerate(self.chosen):
            yield from (f"{seat} {text if seat == player else '?'}" for text in texts)

    def __str__(self) -> str:
        chosen = [f"{seat} {text}" for seat, texts in enumerate(self.chosen) for text in texts]
        return ", ".join(self.revealed + chosen)


@entries
class LondiniumObserver:
    """What a player observes: the features of the environments, or with perfect recall all moves that it knows of."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self.rules, self.perfect_recall = rules, perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not perfect_recall:
            self.tensor = np.zeros(len(rules.setting.highs), np.float32)
            self.dict = {f.name: self.tensor[f.start : f.start + f.size].reshape(f.shape) for f in rules.features}

    def set_from(self, state: LondiniumState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._row(state, player)

    def string_from(self, state: LondiniumState, player: int) -> str:
        if self.perfect_recall:
            return f"seat {player}: " + ", ".join(state.known_to(player))
        row = self._row(state, player)
        parts = ((f.name, row[f.start : f.start + f.size]) for f in self.rules.features)
        return "; ".join(f"{name} {' '.join(map(str, part))}" for name, part in parts if part.any())

    def _row(self, state: LondiniumState, player: int) -> Any:
        setting = self.rules.setting
        check_seat(setting.seats, player)
        if not isinstance(state, LondiniumState) or state.rules is not self.rules:
            raise WrongType(N_("{name} must be {kind}, not {given}"), name="state", kind="LondiniumState", given=shortened(state))
        row, mask = np.zeros(len(setting.highs), np.uint8), np.zeros(setting.actions, np.int8)
        self.rules.look(state.states, setting.boxes, setting.codes, player, row, mask, self.rules.buffers[0])
        return row


@entry
def game_type(game: Game) -> Any:
    """How OpenSpiel describes one of our games."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"londinium_{game.slug.replace('-', '_')}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats[-1],
            "reward": "margin",
            **{option.name: option.default for option in game.options},
        },
    )


@entry
def game_info(setting: Setting) -> Any:
    most = 1.0 if setting.reward == "rank" else MOST_POINTS
    return pyspiel.GameInfo(
        num_distinct_actions=setting.actions,
        max_chance_outcomes=len(setting.game.moves) - setting.actions,
        num_players=setting.seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=None,
        max_game_length=LONGEST_MATCH,
    )


@entry
def register_in_openspiel(game: Game) -> None:
    """Make a game known to OpenSpiel."""
    described = game_type(game)

    class LondiniumGame(SpielGame):  # type: ignore[misc]  # OpenSpiel is untyped
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {"players": game.seats[-1], "reward": "margin", **(params or {})}
            options = {name: choice for name, choice in given.items() if name not in ("players", "reward")}
            rules = rules_of(game.slug, given["players"], tuple(sorted(options.items())), given["reward"])
            super().__init__(described, game_info(rules.setting), params or {})
            self.rules = rules

        def new_initial_state(self) -> LondiniumState:
            return LondiniumState(self, self.rules)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LondiniumObserver | None:
            kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
            whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
            return LondiniumObserver(self.rules, kind.perfect_recall) if whole else None

    LondiniumGame.__name__ = LondiniumGame.__qualname__ = game.title.title().replace(" ", "").replace(":", "")
    pyspiel.register_game(described, LondiniumGame)


for each in games():
    register_in_openspiel(each)
