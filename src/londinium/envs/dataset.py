"""Matches as data to learn from: a row for every decision, with what the seat saw, what the search tried, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import numpy as np

from londinium.bots.engines.away import failures_of
from londinium.bots.levels import Level
from londinium.bots.registry import Bot, bot, check_name, is_search
from londinium.envs.one_match import Playing
from londinium.envs.setting import Setting
from londinium.kernel.boxes import STANDARD_BOX, box_hash
from londinium.kernel.checks import check_seed
from londinium.kernel.entries import entry
from londinium.kernel.words.errors import LondiniumError

SEARCH_ONLY, RIVALS_ONLY = "visits", "rank"
"""Columns that are left out: the first where a simple player decides, the second where somebody plays alone."""


@dataclass(frozen=True)
class Column:
    """A column of the file. `each` says what a list has an entry for."""

    name: str
    kind: str
    each: str
    meaning: str


DATASET_COLUMNS = (
    Column("match", "int32", "", "number of the match, from 0"),
    Column("seed", "int64", "", "seed of the match: that of the first match plus its number"),
    Column("ply", "int32", "", "moves made before this decision, those of chance included"),
    Column("seat", "int8", "", "who decides"),
    Column("observation", "uint8", "byte", "what the seat may know: the row that the environments show, tables below"),
    Column("action_mask", "int8", "action", "1 for every legal move"),
    Column(
        "visits",
        "int32",
        "action",
        "how often the search tried each move; all 0 where only one was legal, or the bot looked ahead exactly instead. Only "
        "where a search plays",
    ),
    Column("action", "int32", "", "the move that was made"),
    Column("points", "int32", "seat", "final points"),
    Column("places", "int32", "seat", "final places, 0 the first"),
    Column("rank", "float32", "seat", "the reward `rank`, from -1 to 1. Not when playing alone"),
)


class DatasetPlan(msgspec.Struct, frozen=True):
    """What is played, settled and checked; the same plan gives the same matches."""

    game: str
    rules: int
    environment: int
    seats: int
    options: dict[str, str]
    box: str
    box_hash: str
    bot: str
    seed: int

    @classmethod
    def of(cls, setting: Setting, bot: str, seed: int, games: int) -> DatasetPlan:
        check_name(bot)
        check_seed(seed + games - 1)
        digest = box_hash(setting.boxes)
        game, box = setting.game, setting.box.name if setting.box else STANDARD_BOX
        rules = game.rules_of(setting.options)
        return cls(game.slug, rules, rules, setting.seats, dict(setting.options), box, digest, bot, seed)


class DatasetTask(msgspec.Struct, frozen=True):
    """One match to be played, and the file of its box."""

    plan: DatasetPlan
    number: int
    box: str | None


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match as columns, or why it could not be played: our errors do not travel between processes."""

    number: int
    columns: dict[str, Any]
    problem: str = ""
    lost: int = 0
    """Moves that a bot of somebody's own lost to random ones."""


@entry
def play_noted(task: DatasetTask) -> PlayedMatch:
    """Play a match and note every decision."""
    try:
        columns, lost = _columns(task)
        return PlayedMatch(task.number, columns, lost=lost)
    except LondiniumError as error:
        return PlayedMatch(task.number, {}, str(error))


@cache
def _setting(game: str, seats: int, options: tuple[tuple[str, str], ...], box: str | None) -> Setting:
    return Setting.of(game, seats, dict(options), box=box)


def _columns(task: DatasetTask) -> tuple[dict[str, Any], int]:
    """A match as columns, and how many moves failing bots have lost in it."""
    plan, seed = task.plan, task.plan.seed + task.number
    setting = _setting(plan.game, plan.seats, tuple(plan.options.items()), task.box)
    playing = Playing(setting)
    playing.begin(seed)
    bots = [bot(plan.bot, setting.game) for _ in range(plan.seats)]
    rows = list(_decisions(playing, bots))
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    columns |= {"match": np.full(len(rows), task.number), "seed": np.full(len(rows), seed)}
    results = playing.outcome | {"rank": playing.rewards()}
    columns |= {name: np.tile(values, (len(rows), 1)) for name, values in results.items()}
    kept = {column.name: columns[column.name].astype(column.kind) for column in columns_of(plan)}
    return kept, len(failures_of(bots))


def _decisions(playing: Playing, bots: list[Bot]) -> Iterator[Mapping[str, Any]]:
    """Play the match to its end."""
    while not playing.is_over:
        seat, ply = playing.seat, playing.ply
        row, mask = playing.look(seat)
        action, visits = _decide(playing, bots[seat], seat)
        yield {"ply": ply, "seat": seat, "observation": row, "action_mask": mask, "visits": visits, "action": action}
        playing.act(seat, action)


def _decide(playing: Playing, who: Bot, seat: int) -> tuple[int, Any]:
    """The move of a bot, and how often it tried each one. What leaves no choice is not thought about, and who looks ahead exactly
    tries nothing.
    """
    visits, legal = np.zeros(playing.setting.actions, np.int32), playing.legal(seat)
    if len(legal) == 1:
        return legal[0], visits
    if not isinstance(who, Level):
        return who.choose(playing.match, seat), visits
    thoughts, parse = who.think(playing.match, seat), playing.match.moves.parse
    for idea in () if who.plans(playing.match) else thoughts.ideas:
        visits[parse(idea.move)] = idea.tries
    return parse(thoughts.best), visits


# ── What is in a file ────────────────────────────────────────────────────────


@entry
def columns_of(plan: DatasetPlan) -> list[Column]:
    """The columns of a file."""
    left_out = {"" if is_search(plan.bot) else SEARCH_ONLY, RIVALS_ONLY if plan.seats == 1 else ""}
    return [column for column in DATASET_COLUMNS if column.name not in left_out]


@entry
def lengths(setting: Setting) -> dict[str, int]:
    """How many entries the lists have."""
    return {"byte": len(setting.highs), "action": setting.actions, "seat": setting.seats}


@entry
def facts(plan: DatasetPlan, setting: Setting) -> dict[str, Any]:
    """What a reader needs to know besides the rows: what was played, and what bytes and moves mean."""
    features = setting.game.observation.table(setting.seats)
    return {
        **msgspec.to_builtins(plan),
        "actions": [setting.game.moves.text(move) for move in range(setting.actions)],
        "observation": [
            {"name": feature.name, "start": feature.start, "shape": feature.shape, "highest": feature.high}
            for feature in features
        ],
    }


def column_table() -> str:
    """The columns as a table for the documentation."""
    rows = [
        f"| `{column.name}` | {column.kind}{f', one for each {column.each}' if column.each else ''} | {column.meaning} |"
        for column in DATASET_COLUMNS
    ]
    return "\n".join(["| column | type | meaning |", "| --- | --- | --- |", *rows, ""])
