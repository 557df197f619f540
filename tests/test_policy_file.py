"""Saved policies: a bot by its file's name, with NumPy alone; what does not fit is refused with the reason."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

import londinium
from londinium.bots.policy_file import FACTS_KEY, POLICY_FORMAT, policy_layout, read_policy, write_policy
from londinium.bots.registry import bot, check_name, is_ours
from londinium.cli.arena import verb as arena_verb
from londinium.cli.evaluate import verb as evaluate_verb
from londinium.envs.policies import PolicyBot, legal_mask, observe
from londinium.envs.single import LondiniumEnv
from londinium.kernel.words.errors import InvalidOption, LondiniumError
from londinium.table.hall import thinkers

BRIDGE, STATION = londinium.game("old-london-bridge"), londinium.game("next-station-london")


def layers_of(game: londinium.Game, seats: int, seed: int = 1) -> list[tuple[Any, Any]]:
    random = np.random.default_rng(seed)
    size = game.observation.size(seats)
    actions = sum(not game.moves.is_chance(move) for move in range(len(game.moves)))
    return [(random.normal(0, 1, (8, size)), random.normal(0, 1, 8)), (random.normal(0, 1, (actions, 8)), np.zeros(actions))]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A policy for two at Old London Bridge."""
    path = tmp_path / "my.npz"
    write_policy(path, BRIDGE, 2, layers_of(BRIDGE, 2), made="a test")
    return path


def test_a_file_plays_as_the_policy_it_holds(file: Path) -> None:
    """The bot by name and a `PolicyBot` with the same numbers make the same moves in a whole match."""
    policy, match = read_policy(file, BRIDGE), BRIDGE.match(seats=2, seed=4)
    by_name, by_hand = bot(f"policy:{file}", BRIDGE), PolicyBot(policy)
    match.proceed()
    while not match.is_over:
        seat = match.to_act[0]
        odds = policy(observe(match, seat), legal_mask(match, seat))
        assert odds.sum() == pytest.approx(1)
        assert set(np.flatnonzero(odds)) <= set(match.legal(seat))
        move = by_name.choose(match, seat)
        assert move == by_hand.choose(match, seat)
        match.push(move, seat)
    assert policy.facts.made == "a test"
    assert is_ours(f"policy:{file}")


def test_numbers_are_those_of_the_layers(file: Path) -> None:
    (first, first_bias), (second, second_bias) = layers_of(BRIDGE, 2)
    row = np.random.default_rng(0).integers(0, 2, BRIDGE.observation.size(2)).astype(np.uint8)
    inner = np.maximum(first @ (row / BRIDGE.observation.highs(2)) + first_bias, 0)
    assert read_policy(file, BRIDGE).logits(row) == pytest.approx(second @ inner + second_bias, rel=1e-3, abs=1e-3)


def test_it_enters_arena_evaluation_environment_and_table(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    words = ["old-london-bridge", "--seats", "2", "--bots", "policy:my.npz,random", "--games", "4", "--json"]
    done = CliRunner().invoke(arena_verb, words, catch_exceptions=False)
    assert {one["bot"] for one in msgspec.json.decode(done.output)["standings"]} == {"policy:my.npz", "random"}
    words = ["old-london-bridge", "--bot", "policy:my.npz", "--task", "1", "--seeds", "2", "--json"]
    done = CliRunner().invoke(evaluate_verb, words, catch_exceptions=False)
    assert msgspec.json.decode(done.output)["measured"][0]["bot"] == "policy:my.npz"
    env = LondiniumEnv("old-london-bridge", seats=2, opponents="policy:my.npz")
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    thinkers.invite_bots({"mine": "policy:my.npz"})
    try:
        match = BRIDGE.match(seats=2, seed=4)
        match.proceed()
        assert "mine" in thinkers.bots_to_seat()
        chosen = thinkers.choose_elsewhere("mine", match, 0)
        assert chosen.move == bot("policy:my.npz", BRIDGE).choose(match, 0)
    finally:
        thinkers.invite_bots({})


def test_playing_needs_no_pytorch(file: Path) -> None:
    program = f"""
import sys
sys.modules["torch"] = sys.modules["gymnasium"] = None
import londinium
print(londinium.play("old-london-bridge", ["policy:{file}", "random"], seed=1).is_over)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout == "True\n", done.stderr


def test_other_matches_are_refused(file: Path) -> None:
    with pytest.raises(InvalidOption, match="plays old-london-bridge, not next-station-london"):
        bot(f"policy:{file}", STATION)
    for settings, reason in (({"seats": 3}, "learnt for 2 players"), ({"seats": 2, "options": {"rules": "1"}}, "version 2")):
        match = BRIDGE.match(seed=1, **settings)
        match.proceed()
        with pytest.raises(InvalidOption, match=reason):
            bot(f"policy:{file}", BRIDGE).choose(match, 0)


def changed(file: Path, **facts: Any) -> Path:
    with np.load(file) as kept:
        arrays = dict(kept)
    told = msgspec.json.decode(arrays[FACTS_KEY].tobytes()) | facts
    arrays[FACTS_KEY] = np.frombuffer(msgspec.json.encode(told), np.uint8)
    path = file.with_name("changed.npz")
    np.savez(path, **arrays)
    return path


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"format": POLICY_FORMAT + 1}, "reads format"),
        ({"layout": "0" * 16}, "another layout"),
        ({"seats": 9}, "another layout"),
        ({"layers": 1}, "outputs for"),
        ({"layers": 3}, "not a policy"),
        ({"layers": "many"}, "not a policy"),
    ],
)
def test_files_that_do_not_fit(file: Path, facts: dict[str, Any], reason: str) -> None:
    with pytest.raises(LondiniumError, match=reason):
        read_policy(changed(file, **facts), BRIDGE)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("not a policy")
    np.savez(tmp_path / "other.npz", something=np.zeros(3))
    np.save(tmp_path / "array.npy", np.zeros(3))
    (tmp_path / "torn.npz").write_bytes(b"PK\x03\x04 and no more")
    (tmp_path / "empty.npz").touch()
    for name in ("text.npz", "other.npz", "array.npy", "torn.npz", "empty.npz"):
        with pytest.raises(LondiniumError, match=f"{name} is not a policy file, or is damaged$"):
            check_name(f"policy:{tmp_path / name}")
    name = f"policy:{tmp_path / 'none.npz'}"
    for ask in (check_name, bot, partial(bot, game=BRIDGE)):
        with pytest.raises(LondiniumError, match=r"none.npz cannot be read: there is no such file or folder$"):
            ask(name)
        with pytest.raises(InvalidOption, match="a saved policy is given as policy:FILE"):
            ask("policy:")
    with pytest.raises(LondiniumError, match="layer has the shape"):
        write_policy(tmp_path / "small.npz", BRIDGE, 2, [(np.zeros((3, 5)), np.zeros(3))])
    with pytest.raises(LondiniumError, match="cannot be written"):
        write_policy(tmp_path / "nowhere" / "a.npz", BRIDGE, 2, layers_of(BRIDGE, 2))


def test_the_layout_is_that_of_observation_and_actions() -> None:
    assert len({policy_layout(game, seats) for game in (BRIDGE, STATION) for seats in (2, 3)}) == 4


def test_a_table_goes_on_where_a_policy_does_not_fit(file: Path) -> None:
    """At a table of three a policy for two cannot play: somebody stands in."""

    async def decided() -> Any:
        thinking = thinkers.Thinkers()
        try:
            match = BRIDGE.match(seats=3, seed=4)
            match.proceed()
            return match, await thinking.think("mine", match, 0)
        finally:
            await thinking.close()

    thinkers.invite_bots({"mine": f"policy:{file}"})
    try:
        match, chosen = asyncio.run(decided())
    finally:
        thinkers.invite_bots({})
    assert chosen.move in match.legal(0)
    assert chosen.stands_in
