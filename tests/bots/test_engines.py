"""Bots in processes of their own: those of others, in Python and in other languages, and ours for others."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import londinium
from londinium import InvalidOption, LondiniumError
from londinium.arena.evaluation import EvaluationTask, evaluate
from londinium.arena.matches import play_match
from londinium.arena.report.tournament import arena_sentences
from londinium.arena.results import Planned
from londinium.arena.summary import summarise_arena
from londinium.arena.tournament import hold, settings_for
from londinium.bots import registry
from londinium.bots.engines import away, process
from londinium.bots.engines.away import EngineBot, stand_in
from londinium.bots.engines.engine import EngineSpeaker
from londinium.bots.engines.lines import new_lines, position_line
from londinium.bots.engines.our_bots import OurBot
from londinium.bots.engines.own_bot import PATH
from londinium.bots.engines.process import ENDED, LATE, TROUBLE, UNREADY, WRONG
from londinium.bots.levels import LEVELS, ability_of, level, nodes_for
from londinium.bots.line_up import play
from londinium.bots.registry import bot, check_name
from londinium.bots.search.foresight import judgement_of, overlooking
from londinium.bots.search.search import Budget, Idea, Search
from londinium.bots.veil import veiled
from londinium.kernel.boxes import BoxFile
from londinium.kernel.match import Match
from londinium.kernel.words.language import language
from londinium.wasm.node import node_command

BRIDGE, LONDON = londinium.game("old-london-bridge"), londinium.game("next-station-london")
HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples" / "engine.mjs"


pytestmark = pytest.mark.usefixtures("folder")


def engine(folder: Path, *lines: str) -> str:
    """A program that says these lines in answer to whatever it hears, one by one."""
    script = folder / "engine.sh"
    script.write_text("\n".join(["while read -r line; do", *lines, "done"]), encoding="utf-8")
    return f"engine:sh {script}"


# ── Bots of others ───────────────────────────────────────────────────────────


def test_a_bot_from_the_current_folder_plays_a_match() -> None:
    match = play(BRIDGE, ["somebodys:First", "greedy"], seed=4)
    made = [ply.move for ply in match.plies if ply.seat == 0]
    expected = [match.at(number).legal(0)[0] for number, ply in enumerate(match.plies) if ply.seat == 0]
    assert made == expected


def test_a_bot_that_does_without_the_game_is_called_without_it() -> None:
    expected = play(BRIDGE, ["somebodys:First", "greedy"], seed=4).plies
    assert play(BRIDGE, ["somebodys:Plain", "greedy"], seed=4).plies == expected


@pytest.mark.parametrize("name", ["random", "json", "select"])
def test_a_file_beside_a_bot_takes_the_place_of_nothing_of_pythons_own(name: str, folder: Path) -> None:
    """Whoever keeps their bots in random.py has another module of that name; all other files are found."""
    (folder / f"{name}.py").write_text("raise RuntimeError('this is not the module')", encoding="utf-8")
    (folder / "aside.py").write_text("from somebodys import First", encoding="utf-8")
    (folder / "bots.py").write_text(f"import {name}\nfrom aside import First", encoding="utf-8")
    check_name("bots:First")
    check_name("somebodys:First")


def test_a_file_beside_a_bot_is_found_before_what_is_installed(folder: Path) -> None:
    (folder / "pytest.py").write_text("from somebodys import First", encoding="utf-8")
    check_name("pytest:First")


def test_a_bot_in_its_own_process_plays_as_it_does_at_hand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its luck follows from what it knows, wherever it thinks."""
    monkeypatch.syspath_prepend(folder)
    from somebodys import LooksAhead  # type: ignore[import-not-found]  # it has just been copied there

    away_from_here = play(LONDON, "somebodys:LooksAhead", seats=2, seed=9)
    assert away_from_here.plies == play(LONDON, [LooksAhead(LONDON), LooksAhead(LONDON)], seed=9).plies


@pytest.mark.parametrize(
    ("name", "kind", "detail"),
    [
        ("Raises", TROUBLE, "ValueError: I hold 4 and say so"),
        ("Dies", ENDED, "status 3"),
        ("Babbles", WRONG, "fish"),
        ("Unborn", TROUBLE, "RuntimeError: not today"),
        ("wordless", TROUBLE, "somebodys:wordless needs a method `choose(self, match, seat)`"),
    ],
)
def test_a_bot_that_fails_loses_its_move_to_a_stand_in(name: str, kind: str, detail: str) -> None:
    """The match goes on; after some failures it is not asked again in this match, but in the next one it is."""
    tried = bot(f"somebodys:{name}", BRIDGE)
    assert isinstance(tried, EngineBot)
    match = play(BRIDGE, [tried, "greedy"], seed=4)
    assert match.is_over
    assert [(lost.kind, lost.seat) for lost in tried.failures] == [(kind, 0)] * away.MOST_LOST
    first = tried.failures[0]
    assert first.detail == detail
    assert match.plies[first.ply].move == stand_in(match.at(first.ply), 0)
    again = BRIDGE.match(seats=2, seed=5)
    tried.choose(again, 0)
    assert len(tried.failures) == away.MOST_LOST + 1


def test_a_bot_that_hangs_is_ended() -> None:
    tried = EngineBot("somebodys:Hangs", seconds=0.2)
    match = BRIDGE.match(seats=2, seed=4)
    assert tried.choose(match, 0) == stand_in(match, 0)
    assert [lost.kind for lost in tried.failures] == [LATE]
    assert not tried._lent
    assert not [one for one in process._running if one.is_alive]


def test_an_engine_that_does_not_get_ready_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONDINIUM_BOT_READY_SECONDS", "0.2")
    tried, match = EngineBot("engine:sleep 1000"), BRIDGE.match(seats=2, seed=4)
    for _ in range(2):
        assert tried.choose(match, 0) == stand_in(match, 0)
    assert [lost.kind for lost in tried.failures] == [UNREADY]
    assert "LONDINIUM_BOT_READY_SECONDS" in process.WHAT_HAPPENED[UNREADY]
    assert not [one for one in process._running if one.is_alive]


@pytest.mark.parametrize(("told", "expected"), [("5", 5.0), ("", 60.0), ("soon", 60.0), ("inf", 60.0), ("-3", 0.01)])
def test_seconds_in_the_environment_are_a_number_or_not_set(told: str, expected: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONDINIUM_BOT_READY_SECONDS", told)
    assert process.seconds_until_ready() == expected


def test_answers_of_every_wrong_kind_are_refused() -> None:
    tried, match = bot("somebodys:Babbles", BRIDGE), BRIDGE.match(seats=2, seed=4)
    assert isinstance(tried, EngineBot)
    for _ in range(2):
        assert tried.choose(match, 0) in match.legal(0)
    assert {lost.kind for lost in tried.failures} == {WRONG}


class Deaf(io.StringIO):
    """A host that is gone: nothing can be written to it, nor kept for later."""

    def __init__(self) -> None:
        super().__init__()
        self.tried = 0

    def write(self, text: str) -> int:
        self.tried += 1
        raise BrokenPipeError


def test_a_host_that_is_gone_is_told_nothing_more(capsys: pytest.CaptureFixture[str]) -> None:
    deaf = Deaf()
    EngineSpeaker(OurBot("greedy"), io.StringIO("hello 1\nisready\n"), deaf).run()
    assert deaf.tried == 1
    assert deaf.closed
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["somebodys:First", "nowhere:First"])
def test_a_process_whose_host_is_gone_ends_without_a_word(name: str) -> None:
    """After Ctrl+C nobody reads what a bot answers; that is no fault of the bot's."""
    pipe, inherited = os.pipe()
    os.close(pipe)
    environment = {**os.environ, PATH: os.pathsep.join(sys.path)}
    done = subprocess.run(
        process.command_of(name),
        input=b"hello 1\nisready\n",
        stdout=inherited,
        stderr=subprocess.PIPE,
        env=environment,
        timeout=100,
        check=False,
    )
    os.close(inherited)
    assert done.stderr == b""
    assert done.returncode == 0


def test_a_pipe_of_the_bots_own_that_breaks_is_its_own_trouble() -> None:
    tried, match = EngineBot("somebodys:LosesAPipe"), BRIDGE.match(seats=2, seed=4)
    assert tried.choose(match, 0) == stand_in(match, 0)
    assert [(lost.kind, lost.detail) for lost in tried.failures] == [(TROUBLE, "BrokenPipeError: mine")]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Raises", r"the bot somebodys:Raises gave no move: it reported an error \(ValueError: I hold 4 and say so\)"),
        ("Dies", r"gave no move: its process ended \(status 3\)"),
        ("Babbles", r"gave no move: it chose a move that is not legal"),
    ],
)
def test_the_own_move_of_a_bot_that_fails_is_an_error(name: str, told: str) -> None:
    tried, match = EngineBot(f"somebodys:{name}"), BRIDGE.match(seats=2, seed=4)
    with pytest.raises(LondiniumError, match=told):
        tried.own_move(match, 0)
    assert not tried.failures
    assert tried.choose(match, 0) == stand_in(match, 0)  # it can still play
    assert len(tried.failures) == 1


def test_what_a_bot_says_is_kept_from_the_table(caplog: pytest.LogCaptureFixture) -> None:
    """Its words may give away what it holds."""
    tried = EngineBot("somebodys:Raises", called="thrifty", quiet=True, tell=away.log_failure)
    tried.choose(BRIDGE.match(seats=2, seed=4), 1)
    assert tried.failures[0].detail == ""
    assert "hold" not in caplog.text
    assert "the bot thrifty lost its move at ply" in caplog.text
    assert "it reported an error" in caplog.text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nobody", "there is no bot 'nobody'; choose one of: random, busy"),
        ("search-0", "there is no bot 'search-0': in search-N, N is a number from 1 to 10000000$"),
        (f"search-{'9' * 20}", "in search-N, N is a number from 1 to 10000000$"),
        ("search-10000001", "in search-N, N is a number from 1 to 10000000$"),
        ("search-many", "in search-N, N is a number from 1 to 10000000$"),
        ("policy:", "a saved policy is given as policy:FILE, such as policy:my.npz$"),
        ("nowhere:Bot", "there is no bot 'nowhere:Bot': No module named 'nowhere'"),
        ("somebodys:Missing", "there is no bot 'somebodys:Missing': module 'somebodys' has no attribute 'Missing'"),
        ("somebodys:nothing", "nothing cannot be called with a game"),
        ("somebodys:Demanding", r"Demanding is called with the game: write `def __init__\(self, game\)`$"),
        ("somebodys:Wordless", r"Wordless needs a method `choose\(self, match, seat\)`$"),
        ("somebodys:Seatless", r"Seatless needs a method `choose\(self, match, seat\)`$"),
        (":First", "a bot of your own is given as MODULE:NAME, such as"),
        ("somebodys:", "a bot of your own is given as MODULE:NAME, such as"),
        ("engine:no-such-program", "there is no program 'no-such-program'"),
        ("engine:", "an engine is given as engine:COMMAND"),
        ("engine:'", "No closing quotation"),
        ("engine:true", "its process ended|status 0"),
    ],
)
def test_what_is_no_bot_is_said_in_a_sentence(name: str, told: str) -> None:
    with pytest.raises(InvalidOption, match=told):
        check_name(name)


def test_the_largest_search_is_a_bot() -> None:
    check_name("search-10000000")
    assert registry.is_search("search-10000000")


def test_bots_of_installed_packages_have_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        def __init__(self, name: str, value: str) -> None:
            self.name, self.value = name, value

    entries = [Entry("firstly", "somebodys:First"), Entry("greedy", "somebodys:Dies")]
    monkeypatch.setattr(registry, "entry_points", lambda group: entries if group == "londinium.bots" else [])
    registry.installed_bots.cache_clear()
    try:
        assert registry.bot_names()[-1] == "firstly"
        match = play(BRIDGE, ["firstly", "greedy"], seed=4)
        assert match.names == ("firstly", "greedy")  # a name of ours stays ours
        assert match.plies == play(BRIDGE, ["somebodys:First", "greedy"], seed=4).plies
    finally:
        registry.installed_bots.cache_clear()


def test_the_arena_reports_what_bots_lost() -> None:
    settings, boxes = settings_for(BRIDGE, ["somebodys:Babbles", "greedy"], seats=2)
    result, _ = play_match(BRIDGE, settings, Planned(0, 0, ("greedy", "somebodys:Babbles")), boxes)
    assert [(lost.bot, lost.seat) for lost in result.failures] == [("somebodys:Babbles", 1)] * away.MOST_LOST
    *_, lost, whose = arena_sentences(summarise_arena(settings, [result]), language("en"))
    assert lost.startswith("somebodys:Babbles lost 3 moves in 1 match to random ones, after ")
    assert re.search(r"after \d+\.\d s together: it chose a move that is not legal \(fish\)\.$", lost)
    assert whose == (
        "The result of somebodys:Babbles is not its own: of its 1 matches random moves played 0 from the first move on, since it "
        "had been given up, and 1 to the end after it had failed 3 times."
    )


def test_a_bot_that_fails_in_every_match_is_given_up() -> None:
    settings, boxes = settings_for(BRIDGE, ["somebodys:Raises", "random"], seats=2)
    results = hold(settings, boxes, 8)
    (lost,), (whose,) = results.lost, results.stood_in
    most = away.MOST_LOST * away.MOST_MATCHES_LOST
    assert (lost.bot, lost.kind, lost.moves, lost.matches) == ("somebodys:Raises", TROUBLE, most, away.MOST_MATCHES_LOST)
    assert (whose.rest, whose.whole, whose.matches) == (away.MOST_MATCHES_LOST, 8 - away.MOST_MATCHES_LOST, 8)
    said = arena_sentences(results, language("en"))[-1]
    assert "is not its own: of its 8 matches random moves played 5 from the first move on" in said
    again = hold(settings, boxes, 2)
    assert again.lost[0].moves == 2 * away.MOST_LOST, "another run asks it again"


def test_what_was_waited_for_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(away.SECONDS_VARIABLE, "0.3")
    settings, boxes = settings_for(BRIDGE, ["somebodys:Hangs", "random"], seats=2)
    result, _ = play_match(BRIDGE, settings, Planned(0, 0, ("random", "somebodys:Hangs")), boxes)
    (lost,) = summarise_arena(settings, [result]).lost
    assert (lost.kind, lost.moves) == (LATE, away.MOST_LOST)
    assert lost.seconds >= away.MOST_LOST * 0.3


def test_a_bot_that_fails_now_and_then_is_not_given_up() -> None:
    settings, boxes = settings_for(BRIDGE, ["somebodys:Stumbles", "random"], seats=2)
    results = hold(settings, boxes, 8)
    assert sum(lost.moves for lost in results.lost) == 8
    assert not results.stood_in


def test_evaluate_says_whose_result_it_is_not() -> None:
    task = EvaluationTask("two", 2, "random")
    measured = evaluate(BRIDGE, ["somebodys:Raises", "somebodys:First"], seeds=5, tasks=[task]).measured
    assert (measured[0].not_its_own, measured[1].not_its_own) == (10, 0)
    assert measured[0].failures == away.MOST_LOST * away.MOST_MATCHES_LOST
    assert measured[1].failures == 0


# ── Engines ──────────────────────────────────────────────────────────────────


def test_an_engine_in_javascript_plays_a_whole_match() -> None:
    """With rules of which it knows nothing: those of either game."""
    name = f"engine:{shlex.join([*node_command(), str(EXAMPLE)])}"
    for game in (BRIDGE, LONDON):
        other = bot(name, game)
        assert isinstance(other, EngineBot)
        match = play(game, [other, "random"], seed=3)
        assert match.is_over
        assert not other.failures


def test_the_example_has_forty_lines() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["echo ok; echo ready; echo bestmove"], WRONG),
        (["echo ok; echo ready; echo bestmove play 9"], WRONG),
        (["case $line in hello*) echo ok;; isready) echo ready;; go*) printf '\\377\\000 x\\n'; exit 5;; esac"], ENDED),
        (["case $line in hello*) echo ok;; isready) echo error no memory;; esac"], TROUBLE),
        (["case $line in hello*) echo ok;; isready) echo ready;; go*) head -c 1200000 /dev/zero;; esac"], TROUBLE),
    ],
    ids=["nothing", "illegal", "nonsense", "unready", "endless"],
)
def test_engines_that_talk_nonsense(folder: Path, lines: list[str], kind: str) -> None:
    tried, match = EngineBot(engine(folder, *lines), seconds=20), BRIDGE.match(seats=2, seed=4)
    assert tried.choose(match, 0) == stand_in(match, 0)
    assert [lost.kind for lost in tried.failures] == [kind]


def test_an_engine_that_reads_nothing_stops_nobody(folder: Path) -> None:
    """More is sent than a pipe holds."""
    script = "engine:sh -c 'echo ok; echo wants view; exec sleep 100'"
    tried, match = EngineBot(script, seconds=20), BRIDGE.match(seats=2, seed=4)
    lent = process.lend_process(tried._command)
    with pytest.raises(process.EngineFailed, match=LATE):
        lent.say("x" * 1_000_000, time.monotonic() + 0.2)
    lent.close()
    assert match.legal(0)


def test_an_engine_is_sent_what_its_seat_may_know(folder: Path) -> None:
    """Every line of a match is written down and looked through for what lies face down and for the seed."""
    heard = folder / "heard.txt"
    name = engine(
        folder,
        f'echo "$line" >> {heard}',
        "case $line in hello*) echo wants view; echo ok;; isready) echo ready;;",
        "legal*) move=${line#legal }; move=${move%%;*};; go*) echo bestmove $move;; esac",
    )
    seed = 8_123_456_789_012_345_678
    tried = EngineBot(name)
    match = BRIDGE.match(seats=2, seed=seed)
    while match.ply < 60:
        choosing = match.to_act[-1]  # the other chooses first wherever both do
        match.push(match.legal(1)[-1] if choosing == 1 else tried.choose(match, 0), choosing)
    text = heard.read_text(encoding="utf-8")
    assert not tried.failures
    assert str(seed) not in text
    positions = [line for line in text.splitlines() if line.startswith("position")]
    known = [position_line(match.at(ply), 0) for ply in range(match.ply) if match.plies[ply].seat == 0]
    assert set(positions) <= set(known)
    moments = [match.at(ply) for ply in range(match.ply)]
    face_down = [here for here in moments if here.to_act == (0,) and here.choice.is_simultaneous]
    assert face_down
    for here in face_down:
        hidden = here.choice.made_by(1)
        assert len(veiled(here, 0).plies) == here.ply - len(hidden)


def test_a_box_travels_with_the_match() -> None:
    city = LONDON.folder / "box"
    files = sorted(city.glob("*.txt")) + sorted(city.glob("*.toml"))
    assert files
    text = files[0].read_text(encoding="utf-8")
    match = LONDON.match(seats=1, seed=2, box=BoxFile("mine", text))
    assert new_lines(match, 0)[1].startswith("box ")
    tried = EngineBot("somebodys:First")
    assert tried.choose(match, 0) == match.legal(0)[0]
    assert not tried.failures


@pytest.mark.parametrize("game", [BRIDGE, LONDON], ids=lambda game: game.slug)
def test_a_match_that_began_in_a_position_is_played_from_there(game: londinium.Game) -> None:
    whole = play(game, ["random"] * 2, seed=5)
    begun = game.position(whole.at(whole.ply // 2).position_text(None), seed=5)
    begun.proceed()
    seat = begun.to_act[0]
    assert new_lines(begun, seat)[1].startswith("setup ")
    known = veiled(begun, seat)
    assert known.is_set_up
    assert known.position_at(0).states.tobytes() == begun.position_at(0).states.tobytes()
    tried = EngineBot("somebodys:First")
    assert tried.choose(begun, seat) == begun.legal(seat)[0]
    begun.push(begun.legal(seat)[0], seat)
    seat = begun.to_act[0]
    assert tried.choose(begun, seat) == begun.legal(seat)[0]
    assert not tried.failures


# ── Our bots as an engine ────────────────────────────────────────────────────


def spoken(*lines: str, name: str = "search-20") -> list[str]:
    answers = io.StringIO()
    EngineSpeaker(OurBot(name), io.StringIO("\n".join(lines)), answers).run()
    return answers.getvalue().splitlines()


def test_the_engine_answers_what_the_bot_would_play() -> None:
    match = BRIDGE.match(seats=2, seed=4)
    lines = [*new_lines(match, 1), position_line(match, 1), "isready"]
    expected = match.moves.text(bot("search-20", BRIDGE).choose(match, 1))
    answers = spoken("hello 1", *lines, "go")
    assert answers[0].startswith("id name Londinium")
    assert answers[-1] == f"bestmove {expected}"
    assert [line for line in answers if line.startswith("info rank 1 ")]
    deeper = match.moves.text(bot("search-60", BRIDGE).choose(match, 1))
    assert spoken(*lines, "go simulations 60")[-1] == f"bestmove {deeper}"
    assert spoken(*lines, "set bot greedy", "go")[-1].startswith("bestmove ")
    stopped = spoken(*lines, "go seconds 1000", "stop")
    assert stopped[-1].startswith("bestmove ")


COUNTING_LEVELS = [(game, name) for game in (BRIDGE, LONDON) for name in LEVELS if ability_of(name, game).seconds is None]
"""All but those that think for a time: these give the same answer each time."""
GAME_AND_LEVEL = [f"{game.slug} {name}" for game, name in COUNTING_LEVELS]


def some_way_in(game: londinium.Game, decisions: int, seed: int = 4) -> tuple[Match, int]:
    """A match in the middle, where a seat that has seen all moves has a choice: luck depends on how many there were."""
    match, greedy = game.match(seats=2, seed=seed), bot("greedy", game)
    match.proceed()
    while True:
        seat = match.to_act[0]
        if decisions <= 0 and len(match.legal(seat)) > 2 and len(list(match.plies_known_to(seat))) == match.ply:
            return match, seat
        match.push(greedy.choose(match, seat), seat)
        decisions -= 1


def told_of(ideas: Sequence[Idea]) -> list[str]:
    """What an engine says of ideas, less the time that they took."""
    wins = ["" if idea.win is None else f" win {idea.win:.3f}" for idea in ideas]
    return [f"tries {idea.tries} points {idea.points:.1f}{win} move {idea.move}" for idea, win in zip(ideas, wins, strict=True)]


def last_news(answers: Sequence[str]) -> list[str]:
    """The last that was said of up to three moves, less the time."""
    news = [line for line in answers if line.startswith("info rank ")]
    first = max(number for number, line in enumerate(news) if line.startswith("info rank 1 "))
    return [line[line.index("tries") :] for line in news[first:]]


@pytest.mark.parametrize(("game", "name"), COUNTING_LEVELS, ids=GAME_AND_LEVEL)
@pytest.mark.parametrize("decisions", [3, 12])
def test_every_level_answers_as_at_a_table(game: londinium.Game, name: str, decisions: int) -> None:
    """With its network, its settings and what it neglects, as often as it is asked, and whatever else was asked before."""
    match, seat = some_way_in(game, decisions)
    lines = [*new_lines(match, seat), position_line(match, seat)]
    expected = f"bestmove {match.moves.text(level(name, game).choose(match, seat))}"
    thoughts = told_of(level(name, game).think(match, seat).ideas[:3])
    asked = ("go", "go simulations 50", "go limit 30", "go seconds 0.05", "go")
    answers = spoken(*lines, *asked, name=name)
    ends = [number for number, line in enumerate(answers) if line.startswith("bestmove ")]
    assert len(ends) == len(asked)
    for number in (0, 2, 4):
        begins = ends[number - 1] + 1 if number else 0
        assert answers[ends[number]] == expected
        assert last_news(answers[begins : ends[number]]) == thoughts


@pytest.mark.parametrize(("game", "name"), COUNTING_LEVELS, ids=GAME_AND_LEVEL)
def test_a_level_with_other_simulations_stays_who_it_is(game: londinium.Game, name: str) -> None:
    match, seat = some_way_in(game, 3)
    ability = ability_of(name, game)
    network = judgement_of(game) if ability.judges else None
    if network is not None and ability.overlooks:
        network = overlooking(game, network, ability.overlooks)
    same = Search(game, settings=dict(ability.settings), nodes=nodes_for(50, game), network=network, neglects=ability.neglects)
    thoughts = same.think(match, seat, Budget(simulations=50))
    lines = [*new_lines(match, seat), position_line(match, seat)]
    answers = spoken(*lines, "go simulations 50", "go simulations 50", name=name)
    assert answers[-1] == f"bestmove {thoughts.best}"
    assert last_news(answers) == told_of(thoughts.ideas[:3]), "the same number gives the same thoughts"


@pytest.mark.parametrize("game", [BRIDGE, LONDON], ids=lambda game: game.slug)
def test_a_level_keeps_to_its_limits_and_stops(game: londinium.Game) -> None:
    match, seat = some_way_in(game, 3)
    lines = [*new_lines(match, seat), position_line(match, seat), "isready"]
    for name in ("master", "architect"):
        answers = spoken(*lines, name=name)
        started = time.perf_counter()
        answers = spoken(*lines, "go seconds 1000", "stop", name=name)
        answers += spoken(*lines, "go limit 0.3", name=name)
        answers += spoken(*lines, "go simulations 1000000 limit 0.3", name=name)
        answers += spoken(*lines, "go simulations 1000000 seconds 0.1", name=name)
        assert time.perf_counter() - started < 5
        assert sum(line.startswith("bestmove ") for line in answers) == 4


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["dance"], "'dance' is none of: hello"),
        (["hello 9"], "this engine speaks version 1"),
        (["go"], "there is no match yet"),
        (["new chess"], "there is no game 'chess'"),
        (["new old-london-bridge seats 9"], "is for 2 to 4 players, not 9"),
        (["new old-london-bridge seats two"], "seats is a whole number"),
        (["new old-london-bridge seat"], "'seat' has no value"),
        (["new old-london-bridge colour red"], "'colour' is unknown"),
        (["new old-london-bridge seat 7"], "there are seats 0 to 3"),
        (["new old-london-bridge options money"], "options are NAME=CHOICE"),
        (["new old-london-bridge options money=no"], "cannot be 'no'"),
        (["new old-london-bridge rules 77"], "version 77 of the rules"),
        (["new old-london-bridge box 1234", "isready"], "the bytes of the box"),
        (["box §"], "base64"),
        (["new old-london-bridge", "position 0 play 3", "isready"], "not allowed"),
        (["new old-london-bridge", "position fish", "isready"], "a move begins with its seat"),
        (["new old-london-bridge", "go"], "has nothing to decide"),
        (["new old-london-bridge", "go fast"], "'fast' has no value"),
        (["new old-london-bridge", "go simulations many"], "`go` takes numbers"),
        (["new old-london-bridge", "go seconds -1"], "seconds is a number above 0 and at most 86400, not -1"),
        (["new old-london-bridge", "go simulations 0"], "simulations is a number above 0 and at most 10000000, not 0"),
        (["new old-london-bridge", f"go simulations {'9' * 20}"], f"above 0 and at most 10000000, not {'9' * 20}"),
        (["new old-london-bridge", "go limit 1e10"], "limit is a number above 0 and at most 1000000000, not 1e10"),
        (["set colour red"], "there is no option"),
        (["set bot chess"], "there is no bot"),
    ],
    ids=lambda lines: " ".join(lines)[:40] if isinstance(lines, list) else "",
)
def test_nonsense_is_answered_and_nothing_breaks(lines: list[str], told: str) -> None:
    answers = spoken(*lines, "hello 1")
    assert answers[0].startswith("error ")
    assert told in answers[0]
    assert answers[-1] == "ok"


def test_processes_are_lent_again_and_end_with_us() -> None:
    first = EngineBot("somebodys:First")
    first.choose(BRIDGE.match(seats=2, seed=4), 0)
    number = first._lent[0]._process.pid
    del first
    second = EngineBot("somebodys:First")
    second.choose(BRIDGE.match(seats=2, seed=5), 1)
    assert second._lent[0]._process.pid == number
    process.close_engines()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
