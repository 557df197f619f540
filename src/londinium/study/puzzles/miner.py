"""Mining puzzles: matches of bots, one after the other, and every decision in them that makes a puzzle.

Each match is looked at for itself, by any number of processes; what of it is taken is decided in the order of the matches. So
what is found depends on the first seed alone: stopping and going on, asking for more, or more processes give the same puzzles in
the same order. A theme, a difficulty, a number of seats or a variant that is well represented already is passed over for a while,
so that no file is about one thing.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

import msgspec

from londinium.bots.registry import bot
from londinium.kernel.game import RULES, Game
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.registry import game as find_game
from londinium.study.analysis import judged_plies
from londinium.study.puzzles.check import Prospector
from londinium.study.puzzles.file import (
    Collection,
    Header,
    MinedMatch,
    Puzzle,
    load_puzzles,
    mined_match,
    puzzle_line,
    replayed,
    save_puzzles,
)
from londinium.study.puzzles.gaps import theme_of_try
from londinium.study.puzzles.ratings import difficulty
from londinium.work.pool import by_number, do_all

FIND_SIMULATIONS = 400
"""Of each decision when puzzles are looked for."""
MOST_OF_MATCH = 4
"""Puzzles of one match: their positions are much alike."""
FEW_OF_A_KIND = 12
"""This many of a kind are always allowed."""
MOST_OF = {"theme": 0.22, "difficulty": 0.55, "seats": 0.45, "variant": 0.6}
"""A kind that has more than this part of all puzzles is passed over."""
MOST_BOT_MATCHES = 100_000
"""Of bots: more are not looked through."""
PLAYERS_MINED = ("search-48", "greedy", "search-200")
"""Who plays the matches: sensible players of different strength, who are quick."""
MiningReport = Callable[[int], None]
NamedMatch = tuple[str, Match]
"""A match, and the name under which it is noted as mined."""


class Spread:
    """How many puzzles of each kind there are."""

    def __init__(self, matches: Iterable[MinedMatch] = ()) -> None:
        self.counts, self.all = Counter[tuple[str, str]](), 0
        for mined in matches:
            for puzzle in mined.puzzles:
                self.add(mined, puzzle)

    def add(self, mined: MinedMatch, puzzle: Puzzle) -> None:
        self.counts.update(_kinds(mined, puzzle).items())
        self.all += 1

    def wants(self, mined: MinedMatch, puzzle: Puzzle) -> bool:
        kinds = _kinds(mined, puzzle).items()
        return all(self.counts[of, kind] < max(FEW_OF_A_KIND, MOST_OF[of] * self.all) for of, kind in kinds)

    def take(self, mined: MinedMatch) -> MinedMatch:
        """The match with those of its puzzles that are wanted. Every theme stands for one of them."""
        taken: list[Puzzle] = []
        for puzzle in mined.puzzles:
            fits = len(taken) < MOST_OF_MATCH and puzzle.theme not in {one.theme for one in taken}
            if fits and self.wants(mined, puzzle):
                taken.append(puzzle)
                self.add(mined, puzzle)
        return msgspec.structs.replace(mined, puzzles=tuple(taken)) if taken else MinedMatch(mined.source)


def _kinds(mined: MinedMatch, puzzle: Puzzle) -> dict[str, str]:
    """What a puzzle is one of many of."""
    chosen = sorted(item for item in mined.options.items() if item[0] != RULES)
    return {"theme": puzzle.theme, "difficulty": difficulty(puzzle), "seats": str(mined.seats), "variant": str(chosen)}


class MiningTask(msgspec.Struct, frozen=True):
    """A match to look through: one that is given, or that of bots with this seed."""

    number: int
    game: str
    simulations: int
    source: str
    seed: int = 0
    match: Match | None = None


class Mined(msgspec.Struct, frozen=True):
    number: int
    match: MinedMatch
    problem: str = ""


def mine(
    game: Game,
    count: int,
    file: Path,
    seed: int = 1,
    *,
    matches: Iterable[NamedMatch] | None = None,
    simulations: int = FIND_SIMULATIONS,
    jobs: int = 1,
    report: MiningReport | None = None,
) -> Collection:
    """Add to a file until it has at least the given number of puzzles; it goes on where it stopped. From the matches that are
    given, as far as they last, otherwise from matches of bots. `report` is called with how many there are.
    """
    found = _begun(game, file, Header(game.slug, game.rules_version, seed, simulations))
    spread, done = Spread(found.matches), {match.source for match in found.matches}
    tasks = _tasks(game, found.header, done, matches)
    if report is not None:
        report(spread.all)
    if spread.all >= count:
        return found
    with file.open("ab") as out, closing(do_all(mine_match, tasks, jobs)) as answers:
        for answer in by_number(answers, 0):
            out.write(puzzle_line(spread.take(answer.match)))
            out.flush()
            if report is not None:
                report(spread.all)
            if spread.all >= count:
                break
    return load_puzzles(file, game)


def _tasks(game: Game, header: Header, done: Container[str], matches: Iterable[NamedMatch] | None) -> Sequence[MiningTask]:
    if matches is not None:
        new = [(source, match) for source, match in matches if source not in done]
        return [
            MiningTask(number, game.slug, header.simulations, source, match=match) for number, (source, match) in enumerate(new)
        ]
    seeds = [seed for seed in range(header.seed, header.seed + MOST_BOT_MATCHES) if f"seed {seed}" not in done]
    return [MiningTask(number, game.slug, header.simulations, f"seed {seed}", seed) for number, seed in enumerate(seeds)]


def mine_match(task: MiningTask) -> Mined:
    """All puzzles of a match, whoever played it."""
    game, prospector = find_game(task.game), _prospector(task.game, task.simulations)
    match = _bot_match(game, task.seed) if task.match is None else task.match
    asked = ((match.at(ply), match.plies[ply].seat) for ply in judged_plies(match))
    puzzles = tuple(filter(None, (prospector.puzzle(here, seat) for here, seat in asked)))
    mined = mined_match(task.source, match, puzzles) if puzzles else None
    return Mined(task.number, mined or MinedMatch(task.source))


@cache
def _prospector(slug: str, simulations: int) -> Prospector:
    return Prospector(find_game(slug), simulations)


def with_themes(game: Game, found: Collection) -> Collection:
    """The same puzzles with the themes that the game gives them today: nothing is mined or simulated."""

    def renamed(mined: MinedMatch, puzzle: Puzzle) -> Puzzle:
        natural = next(tried for tried in puzzle.tries if tried.move == puzzle.natural)
        theme = theme_of_try(replayed(game, mined, puzzle.ply), puzzle.seat, puzzle.best, natural)
        return msgspec.structs.replace(puzzle, theme=theme)

    matches = (msgspec.structs.replace(each, puzzles=tuple(renamed(each, one) for one in each.puzzles)) for each in found.matches)
    return Collection(found.header, tuple(matches))


def _begun(game: Game, file: Path, header: Header) -> Collection:
    """What a file holds already; a new one gets its first line. A line that was cut short is written again."""
    if not file.exists() or not file.stat().st_size:
        file.write_bytes(puzzle_line(header))
    found = load_puzzles(file, game)
    whole = file.read_bytes()
    file.write_bytes(whole[: whole.rfind(b"\n") + 1])
    return found


def withdraw(game: Game, file: Path, begins: str, still: Container[str]) -> int:
    """Take out of a file the matches whose sources begin like this and may no longer be mined; returns how many."""
    if not file.exists() or not file.stat().st_size:
        return 0
    found = load_puzzles(file, game)
    kept = [mined for mined in found.matches if mined.source in still or not mined.source.startswith(begins)]
    if len(kept) < len(found.matches):
        save_puzzles(msgspec.structs.replace(found, matches=tuple(kept)), file)
    return len(found.matches) - len(kept)


def matches_of_records(files: Iterable[Path], game: Game) -> list[NamedMatch]:
    """Those of record files, by a hash of the record."""
    matches = [match for file in files if (match := load_record(file)).game is game]
    return [(hashlib.sha256(match.record.encode()).hexdigest()[:16], match) for match in matches]


def _bot_match(game: Game, seed: int) -> Match:
    """A match of quick bots; the seed also decides how many they are, who, and which variant they play."""
    chance = Random(seed)
    seats, variant = chance.choice(list(game.seats)), chance.choice(list(game.variants))
    match = game.match(seats=seats, seed=seed, variant=variant)
    bots = [bot(chance.choice(PLAYERS_MINED), game) for _ in range(seats)]
    while not match.is_over:
        seat = match.to_act[0]
        match.push(bots[seat].choose(match, seat), seat)
    return match
