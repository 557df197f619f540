"""Pack a network into few bytes: whole numbers of eight bits times powers of two, learnt so that it foresees the same.

Rounding alone does harm. So the numbers are rounded while the network learns, from the one it was, what to say about positions
that a search asks about (quantisation-aware training, Jacob et al., 2018). All weights are first brought to one unit, points
of the result: how large an input usually is, times how much the result depends on the cell. In this unit all steps are equally
large, which wastes nothing, and the file's compression makes frequent numbers short. `foresight.py --bytes` does all of it.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from londinium.bots.search import foresight
from londinium.bots.search.foresight import Foresight, Network
from londinium.bots.search.foresight import foresee as plainly_foresee
from londinium.bots.search.search import Search
from londinium.bots.search.simulation import weighing
from londinium.kernel.match import Match
from londinium.kernel.rules import part

NOTED = 16
"""Positions of a decision's simulations that are noted."""
MOST = 127
GROWTH = 1.02
"""How much larger the file may become while it learns."""
RATE = 0.004
"""How far a weight moves in one lesson, at first, in steps."""
RARE = 0.02
"""An input that is rarer than this is rounded as if it were not."""


# ── Positions that a search asks about ───────────────────────────────────────


@part
def foresee_and_note(s: Any, box: Any, seat: int, net: Foresight) -> float:
    """What is foreseen; what was seen is noted in one of the rows below the first, over what was there."""
    network, options, seen, inner, outer = net
    size = len(network.first)
    worth = plainly_foresee(s, box, seat, Foresight(network, options, seen[:size], inner, outer))
    row = 1 + int(abs(worth) * 4096.0) % NOTED
    for k in range(size):
        seen[row * size + k] = seen[k]
    return worth


class NotingSearch(Search):
    """A search that notes some of the positions it asks the network about."""

    def bound(self, function: Any) -> Any:
        chosen = {"observe": self.game.observation.observe, "foresee": foresee_and_note}
        return self.engine.bind(function, **weighing(self.game), **chosen)

    def mind(self, match: Match, seat: int, number: int = 0) -> Any:
        mind = super().mind(match, seat, number)
        size = len(mind.foresight.seen)
        self._notes = np.zeros((1 + NOTED) * size, np.uint8)
        return mind._replace(foresight=mind.foresight._replace(seen=self._notes))

    @property
    def noted(self) -> Any:
        """Positions from the last decision that was thought about."""
        rows = self._notes.reshape(1 + NOTED, -1)[1:]
        return rows[rows.any(axis=1)]


# ── The network that is packed ───────────────────────────────────────────────


def rounded(numbers: Tensor, steps: Tensor) -> Tensor:
    """The nearest whole steps. What is learnt passes through as if nothing were rounded."""
    near = (numbers / steps).round().clamp(-MOST, MOST) * steps
    return numbers + (near - numbers).detach()


def usual(cells: Tensor) -> Tensor:
    """How large each cell usually is."""
    return cells.square().mean(dim=0).sqrt()


def enough(sizes: Tensor) -> Tensor:
    """No size is far below the others: a cell that hardly ever counts may count one day."""
    return sizes.clamp(min=0.03 * float(sizes.mean()))


class Packed(nn.Module):
    """A network whose tables are rounded. Its weights are kept in points of the result."""

    def __init__(self, network: Network, seen: Tensor, size: int) -> None:
        """`seen`: positions by which it is judged how much each weight matters; `size`: how many bytes the file may have."""
        super().__init__()
        first, first_bias, second, second_bias, worth = (torch.from_numpy(array).to(seen.device) for array in network)
        self.inputs: Tensor
        self.register_buffer("inputs", usual(seen.float()))
        first = first * (self.inputs > 0).unsqueeze(1)
        inner = torch.relu(seen.float() @ first + first_bias)
        outer = torch.relu(inner @ second + second_bias)
        # A cell may be larger and its row smaller, or the other way: so that the result depends on all of them equally.
        felt = (outer > 0).float() * worth[:-1]
        outer_felt, inner_felt = (enough(usual(cells)) for cells in (felt, (felt @ second.T) * (inner > 0)))
        self.outer: Tensor
        self.register_buffer("inner", enough(usual(inner * inner_felt)))
        self.register_buffer("outer", enough(usual(outer * outer_felt)))
        self.register_buffer("known", (self.inputs > 0).float().unsqueeze(1))
        self.inputs.clamp_(min=RARE)
        self.first = nn.Parameter(first * inner_felt * self.inputs.unsqueeze(1))
        self.first_bias = nn.Parameter(first_bias * inner_felt)
        self.second = nn.Parameter(second / inner_felt.unsqueeze(1) * outer_felt * self.inner.unsqueeze(1))
        self.second_bias = nn.Parameter(second_bias * outer_felt)
        self.worth = nn.Parameter(worth[:-1] / outer_felt * self.outer)
        self.always = nn.Parameter(worth[-1:])
        self.step = self._step_for(size)

    def _step_for(self, size: int) -> float:
        """The smallest step, in points, with which the file is small enough."""
        low, high = 1e-4, 10.0
        for _ in range(14):
            self.step = (low * high) ** 0.5
            low, high = (low, self.step) if GROWTH * self.size() <= size else (self.step, high)
        return high

    def _powers(self, weights: Tensor, usually: Tensor) -> Tensor:
        """The powers of two that are nearest to the step, for each row; larger where eight bits were not enough."""
        finest = (weights.detach().abs().amax(dim=1) / usually / MOST).clamp(min=2.0**-40).log2().ceil()
        return torch.maximum((self.step / usually).log2().round(), finest)

    def tables(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Both tables as they are read, and the powers of their rows."""
        found = []
        for weights, usually in ((self.first * self.known, self.inputs), (self.second, self.inner)):
            powers = self._powers(weights, usually)
            found.append((rounded(weights / usually.unsqueeze(1), torch.exp2(powers).unsqueeze(1)), powers))
        return found[0][0], found[0][1], found[1][0], found[1][1]

    def forward(self, seen: Tensor) -> Tensor:
        first, _, second, _ = self.tables()
        inner = torch.relu(seen.float() @ first + self.first_bias)
        outer = torch.relu(inner @ second + self.second_bias)
        return outer @ (self.worth / self.outer) + self.always

    @torch.no_grad()
    def network(self) -> tuple[Network, dict[str, Any]]:
        """As the search reads it, and the powers of two with which it is written."""
        first, first_powers, second, second_powers = (table.cpu().numpy() for table in self.tables())
        biases = (self.first_bias.cpu().numpy(), self.second_bias.cpu().numpy())
        worth = torch.cat([self.worth / self.outer, self.always]).cpu().numpy()
        return Network(first, biases[0], second, biases[1], worth), {"first": first_powers, "second": second_powers}

    def size(self) -> int:
        """How many bytes its file has."""
        return packed_size(*self.network())


def packed_size(network: Network, powers: dict[str, Any], command: str = "") -> int:
    file: Any = BytesIO()
    foresight.write(file, network, command, powers)
    return len(file.getvalue())


def foreseen(network: Network, seen: Tensor) -> Tensor:
    """What a network says about positions."""
    first, first_bias, second, second_bias, worth = (torch.from_numpy(array).to(seen.device) for array in network)
    parts = []
    for some in seen.split(1 << 16):
        inner = torch.relu(some.float() @ first + first_bias)
        parts.append(torch.relu(inner @ second + second_bias) @ worth[:-1] + worth[-1])
    return torch.cat(parts)


def pack(network: Network, seen: Tensor, strange: Tensor, size: int, lessons: int, minibatch: int, rate: float = RATE) -> Packed:
    """A network of this size that says the same about what is seen as the given one; `strange` positions show how well."""
    aims, its_aims = foreseen(network, seen), foreseen(network, strange)

    def off(packed: Packed) -> float:
        return float((foreseen(packed.network()[0], strange) - its_aims).square().mean().sqrt())

    packed = Packed(network, seen[torch.randperm(len(seen), device=seen.device)[: 1 << 17]], size)
    before, step = off(packed), packed.step
    optimiser = torch.optim.Adam(packed.parameters(), lr=rate * step)
    for number in range(lessons):
        for group in optimiser.param_groups:
            group["lr"] = rate * step * (1 - number / lessons)
        part = torch.randint(len(seen), (minibatch,), device=seen.device)
        loss = (packed(seen[part]) - aims[part]).square().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    print(
        f"packed into {packed.size():,} bytes, steps of {step:.4f} points, by {lessons:,} lessons from {len(seen):,} positions;"
        f" where worths differ by {float(its_aims.std()):.1f}, it is off by {before:.2f} before, {off(packed):.2f} now",
        flush=True,
    )
    return packed
