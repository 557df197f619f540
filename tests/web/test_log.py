"""The log: rounds under headings, a turn in one line, repeats once, nothing of what is past, what is new marked, and `You`."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import msgspec
import pytest

import londinium
from londinium.games.next_station_london.face.events import CardRevealed, NothingDrawn, SectionDrawn
from londinium.games.old_london_bridge.face.events import RoundLeaderPaid
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.words.language import language, languages
from londinium.look.log import LogEntry, LogLine, entries_of, headline, lines_of, log_entry, log_lines
from londinium.study.replay import replay
from londinium.web.live.frames import last_action, steps_since, telling_bar

BRIDGE, CITY = "old-london-bridge", "next-station-london"
EN = language("en")
YOU = {"en": "You", "de": "Du", "fr": "Vous", "it": "Tu"}


def note(ply: int, seat: int, words: str, **facts: Any) -> LogEntry:
    """What somebody did, told without their name."""
    names = {0: "You:", 1: "Wat:", 2: "Rosa:"}
    return entry(ply, seat, words, name=names[seat], own=seat == 0, **facts)


def entry(ply: int, seat: int | None, words: str, **facts: Any) -> LogEntry:
    """What a game that has no notes tells: a sentence."""
    return LogEntry(ply, seat, f"[{seat}]", facts.pop("name", ""), words, facts.pop("heading", "Round 1"), **facts)


def plain(lines: list[str]) -> list[str]:
    return [unescape(re.sub(r"<[^>]+>", "", line)) for line in lines]


def test_a_turn_is_one_line() -> None:
    turn = [note(0, 1, "hostelry 20"), *(note(ply, 1, "card 1") for ply in range(1, 8)), note(8, 1, "+£1")]
    other = [note(9, 2, "park"), entry(10, None, "The cards."), note(11, 2, "chapel 2")]
    assert plain(log_lines([*turn, *other], EN)) == [
        "Round 1",
        "[1]Wat: hostelry 20 · card 1 ×7 · +£1",
        "[2]Rosa: park",
        "[None]The cards.",
        "[2]Rosa: chapel 2",
    ]


def test_two_turns_in_succession_are_two_lines() -> None:
    lines = log_lines([note(0, 1, "park"), note(1, 1, "card 1"), note(2, 1, "park", turn=1), note(3, 1, "card 1", turn=1)], EN)
    assert plain(lines)[1:] == ["[1]Wat: park · card 1"] * 2


def test_sentences_stand_alone_and_repeats_are_one_line() -> None:
    """A game may leave notes out; what it tells then is told as it is, and whose it is stands beside it."""
    taken = [entry(ply, 1, "Wat takes a 1.") for ply in range(7)]
    lines = log_lines([*taken, entry(7, 1, "Wat takes a 2."), entry(8, 0, "Ann digs.", own=True)], EN)
    assert plain(lines) == ["Round 1", "[1]Wat takes a 1. ×7", "[1]Wat takes a 2.", "[0]You Ann digs."]
    assert ["log-turn" in line for line in lines[1:]] == [True, False, True]


def test_what_happened_since_ones_last_move_is_marked() -> None:
    happened = [note(0, 0, "park"), note(1, 1, "chapel 2"), note(2, 2, "gate 1")]
    told = plain(log_lines(happened, EN, since=0))
    assert told == ["Round 1", "[0]You: park", "Since your last move", "[1]Wat: chapel 2", "[2]Rosa: gate 1"]
    assert "Since your last move" not in plain(log_lines(happened, EN, since=2)), "nothing has happened since"
    assert "Since your last move" not in plain(log_lines(happened, EN))


def test_what_follows_of_ones_own_move_is_a_part_of_ones_turn() -> None:
    happened = [note(0, 0, "at the parks"), note(1, 0, "gate 9 revealed"), note(2, 1, "gate 9")]
    assert plain(log_lines(happened, EN, since=0))[1:] == [
        "[0]You: at the parks · gate 9 revealed",
        "Since your last move",
        "[1]Wat: gate 9",
    ]


def test_what_is_of_the_moment_goes_with_it() -> None:
    chosen = [note(0, 0, "decided", passing=True), note(1, 1, "decided", passing=True)]
    assert len(log_lines(chosen, EN)) == 3
    assert plain(log_lines([*chosen, note(2, 0, "a1–a2")], EN)) == ["Round 1", "[0]You: a1–a2"]


def test_everything_in_a_line_names_what_it_speaks_of() -> None:
    line = log_lines([note(0, 1, "house", lights=("house-32", "bridge")), note(1, 1, "pawn", lights=("pawn-1",))], EN)[1]
    assert re.findall(r'<span data-lights="([^"]+)" tabindex="-1">(\w+)</span>', line) == [
        ("house-32 bridge", "house"),
        ("pawn-1", "pawn"),
    ]


def test_everything_in_a_line_leads_to_its_step() -> None:
    line = log_lines([note(0, 1, "house", step=4), note(1, 1, "card", step=5), note(2, 1, "card", step=6)], EN)[1]
    assert re.findall(r'<button type="button" data-step="(\d)">(\w+)', line) == [("4", "house"), ("5", "card")]


def test_the_words_of_a_moment_name_everybody_once() -> None:
    told = [note(0, 1, "pawn"), note(0, 1, "house"), note(0, 1, "+£1"), note(0, 2, "first"), entry(0, None, "The end.")]
    assert headline(told, told[1]) == ("Wat: house", "pawn · +£1 Rosa: first The end.")


# ── Real matches ─────────────────────────────────────────────────────────────


def played(slug: str, plies: int = 10_000, seats: int = 2, seed: int = 7) -> Match:
    game, chance = londinium.game(slug), Random(seed)
    options = {option.name: option.choices[seed % len(option.choices)] for option in game.options}
    match = game.match(seats=seats, seed=seed, options=options, names=["Guest", "Wat", "Rosa", "Hugh"][:seats])
    while match.ply < plies and not match.is_over:
        seat = match.to_act[-1]
        match.push(chance.choice(match.legal(seat)), seat)
    return match


def lines_with_events(match: Match, code: str) -> list[tuple[LogLine, list[tuple[int, msgspec.Struct]]]]:
    """Every line of one's own log with the events that are told in it."""
    words, face = match.words(code), match.game.face
    lines = lines_of(entries_of(match, 0, words, match.names, own=0))
    happened = [(ply, event) for ply, event in match.events(0) if not face.is_passing(event)]
    found, at = [], 0
    for line in lines:
        count = sum(count for _, count in line.told)
        found.append((line, happened[at : at + count]))
        at += count
    assert at == len(happened), "every event is in a line"
    return found


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize(("slug", "seats"), [(BRIDGE, 2), (BRIDGE, 4), (CITY, 1), (CITY, 3)])
def test_every_seats_turn_is_one_line_with_all_that_happened_in_it(slug: str, seats: int, code: str) -> None:
    match = played(slug, seats=seats, seed=seats)
    face, words = match.game.face, match.words(code)
    turns = list[tuple[object, ...]]()
    for line, happened in lines_with_events(match, code):
        for _, event in happened:
            told = log_entry(face, event, words, match.names, 0)
            assert told.words in line.text
            assert told.seat == line.first.seat
        if line.first.seat is None:
            continue
        assert line.text.startswith(line.first.name)
        assert line.text.count(line.first.name) == 1
        told_here = {turn_of(match, ply, line.first.seat) for ply, event in happened if is_of_a_turn(match, ply, event)}
        assert len(told_here) <= 1, "no line has two turns"
        turns += told_here
    assert len(turns) == len(set(turns)), "no turn is in two lines"
    assert len(turns) > 20


def is_of_a_turn(match: Match, ply: int, event: msgspec.Struct) -> bool:
    """Whether an event happened in somebody's turn, and is not what a round brings at its end."""
    if match.game.slug == CITY:
        return isinstance(event, SectionDrawn | NothingDrawn)
    return match.position_at(ply).plain.turns > 0 and not isinstance(event, RoundLeaderPaid)


def turn_of(match: Match, ply: int, seat: int) -> tuple[object, ...]:
    if match.game.slug == CITY:
        return (sum(isinstance(event, CardRevealed) for _, event in match.events(None, 0, ply)), seat)
    s = match.position_at(ply).plain
    return (s.round_no, s.turn_no, seat)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_ones_own_name_is_nowhere_in_what_one_is_told(slug: str, code: str) -> None:
    """In the log, in the words of each step and in the last action one is `You`; a spectator and a replay have the name."""
    match = played(slug, seats=3)
    words = match.words(code)
    lines = plain(log_lines(entries_of(match, 0, words, match.names, own=0), words))
    assert not [line for line in lines if "Guest" in line]
    assert sum(YOU[code] in line for line in lines) > 20
    own = [line for line in lines_of(entries_of(match, 0, words, match.names, own=0)) if line.first.seat == 0]
    assert all(re.match(rf"{YOU[code]}\s?:", line.text) for line in own)
    for ply in range(20, 60):
        here = match.at(ply)
        bars = [telling_bar(step, 0, words) for step in steps_since(here, 0, here.plies[:-3])]
        assert "Guest" not in "".join(bars) + last_action(here, 0, words)
    for others in (entries_of(match, None, words, match.names), entries_of(match, 1, words, match.names, own=1)):
        assert sum("Guest" in line.text for line in lines_of(others)) > 20
    assert "Guest" in replay(match, code, 0).log


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_real_matches_have_rounds_and_nothing_of_the_past(slug: str, code: str) -> None:
    match = played(slug, 60)
    words = match.words(code)
    entries = entries_of(match, 0, words, match.names, own=0)
    lines = log_lines(entries, words)
    heads = [re.sub(r"<[^>]+>", "", line) for line in lines if "log-head" in line]
    face = match.game.face
    named = [face.describe_heading(face.heading(match.position_at(ply)), words) for ply in range(match.ply)]
    assert heads[:2] == list(dict.fromkeys(filter(None, named)))[: len(heads)][:2]
    assert heads
    passed = [entry for entry in entries if entry.passing]
    assert passed, "somebody decided face down"
    shown = "".join(lines)
    last = max(at for at, entry in enumerate(entries) if not entry.passing)
    assert not any(entry.words in shown for entry in entries[:last] if entry.passing)


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_a_replay_groups_its_log_too(slug: str) -> None:
    match = played(slug)
    log = replay(match).log
    assert log.count("log-head") >= 4
    assert "data-step" in log
    assert CHANCE not in [entry.seat for entry in entries_of(match, None, EN, match.names)]
