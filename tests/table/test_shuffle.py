"""The shuffle can be verified from the record; and nothing of it is known before the end."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from londinium.cli.verify import verb
from londinium.kernel.boxes import BoxFile
from londinium.kernel.game import CHANCE
from londinium.kernel.record import read_record
from londinium.table.errors import NotAllowed
from londinium.table.papers.shuffle import commitment

from .play import BRIDGE, CITY, in_loop, play_on, serving, settings


def verify(file: Path, *more: str) -> Result:
    return CliRunner().invoke(verb, [str(file), *more])


def test_the_commitment_is_the_hash_of_a_plain_text() -> None:
    salt = "00112233445566778899aabbccddeeff"
    assert commitment(BRIDGE, 7, salt) == hashlib.sha256(b"londinium:old-london-bridge:7:" + salt.encode()).hexdigest()


@pytest.mark.parametrize("game", [BRIDGE, CITY])
@in_loop
async def test_a_true_record_is_verified_and_a_changed_one_is_not(sqlite: str, tmp_path: Path, game: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(game, 2, bots=1))
        noted = table.commitment
        await play_on(hall, table)
        record = table.record()
    assert re.search(r'\[Player0 "person"\]', record)
    assert re.search(r'\[Player1 "greedy"\]', record)
    file = tmp_path / "match.record"
    file.write_text(record, encoding="utf-8")
    assert verify(file).exit_code == 0
    assert verify(file, "--commitment", noted).exit_code == 0
    assert verify(file, "--commitment", "0" * 64).exit_code == 1
    seed = re.search(r'\[Seed "(\d+)"\]', record)
    assert seed is not None
    changes = {
        "seed": record.replace(f'"{seed[1]}"', f'"{int(seed[1]) ^ 1}"'),
        "salt": re.sub(r'\[Salt "(.)', lambda found: f'[Salt "{"1" if found[1] == "0" else "0"}', record),
        "no salt": re.sub(r"\[Salt .*\n", "", record),
        "no commitment": re.sub(r"\[Commitment .*\n", "", record),
        "no seed": re.sub(r"\[Seed .*\n", "", record),
    }
    for what, changed in changes.items():
        assert changed != record
        file.write_text(changed, encoding="utf-8")
        result = verify(file)
        assert result.exit_code == 1, what
        assert "✗" in result.output


@in_loop
async def test_a_changed_reveal_is_found(sqlite: str, tmp_path: Path) -> None:
    """Another card in the same place, and the match played on from there: legal, but not what the seed says."""
    async with serving(sqlite) as hall:
        table = await hall.create(settings(CITY, 1))
        await play_on(hall, table)
    match = read_record(table.record())
    tags = dict(match.tags)
    match.seed, seed = None, match.seed
    others: list[int] = []
    while not others:
        ply = next(ply for ply in reversed(range(match.ply)) if match.plies[ply].seat == CHANCE)
        match.go_to(ply)
        others = [move for move in match.legal(CHANCE) if move != table.match.plies[ply].move]
    match.apply(others[0], CHANCE)
    match.proceed()
    match.seed, match.tags = seed, tags
    file = tmp_path / "forged.record"
    file.write_text(match.record, encoding="utf-8")
    result = verify(file)
    assert result.exit_code == 1
    assert f"At ply {ply} the seed reveals" in result.output


@in_loop
async def test_before_the_end_there_is_no_seed_and_no_record(sqlite: str) -> None:
    async with serving(sqlite) as hall:
        table = await hall.create(settings(BRIDGE, 2))
        with pytest.raises(NotAllowed):
            table.record()
        with pytest.raises(NotAllowed):
            _ = table.seed_and_salt


@in_loop
async def test_a_box_file_stays_with_its_table(database: str) -> None:
    from londinium.games import old_london_bridge

    text = (Path(old_london_bridge.__file__).parent / "box" / "box.toml").read_text(encoding="utf-8")
    given = settings(BRIDGE, 2, box=BoxFile("../../my box.toml", text))
    async with serving(database) as hall:
        table = await hall.create(given)
        assert table.match.box_name == "my box.toml"
        with pytest.raises(Exception, match=r"my box\.toml"):
            await hall.create(msgspec.structs.replace(given, box=BoxFile("my box.toml", "nonsense")))
    async with serving(database) as hall:
        again = await hall.open(table.id)
        assert again.match.boxes.tobytes() == table.match.boxes.tobytes()
        await play_on(hall, again)
        assert '[Box "my box.toml ' in again.record()
