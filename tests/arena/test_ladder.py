"""How quick and how strong bots are: what is measured, written, read, and shown in the documentation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

import londinium
from londinium.arena import ladder
from londinium.arena.evaluation import Measured
from londinium.arena.ladder import (
    BELOW,
    LADDER,
    duels,
    ladder_bots,
    ladder_ratings,
    measure_bots,
    measured_task,
    step_over,
    steps_up,
)
from londinium.arena.results import Estimate, MatchResult, Planned, ThinkingTime
from londinium.bots import measured as reading
from londinium.bots.levels import LEVELS
from londinium.bots.measured import (
    BotFigures,
    LevelStep,
    MeasuredBots,
    measured_bots,
    measured_file,
    measured_table,
    measured_text,
)
from londinium.bots.players import PLAYER_KINDS
from londinium.cli import verbs
from londinium.kernel.registry import bundled_games
from londinium.kernel.words.errors import InvalidOption, LondiniumError

DOCS = Path(__file__).parents[2] / "docs"
CITY, BRIDGE = "next-station-london", "old-london-bridge"
SIMPLE = tuple(PLAYER_KINDS)
STEP = LevelStep(0.7, 0.1, 4)


@pytest.mark.parametrize("slug", [CITY, BRIDGE])
def test_the_documentation_has_what_was_measured(slug: str) -> None:
    found = measured_bots(londinium.game(slug))
    assert found is not None
    page = (DOCS / "bots.md").read_text(encoding="utf-8")
    shown = re.search(rf"<!-- levels {slug} -->\n(.*?)<!-- end -->", page, re.DOTALL)
    assert shown is not None
    assert shown[1].strip() == measured_table(found).strip(), f"put there what `londinium levels {slug} --markdown` prints"


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.slug)
def test_what_is_kept_is_plausible(game: londinium.Game) -> None:
    found = measured_bots(game)
    assert found is not None
    assert set(found.bots) <= {*SIMPLE, *LEVELS}
    assert found.command.startswith(f"londinium levels {game.slug} --measure")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", found.date)
    assert (found.task, found.opponent) == (measured_task(game).name, measured_task(game).opponent)
    rated = [one.rating for one in found.bots.values() if one.rating is not None]
    assert found.bots["greedy"].rating == 1000 > min(rated)
    assert max(rated) > 1000
    for bot, one in found.bots.items():
        limit = LEVELS[bot].seconds if bot in LEVELS else None
        assert 0 < one.seconds < (limit or 1.0) * 1.2
        assert one.matches > 0 < one.duels
        if bot in LEVELS:
            assert one.hurry == 1 or bot == "architect", "only who thinks for a time can be hurried"
            assert bot == "architect" or (one.longest or 1.0) <= 0.5, "all but the strongest answer in half a second"


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.slug)
def test_levels_are_an_even_ladder(game: londinium.Game) -> None:
    """As it was measured, with every number of seats: each beats the one below about 70 % of the time, as far as that is known,
    and the lowest one, which a child beats, loses more often than that.
    """
    found = measured_bots(game)
    assert found is not None
    assert set(LEVELS) - set(found.bots) <= {"architect"}, "only the slowest may wait until somebody has the time"
    for bot in filter(found.bots.__contains__, LEVELS):
        one = found.bots[bot]
        assert set(one.beats) == {str(seats) for seats in game.seats if seats > 1}
        for seats, step in one.beats.items():
            least, most = (0.65, 0.76) if bot not in ("novice", "apprentice") else (0.7, 1.0)
            assert step.share + step.error >= least, (bot, seats)
            assert step.share - step.error <= most, (bot, seats)
            assert step.error <= 0.1 or one.hurry > 1 or bot == "novice", f"{bot} with {seats} seats: more matches"
    novice = found.bots["novice"]
    assert novice.points - (novice.points_error or 0.0) < 0.75 * found.bots["greedy"].points


def test_everybody_meets_the_two_below_in_both_seats() -> None:
    bots = ladder_bots()
    assert bots == LADDER == ("random", "busy", "novice", "greedy", "apprentice", "builder", "master", "architect")
    game = londinium.game("old-london-bridge")
    plan = list(duels(game, bots, 20))
    pairs = {tuple(sorted(one.bots, key=bots.index)) for one in plan}
    assert pairs == {(bots[at], bots[at + step]) for step in (1, 2) for at in range(len(bots) - step)}
    assert [one.number for one in plan] == list(range(len(plan)))
    seeds_of = {("busy", "greedy"): 20, ("apprentice", "builder"): 20, ("novice", "apprentice"): 20, ("master", "architect"): 4}
    for pair, seeds in seeds_of.items():
        met = [one for one in plan if set(one.bots) == set(pair)]
        assert len(met) == 2 * seeds, "who thinks for a time has a fifth"
        assert len({one.seed for one in met}) == seeds
        assert sum(one.bots[0] == pair[0] for one in met) == seeds
    assert ladder.ladder_seeds(game, "architect", 1) == 1
    assert ladder_bots(["greedy", "random"]) == ("random", "greedy"), "the weaker first"
    with pytest.raises(InvalidOption, match="gready"):
        ladder_bots(["gready"])


@pytest.mark.parametrize("slug", [CITY, BRIDGE])
def test_measuring_and_what_is_written(slug: str, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    found = measure_bots(londinium.game(slug), SIMPLE, seeds=6, command="c", told=lambda *how: told.append(how))
    assert told[-1][0] == told[-1][1] == max(done for done, _ in told)
    assert list(found.bots) == list(SIMPLE)
    ratings = [one.rating or 0 for one in found.bots.values()]
    assert ratings[-1] == max(ratings)
    assert found.bots["greedy"].points > found.bots["random"].points
    assert [one.duels for one in found.bots.values()] == [24, 24, 24]
    assert all(not one.beats for one in found.bots.values()), "no level was there"
    assert [one.matches for one in found.bots.values()] == [6 * measured_task(londinium.game(slug)).seats] * 3
    file = tmp_path / "levels.toml"
    file.write_text(measured_text(found))
    assert reading._read(file) == found, "what is written is read"
    rows = measured_table(found).splitlines()
    assert rows[2].startswith(f"| `random` | at once | {ratings[0]} ± ")
    assert rows[4].startswith("| `greedy` | at once | 1000 | ")
    assert f"{found.bots['greedy'].points:.1f} ± " in rows[4]


def test_a_step_is_the_same_with_any_number_of_seats() -> None:
    """Who beats each of them seven times in ten does so whether one or three of them sit there; the interval is over seeds."""
    game = londinium.game(BRIDGE)
    plan = list(steps_up(game, ("random", "novice", "apprentice", "greedy"), 4, 20))
    assert [one.number for one in plan] == list(range(len(plan)))
    for upper, lower in (("novice", "random"), ("apprentice", "novice")):
        met = [one for one in plan if set(one.bots) == {upper, lower}]
        assert len(met) == 40, "as many matches as with two seats"
        assert [one.bots.index(upper) for one in met] == [0, 1, 2, 3] * 10
        assert all(one.bots.count(upper) == 1 for one in met)
    assert {frozenset(one.bots) for one in plan} == {frozenset(("novice", "random")), frozenset(("apprentice", "novice"))}
    assert list(BELOW.items())[:2] == [("novice", "random"), ("apprentice", "novice")]
    assert list(BELOW.items())[2:] == [("builder", "apprentice"), ("master", "builder"), ("architect", "master")]

    def table(seed: int, seat: int, places: tuple[int, ...]) -> MatchResult:
        bots = tuple("builder" if at == seat else "apprentice" for at in range(len(places)))
        return MatchResult(0, seed, bots, (0,) * len(places), places, 1, 0.0)

    pair = [table(1, 0, (0, 1)), table(1, 1, (0, 1)), table(2, 0, (0, 0)), table(2, 1, (1, 0))]
    assert step_over("builder", pair) == LevelStep(0.625, 1.0, 4), "a shared place is half of it, and two seeds say little"
    four = [table(seed, 2, (1, 2, 0, 3)) for seed in range(5)] + [table(seed, 2, (0, 1, 2, 3)) for seed in range(5, 10)]
    found = step_over("builder", four)
    assert found is not None
    assert found.share == round(2 / 3, 3)
    assert 0.2 < found.error < 0.3
    always = step_over("builder", [table(seed, 0, (0, 1)) for seed in range(50)])
    assert always is not None
    assert always.share == 1.0
    assert 0.01 < always.error < 0.1, "nobody always wins for ever"
    assert step_over("master", pair) is None


def test_what_is_measured_again_takes_the_place_of_what_was(tmp_path: Path) -> None:
    """Of other bots, and with other numbers of seats, what is known stays."""
    game, told = londinium.game(CITY), list[tuple[int, int]]()
    bots = ("random", "novice", "greedy")
    first = measure_bots(game, bots, seeds=4, seats=[1, 2], command="first")
    assert {bot: set(one.beats) for bot, one in first.bots.items()} == {"random": set(), "novice": {"2"}, "greedy": set()}
    second = measure_bots(
        game, ["random", "novice"], seeds=2, seats=[3], known=first, command="second", told=lambda *how: told.append(how)
    )
    assert told[-1][0] == told[-1][1] == 6, "two seeds with three seats, and no points again"
    assert set(second.bots["novice"].beats) == {"2", "3"}
    assert second.bots["novice"].beats["2"] == first.bots["novice"].beats["2"]
    assert second.bots["greedy"] == first.bots["greedy"]
    assert second.command == "first; second"
    for bot in bots:
        for name in ("points", "rating", "rating_error", "duels", "seconds"):
            assert getattr(second.bots[bot], name) == getattr(first.bots[bot], name)
    third = measure_bots(game, ["random", "novice"], seeds=2, seats=[2], known=second, command="third")
    assert third.bots["random"].rating == first.bots["random"].rating, "the weakest stands where it stood"
    assert third.bots["novice"].duels == 4
    file = tmp_path / "levels.toml"
    file.write_text(measured_text(third))
    assert reading._read(file) == third
    with pytest.raises(InvalidOption, match="5"):
        measure_bots(game, bots, seeds=2, seats=[5])


HURRIED_BEFORE = BotFigures(
    seconds=0.5, points=140.0, matches=4, rating=1500, duels=4, beats={"2": STEP, "3": STEP, "4": STEP}, hurry=20, longest=9.0
)
"""Of an architect that was measured with a twentieth of its time, and once took nine seconds."""


def measured_again(
    monkeypatch: pytest.MonkeyPatch, bots: tuple[str, ...], seats: tuple[int, ...], hurry: int, longest: float = 0.25
) -> BotFigures:
    """What is known of the architect after matches that nobody played, in which its longest thought took so long."""

    def results(self: ladder.LadderMatches, seats: int, plan: Sequence[Planned]) -> list[MatchResult]:
        clocks = tuple(ThinkingTime(1, longest, longest) for _ in range(seats))
        return [MatchResult(0, one.seed, one.bots, (0,) * seats, tuple(range(seats)), 1, 0.0, clocks) for one in plan]

    def points(self: ladder.LadderMatches, bot: str, seeds: int) -> Measured:
        return Measured(self.task, bot, seeds, seeds, Estimate(150.0, 149.0, 151.0, seeds), None, None, None, 0.5, 1.0)

    monkeypatch.setattr(ladder.LadderMatches, "results", results)
    monkeypatch.setattr(ladder.LadderMatches, "evaluated", points)
    known = MeasuredBots("before", "", "", "", "", dict.fromkeys(bots, HURRIED_BEFORE))
    return measure_bots(londinium.game(CITY), bots, seeds=5, seats=seats, hurry=hurry, known=known).bots["architect"]


def test_a_longest_thought_goes_when_all_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = ("greedy", "master", "architect")
    assert measured_again(monkeypatch, bots, (), 20).longest == 0.25
    assert measured_again(monkeypatch, bots, (2, 3, 4), 20).longest == 0.25
    assert measured_again(monkeypatch, bots, (2, 3), 20).longest == 9.0, "the nine seconds may be of four seats"
    assert measured_again(monkeypatch, bots, (2, 3), 20, longest=10.0).longest == 10.0


def test_hurry_is_the_largest_of_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = ("greedy", "master", "architect")
    assert measured_again(monkeypatch, bots, (), 1).hurry == 1, "nothing of what was hurried is left"
    assert measured_again(monkeypatch, bots, (), 30).hurry == 30
    assert measured_again(monkeypatch, bots, (1, 2, 3), 1).hurry == 20, "with four seats it was hurried"
    assert measured_again(monkeypatch, bots, (2, 3, 4), 1).hurry == 20, "so it was for its points"
    assert measured_again(monkeypatch, bots, (4,), 30).hurry == 30
    assert measured_again(monkeypatch, ("architect",), (), 1).hurry == 20, "it met nobody, its rating stays"


def match_between(first: str, second: str, places: tuple[int, int]) -> MatchResult:
    return MatchResult(0, 1, (first, second), (0, 0), places, 1, 0.0)


def test_ratings_are_those_under_which_the_results_are_likeliest() -> None:
    """Three in four against `greedy` is 191 points; nobody's rating depends on the order."""
    results = [match_between("apprentice", "greedy", (0, 1))] * 75 + [match_between("greedy", "apprentice", (0, 1))] * 25
    results += [match_between("builder", "apprentice", (0, 1))] * 40 + [match_between("builder", "apprentice", (0, 0))] * 20
    results += [match_between("apprentice", "builder", (0, 1))] * 40
    bots = ["random", "greedy", "apprentice", "builder"]
    found = ladder_ratings(bots, results)
    assert found["greedy"] == (1000, 0)
    assert abs(found["apprentice"][0] - 1191) < 6
    assert found["builder"][0] == found["apprentice"][0], "they won as often, and ties count half"
    assert 60 < found["apprentice"][1] < 100
    assert found["builder"][1] > found["apprentice"][1], "further from what is fixed"
    assert "random" not in found, "it met nobody"
    assert ladder_ratings(bots, results[::-1]) == found
    always = ladder_ratings(bots, [match_between("builder", "greedy", (0, 1))] * 50)
    assert 1500 < always["builder"][0] < 2200
    assert ladder_ratings(bots, []) == {}


def test_a_file_that_is_damaged_is_named(tmp_path: Path) -> None:
    assert reading._read(tmp_path / "absent.toml") is None
    for number, wrong in enumerate(("= 3", 'command = "x"', 'bots = "none"')):
        file = tmp_path / f"{number}.toml"
        file.write_text(wrong)
        with pytest.raises(LondiniumError, match=f"{number}.toml cannot be read"):
            reading._read(file)


def test_the_verb_shows_and_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*words: str) -> str:
        return CliRunner().invoke(verbs, ["levels", CITY, *words], catch_exceptions=False).output

    found = measured_bots(londinium.game(CITY))
    assert found is not None
    assert run("--markdown") == measured_table(found)
    assert run() == measured_text(found)
    file = tmp_path / "out" / "levels.toml"
    shown = run("--measure", "--seeds", "2", "--bot", "random", "--bot", "busy", "-o", str(file))
    written = reading._read(file)
    assert isinstance(written, MeasuredBots)
    assert list(written.bots) == ["random", "busy"]
    assert written.command == f"londinium levels {CITY} --measure --seeds 2 --bot random --bot busy"
    assert str(file) in shown.replace("\n", "")
    assert measured_file(londinium.game(CITY)).read_text(encoding="utf-8") == measured_text(found), "nothing else is written"
    all_wrong = ("--replace", "--bot greedy", "-o x", "--seeds 40", "--seats 2", "--hurry 1", "--jobs 4")
    for wrong in all_wrong:
        option = "--output" if wrong.startswith("-o") else wrong.split()[0]
        with pytest.raises(InvalidOption, match=f"{option} is about what is measured now: add --measure"):
            run(*wrong.split())
