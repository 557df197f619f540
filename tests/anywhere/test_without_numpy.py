"""Everything that a table needs runs without NumPy and Numba, and does the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from londinium.bots.search import foresight
from londinium.bots.search.foresight import Network
from londinium.kernel.cells import Layout, PlainRecords, PlainRow, cells, zeros
from londinium.kernel.registry import bundled_games
from londinium.kernel.registry import game as find_game

from .random_match import played

GAMES = [game.slug for game in bundled_games()]


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_is_the_same_without_numpy(slug: str) -> None:
    script = Path(__file__).with_name("random_match.py")
    done = subprocess.run([sys.executable, str(script), slug], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == json.loads(json.dumps(played(slug)))


def older(file: Path, network: Network) -> None:
    """As networks were kept before they were packed."""
    foresight.write(file, network, "an older command")


def packed(file: Path, network: Network) -> None:
    foresight.write(file, network, "a command", packed=["second"])


@pytest.mark.parametrize("kept", [None, older, packed], ids=["ours", "older", "packed"])
def test_a_network_is_the_same_without_numpy(kept: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("next-station-london")
    file = game.folder / "mind" / "foresight.npz"
    if kept is not None:
        kept(tmp_path / "foresight.npz", foresight.read_network(file, game))
        file = tmp_path / "foresight.npz"
    theirs = foresight.read_network(file, game)
    monkeypatch.setattr(foresight, "np", None)
    monkeypatch.setattr(foresight, "zeros", PlainRow.zeros)
    ours = foresight.read_network(file, game)
    assert [array.shape for array in ours] == [array.shape for array in theirs]
    assert [array.tobytes() for array in ours] == [array.tobytes() for array in theirs]


# ── Rows of numbers ──────────────────────────────────────────────────────────


def row_of(*shape: int, kind: str = "int16") -> PlainRow:
    return PlainRow.zeros(shape, kind)


def test_a_row_is_read_and_written_like_an_array_of_numpys() -> None:
    ours, theirs = row_of(2, 3), zeros((2, 3), "int16")
    for array in (ours, theirs):
        array[0, 1] = 5
        array[1] = 7
        array[1, 0:2] = 2
        array[0][2] = -4
    assert ours.tolist() == theirs.tolist() == [[0, 5, -4], [2, 2, 7]]
    assert ours.tobytes() == theirs.tobytes()
    assert (len(ours), ours.shape, ours[-1].tolist(), ours[0, -1]) == (2, (2, 3), [2, 2, 7], -4)
    assert [row.tolist() for row in ours[1:]] == [[2, 2, 7]]
    assert row_of(4)[5:].tolist() == []


@pytest.mark.parametrize("index", [2, -3, (0, 3), (2, 0), (0, -4)])
def test_what_is_outside_is_an_error(index: Any) -> None:
    with pytest.raises(IndexError):
        row_of(2, 3)[index]


def test_a_number_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match="invalid value"):
        row_of(2, kind="int8")[0] = 200


def test_records_share_their_bytes() -> None:
    layout = Layout([("phase", "int8", ()), ("gap", "int8", (1,)), ("cash", "int16", (4,)), ("seed", "int64", ())])
    assert layout.itemsize == 18
    layout = Layout([("seed", "int64", ()), ("cash", "int16", (4,)), ("phase", "int8", ()), ("gap", "int8", (7,))])
    pair = PlainRecords(memoryview(bytearray(2 * layout.itemsize)), layout)
    pair[0].phase, pair[0].seed = 3, 1 << 40
    pair[0].cash[2] = 9
    pair[1] = pair[0]
    pair[0].phase = 4
    assert (pair[1].phase, pair[1].seed, pair[1].cash.tolist(), len(pair)) == (3, 1 << 40, [0, 0, 9, 0], 2)
    copied = pair[1:].copy()
    pair[1].phase = 0
    assert copied[0].phase == 3
    with pytest.raises(IndexError):
        pair[2]


def test_numbers_in_a_room_of_their_own() -> None:
    assert cells([1, 2, 3], "int8").tolist() == [1, 2, 3]
