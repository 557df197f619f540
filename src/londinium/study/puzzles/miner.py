"""Mining puzzles: matches of bots, one after the other, and every decision in them that makes a puzzle.

What is found depends on the first seed alone: stopping and going on, or asking for more, gives the same puzzles in the same
order. A theme or a difficulty already well represented is passed over for a while, so that no file is about one thing.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec

from londinium.bots.registry import bot
from londinium.kernel.game import Game
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.study.analysis import judged_plies
from londinium.study.puzzles.check import LONG_LOOK, NATURAL, QUICK_LOOK, Likely, Prospector
from londinium.study.puzzles.file import Collection, Header, MinedMatch, Puzzle, load_puzzles, mined_match, puzzle_line, replayed

FIND_SIMULATIONS = 400
"""Of each decision when puzzles are looked for."""
MOST_OF_MATCH = 4
"""Puzzles of one match: their positions are much alike."""
FEW_OF_A_KIND = 6
"""This many of a kind are always allowed."""
MOST_OF_THEME = 0.16
MOST_OF_LEVEL = 0.55
"""A theme, or a difficulty, that has more than this part of all puzzles is passed over."""
PLAYERS_MINED = ("search-48", "greedy", "search-200")
"""Who plays the matches: sensible players of different strength, who are quick."""

MiningReport = Callable[[int], None]
NamedMatch = tuple[str, Match]
"""A match, and the name under which it is noted as mined."""


LEVELS_MISSING = (NATURAL, f"search-{QUICK_LOOK}", f"search-{LONG_LOOK}")
"""The levels of puzzles, the easiest first: the strongest of these bots that misses them."""


def level_of(puzzle: Puzzle | Likely) -> str:
    """Who misses it: `greedy` alone, the quick search too, or even the long one; each at least every other time."""
    easy, middle, hard = LEVELS_MISSING
    if puzzle.long_misses >= 0.5:
        return hard
    return middle if puzzle.quick_misses >= 0.5 else easy


class Spread:
    """How many puzzles of each theme and level there are."""

    def __init__(self, puzzles: Iterable[Puzzle] = ()) -> None:
        self.themes, self.levels, self.all = Counter[str](), Counter[str](), 0
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> None:
        self.themes[puzzle.theme] += 1
        self.levels[level_of(puzzle)] += 1
        self.all += 1

    def wants(self, puzzle: Puzzle | Likely) -> bool:
        enough = self.themes[puzzle.theme] < max(FEW_OF_A_KIND, MOST_OF_THEME * self.all)
        return enough and self.levels[level_of(puzzle)] < max(FEW_OF_A_KIND, MOST_OF_LEVEL * self.all)


def mine(
    game: Game,
    count: int,
    file: Path,
    seed: int = 1,
    *,
    matches: Iterable[NamedMatch] | None = None,
    simulations: int = FIND_SIMULATIONS,
    report: MiningReport | None = None,
) -> Collection:
    """Add to a file until it has at least the given number of puzzles; it goes on where it stopped. From the matches that are
    given, as far as they last, otherwise from matches of bots. `report` is called with how many there are.
    """
    found = _begun(game, file, Header(game.slug, game.rules_version, seed, simulations))
    spread, done = Spread(found), {match.source for match in found.matches}
    if report is not None:
        report(spread.all)
    if spread.all >= count:
        return found
    prospector = Prospector(game, found.header.simulations)
    with file.open("ab") as out:
        for source, match in _bot_matches(game, found.header.seed, done) if matches is None else matches:
            if source in done:
                continue
            puzzles = puzzles_of(prospector, match, spread, report)
            mined = mined_match(source, match, puzzles) if puzzles else None
            out.write(puzzle_line(mined or MinedMatch(source)))
            out.flush()
            if spread.all >= count:
                break
    return load_puzzles(file, game)


def mine_and_confirm(
    game: Game,
    count: int,
    file: Path,
    seed: int = 1,
    *,
    matches: Sequence[NamedMatch] | None = None,
    simulations: int = FIND_SIMULATIONS,
    report: MiningReport | None = None,
) -> Collection:
    """Mine until the given number of puzzles have passed another judge, for as long as there are matches."""
    wanted, seen, prospector = count, dict[tuple[str, int], bool](), None
    while True:
        found = mine(game, wanted, file, seed, matches=matches, simulations=simulations, report=report)
        prospector = prospector or Prospector(game, found.header.simulations)
        kept = 0
        for mined, puzzle in found.puzzles:
            name = mined.source, puzzle.ply
            if name not in seen:
                seen[name] = prospector.holds(replayed(game, mined, puzzle.ply), puzzle)
            kept += seen[name]
            if report is not None:
                report(kept)
        if kept >= count or (matches is not None and len(found) < wanted):
            break
        wanted = len(found) + count - kept
    return Collection(found.header, tuple(filter(None, (_those_that_hold(mined, seen) for mined in found.matches))))


def _those_that_hold(mined: MinedMatch, seen: Mapping[tuple[str, int], bool]) -> MinedMatch | None:
    held = tuple(puzzle for puzzle in mined.puzzles if seen[mined.source, puzzle.ply])
    return msgspec.structs.replace(mined, puzzles=held) if held else None


def puzzles_of(prospector: Prospector, match: Match, spread: Spread, report: MiningReport | None = None) -> tuple[Puzzle, ...]:
    """The puzzles in a match, whoever played it. Every theme stands for one of them."""
    puzzles: list[Puzzle] = []
    for ply in judged_plies(match):
        here, seat = match.at(ply), match.plies[ply].seat
        likely = prospector.likely(here, seat)
        if likely is None or not spread.wants(likely) or likely.theme in {one.theme for one in puzzles}:
            continue
        puzzle = prospector.puzzle(here, seat, likely)
        if puzzle is None or not spread.wants(puzzle) or puzzle.theme in {one.theme for one in puzzles}:
            continue
        puzzles.append(puzzle)
        spread.add(puzzle)
        if report is not None:
            report(spread.all)
        if len(puzzles) == MOST_OF_MATCH:
            break
    return tuple(puzzles)


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
        fresh = file.with_name(file.name + ".new")
        fresh.write_bytes(puzzle_line(found.header) + b"".join(puzzle_line(mined) for mined in kept))
        fresh.replace(file)
    return len(found.matches) - len(kept)


def matches_of_records(files: Iterable[Path], game: Game) -> list[NamedMatch]:
    """Those of record files, by a hash of the record."""
    matches = [match for file in files if (match := load_record(file)).game is game]
    return [(hashlib.sha256(match.record.encode()).hexdigest()[:16], match) for match in matches]


def _bot_matches(game: Game, seed: int, done: set[str]) -> Iterator[NamedMatch]:
    number = seed
    while True:
        source = f"seed {number}"
        if source not in done:
            yield source, _bot_match(game, number)
        number += 1


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
