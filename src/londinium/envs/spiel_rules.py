"""What the states of one game of OpenSpiel share: its setting, its moves, where it begins and how long it can last."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from londinium.bots.players import Players
from londinium.envs.batch import bound
from londinium.envs.compiled import steps
from londinium.envs.setting import Setting
from londinium.kernel.checks import check_seed
from londinium.kernel.contracts.observation import Feature
from londinium.kernel.engine import LONGEST_MATCH
from londinium.kernel.game import CHANCE, MOST_SEATS
from londinium.kernel.words.errors import N_, InvalidOption

UNKNOWN = -1
"""Instead of a move that a seat knows was made, but not which."""

SeatMove = tuple[int, int]
"""A seat and its move."""


class Rules:
    """One setting of a game, shared by all states of a `pyspiel.Game`: a copied state refers to the same."""

    def __init__(self, setting: Setting, plies: int, seed: int) -> None:
        self.setting, self.engine = setting, setting.game.engine
        self.moves = setting.game.moves_with(setting.boxes)
        self.buffers = self.engine.buffers()
        self.look = bound(setting.game, steps.observe_one)
        self.features: list[Feature] = list(setting.game.observation.table(setting.seats))
        self.plies, self.seed = plies, seed
        self.line = self._line_to(plies, seed) if plies else []
        """The moves before the first state."""
        self.decisions, self.reveals = self._longest()

    def __deepcopy__(self, _: Any) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        setting = self.setting
        box = str(setting.box or "")
        options = tuple(sorted(setting.options.items()))
        return rules_of, (setting.game.slug, setting.seats, options, setting.reward, box, self.plies, self.seed)

    def _line_to(self, plies: int, seed: int) -> list[SeatMove]:
        """The first plies of the match that random players make of a seed."""
        setting = self.setting
        check_seed(seed)
        found, _ = Players(setting.game).trace(["random"] * setting.seats, seed, setting.codes, setting.boxes)
        if not 0 <= plies < len(found):
            message = N_("the random match of seed {seed} has {length} plies: it cannot begin after {plies}")
            raise InvalidOption(message, seed=seed, length=len(found), plies=plies)
        line, choosing = [(int(seat), int(move)) for seat, move in found], OpenChoices(self)
        states = self.first_states()
        for made, (seat, move) in enumerate(line):
            # Where several are choosing, all of them do so first.
            if made >= plies and not choosing:
                return line[:made]
            choosing.note(states, seat, move)
            self.engine.unchecked.push(states, 0, setting.boxes, seat, move)
        return line

    def first_states(self) -> Any:
        """The state in which every match of this setting begins."""
        setting = self.setting
        states = setting.game.state.new()
        self.engine.unchecked.setup(states, 0, setting.boxes, setting.seats, setting.codes)
        return states

    def _longest(self) -> tuple[int, int]:
        """How many decisions and reveals may follow the first state, at most."""
        setting = self.setting
        longest = setting.game.observation.longest
        if longest is None:
            return LONGEST_MATCH, LONGEST_MATCH
        decisions, reveals = longest(setting.boxes[0], setting.seats, setting.options)
        revealed = sum(seat == CHANCE for seat, _ in self.line)
        return decisions - (len(self.line) - revealed), reveals - revealed

    def results(self, states: Any) -> tuple[Any, Any]:
        """Points and places as if the match ended now."""
        points, places = np.zeros(MOST_SEATS, np.int32), np.zeros(MOST_SEATS, np.int32)
        self.engine.unchecked.scores(states, 0, self.setting.boxes, points, places)
        return points, places

    def text(self, step: SeatMove) -> str:
        seat, move = step
        words = "?" if move == UNKNOWN else str(self.moves.text(move))
        return words if seat == CHANCE else f"{seat} {words}"


class OpenChoices:
    """Seats that decide at the same time, until all have decided. Each knows the position before, and its own choices."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[int, Any] = {}
        self.chosen: list[SeatMove] = []

    def __bool__(self) -> bool:
        return bool(self.known)

    def note(self, states: Any, seat: int, move: int) -> list[SeatMove]:
        """A move that is about to be made in these states. Returns what all see then: it, nothing yet, or all choices."""
        engine, boxes = self.rules.engine, self.rules.setting.boxes
        deciding = int(engine.unchecked.to_act(states, 0))
        if not self.known and deciding & (deciding - 1):
            self.known = {other: states.copy() for other in range(self.rules.setting.seats) if deciding >> other & 1}
        if not self.known:
            return [(seat, move)]
        self.chosen.append((seat, move))
        engine.unchecked.push(self.known[seat], 0, boxes, seat, move)
        if any(engine.unchecked.to_act(known, 0) >> other & 1 for other, known in self.known.items()):
            return []
        revealed, self.chosen, self.known = self.by_seat(), [], {}
        return revealed

    def by_seat(self) -> list[SeatMove]:
        """What was chosen so far, by seat: in which order they were asked tells nothing."""
        return sorted(self.chosen, key=lambda step: step[0])


@cache
def rules_of(
    slug: str, seats: int, options: tuple[tuple[str, str], ...], reward: str, box: str = "", plies: int = 0, seed: int = 0
) -> Rules:
    return Rules(Setting.of(slug, seats, dict(options), box=box or None, reward=reward), plies, seed)
