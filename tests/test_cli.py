"""The command line as a person uses it: what is printed, what is saved, and what is said when something is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import command

import londinium
from londinium.kernel.match import Match


def run(*words: str, typed: str = "", home: Path | None = None, status: int = 0) -> str:
    """The output of `londinium WORDS...`, with what is typed at its prompt."""
    settings = {"LONDINIUM_LANG": "en", "COLUMNS": "80", "USER": "Ada"}
    if home is not None:
        settings["LONDINIUM_HOME"] = str(home)
    done = command(*words, typed=typed, **settings)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def finished_match(seats: int = 2, seed: int = 5) -> Match:
    """A whole match in which everybody always makes the first legal move."""
    match = londinium.game("old-london-bridge").match(seats=seats, seed=seed, variant="expansion")
    while not match.is_over:
        match.push(match.legal_moves[0])
    return match


def test_help_lists_every_verb() -> None:
    shown = run("--help")
    for verb in ("bench", "city", "fuzz", "games", "gpu", "perft", "play", "replay", "rules", "simulate", "solve"):
        assert verb in shown
        assert "Usage" in run(verb, "--help")


def test_a_match_can_be_left_and_continued(tmp_path: Path) -> None:
    first = run("play", "old-london-bridge", "--seats", "3", "--seed", "4", typed="1\nquit\n", home=tmp_path)
    assert "Choose a card to lay face down." in first
    assert "Run the same command to continue." in first
    saved = londinium.load_record(tmp_path / "old-london-bridge.record")
    assert [ply.seat for ply in saved.plies if ply.decided and ply.seat == 0] == [0]
    second = run("play", "old-london-bridge", typed="y\nlog\nquit\n", home=tmp_path)
    assert "Continue it?" in second
    assert "Cards revealed: You 0, " in second


def test_options_are_checked_before_a_saved_match_is_offered(tmp_path: Path) -> None:
    run("play", "old-london-bridge", "--seats", "3", "--seed", "4", home=tmp_path)
    for words, problem in [
        (("--opponents", "greddy"), "greddy"),
        (("--seats", "1"), "2 to 4 players"),
        (("--seats", "3", "--seat", "3"), "seats 0 to 2"),
        (("--seats", "3", "--opponents", "greedy,busy,random"), "opponents named: 3"),
        (("--variant", "nothing"), "nothing"),
        (("--option", "money"), "NAME=CHOICE"),
    ]:
        shown = run("play", "old-london-bridge", *words, typed="y\nquit\n", home=tmp_path, status=2)
        assert problem in shown
        assert "Continue it?" not in shown


def test_a_saved_match_says_what_continuing_it_ignores(tmp_path: Path) -> None:
    """Whatever is not as in the saved match; the same command again ignores nothing."""
    same = ("--seats", "3", "--seed", "4", "--name", "Ada", "--opponents", "greedy,busy", "--option", "money=open")
    run("play", "old-london-bridge", *same, home=tmp_path)
    for words, ignored in [
        (same, ""),
        ((), ""),
        (("--option", "money=open"), ""),
        (("--variant", "base"), "--variant"),
        (("--seats", "2"), "--seats"),
        (("--opponents", "greedy"), "--opponents"),
        (("--seat", "1", "--name", "Bo", "--seed", "5", "--option", "money=hidden"), "--seat, --name, --seed, --option"),
    ]:
        shown = " ".join(run("play", "old-london-bridge", *words, typed="y\nquit\n", home=tmp_path).split())
        told = f"If you continue it, {ignored} will be ignored." if ignored else ""
        assert told in shown
        assert bool(ignored) == ("will be ignored" in shown)


def test_leaving_by_end_of_input_saves_too(tmp_path: Path) -> None:
    assert "Run the same command to continue." in run("play", "old-london-bridge", "--seed", "4", typed="", home=tmp_path)
    assert (tmp_path / "old-london-bridge.record").exists()


def test_undo_goes_back_to_ones_last_decision(tmp_path: Path) -> None:
    run("play", "old-london-bridge", "--seats", "2", "--seed", "4", typed="1\n1\nundo\nquit\n", home=tmp_path)
    once = londinium.load_record(tmp_path / "old-london-bridge.record")
    assert sum(ply.decided and ply.seat == 0 for ply in once.plies) == 1


def test_what_is_typed_wrong_is_explained_and_changes_nothing(tmp_path: Path) -> None:
    typed = "99\nplace zoo\nplace chapel\nwhy play 1\n?\nrules O-5.8\nundo\nquit\n"
    shown = run("play", "old-london-bridge", "--seats", "4", "--seed", "4", typed=typed, home=tmp_path)
    assert "there is no number 99 in the list" in shown
    assert "instead of 'zoo', expected one of" in shown
    assert "'place chapel' is not what Ada decides now" in shown
    assert "'play 1' is allowed." in shown
    assert "take back your last decision" in shown
    assert "O-5.8" in shown
    assert "there is no decision to take back" in shown
    saved = londinium.load_record(tmp_path / "old-london-bridge.record")
    assert not any(ply.seat == 0 for ply in saved.plies)


def test_what_looks_like_markup_is_text(tmp_path: Path) -> None:
    """Names and inputs are printed as they are, also from a record that somebody mailed."""
    words = ("play", "old-london-bridge", "--seed", "3", "--name", "[/x]")
    shown = run(*words, typed="[/a]\nwhy [red]b\n1\nlog\nquit\n", home=tmp_path)
    assert "'[/a]' is not a move" in shown
    assert "[/x]" in shown
    assert "[/x]" in run("replay", str(tmp_path / "old-london-bridge.record"))


def test_a_whole_match_is_played_and_its_record_kept(tmp_path: Path) -> None:
    shown = run("play", "old-london-bridge", "--seats", "2", "--seed", "9", typed="1\n" * 400, home=tmp_path)
    assert "Final scoring" in shown
    record = tmp_path / "old-london-bridge-9.record"
    assert londinium.load_record(record).is_over
    assert not (tmp_path / "old-london-bridge.record").exists()


def test_a_search_of_any_size_can_be_an_opponent(tmp_path: Path) -> None:
    words = ("play", "old-london-bridge", "--seats", "2", "--seed", "4", "--opponents", "search-8")
    assert "search-8 1" in run(*words, typed="1\n1\nlog\nquit\n", home=tmp_path)
    saved = londinium.load_record(tmp_path / "old-london-bridge.record")
    assert (saved.names, saved.tags["Player1"]) == (("Ada", "search-8 1"), "search-8")


def test_a_broken_save_is_kept_aside_and_a_new_match_begins(tmp_path: Path) -> None:
    (tmp_path / "old-london-bridge.record").write_text("nonsense\n")
    shown = run("play", "old-london-bridge", "--seed", "4", typed="quit\n", home=tmp_path)
    assert "cannot be continued" in shown
    assert (tmp_path / "old-london-bridge.broken").read_text() == "nonsense\n"


def test_the_terminal_needs_no_more_than_80_columns(tmp_path: Path) -> None:
    shown = run("play", "old-london-bridge", "--seats", "4", "--seed", "3", typed="1\n" * 60, home=tmp_path)
    # What is typed here has no line end of its own, so the prompt's sign stands before the next line.
    assert max(len(line.removeprefix("> ")) for line in shown.splitlines()) <= 80


def test_replay_tells_the_match_shows_a_position_and_gives_data(tmp_path: Path) -> None:
    match = finished_match()
    file = tmp_path / "match.record"
    file.write_text(match.record)
    told = run("replay", str(file))
    assert "The match is over." in told
    assert "Final scoring" in told
    assert "Round 1 of 6" in run("replay", str(file), "--ply", "20")
    data = json.loads(run("replay", str(file), "--json"))
    assert len(data["plies"]) == match.ply
    assert match.outcome is not None
    assert tuple(data["outcome"]["scores"]) == match.outcome.scores
    view = json.loads(run("replay", str(file), "--ply", "30", "--seat", "1", "--json"))
    assert view["seat"] == 1
    assert view["ply"] == 30


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "old-london-brigde"), "there is no game 'old-london-brigde'"),
        (("play", "old-london-bridge", "--new", "--seats", "7"), "is for 2 to 4 players, not 7"),
        (("play", "old-london-bridge", "--new", "--opponents", "genius"), "there is no bot 'genius'"),
        (("simulate", "old-london-bridge", "--option", "chapel=most"), "the option chapel cannot be 'most'"),
        (("simulate", "old-london-bridge", "--variant", "deluxe"), "has no variant 'deluxe'"),
        (("simulate", "old-london-bridge", "--players", "random,greedy"), "players named: 2, seats: 4"),
        (("rules", "old-london-bridge", "O-99"), "there is no rule O-99"),
        (("replay", "/nowhere/at-all"), "cannot be read"),
        (("play", "old-london-bridge", "--new", "--box", "/nowhere/at-all"), "cannot be read"),
    ],
)
def test_wrong_input_is_named_in_one_sentence(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    shown = run(*words, home=tmp_path, status=2)
    assert said in shown
    assert "Traceback" not in shown


def test_an_own_box_is_played_and_needed_again_to_replay(tmp_path: Path) -> None:
    box = tmp_path / "rich.toml"
    standard = londinium.game("old-london-bridge").folder / "box" / "box.toml"
    box.write_text(standard.read_text(encoding="utf-8").replace("start = 5", "start = 50"), encoding="utf-8")
    shown = run("play", "old-london-bridge", "--box", str(box), "--seed", "1", typed="quit\n", home=tmp_path)
    assert "£50" in shown
    record = str(tmp_path / "old-london-bridge.record")
    assert "give that file" in run("replay", record, status=2)
    assert "a card, face down" in run("replay", record, "--box", str(box))


def test_simulate_sums_up() -> None:
    data = json.loads(
        run("simulate", "old-london-bridge", "--seats", "3", "--games", "300", "--players", "greedy,random,busy", "--json")
    )
    assert data["games"] == 300
    assert len(data["by_seat"]) == 3
    assert data["by_seat"][0]["wins"] > 0.9
    lines = sum(line["mean"] for line in data["lines"].values())
    assert lines == pytest.approx(data["score"]["mean"])
    assert "Decisions in a match" in run("simulate", "old-london-bridge", "--games", "100")


def test_simulate_gives_the_same_on_two_threads() -> None:
    words = ("simulate", "old-london-bridge", "--games", "3000", "--json", "--variant", "expansion")
    one, two = json.loads(run(*words)), json.loads(run(*words, "--threads", "2"))
    assert one["score"] == two["score"]
    assert one["by_seat"] == two["by_seat"]


def test_fuzz_finds_nothing() -> None:
    assert "no violation" in run("fuzz", "old-london-bridge", "--games", "3000", "--matches", "2")


def test_perft_counts() -> None:
    counts = [int(line.split()[1].replace(",", "")) for line in run("perft", "old-london-bridge", "--depth", "3").splitlines()]
    assert counts == [5, 25, 125]


def test_games_lists_options() -> None:
    shown = run("games")
    assert "old-london-bridge" in shown
    assert "longest line without a park" in shown


def missing_gpu() -> str:
    """Why there is no GPU to run on, empty if there is one."""
    from londinium.envs.gpu import cuda

    try:
        cuda()
    except londinium.LondiniumError as problem:
        return str(problem)
    return ""


def test_gpu_compares_every_byte_or_says_what_is_missing() -> None:
    problem = missing_gpu()
    words = ("gpu", "old-london-bridge", "--games", "100", "--measure", "100")
    assert (problem or "identical") in run(*words, status=2 if problem else 0)


@pytest.mark.parametrize(("code", "word"), [("de", "Hausnummer"), ("fr", "bâtiment"), ("it", "edificio")])
def test_rules_come_in_the_readers_language(code: str, word: str) -> None:
    assert word in run("rules", "old-london-bridge", "O-5", "--lang", code)


def test_warm_compiles_what_is_named_or_says_what_there_is() -> None:
    assert "Ready: mudlarks" in run("warm", "mudlarks").splitlines()
    assert "there is no game 'nonsense'" in run("warm", "nonsense", status=2)


WRONG_LINES = (
    "",
    "serve --port",
    "serve --port x",
    "serve --port 99999999",
    "serve one two",
    "serv",
    "draw",
    "play old-london-bridge --see 3",
    "bench old-london-bridge --seconds much",
    "export somewhere.record",
    "replay /nowhere",
    "games --lang xx",
    "--version",
)
SPEAK_WRONG = """
import sys
from londinium.cli import main
for line in sys.stdin.read().splitlines():
    sys.argv = ["londinium", *line.split()]
    try:
        main()
    except SystemExit:
        print("---", file=sys.stderr)
"""


@pytest.mark.parametrize("code", ["de", "fr", "it"])
def test_errors_of_the_command_line_are_in_the_readers_language(code: str) -> None:
    environment = {**os.environ, "LONDINIUM_LANG": code}
    program = [sys.executable, "-c", SPEAK_WRONG]
    done = subprocess.run(program, input="\n".join(WRONG_LINES), capture_output=True, text=True, env=environment, check=True)
    told = done.stdout + done.stderr
    assert told.count("---") == len(WRONG_LINES)
    english = r"\b(Error|Usage|Missing|Got|unexpected|Invalid|is not|requires|such|Did you|Try|range|integer|float)\b"
    assert [line for line in told.splitlines() if re.search(english, line)] == []
