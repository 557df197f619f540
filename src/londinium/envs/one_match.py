"""One match for an environment: quick compiled steps, and alongside them a `Match` for anyone who wants to look or think."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from londinium.bots.players import KNOWN, MADE_BITS, Players, luck_of_player, made_by, made_together
from londinium.envs.batch import bound
from londinium.envs.compiled import steps
from londinium.envs.setting import REWARDS, Setting
from londinium.kernel.boxes import STANDARD_BOX
from londinium.kernel.checks import check_seat, check_seed
from londinium.kernel.engine import LONGEST_MATCH
from londinium.kernel.entries import entries
from londinium.kernel.game import MOST_SEATS
from londinium.kernel.match import Match, default_name
from londinium.kernel.rebound import Rebound
from londinium.kernel.seeds import draw, uint64
from londinium.kernel.words.errors import N_, LondiniumError


@entries
class Playing(Rebound):
    """A match in progress. Every decision is one call of `act`; what chance reveals follows by itself."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.game, self.engine = setting, setting.game, setting.game.engine
        self.bind_all()
        self._kind = list(REWARDS).index(setting.reward)
        self._states = self.game.state.new()
        self._buffers = self.engine.buffers()
        self._plies = np.zeros((LONGEST_MATCH, 2), np.int16)
        self._points, self._places = np.zeros(MOST_SEATS, np.int32), np.zeros(MOST_SEATS, np.int32)
        self._size = self.game.observation.size(setting.seats)
        self._match: Match | None = None
        self._players = Players(self.game)
        self.seed, self.ply, self._begun = 0, 0, False
        self.made = 0
        """How many decisions each seat has made, as the vector counts them: read by `made_by`."""
        self.to_act = 0
        """A mask of the seats that decide now; 0 when the match is over."""

    def bind_all(self) -> None:
        self._act, self._look = bound(self.game, steps.act_at), bound(self.game, steps.observe_one)

    def begin(self, seed: int) -> None:
        setting = self.setting
        check_seed(seed)
        self.seed, self.ply, self.made, self._match = seed, 0, 0, None
        self._states[0:1] = self.game.state.new()
        self.engine.unchecked.setup(self._states, 0, setting.boxes, setting.seats, setting.codes)
        self._before, self._begun = [0.0] * setting.seats, True
        self._advance(-1, 0)

    def act(self, seat: int, action: int) -> bool:
        """Take an action of a seat that decides; returns whether it was legal. If not, another is taken, or it is refused."""
        self.require_begun()
        check_seat(self.setting.seats, seat)
        if self.is_over:
            raise LondiniumError(N_("the match is over: begin a new one with reset"))
        legal = self.is_legal(seat, action)
        if not legal:
            if self.setting.illegal == "raise":
                raise LondiniumError(N_("'{move}' is not legal for seat {seat}"), move=self._name(action), seat=seat)
            allowed = self.legal(seat)
            if not allowed:
                raise LondiniumError(N_("'{move}' is not legal for seat {seat}"), move=self._name(action), seat=seat)
            action = allowed[draw(self.seed, steps.INSTEAD + made_together(self.made), len(allowed))]
        self._advance(seat, action)
        self.made += 1 << MADE_BITS * seat
        return legal

    def require_begun(self) -> None:
        if not self._begun:
            raise LondiniumError(N_("there is no match yet: begin with reset"))

    def let_players_choose(self, kinds: Mapping[int, str]) -> None:
        """Simple players on these seats, all of whom decide now, do so: none sees a face-down choice. What they choose is what
        the compiled vector lets them choose (`others_choose` in `compiled/steps.py`).
        """
        before = self._states.copy()
        for seat, kind in kinds.items():
            own = self.game.state.new(KNOWN)
            own[0:1] = before
            while self.engine.unchecked.to_act(own, 0) >> seat & 1:
                key = uint64(luck_of_player(self.seed, seat, made_by(self.made, seat)))
                move = self._players.choose_at(kind, own, self.setting.boxes, seat, key)
                self.engine.unchecked.push(own, 0, self.setting.boxes, seat, move)
                self._advance(seat, move)
                self.made += 1 << MADE_BITS * seat

    def _advance(self, seat: int, move: int) -> None:
        self.ply, self.to_act = self._act(
            self._states, self.setting.boxes, self.seed, seat, move, self._plies, self.ply, self._buffers
        )

    def is_legal(self, seat: int, action: int) -> bool:
        check_seat(self.setting.seats, seat)
        inside = 0 <= action < self.setting.actions and self.to_act >> seat & 1
        return bool(inside) and self.engine.unchecked.refusal(self._states, 0, self.setting.boxes, seat, action) == 0

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat."""
        check_seat(self.setting.seats, seat)
        if not self.to_act >> seat & 1:
            return []
        count = self.engine.unchecked.legal(self._states, 0, self.setting.boxes, seat, self._buffers[0])
        return [int(move) for move in self._buffers[0][:count]]

    def _name(self, action: int) -> str:
        return self.game.moves.text(action) if 0 <= action < self.setting.actions else str(action)

    # ── Looking ──────────────────────────────────────────────────────────────

    @property
    def is_over(self) -> bool:
        return self.to_act == 0

    @property
    def seat(self) -> int:
        """The first of the seats that decide now."""
        return (self.to_act & -self.to_act).bit_length() - 1

    def look(self, seat: int) -> tuple[Any, Any]:
        """What a seat may know and what it may do, as new arrays: observation and action mask."""
        self.require_begun()
        check_seat(self.setting.seats, seat)
        row, mask = np.empty(self._size, np.uint8), np.empty(self.setting.actions, np.int8)
        self._look(self._states, self.setting.boxes, self.setting.codes, seat, row, mask, self._buffers[0])
        return row, mask

    def rewards(self) -> list[float]:
        """Of every seat, for what happened since the last call."""
        self.require_begun()
        seats = self.setting.seats
        if not (self.is_over or self._kind == steps.GAIN):
            return [0.0] * seats
        self.engine.unchecked.scores(self._states, 0, self.setting.boxes, self._points, self._places)
        if self._kind == steps.GAIN:
            before, self._before = self._before, [float(points) for points in self._points[:seats]]
            return [now - then for now, then in zip(self._before, before, strict=True)]
        return [float(steps.reward_of(self._kind, self._points, self._places, seats, seat)) for seat in range(seats)]

    @property
    def outcome(self) -> dict[str, list[int]]:
        """Points and places of all seats, as if the match ended now."""
        self.require_begun()
        self.engine.unchecked.scores(self._states, 0, self.setting.boxes, self._points, self._places)
        seats = self.setting.seats
        return {"points": self._points[:seats].tolist(), "places": self._places[:seats].tolist()}

    @property
    def match(self) -> Match:
        """The same match for people and bots. It catches up when it is asked for, and costs nothing before."""
        self.require_begun()
        setting = self.setting
        if self._match is None:
            names = [default_name(seat) for seat in range(setting.seats)]
            box = setting.box.name if setting.box else STANDARD_BOX
            self._match = Match(self.game, setting.seats, setting.options, self.seed, setting.boxes, box, names)
        for seat, move in self._plies[self._match.ply : self.ply].tolist():
            self._match.apply(move, seat)
        return self._match
