"""A replay holds every position of a match, exactly as it would be drawn, and nothing that its eyes may not see."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

import londinium
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.record import load_record
from londinium.kernel.views import ALL_EYES
from londinium.look.log import entries_of, lines_of
from londinium.study.frames import GONE
from londinium.study.replay import Replay, replay, step_at, stops

GAMES = Path(londinium.__file__).parent / "games"
BRIDGE = GAMES / "old_london_bridge" / "records" / "four-mixed-base.record"
CITY = GAMES / "next_station_london" / "records" / "four-greedy-both-modules.record"
RECORDS = sorted(GAMES.glob("*/records/*.record"))


def shown(found: Replay, step: int) -> dict[str, str]:
    """The fragments at a step, put together as the browser does."""
    versions: dict[str, int] = {}
    for each in found.steps[: step + 1]:
        versions |= each.change
    return {name: found.fragments[name][version] for name, version in versions.items() if version != GONE}


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_stops_lead_from_the_first_decision_to_the_end(record: Path) -> None:
    match = load_record(record)
    plies = stops(match)
    assert plies == sorted(set(plies))
    assert plies[-1] == match.ply
    assert all(made.seat == CHANCE for made in match.plies[: plies[0]]), "only what was laid out comes before the first step"
    telling = {ply for ply, _ in match.events(ALL_EYES)}
    for start, end in pairwise(plies):
        assert telling & set(range(start, end)) or end == match.ply, f"a step to {end} that tells nothing"
        decided = [ply for ply in range(start, end) if match.plies[ply].decided]
        assert all(ply not in telling for ply in decided[:-1]), f"two decisions with something to tell in one step to {end}"


@pytest.mark.parametrize("record", [BRIDGE, CITY], ids=lambda path: path.stem)
@pytest.mark.parametrize("eye", [ALL_EYES, 2])
def test_every_step_is_the_drawing_of_its_ply(record: Path, eye: int) -> None:
    match = load_record(record)
    found, scene = replay(match, "de", eye), Scene(match.words("de"), match.names)
    for step in range(0, len(found.steps), 13):
        view = match.at(found.steps[step].ply).view(eye, refusals=False, offers=False)
        drawn = match.game.drawing.draw(view, scene).fragments
        assert {name: markup for name, markup in shown(found, step).items() if name != "prompt"} == drawn
    assert found == replay(match, "de", eye), "the same again"


@pytest.mark.parametrize("record", RECORDS[::3], ids=lambda path: path.stem)
def test_nothing_in_a_replay_can_be_played(record: Path) -> None:
    """There is no server behind it that would answer."""
    match = load_record(record)
    for eye in (ALL_EYES, 0):
        text = replay(match, "en", eye).to_json().decode()
        assert "data-move" not in text
        assert "data-place" not in text


@pytest.mark.parametrize("record", [BRIDGE, CITY], ids=lambda path: path.stem)
def test_lines_of_the_log_lead_to_where_they_happened(record: Path) -> None:
    match = load_record(record)
    found, plies = replay(match, "en", 1), stops(match)
    lines = [(int(ply), int(step)) for ply, step in re.findall(r'data-ply="(\d+)".*?data-step="(\d+)"', found.log)]
    steps = [int(step) for step in re.findall(r'data-step="(\d+)"', found.log)]
    assert len(steps) > len(lines) > 40, "there are lines with several things in them, each of which leads somewhere"
    assert steps == sorted(steps)
    for ply, step in lines:
        assert plies[step] > ply, "it has happened"
        assert step == 0 or plies[step - 1] <= ply, "and had not before"


@pytest.mark.parametrize("record", [BRIDGE, CITY], ids=lambda path: path.stem)
def test_turns_are_fewer_than_decisions_and_end_where_another_acts(record: Path) -> None:
    match = load_record(record)
    found, plies = replay(match, "en"), stops(match)
    assert found.turns[0] == 0
    assert found.turns[-1] == len(plies) - 1
    assert found.turns == sorted(set(found.turns))
    assert len(found.turns) < 0.6 * len(plies)
    for step in found.turns[1:-1]:
        choice = match.at(plies[step]).choice
        assert not (choice.is_simultaneous and choice.made), "nobody has decided yet while others have"


@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
def test_a_finished_match_waits_for_nobody(code: str) -> None:
    match = load_record(CITY)
    assert 'class="coming"' not in replay(match, code).to_json().decode().replace('\\"', '"')
    begun = replay(match.at(40), code).to_json().decode().replace('\\"', '"')
    assert begun.count('class="coming"') == 1, "one that is not finished says for whom, at its end"


def test_a_ply_between_two_steps_is_shown_by_the_later_one() -> None:
    assert [step_at([17, 18, 21], ply) for ply in (0, 17, 19, 21, 99)] == [0, 0, 2, 2, 2]


def words_told(match: Match, eye: int) -> set[str]:
    return {line.text for entry in entries_of(match, eye, match.words(), match.names) for line in lines_of([entry])}


@pytest.mark.parametrize("record", [BRIDGE, CITY], ids=lambda path: path.stem)
def test_other_eyes_are_kept_out(record: Path) -> None:
    """What a seat's replay says is what that seat was told: no word of another's face-down choice."""
    match = load_record(record)
    own, told = replay(match, "en", 0), words_told(match, 0)
    secret = words_told(match, ALL_EYES) - told
    assert secret
    text = unescape(own.to_json().decode())
    assert [line for line in secret if f">{line}<" in text] == []
    open_eyes = unescape(replay(match, "en", ALL_EYES).to_json().decode())
    assert any(f">{line}<" in open_eyes for line in secret), "it would be found"


def all_eyes_see(match: Match, ply: int) -> bool:
    board = match.at(ply).view(ALL_EYES).board
    return all(player.pounds is not None and player.hand is not None for player in board.players)


def test_all_eyes_see_money_hands_and_face_down_cards() -> None:
    match = load_record(BRIDGE)
    assert all(all_eyes_see(match, ply) for ply in stops(match))
    at = next(ply for ply in stops(match) if match.at(ply).view(ALL_EYES).board.phase == "card-choice")
    chosen = next(ply for ply in stops(match) if ply > at)
    played = [card for player in match.at(chosen).view(ALL_EYES).board.players for card in player.played]
    assert played
    assert None not in [card.value for card in played]
    assert match.at(chosen).view(ALL_EYES).seat is None


def test_a_match_that_is_not_over_has_no_score_sheets() -> None:
    match = londinium.game("next-station-london").match(seats=1, seed=3)
    found = replay(match)
    assert found.final == ""
    assert len(found.steps) >= 1


def test_a_replay_is_small() -> None:
    """Most of what is drawn stays from step to step, so it is there once."""
    found = replay(load_record(BRIDGE))
    drawn = sum(len(markup) for step in range(len(found.steps)) for markup in shown(found, step).values())
    assert len(found.to_json()) * 2 < drawn
