"""Every finished match in a game's `records/` folder is a test: it must replay to its result."""

from __future__ import annotations

from pathlib import Path

import pytest

import londinium
from londinium.kernel.registry import bundled_games

RECORDS = sorted(record for game in londinium.all_games() for record in (game.folder / "records").glob("*.record"))


def test_every_game_of_ours_has_records() -> None:
    assert {record.parent.parent for record in RECORDS} >= {game.folder for game in bundled_games()}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.parent.parent.name}/{record.stem}")
def test_a_record_replays_to_its_result_and_is_written_the_same(record: Path) -> None:
    match = londinium.load_record(record)
    assert match.is_over
    assert match.record == record.read_text(encoding="utf-8")
