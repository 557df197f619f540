"""What agents are shown of a game that does not say and hides nothing: the bytes of the state, and who they are."""

from __future__ import annotations

from typing import Any

from londinium.kernel.contracts.observation import HIGHEST, Features, Observation
from londinium.kernel.flat import Cells, Flat
from londinium.kernel.game import MOST_SEATS
from londinium.kernel.rules import Binding

STATE_BYTES: Any = None
SIZE = 0
"""The type of the state and its bytes: names that are the game's own where `observe` is bound."""


def observe(s: Any, box: Any, options: Cells, seat: int, row: Any) -> None:
    row[0:SIZE].view(STATE_BYTES)[0] = s
    row[SIZE + seat] = 1


def whole_state(state: type[Flat], module: str) -> Observation:
    """The observation of a game without secrets. A negative number fills its bytes from above: -1 is 255."""
    common = Features()
    kinds: Any = state.dtype.fields
    for name in state.dtype.names or ():
        kind = kinds[name][0]
        meaning = f"{state.fields[name].doc}, as bytes" if name in state.fields else "nothing; it fills a gap"
        common.numbers(name, (kind.itemsize,), HIGHEST, meaning)
    size = common.size
    common.flags("observer", MOST_SEATS, "the seat of the observer")
    names = {"STATE_BYTES": state.dtype, "SIZE": size}
    return Observation(common, Features(), Binding(module, {}).bind(observe, names))
