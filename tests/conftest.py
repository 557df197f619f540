"""A real server in a process of its own, and a real Chromium, for the tests that need them."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

os.environ.setdefault("LONDINIUM_QUIET", "1")  # whether something is compiled first depends on the tests before

PATIENCE = 180
"""Seconds until a server must answer: the first one on a machine compiles the rules."""


LONG = {"accessible", "hidden", "levels", "lost_connections", "matches", "motion", "numbers", "replay", "windows"}
"""Tests in a browser that take ten times as long as the others."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop running, in which no other test can start its own.

    Workers are given tests by the handful: the long ones are spread between the files of the others, so that nobody is given all
    of them, and all of them have begun when a third of the others is left, so that nobody works alone at the end.
    """
    long, others, rest = list[pytest.Item](), list[pytest.Item](), list[pytest.Item]()
    for item in items:
        in_browser = "browser" in getattr(item, "fixturenames", ())
        (rest if not in_browser else long if item.path.stem.removeprefix("test_") in LONG else others).append(item)
    files = [item.path for item in others]
    spread = [files.index(files[number * len(files) * 2 // 3 // len(long)]) if files else 0 for number in range(len(long))]
    mixed = sorted([*zip(spread, long, strict=True), *enumerate(others)], key=lambda place: place[0])
    items[:] = [*rest, *(item for _, item in mixed)]


class Server:
    """`londinium serve` over a database of its own. It can be killed and started again at the same address."""

    def __init__(self, folder: Path, *options: str, database: str | None = None) -> None:
        self.folder, self.options = folder, options
        self.database = database or f"sqlite:///{folder / 'table.db'}"
        self.log_file = folder / "server.log"
        self.url = ""
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, loaded: bool = True) -> Server:
        """`loaded`: wait until it has its rules; it answers before, with simple bots."""
        said = self.folder / "said.txt"
        command = [sys.executable, "-m", "londinium", "serve", "--port", str(self.port), "--database", self.database]
        begun = len(self.log) if self.log_file.exists() else 0
        with said.open("wb") as out, self.log_file.open("ab") as log:
            environment = {**os.environ, "LONDINIUM_LANG": "en"}
            self._process = subprocess.Popen([*command, *self.options], stdout=out, stderr=log, env=environment)
        end = time.monotonic() + PATIENCE
        while " at http" not in said.read_text():
            assert self._process.poll() is None, self.log
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.05)
        self.url = said.read_text().partition(" at ")[2].split("/ ")[0]
        self.port = int(self.url.rpartition(":")[2])
        while loaded and '"rules ready"' not in self.log[begun:]:
            assert time.monotonic() < end, "the rules are not there"
            time.sleep(0.05)
        return self

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return self.log_file.read_text()

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it and wait; `signal.SIGKILL` is a crash."""
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait(30)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def client(self, **settings: Any) -> httpx.Client:
        """A browser without scripts: it keeps cookies and follows where it is led."""
        return httpx.Client(base_url=self.url, follow_redirects=True, timeout=30, **settings)

    def socket_url(self, token: str) -> str:
        return f"{self.url.replace('http', 'ws', 1)}/ws/{token}"


@contextmanager
def servers() -> Iterator[Callable[..., Server]]:
    """Servers that are started inside, and all stopped together at the end."""
    started: list[Server] = []
    folders: list[tempfile.TemporaryDirectory[str]] = []

    def start(*options: str, database: str | None = None) -> Server:
        folder = tempfile.TemporaryDirectory(prefix="londinium-test-")
        folders.append(folder)
        server = Server(Path(folder.name), *options, database=database).start()
        started.append(server)
        return server

    yield start
    with ThreadPoolExecutor() as stopping:  # each of them lets its people go first
        list(stopping.map(Server.stop, [server for server in started if server.is_running]))
    for folder in folders:
        folder.cleanup()


@pytest.fixture(scope="module")
def start_server() -> Iterator[Callable[..., Server]]:
    """Start servers of one's own: `start_server("--no-limits")`. They are stopped when the tests of this file are over."""
    with servers() as start:
        yield start


@pytest.fixture(scope="module")
def not_last() -> Iterator[None]:
    """Analyses and solvers take their turn like everybody else; behind the other tests they would be waited for too long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LONDINIUM_NICE", "0")
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests that do not stop it. Nobody's speed is limited."""
    with servers() as start:
        yield start("--no-limits")


CHROMIUMS = ("chromium-headless-shell", "chromium")
"""Debian's packages, and their programs: without a window, and with all that belongs to one."""


def installed(*programs: str) -> str:
    """The path of the first of these programs that is there, or that apt can install."""
    with (Path(tempfile.gettempdir()) / "londinium-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not shutil.which(programs[0]) and shutil.which("apt-get") and os.geteuid() == 0:
            apt_get = ["apt-get", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"]
            subprocess.run([*apt_get, "update", "-qq"], check=False)
            for package in programs:
                command = [*apt_get, "install", "-y", "-qq", "--no-install-recommends", package, "fonts-dejavu-core"]
                if shutil.which(package) or subprocess.run(command, check=False).returncode == 0:
                    break
    found = next(filter(None, map(shutil.which, programs)), None)
    if found is None:
        problem = f"there is no {programs[0]}, and apt-get could not install it"
        if os.environ.get("CI"):
            pytest.fail(problem)
        pytest.skip(problem)
    return found


@pytest.fixture(scope="session")
def program() -> Callable[..., str]:
    """`program("nginx")`: its path; installed by apt where it is missing."""
    return installed


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium, of the one without a window where there is one: it takes a third less of the processor. Installed by
    apt where it is missing; without it tests fail on CI and are skipped elsewhere.
    """
    return installed(*CHROMIUMS)


WITHOUT_FEATURES = (
    # The lists below an address bar that nobody sees: a process for each of them takes most of what a new page takes.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright leaves out itself; of two such lists Chromium reads the last.
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
# Debian's Chromium paints with a GPU; one that is only imitated takes a sixth more of the processor than painting without.
PLAIN = ("--no-sandbox", "--disable-gpu", "--disable-gpu-rasterization", f"--disable-features={','.join(WITHOUT_FEATURES)}")
"""How Chromium is started: without what costs time and shows nothing."""


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser per process: Playwright cannot be started twice in one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=PLAIN)
        yield found
        found.close()


@pytest.fixture
def windowed(browser: Browser) -> Iterator[Browser]:
    """Chromium with all that belongs to a window, notifications too."""
    found = browser.browser_type.launch(executable_path=installed(CHROMIUMS[1]), args=PLAIN)
    yield found
    found.close()
