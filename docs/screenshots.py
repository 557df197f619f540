"""The pictures in docs/images, taken from real matches on a real server: run `python docs/screenshots.py`.

Tables are prepared by playing them with bots from fixed seeds, then opened in Chromium. `--only look` takes only those of
matches on their way, which `docs/table.md` shows; `--only company` those of people who meet, and of what they make.
"""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from company_pictures import RESOLVES, company
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Playwright, sync_playwright

from londinium.kernel.contracts.drawing import Scene
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

NAMES = ("Maud", "Hugh", "Rosa", "Wat")
GAP = 10
"""Pixels between pictures of a row."""


def ready(match: Match) -> bool:
    """A position that shows something: seat 0 places a pawn or draws a section, alone or last, and has a choice."""
    return asks(match, "placing", "drawing") and len(match.legal(0)) > 2


def asks(match: Match, *kinds: str) -> bool:
    """Whether seat 0 decides something of these kinds, alone or last."""
    return match.to_act == (0,) and match.game.face.asks(match.position) in kinds


def has_power(match: Match) -> bool:
    """Whether seat 0 may use up a power."""
    if not ready(match):
        return False
    drawn = match.game.drawing.draw(match.view(0, refusals=False), Scene(match.words("en"), match.names))
    return any(offer.costs for offer in drawn.offers.values())


def ends_round(match: Match) -> bool:
    """Whether the decision of seat 0 is the last of a round."""
    if not asks(match, "drawing"):
        return False
    trial = match.copy()
    trial.push(trial.legal(0)[0], 0)
    return bool(trial.view(0).board.round > match.view(0).board.round)


TABLES: dict[str, tuple[str, int, dict[str, str], int, int, Callable[[Match], bool]]] = {
    # name: game, seats, options, seed, decisions to make, and from then on what is waited for
    "bridge": ("old-london-bridge", 4, {}, 11, 70, ready),
    "bridge-end": ("old-london-bridge", 4, {}, 11, 10_000, ready),
    "station": ("next-station-london", 4, {"objectives": "on", "powers": "on"}, 4, 96, ready),
    "station-end": ("next-station-london", 2, {}, 4, 10_000, ready),
    "bids": ("old-london-bridge", 4, {}, 5, 50, lambda match: asks(match, "card-choice")),
    "cards": ("old-london-bridge", 3, {}, 5, 20, lambda match: asks(match, "taking-cards")),
    "replacing": ("old-london-bridge", 3, {}, 5, 30, lambda match: asks(match, "replacing")),
    "round": ("next-station-london", 2, {}, 5, 20, ends_round),
    "alone": ("next-station-london", 1, {}, 6, 14, ready),
    "phone-bids": ("old-london-bridge", 3, {}, 8, 24, lambda match: asks(match, "card-choice")),
    "phone-tiles": ("old-london-bridge", 3, {}, 8, 12, lambda match: asks(match, "picking")),
    "phone-end": ("old-london-bridge", 3, {}, 8, 10_000, ready),
    "tablet-power": ("next-station-london", 4, {"objectives": "on", "powers": "on"}, 9, 4, has_power),
    "tablet-round": ("next-station-london", 4, {"objectives": "on"}, 9, 40, ends_round),
    "tablet-end": ("next-station-london", 4, {"objectives": "on", "powers": "on"}, 9, 10_000, ready),
}


async def prepare(database: str) -> dict[str, str]:
    """Play the tables to where the pictures are taken; the links of seat 0."""
    hall = Hall(await open_store(database))
    await hall.start()
    links = {}
    for name, (game, seats, options, seed, decisions, waits_for) in TABLES.items():
        kinds = ("person",) * seats
        table = await hall.create(
            TableSettings(game=game, kinds=kinds, names=NAMES[:seats], options=options, pace=0, hints=seats == 1), seed=seed
        )
        for seat in range(seats):
            await hall.command(table.id, seat, commands.Join(id=f"join{seat}", name=NAMES[seat]))
        made = 0
        while not table.is_over and (made < decisions or not waits_for(table.match)):
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
    # Only what comes with Londinium: another game may be installed here.
    page.evaluate("document.querySelectorAll('article.game:nth-child(n + 3)').forEach((each) => each.remove())")
    if hover:
        moves = page.locator(".table svg :is([data-move], [data-ways]:not([data-which]))")
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


def look(browser: Browser, url: str, file: str, size: tuple[int, int], act: Callable[[Page], None]) -> None:
    """A picture of what somebody sees who does something at a table."""
    seen(browser, url, size, act, 1.0 if size == DESKTOP else 1.5).save(IMAGES / file, quality=62, method=6)


def row(browser: Browser, file: str, size: tuple[int, int], moments: list[tuple[str, Callable[[Page], None]]]) -> None:
    """Moments of matches at one size, side by side."""
    pictures = [seen(browser, url, size, act, 1.0) for url, act in moments]
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    joined = Image.new("RGB", (width, size[1]), "white")
    for number, picture in enumerate(pictures):
        joined.paste(picture, (number * (size[0] + GAP), 0))
    joined.save(IMAGES / file, quality=62, method=6)


def seen(browser: Browser, url: str, size: tuple[int, int], act: Callable[[Page], None], scale: float) -> Image.Image:
    touch = size[0] < 900
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=scale,
        has_touch=touch,
        is_mobile=touch,
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(".table[data-connected] .prompt-words" if "/t/" in url else ".table .prompt-words")
    page.wait_for_timeout(1200)
    act(page)
    page.wait_for_timeout(900)
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        found = picture.convert("RGB")
    context.close()
    return found


def middle(page: Page, selector: str, at: int = 0) -> tuple[float, float]:
    box = page.locator(selector).nth(at).bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point(selector: str, at: int = 0) -> Callable[[Page], None]:
    return lambda page: page.mouse.move(*middle(page, selector, at))


def click(selector: str, at: int = 0) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.mouse.move(*middle(page, selector, at))
        page.mouse.click(*middle(page, selector, at))

    return act


def tap(selector: str, at: int = 0) -> Callable[[Page], None]:
    return lambda page: page.touchscreen.tap(*middle(page, selector, at))


def reveal(page: Page) -> None:
    """Lay the highest card: all are turned over, large, around the rondel."""
    page.locator(".chips [data-move]").last.click()
    page.wait_for_timeout(500)
    page.locator("[data-act=confirm]").click()
    page.wait_for_selector(".prompt-words:has-text('The cards')")
    page.mouse.move(2, 2)


def last_of_a_round(page: Page) -> None:
    """Pass in the last turn of a round: the line is counted."""
    page.locator(".chips [data-move]").first.click()
    page.wait_for_timeout(500)
    page.locator("[data-act=confirm]").click()
    page.mouse.move(2, 2)
    page.wait_for_selector(".prompt-words:has-text('=')")


def hint(page: Page) -> None:
    page.locator("[data-act=hint]").click()
    page.wait_for_selector(".hint-panel li")
    page.mouse.move(2, 2)


def looks(browser: Browser, home: str, table: dict[str, str]) -> None:
    """A match on its way, at every kind of window."""
    learn = f"{home}/learn/old-london-bridge#step=8"
    look(browser, table["bids"], "look-bidding.webp", DESKTOP, point(".stage [data-lights=hope-chapel]"))
    look(browser, table["bids"], "look-reveal.webp", DESKTOP, reveal)
    look(browser, table["bridge"], "look-centre.webp", DESKTOP, click(".stage svg [data-ways]"))
    look(browser, table["cards"], "look-cards-tablet.webp", (820, 1180), tap(".supply [data-move]"))
    look(browser, table["replacing"], "look-replacing-phone.webp", (390, 844), tap(".chips [data-move]"))
    look(browser, learn, "look-lesson-phone.webp", (390, 844), lambda page: None)
    look(browser, table["bridge"], "look-bridge-landscape.webp", LANDSCAPE, tap(".chips [data-move]", 1))
    look(browser, table["round"], "look-round.webp", DESKTOP, last_of_a_round)
    look(browser, table["alone"], "look-hint.webp", DESKTOP, hint)
    look(browser, table["alone"], "look-why-not-tablet.webp", (820, 1180), tap("circle.place[data-place]", 12))
    look(browser, table["station"], "look-map-phone.webp", (390, 844), tap(".offers [data-move] [data-aim]"))


def sheets(page: Page) -> None:
    """The score sheets, added up."""
    if not page.locator("#final[open]").count():
        page.locator(".prompt-bar [data-open=final]").first.tap()
    page.wait_for_timeout(500)
    page.locator("#final .headline").tap()


def rows(browser: Browser, table: dict[str, str]) -> None:
    """Whole matches on a phone and on a tablet: a moment of each kind."""
    chip = ".chips [data-move]"
    phone = [
        ("phone-bids", tap(".stage [data-lights=hope-chapel]")),
        ("phone-bids", reveal),
        ("bridge", tap(".stage svg [data-ways]")),
        ("phone-tiles", tap(chip)),
        ("replacing", tap(chip, 1)),
        ("phone-end", sheets),
    ]
    tablet = [
        ("tablet-power", tap("[data-arm]")),
        ("station", tap(".offers [data-move] [data-aim]", 1)),
        ("tablet-round", last_of_a_round),
        ("tablet-end", sheets),
    ]
    row(browser, "look-olb-390.webp", (390, 844), [(table[name], act) for name, act in phone])
    row(browser, "look-ns-820.webp", (820, 1180), [(table[name], act) for name, act in tablet])


def promise(page: Page, thing: Locator) -> int:
    """The most that the bubble of a move speaks of."""
    thing.focus()
    # A sign and its number hold together by a joiner.
    told = page.locator("#bubble").inner_text().replace("\u2060", "")
    return max(map(int, re.findall(r"\+£?(\d+)", told)), default=0)


def stills(browser: Browser, home: str, table: dict[str, str]) -> None:
    """The tables as they stand."""
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


def chromium(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", RESOLVES])


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    only = sys.argv[2] if sys.argv[1:2] == ["--only"] else ""
    if only in ("", "company"):
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            company(chromium(playwright), folder)
    if only in ("", "look"):
        tables(only)


def tables(only: str) -> None:
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
                browser = chromium(playwright)
                table = {name: f"{home}/t/{link}" for name, link in links.items()}
                looks(browser, home, table)
                rows(browser, table)
                if not only:
                    stills(browser, home, table)
                browser.close()
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()
