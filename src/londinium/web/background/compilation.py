"""What of a game is compiled, in steps: its rules, then the search of its bots, then what hints need.

Compiled code is kept on disk, so a process may compile what another one uses. A note beside it says which steps are there: who
finds the note fetches the code in seconds, and who does not lets somebody else compile it, see `preparation.py`.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec

from londinium.kernel.game import Game
from londinium.kernel.interpreted import MissingRule, fetching, loading
from londinium.kernel.registry import game as find_game
from londinium.kernel.registry import games
from londinium.kernel.rules import RuleName, cache_home, fingerprint, kept_code, machine, rule_named
from londinium.study.analysis import try_advice
from londinium.table.hall.thinkers import warm_rules, warm_search
from londinium.work.job import Tell
from londinium.work.memory import needs

_log = logging.getLogger(__name__)

RULES_STEP, SEARCH_STEP, HINTS_STEP = "rules", "search", "hints"
COMPILE_STEPS = {RULES_STEP: warm_rules, SEARCH_STEP: warm_search, HINTS_STEP: try_advice}
"""In the order in which players need them."""
COMPILE_MB = {RULES_STEP: 350, SEARCH_STEP: 500, HINTS_STEP: 500}
"""What compiling takes."""

LONDINIUM_FOLDER = Path(__file__).parents[2]
DECIDING = ("kernel", "bots", "study", "table/hall")
"""The folders that decide what is compiled and asked for here, besides the game's own."""


class CompileTask(msgspec.Struct, frozen=True):
    game: str
    step: str


def fetch_step(game: Game, step: str) -> None:
    """Fetch one step of a game from disk; NotCompiled if something is missing there."""
    with fetching():
        COMPILE_STEPS[step](game)


def compile_job(task: CompileTask, tell: Tell) -> bytes:
    """Compile one step of a game, and note that it is there."""
    game = find_game(task.game)
    with loading():
        COMPILE_STEPS[task.step](game)
    note_compiled(game, task.step)
    return msgspec.json.encode(None)


class RuleTask(msgspec.Struct, frozen=True):
    """One rule for some arguments, which no step needs."""

    rule: RuleName
    types: bytes
    """Numba's types, pickled."""


def rule_task(missing: MissingRule) -> RuleTask:
    return RuleTask(missing.compiled.rule_name, pickle.dumps(missing.types))


@needs(COMPILE_MB[HINTS_STEP])
def rule_job(task: RuleTask, tell: Tell) -> bytes:
    """Compile one rule. What was bound for a game is there when its steps are."""
    import_module(task.rule[1])
    for game in games():
        if (found := rule_named(task.rule)) is not None:
            break
        for step in COMPILE_STEPS.values():
            step(game)
    if (found := rule_named(task.rule)) is None:
        raise LookupError(f"{task.rule[2]} of {task.rule[1]} is made by no step")
    found.compile(pickle.loads(task.types))
    return msgspec.json.encode(None)


def note_compiled(game: Game, step: str) -> None:
    try:
        _note(game, step).write_text("".join(f"{folder}\n" for folder in kept_code()), encoding="utf-8")
    except OSError as error:
        _log.warning("compiled rules cannot be kept in %s: %s", cache_home(), error)


def is_compiled(game: Game, step: str) -> bool:
    """Whether the code of a step lies on disk, made from the sources as they are now, here and for this processor."""
    try:
        folders = _note(game, step).read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    return all(any(Path(folder).rglob("*.nbi")) for folder in folders)


def _note(game: Game, step: str) -> Path:
    digest = hashlib.sha256(f"{fingerprint()} {machine()}".encode())
    for folder in (*(LONDINIUM_FOLDER / name for name in DECIDING), game.folder):
        digest.update(_sources(folder))
    return cache_home() / f"{game.slug}-{step}-{digest.hexdigest()[:16]}.compiled"


@cache
def _sources(folder: Path) -> bytes:
    """A hash of everything that could decide what is compiled; a note too few costs seconds, one too many a minute."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.suffix in {".py", ".toml", ".npz"} and "tests" not in file.relative_to(folder).parts:
            digest.update(f"\n{file.relative_to(folder)}\n".encode() + file.read_bytes())
    return digest.digest()
