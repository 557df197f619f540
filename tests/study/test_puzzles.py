"""Puzzles: what is shipped is checked again by another search, mining is the same each time, and ratings move as they should."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner

import londinium
from londinium.bots.levels import level
from londinium.bots.players import Players
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
from londinium.study.notes import named
from londinium.study.puzzles.check import LEAST_MOVES, SURE, TRIALS_OF_LEVEL, levels_tried, looks_as_good, natural_moves
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
    save_puzzles,
    shipped_puzzles,
)
from londinium.study.puzzles.miner import matches_of_records, mine, with_themes
from londinium.study.puzzles.ratings import DIFFICULTIES, PuzzleRating, after_try, difficulty, first_rating
from londinium.study.reasons import gap_between
from londinium.web.pages.puzzle import ToldPuzzle

GAMES = bundled_games()
BRIDGE, CITY = "old-london-bridge", "next-station-london"
FEW = 40
"""Simulations that find puzzles quickly, and not well."""
FOREIGN_LUCK = 0xF0E
"""Luck that no check of the miner has drawn."""
LEAST_SHIPPED = 300
"""Of each game."""
AHEAD = {BRIDGE: 2.0, CITY: 3.0}
"""Pounds and points by which the best move is ahead of every other."""


def shipped(game: Game) -> Collection:
    found = shipped_puzzles(game)
    assert found is not None
    return found


# ── What is shipped ──────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_enough_puzzles_of_many_kinds_are_shipped(game: Game) -> None:
    found = shipped(game)
    puzzles = list(found)
    assert len(puzzles) >= LEAST_SHIPPED
    assert found.header.rules == game.rules_version, "puzzles of other rules are mined anew"
    themes, ways = Counter(one.theme for one in puzzles), Counter(map(difficulty, puzzles))
    assert set(themes) <= set(game.study.THEMES)
    assert len(themes) >= 8
    assert max(themes.values()) < 0.25 * len(puzzles)
    assert set(ways) == set(DIFFICULTIES)
    assert max(ways.values()) < 0.65 * len(puzzles)
    assert min(ways.values()) > 0.1 * len(puzzles)
    positions = [found.position(game, number)[0] for number in range(1, len(puzzles) + 1)]
    seats = Counter(here.seats for here in positions)
    assert set(seats) == set(game.seats)
    variants = Counter(tuple(sorted(mined.options.items())) for mined, _ in found.puzzles)
    assert len(variants) >= len(game.variants)
    for counts in (seats, variants):
        assert max(counts.values()) < 0.6 * len(puzzles)
        assert min(counts.values()) > 0.04 * len(puzzles)
    assert (game.folder / SHIPPED).stat().st_size < 64 * 1024


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_puzzle_is_one(game: Game) -> None:
    """The rules lead to each position, in which its seat decides; every other legal move is clearly worse; and the natural one is
    what a player makes who does not look ahead.
    """
    collection, players = shipped(game), Players(game)
    assert AHEAD[game.slug] == game.study.CLEARLY
    assert len({collection.name(number) for number in range(1, len(collection) + 1)}) == len(collection)
    for number in range(1, len(collection) + 1):
        here, puzzle = collection.position(game, number)
        assert here.ply == puzzle.ply
        legal = here.legal(puzzle.seat)
        assert len(legal) >= LEAST_MOVES
        assert sorted((puzzle.best, *(one.move for one in puzzle.tries))) == sorted(legal), number
        usual = natural_moves(players, here, puzzle.seat)
        assert puzzle.natural == usual[0], number
        assert puzzle.best not in usual, number
        assert looks_as_good(here, puzzle.seat, puzzle.natural, puzzle.best), number
        assert puzzle.margin >= AHEAD[game.slug], number
        assert puzzle.margin > SURE * puzzle.error
        assert all(one.cost >= 10 * AHEAD[game.slug] for one in puzzle.tries), number
        assert tuple(puzzle.found) == levels_tried(game)


def amount_shown(gain: str) -> int:
    """What the table prints after a move: `+4`, `+£2 · +3 steps`; nothing where it brings nothing at once."""
    shown = re.match(r"([+−])£?(\d+)(?! step)", gain)
    return int(shown[1].replace("−", "-") + shown[2]) if shown else 0


@pytest.mark.slow_interpreted
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_table_shows_no_less_for_the_natural_move(game: Game) -> None:
    """Every fifth puzzle as its table is drawn: `preview`, by which all of them are checked, is what stands there."""
    collection = shipped(game)
    for number in range(1, len(collection) + 1, 5):
        here, puzzle = collection.position(game, number)
        offers = named(here, puzzle.seat, here.words("en"))
        effects = {offer.move: offer.effect for offer in here.view(puzzle.seat, refusals=False).offers}
        shown = {move: amount_shown(offer.gain) for move, offer in offers.items()}
        assert shown[game.moves.text(puzzle.natural)] >= shown[game.moves.text(puzzle.best)], number
        for move, amount in shown.items():
            least, most = game.study.preview(effects[move])
            assert least <= amount <= most, (number, move)


@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_task_is_true_and_says_nothing_of_the_other_moves(game: Game, code: str) -> None:
    collection = shipped(game)
    said = {ToldPuzzle.of(collection, number, code).asks() for number in (1, 2, len(collection))}
    assert len(said) == 1, "the same of every position"
    ahead = re.findall(r"\d+[.,]\d", said.pop().partition("<p class='measure'>")[0])
    assert [float(number.replace(",", ".")) for number in ahead] == [AHEAD[game.slug]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_levels_have_tried_every_puzzle(game: Game) -> None:
    """Those that always play the same; one that looks ahead exactly finds a puzzle or does not, now as then."""
    levels = [level(name, game) for name in levels_tried(game)]
    assert [one.name for one in levels] == ["novice", "apprentice", "builder", "master"]
    collection = shipped(game)
    for number in range(1, len(collection) + 1, 20):
        here, puzzle = collection.position(game, number)
        for one in levels:
            often = puzzle.found[one.name]
            if one.plans(here):
                assert often == (one.choose(here, puzzle.seat) == puzzle.best), number
            assert round(often * TRIALS_OF_LEVEL, 1) == pytest.approx(round(often * TRIALS_OF_LEVEL), abs=0.05)


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
        less, error = samples.difference(0, 1)
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


def test_a_match_is_told_by_its_decisions() -> None:
    """Also one without a seed, whose cards were laid by hand; one with a box of its own is not."""
    game = find_game(CITY)
    seeded = londinium.kernel.record.load_record(next((game.folder / "records").glob("two-*.record")))
    text = "\n".join(line for line in write_record(seeded).splitlines() if not line.startswith("[Seed"))
    for match in (seeded, londinium.kernel.record.read_record(text)):
        ply = next(ply for ply in range(40, match.ply) if match.plies[ply].decided)
        puzzle = Puzzle(ply, match.plies[ply].seat, 0, 0, "room", 1.0, 0.1, {}, ())
        mined = mined_match("hand", match, (puzzle,))
        assert mined is not None
        collection = Collection(shipped(game).header, (mined,))
        again, _ = collection.position(game, 1)
        assert again.plies == match.plies[:ply]


# ── Mining ───────────────────────────────────────────────────────────────────


def test_mining_is_the_same_each_time_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game, heard = find_game(BRIDGE), list[int]()
    whole, parts, together = (tmp_path / f"{name}.jsonl" for name in ("whole", "parts", "together"))
    found = mine(game, 3, whole, seed=1, simulations=FEW, report=heard.append)
    assert len(found) >= 3
    assert heard == sorted(heard)
    assert heard[-1] == len(found)
    assert len(mine(game, 1, parts, seed=1, simulations=FEW)) < 3, "there is something to go on with"
    with parts.open("ab") as file:
        file.write(b'{"source":"seed 99","sea')  # killed while it wrote
    mine(game, 3, parts, seed=1, simulations=FEW)
    assert parts.read_bytes() == whole.read_bytes()
    mine(game, 3, together, seed=1, simulations=FEW, jobs=2)
    assert together.read_bytes() == whole.read_bytes(), "in two processes"


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

    assert "Climb the chapel track" in run(BRIDGE)
    packed = tmp_path / "few.jsonl.gz"
    records = sorted((find_game(CITY).folder / "records").glob("alone-greedy-*.record"))
    shown = run(CITY, *records, "--mine", 1, "-o", packed)
    assert "All" in shown or "no puzzles" in shown
    load_puzzles(packed, find_game(CITY))
    with pytest.raises(InvalidOption, match="both"):
        run(BRIDGE, "--mine", 3)


def test_puzzles_are_written_as_they_were_read(tmp_path: Path) -> None:
    game = find_game(BRIDGE)
    for name in ("again.jsonl.gz", "again.jsonl"):
        save_puzzles(shipped(game), tmp_path / name)
        assert load_puzzles(tmp_path / name, game) == shipped(game)
    assert (tmp_path / "again.jsonl.gz").read_bytes() == (game.folder / SHIPPED).read_bytes()


# ── Themes and ratings ───────────────────────────────────────────────────────


def test_every_theme_has_words_in_every_language() -> None:
    for game in GAMES:
        for code in languages()[1:]:
            words = game.match().words(code)
            same = [label for label in game.study.THEMES.values() if words.text(label) == label]
            assert not same, (game.slug, code)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_themes_are_those_of_today(game: Game, tmp_path: Path) -> None:
    """What is kept of a puzzle is enough to find its theme again, without mining."""
    found = shipped(game)
    assert with_themes(game, found) == found, f"londinium puzzles {game.slug} --themes {game.folder / SHIPPED}"
    other = tmp_path / "other.jsonl.gz"
    puzzles = (tuple(msgspec.structs.replace(one, theme="x") for one in mined.puzzles) for mined in found.matches)
    lost = [msgspec.structs.replace(mined, puzzles=some) for mined, some in zip(found.matches, puzzles, strict=True)]
    save_puzzles(Collection(found.header, tuple(lost)), other)
    CliRunner().invoke(verb, [game.slug, "--themes", str(other)], catch_exceptions=False)
    assert other.read_bytes() == (game.folder / SHIPPED).read_bytes()


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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_puzzles_that_bots_miss_begin_higher(game: Game) -> None:
    by_way = {name: [one for one in shipped(game) if difficulty(one) == name] for name in DIFFICULTIES}
    means = [sum(first_rating(one, game.study).mu for one in some) / len(some) for some in by_way.values()]
    assert means == sorted(means)
    clear = msgspec.structs.replace(by_way["easy"][0], margin=20.0)
    close = msgspec.structs.replace(clear, margin=2.0)
    assert first_rating(clear, game.study).mu < first_rating(close, game.study).mu
    missed = msgspec.structs.replace(close, found=dict.fromkeys(close.found, 0.0))
    assert difficulty(missed) == "hard"
    assert first_rating(missed, game.study).mu > first_rating(close, game.study).mu
