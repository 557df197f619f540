"""The workshop: printed material to look at, to change, to check, to keep and to play with. The address holds all of it."""

from __future__ import annotations

import secrets
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from londinium.kernel.contracts.workshop import Workshop, workshop_of
from londinium.kernel.game import Game
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_
from londinium.table.settings import LARGEST_BOX
from londinium.web.http.answers import download
from londinium.web.http.assets import NoSuchPage
from londinium.web.http.doors import site_address
from londinium.web.http.reader import clean_name, reader_of
from londinium.web.pages.bench import (
    LARGEST_NUMBER,
    BenchPage,
    Dice,
    bench_address,
    bench_page,
    changed_values,
    proof_notes,
    read_dice,
)
from londinium.web.pages.box_cards import box_page_card, drawn_box, has_card
from londinium.web.pages.boxes import BadBox, kept_name, unpacked_box
from londinium.web.pages.opponents import opponents
from londinium.web.pages.quick import last_choice
from londinium.web.pages.templates import render, shown_games, with_wishes
from londinium.web.routes.cards import drawn_card
from londinium.web.site import check_pace, site_of

MOST_FIELDS = 600


def _asked(request: Request) -> tuple[Game, Workshop]:
    game = find_game(request.path_params["game"])
    shop = workshop_of(game)
    if shop is None:
        raise NoSuchPage
    return game, shop


async def _laid_out(request: Request, game: Game, text: str, name: str) -> BenchPage:
    """A box on the bench, read and drawn aside."""
    code = reader_of(request).code
    return await site_of(request).readings.read(lambda: bench_page(game.slug, text, name, code))


async def all_workshops(request: Request) -> Response:
    shops = [(game, shop) for game in shown_games() if (shop := workshop_of(game)) is not None]
    words = {game.slug: reader_of(request).words(game) for game, _ in shops}
    return render(request, "workshop.html", shops=shops, words=words, covers=site_of(request).covers)


async def bench(request: Request) -> Response:
    """A box on the bench: the one that the address holds, a random one, or the printed one."""
    game, shop = _asked(request)
    sent = request.query_params
    dice, name = read_dice(shop, sent), clean_name(sent.get("name", ""))
    if "dice" in sent or ("number" in sent and "box" not in sent):
        return await _throw(request, game, shop, dice)
    if "box" in sent:
        check_pace(request, "edits")  # somebody else's box has to be drawn again
    text = unpacked_box(sent["box"]) if "box" in sent else shop.printed()
    page = await _laid_out(request, game, text, name)
    chosen = sent.get("brush", "")
    names = [brush.name for brush in page.bench.brushes]
    facts: dict[str, Any] = {
        "shop": shop,
        "page": page,
        "name": name,
        "brush": chosen if chosen in names else page.first_brush,
        "dice": dice,
        "link": site_address(request).rstrip("/") + bench_address(game, text, name),
        "quick": last_choice(request, game),
        "opponents": opponents(game, reader_of(request).words(game)),
        "most": LARGEST_NUMBER,
        "contact": site_of(request).place.contact,
    }
    if "box" in sent and has_card(page):
        facts["card"] = box_page_card(request, game, page.code, name)
    return render(request, "bench.html", 200, game, **facts)


async def box_card(request: Request) -> Response:
    """A city as a picture, for people who get a link to it."""
    game, _ = _asked(request)
    words, name = reader_of(request).words(game), clean_name(request.query_params.get("name", ""))
    check_pace(request, "edits")
    text = unpacked_box(request.query_params.get("box", ""))
    page = await _laid_out(request, game, text, name)
    if not has_card(page):
        raise NoSuchPage
    return await drawn_card(request, ("box", game.slug, page.code, name, words.code), lambda: drawn_box(game, text, name, words))


async def _throw(request: Request, game: Game, shop: Workshop, dice: Dice) -> Response:
    """A random box: of the number that was asked for, or of a new one."""
    if not shop.SLIDERS:
        raise NoSuchPage
    check_pace(request, "posts")
    if dice.number is None or request.query_params.get("dice"):
        dice = Dice(secrets.randbelow(LARGEST_NUMBER), dice.structure)
    assert dice.number is not None
    text = await site_of(request).random_boxes.made(game.slug, dice.number, dice.structure, shop.random_box)
    there = bench_address(game, text, str(dice.number), request.query_params.get("brush", "")[:20], dice)
    return with_wishes(request, RedirectResponse(there, 303))


async def edit(request: Request) -> Response:
    """One step: a brush touches a place, or values were changed. The answer is where the new box lies."""
    game, shop = _asked(request)
    check_pace(request, "edits")
    async with request.form(max_files=0, max_fields=MOST_FIELDS, max_part_size=LARGEST_BOX) as form:
        sent = {name: value for name, value in form.items() if isinstance(value, str)}
    text = unpacked_box(sent.get("box", ""))
    name, brush, dice = clean_name(sent.get("name", "")), sent.get("brush", "")[:20], read_dice(shop, sent)

    def changed() -> str:
        page = bench_page(game.slug, text, name, reader_of(request).code)
        values = changed_values(page.bench, sent)
        after = shop.change(text, values) if values else text
        return shop.touch(after, brush, sent["touch"][:60]) if "touch" in sent else after

    after = await site_of(request).readings.read(changed)
    return RedirectResponse(bench_address(game, after, name, brush, dice), 303)


async def open_file(request: Request) -> Response:
    """A file of somebody's own comes onto the bench, right or wrong."""
    game, _ = _asked(request)
    check_pace(request, "posts")
    async with request.form(max_files=1, max_fields=2, max_part_size=LARGEST_BOX) as form:
        upload = form.get("file")
        if not isinstance(upload, UploadFile) or not upload.filename:
            raise BadBox(N_("please choose a file"))
        name, data = upload.filename, await upload.read(LARGEST_BOX + 1)
    if len(data) > LARGEST_BOX:
        raise BadBox(N_("this file is too large for the workshop"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadBox(N_("this is not plain text")) from None
    return RedirectResponse(bench_address(game, text, clean_name(name.rpartition(".")[0] or name)), 303)


async def keep_file(request: Request) -> Response:
    """The file to keep, with what its owner has compared."""
    game, shop = _asked(request)
    check_pace(request, "edits")
    async with request.form(max_files=0, max_fields=8, max_part_size=LARGEST_BOX) as form:
        sent = {name: value for name, value in form.items() if isinstance(value, str)}
    text, name = unpacked_box(sent.get("box", "")), clean_name(sent.get("name", ""))
    page = await _laid_out(request, game, text, name)
    notes = proof_notes(page, sent.get("agreed", "")) if shop.PROOF else []
    whole = await site_of(request).readings.read(lambda: shop.whole_file(text, notes))
    return download(whole, kept_name(shop, name), "text/plain")
