"""Puzzles: what is shipped is checked again by another search, mining is the same each time, and ratings move as they should."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner

import londinium
from londinium.bots.levels import Level
from londinium.bots.registry import bot
from londinium.bots.search.comparison import Judge
from londinium.bots.search.search import Budget, Search
from londinium.cli.puzzles import verb
from londinium.kernel.defaults import study
from londinium.kernel.game import Game
from londinium.kernel.record import write_record
from londinium.kernel.registry import bundled_games
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import InvalidOption
from londinium.kernel.words.language import languages
from londinium.study.analysis import mean_difference
from londinium.study.puzzles.check import SURE, Prospector
from londinium.study.puzzles.file import (
    SHIPPED,
    Collection,
    InvalidPuzzles,
    Puzzle,
    load_added_puzzles,
    load_puzzles,
    mined_match,
    puzzle_line,
    read_puzzles,
    replayed,
    shipped_puzzles,
)
from londinium.study.puzzles.miner import LEVELS_MISSING, level_of, matches_of_records, mine
from londinium.study.puzzles.ratings import PuzzleRating, after_try, first_rating
from londinium.study.reasons import gap_between

GAMES = bundled_games()
BRIDGE, CITY = "old-london-bridge", "next-station-london"
FEW = 40
"""Simulations that find puzzles quickly, and not well."""
FOREIGN_LUCK = 0xF0E
"""Luck that no check of the miner has drawn."""
DROPPED = {
    "rules 1 seed 14 ply 41",
    "rules 1 seed 28 ply 54",
    "rules 1 seed 36 ply 108",
    "rules 1 seed 70 ply 59",
    "rules 1 seed 91 ply 56",
}
"""Puzzles of version 1 whose best move is not clearly best by the rules of today."""
LEAST_SHIPPED = 300
"""Of each game."""


def shipped(game: Game) -> Collection:
    found = shipped_puzzles(game)
    assert found is not None
    return found


# ── What is shipped ──────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_enough_puzzles_of_many_kinds_are_shipped(game: Game) -> None:
    puzzles = list(shipped(game))
    assert len(puzzles) >= LEAST_SHIPPED
    assert shipped(game).header.rules == game.rules_version, "puzzles of other rules are mined anew"
    themes, levels = Counter(one.theme for one in puzzles), Counter(map(level_of, puzzles))
    assert set(themes) <= set(game.study.THEMES)
    assert len(themes) >= 8
    assert max(themes.values()) < 0.25 * len(puzzles)
    assert set(levels) == set(LEVELS_MISSING)
    assert max(levels.values()) < 0.65 * len(puzzles)
    assert (game.folder / SHIPPED).stat().st_size < 64 * 1024


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_puzzle_can_be_played(game: Game) -> None:
    """The rules lead to each position, in which its seat decides, and every legal move has its answer."""
    collection = shipped(game)
    assert len({collection.name(number) for number in range(1, len(collection) + 1)}) == len(collection)
    for number in range(1, len(collection) + 1):
        here, puzzle = collection.position(game, number)
        assert here.ply == puzzle.ply
        legal = here.legal(puzzle.seat)
        assert sorted((puzzle.best, *(one.move for one in puzzle.tries))) == sorted(legal), number
        assert puzzle.natural in legal
        assert puzzle.natural != puzzle.best
        least = game.study.SIZES["inaccuracy"]
        assert puzzle.margin >= least
        assert puzzle.margin > SURE * puzzle.error
        assert all(one.cost >= 10 * least - 1 for one in puzzle.tries)


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_an_independent_search_finds_the_same_moves(game: Game) -> None:
    """A sample, other each time that the puzzles change, by two searches with luck of their own."""
    collection = shipped(game)
    sample = Random(len(collection)).sample(range(1, len(collection) + 1), 12)
    search, judge = Search(game, luck=FOREIGN_LUCK), Judge(game, luck=FOREIGN_LUCK)
    found, clear = [], []
    for number in sample:
        here, puzzle = collection.position(game, number)
        found.append(search.choose(here, puzzle.seat, Budget(4000)) == puzzle.best)
        judge.think(here, puzzle.seat, Budget(4000))
        samples = judge.compare(here, puzzle.seat, (puzzle.best, puzzle.tries[0].move), 2000)
        less, error = mean_difference(samples.gains[0], samples.gains[1])
        clear.append(less > 2 * error)
    # What searches think of one position differs more than their errors say; of a dozen, one may be in doubt.
    assert sum(found) >= len(sample) - 1
    assert sum(clear) >= len(sample) - 1


# ── The file ─────────────────────────────────────────────────────────────────


def test_other_rules_and_other_games_are_told() -> None:
    game = find_game(BRIDGE)
    first, *rest = gzip.decompress((game.folder / SHIPPED).read_bytes()).splitlines()
    header = msgspec.json.decode(first)
    newer = msgspec.json.encode({**header, "rules": game.rules_version + 1})
    with pytest.raises(InvalidPuzzles, match=r"cannot be used: version 3 of the rules"):
        read_puzzles(b"\n".join([newer, *rest, b""]), game)
    with pytest.raises(InvalidPuzzles, match="not puzzles of"):
        read_puzzles(b"\n".join([first, *rest, b""]), find_game(CITY))
    with pytest.raises(InvalidPuzzles, match="not a puzzle file"):
        read_puzzles(b"hello\n", game)


def test_puzzles_of_older_rules_are_solved_by_them() -> None:
    """A file that was mined by version 1; what is mined today may be added to it."""
    game, earlier = find_game(BRIDGE), Path(__file__).parent / "rules-1.jsonl.gz"
    found = load_added_puzzles(earlier)
    assert {found.position(game, number)[0].rules for number in range(1, len(found) + 1)} == {1}
    assert all(found.name(number).startswith("rules 1 seed") for number in range(1, len(found) + 1))
    match = game.match(seats=2, seed=5)
    mined = mined_match("seed 5", match, ())
    assert mined is not None
    longer = read_puzzles(gzip.decompress(earlier.read_bytes()) + puzzle_line(mined), game)
    assert [replayed(game, each, 0).rules for each in longer.matches] == [1] * len(found.matches) + [2]


def test_a_puzzle_keeps_its_name_under_new_rules() -> None:
    """So its rating stays, and that somebody has solved it: those of version 1 that are shipped are the same positions."""
    game, found = find_game(BRIDGE), load_added_puzzles(Path(__file__).parent / "rules-1.jsonl.gz")
    before = {found.name(number): found.position(game, number)[0].position for number in range(1, len(found) + 1)}
    now = shipped(game)
    today = {now.name(number): number for number in range(1, len(now) + 1)}
    assert before.keys() - today.keys() == DROPPED
    for name in before.keys() & today.keys():
        here = now.position(game, today[name])[0]
        fields = [field for field in game.state.fields if field != "older_rules"]
        assert here.rules == 2
        assert all(getattr(before[name].plain, field) == getattr(here.position.plain, field) for field in fields), name


def test_a_match_is_told_by_its_decisions() -> None:
    """Also one without a seed, whose cards were laid by hand; one with a box of its own is not."""
    game = find_game(CITY)
    seeded = londinium.kernel.record.load_record(next((game.folder / "records").glob("two-*.record")))
    text = "\n".join(line for line in write_record(seeded).splitlines() if not line.startswith("[Seed"))
    for match in (seeded, londinium.kernel.record.read_record(text)):
        ply = next(ply for ply in range(40, match.ply) if match.plies[ply].decided)
        puzzle = Puzzle(ply, match.plies[ply].seat, 0, 0, "room", 1.0, 0.1, 0.0, 0.0, ())
        mined = mined_match("hand", match, (puzzle,))
        assert mined is not None
        collection = Collection(shipped(game).header, (mined,))
        again, _ = collection.position(game, 1)
        assert again.plies == match.plies[:ply]


# ── Mining ───────────────────────────────────────────────────────────────────


def test_mining_is_the_same_each_time_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game, heard = find_game(BRIDGE), list[int]()
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    found = mine(game, 3, whole, seed=1, simulations=FEW, report=heard.append)
    assert len(found) >= 3
    assert heard == sorted(heard)
    assert heard[-1] == len(found)
    assert len(mine(game, 1, parts, seed=1, simulations=FEW)) < 3, "there is something to go on with"
    with parts.open("ab") as file:
        file.write(b'{"source":"seed 99","sea')  # killed while it wrote
    mine(game, 3, parts, seed=1, simulations=FEW)
    assert parts.read_bytes() == whole.read_bytes()


def test_matches_of_people_are_mined_once(tmp_path: Path) -> None:
    game, file = find_game(CITY), tmp_path / "people.jsonl"
    matches = matches_of_records(sorted((game.folder / "records").glob("*-greedy-*.record")), game)
    found = mine(game, 50, file, matches=matches, simulations=FEW)
    assert len(found)
    assert all(match.source.isalnum() for match in found.matches)
    before = file.read_bytes()
    assert len(mine(game, 50, file, matches=matches, simulations=FEW)) == len(found)
    assert file.read_bytes() == before
    assert load_puzzles(file, game).puzzles == found.puzzles


def test_the_verb_counts_mines_and_packs(tmp_path: Path) -> None:
    def run(*words: object) -> str:
        return CliRunner().invoke(verb, [str(word) for word in words], catch_exceptions=False).stdout

    assert "Save a four" in run(BRIDGE)
    packed = tmp_path / "few.jsonl.gz"
    records = sorted((find_game(CITY).folder / "records").glob("alone-greedy-*.record"))
    shown = run(CITY, *records, "--mine", 1, "-o", packed)
    assert "All" in shown or "no puzzles" in shown
    load_puzzles(packed, find_game(CITY))
    with pytest.raises(InvalidOption, match="both"):
        run(BRIDGE, "--mine", 3)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_misses_a_puzzle_is_called_what_it_is(game: Game) -> None:
    """Searches with numbers of simulations, and no levels of bots: those are what a game makes of them."""
    natural, *searches = LEVELS_MISSING
    assert (natural, *searches) == ("greedy", "search-24", "search-400")
    prospector = Prospector(game, 400)
    for name, (simulations, tried) in zip(searches, prospector._trying.items(), strict=True):
        assert name == f"search-{simulations}"
        by_name = bot(name, game)
        assert isinstance(by_name, Level)
        assert by_name.budget == Budget(simulations)
        for search in tried:
            assert search.settings.tolist() == by_name.search.settings.tolist()
            assert search.weights.tolist() == by_name.search.weights.tolist()
    shown = CliRunner().invoke(verb, [game.slug], catch_exceptions=False, env={"COLUMNS": "200"}).stdout
    assert "search-24 misses it" in shown
    assert "Apprentice" not in shown


def test_files_say_how_often_a_puzzle_is_missed_as_they_always_did() -> None:
    found = shipped(find_game(BRIDGE))
    lines = gzip.decompress((find_game(BRIDGE).folder / SHIPPED).read_bytes()).splitlines()
    for mined, line in zip(found.matches, lines[1:], strict=True):
        for one, written in zip(mined.puzzles, json.loads(line)["puzzles"], strict=True):
            assert (one.quick_misses, one.long_misses) == (written["apprentice"], written["builder"])
        assert json.loads(puzzle_line(mined)) == json.loads(line)


# ── Themes and ratings ───────────────────────────────────────────────────────


def test_every_theme_has_words_in_every_language() -> None:
    for game in GAMES:
        for code in languages()[1:]:
            words = game.match().words(code)
            same = [label for label in game.study.THEMES.values() if words.text(label) == label]
            assert not same, (game.slug, code)


def test_a_game_without_themes_has_one() -> None:
    here = find_game(BRIDGE).match(seed=1)
    gap = gap_between(here, 0, "play 1", "play 2", worth=1.0, points=1.0, lines={}, others=0.0)
    assert study.theme(gap) in study.THEMES


def test_ratings_move_with_every_try() -> None:
    me, puzzle = PuzzleRating(), PuzzleRating(25.0, 4.0)
    better, easier = after_try(me, puzzle, True)
    worse, harder = after_try(me, puzzle, False)
    assert better.mu > me.mu > worse.mu
    assert easier.mu < puzzle.mu < harder.mu
    assert better.shown > 1500 > worse.shown
    assert abs(better.mu - me.mu) > abs(easier.mu - puzzle.mu), "a puzzle is known better than a new solver"
    assert better.sigma < me.sigma
    assert PuzzleRating(float("nan"), 1.0).within_reason == PuzzleRating()
    assert PuzzleRating(1e9, -5.0).within_reason == PuzzleRating(50.0, 1.0)


def test_puzzles_that_bots_miss_begin_higher() -> None:
    game = find_game(BRIDGE)
    by_level = {name: [one for one in shipped(game) if level_of(one) == name] for name in LEVELS_MISSING}
    means = [sum(first_rating(one, game.study).mu for one in some) / len(some) for some in by_level.values()]
    assert means == sorted(means)
    clear = msgspec.structs.replace(by_level["greedy"][0], margin=20.0)
    close = msgspec.structs.replace(clear, margin=2.0)
    assert first_rating(clear, game.study).mu < first_rating(close, game.study).mu
