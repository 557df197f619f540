"""A player's device thinks for the server: what it thinks is the same, and nothing is lost where it fails."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import struct
import threading
import zlib
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import londinium
from londinium.bots.far.search import FarJudge
from londinium.bots.levels import LEVELS
from londinium.bots.search import insight
from londinium.bots.search.comparison import Samples
from londinium.bots.search.search import Budget
from londinium.games.next_station_london.levels import LEVELS as LEVELS_OF_CITY
from londinium.games.old_london_bridge.levels import LEVELS as LEVELS_OF_BRIDGE
from londinium.kernel.match import Match
from londinium.kernel.words.language import language
from londinium.study.analysis import Effort, advise, analyse, new_judge
from londinium.study.jobs import pars_job
from londinium.study.verdicts import ANALYSIS_VERSION, Analysis, read_analysis
from londinium.table import commands
from londinium.table.hall import thinkers
from londinium.table.hall.thinkers import Chosen, Thinkers, choose
from londinium.table.settings import PERSON, InTournament, TableSettings
from londinium.table.table import Table
from londinium.wasm.node import node_command
from londinium.web.background import analyses
from londinium.web.background.analyses import Depth
from londinium.web.background.hints import Hints, told
from londinium.web.http.assets import THINKING_SCRIPTS, THINKING_WORKER
from londinium.web.http.metrics import Metrics
from londinium.web.http.server import configured
from londinium.web.live import device as devices
from londinium.web.live.device import Device, DeviceGone
from londinium.web.live.seats import sit_down
from londinium.web.live.thoughts import digest_of, thinking_address

from .site import World, in_loop, serving

DAY = date(2026, 11, 20)
BRIDGE, CITY = "old-london-bridge", "next-station-london"
OUR_LEVELS = {BRIDGE: dict(LEVELS_OF_BRIDGE), CITY: dict(LEVELS_OF_CITY)}
DEVICE = Path(__file__).with_name("device.mjs")
PATIENCE = 30.0
HAS_INSIGHT = insight.has_insight


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[World, str]]:
    """A site in this process, and where its sockets are."""
    async with serving(folder, DAY) as world:
        config = configured(world.app)
        config.lifespan, config.port = "off", 0
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        try:
            yield world, f"127.0.0.1:{port}"
        finally:
            server.should_exit = True
            await task


async def seated(world: World, slug: str, *bots: str, **more: Any) -> Table:
    """A table with one person, who sits, and bots."""
    table = await world.hall.create(TableSettings(slug, (PERSON, *bots), ("Ann",), **more), seed=11)
    await sit_down(world.hall, table, 0, "Ann")
    return table


async def until(condition: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def move(world: World, table: Table) -> None:
    """A move of the person's, as soon as they have to decide."""
    await until(lambda: 0 in table.match.to_act or table.is_over)
    if table.is_over:
        return
    chosen = table.match.moves.text(table.match.legal(0)[0])
    await world.hall.command(table.id, 0, commands.MakeMove(f"m{table.number}", table.version(0), chosen))


def socket_of(world: World, host: str, table: Table) -> str:
    digest = digest_of(world.site.assets, table.match.game)
    return f"ws://{host}/ws/{world.hall.token(table, 0)}/think?module={digest}"


def counted(world: World, name: str, **labels: str) -> int:
    told = ",".join(f'{key}="{value}"' for key, value in labels.items())
    return sum(
        value
        for (counter, found), value in world.site.metrics.counters.items()
        if counter == f"londinium_{name}_total" and told in found
    )


# ── A device that does what it is asked ──────────────────────────────────────


@asynccontextmanager
async def page(world: World, host: str, table: Table, folder: Path) -> AsyncIterator[None]:
    """The worker of a page, of a table or of its replay, as it is served, until it is ready."""
    scripts = folder / "scripts"
    scripts.mkdir()
    (scripts / "package.json").write_text('{"type": "module"}')
    for name in (THINKING_WORKER, *THINKING_SCRIPTS):
        (scripts / name).write_bytes(world.site.assets.content(name))
    socket = f"/ws/replay/{table.id}/think" if table.is_over else f"/ws/{world.hall.token(table, 0)}/think"
    found = thinking_address(world.site, table, socket)
    files = [f"http://{host}{found[name]}" for name in ("module", "network") if name in found]
    command = [*node_command(), str(DEVICE), str(scripts / THINKING_WORKER), f"ws://{host}{found['socket']}", *files]
    node = await asyncio.create_subprocess_exec(*command, start_new_session=True)
    find = world.site.devices.find_for_replay if table.is_over else world.site.devices.find
    try:
        await until(lambda: find(table) or node.returncode is not None)
        yield
    finally:
        os.killpg(node.pid, signal.SIGKILL)  # Node may be the child of somebody who starts it
        await node.wait()


@pytest.fixture
def nobody_thinks_here(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on the server thinks nothing itself."""

    async def think(self: Thinkers, bot: str, match: Match, seat: int, ticket: object = None) -> Chosen:
        assert bot not in LEVELS or len(match.legal(seat)) == 1, "the server was asked"
        return Chosen(choose(bot, match, seat))

    def fail(*_: Any) -> None:
        raise AssertionError("the server was asked")

    def begin() -> None:
        monkeypatch.setattr(Thinkers, "think", think)
        monkeypatch.setattr(Hints, "_think", fail)

    return begin


@pytest.fixture(autouse=True)
def levels_as_in_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of our games that judge by a network do so on the server."""
    for levels in (LEVELS_OF_BRIDGE, LEVELS_OF_CITY):
        for name in list(levels):
            monkeypatch.delitem(levels, name)
    monkeypatch.setattr(thinkers, "_minds", threading.local())  # nor has anybody thought as the other levels do


@pytest.fixture(autouse=True)
def no_insight(monkeypatch: pytest.MonkeyPatch) -> None:
    """So do hints and analyses."""
    monkeypatch.setattr(insight, "has_insight", lambda game: False)


@pytest.mark.parametrize(("slug", "bot"), [(BRIDGE, "builder"), (CITY, "builder"), (CITY, "master")])
def test_a_device_thinks_what_the_server_would_think(
    tmp_path: Path, slug: str, bot: str, nobody_thinks_here: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, "master", Budget(seconds=0.2, settles=True))
    monkeypatch.setattr(devices, "FEWEST_SIMULATIONS", 10)

    @in_loop
    async def play() -> None:
        async with served(tmp_path) as (world, host):
            table = await seated(world, slug, bot)
            await until(lambda: not table.bots_to_act())
            async with page(world, host, table, tmp_path):
                nobody_thinks_here()
                while counted(world, "thoughts", by="device", kind="bot") < 3:
                    await move(world, table)
                    await until(lambda: not table.bots_to_act())
                assert counted(world, "thoughts_refused") == 0
                assert world.hall.counts.bot_failures == 0
                match, seat = table.match.copy(), 0
                words, effort = language("en", match.game.folder), Effort(simulations=match.game.study.SIMULATIONS)
                found = world.site.devices.find(table)
                hint = await world.site.hints.hint(match, seat, words, device=found)
                assert hint == told(advise(new_judge(match, effort), match, seat, effort), match, seat, words)
        if bot == "builder":  # which counts its simulations: every thought can be thought again
            for ply, made in enumerate(table.match.plies):
                if made.decided and made.seat == 1:
                    assert made.move == choose(bot, table.match.at(ply), 1)

    play()


# ── Analyses ─────────────────────────────────────────────────────────────────


async def played_table(world: World, slug: str, *bots: str) -> Table:
    """A match of one person that is over."""
    table = await seated(world, slug, *bots)
    while not table.is_over:
        await move(world, table)
    return table


async def start_analysis(world: World, table: Table, simulations: int, par_seconds: float = 0.0) -> Analysis:
    """Ask for an analysis as the page of a replay does, and wait for it."""
    world.site.analyses._depth = Depth(simulations, par_seconds)
    async with world.person() as client:
        await client.post(f"/replay/{table.id}/analysis/start")
        async with asyncio.timeout(2 * PATIENCE):
            while (await client.get(f"/replay/{table.id}/analysis")).json()["state"] not in ("done", "failed"):
                await asyncio.sleep(0.05)
    data = await world.site.analyses.found(table.id, table.id)
    assert data is not None
    assert await world.site.hall.store.analysis(table.id, ANALYSIS_VERSION) is not None, "it is stored"
    return read_analysis(data)


@pytest.mark.parametrize(("slug", "bots"), [(BRIDGE, ("greedy",)), (CITY, ())])
def test_a_device_judges_as_the_server_would(
    tmp_path: Path, slug: str, bots: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def done(job: Any, task: Any, tell: Any) -> bytes:
        assert job is pars_job, "only the best possible is found here"
        return bytes(await asyncio.to_thread(job, task, tell))

    monkeypatch.setattr(analyses, "done_aside", done)
    # Nobody is in a hurry: a device that would be too slow for a bot is not for this.
    monkeypatch.setattr(devices, "TRAVEL", 0.0)
    monkeypatch.setattr(devices, "SLOWEST", 10**9)
    if slug == CITY:  # its solver would take longer than everything else
        monkeypatch.setattr(londinium.game(CITY).study, "find_par", lambda *_: (150, 160, "a record"))

    @in_loop
    async def judge() -> None:
        async with served(tmp_path) as (world, host):
            table = await played_table(world, slug, *bots)
            async with page(world, host, table, tmp_path):
                found = await start_analysis(world, table, 24, 0.1)
            assert counted(world, "thoughts", by="device", kind="analysis") == 1
            assert counted(world, "thoughts", by="server", kind="analysis") == 0
            right = analyse(table.match, 24, par_seconds=0)
            assert (found.decisions, found.graph) == (right.decisions, right.graph)
            assert [par.total for par in found.par] == ([150] if slug == CITY else [])

    judge()


def test_judgements_that_nobody_else_finds_are_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis is kept for everybody: some decisions are judged by the server too."""
    compare, lied = FarJudge.compare, 0

    async def lie(self: FarJudge, match: Match, seat: int, moves: list[int], *more: Any) -> Samples:
        nonlocal lied
        lied += 1
        samples = await compare(self, match, seat, moves, *more)
        return replace(samples, gains=[[gain - at for gain in gains] for at, gains in enumerate(samples.gains)])

    async def done(job: Any, task: Any, tell: Any) -> bytes:
        return bytes(await asyncio.to_thread(job, task, tell))

    monkeypatch.setattr(FarJudge, "compare", lie)
    monkeypatch.setattr(analyses, "done_aside", done)

    @in_loop
    async def judge() -> None:
        async with served(tmp_path) as (world, host):
            table = await played_table(world, CITY)
            async with page(world, host, table, tmp_path):
                found = await start_analysis(world, table, 24)
            assert 1 <= lied < len(found.decisions), "nothing more is asked of who was found out"
            assert counted(world, "thoughts_refused", kind="analysis", how="wrong") == 1
            assert counted(world, "thoughts", by="server", kind="analysis") == 1
            assert found.decisions == analyse(table.match, 24, par_seconds=0).decisions

    judge()


@pytest.mark.parametrize(("slug", "bots"), [(BRIDGE, ("greedy",)), (CITY, ())])
@in_loop
async def test_where_the_server_has_a_network_no_device_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slug: str, bots: tuple[str, ...]
) -> None:
    async with served(tmp_path) as (world, host):
        table = await played_table(world, slug, *bots)
        ply = next(ply for ply, made in enumerate(table.match.plies) if made.decided)
        here, seat, effort = table.match.at(ply), table.match.plies[ply].seat, Effort(simulations=8)
        path = f"/ws/replay/{table.id}/think"

        async def nothing(message: bytes) -> None:
            raise AssertionError("the device was asked")

        device = Device(table.match.game, nothing, world.site.metrics)
        with pytest.raises(AssertionError, match="was asked"):
            await device.advise(here, seat, effort)
        assert thinking_address(world.site, table, path)
        monkeypatch.setattr(insight, "has_insight", HAS_INSIGHT)
        assert await device.advise(here, seat, effort) is None
        assert thinking_address(world.site, table, path) == {}
        async with connect(f"ws://{host}{path}?module={digest_of(world.site.assets, table.match.game)}") as socket:
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 4404


@in_loop
async def test_a_match_of_others_is_not_judged_by_anybody(tmp_path: Path) -> None:
    async with served(tmp_path) as (world, host):
        table = await seated(world, CITY)
        for path in (f"replay/{table.id}", "replay/nothing"):
            async with connect(f"ws://{host}/ws/{path}/think?module={digest_of(world.site.assets, table.match.game)}") as socket:
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd
                assert closed.value.rcvd.code == 4404, "it is not over, or there is none"


# ── Devices that do not ──────────────────────────────────────────────────────


def row(move: float, tries: float = 24, value: float = 1.0, wins: float = 0.0) -> list[float]:
    return [move, tries, value, value * value * 24, value, wins]


def illegal(legal: list[int]) -> int:
    return next(move for move in range(999) if move not in legal)


def answer(asked: dict[str, Any], rows: list[list[float]], made: int = 24, moves: int | None = None, beside: bytes = b"") -> str:
    """What a page says that has found these rows."""
    room = asked["errand"]["rooms"]["rows"]
    data = b"".join(struct.pack("6d", *each) for each in rows).ljust(room["shape"][0] * 48, b"\0")
    return said(asked, data + beside, made, len(rows) if moves is None else moves)


def said(asked: dict[str, Any], data: bytes, made: int = 24, moves: int = 1, **more: Any) -> str:
    packed = zlib.compress(data, wbits=-15)
    facts = {"number": asked["number"], "made": made, "results": {"read_moves": moves}, "packed": b64encode(packed).decode()}
    return json.dumps({**facts, **more})


WRONG: dict[str, Callable[[dict[str, Any], list[int]], str]] = {
    "illegal": lambda asked, legal: answer(asked, [row(illegal(legal))]),
    "illegal beside legal": lambda asked, legal: answer(asked, [row(legal[0], 12), row(illegal(legal), 12)]),
    "too much": lambda asked, legal: answer(asked, [row(legal[0])], beside=b"\0" * 48),
    "twice": lambda asked, legal: answer(asked, [row(legal[0], 12), row(legal[0], 12)]),
    "half": lambda asked, legal: answer(asked, [row(legal[0] + 0.5)]),
    "no number": lambda asked, legal: answer(asked, [row(float("nan"))]),
    "no value": lambda asked, legal: answer(asked, [row(legal[0], value=float("nan"))]),
    "huge value": lambda asked, legal: answer(asked, [row(legal[0], value=1e12)]),
    "too many tries": lambda asked, legal: answer(asked, [row(legal[0], 25)]),
    "too many wins": lambda asked, legal: answer(asked, [row(legal[0], wins=25)]),
    "too few simulations": lambda asked, legal: answer(asked, [row(legal[0], 20)], made=20),
    "too many moves": lambda asked, legal: answer(asked, [row(legal[0])], moves=10**9),
    "no moves": lambda asked, legal: answer(asked, [], moves=0),
    "no results": lambda asked, legal: said(asked, b"\0" * 48 * 194, results={}),
    "too little": lambda asked, legal: said(asked, b"\0" * 48),
    "a bomb": lambda asked, legal: said(asked, b"\0" * 40_000_000),
    "not packed": lambda asked, legal: said(asked, b"", packed="AAAA"),
    "not asked for": lambda asked, legal: said(asked, b"", results={"read_moves": "many"}),
    "garbage": lambda asked, legal: "\N{SNOWMAN}" * 100,
    "failed": lambda asked, legal: json.dumps({"number": asked["number"], "failed": True}),
    "gone": lambda asked, legal: json.dumps({"number": asked["number"], "gone": True}),
}
"""What a page might say instead of an answer, about a decision with these legal moves."""

Behaviour = Callable[[ClientConnection, dict[str, Any], list[int]], Awaitable[None]]


async def mischief(folder: Path, behave: Behaviour, hows: set[str]) -> None:
    """A page that behaves like this is asked twice and then no more; the bot's moves are made as if it were not there."""
    async with served(folder) as (world, host):
        table = await seated(world, BRIDGE, "apprentice")
        await until(lambda: not table.bots_to_act())
        asked = 0
        async with connect(socket_of(world, host, table)) as socket:

            async def listen() -> None:
                nonlocal asked
                async for message in socket:
                    if "errand" in (told := json.loads(message)):
                        asked += 1
                        await behave(socket, told, table.match.legal(1))

            listening = asyncio.create_task(listen())
            await until(lambda: world.site.devices.find(table))
            moves = 0
            while moves < 6:
                await move(world, table)
                await until(lambda: not table.bots_to_act())
                moves += 1
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
        expected = 2 if "closed" not in hows else 1
        assert asked == expected, "and then no more"
        assert counted(world, "thoughts_refused") == expected
        assert {how for how in ("wrong", "late", "gone") if counted(world, "thoughts_refused", how=how)} == hows - {"closed"}
        assert counted(world, "thoughts", by="device") == 0
        assert world.hall.counts.bot_failures == 0
        assert world.hall.counts.bot_thoughts >= expected
        for ply, made in enumerate(table.match.plies):
            if made.decided and made.seat == 1:
                assert made.move == choose("apprentice", table.match.at(ply), 1), "what the server thinks itself"


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes has stood the trial."""

    async def is_able(self: Device, *_: Any) -> bool:
        return True

    monkeypatch.setattr(Device, "is_able", is_able)


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_answer_is_not_believed(tmp_path: Path, wrong: str) -> None:
    async def behave(socket: ClientConnection, asked: dict[str, Any], legal: list[int]) -> None:
        await socket.send(WRONG[wrong](asked, legal))

    asyncio.run(mischief(tmp_path, behave, {"gone"} if wrong == "failed" else {"wrong"}))


@pytest.mark.usefixtures("trusted")
def test_nobody_waits_for_a_page_that_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "TRAVEL", 0.1)

    async def behave(socket: ClientConnection, asked: dict[str, Any], legal: list[int]) -> None:
        """Say what was right, to the errand before."""
        await socket.send(answer({**asked, "number": asked["number"] - 1}, [row(legal[0])]))

    asyncio.run(mischief(tmp_path, behave, {"late"}))


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("how", ["goes away", "says too much"])
def test_nobody_waits_for_a_page_that_goes_away(tmp_path: Path, how: str) -> None:
    async def behave(socket: ClientConnection, asked: dict[str, Any], legal: list[int]) -> None:
        if how == "goes away":
            await socket.close()
        else:
            await socket.send("x" * 100_000)

    asyncio.run(mischief(tmp_path, behave, {"gone", "closed"}))


@pytest.mark.usefixtures("trusted")
@in_loop
async def test_who_is_told_to_be_taken_is_found(tmp_path: Path) -> None:
    """A page asks for an analysis as soon as it has heard that: before, the server would have to make it."""
    async with served(tmp_path) as (world, host):
        table = await seated(world, BRIDGE, "greedy")
        async with connect(socket_of(world, host, table)) as socket:
            assert json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)) == {"lent": True}
            assert world.site.devices.find(table) is not None


@in_loop
async def test_who_thinks_something_else_is_never_asked(tmp_path: Path) -> None:
    """Before anything, a device has to think what the server thinks of a decision."""
    async with served(tmp_path) as (world, host):
        table = await seated(world, BRIDGE, "apprentice")
        legal = table.match.game.match(seats=4, seed=1).legal(0)
        async with connect(socket_of(world, host, table)) as socket:
            asked = json.loads(await socket.recv())
            await socket.send(answer(asked, [row(legal[0], 64)], made=64))
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(socket.recv(), PATIENCE)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4404
        assert world.site.devices.find(table) is None


# ── Where it is not asked ────────────────────────────────────────────────────


@in_loop
async def test_only_the_one_person_of_a_match_that_concerns_nobody_else_is_asked(tmp_path: Path) -> None:
    async with served(tmp_path) as (world, host), world.person() as client:
        alone = await seated(world, BRIDGE, "builder")
        friends = await seated(world, BRIDGE, PERSON, "builder")
        day = await seated(world, CITY, day="2026-11-20", counted=True)
        cup = await seated(world, BRIDGE, "builder", tournament=InTournament("cup", 0))
        right = socket_of(world, host, alone)
        watching = right.replace(world.hall.token(alone, 0), world.hall.token(alone, None))
        older = right.rpartition("=")[0] + "=000000000000"
        for address in (*(socket_of(world, host, each) for each in (friends, day, cup)), watching, older):
            async with connect(address) as socket:
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd
                assert closed.value.rcvd.code == 4404, address
        for table, offered in ((alone, True), (friends, False), (day, False), (cup, False)):
            text = (await client.get(f"/t/{world.hall.token(table, 0)}")).text
            assert ("data-device" in text) == offered
        assert "data-device" not in (await client.get(f"/t/{world.hall.token(alone, None)}")).text


async def errand_about(match: Match, seat: int) -> dict[str, Any]:
    """What a device would be asked about a decision."""
    told = asyncio.get_running_loop().create_future()

    async def say(message: bytes) -> None:
        told.set_result(message)

    device = Device(match.game, say, Metrics())
    asking = asyncio.create_task(device.choose("builder", match, seat))
    message: bytes = await told
    device.close()
    assert await asking is None
    assert len(message) < 6000
    errand: dict[str, Any] = json.loads(message)["errand"]
    return errand


@pytest.mark.parametrize("slug", [BRIDGE, CITY])
@in_loop
async def test_a_device_is_not_asked_about_bots_that_have_the_network(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = OUR_LEVELS[slug]
    for name, ability in levels.items():
        monkeypatch.setitem(londinium.game(slug).levels, name, ability)
    match, asked = londinium.game(slug).match(seats=2, seed=11), set[str]()
    match.proceed()
    for bot in LEVELS:

        async def say(message: bytes, bot: str = bot) -> None:
            asked.add(bot)
            raise DeviceGone

        device = Device(match.game, say, Metrics())
        assert await device.choose(bot, match, match.to_act[0]) is None
        assert device.helps(bot) == (bot in asked), "others are not told that it thinks for whom it does not"
    assert asked == {name for name, ability in levels.items() if not ability.judges}
    assert len(asked) == 3


@in_loop
async def test_a_question_holds_only_what_the_seat_knows() -> None:
    """Whatever another has chosen face down, the same is asked."""
    asked = []
    for choice in range(2):
        match = londinium.game(BRIDGE).match(seats=2, seed=11)
        match.push(match.legal(0)[choice], 0)
        asked.append((await errand_about(match, 1))["rooms"])
    assert asked[0] == asked[1]


# ── What it thinks with ──────────────────────────────────────────────────────


@in_loop
async def test_modules_are_named_by_their_content(tmp_path: Path) -> None:
    async with served(tmp_path) as (world, _), world.person() as client:
        table = await seated(world, CITY)
        found = thinking_address(world.site, table, "/socket")
        for name in ("module", "network"):
            got = await client.get(found[name])
            assert "immutable" in got.headers["cache-control"]
            assert (await client.get(found[name].replace("/assets/", "/assets/x"))).headers["cache-control"] == "no-cache"
            assert found[name].split("/")[2] != world.site.assets.digest
        worker = await client.get(world.site.assets.address(THINKING_WORKER))
        assert "'wasm-unsafe-eval'" in worker.headers["content-security-policy"]
        assert "wasm" not in (await client.get("/")).headers["content-security-policy"]
        assert (await client.get("/metrics")).text.count("londinium_thoughts") >= 4
