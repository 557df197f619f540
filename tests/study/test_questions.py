"""The questions that an exported file can answer by itself: what their seats knew, and words for every move."""

from __future__ import annotations

import base64
import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import londinium
from londinium.bots.search.comparison import Judge
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.words.language import languages
from londinium.look.ink import unbroken
from londinium.study.analysis import Effort, judged_plies, new_judge
from londinium.study.notes import named
from londinium.study.questions import Questions, questions
from londinium.study.replay import stops
from londinium.wasm.modules import module_file
from londinium.web.pages import judge
from londinium.web.pages.standalone import standalone

RECORDS = sorted((Path(londinium.__file__).parent / "games").glob("*/records/*.record"))
BRIDGE, CITY = (next(file for file in RECORDS if file.stem == name) for name in ("four-mixed-base", "two-greedy-objectives"))
CARRIED = re.compile(r'<script type="[\w/]+" data-thinks="(\w+)">([^<]+)<')
UNSEEN = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
"""Of a page."""
AMOUNTS = (0.0, 0.4, 3.25, 17.96, 153.4, -2.0, -0.6)


@cache
def asked(file: Path) -> tuple[Match, Questions]:
    match = load_record(file)
    return match, questions(match, "en")


def carried(page: str) -> dict[str, Any]:
    found = dict(CARRIED.findall(page))
    return {name: gzip.decompress(base64.b64decode(found[name])) for name in ("questions", "module") if name in found}


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_every_move_of_every_decision_has_its_words(file: Path) -> None:
    match, found = asked(file)
    words, asked_at = match.words("en"), {one.ply for one in found.questions}
    assert asked_at <= set(judged_plies(match))
    for ply in set(judged_plies(match)) - asked_at:
        seat = match.plies[ply].seat
        shown = [match.at(stop).plies_known_to(seat) for stop in stops(match)]
        assert match.at(ply).plies_known_to(seat) not in shown, "only what no step shows is left out"
    for one in found.questions:
        here = match.at(one.ply)
        assert sorted(one.offers) == sorted(here.legal(one.seat))
        assert one.played == match.plies[one.ply].move
        told = named(here, one.seat, words)
        for move, place in one.offers.items():
            offer, drawn = told[here.moves.text(move)], found.offers[place]
            assert (drawn.move, drawn.label, drawn.gain) == (here.moves.text(move), offer.label, unbroken(offer.gain))
            assert [found.drawings[ghost] for _, ghost in drawn.ghosts] == list(offer.ghosts.values())


@pytest.mark.parametrize("file", [BRIDGE, CITY], ids=lambda file: file.stem)
def test_moves_are_marked_where_their_seat_would_make_them(file: Path) -> None:
    found = asked(file)[1]
    marked = 0
    for one in found.questions:
        moves = {found.offers[place].move for place in one.offers.values()}
        for drawing in one.marks.values():
            shown = found.drawings[drawing]
            assert set(re.findall(r'data-move="([^"]*)"', shown)) <= moves
            assert 'role="button"' not in shown, "nobody can make a move here"
            assert "<g" in shown or "<div" in shown
            marked += 1
        assert len(moves) == len(one.offers)
    assert marked > len(found.questions) / 2


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_question_holds_what_its_seat_knew(file: Path) -> None:
    match, found = asked(file)
    game, plies = match.game, stops(match)
    for one in found.questions:
        here = match.at(one.ply)
        states = game.state.new()
        game.engine.setup(states, 0, match.boxes, found.seats, game.option_codes(match.options))
        for seat, move in one.plies:
            game.engine.push(states, 0, match.boxes, seat, move)
        assert states.tobytes() == here.states_known_to(one.seat).tobytes()
        # Nothing of what comes later, and nothing that lies face down: the others may have chosen anything.
        assert len(one.plies) <= one.ply
        choice = here.choice
        if choice.is_simultaneous:
            assert {seat for seat, _ in one.plies[choice.since :]} <= {one.seat}
        # At every step at which it can be asked it is the same question.
        first, last = one.steps
        assert 0 <= first <= last < len(plies)
        for step in range(first, last + 1):
            at = match.at(plies[step])
            assert one.seat in at.to_act
            assert [(made.seat, made.move) for made in at.plies_known_to(one.seat)] == one.plies
        assert last == len(plies) - 1 or plies[last + 1] > one.ply


def test_all_who_choose_at_the_same_time_can_be_asked_at_once() -> None:
    for file, seats in ((BRIDGE, 4), (CITY, 2)):
        match, found = asked(file)
        together = [
            {one.seat for one in found.questions if one.steps[0] <= step <= one.steps[1]} for step in range(len(stops(match)))
        ]
        assert max(map(len, together)) == seats
        for step, ply in enumerate(stops(match)):
            assert together[step] <= set(match.at(ply).to_act) - {CHANCE}


def test_one_seats_file_has_its_questions_only() -> None:
    match, found = asked(BRIDGE)
    own = questions(match, "en", 2)
    assert [one.ply for one in own.questions] == [one.ply for one in found.questions if one.seat == 2]
    page = carried(standalone(match, "en", 2))
    assert {one["seat"] for one in json.loads(page["questions"])["questions"]} == {2}


def test_the_last_decision_of_a_match_that_goes_on_was_not_made() -> None:
    match, found = asked(BRIDGE)
    last = found.questions[60]
    begun = questions(match.at(last.ply), "en").questions
    assert (begun[-1].ply, begun[-1].seat, begun[-1].plies, begun[-1].played) == (last.ply, last.seat, last.plies, None)
    assert [one.played is None for one in begun].count(True) == len(match.at(last.ply).to_act)


@pytest.mark.parametrize("file", [BRIDGE, CITY], ids=lambda file: file.stem)
@pytest.mark.parametrize("code", languages())
def test_amounts_are_written_as_the_game_writes_them(file: Path, code: str) -> None:
    match, _ = asked(file)
    told, words = questions(match.at(stops(match)[1]), code).words, match.words(code)
    for points in AMOUNTS:
        number = f"{abs(points):.1f}".replace(".", told["point"])
        assert told["debt" if points < 0 else "amount"].replace("{number}", number) == match.game.study.amount(points, words)
    places = {"expected": "{amount}", "less": "{amount}", "first": "{chance}", "rank": "{rank}"}
    assert [name for name, place in places.items() if place not in told[name]] == []


def test_decisions_are_judged_as_in_an_analysis() -> None:
    for file in (BRIDGE, CITY):
        match, found = asked(file)
        effort = Effort(simulations=match.game.study.SIMULATIONS)
        compiled = new_judge(match, effort)
        assert (found.judging.simulations, found.judging.samples) == (effort.simulations, effort.samples)
        assert found.judging.nodes == len(compiled._trees[0].nodes)
        assert found.judging.alone == compiled.is_alone
        assert found.judging.settings == Judge.SETTINGS


# ── The file ─────────────────────────────────────────────────────────────────


def test_the_file_carries_what_it_thinks_with() -> None:
    match, found = asked(CITY)
    page = standalone(match, "en")
    inside = carried(page)
    assert inside["module"] == module_file(match.game).read_bytes()
    assert json.loads(inside["questions"]) == json.loads(found.to_json())
    script = dict(CARRIED.findall(page)) | dict(re.findall(r'data-thinks="(judge)">(.+?)</script>', page, re.DOTALL))
    assert "class Thinker" in script["judge"]
    assert not re.search(r"^\s*(import|export)\b", script["judge"], re.MULTILINE), "a worker of a file imports nothing"
    without = standalone(match, "en", thinks=False)
    assert CARRIED.findall(without) == []
    assert "What would you play here?" not in UNSEEN.sub("", without)
    assert len(page) - len(without) < 300_000


def test_a_game_without_a_module_is_exported_all_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    match, _ = asked(CITY)
    monkeypatch.setattr("londinium.wasm.modules.module_file", lambda game: tmp_path / "none.wasm")
    assert judge.carried_judge(match, "en") is None
    assert CARRIED.findall(standalone(match, "en", 0)) == []


def test_python_in_a_browser_exports_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "find_spec", lambda name: None)
    assert judge.carried_judge(asked(CITY)[0], "en") is None


@pytest.mark.parametrize(("code", "question"), [("de", "Was würdest du hier spielen?"), ("fr", "Que joueriez-vous ici\u00a0?")])
def test_it_asks_in_the_readers_language(code: str, question: str) -> None:
    page = standalone(asked(CITY)[0], code, 0)
    seen = UNSEEN.sub("", page)
    assert f"<span>{question}</span>" in seen
    assert "What would you play here?" not in seen
    words = json.loads(carried(page)["questions"])["words"]
    english = asked(CITY)[1].words
    assert [name for name in words if words[name] == english[name] and name not in ("amount", "debt", "point")] == []
