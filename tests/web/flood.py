"""Floods at full size, by hand: `cd tests; python -m web.flood`. What a player at another address feels (docs/benchmarks.md)."""

from __future__ import annotations

import secrets
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from conftest import Server

from .test_fair_play import BAD, BRIDGE, GOOD, KEYS, RECORD, Playing, at_once, new_table, seated, visitor

SECONDS = 8.0
Flood = Callable[[Server, threading.Event], object]


def nothing(house: Server, stop: threading.Event) -> None:
    stop.wait(SECONDS)


def box_file(house: Server, stop: threading.Event) -> str:
    with visitor(house, BAD) as bad:
        begun = time.monotonic()
        bad.post(f"/new/{BRIDGE}", data={"seat0": "me", "seat1": "builder", "box_name": "box", "box_text": KEYS})
        return f"answered after {time.monotonic() - begun:.1f} s"


def pages(house: Server, stop: threading.Event) -> str:
    with visitor(house, BAD) as bad:
        token = new_table(house, bad)
        end, codes = time.monotonic() + SECONDS, list[int]()
        while time.monotonic() < end:
            codes += at_once([lambda: bad.get(f"/t/{token}").status_code for _ in range(30)])
        return f"{codes.count(200)} pages, {codes.count(429)} refused"


def idle_connections(house: Server, stop: threading.Event) -> str:
    with ExitStack() as stack:
        for _ in range(1030):
            with suppress(OSError):
                held = socket.create_connection(("127.0.0.1", house.port), source_address=(BAD, 0), timeout=2)
                stack.callback(held.close)
                held.send(b"GET / HTTP/1.1\r\nx: ")
        time.sleep(1)
        with visitor(house, GOOD) as good:
            begun = time.monotonic()
            code = good.get("/rules").status_code
        return f"a newcomer gets {code} after {time.monotonic() - begun:.2f} s, the log has {len(house.log) // 1024} KiB"


def hints(house: Server, stop: threading.Event) -> str:
    bots = {f"seat{seat}": "random" for seat in range(1, 4)}
    with visitor(house, BAD) as bad, visitor(house, GOOD) as good, ExitStack() as stack:
        theirs = [stack.enter_context(seated(house, new_table(house, bad, BRIDGE, **bots), BAD)) for _ in range(25)]
        mine = stack.enter_context(seated(house, new_table(house, good, BRIDGE, **bots), GOOD))
        for player in (*theirs, mine):
            player.wait_for_turn()
        for player in (*theirs, mine):
            player.say(do="hint", id=secrets.token_hex(6), version=player.version)
        begun = time.monotonic()
        while mine.hear(120)["kind"] != "hint":
            pass
        return f"somebody else's hint after {time.monotonic() - begun:.1f} s"


def architects(house: Server, stop: threading.Event) -> str:
    three = {f"seat{seat}": "architect" for seat in range(1, 4)}
    with visitor(house, "127.0.0.6") as bad, visitor(house, GOOD) as good, ExitStack() as stack:
        for _ in range(25):
            stack.enter_context(seated(house, new_table(house, bad, BRIDGE, **three), "127.0.0.6"))
        time.sleep(2)
        begun = time.monotonic()
        mine = stack.enter_context(seated(house, new_table(house, good, seat1="master"), GOOD))
        mine.wait_for_turn()
        version = mine.version
        mine.ask("move", version=version, move=next(iter(mine.offers)))
        with suppress(TimeoutError):
            while not mine.turn or mine.version == version:
                mine.hear(60)
        return f"a master and two moves took {time.monotonic() - begun:.1f} s"


def unread_answers(house: Server, stop: threading.Event) -> str:
    long = RECORD.read_text().replace('[Seat0 "', '[Seat0 "' + "W" * 23_600)
    body = b"record=" + long.replace("\n", "%0A").replace('"', "%22").replace(" ", "+").encode() + b"&name=r"
    head = (
        b"POST /open/eyes/all HTTP/1.1\r\nhost: 127.0.0.1:%d\r\ncontent-type: application/x-www-form-urlencoded\r\n" % house.port
    )
    before = _memory(house)
    with ExitStack() as stack:
        for _ in range(15):
            held = socket.create_connection(("127.0.0.1", house.port), source_address=(BAD, 0))
            stack.callback(held.close)
            held.sendall(head + b"content-length: %d\r\n\r\n" % len(body) + body)
        stop.wait(SECONDS)
        return f"memory {before} -> {_memory(house)} MiB"


def _memory(house: Server) -> int:
    line = next(line for line in Path(f"/proc/{house.pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) // 1024


FLOODS: tuple[Flood, ...] = (nothing, pages, idle_connections, hints, architects, unread_answers, box_file)


def main() -> None:
    for flood in FLOODS:
        with tempfile.TemporaryDirectory() as folder:
            house = Server(Path(folder)).start()
            try:
                with Playing(house) as player:
                    told = flood(house, threading.Event())
                    if len(player.delays) < 3:
                        time.sleep(3)
                delays = sorted(player.delays) or [0.0]
                median, worst = 1000 * statistics.median(delays), 1000 * delays[-1]
                print(f"| {flood.__name__} | {len(delays)} | {median:.0f} | {worst:.0f} | {told or ''} |", flush=True)
            finally:
                house.kill()


if __name__ == "__main__":
    main()
