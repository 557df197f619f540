"""The pictures in docs/images, taken from real matches on a real server: run `python docs/screenshots.py`.

Tables are prepared by playing them with bots from fixed seeds, then opened in Chromium.
"""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from londinium.kernel.match import Match
from londinium.table import commands
from londinium.table.hall.hall import Hall
from londinium.table.hall.thinkers import choose
from londinium.table.settings import TableSettings
from londinium.table.store import open_store

IMAGES = Path(__file__).parent / "images"
DESKTOP, TABLET, PHONE, LANDSCAPE = (1280, 800), (768, 1024), (360, 740), (844, 390)
"""So many pixels of the picture for one of the page."""
SCALES = {DESKTOP: 1.25, TABLET: 1.25, PHONE: 2.0, LANDSCAPE: 1.5}

TABLES = {
    # name: game, seats, options, seed, decisions to make, the hovered move is chosen on the page
    "bridge": ("old-london-bridge", 4, {}, 11, 70),
    "bridge-end": ("old-london-bridge", 4, {}, 11, 10_000),
    "station": ("next-station-london", 4, {"objectives": "on", "powers": "on"}, 4, 96),
    "station-end": ("next-station-london", 2, {}, 4, 10_000),
}
NAMES = ("Maud", "Hugh", "Rosa", "Wat")


def ready(match: Match) -> bool:
    """A position that shows something: seat 0 places a pawn or draws a section, alone or last, and has a choice."""
    placing = match.game.face.asks(match.position) in {"placing", "drawing"}
    return placing and match.to_act == (0,) and len(match.legal(0)) > 2


async def prepare(database: str) -> dict[str, str]:
    """Play the tables to where the pictures are taken; the links of seat 0."""
    hall = Hall(await open_store(database))
    await hall.start()
    links = {}
    for name, (game, seats, options, seed, decisions) in TABLES.items():
        kinds = ("person",) * seats
        table = await hall.create(TableSettings(game=game, kinds=kinds, names=NAMES[:seats], options=options, pace=0), seed=seed)
        for seat in range(seats):
            await hall.command(table.id, seat, commands.Join(id=f"join{seat}", name=NAMES[seat]))
        made = 0
        while not table.is_over and (made < decisions or not ready(table.match)):
            seat = table.match.to_act[-1]
            move = table.match.moves.text(choose("greedy", table.match, seat))
            await hall.command(table.id, seat, commands.Move(id=f"m{made}", version=table.version(seat), move=move))
            made += 1
        links[name] = hall.token(table, 0)
    await hall.shutdown()
    return links


def take(browser: Browser, url: str, file: str, size: tuple[int, int], scheme: str = "light", hover: bool = False) -> None:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        device_scale_factor=SCALES[size],
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(url)
    if "/t/" in url:
        page.wait_for_selector(".table[data-connected]")
        page.wait_for_timeout(400)
    if hover:
        moves = page.locator(".table svg :is([data-move], [data-ways])")
        moves.first.wait_for(state="attached")
        max(moves.all(), key=lambda thing: promise(page, thing)).focus()
        page.wait_for_timeout(400)
    if file.startswith("final"):
        page.locator(".prompt-bar button").first.click()
        page.wait_for_timeout(400)
    # 256 colours are enough, and a third of the bytes.
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(IMAGES / file, optimize=True)
    context.close()


def promise(page: Page, thing: Locator) -> int:
    """The most that the bubble of a move speaks of."""
    thing.focus()
    return max(map(int, re.findall(r"\+£?(\d+)", page.locator("#bubble").inner_text())), default=0)


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/table.db"
        links = asyncio.run(prepare(database))
        command = [sys.executable, "-m", "londinium", "serve", "--port", "0", "--database", database]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout is not None
            said = next(line for line in server.stdout if " at http" in line)
            home = said.partition(" at ")[2].split("/ ")[0]
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
                table = {name: f"{home}/t/{link}" for name, link in links.items()}
                take(browser, f"{home}/", "home.png", DESKTOP)
                take(browser, f"{home}/", "home-dark.png", DESKTOP, "dark")
                take(browser, table["bridge"], "old-london-bridge.png", DESKTOP, hover=True)
                take(browser, table["bridge"], "old-london-bridge-dark.png", DESKTOP, "dark")
                take(browser, table["bridge"], "old-london-bridge-phone.png", PHONE)
                take(browser, table["bridge"], "old-london-bridge-tablet.png", TABLET)
                take(browser, table["bridge"], "old-london-bridge-landscape.png", LANDSCAPE)
                take(browser, table["station"], "next-station.png", DESKTOP, hover=True)
                take(browser, table["station"], "next-station-dark.png", DESKTOP, "dark")
                take(browser, table["station"], "next-station-phone.png", PHONE)
                take(browser, table["station"], "next-station-tablet.png", TABLET)
                take(browser, table["station"], "next-station-landscape.png", LANDSCAPE)
                take(browser, table["bridge-end"], "final.png", DESKTOP)
                take(browser, table["bridge-end"], "final-phone.png", PHONE)
                take(browser, table["station-end"], "final-next-station.png", DESKTOP)
                take(browser, table["station-end"], "final-next-station-phone.png", PHONE)
                browser.close()
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()
