"""Tables that earlier versions stored open to the same state: what was exported then is read now.

`earlier/` holds exports, each named after the day of its version. The states were written down by that version itself.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from londinium.table.papers.export import import_lines
from londinium.table.store import open_store
from londinium.table.table import Table

from .play import in_loop

EXPORT = Path(__file__).parent / "earlier" / "2026-11-16.jsonl"
STATES = {
    "8pstpvsp3j": (148, "f9542e1debeab863"),
    "zqzuzj6b3p": (80, "9b01f0a0e15b52ea"),
    "u254dgwyvt": (147, "124d7cf8a1edc79a"),
    "dvabcxrybn": (62, "c7ad414971f48631"),
}
"""By table: how many moves it had, and the beginning of a hash of its state."""


@pytest.mark.parametrize("id", STATES)
def test_a_stored_table_comes_to_the_same_state(id: str, tmp_path: Path) -> None:
    @in_loop
    async def opens() -> None:
        store = await open_store(f"sqlite:///{tmp_path / 'table.db'}")
        try:
            assert await import_lines(store, EXPORT.read_bytes().splitlines(), EXPORT.name) == len(STATES)
            match = Table(await store.rows(id)).match
            states = match.position.states
            if match.game.older_rules:
                assert (match.rules, states[0].older_rules) == (1, 1)
                states[0].older_rules = 0  # where there was nothing then
            assert (match.ply, sha256(states.tobytes()).hexdigest()[:16]) == STATES[id]
        finally:
            await store.close()

    opens()
