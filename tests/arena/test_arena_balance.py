"""What a designer is told: counted right, said carefully, and for two boxes side by side."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import londinium
from londinium.arena.balance import (
    AMOUNT,
    BY_LINE,
    BY_MARGIN,
    BY_SCORE,
    SHARE,
    WINS,
    WORTH,
    BalanceStudy,
    Section,
    balance_of,
    study,
)
from londinium.arena.cases import seat_counts, sweep_cases
from londinium.arena.matches import play_out
from londinium.arena.report.balance import balance_page, naming_for
from londinium.arena.report.blocks import percent, render_report
from londinium.arena.report.cases import ShownCase, seats_label, seats_page, sweep_page
from londinium.arena.report.csv_table import csv_text
from londinium.arena.report.sentences import about_section
from londinium.arena.schedule import schedule
from londinium.arena.tournament import settings_for
from londinium.games.next_station_london.box.random_city import random_city
from londinium.kernel.contracts.balance import Kind
from londinium.kernel.contracts.workshop import box_changes, workshop_of
from londinium.kernel.flat import FlatArray
from londinium.kernel.game import CHANCE, Game
from londinium.kernel.registry import game
from londinium.kernel.words.errors import InvalidBox, InvalidOption, LondiniumError
from londinium.kernel.words.language import language, languages

pytestmark = pytest.mark.slow_interpreted
BRIDGE, STATION = "old-london-bridge", "next-station-london"


def make(slug: str, games: int, seats: int, box: Path | None = None, variant: str | None = None, **how: Any) -> Any:
    found = game(slug)
    settings, boxes = settings_for(found, ["greedy"], seats=seats, options=found.choose(variant=variant), box=box)
    return study(settings, boxes, games, **how), boxes


def section(found: BalanceStudy, group: str) -> Section:
    return next(section for section in found.sections if section.group == group)


@pytest.fixture(scope="module")
def bridge() -> tuple[BalanceStudy, FlatArray[Any]]:
    found: tuple[BalanceStudy, FlatArray[Any]] = make(BRIDGE, 150, 4, variant="expansion")
    return found


@pytest.fixture(scope="module")
def station() -> tuple[BalanceStudy, FlatArray[Any]]:
    found: tuple[BalanceStudy, FlatArray[Any]] = make(STATION, 60, 2, variant="both-modules")
    return found


# ── What is read from a match ────────────────────────────────────────────────


def replayed(found: Game, variant: str, seats: int, seed: int) -> tuple[Any, Any, Any]:
    """A match with what its log says: the events as the game itself tells them."""
    settings, boxes = settings_for(found, ["greedy"], seats=seats, options=found.choose(variant=variant), seed=seed)
    played, _ = play_out(found, settings, schedule(settings, 1)[0], boxes)
    match = londinium.Match(found, seats, settings.options, seed, boxes, "standard", ["P"] * seats)
    for seat, move in played.plies:
        match.apply(move, seat)
    return played, match, balance_of(found).facts(played)


@pytest.mark.parametrize("seed", range(4))
def test_the_bridge_is_read_as_its_log_tells_it(seed: int) -> None:
    from londinium.games.old_london_bridge.face.events import Built, CardTaken, TilePicked

    _, match, facts = replayed(game(BRIDGE), "expansion", 3, seed)
    events = [event for _, event in match.events()]
    for seat in range(3):
        built = [e.house for e in events if isinstance(e, Built) and e.seat == seat]
        houses = sorted(f"{house.building} {house.number}" for house in built if house.number is not None)
        assert sorted(item for item, count in facts.held[seat]["house"].items() for _ in range(count)) == houses
        assert sum(facts.held[seat]["building"].values()) == len(built)
        picked = sorted(e.power for e in events if isinstance(e, TilePicked) and e.seat == seat)
        assert sorted(item for item, count in facts.held[seat]["tile"].items() for _ in range(count)) == picked
        taken = sum(isinstance(e, CardTaken) and e.seat == seat for e in events)
        assert sum(facts.held[seat]["taken"].values()) == taken
        assert all(count >= 0 for count in facts.held[seat]["used"].values())
    sides = match.view(None).board.scoring
    assert facts.match == {f"scoring-{colour}": side for colour, side in sides.items()}
    assert [one["stair"] for one in facts.seats] == [player.stair for player in match.view(None).board.players]


@pytest.mark.parametrize("seed", range(3))
def test_a_city_is_read_as_its_sheets_say(seed: int) -> None:
    played, match, facts = replayed(game(STATION), "both-modules", 2, seed)
    for seat, sheet in enumerate(match.score_sheets):
        lines = {line.pencil: line.points for line in sheet.lines}
        order = [line.pencil for line in sheet.lines]
        measured = {(item, column): value for group, item, column, value in facts.measures if group == "line-by-round"}
        assert facts.seats[seat]["first-pencil"] == order[0]
        assert all((pencil, str(at + 1)) in measured for at, pencil in enumerate(order))
        assert list(played.lines[seat][:4]) == [lines[pencil] for pencil in ("green", "pink", "purple", "blue")]
        reached = {f"objective-{one.objective}": "reached" if one.points else "missed" for one in sheet.objectives}
        assert {name: item for name, item in facts.seats[seat].items() if name.startswith("objective")} == reached
        drawn = sum(ply.seat == seat and match.moves.text(ply.move).startswith("draw") for ply in match.plies)
        assert sum(facts.held[seat]["section"].values()) == drawn
        stops = facts.held[seat]["station"].values()
        assert sum(count == 2 for count in stops) == sheet.two_lines
        assert sum(count == 3 for count in stops) == sheet.three_lines
        spent = set()
        for ply, made in enumerate(match.plies):
            if made.seat == seat:
                effect = match.game.face.effect(match.position_at(ply), seat, made.move)
                spent |= {effect.spends} - {None}
        used = {name.removeprefix("power-") for name, item in facts.seats[seat].items() if item == "used"}
        assert used == spent
    assert CHANCE in {seat for seat, _ in played.plies}


# ── What is counted ──────────────────────────────────────────────────────────


def test_shares_and_margins_add_up(bridge: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    found = bridge[0]
    for group in ("seat", "stair"):
        rows = section(found, group).rows
        assert sum(row.values[WINS].mean * row.values[SHARE].mean for row in rows) == pytest.approx(1 / 4)
        assert sum(row.values[BY_MARGIN].mean * row.values[SHARE].mean for row in rows) == pytest.approx(0, abs=1e-9)
    lines = section(found, "score-line").rows
    assert sum(row.values[BY_LINE].mean for row in lines) == pytest.approx(found.score.mean.mean)
    for colour in ("chapel", "gate", "hostelry", "bridge"):
        rows = section(found, f"scoring-{colour}").rows
        assert len(rows) == 4
        assert sum(row.values[SHARE].mean * row.values[BY_SCORE].mean for row in rows) == pytest.approx(found.score.mean.mean)
    houses, kinds = section(found, "house").rows, section(found, "building").rows
    chapels = sum(row.values[AMOUNT].mean for row in houses if row.item.startswith("chapel "))
    assert chapels == pytest.approx(next(row for row in kinds if row.item == "chapel").values[AMOUNT].mean)
    assert len(houses) == 60


def test_only_what_the_options_bring_is_studied(station: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    groups = {section.group for section in station[0].sections}
    assert {"objective-sites", "power-joker", "line-with-power", "line-by-round", "section", "district"} <= groups
    plain, _ = make(STATION, 6, 1)
    groups = {section.group for section in plain.sections}
    assert "seat" not in groups, "alone there is no seat to compare"
    assert not any(group.startswith(("objective", "power")) for group in groups)
    base, _ = make(BRIDGE, 6, 2)
    assert not any(section.group.startswith("scoring") for section in base.sections)


def test_two_jobs_count_what_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("londinium.arena.tournament.TASKS_AT_ONCE", 10)
    assert make(BRIDGE, 40, 2)[0] == make(BRIDGE, 40, 2, jobs=2)[0]


# ── What is said ─────────────────────────────────────────────────────────────


def test_every_game_describes_what_it_counts(
    bridge: tuple[BalanceStudy, FlatArray[Any]], station: tuple[BalanceStudy, FlatArray[Any]]
) -> None:
    for found, _ in (bridge, station):
        one = game(found.settings.game)
        for code in languages():
            words = language(code, one.folder)
            naming = naming_for(one, words)
            for part in found.sections:
                assert all(naming(part.group, row.item) for row in part.rows)
                assert about_section(part, found.settings.seats, naming, words)
                if part.kind == Kind.MEASURE.value:
                    assert all(naming(part.group, column) for column in part.columns)


def test_sentences_say_only_what_the_numbers_carry(bridge: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    found = bridge[0]
    words = language("en", game(BRIDGE).folder)
    told = " ".join(about_section(section(found, "building"), 4, naming_for(game(BRIDGE), words), words))
    chapel = next(row for row in section(found, "building").rows if row.item == "chapel").values[WORTH]
    assert chapel.low is not None
    assert chapel.low > 0
    assert f"better result: chapel +{chapel.mean:.1f}" in told
    assert "is associated with" in told
    assert "because" not in told


def test_the_report_of_the_bridge(bridge: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    pytest.importorskip("matplotlib")
    page = render_report(balance_page(bridge, None, language("en", game(BRIDGE).folder)))
    for wanted in ("The stair at the start", "Hostelry scoring", "Buildings taken", "House numbers taken", "Bonus tiles picked"):
        assert wanted in page
    assert "is an association" in page
    assert "All 60 in a table" in page
    assert page.count("<svg") > 8


def test_the_report_begins_with_what_stands_out(bridge: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    page = balance_page(bridge, None, language("en", game(BRIDGE).folder))
    first = page.parts[0]
    assert first.title == "At a glance"
    (table,) = first.tables
    rows = {row[0].text: row for row in table.rows}
    best = max(section(bridge[0], "stair").rows, key=lambda row: row.values[WINS].mean)
    _, measure, most, _ = rows["The stair at the start"]
    assert measure.text == "Wins"
    assert most.text == f"stair {best.item}: {percent(best.values[WINS].mean)}"
    _, measure, most, least = rows["Buildings taken"]
    assert measure.text == "Points per additional one"
    assert most.text.startswith("chapel: +")
    assert least.text.startswith("hostelry: −")
    # Greedy plays its 0 in every round: nothing is said of what does not vary.
    assert "Cards played" not in rows
    assert "Cards played" in first.sentences[0]
    assert {part.title for part in page.parts} >= set(rows)


def test_what_is_measured_twice_over_is_plotted_too(station: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    pytest.importorskip("matplotlib")
    page = balance_page(station, None, language("en", game(STATION).folder))
    part = next(part for part in page.parts if part.title == "Points of a line, by pencil and round")
    (figure,) = part.figures
    for label in ("green, round 1", "blue, round 4"):
        assert f">{label}</text>" in figure


def test_shares_are_marked_at_whole_percents(bridge: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    """Steps of 2.5 % would be written as 15, 18, 20, 22."""
    pytest.importorskip("matplotlib")
    page = balance_page(bridge, None, language("en", game(BRIDGE).folder))
    for title in ("Seats", "The stair at the start"):
        (figure,) = next(part for part in page.parts if part.title == title).figures
        marks = [int(mark) for mark in re.findall(r">(\d+)%</text>", figure)]
        assert len(marks) >= 3
        assert len({after - before for before, after in pairwise(marks)}) == 1, marks


def test_the_report_of_a_city_has_a_map(station: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    pytest.importorskip("matplotlib")
    page = render_report(balance_page(station, None, language("en", game(STATION).folder)))
    for wanted in ("The map: the standard city", "Points of a line, by pencil and round", "Power: JOKER", "all tourist sites"):
        assert wanted in page
    assert ">f3</text>" in page


# ── Two boxes ────────────────────────────────────────────────────────────────


def richer_box(path: Path) -> Path:
    text = (game(BRIDGE).folder / "box" / "box.toml").read_text(encoding="utf-8").replace("start = 5", "start = 15")
    path.write_text(text, encoding="utf-8")
    return path


def test_two_boxes_are_compared_on_the_same_seeds(tmp_path: Path) -> None:
    first = make(BRIDGE, 60, 2)
    second = make(BRIDGE, 60, 2, box=richer_box(tmp_path / "rich.toml"))
    assert first[0].scores.keys() == second[0].scores.keys()
    page = render_report(balance_page(first, second, language("en", game(BRIDGE).folder)))
    assert "With rich.toml, scores are higher than with the standard box: +" in page
    assert "Clearly different: Money" in page
    assert page.count('class="second"') >= 5


def run(*words: str, status: int = 0) -> str:
    environment = {**os.environ, "LONDINIUM_LANG": "en", "COLUMNS": "100"}
    command = [sys.executable, "-W", "error", "-m", "londinium", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def test_the_verb_compares_two_cities(tmp_path: Path) -> None:
    city = tmp_path / "elsewhere.txt"
    city.write_text(random_city(3), encoding="utf-8")
    report = tmp_path / "report.html"
    words = ("balance", STATION, "--games", "20", "--seats", "1", "--bot", "greedy", "--compare", str(city))
    shown = " ".join(run(*words, "-o", str(report)).split())
    assert "With elsewhere.txt, scores are" in shown
    assert "Sections drawn: elsewhere.txt" in shown
    page = report.read_text(encoding="utf-8")
    assert "The map: the standard city" in page
    assert "The map: elsewhere.txt" in page
    found = json.loads(run(*words, "--json"))
    assert [one["settings"]["box"] for one in found] == ["standard", "elsewhere.txt"]


def test_a_broken_box_is_explained(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("nothing", encoding="utf-8")
    assert "broken.toml" in run("balance", BRIDGE, "--games", "2", "--box", str(broken), status=2)
    with pytest.raises(InvalidBox):
        make(BRIDGE, 2, 2, box=broken)


# ── More than one study ──────────────────────────────────────────────────────


def test_two_boxes_begin_with_a_glance_at_both_and_what_differs(tmp_path: Path) -> None:
    rich = richer_box(tmp_path / "rich.toml")
    first, second = make(BRIDGE, 60, 2), make(BRIDGE, 60, 2, box=rich)
    shop, words = workshop_of(game(BRIDGE)), language("en", game(BRIDGE).folder)
    assert shop is not None
    changes = box_changes(*(shop.facts(text, words) for text in (shop.printed(), rich.read_text(encoding="utf-8"))))
    page = balance_page(first, second, words, changes)
    glanced, differs = page.parts[:2]
    assert glanced.title == "At a glance"
    assert glanced.tables[0].head[:2] == ["", "Box"]
    assert {row[1].text for row in glanced.tables[0].rows} == {"the standard box", "rich.toml"}
    assert differs.title == "What differs between the two"
    assert [[cell.text for cell in row] for row in differs.tables[0].rows] == [["Pounds at the start", "£", "5", "15"]]
    course = next(part for part in page.parts if part.title == "How matches go")
    assert course.tables[0].head == ["", "The standard box", "rich.toml"]


def test_what_chance_deals_is_said_to_be_an_effect(bridge: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    page = balance_page(bridge, None, language("en", game(BRIDGE).folder))
    notes = {part.title: " ".join(part.notes) for part in page.parts}
    assert "Chance alone deals these" in notes["The stair at the start"]
    assert "Chance alone deals these" not in notes["Buildings taken"]


def test_a_map_shows_districts_river_and_symbols(station: tuple[BalanceStudy, FlatArray[Any]]) -> None:
    plan = balance_of(game(STATION)).plan(station[1])
    assert plan is not None
    spots = {spot.item: spot for spot in plan.spots}
    assert (spots["f3"].mark, spots["f3"].is_ringed, spots["d2"].mark, spots["d2"].sign) == ("star", True, "triangle", "G")
    assert len(plan.areas) == 13
    assert plan.river[0] == (-0.5, 3.45)
    inside = {area.item: area for area in plan.areas}["C"]
    assert (inside.x, inside.y, inside.width, inside.height) == (2.5, 2.5, 4, 4)


def test_a_sweep_changes_one_value_and_nothing_else() -> None:
    cases = sweep_cases(game(BRIDGE), "greedy", "pounds.start=0,5", seats=2)
    assert [case.label for case in cases] == ["pounds.start=0", "pounds.start=5"]
    assert cases[1].boxes.tobytes() == game(BRIDGE).standard_box().tobytes()
    found = [study(case.settings, case.boxes, 20, rival="random") for case in cases]
    assert found[0].scores.keys() == found[1].scores.keys()
    assert found[1].score.mean.mean == pytest.approx(found[0].score.mean.mean + 5, abs=2)
    shown = [ShownCase(case.label, (one, case.boxes)) for case, one in zip(cases, found, strict=True)]
    page = sweep_page(shown, "pounds.start", language("en", game(BRIDGE).folder))
    assert "With pounds.start=5, scores are higher than with pounds.start=0: +5" in page.lead[1]
    assert page.parts[0].tables[0].head == ["", "pounds.start=0", "pounds.start=5"]
    assert [part.within for part in page.parts[1:]] == ["pounds.start=0", "pounds.start=5"]
    rows = list(csv.DictReader(csv_text((case.label, one) for case, one in zip(cases, found, strict=True)).splitlines()))
    scores = {row["case"]: float(row["estimate"]) for row in rows if (row["chapter"], row["measure"]) == ("whole", "score")}
    assert scores["pounds.start=0"] == pytest.approx(found[0].score.mean.mean, rel=1e-4)
    assert {"seat", "building", "whole"} <= {row["chapter"] for row in rows}
    assert {"player", "shuffle", "seat", "rest", "lead_changes"} <= {row["measure"] for row in rows if row["chapter"] == "whole"}


def test_a_sweep_over_an_option() -> None:
    cases = sweep_cases(game(STATION), "greedy", "objectives=off,on", seats=1)
    assert [case.settings.options["objectives"] for case in cases] == ["off", "on"]


@pytest.mark.parametrize(
    ("sweep", "says"),
    [
        ("pounds.start", "a sweep is given as NAME=VALUE"),
        ("pounds.start=1", "2 to 12 different values"),
        ("pounds.start=1,1", "2 to 12 different values"),
        ("pounds.strat=1,2", "some that it has: pounds.start"),
        ("pounds.start=1,999", "pounds.start=999, line "),
        ("money=open,closed", "the option money cannot be 'closed'"),
    ],
)
def test_a_wrong_sweep_is_explained(sweep: str, says: str) -> None:
    with pytest.raises(LondiniumError) as caught:
        sweep_cases(game(BRIDGE), "greedy", sweep)
    assert says in str(caught.value)


def test_a_value_that_the_workshop_would_bend_is_refused() -> None:
    with pytest.raises(InvalidOption, match="border-left cannot be '9'"):
        sweep_cases(game(STATION), "greedy", "border-left=3,9")


def test_several_numbers_of_players_in_one_report() -> None:
    assert seat_counts(game(BRIDGE), "2, 4,2") == [2, 4]
    assert seat_counts(game(BRIDGE), None) == [None]
    for wrong in ("", "two", "2,,3", "5", "-1"):
        with pytest.raises(InvalidOption):
            seat_counts(game(BRIDGE), wrong)
    words = language("en", game(BRIDGE).folder)
    shown = [ShownCase(seats_label(one[0], words), one) for one in (make(BRIDGE, 12, 2), make(BRIDGE, 12, 3))]
    page = seats_page(shown, words)
    assert page.parts[0].tables[0].head == ["", "2 players", "3 players"]
    for label in ("2 players", "3 players"):
        assert {"At a glance", "How matches go", "Buildings taken"} <= {part.title for part in page.parts if part.within == label}
    html = render_report(page)
    names = re.findall(r'id="([^"]+)"', html)
    assert len(names) == len(set(names)), "every id stands once"


def test_questions_that_do_not_go_together() -> None:
    told = run("balance", BRIDGE, "--seats", "2,3", "--sweep", "pounds.start=1,2", status=2)
    assert "cannot be combined" in told
