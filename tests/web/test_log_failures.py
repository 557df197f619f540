"""The log never stops play: a pipe that nobody reads, a reader who is gone, a disk without room cost lines, and no moves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx
import pytest

from londinium.web.http.journal import Journal
from londinium.web.http.lines import MOST_LINES_WAITING, LineThread

PIPE_HOLDS = 64 * 1024


@contextmanager
def serving_to(log: int | IO[bytes], folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server whose log goes there, and its address."""
    database = f"sqlite:///{folder}/table.db"
    command = [sys.executable, "-m", "londinium", "serve", "--lang", "en", "--port", "0", "--no-limits", "--database", database]
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=log)
    try:
        assert process.stdout is not None
        said = process.stdout.readline().decode()
        assert " at http" in said, said
        yield process, said.partition(" at ")[2].split("/ ")[0]
    finally:
        process.terminate()
        try:
            assert process.wait(30) in (0, -signal.SIGTERM)
        finally:
            process.kill()
            if process.stdout is not None:
                process.stdout.close()


def ask_often(url: str, lines: int) -> None:
    """So many requests that each leave a long line; each is answered at once."""
    with httpx.Client(base_url=url, timeout=20) as client:
        for number in range(lines):
            assert client.head(f"/no-such-page-{number:0100}").status_code == 404


def test_a_pipe_that_nobody_reads_and_then_nobody_has(tmp_path: Path) -> None:
    """Before, everything stood still after 64 kB, and after that every command ended its socket."""
    reading, writing = os.pipe()
    with serving_to(writing, tmp_path) as (_, url):
        os.close(writing)
        ask_often(url, PIPE_HOLDS // 150)
        # Somebody reads again: all lines come, in order and whole.
        heard = read_for(reading, 1.0)
        paths = [line["path"] for line in map(json.loads, filter(lambda line: line.startswith("{"), heard)) if "path" in line]
        assert len(paths) == PIPE_HOLDS // 150
        assert paths == sorted(paths)
        os.close(reading)
        ask_often(url, 20)


def read_for(reading: int, seconds: float) -> list[str]:
    """What comes from a pipe until nothing more comes for so long."""
    os.set_blocking(reading, False)
    heard, quiet_since = b"", time.monotonic()
    while time.monotonic() - quiet_since < seconds:
        try:
            heard += os.read(reading, 1 << 16)
            quiet_since = time.monotonic()
        except BlockingIOError:
            time.sleep(0.02)
    return heard.decode().splitlines()


def test_a_server_starts_and_plays_though_its_log_has_no_room(tmp_path: Path) -> None:
    """Before, it did not even start."""
    with Path("/dev/full").open("wb") as full, serving_to(full, tmp_path) as (_, url):
        ask_often(url, 20)


def test_addresses_of_visitors_are_noted_only_if_the_host_wants_that(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as file, serving_to(file, tmp_path, "--log-addresses") as (_, url):
        ask_often(url, 1)
    lines = [json.loads(line) for line in log.read_text().splitlines() if '"request"' in line]
    assert [line["address"] for line in lines] == ["127.0.0.1"]
    assert Journal().visitor("192.0.2.7") == {}


# ── The thread ───────────────────────────────────────────────────────────────


def every_line(reading: int) -> list[str]:
    heard = b""
    while more := os.read(reading, 1 << 16):
        heard += more
    return heard.decode().splitlines()


def test_what_is_lost_is_counted_and_told() -> None:
    reading, writing = os.pipe()
    lines = LineThread(writing, lambda lost: f"{lost} are missing")
    for number in range(3 * MOST_LINES_WAITING):
        lines.put(f"{number:0100}")
    assert lines.lost > 0
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.extend(every_line(reading)))
    reader.start()
    lines.close(wait=10)
    os.close(writing)
    reader.join(10)
    told = [int(line.split()[0]) for line in heard if "missing" in line]
    numbers = [int(line) for line in heard if "missing" not in line]
    assert sum(told) == lines.lost, "told as soon as there is room, and again if more was lost"
    assert len(numbers) == 3 * MOST_LINES_WAITING - lines.lost
    assert numbers == sorted(numbers)
    os.close(reading)


def test_a_disk_that_has_room_again(tmp_path: Path) -> None:
    """Writing fails for a while; nobody hears of it but whoever reads on."""
    file = tmp_path / "log"
    descriptor = os.open("/dev/full", os.O_WRONLY)
    lines = LineThread(descriptor)
    for _ in range(5):
        lines.put("nowhere")
    end = time.monotonic() + 10
    while lines.lost < 5 and time.monotonic() < end:
        time.sleep(0.01)
    assert lines.lost == 5
    good = os.open(file, os.O_WRONLY | os.O_CREAT)
    os.dup2(good, descriptor)
    lines.put("here")
    lines.close()
    assert file.read_text() == "(5 lines lost)\nhere\n"
    os.close(good)
    os.close(descriptor)


def test_the_end_does_not_wait_for_a_pipe_that_nobody_reads() -> None:
    reading, writing = os.pipe()
    lines = LineThread(writing)
    for _ in range(3):
        lines.put("x" * PIPE_HOLDS)
    begun = time.monotonic()
    lines.close(0.2)
    assert time.monotonic() - begun < 5
    assert os.read(reading, PIPE_HOLDS)
    os.close(reading)


def test_a_stream_in_memory_is_written_at_once() -> None:
    import io

    stream = io.StringIO()
    Journal(stream).write("started")
    assert json.loads(stream.getvalue())["event"] == "started"


@pytest.mark.parametrize("words", ["plain", "’ – 火", "\udcff"])
def test_any_words_can_be_written(words: str) -> None:
    reading, writing = os.pipe()
    lines = LineThread(writing)
    lines.put(words)
    lines.close()
    assert os.read(reading, 100).endswith(b"\n")
    os.close(reading)
    os.close(writing)
