"""The log: rounds under headings, turns apart, repeats in one line, nothing of what is past, and what is new marked."""

from __future__ import annotations

import re
from typing import Any

import pytest

import londinium
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.words.language import language, languages
from londinium.look.log import LogEntry, entries_of, log_lines
from londinium.study.replay import replay

BRIDGE, CITY = "old-london-bridge", "next-station-london"
EN = language("en")


def entry(ply: int, seat: int | None, words: str, **facts: Any) -> LogEntry:
    return LogEntry(ply, seat, f"[{seat}]", words, facts.pop("heading", "Round 1"), **facts)


def plain(lines: list[str]) -> list[str]:
    return [re.sub(r"<[^>]+>", "", line) for line in lines]


def test_repeats_are_one_line() -> None:
    taken = [entry(ply, 1, "Wat takes a 1.") for ply in range(7)]
    lines = log_lines([*taken, entry(7, 1, "Wat takes a 2."), entry(8, 1, "Wat takes a 1.")], EN)
    assert plain(lines) == ["Round 1", "[1]Wat takes a 1. ×7", "[1]Wat takes a 2.", "[1]Wat takes a 1."]


def test_turns_are_apart_and_ones_own_lines_say_so() -> None:
    lines = log_lines([entry(0, 0, "Ann builds."), entry(1, 0, "Ann earns."), entry(2, 1, "Wat builds.")], EN, own=0)
    assert ["turn" in line for line in lines[1:]] == [True, False, True]
    assert [">You<" in line for line in lines[1:]] == [True, True, False]


def test_what_happened_since_ones_last_move_is_marked() -> None:
    happened = [entry(0, 0, "Ann builds."), entry(1, 1, "Wat builds."), entry(2, 2, "Rosa builds.")]
    told = plain(log_lines(happened, EN, own=0, since=0))
    assert told == ["Round 1", "[0]You Ann builds.", "Since your last move", "[1]Wat builds.", "[2]Rosa builds."]
    assert "Since your last move" not in plain(log_lines(happened, EN, own=0, since=2)), "nothing has happened since"
    assert "Since your last move" not in plain(log_lines(happened, EN))


def test_what_is_of_the_moment_goes_with_it() -> None:
    chosen = [entry(0, 0, "Ann has decided.", passing=True), entry(1, 1, "Wat has decided.", passing=True)]
    assert len(log_lines(chosen, EN)) == 3
    assert plain(log_lines([*chosen, entry(2, 0, "Ann draws.")], EN)) == ["Round 1", "[0]Ann draws."]


def test_a_line_names_what_it_speaks_of() -> None:
    line = log_lines([entry(0, 0, "Ann builds.", lights=("house-32", "bridge"))], EN)[1]
    assert 'data-lights="house-32 bridge"' in line


def played(slug: str, plies: int) -> Match:
    match = londinium.game(slug).match(seats=2, seed=7, names=["Ann", "Wat"])
    while match.ply < plies and not match.is_over:
        match.push(match.legal(match.to_act[-1])[0], match.to_act[-1])
    return match


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_real_matches_have_rounds_and_nothing_of_the_past(slug: str, code: str) -> None:
    match = played(slug, 60)
    words = language(code, match.game.folder)
    entries = entries_of(match, 0, words, match.names)
    lines = log_lines(entries, words, 0)
    heads = [re.sub(r"<[^>]+>", "", line) for line in lines if "log-head" in line]
    assert heads[:2] == [words.text("Round {number}", number=1), words.text("Round {number}", number=2)][: len(heads)]
    assert heads
    passed = [entry for entry in entries if entry.passing]
    assert passed, "somebody decided face down"
    shown = "".join(lines)
    last = max(at for at, entry in enumerate(entries) if not entry.passing)
    assert not any(f'data-ply="{entry.ply}"' in shown and entry.words in shown for entry in entries[:last] if entry.passing)


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
def test_a_replay_groups_its_log_too(slug: str) -> None:
    match = played(slug, 10_000)
    log = replay(match).log
    assert log.count("log-head") >= 4
    assert "data-step" in log
    assert CHANCE not in [entry.seat for entry in entries_of(match, None, EN, match.names)]
