"""Types find what is wrong before it runs: a setting that does not exist, a board's field that another game has."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import londinium

RIGHT = """
import londinium
from londinium import Game, Match, Move

bridge = londinium.game("old-london-bridge")
match = bridge.match(seats=3, seed=7, names=["Ada"], options={"chapel": "printed"}, box="own.toml")
rounds: int = match.view(0).board.rounds
top: str = match.view().board.stacks[0].building
crests: int = match.view(0).offers[0].effect.chapel_steps
total: int = match.score_sheets[0].total
city = londinium.game("next-station-london").match(seats=1, seed=7)
card: str | None = city.at(3).view(0).board.card
points: int = city.view(0).offers[0].effect.points
for step in city:
    mine: Move = step.move
    pencil: str | None = step.match.view(0).board.players[0].pencil


def any_game(game: Game) -> Match:
    return game.match(seed=1)


any_game(bridge)
londinium.save_record(match, "own.record")
"""
WRONG = {
    "bridge.match(sed=7)": "Unexpected keyword argument",
    'bridge.match(seats="2")': "incompatible type",
    "match.view().board.pencils": '"Board" has no attribute "pencils"',
    "match.view(0).offers[0].effect.target": '"Effect" has no attribute "target"',
    "match.score_sheets[0].districts": '"ScoreSheet" has no attribute "districts"',
    "city.view(0).board.stacks": '"Board" has no attribute "stacks"',
    "match.push(3.5)": "incompatible type",
    "match.svg(0, sise=3)": "Unexpected keyword argument",
    "londinium.load_record(7)": "incompatible type",
}


def test_a_type_checker_finds_what_is_wrong(tmp_path: Path) -> None:
    """One run of mypy over both: what is right passes, and every wrong line is found."""
    from mypy import api

    file = tmp_path / "uses.py"
    start = RIGHT.count("\n") + 1
    file.write_text(RIGHT + "\n".join(WRONG) + "\n", encoding="utf-8")
    source = Path(londinium.__file__).parents[1]
    settings = tmp_path / "mypy.ini"
    settings.write_text(f"[mypy]\nstrict = true\nmypy_path = {source}\nfollow_imports = silent\nignore_missing_imports = true\n")
    cache = source.parent / ".mypy_cache" / "uses"
    words = [str(file), f"--config-file={settings}", f"--cache-dir={cache}", f"--python-executable={sys.executable}"]
    told, trouble, _ = api.run(words)
    assert trouble == ""
    found = {int(line): message for line, message in re.findall(r"uses\.py:(\d+): error: (.*)", told)}
    assert {line: found.get(line) for line in range(1, start) if line in found} == {}
    for number, (line, problem) in enumerate(WRONG.items(), start):
        assert problem in found.get(number, "nothing"), f"{line}: {found.get(number)}"
