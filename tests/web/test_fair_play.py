"""Nothing one visitor sends can stop others: somebody plays at a table of a real server while somebody else misbehaves.

They come from two addresses of this machine. The bounds are wide, for machines that do other things too; before there were any,
each of these took ten times as long, or everything.
"""

from __future__ import annotations

import resource
import secrets
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from player import Player
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import londinium
from londinium.kernel.rules import COMPILED
from londinium.web.http.connections import MOST_DESCRIPTORS

if TYPE_CHECKING:
    from conftest import Server

BAD, GOOD, OTHER, CLASS = "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"
BRIDGE, CITY = "old-london-bridge", "next-station-london"
LONGEST_DELAY, USUAL_DELAY = 3.0, 0.5
"""Seconds in which a player is answered, at worst and as a rule."""
RECORD = Path(londinium.game(CITY).folder) / "records" / "alone-greedy-base.record"
FEW = 512
KEYS = ".".join("a" * 31_500) + " = 1"

pytestmark = pytest.mark.skipif(not COMPILED, reason="interpreted hints take too long")


@pytest.fixture(scope="module")
def house(start_server: Callable[..., Server]) -> Server:
    """A server that is given few descriptors at first."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FEW, soft), hard))
    try:
        return start_server("--limit", "pages=60/5", "--limit", "connections=60", "--limit", "tables=60/1")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def visitor(house: Server, address: str, **settings: Any) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=house.url, transport=transport, timeout=60, follow_redirects=True, **settings)


def new_table(house: Server, client: httpx.Client, slug: str = CITY, **fields: str) -> str:
    """A table of somebody's own; the token of its first seat."""
    answer = client.post(f"/new/{slug}", data={"seat0": "me", "name0": "Ann", **fields}, follow_redirects=False)
    assert answer.status_code == 303, answer.text[:500]
    return answer.headers["location"].split("/")[2].split("~")[0]


@contextmanager
def seated(house: Server, token: str, address: str) -> Iterator[Player]:
    with connect(house.socket_url(token), source_address=(address, 0), max_size=None, close_timeout=0.2) as connection:
        yield Player(connection)


class Playing:
    """Somebody who plays, move by move, and notes how long each answer took."""

    def __init__(self, house: Server) -> None:
        self._house, self._stop, self.delays = house, threading.Event(), list[float]()
        self.problem: BaseException | None = None
        self._thread = threading.Thread(target=self._play, daemon=True)

    def __enter__(self) -> Playing:
        self._thread.start()
        end = time.monotonic() + 30
        while len(self.delays) < 3 and self.problem is None and time.monotonic() < end:
            time.sleep(0.02)
        self.delays.clear()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(60)

    def _play(self) -> None:
        try:
            with visitor(self._house, GOOD) as client:
                while not self._stop.is_set():
                    with seated(self._house, new_table(self._house, client), GOOD) as player:
                        self._match(player)
        except BaseException as problem:
            self.problem = problem

    def _match(self, player: Player) -> None:
        player.wait_for_turn()
        while not self._stop.is_set() and not player.over:
            begun, version = time.monotonic(), player.version
            answer = player.ask("move", version=version, move=next(iter(player.offers)))
            assert answer["kind"] == "ack", answer
            while not player.over and not (player.version != version and player.turn):
                player.hear()
            self.delays.append(time.monotonic() - begun)
            time.sleep(0.02)

    def was_not_disturbed(self, times: float = 1.0) -> None:
        assert self.problem is None, self.problem
        assert len(self.delays) >= 3
        assert max(self.delays) < times * LONGEST_DELAY
        assert statistics.median(self.delays) < times * USUAL_DELAY


@contextmanager
def playing(house: Server, times: float = 1.0) -> Iterator[Playing]:
    """`times`: how much longer it may take where every core is busy on purpose."""
    with Playing(house) as player:
        yield player
    player.was_not_disturbed(times)


def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    with ThreadPoolExecutor(30) as pool:
        return [task.result() for task in [pool.submit(call) for call in calls]]


STRANGE = {
    "key of many parts": (BRIDGE, KEYS),
    "30,000 deep": (BRIDGE, "a = " + "[" * 30_000 + "]" * 30_000),
    "inline tables": (BRIDGE, "a = " + "{a=" * 20_000),
    "integer": (BRIDGE, "[rondel]\ncentre-cost = 0x" + "9" * 60_000),
    "coordinate": (CITY, "Thames " + "9" * 50_000 + ",1"),
}


def test_box_files_stop_nobody_and_are_refused_with_a_reason(house: Server) -> None:
    """D1: this file stopped everybody for 19 s. D15: the others gave an error of ours."""
    with playing(house), visitor(house, BAD) as bad:
        for slug, text in STRANGE.values():
            form = {"seat0": "me", "seat1": "builder"}
            answer = bad.post(f"/new/{slug}", data=form, files={"box": ("box.toml", text)})
            assert answer.status_code == 422, text[:20]
            assert "box.toml" in answer.text
        form = {"seat0": "me", "seat1": "builder", "box_name": "box", "box_text": KEYS}
        answers = at_once([lambda: bad.post(f"/new/{BRIDGE}", data=form).status_code for _ in range(80)])
        assert set(answers) == {422, 429}, "they are counted before they are read"


def test_benches_and_records_stop_nobody(house: Server) -> None:
    long = RECORD.read_text().replace('[Seat0 "', '[Seat0 "' + "W" * 23_600)
    commented = RECORD.read_text() + "# nothing\n" * 5_000
    with playing(house), visitor(house, OTHER) as bad:
        answer = bad.post("/open/eyes/all", data={"record": long, "name": "r"})
        assert answer.status_code == 422, "a replay would repeat the name at every step"
        answers = at_once(
            [lambda: bad.post("/open/plain", data={"record": commented, "name": "r"}).status_code for _ in range(30)]
        )
        assert set(answers) <= {200, 429}
        assert answers.count(200) >= 10
        deep = {"file": ("box.toml", "a = " + "[" * 60_000)}
        answers = at_once([lambda: bad.post(f"/workshop/{BRIDGE}/open", files=deep).status_code for _ in range(5)])
        assert set(answers) <= {200, 400, 422, 429}


def test_pages_asked_for_without_end_stop_nobody(house: Server) -> None:
    with playing(house), visitor(house, BAD) as bad:
        token = new_table(house, bad)
        answers = at_once([lambda: bad.get(f"/t/{token}", headers={"accept-language": "de"}) for _ in range(90)])
        late = [answer for answer in answers if answer.status_code == 429]
        assert late
        assert {answer.status_code for answer in answers} == {200, 429}
        assert all(int(answer.headers["retry-after"]) >= 1 for answer in late)
        assert "text/html" in late[0].headers["content-type"]
        assert "<h1" in late[0].text
        assert bad.get("/health").status_code == 200
        with visitor(house, OTHER) as other:
            assert other.get("/").status_code == 200, "the next visitor is not concerned"


def test_connections_held_open_stop_nobody(house: Server) -> None:
    with playing(house), ExitStack() as stack:
        port, descriptors = int(house.url.rpartition(":")[2]), Path(f"/proc/{house.pid}/fd")
        before = len(list(descriptors.iterdir()))
        for number in range(150):
            held = socket.create_connection(("127.0.0.1", port), source_address=(BAD, 0))
            stack.callback(held.close)
            if number % 2:
                with suppress(OSError):
                    held.send(b"GET / HTTP/1.1\r\nx-slow: ")
        time.sleep(0.5)
        assert len(list(descriptors.iterdir())) - before < 100, "of one address"
        for _ in range(3):
            with visitor(house, OTHER) as other:
                assert other.get("/rules").status_code == 200


def test_somebody_elses_hint_does_not_wait_for_all_of_theirs(house: Server) -> None:
    """D6: with 25 tables that asked before, it took 51.8 s."""
    answered, told = list[str](), list[str]()

    def wait_for_hint(player: Player, name: str) -> None:
        with suppress(ConnectionClosed, TimeoutError):
            while (message := player.hear(60))["kind"] != "hint":
                if message["kind"] == "news":
                    told.extend(message["words"])
            answered.append(name)

    with visitor(house, CLASS) as bad, visitor(house, GOOD) as good, ExitStack() as stack:
        bots = {f"seat{seat}": "random" for seat in range(1, 4)}
        mine = stack.enter_context(seated(house, new_table(house, good, BRIDGE, **bots), GOOD))
        theirs = [stack.enter_context(seated(house, new_table(house, bad, BRIDGE, **bots), CLASS)) for _ in range(10)]
        for player in (*theirs, mine):
            player.wait_for_turn()
        for player in theirs:
            player.say(do="hint", id=secrets.token_hex(6), version=player.version)
        waiting = [threading.Thread(target=wait_for_hint, args=(player, "theirs"), daemon=True) for player in theirs]
        for thread in waiting:
            thread.start()
        begun = time.monotonic()
        mine.say(do="hint", id=secrets.token_hex(6), version=mine.version)
        mine.say(do="ping")
        assert mine.until("pong"), "the page is answered while its hint is thought of"
        assert time.monotonic() - begun < LONGEST_DELAY
        wait_for_hint(mine, "mine")
        before = answered.index("mine")
        assert before <= 4, f"{before} of 10 came first"
        for thread in waiting:
            thread.join(60)
    assert any("before yours" in words for words in told), "whoever waits is told how many come first"


def test_bots_and_analyses_of_others_stop_nobody(start_server: Callable[..., Server]) -> None:
    """D6: 29 tables with three architects, and 20 analyses, took all places. It is stopped at the end, or they would think on."""
    house = start_server("--analysis-simulations", "300", "--solver-seconds", "0")
    lines = RECORD.read_text().rstrip("\n").split("\n")
    records = ["\n".join(line for line in lines[:end] if not line.startswith("[Result")) for end in range(-10, 0)]
    with playing(house, times=3), visitor(house, BAD) as bad:
        for _ in range(6):
            new_table(house, bad, BRIDGE, **{f"seat{seat}": "architect" for seat in range(1, 4)})
        answers = [bad.post("/open/analysis/start", data={"record": record, "name": "r"}).status_code for record in records]
        assert set(answers) == {200, 403}, "one visitor does not take all places"
        with visitor(house, OTHER) as other:
            assert other.post("/open/analysis/start", data={"record": RECORD.read_text(), "name": "r"}).status_code == 200
        time.sleep(2)
    house.stop()


def test_spectators_cannot_fill_the_chat_or_speak_as_a_player(house: Server) -> None:
    """D6: 12 sockets filled it for ever. D21: a spectator could be called like a player."""
    with visitor(house, GOOD) as good, ExitStack() as stack:
        token = new_table(house, good, BRIDGE, seat1="friend", name1="Ben", public="yes")
        player = stack.enter_context(seated(house, token, GOOD))
        player.until("state")
        with visitor(house, BAD) as bad:
            watching = bad.get(f"/watch/{token.split('.')[0]}").url.path.split("/")[2]
        spectators = [stack.enter_context(seated(house, watching, BAD)) for _ in range(6)]
        refused = spectators[0].ask("say", text="I resign", name="Аnn")
        assert refused["kind"] == "refused"
        answers = [spectator.ask("say", text="spam " * 60, name="Wat") for spectator in spectators for _ in range(12)]
        assert sum(answer["kind"] == "ack" for answer in answers) <= 6 * 8
        assert sum(answer["kind"] == "refused" for answer in answers) > 20
        assert player.ask("say", text="hello?")["kind"] == "ack"
        ben = new_table(house, good)
        assert ben, "and everything else goes on"


def test_the_server_asks_for_all_descriptors_it_can_get(house: Server) -> None:
    """D4: with 1,024 of them a thousand connections were all there could be."""
    limits = Path(f"/proc/{house.pid}/limits").read_text()
    line = next(line for line in limits.splitlines() if line.startswith("Max open files"))
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert int(line.split()[3]) == min(hard, MOST_DESCRIPTORS) or hard == resource.RLIM_INFINITY


def test_a_wrong_limit_is_named(start_server: Callable[..., Server]) -> None:
    with pytest.raises(AssertionError, match="no limit 'cakes'"):
        start_server("--limit", "cakes=3/1")
