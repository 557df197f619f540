"""Our games as games of OpenSpiel, with explicit chance nodes and information states.

    import pyspiel
    import londinium.envs.spiel
    game = pyspiel.load_game("londinium_next_station_london(players=2,powers=on)")

Importing this registers every game of Londinium. Options of a game are parameters, and so are `players`, `reward`, `variant`,
`rules` and `box`. With `plies` and `seed` a game begins later, in the position of a random match after that many plies: endgames
are small enough for algorithms that visit a whole tree.

Seats that decide at the same time do so one after the other; a seat's information state has the choices of the others only once
they are revealed, and `resample_from_infostate` draws those that it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from londinium.envs.compiled import steps
from londinium.envs.extras import library
from londinium.envs.setting import REWARDS
from londinium.envs.spiel_rules import UNKNOWN, OpenChoices, Rules, SeatMove, rules_of
from londinium.kernel.checks import check_seat
from londinium.kernel.entries import WrongType, entries, entry, shortened
from londinium.kernel.game import CHANCE, RULES, Game
from londinium.kernel.registry import games
from londinium.kernel.words.errors import N_, LondiniumError

pyspiel = library("pyspiel", "openspiel")
SpielGame: Any = pyspiel.Game
SpielState: Any = pyspiel.State

MOST_POINTS = 1000.0
"""More than anybody ever scores, or ever falls behind by."""


class Before:
    """A state that nobody changes, and that is not copied with the states that remember it."""

    def __init__(self, state: LondiniumState) -> None:
        self.state = state

    def __deepcopy__(self, _: Any) -> Before:
        return self


class LondiniumState(SpielState):  # type: ignore[misc]  # OpenSpiel is untyped
    """A position, and what each seat has learnt on the way to it."""

    def __init__(self, game: Any, rules: Rules) -> None:
        if not (isinstance(game, SpielGame) and isinstance(rules, Rules)):
            # OpenSpiel would read what is not there.
            raise WrongType(N_("{name} must be {kind}, not {given}"), name="game", kind="pyspiel.Game", given=shortened(game))
        super().__init__(game)
        self.rules, self.states = rules, rules.first_states()
        self.to_act: int = rules.engine.unchecked.to_act(self.states, 0)
        self.revealed: list[SeatMove] = []
        """Everything that all have seen."""
        self.choices = OpenChoices(rules)
        self.before: Before | None = None
        """The state in which several seats began to choose; None where nobody has chosen face down."""
        for seat, move in rules.line:
            self._make(seat, move)
        self.at_first = self.earned = self._points()

    def current_player(self) -> int:
        if self.to_act == 0:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.to_act == 1 << CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return (self.to_act & -self.to_act).bit_length() - 1

    def is_terminal(self) -> bool:
        return self.to_act == 0

    def _legal_actions(self, player: int) -> list[int]:
        return self._legal(self.states, player) if player >= 0 and self.to_act >> player & 1 else []

    def _legal(self, states: Any, seat: int) -> list[int]:
        moves, _ = self.rules.buffers
        count = self.rules.engine.unchecked.legal(states, 0, self.rules.setting.boxes, seat, moves)
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
        if not self.choices and self.to_act & (self.to_act - 1):
            self.before = Before(self.clone())
        if seat != CHANCE:
            # Nobody is rewarded at a chance node: what a reveal brings counts with the decision before it.
            self.earned = self._points()
        self._make(seat, move)

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

    def _make(self, seat: int, move: int) -> None:
        self.revealed += self.choices.note(self.states, seat, move)
        self.rules.engine.unchecked.push(self.states, 0, self.rules.setting.boxes, seat, move)
        self.to_act = self.rules.engine.unchecked.to_act(self.states, 0)
        if not self.choices:
            self.before = None

    def _action_to_string(self, player: int, action: int) -> str:
        offset = self.rules.setting.actions if player == pyspiel.PlayerId.CHANCE else 0
        return str(self.rules.moves.text(action + offset))

    # ── Results ──────────────────────────────────────────────────────────────

    def _points(self) -> Any:
        """Every seat's points now, where each step is rewarded."""
        setting = self.rules.setting
        return self.rules.results(self.states)[0][: setting.seats].astype(float) if setting.reward == "gain" else None

    def returns(self) -> list[float]:
        setting = self.rules.setting
        if setting.reward == "gain":
            return [float(points) for points in self._points() - self.at_first]
        if self.to_act:
            return [0.0] * setting.seats
        points, places = self.rules.results(self.states)
        kind = list(REWARDS).index(setting.reward)
        return [float(steps.reward_of(kind, points, places, setting.seats, seat)) for seat in range(setting.seats)]

    def rewards(self) -> list[float]:
        """For the last action; they add up to the returns."""
        if self.rules.setting.reward != "gain":
            return self.returns()
        return [float(points) for points in self._points() - self.earned]

    # ── What a seat knows ────────────────────────────────────────────────────

    def known_to(self, player: int) -> Iterator[SeatMove]:
        """Every move that a seat knows of, in order; of the others' face-down choices only how many there are."""
        yield from self.revealed
        for seat, move in self.choices.by_seat():
            yield seat, move if seat == player else UNKNOWN

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> LondiniumState:
        """A state that this player cannot tell from this one: what others have chosen face down is drawn from all that fits."""
        if self.before is None:
            again: LondiniumState = self.clone()
            return again
        first = self.before.state
        drawn: dict[int, Iterator[int]] = {}
        for seat in {seat for seat, _ in self.choices.chosen}:
            own = [move for whose, move in self.choices.chosen if whose == seat]
            fit = own if seat == player_id else self._choices_like(first.states, seat, len(own), probability_sampler)
            drawn[seat] = iter(fit or own)
        again = first.clone()
        for seat, _ in self.choices.chosen:
            again.apply_action(next(drawn[seat]))
        return again

    def _choices_like(self, states: Any, seat: int, count: int, random: Callable[[], float]) -> list[int]:
        """So many choices of a seat, after which it still decides or does not, as it does now; empty if there are none."""
        legal = self._legal(states, seat)
        while legal:
            move = legal.pop(min(int(random() * len(legal)), len(legal) - 1))
            later = states.copy()
            self.rules.engine.unchecked.push(later, 0, self.rules.setting.boxes, seat, move)
            decides = self.rules.engine.unchecked.to_act(later, 0) >> seat & 1
            if count == 1 and decides == self.to_act >> seat & 1:
                return [move]
            if count > 1 and decides and (more := self._choices_like(later, seat, count - 1, random)):
                return [move, *more]
        return []

    def __str__(self) -> str:
        return ", ".join(self.rules.text(step) for step in [*self.revealed, *self.choices.by_seat()])


@entries
class LondiniumObserver:
    """What a player observes: the features of the environments; with perfect recall also all moves that it knows of."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self.rules, self.perfect_recall = rules, perfect_recall
        self._row_size = len(rules.setting.highs)
        shapes = {feature.name: feature.shape for feature in rules.features}
        if perfect_recall:
            shapes |= {"who": self._plies(rules.setting.seats + 1), "move": self._plies(len(rules.moves).bit_length())}
        self.tensor: Any = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def _plies(self, width: int) -> tuple[int, int]:
        return len(self.rules.line) + self.rules.decisions + self.rules.reveals, width

    def set_from(self, state: LondiniumState, player: int) -> None:
        self.tensor[: self._row_size] = self._row(state, player)
        if self.perfect_recall:
            self._write_moves(state, player)

    def _write_moves(self, state: LondiniumState, player: int) -> None:
        """A row for each move: whose it was, chance's the last, and the number of the move in binary from 1; 0 if unknown."""
        known = np.array(list(state.known_to(player)), np.int64).reshape(-1, 2)
        who, moves = self.dict["who"], self.dict["move"]
        who[:], moves[:] = 0, 0
        seats = np.minimum(known[:, 0], self.rules.setting.seats)
        who[np.arange(len(known)), seats] = 1
        moves[: len(known)] = (known[:, 1:] + 1) >> np.arange(moves.shape[1]) & 1

    def string_from(self, state: LondiniumState, player: int) -> str:
        if self.perfect_recall:
            return f"seat {player}: " + ", ".join(self.rules.text(step) for step in state.known_to(player))
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


# ── Registration ─────────────────────────────────────────────────────────────


@entry
def utility_of(reward: str, seats: int) -> Any:
    """Ranks add up to 0, and so do the margins of two; all else depends on how well everybody plays."""
    kinds = pyspiel.GameType.Utility
    return kinds.ZERO_SUM if seats > 1 and (reward == "rank" or (reward == "margin" and seats == 2)) else kinds.GENERAL_SUM


@entry
def spiel_parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game and their defaults. An option that is left empty is as the variant has it."""
    settings = {"players": game.seats[-1], "reward": "margin", "variant": "", "rules": game.rules_version}
    return settings | {"box": "", "plies": 0, "seed": 0, **{option.name: "" for option in game.options}}


@entry
def game_type(game: Game, reward: str = "margin", seats: int | None = None) -> Any:
    """How OpenSpiel describes one of our games, with this reward and as many seats."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"londinium_{game.slug.replace('-', '_')}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility_of(reward, seats if seats is not None else game.seats[-1]),
        reward_model=kinds.RewardModel.REWARDS if reward == "gain" else kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=spiel_parameters(game),
    )


@entry
def game_info(rules: Rules) -> Any:
    setting = rules.setting
    most = 1.0 if setting.reward == "rank" else MOST_POINTS
    zero_sum = utility_of(setting.reward, setting.seats) == pyspiel.GameType.Utility.ZERO_SUM
    return pyspiel.GameInfo(
        num_distinct_actions=setting.actions,
        max_chance_outcomes=len(setting.game.moves) - setting.actions,
        num_players=setting.seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if zero_sum else None,
        max_game_length=rules.decisions,
    )


@entry
def rules_with(game: Game, given: dict[str, Any]) -> Rules:
    """The rules that somebody asks for by parameters."""
    settings = spiel_parameters(game) | given
    options = {option.name: given[option.name] for option in game.options if given.get(option.name)}
    if settings["rules"] != game.rules_version:
        options[RULES] = str(game.check_rules(settings["rules"]))
    chosen = game.choose(options, settings["variant"] or None)
    return rules_of(
        game.slug,
        game.check_seats(settings["players"]),
        tuple(sorted(chosen.items())),
        settings["reward"],
        settings["box"],
        settings["plies"],
        settings["seed"],
    )


@entry
def register_in_openspiel(game: Game) -> None:
    """Make a game known to OpenSpiel."""

    class LondiniumGame(SpielGame):  # type: ignore[misc]  # OpenSpiel is untyped
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            self.rules = rules = rules_with(game, params or {})
            setting = rules.setting
            super().__init__(game_type(game, setting.reward, setting.seats), game_info(rules), params or {})

        def new_initial_state(self) -> LondiniumState:
            return LondiniumState(self, self.rules)

        def max_chance_nodes_in_history(self) -> int:
            return self.rules.reveals

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LondiniumObserver | None:
            kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
            whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
            return LondiniumObserver(self.rules, kind.perfect_recall) if whole else None

    LondiniumGame.__name__ = LondiniumGame.__qualname__ = game.title.title().replace(" ", "").replace(":", "")
    pyspiel.register_game(game_type(game), LondiniumGame)


for each in games():
    register_in_openspiel(each)
