"""The edges of the kernel: awkward names, impossible numbers, forced choices, packages of other shapes, interpreted counts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import londinium
from londinium import InvalidRecord, LondiniumError, Match, read_record, write_record
from londinium.kernel.flat import Flat, int8
from londinium.kernel.registry import bundled_games
from londinium.kernel.rules import COMPILED

OURS = [game.slug for game in bundled_games()]

BRIDGE = londinium.game("old-london-bridge")


def python(program: str, **environment: str) -> str:
    """What a fresh Python prints, with warnings as errors."""
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# ── Simultaneous choices ─────────────────────────────────────────────────────


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("cards", [(3, 0, 2), (0, 3, 2), (0, 2, 3)])
def test_what_was_revealed_cannot_be_taken_back(cards: tuple[int, int, int], seat: int) -> None:
    """Whoever chose last, and whoever acts first: also if they are the same."""
    match = BRIDGE.match(seats=3, seed=7)
    for chooser, card in enumerate(cards):
        match.push(f"play {card}", chooser)
    plies = match.plies
    with pytest.raises(LondiniumError, match="has no choice that can still be taken back"):
        match.retract(seat)
    assert match.plies == plies


def with_two_zeros_and_a_three() -> Match:
    """Two players choose two cards each. If seat 0 begins with the 3, the other card follows by itself."""
    match = BRIDGE.match(seats=2, seed=7)
    states = match.position.states
    states[0].hand[0] = [2, 0, 0, 1, 0]
    return match.with_state(states)


def test_taking_back_takes_back_the_decision_not_what_followed_from_it() -> None:
    match = with_two_zeros_and_a_three()
    match.push("play 3", 0)
    match.retract(0)
    assert match.position.state.hand[0].tolist() == [2, 0, 0, 1, 0]


def test_a_card_that_follows_by_itself_does_not_give_away_the_chosen_one() -> None:
    seen = set()
    for card in ("play 0", "play 3"):
        match = with_two_zeros_and_a_three()
        match.push(card, 0)
        seen.add(match.view(1).to_json())
    assert len(seen) == 1


# ── Record files ─────────────────────────────────────────────────────────────

HEADER = '[Game "old-london-bridge"]\n[Rules "1"]\n[Seats "3"]\n'


@pytest.mark.parametrize("name", ['"', "\\", '\\"', '"]', "a\nb", "a\rb", "a\r\nb", "a\u2028b", "a\x0bb", "a\x85b", " ", "#", ""])
def test_a_record_with_an_awkward_name_is_read_again(name: str) -> None:
    """A line break does not fit on a header's line; all else is read as it was."""
    again = read_record(write_record(BRIDGE.match(seats=2, names=[name])))
    assert again.names[0] == name or len(f"{name}.".splitlines()) > 1


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(st.lists(st.text(), min_size=2, max_size=2))
def test_a_record_with_any_names_is_read_again(names: list[str]) -> None:
    again = read_record(write_record(BRIDGE.match(seats=2, names=names)))
    assert len(again.names) == 2


def test_a_record_with_an_awkward_tag_is_read_again() -> None:
    match = BRIDGE.match(seats=2)
    match.tags["Event"] = "a\u2028b"
    assert read_record(write_record(match)).tags == {"Event": "a\u2028b"}


@pytest.mark.parametrize("seed", ["-1", str(1 << 63), "9" * 30])
def test_a_record_with_a_seed_that_no_match_can_have_is_refused(seed: str) -> None:
    with pytest.raises(InvalidRecord, match="a seed is a whole number") as caught:
        read_record(f'{HEADER}[Seed "{seed}"]\n')
    assert caught.value.line == 4


def test_a_seat_of_endless_digits_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="a move begins with its seat") as caught:
        read_record(HEADER + "9" * 5000 + " play 3\n")
    assert caught.value.line == 4


@pytest.fixture
def own_box(tmp_path: Path) -> Path:
    box = tmp_path / "mine.toml"
    box.write_bytes((BRIDGE.folder / "box" / "box.toml").read_bytes())
    return box


def test_a_record_whose_box_has_no_name_is_refused(own_box: Path) -> None:
    with pytest.raises(InvalidRecord) as caught:
        read_record(f'{HEADER}[Box ""]\n', box=own_box)
    assert caught.value.line == 4


@pytest.mark.parametrize("slug", OURS)
def test_what_is_known_is_found_without_impossible_moves(slug: str) -> None:
    """Interpreted, because compiled rules do not notice when something is written beside an array. With two players the choice of
    cards and the turns after it have no chance between them.
    """
    program = f"""
import londinium
from londinium.kernel.seeds import draw
game = londinium.game("{slug}")
match = game.match(seats=2, seed=3, variant=list(game.variants)[-1])
while not match.is_over and match.ply < 150:
    seat = match.to_act[draw(5, 2 * match.ply, len(match.to_act))]
    for other in range(2):
        match.states_known_to(other)
        match.may_retract(other)
    legal = match.legal(seat)
    match.push(legal[draw(5, 2 * match.ply + 1, len(legal))], seat)
print(match.ply >= 60)
"""
    assert python(program, NUMBA_DISABLE_JIT="1") == "True"


# ── Records, seeds, batches, perft ───────────────────────────────────────────


def test_a_field_without_annotation_is_refused() -> None:
    """The type checker would see nothing of it."""
    with pytest.raises(TypeError, match="cash"):
        type("Bad", (Flat,), {"cash": int8("pounds")})


@pytest.mark.parametrize("count", [1, 2, 5])
def test_states_are_kept_on_request(count: int) -> None:
    codes = BRIDGE.option_codes(BRIDGE.choose())
    results: Any = BRIDGE.engine.play_random(range(count), 2, codes, keep_states=True)
    assert len(results.states) == count
    assert results.states[-1:].tobytes() == BRIDGE.engine.trace(count - 1, 2, codes)[1].tobytes()


def test_interpreted_perft_counts_the_same() -> None:
    """2 stairs, 6 positions of the rondel, then a building of each of four stacks."""
    program = """
import londinium
match = londinium.game("old-london-bridge").match(seats=2)
print([match.game.engine.perft(match.position.states, match.boxes, depth) for depth in range(1, 7)])
"""
    assert python(program, NUMBA_DISABLE_JIT="1") == str([2, 2 * 6, 2 * 6 * 12, 2 * 6 * 12**2, 2 * 6 * 12**3, 2 * 6 * 12**4])


# ── The cache of compiled rules ──────────────────────────────────────────────

RULES = """
from londinium.kernel.rules import rule
from acme.table import PRICES

@rule
def bill(number):
    return PRICES[number]
"""


@pytest.mark.skipif(not COMPILED, reason="without compiler there is nothing to cache")
@pytest.mark.parametrize("rules", ["acme.bill", "acme.rules.bill", "acme.games.dice.rules.bill"])
@pytest.mark.parametrize("marked", [True, False], ids=["with __init__", "without __init__"])
def test_a_changed_table_is_noticed_wherever_the_rules_lie(rules: str, marked: bool, tmp_path: Path) -> None:
    """An installed game may have its rules in a folder of its own, and Python needs no `__init__` in it."""
    module = tmp_path.joinpath(*rules.split(".")).with_suffix(".py")
    module.parent.mkdir(parents=True)
    module.write_text(RULES)
    for folder in module.relative_to(tmp_path).parents if marked else ():
        (tmp_path / folder / "__init__.py").touch()
    table = tmp_path / "acme" / "table.py"
    environment = {"PYTHONPATH": str(tmp_path), "LONDINIUM_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    if inherited := os.environ.get("PYTHONPATH"):
        environment["PYTHONPATH"] += os.pathsep + inherited
    for price in (4, 5):
        table.write_text(f"PRICES = (3, 1, {price})\n")
        assert python(f"from {rules} import bill; print(bill(2))", **environment) == str(price)
