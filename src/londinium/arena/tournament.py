"""A tournament from beginning to end: what is still to be played is played, and all of it is summed up."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from londinium.arena.matches import MatchTask, is_simple, play_task
from londinium.arena.results import Planned, Settings, TournamentResults
from londinium.arena.schedule import distinct, schedule, tables
from londinium.arena.storage import ArenaFolder
from londinium.arena.summary import summarise_arena
from londinium.bots.registry import check_name
from londinium.kernel.boxes import BoxFile, box_hash
from londinium.kernel.checks import check_boxes, check_seed
from londinium.kernel.entries import entry
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.work.pool import do_all

TASKS_AT_ONCE = 250
"""Matches of simple players in one task."""


@entry
def settings_for(
    game: Game,
    bots: Iterable[str],
    *,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    box: Path | BoxFile | None = None,
) -> tuple[Settings, FlatArray[Any]]:
    """Checked settings, and the box they refer to."""
    boxes, box_name = game.open_box(box)
    chosen = game.choose(options)
    check_seed(seed)
    settings = Settings(
        game=game.slug,
        rules=game.rules_of(chosen),
        seats=game.check_seats(seats if seats is not None else game.seats[-1]),
        bots=tuple(bots),
        options=chosen,
        seed=seed,
        box=box_name,
        box_hash=box_hash(boxes),
    )
    tables(settings.bots, settings.seats)
    for name in distinct(settings.bots):
        check_name(name)
    return settings, boxes


def new_run() -> str:
    """A name for matches that give up a bot together."""
    return secrets.token_hex(8)


@entry
def tasks_for(
    settings: Settings, boxes: FlatArray[Any], matches: Iterable[Planned], records: bool = False, run: str = ""
) -> list[MatchTask]:
    """Matches of simple players by the hundred, those of bots that think one by one. They are one run, or part of one that has a
    name.
    """
    run = run or new_run()
    planned = list(matches)
    simple = [match for match in planned if is_simple(match.bots)]
    chunks = [tuple(simple[at : at + TASKS_AT_ONCE]) for at in range(0, len(simple), TASKS_AT_ONCE)]
    chunks += [(match,) for match in planned if not is_simple(match.bots)]
    chunks.sort(key=lambda chunk: chunk[0].number)
    data = boxes.tobytes()
    return [MatchTask(settings, data, chunk, records, run=run) for chunk in chunks]


@entry
def hold(
    settings: Settings,
    boxes: FlatArray[Any],
    games: int,
    *,
    folder: Path | None = None,
    resume: bool = False,
    records: bool = False,
    jobs: int = 1,
    ray: str | None = None,
    told: Callable[[int, int], None] = lambda played, planned: None,
) -> TournamentResults:
    """Play what is not played yet; `told` hears how many matches are done, and of how many."""
    check_boxes(find_game(settings.game), boxes)
    plan = schedule(settings, games)
    with ArenaFolder(settings, folder, resume) as store:
        known = {match.number for match in store.matches}
        missing = [planned for planned in plan if planned.number not in known]
        played = len(plan) - len(missing)
        told(played, len(plan))
        for done in do_all(play_task, tasks_for(settings, boxes, missing, records), jobs, ray):
            store.add(done)
            played += len(done.results)
            told(played, len(plan))
        found = sorted(store.matches, key=lambda match: match.number)
    return summarise_arena(settings, [match for match in found if match.number < len(plan)])
