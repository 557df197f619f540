"""Where bots of others play: verbs, environments, tables; and the guide that says how."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import londinium
from londinium import InvalidOption, Match
from londinium.bots.engines.away import MOST_LOST
from londinium.bots.line_up import OneBot
from londinium.bots.veil import veiled
from londinium.cli import verbs
from londinium.cli.serve import named_bots
from londinium.envs.batch import Batch
from londinium.envs.dataset import DatasetPlan, DatasetTask, play_noted
from londinium.envs.dataset_files import Parts
from londinium.envs.one_match import Playing
from londinium.envs.policies import PolicyBot, legal_mask, observe
from londinium.envs.setting import Setting
from londinium.envs.single import LondiniumEnv
from londinium.kernel.words.language import language
from londinium.study.sanity import bot_match
from londinium.table.commands import MakeMove
from londinium.table.hall.hall import Hall
from londinium.table.hall.thinkers import Thinkers, bots_to_seat, invite_bots
from londinium.table.settings import TableSettings
from londinium.table.store import open_store
from londinium.web.live.people import status
from londinium.web.pages.opponents import opponents

BRIDGE, LONDON = londinium.game("old-london-bridge"), londinium.game("next-station-london")
GUIDE = Path(__file__).parents[2] / "docs" / "write-a-bot.md"

pytestmark = pytest.mark.usefixtures("folder")


def called(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(verbs, list(words), input=typed, env={"COLUMNS": "200"}, catch_exceptions=False)


# ── The guide ────────────────────────────────────────────────────────────────


def codes_of_guide() -> list[str]:
    return re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_bot_of_the_guide_goes_from_nothing_to_the_arena(folder: Path) -> None:
    code = codes_of_guide()[0]
    assert len(code.splitlines()) <= 20
    (folder / "thrifty.py").write_text(code, encoding="utf-8")
    line = re.search(r"^    londinium (arena .*--bots \S+) --games \d+$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert line is not None
    done = called(*line[1].split(), "--games", "6", "--json")
    results = json.loads(done.stdout)
    assert results["matches"] == 6
    assert results["lost"] == []
    scores = {one["bot"]: one["score"]["mean"]["mean"] for one in results["standings"]}
    assert scores["thrifty:Thrifty"] > scores["random"] + 10


def test_the_policy_of_the_guide_plays(folder: Path) -> None:
    (folder / "policies.py").write_text(codes_of_guide()[1], encoding="utf-8")
    match = londinium.play(LONDON, "policies:First", seats=1, seed=3)
    assert [ply.move for ply in match.plies if ply.seat == 0] == [
        match.at(number).legal(0)[0] for number, ply in enumerate(match.plies) if ply.seat == 0
    ]


# ── Verbs ────────────────────────────────────────────────────────────────────


def test_verbs_that_take_a_bot_take_one_of_somebodys_own(folder: Path) -> None:
    first = "somebodys:First"
    done = called("balance", "old-london-bridge", "--seats", "2", "--bot", first, "--games", "2", "--json")
    assert json.loads(done.stdout)["matches"] == 2
    done = called("dataset", "next-station-london", "--seats", "1", "--bot", first, "--games", "1", "-o", "data.parquet")
    assert done.exit_code == 0
    from pyarrow import parquet

    columns = parquet.read_table(folder / "data.parquet").column_names
    assert "visits" not in columns
    assert "observation" in columns
    match = bot_match(BRIDGE, [first, "greedy"], 5)
    assert match.names == (f"{first} 0", "greedy 1")
    (folder / "match.record").write_text(match.at(30).record, encoding="utf-8")
    seat = match.at(30).to_act[0]
    done = called("hint", "match.record", "--bot", first, "--json")
    assert json.loads(done.stdout) == {"seat": seat, "bot": first, "move": match.at(30).moves.text(match.at(30).legal(seat)[0])}


def test_playing_against_a_bot_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """You are told that it failed, and nothing that it said."""
    monkeypatch.setenv("LONDINIUM_HOME", str(folder / "home"))
    done = called("play", "old-london-bridge", "--seats", "2", "--opponents", "somebodys:Raises", "--seed", "3", typed="1\nq\n")
    assert "somebodys:Raises lost its move to a random one: it reported an error." in done.output
    assert "hold" not in done.output
    assert "Raises 1" in done.output


LOST = "Moves that were lost to random ones because a bot failed: {count}."


def test_a_bot_that_fails_gives_no_hint(folder: Path) -> None:
    """A random move would be no answer of the bot's."""
    match = bot_match(BRIDGE, ["greedy", "greedy"], 5)
    decision = next(ply for ply in range(30, match.ply) if match.plies[ply].decided)
    (folder / "match.record").write_text(match.at(decision).record, encoding="utf-8")
    with pytest.raises(londinium.LondiniumError, match=r"gave no move: it reported an error \(ValueError: I hold 4 and say so\)"):
        called("hint", "match.record", "--bot", "somebodys:Raises")


def test_a_dataset_says_how_many_moves_a_bot_lost(folder: Path) -> None:
    """Those before an interruption included."""
    words = ("dataset", "old-london-bridge", "--seats", "2", "--bot", "somebodys:Raises", "-o", "data.parquet")
    done = called(*words, "--games", "1")
    assert done.output.splitlines()[-1] == LOST.format(count=6)
    setting = Setting.of(BRIDGE, 2)
    parts = Parts(DatasetPlan.of(setting, "somebodys:Raises", 0, 1), setting, folder / "data.parquet", force=True)
    parts.add(play_noted(DatasetTask(parts.plan, 0, None)))
    parts.stop()
    done = called(*words, "--games", "2", "--resume")
    assert done.output.splitlines()[-1] == LOST.format(count=12)
    assert "bot failed" not in called(*words[:5], "greedy", *words[6:], "--games", "1", "--force").output


def test_a_study_of_balance_says_how_many_moves_a_bot_lost(folder: Path) -> None:
    """In words, in its report, and as data; those against the rival, too."""
    words = ("balance", "next-station-london", "--seats", "1", "--games", "2", "--rival")
    done = called(*words, "none", "--bot", "somebodys:Raises", "-o", "report.html")
    assert LOST.format(count=6) in done.output.splitlines()[-2:]
    assert LOST.format(count=6) in (folder / "report.html").read_text(encoding="utf-8")
    assert json.loads(called(*words, "none", "--bot", "somebodys:Raises", "--json").stdout)["lost"] == 6
    rival = json.loads(called(*words, "somebodys:Raises", "--bot", "greedy", "--json").stdout)
    assert rival["lost"] == rival["skill"]["lost"] == 9  # three seeds
    assert "bot failed" not in called(*words, "none", "--bot", "greedy").output


def test_simulating_matches_of_anybody(folder: Path) -> None:
    """With somebody's bot, ours and one that fails; as many matches as are asked for, the same on two cores."""
    words = (
        "simulate",
        "old-london-bridge",
        "--seats",
        "3",
        "--players",
        "somebodys:First,novice,greedy",
        "--games",
        "3",
        "--json",
    )
    found = [json.loads(called(*words, "--threads", threads).stdout) for threads in ("1", "2")]
    for one in found:
        del one["seconds"]
    assert found[0] == found[1]
    assert found[0]["games"] == 3
    assert found[0]["players"] == ["somebodys:First", "novice", "greedy"]
    assert found[0]["by_seat"][2]["mean"] > found[0]["by_seat"][0]["mean"]
    assert sum(row["mean"] for row in found[0]["lines"].values()) == pytest.approx(found[0]["score"]["mean"])
    assert found[0]["lost"] == 0
    failing = called("simulate", "old-london-bridge", "--seats", "2", "--players", "somebodys:Raises,greedy", "--games", "1")
    assert "after it had failed 3 times" in " ".join(failing.output.split())


def test_what_cannot_play_with_everybody_says_so() -> None:
    with pytest.raises(InvalidOption, match="LondiniumVector take every bot"):
        Batch(Setting.of(BRIDGE, 2), 2, 0, ["somebodys:First"] * 2)
    with pytest.raises(InvalidOption, match="answers such lines by itself"):
        called("engine", "--bot", f"engine:{sys.executable}")


def test_a_bot_of_somebodys_own_answers_as_an_engine(folder: Path) -> None:
    """It is a program in lines of text then, for other programs, and so a bot here again."""
    wrapped = f"engine:{sys.executable} -m londinium engine --bot somebodys:First"
    match = BRIDGE.match(seats=2, seed=3)
    seat = match.to_act[0]
    assert londinium.bot(wrapped).choose(match, seat) == match.legal(seat)[0]


# ── From Python ──────────────────────────────────────────────────────────────


class Curious:
    """Notes which matches it is given."""

    def __init__(self) -> None:
        self.given: list[Match] = []

    def choose(self, match: Match, seat: int) -> int:
        self.given.append(match)
        return match.legal(seat)[0]


def test_opponents_in_an_environment_are_anybody() -> None:
    """By name, or an object, which is shown what its seat may know."""
    curious, ends = Curious(), list[list[int]]()
    anybody: list[OneBot | Sequence[OneBot]] = ["somebodys:First", curious, [curious]]
    for opponents_ in anybody:
        env = LondiniumEnv(BRIDGE, seats=2, opponents=opponents_)
        _, info = env.reset(seed=4)
        over = False
        while not over:
            _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        ends.append(info["points"])
    assert ends[0] == ends[1] == ends[2]
    assert curious.given
    assert all(match.seed is None for match in curious.given)


def test_play_says_what_is_wrong() -> None:
    with pytest.raises(InvalidOption, match="one bot for each of the 3 seats, not 2"):
        londinium.play(BRIDGE, ["greedy", "greedy"], seats=3)
    with pytest.raises(InvalidOption, match="is for 2 to 4 players, not 1"):
        londinium.play(BRIDGE, ["greedy"])
    with pytest.raises(InvalidOption, match="has a method `choose"):
        londinium.play(BRIDGE, [3, "greedy"])  # type: ignore[list-item]  # that is the point
    with pytest.raises(InvalidOption, match=r"Needs is called with the game: write `def __init__\(self, game\)`"):
        londinium.play(LONDON, [Needs])
    with pytest.raises(InvalidOption, match="Wordless needs a method `choose"):
        londinium.play(LONDON, [Wordless])
    with pytest.raises(InvalidOption, match="ndarray needs a method `choose"):
        londinium.play(LONDON, [np.ndarray])
    with pytest.raises(InvalidOption, match="neither the id of a move nor its text"):
        londinium.play(BRIDGE, [Answers(None), "greedy"])
    with pytest.raises(londinium.IllegalMove, match="Legal moves: play 0"):
        londinium.play(BRIDGE, [Answers("pass"), "greedy"])


class Answers:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, match: Match, seat: int) -> Any:
        return self.answer


class Needs(Answers):
    def __init__(self, answer: Any, more: Any) -> None:
        super().__init__(answer)


class Wordless:
    pass


def test_a_class_may_do_without_the_game() -> None:
    """Curious is called with nothing."""
    assert londinium.play(LONDON, Curious, seats=1, seed=3).is_over


def test_a_bot_for_any_game() -> None:
    anywhere = londinium.bot("greedy")
    for game in (BRIDGE, LONDON):
        match = game.match(seats=2, seed=3)
        assert anywhere.choose(match, 0) == londinium.bot("greedy", game.slug).choose(match, 0)
    with pytest.raises(InvalidOption, match="there is no bot 'nobody'"):
        londinium.bot("nobody")


@pytest.mark.parametrize("game", [BRIDGE, LONDON], ids=lambda game: game.slug)
def test_observations_are_those_of_the_environments(game: londinium.Game) -> None:
    playing = Playing(Setting.of(game, 2))
    playing.begin(5)
    for _ in range(20):
        seat = playing.seat
        row, mask = playing.look(seat)
        assert np.array_equal(observe(playing.match, seat), row)
        assert np.array_equal(legal_mask(playing.match, seat), mask)
        assert np.array_equal(legal_mask(veiled(playing.match, seat), seat), mask)
        playing.act(seat, playing.legal(seat)[-1])
    with pytest.raises(InvalidOption, match="seats 0 to 1, not 2"):
        observe(playing.match, 2)


def always(answer: Any, observation: Any, legal: Any) -> Any:
    return answer


def test_a_policy_is_a_bot() -> None:
    def last(observation: Any, legal: Any) -> Any:
        assert observation.dtype == np.uint8
        return np.arange(len(legal))  # what is not legal does not count

    match = londinium.play(LONDON, londinium.PolicyBot(last), seats=1, seed=3)
    assert all(match.at(number).legal(0)[-1] == ply.move for number, ply in enumerate(match.plies) if ply.seat == 0)
    drawn = [londinium.play(LONDON, PolicyBot(lambda _, legal: legal, drawn=True), seats=1, seed=3).plies for _ in range(2)]
    assert drawn[0] == drawn[1] != match.plies
    for answer, told in (
        (np.zeros(3), "gave 3 numbers for"),
        (-1, "chose action -1, which is not legal"),
        (0.5, "not the number of an action"),
    ):
        with pytest.raises(InvalidOption, match=told):
            londinium.play(LONDON, PolicyBot(partial(always, answer)), seats=1, seed=3)
    with pytest.raises(InvalidOption, match="is not a number"):
        londinium.play(LONDON, PolicyBot(lambda _, legal: legal * np.nan), seats=1, seed=3)
    with pytest.raises(InvalidOption, match="no probabilities"):
        londinium.play(LONDON, PolicyBot(lambda _, legal: -legal, drawn=True), seats=1, seed=3)


# ── At the table ─────────────────────────────────────────────────────────────


@pytest.fixture
def invited(folder: Path) -> Iterator[None]:
    invite_bots({"first-1": "somebodys:First", "raises": "somebodys:Raises"})
    yield
    invite_bots({})


def test_who_is_invited_is_listed() -> None:
    assert "first-1" not in bots_to_seat()
    invite_bots({"first-1": "somebodys:First"})
    try:
        words = language("en", BRIDGE.folder)
        listed = [one for one in opponents(BRIDGE, words)[0] if one.bot == "first-1"]
        assert [one.line for one in listed] == ["First-1"]
        assert TableSettings("old-london-bridge", ("person", "first-1")).checked().names[1] == "First-1"
    finally:
        invite_bots({})
    with pytest.raises(InvalidOption, match="there is no player 'first-1'"):
        TableSettings("old-london-bridge", ("person", "first-1")).checked()


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("first", "a bot is given as NAME=MODULE:NAME"),
        ("First=somebodys:First", "small letters, digits and hyphens"),
        ("greedy=somebodys:First", "'greedy' is taken"),
        ("person=somebodys:First", "'person' is taken"),
        ("mine=greedy", "'greedy' sits at every table already"),
        ("mine=nowhere:Bot", "No module named 'nowhere'"),
    ],
)
def test_a_host_is_told_what_is_wrong_with_a_bot(wish: str, told: str) -> None:
    with pytest.raises(londinium.LondiniumError, match=told):
        invite_bots(named_bots((wish,)))


@pytest.mark.usefixtures("invited")
def test_bots_of_others_at_a_table(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """One plays, the other fails; the table goes on and says so, the log too, and nobody repeats what it said."""

    async def at_table() -> None:
        hall = Hall(await open_store(f"sqlite:///{folder}/table.db"))
        await hall.start()
        table = await hall.create(TableSettings("old-london-bridge", ("person", "first-1", "raises"), ("Ann",)), seed=3)
        listener = await hall.visitors.listen(table.id, 0)
        while sum(ply.seat == 2 and ply.decided for ply in table.match.plies) < 2:
            if 0 in table.match.to_act:
                move = table.match.moves.text(table.match.legal(0)[0])
                await hall.command(table.id, 0, MakeMove(f"m{table.number}", table.version(0), move))
            await asyncio.sleep(0.01)
        told = [status(table, seat, hall.visitors.attendance(table), language("en")) for seat in (1, 2)]
        assert told == ["bot (First-1)", "bot (Raises, which failed: its last move was a random one)"]
        assert hall.counts.bot_failures >= 1
        assert not table.seats[1].troubled
        listener.close()
        await hall.shutdown()

    asyncio.run(asyncio.wait_for(at_table(), 120))
    assert "the bot raises lost its move" in caplog.text
    assert "hold" not in caplog.text
    assert "first-1" not in caplog.text


@pytest.mark.usefixtures("invited")
def test_a_bot_that_fails_three_times_at_a_table_is_not_asked_again(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Also where another process, or this one after a restart, goes on with the table."""

    async def at_table() -> None:
        hall = Hall(await open_store(f"sqlite:///{folder}/table.db"))
        await hall.start()
        table = await hall.create(TableSettings("old-london-bridge", ("person", "raises"), ("Ann",), pace=0), seed=3)
        for most in (2, 7):
            listener = await hall.visitors.listen(table.id, 0)
            while table.seats[1].lost < most:
                if 0 in table.match.to_act:
                    move = table.match.moves.text(table.match.legal(0)[0])
                    await hall.command(table.id, 0, MakeMove(f"m{table.number}", table.version(0), move))
                await asyncio.sleep(0.01)
            listener.close()
            await hall.shutdown()
            if most == 2:
                hall = Hall(await open_store(f"sqlite:///{folder}/table.db"))
                await hall.start()
                table = await hall.open(table.id)
                assert table.seats[1].lost >= 2
        assert table.seats[1].troubled

    asyncio.run(asyncio.wait_for(at_table(), 120))
    assert caplog.text.count("the bot raises lost its move") == MOST_LOST


def test_a_stored_table_starts_no_program(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Its bots may be named by anybody who sent it."""

    async def asked() -> None:
        thinkers = Thinkers()
        chosen = await thinkers.think(f"engine:touch {folder}/proof", BRIDGE.match(seats=2, seed=3), 0)
        assert chosen.stands_in
        await thinkers.close()

    asyncio.run(asked())
    assert not (folder / "proof").exists()
    assert "is not invited to this server" in caplog.text
