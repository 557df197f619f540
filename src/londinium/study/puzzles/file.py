"""The file of puzzles: matches as they were played, and the plies at which one move is clearly best.

A text file of JSON lines: the first says which game, by which version of its rules, and how it was mined; every other is a
match with its puzzles, or a match in which there were none. Lines are only ever added, so a puzzle keeps its number. The name
of a packed file ends in `.gz`.

A match is its seats, its options and seed, and its decisions, each as its number among the legal moves; what leaves no choice and
what the seed reveals follows from the rules.
"""

from __future__ import annotations

import gzip
import logging
import zlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import msgspec

from londinium.kernel.boxes import STANDARD_BOX
from londinium.kernel.game import CHANCE, RULES, Game
from londinium.kernel.match import Match
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, LondiniumError

_log = logging.getLogger(__name__)

PUZZLE_FORMAT = 2
PACKED = ".gz"
SHIPPED = Path("puzzles") / "puzzles.jsonl.gz"
"""Where a game's folder has its own."""
UNIT = 10
"""What moves cost is kept in tenths."""


class Try(msgspec.Struct, frozen=True, array_like=True):
    """What the check found of a move that is not the best. All amounts are in tenths."""

    move: int
    cost: int
    """How much less it is worth than the best one: lead and first place, or points where sheets do not touch."""
    points: int
    """How many fewer points of its own it brings at the end; below zero if it brings more."""
    lines: tuple[int, ...]
    """The lines of the score sheet in which the best move differs: the line's number and how much more, in turn."""

    def gained(self, game: Game, most: int | None = None) -> dict[str, float]:
        """By line of the score sheet, where it gains most first: how much more the best move brings. At most so many lines."""
        pairs = list(zip(self.lines[::2], self.lines[1::2], strict=True))
        largest = sorted(pairs, key=lambda pair: -abs(pair[1]))[:most]
        return {game.score_lines[line]: more / UNIT for line, more in pairs if (line, more) in largest}


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision in which one move is clearly best, and the natural one is not."""

    ply: int
    seat: int
    best: int
    natural: int
    """The move of a player who does not look ahead: `check.py` says which one."""
    theme: str
    margin: float
    """How much less the second-best move is worth; then its standard error:"""
    error: float
    found: dict[str, float]
    """By level of bots: how often it finds the best move, from 0 to 1."""
    tries: tuple[Try, ...]
    """All other legal moves, the best of them first."""


class MinedMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match, and the puzzles that were found in it."""

    source: str
    """`seed 7` for a match of bots with this number, otherwise a hash of its record, which follows `table` where it was played
    at a table of a server: what was mined is not mined again.
    """
    seats: int = 0
    seed: int | None = None
    options: dict[str, str] = {}
    """Those that are not as usual, and the version of the rules where it is not that of the file."""
    moves: tuple[int, ...] = ()
    puzzles: tuple[Puzzle, ...] = ()


class Header(msgspec.Struct, frozen=True):
    game: str
    rules: int
    seed: int
    simulations: int
    """Of each decision when puzzles were looked for; they are checked with ten times as many."""
    format: int = PUZZLE_FORMAT


class Collection(msgspec.Struct, frozen=True, dict=True):
    """All puzzles of a file, by number from 1."""

    header: Header
    matches: tuple[MinedMatch, ...]

    @cached_property
    def puzzles(self) -> tuple[tuple[MinedMatch, Puzzle], ...]:
        return tuple((match, puzzle) for match in self.matches for puzzle in match.puzzles)

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return (puzzle for _, puzzle in self.puzzles)

    def name(self, number: int) -> str:
        """What a puzzle is called where its rating is kept: it stays the same in another file."""
        mined, puzzle = self.puzzles[number - 1]
        return f"rules {mined.options.get(RULES, self.header.rules)} {mined.source} ply {puzzle.ply}"

    def position(self, game: Game, number: int) -> tuple[Match, Puzzle]:
        """A puzzle and the match in which it is to be solved, where it stands."""
        mined, puzzle = self.puzzles[number - 1]
        return replayed(game, mined, puzzle.ply), puzzle


def joined_collections(one: Collection | None, other: Collection) -> Collection:
    """Two files as one: the puzzles of the first keep their numbers."""
    if one is None:
        return other
    there = {mined.source for mined in one.matches}
    return Collection(one.header, (*one.matches, *(mined for mined in other.matches if mined.source not in there)))


class InvalidPuzzles(LondiniumError):
    """A file of puzzles that cannot be used here."""


def shipped_puzzles(game: Game) -> Collection | None:
    """The puzzles in a game's folder; None if there are none that can be used."""
    try:
        return load_puzzles(game.folder / SHIPPED, game)
    except (OSError, InvalidPuzzles) as problem:
        if not isinstance(problem, FileNotFoundError):
            _log.warning("the puzzles of %s: %s", game.slug, problem)
        return None


# ── A match as numbers ───────────────────────────────────────────────────────


def mined_match(source: str, match: Match, puzzles: tuple[Puzzle, ...]) -> MinedMatch | None:
    """A match with its puzzles, up to the last of them; None if it cannot be told in this way: it has a box of its own or began
    in a position, or what leaves no choice came in another order than at our tables.
    """
    if match.box_name != STANDARD_BOX or match.is_set_up:
        return None
    last = max((puzzle.ply for puzzle in puzzles), default=0)
    usual = match.game.choose()
    options = {name: choice for name, choice in match.options.items() if choice != usual.get(name)}
    if match.game.older_rules:
        # The file may have been begun by other rules.
        options[RULES] = str(match.rules)
    again = match.game.match(seats=match.seats, seed=match.seed, options=options)
    moves = []
    while again.ply < last:
        made = match.plies[again.ply]
        if made.seat not in again.to_act or again.plies != match.plies[: again.ply]:
            return None
        moves.append((CHANCE + 1) * again.legal(made.seat).index(made.move) + again.to_act.index(made.seat))
        again.push(made.move, made.seat)
    mined = MinedMatch(source, match.seats, match.seed, options, tuple(moves), puzzles)
    return mined if all(replayed(match.game, mined, one.ply).plies == match.plies[: one.ply] for one in puzzles) else None


def replayed(game: Game, mined: MinedMatch, ply: int) -> Match:
    """The match before the move of this number."""
    match = game.match(seats=mined.seats, seed=mined.seed, options=mined.options)
    try:
        for number in mined.moves:
            if match.ply >= ply:
                break
            which, who = divmod(number, CHANCE + 1)
            seat = match.to_act[who]
            match.push(match.legal(seat)[which], seat)
    except IndexError:
        raise InvalidPuzzles(N_("a match of this file cannot be played by these rules")) from None
    return match.at(ply)


# ── Reading and writing ──────────────────────────────────────────────────────


def read_puzzles(data: bytes, game: Game) -> Collection:
    """The puzzles of a file. A last line that was not written to its end is left out."""
    first, *rest = data[: data.rfind(b"\n") + 1].splitlines() or [b"{}"]
    try:
        header = msgspec.json.decode(first, type=Header)
        matches = tuple(msgspec.json.decode(line, type=MinedMatch) for line in rest)
    except msgspec.MsgspecError as error:
        raise InvalidPuzzles(N_("this is not a puzzle file: {problem}"), problem=error) from None
    if (header.game, header.format) != (game.slug, PUZZLE_FORMAT):
        raise InvalidPuzzles(N_("these are not puzzles of {game}"), game=game.title)
    try:
        if game.check_rules(header.rules) != game.rules_version:
            # Matches of older rules are played by these.
            rules = {RULES: str(header.rules)}
            matches = tuple(msgspec.structs.replace(mined, options=rules | mined.options) for mined in matches)
    except LondiniumError as error:
        raise InvalidPuzzles(N_("these puzzles cannot be used: {problem}"), problem=error) from None
    return Collection(header, matches)


def load_puzzles(file: Path, game: Game) -> Collection:
    return read_puzzles(_unpacked(file), game)


def load_added_puzzles(file: Path) -> Collection:
    """The puzzles of a file, of whichever game it names, for a server to show: each can be played."""
    try:
        data = _unpacked(file)
        header = msgspec.json.decode(data.partition(b"\n")[0], type=Header)
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError) as error:
        problem = getattr(error, "strerror", None) or error
        raise InvalidPuzzles(N_("{file} is not a puzzle file: {problem}"), file=file.name, problem=problem) from None
    found = read_puzzles(data, find_game(header.game))
    for mined, puzzle in found.puzzles:
        replayed(find_game(header.game), mined, puzzle.ply)
    return found


def _unpacked(file: Path) -> bytes:
    data = file.read_bytes()
    return gzip.decompress(data) if file.name.endswith(PACKED) else data


def puzzle_line(line: Header | MinedMatch) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def pack_puzzles(collection: Collection) -> bytes:
    """A collection as it is shipped: without the matches in which there was nothing."""
    kept = tuple(match for match in collection.matches if match.puzzles)
    return gzip.compress(_written(msgspec.structs.replace(collection, matches=kept)), 9, mtime=0)


def save_puzzles(collection: Collection, file: Path) -> None:
    """Write a whole file, packed if its name says so; the one that was there stays until the new one is complete."""
    fresh = file.with_name(file.name + ".new")
    fresh.write_bytes(pack_puzzles(collection) if file.name.endswith(PACKED) else _written(collection))
    fresh.replace(file)


def _written(collection: Collection) -> bytes:
    return b"".join((puzzle_line(collection.header), *map(puzzle_line, collection.matches)))
