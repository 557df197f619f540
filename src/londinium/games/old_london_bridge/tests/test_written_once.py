"""Rules are written once: chapters change the state and nothing else does, and code that shows something asks them."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from londinium.games.old_london_bridge import GAME
from londinium.games.old_london_bridge.face.effects import Effect
from londinium.games.old_london_bridge.face.standings import RANKINGS, rank, rank_printed, standings
from londinium.games.old_london_bridge.rules import refusals, state
from londinium.games.old_london_bridge.rules.moves import TABLE
from londinium.games.old_london_bridge.tests.positions import Table, table, turn
from londinium.kernel.game import Position

RULES = GAME.folder / "rules"


def changes_of_state(module: Path) -> list[str]:
    """The functions of a module that write a field of the state `s`."""
    found = []
    for function in ast.parse(module.read_text(encoding="utf-8")).body:
        for node in ast.walk(function):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
            for target in targets:
                field = target.value if isinstance(target, ast.Subscript) else target
                if isinstance(field, ast.Attribute) and isinstance(field.value, ast.Name) and field.value.id == "s":
                    assert isinstance(function, ast.FunctionDef)
                    found.append(function.name)
    return found


def test_only_the_chapters_change_the_state() -> None:
    """`play.py` says which function of which chapter a move is, and nothing more."""
    chapters = {GAME.folder / f"{name.replace('.', '/')}.py" for name in GAME.chapters.values()}
    assert {module.name: changes_of_state(module) for module in RULES.glob("*.py") if module not in chapters} == {
        module.name: [] for module in RULES.glob("*.py") if module not in chapters
    }
    assert "take_card" in changes_of_state(RULES / "buildings.py"), "the check can fail"


def test_names_and_numbers_come_from_one_declaration() -> None:
    assert all(getattr(refusals, name) == number for number, name in enumerate(refusals.REASONS))
    assert all(getattr(state, name.upper().replace("-", "_")) == number for number, name in enumerate(state.PHASES))
    assert (len(refusals.REASONS), len(state.PHASES)) == (25, 18)


def position_of(t: Table, **options: str) -> Position:
    return Position(t.states, t.boxes, len(t.names), GAME.choose(options))


def effect_of(t: Table, name: str, move: str) -> Effect:
    found = GAME.face.effect(position_of(t), t.seat(name), TABLE.parse(move))
    assert isinstance(found, Effect)
    return found


@pytest.mark.parametrize(
    ("chapel", "passed"),
    [
        ("Lisa 5, Tim 4, Leon 3, Paula 1", ["Tim"]),
        ("Lisa 4, Tim 4, Leon 3", ["Lisa", "Tim"]),
        ("Lisa 16, Tim 15, Leon 15", ["Tim"]),
        ("Lisa 16, Leon 15", []),
    ],
    ids=["one ahead", "a pile", "but not on the end space", "nobody on the end space"],
)
def test_a_step_passes_whom_the_rules_say(chapel: str, passed: list[str]) -> None:
    """O-6.6: the later arrival on a space is better, except on the end space."""
    t = turn("Leon", tops="chapel 32", chapel=chapel)
    assert [t.names[seat] for seat in effect_of(t, "Leon", "place chapel").passes] == passed


def test_standings_are_what_the_rules_count_with_the_better_place_first() -> None:
    """O-8.5: ties are decided by the chapel track."""
    t = table(
        "Lisa 60 park 40\nLeon 50 park park 20\nTim 59",
        chapel="Tim 4, Leon 4, Lisa 1",
        scoring="chapel spaces-ahead, gate gate-leader, bridge longest-line",
        gate="Lisa 2",
    )
    shown = standings(position_of(t), None, [True] * 3)
    assert [(t.names[each.seat], each.value) for each in shown["chapel"]] == [("Tim", 3), ("Leon", 3), ("Lisa", 0)]
    assert [(t.names[each.seat], each.value) for each in shown["gate"]] == [("Lisa", 2), ("Tim", 0), ("Leon", 0)]
    assert [(t.names[each.seat], each.value) for each in shown["bridge"]] == [("Tim", 1), ("Leon", 1), ("Lisa", 1)]


def test_a_standing_tells_no_hidden_hand() -> None:
    """O-9.1: values of a hand that the viewer cannot see are not told, and neither is who is ahead."""
    t = table("Lisa | hand 4 4\nLeon | hand 1\nTim | hand 0 3")
    shown = standings(position_of(t), 1, [False, True, False])["hostelry"]
    assert [(t.names[each.seat], each.value) for each in shown] == [("Lisa", None), ("Leon", 1), ("Tim", None)]


def test_an_open_hand_counts_with_its_face_down_card() -> None:
    """O-9.1: what others count of an open hand must not tell which card has left it."""
    t = table("Lisa | hand 4 4\nLeon | hand 1\nTim | hand 0 3")
    t.push("Lisa: play 4")
    position = position_of(t, money="open")
    by_viewer = [
        {t.names[each.seat]: each.value for each in standings(position, viewer, [True] * 3)["hostelry"]} for viewer in (0, 1)
    ]
    assert by_viewer == [{"Lisa": 4, "Tim": 3, "Leon": 1}, {"Lisa": 8, "Tim": 3, "Leon": 1}]


@pytest.mark.parametrize("side", RANKINGS)
def test_printed_scorings_count_the_same_in_both_ways(side: int) -> None:
    """Without tiles that count in ways of their own, pictures ask a smaller function, which is compiled sooner."""
    match = GAME.match(seats=4, seed=5)
    for _ in range(60):
        match.push(match.legal(match.to_act[0])[0], match.to_act[0])
    states = match.position.states.copy()
    np.asarray(states)["side"][:] = side
    counted = []
    for ask in (rank_printed, rank):
        counts, places = np.zeros((4, 4), np.int16), np.zeros((4, 4), np.int16)
        ask(states, match.boxes, counts, places)
        counted.append((counts.tolist(), places.tolist()))
    assert counted[0] == counted[1]
    assert np.count_nonzero(counted[0][0])
