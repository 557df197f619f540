"""A dataset as Minari's: an episode for every seat of every match, so that libraries for offline learning can load it by its id.

Minari wants what a seat saw after its last action too, and a reward for each step. Both follow from the moves, so matches are
played again.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from londinium.envs.dataset_files import FACTS
from londinium.envs.extras import library
from londinium.envs.one_match import Playing
from londinium.envs.registration import environment_name
from londinium.envs.setting import Setting
from londinium.kernel.entries import entry
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError

MINARI_ID = re.compile(r"(?:[\w-]+/)*[\w-]+-v\d+")
MINARI_WARNINGS = r"`(code_permalink|author|author_email|eval_env)` is set to None|env_spec is None"
"""What Minari warns of and nobody asked us to name: who made a dataset, and an environment, which the description names."""


@entry
def check_minari(name: str) -> None:
    """Whether a dataset of this id can be made: Minari is installed, the id is one, and it is not taken."""
    minari = library("minari", "minari")
    if not MINARI_ID.fullmatch(name):
        message = N_("a dataset of Minari has an id such as londinium/bridge/greedy-v0, not '{name}'")
        raise InvalidOption(message, name=name)
    if name in minari.list_local_datasets():
        raise InvalidOption(N_("Minari already has a dataset '{name}': choose another version"), name=name)


@entry
def write_minari(parquet: Path, setting: Setting, name: str) -> int:
    """Make a dataset of Minari from a Parquet file of this setting; returns how many episodes it has."""
    check_minari(name)
    minari, gymnasium = library("minari", "minari"), library("gymnasium", "rl")
    buffer = library("minari.data_collector", "minari").EpisodeBuffer
    table = library("pyarrow.parquet", "rl").read_table(parquet)
    facts = msgspec.json.decode(table.schema.metadata[FACTS])
    episodes = [buffer(id=number, **episode) for number, episode in enumerate(_episodes(table, setting))]
    game = setting.game
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", MINARI_WARNINGS, UserWarning)
        minari.create_dataset_from_buffers(
            name,
            episodes,
            eval_env=None,
            algorithm_name=facts["bot"],
            observation_space=gymnasium.spaces.Box(np.zeros_like(setting.highs), setting.highs, dtype=np.uint8),
            action_space=gymnasium.spaces.Discrete(setting.actions),
            description=(
                f"{game.title} for {setting.seats}, played by {facts['bot']} from seed {facts['seed']} on: an episode for every "
                f"seat of every match, reward {setting.reward}. As londinium/{environment_name(game)}-v{facts['environment']} "
                "shows it. "
                f"{msgspec.json.encode({key: facts[key] for key in ('game', 'rules', 'options', 'box', 'box_hash')}).decode()}"
            ),
            data_format="arrow",
        )
    return len(episodes)


def _episodes(table: Any, setting: Setting) -> Iterator[dict[str, Any]]:
    """What each seat saw, did and got, match by match."""
    columns = {name: table[name].to_numpy() for name in ("match", "seed", "seat", "action")}
    starts = np.flatnonzero(np.diff(columns["match"], prepend=-1))
    for start, end in zip(starts, [*starts[1:], len(table)], strict=True):
        seats, actions = columns["seat"][start:end].tolist(), columns["action"][start:end].tolist()
        yield from _play_again(setting, int(columns["seed"][start]), seats, actions)


def _play_again(setting: Setting, seed: int, seats: list[int], actions: list[int]) -> Iterator[dict[str, Any]]:
    playing = Playing(setting)
    playing.begin(seed)
    seen: list[dict[str, list[Any]]] = [
        {"observations": [], "actions": [], "rewards": [], "masks": []} for _ in range(setting.seats)
    ]
    for seat, action in zip(seats, actions, strict=True):
        row, mask = playing.look(seat)
        seen[seat]["observations"].append(row)
        seen[seat]["masks"].append(mask)
        seen[seat]["actions"].append(action)
        seen[seat]["rewards"].append(0.0)
        if not playing.act(seat, action):
            raise LondiniumError(N_("'{move}' is not legal for seat {seat}"), move=setting.game.moves.text(action), seat=seat)
    results = playing.rewards()
    for seat, own in enumerate(seen):
        row, mask = playing.look(seat)
        own["rewards"][-1] = results[seat]
        length = len(own["actions"])
        yield {
            "seed": seed,
            "options": {"seat": seat},
            "observations": np.stack([*own["observations"], row]),
            "actions": np.array(own["actions"], np.int64),
            "rewards": np.array(own["rewards"], np.float32),
            "terminations": np.arange(length) == length - 1,
            "truncations": np.zeros(length, np.bool_),
            "infos": {"action_mask": np.stack([*own["masks"], mask]), "seat": np.full((length + 1, 1), seat)},
        }
