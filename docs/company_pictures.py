"""The pictures of `screenshots.py --only company`: people come by a link, play, and come back the next day; a tournament; the
workshop; a puzzle; a day. The server is this process, so that its clock can be turned.
"""

from __future__ import annotations

import asyncio
import io
import socket
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, expect

from londinium.table import commands
from londinium.table.events import now_ms
from londinium.table.hall.hall import Hall
from londinium.table.hall.thinkers import choose
from londinium.table.store import open_store
from londinium.web.app import create_app
from londinium.web.http.limits import NO_LIMITS

IMAGES = Path(__file__).parent / "images"
HOST = "londinium.example"
"""What the links in the pictures say; the browser is told where it is."""
RESOLVES = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
BRIDGE, CITY = "old-london-bridge", "next-station-london"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1.5,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
}
A_DAY = 24 * 3600 * 1000
T = TypeVar("T")


class OwnServer:
    """The site in a thread of this process."""

    def __init__(self, folder: str) -> None:
        self.shift = 0
        """Milliseconds by which its clock is ahead."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.home = f"http://{HOST}:{self.port}"
        self._begun: Future[asyncio.AbstractEventLoop] = Future()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(f"sqlite:///{folder}/company.db")))
        self._thread.start()
        self._loop = self._begun.result()

    async def _serve(self, database: str) -> None:
        self.app = create_app(await open_store(database), NO_LIMITS, now=lambda: now_ms() + self.shift)
        self._server = uvicorn.Server(uvicorn.Config(self.app, log_level="error"))
        serving = asyncio.create_task(self._server.serve([self._listening]))
        while not self._server.started:
            await asyncio.sleep(0.05)
        self._begun.set_result(asyncio.get_running_loop())
        await serving

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.site.hall
        return hall

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def client(self) -> httpx.Client:
        """Somebody with a browser that nobody looks at."""
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", follow_redirects=True, timeout=60)

    def play(self, address: str, bot: str = "greedy", moves: int = 10_000) -> None:
        """Play the table of an address as a bot would, for everybody at it."""
        self.do(self._play(address.split("/t/")[1].split(".", maxsplit=1)[0], bot, moves))

    async def _play(self, id: str, bot: str, moves: int) -> None:
        table = await self.hall.open(id)
        while moves and not table.is_over:
            seat = table.match.to_act[-1]
            move = table.match.moves.text(choose(bot, table.match, seat))
            await self.hall.command(table.id, seat, commands.Move(f"m{table.number}", table.version(seat), move))
            moves -= 1

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(30)


def keep(page: Page, file: str) -> None:
    page.wait_for_timeout(900)
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").save(IMAGES / file, quality=62, method=6)


def company(browser: Browser, folder: str) -> None:
    server = OwnServer(folder)
    try:
        next_day(browser, server, invited(browser, server))
        open_seats(browser, server)
        tournament(browser, server)
        rest(browser, server)
    finally:
        server.stop()


def three(browser: Browser, kept: Sequence[StorageState | None]) -> list[Page]:
    """A desktop and two phones, with what their browsers kept."""
    sizes = zip((DESKTOP, PHONE, PHONE), kept, strict=True)
    contexts = [browser.new_context(**size, storage_state=state) for size, state in sizes]
    for context in contexts:
        context.add_init_script('localStorage["londinium-pace"] = "at-once"')
    return [context.new_page() for context in contexts]


def invited(browser: Browser, server: OwnServer) -> list[StorageState]:
    """From an invitation to the end of a match; what the browsers keep of it."""
    maud, hugh, rosa = pages = three(browser, (None, None, None))
    maud.goto(f"{server.home}/new/{BRIDGE}?with=friends")
    maud.locator("[name=name0]").fill("Maud")
    maud.locator("[name=seat2]").select_option("friend")
    maud.locator("[name=puzzles]").check()
    maud.locator("form .main").click()
    link = maud.locator("#link-for-all").input_value()
    keep(maud, "company-invitation.webp")
    hugh.goto(link)
    hugh.locator("#name").fill("Hugh")
    keep(hugh, "company-join-phone.webp")
    hugh.get_by_role("button", name="Sit down", exact=True).tap()
    at_table(hugh)
    expect(maud.locator(".came")).to_have_text("1 seat is still free.")
    keep(maud, "company-filling.webp")
    rosa.goto(link)
    rosa.locator("#name").fill("Rosa")
    rosa.get_by_role("button", name="Sit down", exact=True).tap()
    at_table(rosa)
    maud.get_by_role("link", name="To the table").click()
    at_table(maud)
    server.play(maud.url)
    rosa.wait_for_selector(".table.over", timeout=90_000)
    part = rosa.locator(".consent")
    expect(part).to_contain_text("Rosa has not agreed")
    part.get_by_role("button").tap()
    expect(part).to_contain_text("Rosa agrees")
    part.scroll_into_view_if_needed()
    keep(rosa, "company-consent-phone.webp")
    kept = [page.context.storage_state() for page in pages]
    for page in pages:
        page.context.close()
    return kept


def next_day(browser: Browser, server: OwnServer, kept: list[StorageState]) -> None:
    """The same browsers a day later: one asks for a rematch, the others find it."""
    server.shift = A_DAY
    maud, hugh, rosa = pages = three(browser, kept)
    hugh.goto(f"{server.home}/#matches")
    keep(hugh, "company-next-day-phone.webp")
    hugh.locator(".matches").get_by_role("button", name="Rematch").tap()
    at_table(hugh)
    rosa.goto(server.home)
    keep(rosa, "company-rematch-phone.webp")
    for page in (maud, rosa):
        page.goto(server.home)
        page.locator(".waits.mine a").first.click()
        at_table(page)
    assert len({page.url.split("/t/")[1].split(".")[0] for page in (maud, hugh, rosa)}) == 1
    maud.locator("[data-open=people]").click()
    keep(maud, "company-rematch.webp")
    for page in pages:
        page.context.close()


def open_seats(browser: Browser, server: OwnServer) -> None:
    """Two tables that look for players."""
    for name, form in (("Wat", {"seat2": "friend"}), ("Joan", {"clock": "budget-15"})):
        with server.client() as host:
            game = BRIDGE if name == "Wat" else CITY
            page = host.post(f"/new/{game}", data={"seat0": "me", "name0": name, "seat1": "friend", "seeks": "yes", **form})
            host.get(f"{page.url.path}/seats")
    server.do(server.hall.visitors.note())
    look(browser, f"{server.home}/seats", "company-seats-phone.webp", PHONE)


def at_table(page: Page) -> None:
    page.wait_for_selector(".table[data-connected] .prompt-words")


def tournament(browser: Browser, server: OwnServer) -> None:
    """Four play the same cards, each alone; how it stands, and how it ended."""
    with server.client() as host:
        run = host.post(f"/tournaments/new/{CITY}", data={"title": "Family cup", "rounds": "3", "window": "24"}).url.path
        here = run.partition("/host/")[0]
        names = {"Maud": "search-200", "Hugh": "greedy", "Rosa": "search-48", "Wat": "greedy"}
        players = {name: server.client() for name in names}
        for name, player in players.items():
            player.post(here, data={"do": "enter", "name": name})
        for number in (1, 2, 3):
            for name, player in players.items():
                if (name, number) != ("Wat", 3):
                    seat = player.post(here, data={"do": "play", "round": str(number)})
                    server.play(str(seat.url), names[name])
            if number == 2:
                look(browser, f"{server.home}{here}", "tournament-standings.webp", DESKTOP)
        host.post(run, data={"do": "end"})
        look(browser, f"{server.home}{here}", "tournament-results-phone.webp", PHONE)
        for player in players.values():
            player.close()


def look(browser: Browser, address: str, file: str, size: dict[str, Any], act: Callable[[Page], None] | None = None) -> None:
    context = browser.new_context(**size)
    page = context.new_page()
    page.goto(address)
    if act is not None:
        act(page)
    keep(page, file)
    context.close()


def edit_city(page: Page) -> None:
    """A station where it cannot stay: the message stands at its place."""
    page.locator("#touch-b0").click()
    page.get_by_role("link", name="Row 2, column d").first.click()
    expect(page.locator("#touch-d2 .says")).to_be_visible()


def to_dice(page: Page) -> None:
    """The number and the sliders, beside the city that they make."""
    page.mouse.wheel(0, 320)


def to_changed_part(page: Page) -> None:
    """A tile that has another number on one's own cardboard."""
    for tile in (0, 1):
        page.locator(f"[id='part-buildings.chapel.{tile}']").get_by_role("checkbox").check()
    number = page.locator("[id='entry-buildings.chapel.2.number']")
    number.fill("13")
    number.press("Tab")
    expect(page.locator("[id='part-buildings.chapel.2'] small").first).to_be_visible()
    page.locator("[id='part-buildings.chapel.0']").scroll_into_view_if_needed()


def rest(browser: Browser, server: OwnServer) -> None:
    """The workshop, a puzzle, a day."""
    look(browser, f"{server.home}/workshop/{CITY}", "workshop-city.webp", DESKTOP, edit_city)
    look(browser, f"{server.home}/workshop/{CITY}?number=1666", "workshop-random.webp", DESKTOP, to_dice)
    look(browser, f"{server.home}/workshop/{BRIDGE}", "workshop-box.webp", DESKTOP, to_changed_part)
    look(browser, f"{server.home}/puzzles/{BRIDGE}/7", "puzzle.webp", DESKTOP, lambda page: page.wait_for_timeout(1500))
    look(browser, f"{server.home}/daily", "day-phone.webp", PHONE)
