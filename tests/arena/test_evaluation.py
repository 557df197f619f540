"""The evaluation protocol: the same figures for everybody, honest intervals, tables for documents."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

import londinium
from londinium.arena.evaluation import (
    FIRST_SEED,
    FULL_SEEDS,
    PROTOCOL_VERSION,
    EvaluationTask,
    chosen_tasks,
    evaluate,
    evaluation_tasks,
    joined,
    lead_of,
    measure,
    plan_task,
    rank_of,
)
from londinium.arena.report.evaluation import markdown_tables
from londinium.arena.results import MatchResult
from londinium.bots.registry import check_name
from londinium.cli.evaluate import verb
from londinium.kernel.words.errors import InvalidOption, LondiniumError

BRIDGE, STATION = londinium.game("old-london-bridge"), londinium.game("next-station-london")


def run(*words: object) -> Result:
    return CliRunner().invoke(verb, [str(word) for word in words], catch_exceptions=False)


def test_the_protocol_of_today_stays() -> None:
    """Figures that people have published are compared with later ones: what is played must not change."""
    assert (FIRST_SEED, FULL_SEEDS) == (7_000_000, 200)
    assert [(task.seats, task.opponent, task.variant) for task in evaluation_tasks(BRIDGE)] == [
        (2, "random", "base"),
        (2, "greedy", "base"),
        (2, "builder", "base"),
        (4, "greedy", "base"),
    ]
    assert [(task.seats, task.opponent, task.variant) for task in evaluation_tasks(STATION)] == [
        (1, "", "base"),
        (1, "", "both-modules"),
        (2, "random", "base"),
        (2, "greedy", "base"),
        (2, "builder", "base"),
        (4, "greedy", "base"),
    ]
    for game in londinium.all_games():
        for task in evaluation_tasks(game):
            check_name(task.opponent or "random")


def test_the_page_says_what_the_protocol_is() -> None:
    """`docs/evaluation.md`: its version, its seeds, and the tasks of both games by their numbers."""
    page = (Path(__file__).parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    assert re.findall(r"^## The protocol, version (\d+)$", page, re.M) == [str(PROTOCOL_VERSION)]
    assert f"**Seeds**: {FIRST_SEED:,} to {FIRST_SEED + FULL_SEEDS - 1:,}." in page
    rows = re.findall(r"^\| (\d+) \| (.+?) \| (.*?) ?\|$", page, re.M)
    assert [int(number) for number, *_ in rows] == list(range(1, len(rows) + 1))
    for column, game in ((1, STATION), (2, BRIDGE)):
        told = [row[column].replace("`", "") for row in rows if row[column]]
        wanted = [task.name for task in evaluation_tasks(game)]
        assert told == [re.sub(r"^4 seats against greedy$", "4 seats, the other three greedy", name) for name in wanted]


def test_on_every_seed_a_bot_sits_everywhere() -> None:
    task = EvaluationTask("three", 3, "greedy")
    plan = plan_task(task, "mine", 2)
    assert [planned.seed for planned in plan] == [FIRST_SEED] * 3 + [FIRST_SEED + 1] * 3
    assert [planned.bots.index("mine") for planned in plan] == [0, 1, 2] * 2


def test_figures_are_the_same_in_every_run_and_with_any_number_of_processes() -> None:
    task = chosen_tasks(BRIDGE, ["2"])
    runs = [evaluate(BRIDGE, ["random"], seeds=4, tasks=task, jobs=jobs).measured[0] for jobs in (1, 2)]
    for first, second in [(runs[0], runs[1])]:
        assert (first.points, first.wins, first.rank, first.lead) == (second.points, second.wins, second.rank, second.lead)
    assert runs[0].matches == 8
    # Against itself a bot wins half of the matches, on every seed.
    same = evaluate(BRIDGE, ["greedy"], seeds=4, tasks=task).measured[0]
    assert same.wins is not None
    assert same.rank is not None
    assert (same.wins.mean, same.rank.mean) == (0.5, 0.0)


def test_what_is_measured() -> None:
    """Two seeds of two matches: won 30 to 10 and 20 to 25 lost, then two ties."""
    task = EvaluationTask("two", 2, "greedy")

    def match(number: int, seed: int, scores: tuple[int, int]) -> MatchResult:
        places = tuple(sum(other > score for other in scores) for score in scores)
        return MatchResult(number, seed, ("a", "b"), scores, places, 10, 0.5)

    results = [match(0, 1, (30, 10)), match(1, 1, (25, 20)), match(2, 2, (7, 7)), match(3, 2, (8, 8))]
    assert (lead_of(results[0], 0), lead_of(results[1], 1), rank_of(results[1], 1), rank_of(results[2], 0)) == (20, -5, -1, 0)
    found = measure(task, "mine", results, 3.0)
    assert (found.seeds, found.matches, found.points.mean, found.points.count) == (2, 4, 16.25, 2)
    assert found.wins is not None
    assert found.lead is not None
    assert (found.wins.mean, found.lead.mean) == (0.5, 3.75)
    assert found.seconds_per_decision == 0.05
    assert found.wins.low is not None
    assert 0 < found.wins.low < 0.5


def test_tables_say_seeds_and_intervals(tmp_path: Path) -> None:
    done = run("next-station-london", "--bot", "random", "--task", 1, "--seeds", 3, "--json")
    evaluation = msgspec.json.decode(done.output)
    assert not evaluation["full"]
    (tmp_path / "random.json").write_bytes(done.stdout_bytes)
    words = ("--results", tmp_path / "random.json", "--task", 1, "--seeds", 3)
    table = run("next-station-london", "--bot", "greedy", *words, "--markdown").output
    assert "| `random` | " in table
    assert "| `greedy` | " in table
    assert " ± " in table
    assert "| 3 × 1 |" in table
    assert "seeds 7000000 to 7000002" in table
    shown = run("next-station-london", *words).output
    assert "alone, base" in shown
    assert "not all seeds" in shown


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("ludo", "--bot", "greedy"), "ludo"),
        (("old-london-bridge",), "--bot"),
        (("old-london-bridge", "--bot", "deep-thought"), "deep-thought"),
        (("old-london-bridge", "--bot", "greedy", "--task", "9"), "no task '9'"),
        (("old-london-bridge", "--bot", "greedy", "--seeds", "1000"), "200 seeds"),
        (("old-london-bridge", "--results", "nowhere.json"), "nowhere.json"),
    ],
)
def test_what_cannot_be_evaluated(words: tuple[str, ...], reason: str) -> None:
    with pytest.raises(LondiniumError, match=reason):
        run(*words)


def test_results_of_different_games_are_not_joined() -> None:
    both = [evaluate(game, ["random"], seeds=1, tasks=evaluation_tasks(game)[:1]) for game in (BRIDGE, STATION)]
    with pytest.raises(InvalidOption, match="next-station-london"):
        joined(both)
    assert markdown_tables(joined(both[:1])).count("`random`") == 1
