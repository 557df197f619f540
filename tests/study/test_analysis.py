"""An analysis: every decision judged by what its seat knew, with losses that make sense, the same each time."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import londinium
from londinium.bots.search import foresight
from londinium.bots.search.comparison import Judge
from londinium.bots.search.insight import ForeseeingJudge, is_foreseen
from londinium.bots.search.search import Budget
from londinium.kernel.boxes import BoxFile
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.words.errors import InvalidOption
from londinium.kernel.words.language import languages
from londinium.study import analysis
from londinium.study.analysis import Effort, analyse, judge_ply, judged_plies, new_judge, size_of, tree_size
from londinium.study.graph import MISTAKE_SHAPES, Course, graph
from londinium.study.notes import notes
from londinium.study.replay import stops
from londinium.study.report import report, report_page
from londinium.study.verdicts import (
    ANALYSIS_VERSION,
    BLUNDER,
    INACCURACY,
    MISTAKE,
    NONE,
    SIGNIFICANT,
    Analysis,
    Moment,
    read_analysis,
)

GAMES = Path(londinium.__file__).parent / "games"
BRIDGE = GAMES / "old_london_bridge" / "records" / "two-greedy-base.record"
CITY = GAMES / "next_station_london" / "records" / "two-greedy-objectives.record"
RECORDS = [BRIDGE, CITY]
FEW = 64


@cache
def analysed(record: Path) -> Analysis:
    return analyse(record, FEW, par_seconds=0)


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_every_decision_is_judged_and_losses_make_sense(record: Path) -> None:
    found, match = analysed(record), load_record(record)
    assert [one.ply for one in found.decisions] == judged_plies(match)
    sizes = match.game.study.SIZES
    for one in found.decisions:
        made = match.plies[one.ply]
        assert (one.seat, one.played.move) == (made.seat, match.moves.text(made.move))
        assert 1 <= len(one.best) <= 3
        values = [choice.value for choice in one.best[1:]]
        assert values == sorted(values, reverse=True)
        assert one.loss >= 0
        assert one.loss <= max(0, one.best[0].value - one.played.value) + 0.01
        assert [choice.value for choice in one.best] == sorted((choice.value for choice in one.best), reverse=True)
        if one.played.move == one.best[0].move:
            assert (one.loss, one.size) == (0, NONE), "the best move never has a loss"
        assert one.is_mistake == (one.is_significant and one.loss >= sizes[INACCURACY])
        assert {choice.move for choice in one.best} <= set(map(match.moves.text, match.at(one.ply).legal(one.seat)))
        for choice in (*one.best, one.played):
            assert sum(choice.lines) == pytest.approx(choice.points, abs=0.05), "the lines of a score sheet add up"
        more = [ours - theirs for ours, theirs in zip(one.best[0].lines, one.played.lines, strict=True)]
        assert sum(more) == pytest.approx(one.best[0].points - one.played.points, abs=0.05), "and so do their differences"


def test_sizes() -> None:
    study = londinium.game("old-london-bridge").study
    sizes = study.SIZES
    assert sizes[INACCURACY] < sizes[MISTAKE] < sizes[BLUNDER]
    for size, least in sizes.items():
        assert size_of(least, 0.01, study) == size
        assert size_of(least, least / SIGNIFICANT, study) == NONE, "it may be chance"
    assert size_of(sizes[INACCURACY] - 0.1, 0.01, study) == NONE


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_the_same_again(record: Path) -> None:
    again = analyse(record, FEW, par_seconds=0)
    assert again.decisions == analysed(record).decisions
    assert again.graph == analysed(record).graph


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_the_same_whoever_shares_the_work(record: Path) -> None:
    match = load_record(record).at(60)
    alone, *shared = (analyse(match, FEW, threads=threads) for threads in (1, 2, 5))
    for one in shared:
        assert (one.decisions, one.graph) == (alone.decisions, alone.graph)
    assert alone.decisions == analysed(record).decisions[: len(alone.decisions)]
    with pytest.raises(londinium.LondiniumError, match="threads"):
        analyse(match, FEW, threads=0)


def test_what_goes_wrong_in_a_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(judge: Any, match: Match, ply: int, *more: Any) -> Any:
        if ply > 20:
            raise ValueError(f"ply {ply}")
        return judge_ply(judge, match, ply, *more)

    monkeypatch.setattr(analysis, "judge_ply", fail)
    with pytest.raises(ValueError, match=r"ply \d\d"):
        analyse(load_record(BRIDGE).at(60), 4, threads=2)


# ── The network ──────────────────────────────────────────────────────────────


def decision_of(record: Path, ply: int = 30) -> tuple[Match, int, list[int]]:
    match = load_record(record)
    ply = next(each for each in judged_plies(match) if each >= ply and len(match.at(each).legal(match.plies[each].seat)) > 2)
    here, seat = match.at(ply), match.plies[ply].seat
    return here, seat, here.legal(seat)[:3]


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_half_of_what_a_move_is_worth_is_foreseen(record: Path) -> None:
    here, seat, moves = decision_of(record)
    judge = ForeseeingJudge(here.game, nodes=2048)
    judge.think(here, seat, Budget(64))
    samples = judge.compare(here, seat, moves, 60)
    played = [row[seat] for row in samples.points]
    assert [len(row) for row in samples.gains] == [30] * 3, "half as many simulations are enough"
    assert [sum(lines) for lines in samples.lines] == pytest.approx([sum(row) / 30 for row in played]), "points are played"
    if judge.is_alone:
        worths = judge._weigher.weigh(here, seat, here.states_known_to(seat), moves, judge._depth).worths  # type: ignore[union-attr]
        for gains, points, worth in zip(samples.gains, played, worths, strict=True):
            assert gains == pytest.approx([(one + worth) / 2 for one in points])
        assert len({round(worth, 3) for worth in worths}) > 1, "it can tell the moves apart"
    else:
        for rows in samples.firsts:
            wins = [sum(each) for each in zip(*rows, strict=True)]
            assert wins == pytest.approx([1.0] * 30, abs=0.51), "half of it is what came of each simulation"
            assert any(0 < first < 1 for row in rows for first in row)


def another_box() -> Match:
    game = londinium.game("old-london-bridge")
    text = next(game.folder.rglob("box.toml")).read_text(encoding="utf-8").replace("centre-cost = 2", "centre-cost = 1")
    return played_on(game.match(seats=2, seed=1, box=BoxFile("mine.toml", text)), 12)


def set_up_position() -> Match:
    match = played_on(londinium.game("old-london-bridge").match(seats=2, seed=1), 12)
    return match.game.position(match.position_text(), seed=3)


def chosen_order() -> Match:
    match = load_record(GAMES / "next_station_london" / "records" / "alone-busy-chosen-order.record")
    return match.at(judged_plies(match)[8])


def played_on(match: Match, ply: int) -> Match:
    while match.ply < ply or len(match.legal_moves) < 2:
        match.push(match.legal_moves[0])
    return match


@pytest.mark.parametrize("unlearnt", [another_box, set_up_position, chosen_order])
def test_what_no_network_has_learnt_is_left_to_a_plain_judge(unlearnt: Callable[[], Match]) -> None:
    match = unlearnt()
    assert not is_foreseen(match)
    assert is_foreseen(load_record(BRIDGE))
    assert is_foreseen(load_record(CITY))
    seat, effort = match.to_act[0], Effort(simulations=64)
    plain, best = (judge(match.game, nodes=tree_size(effort)) for judge in (Judge, ForeseeingJudge))
    assert isinstance(new_judge(match, effort), ForeseeingJudge)
    assert best.think(match, seat, effort.budget).ideas == plain.think(match, seat, effort.budget).ideas
    moves = match.legal(seat)[:3]
    assert best.compare(match, seat, moves, 24) == plain.compare(match, seat, moves, 24)


def test_a_game_without_a_network_has_a_plain_judge(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(foresight, "judgement_file", lambda game: tmp_path / "none.npz")
    match, effort = load_record(CITY), Effort(simulations=8)
    assert type(new_judge(match, effort)) is Judge
    assert not is_foreseen(match)
    assert analyse(match.at(20), 8).decisions


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_match_and_its_record_file_give_the_same(record: Path, tmp_path: Path) -> None:
    match = load_record(record).at(60)
    found = analyse(match, 16)
    assert found.match is match
    file = tmp_path / "match.record"
    file.write_text(match.record, encoding="utf-8")
    for path in (file, str(file)):
        again = analyse(path, 16)
        assert (again.decisions, again.record) == (found.decisions, match.record)
    back = read_analysis(found.to_json(), match)
    assert back == found
    assert read_analysis(found.to_json()).match is None
    assert b'"match"' not in found.to_json()
    assert read_analysis(found.to_json())._repr_html_() == found._repr_html_()


@pytest.mark.parametrize("simulations", [0, -1, 10_000_001])
def test_a_number_of_simulations_that_is_none_is_refused(simulations: int) -> None:
    """No number stands for the usual one: 0 is as wrong as -1."""
    with pytest.raises(InvalidOption, match="simulations must be a whole number from 1 to 10000000"):
        analyse(BRIDGE, simulations, par_seconds=0)
    with pytest.raises(InvalidOption, match="simulations must be a whole number from 1 to 10000000"):
        Effort(simulations)


def test_a_text_is_never_taken_for_a_record() -> None:
    """Whoever has the text of a record reads it first: a path may hold anything, also a line break."""
    with pytest.raises(londinium.InvalidRecord, match="cannot be read"):
        analyse(load_record(BRIDGE).record)


def test_a_match_with_a_box_of_its_own_shows_itself_too() -> None:
    game = londinium.game("old-london-bridge")
    box = BoxFile("mine.toml", next(game.folder.rglob("box.toml")).read_text(encoding="utf-8"))
    match = game.match(seats=2, seed=1, box=box)
    for _ in range(6):
        match.push(match.legal_moves[0])
    found = analyse(match, 4)
    assert "<svg" in found._repr_html_()
    assert "<svg" in read_analysis(found.to_json(), match)._repr_html_()


def test_a_decision_is_judged_by_what_its_seat_knew() -> None:
    """Change everything that the seat could not know: the judgement is the same."""
    match = load_record(GAMES / "old_london_bridge" / "records" / "four-mixed-base.record")
    effort = Effort(simulations=48)
    judge = new_judge(match, effort)
    for ply in judged_plies(match)[::17]:
        here, seat = match.at(ply), match.plies[ply].seat
        other = here.with_state(match.game.face.disguise(here.position, seat, 77).states)
        shown, changed = (judge_before(judge, one, match, ply, effort) for one in (here, other))
        assert shown == changed, f"ply {ply}"


def judge_before(judge: Any, here: Match, match: Match, ply: int, effort: Effort) -> Any:
    from londinium.study.analysis import judge_move

    return judge_move(judge, here, match.plies[ply].seat, match.plies[ply].move, effort, match.game.study)


def test_face_down_choices_of_others_change_nothing() -> None:
    """Whoever chooses second at the same time is judged as if nobody had chosen."""
    match = load_record(GAMES / "old_london_bridge" / "records" / "four-mixed-base.record")
    effort = Effort(simulations=48)
    judge = new_judge(match, effort)
    plies = [ply for ply in judged_plies(match) if match.moves.text(match.plies[ply].move).startswith("play ")]
    second = next(ply for ply in plies if ply - 1 in plies)
    first = match.at(second - 1)
    others = [move for move in first.legal(match.plies[second - 1].seat) if move != match.plies[second - 1].move]
    first.apply(others[0], match.plies[second - 1].seat)
    assert judge_before(judge, first, match, second, effort) == judge_ply(judge, match, second, effort, match.game.study)


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_the_graph_leads_to_the_result(record: Path) -> None:
    found, match = analysed(record), load_record(record)
    assert [moment.ply for moment in found.graph] == sorted(moment.ply for moment in found.graph)
    assert found.graph[-1].points == match.outcome.scores  # type: ignore[union-attr]
    for moment in found.graph:
        assert moment.win is None or sum(moment.win) == pytest.approx(1, abs=0.02)
    drawn = graph(found, match, match.words("en"))
    marks = sum(drawn.count(f'class="mistake {size}"') for size in MISTAKE_SHAPES)
    assert marks == len(found.mistakes())


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("code", languages())
def test_notes_in_every_language(record: Path, code: str) -> None:
    found, match = analysed(record), load_record(record)
    shown = notes(found, match, code)
    plies = stops(match)
    assert len(shown.notes) == len(found.decisions)
    fragments = set(match.game.drawing.draw(match.view(None), _scene(match, code)).fragments)
    for note, one in zip(shown.notes, found.decisions, strict=True):
        assert plies[note.step] <= one.ply
        assert note.step + 1 == len(plies) or plies[note.step + 1] > one.ply
        own = one.played.move not in {choice.move for choice in one.best}
        assert len(note.ghosts) == len(one.best) + own, "one's own move stands beside the best"
        assert all(set(ghosts) <= fragments for ghosts in note.ghosts), "every ghost has a place on every table"
    sentences = {sentence for note in shown.notes for sentence in re.findall(r'<p class="why">(.*?)</p>', note.markup)}
    assert all(sentences)
    assert len(sentences) > 3
    if code != "en":
        english = {s for note in notes(found, match, "en").notes for s in re.findall(r'<p class="why">(.*?)</p>', note.markup)}
        assert not sentences & english


def _scene(match: Match, code: str) -> Any:
    from londinium.kernel.contracts.drawing import Scene

    return Scene(match.words(code), match.names)


def test_a_course_says_where_a_decision_can_still_be_made() -> None:
    course = Course([3, 5, 9])
    assert [course.step_before(ply) for ply in (3, 4, 5, 8, 9)] == [0, 0, 1, 1, 2]
    assert course.after(9) == 1


@pytest.mark.parametrize(
    "chances", [(0.5, 0.5), (0.52, 0.48), (0.36, 0.34, 0.3), (0.27, 0.26, 0.24, 0.23), (0.7, 0.55, 0.45, 0.4)]
)
def test_marks_of_nearly_even_chances_find_room(chances: tuple[float, ...]) -> None:
    match = londinium.game("old-london-bridge").match(seats=len(chances), seed=1)
    moment = Moment(match.ply, (0.0,) * len(chances), chances, (0.0,) * len(chances))
    drawn = graph(Analysis(ANALYSIS_VERSION, 1, (), (moment,), (), 0.0, match.record), match, match.words())
    places = [float(y) for y in re.findall(r'<svg x="[^"]*" y="([-\d.]+)%" overflow', drawn)]
    assert len(places) == len(chances)
    assert all(abs(one - other) >= 15 for i, one in enumerate(places) for other in places[:i])


def test_a_report_shows_itself_in_a_notebook() -> None:
    found, match = analysed(BRIDGE), load_record(BRIDGE)
    html = found._repr_html_()
    assert html == report(found, match)
    assert "<svg" in html
    assert html.count("<tr>") == len(found.mistakes()) + 2 + match.seats
    whole = report_page(found, match, "de")
    assert whole.startswith("<!doctype html>")
    assert 'lang="de"' in whole


def test_next_station_finds_the_best_total_with_the_same_cards() -> None:
    match = load_record(CITY)
    found = analyse(match, 1, par_seconds=2)
    assert [par.seat for par in found.par] == [0, 1]
    for par in found.par:
        assert par.played == match.outcome.scores[par.seat]  # type: ignore[union-attr]
        assert par.played <= par.total <= par.bound
    shown = notes(found, match, "en").par
    assert shown.count("<figure>") == 2 * 2 * 5, "two seats: each map whole and line by line, beside the best one"
    assert str(found.par[0].total) in shown


def test_progress_is_told_from_beginning_to_end() -> None:
    heard: list[float] = []
    analyse(load_record(BRIDGE).at(40), 4, report=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1
    assert len(heard) > 5


def test_data_is_plain() -> None:
    assert msgspec.json.decode(analysed(BRIDGE).to_json())["decisions"][0]["best"][0]["move"]
