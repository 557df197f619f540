"""The drawing: every fragment is sound, every legal move can be made on the table, and nothing hidden is drawn."""

from __future__ import annotations

import random
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import median
from xml.etree import ElementTree

import msgspec
import pytest

from londinium.games.old_london_bridge import GAME
from londinium.games.old_london_bridge.drawing import palette
from londinium.games.old_london_bridge.drawing.art.scoring_tiles import PAID_EACH_ROUND, symbol
from londinium.games.old_london_bridge.drawing.fragments import bids, heading, players
from londinium.games.old_london_bridge.drawing.fragments.prompt import prompt
from londinium.games.old_london_bridge.drawing.pieces import REFERENCE, sprite, symbols, used
from londinium.games.old_london_bridge.drawing.style import SHEETS
from londinium.games.old_london_bridge.face.events import RoundLeaderPaid
from londinium.games.old_london_bridge.face.view import Board
from londinium.kernel.contracts.drawing import Drawn, Scene, difference
from londinium.kernel.match import Match
from londinium.kernel.views import Outcome, View
from londinium.kernel.words.language import language, languages
from londinium.look import tokens

pytestmark = pytest.mark.slow_interpreted  # a drawing compiles nothing; what it reads is tested with the views

ART = GAME.drawing
NAMES = ("Maud", "Hugh", "Rosa", "Wat")
TABLES = [(seats, variant, money) for seats in GAME.seats for variant, money in (("base", "hidden"), ("expansion", "open"))]
WAYS = re.compile(r'data-ways="([^"]+)"')
MOVES, KEYS = re.compile(r'data-move="([^"]+)"'), re.compile(r'data-key="([^"]+)"')


def positions(seats: int, variant: str, money: str, seed: int, names: tuple[str, ...] = NAMES) -> Iterator[Match]:
    """A random match at every decision, and at its end."""
    match = GAME.match(seats=seats, seed=seed, variant=variant, options={"money": money}, names=names[:seats])
    choice = random.Random(seed)
    while not match.is_over:
        yield match
        seat = match.to_act[0]
        match.push(choice.choice(match.legal(seat)), seat)
    yield match


@cache
def views(seats: int, variant: str, money: str) -> tuple[View, ...]:
    """What everybody sees in two matches, a spectator included."""
    return tuple(
        match.view(viewer)
        for seed in (seats, seats + 10)
        for match in positions(seats, variant, money, seed)
        for viewer in (*match.to_act, None)
    )


def scene(seats: int, code: str = "en", names: tuple[str, ...] = NAMES) -> Scene:
    match = GAME.match(seats=seats, seed=1)
    return Scene(match.words(code), names[:seats])


def parse(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{markup}</div>")


def whole(drawn: Drawn) -> str:
    return "".join(drawn.fragments.values())


@pytest.mark.parametrize(("seats", "variant", "money"), TABLES)
def test_every_fragment_is_well_formed_and_has_a_slot(seats: int, variant: str, money: str) -> None:
    for view in views(seats, variant, money):
        drawn = ART.draw(view, scene(seats))
        layout = ART.layout(seats, view.seat, scene(seats))
        parse(layout)
        slots = re.findall(r'data-fragment="([^"]+)"', layout)
        assert sorted(slots) == sorted([*drawn.fragments, "prompt", "log"])
        for markup in drawn.fragments.values():
            parse(markup)
        for told in drawn.offers.values():
            parse(told.bubble)
            assert all(name in drawn.fragments and parse(ghost) is not None for name, ghost in told.ghosts.items())


@pytest.mark.parametrize(("seats", "variant", "money"), TABLES)
def test_every_legal_move_can_be_made(seats: int, variant: str, money: str) -> None:
    for view in views(seats, variant, money):
        drawn = ART.draw(view, scene(seats))
        legal = {offer.move for offer in view.offers}
        assert set(drawn.offers) == legal
        assert all(told.label for told in drawn.offers.values())
        on_the_board = set(MOVES.findall(whole(drawn)))
        on_the_board |= {move for ways in WAYS.findall(whole(drawn)) for move in ways.split("|")}
        on_buttons = [move for chip in drawn.chips for move in chip.split("|")]
        assert on_the_board | set(on_buttons) == legal
        assert len(on_buttons) == len(set(on_buttons))
        assert len(drawn.chips) <= 10


@pytest.mark.parametrize(("seats", "variant", "money"), TABLES)
def test_every_thing_has_one_place(seats: int, variant: str, money: str) -> None:
    for view in views(seats, variant, money):
        counts = Counter(KEYS.findall(whole(ART.draw(view, scene(seats)))))
        assert [key for key, count in counts.items() if count > 1] == []
        assert all(f"pawn-{seat}" in counts and f"chapel-{seat}" in counts and f"gate-{seat}" in counts for seat in range(seats))


@pytest.mark.parametrize(("seats", "variant", "money"), TABLES)
def test_fragments_refer_only_to_the_sprite(seats: int, variant: str, money: str) -> None:
    for view in views(seats, variant, money):
        drawn = ART.draw(view, scene(seats))
        ghosts = "".join(ghost for told in drawn.offers.values() for ghost in told.ghosts.values())
        assert set(REFERENCE.findall(whole(drawn) + ghosts + ART.layout(seats, view.seat, scene(seats)))) <= set(symbols())


def test_the_sprite_is_well_formed_and_its_ids_are_unique() -> None:
    ids = [element.get("id") for element in parse(sprite()).iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name is not None and name.startswith("olb-") for name in ids)
    assert all(name in symbols() for found in symbols().values() for name in used(found))
    assert len([name for name in ids if re.fullmatch(r"olb-[hm]\d+", name or "")]) == 120
    assert all(symbol(colour.name, side) in ids for colour in GAME.options[:4] for side in colour.choices if side != "random")


def style_of_the_table() -> str:
    return "".join((GAME.folder / "drawing" / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS)


def test_every_class_and_variable_has_a_style() -> None:
    sheet = ART.stylesheet()
    drawn = sprite() + "".join(whole(ART.draw(view, scene(4))) for view in views(4, "expansion", "open")[::9])
    classes = {name for names in re.findall(r'class="([^"]+)"', drawn) for name in names.split() if name.startswith("o-")}
    known = set(re.findall(r"\.(o-[\w-]+)", sheet))
    assert classes - known <= {"o-strengths", "o-mid", "o-tile", "o-shield"}, "a class without a rule"
    variables = set(re.findall(r"var\(--([\w-]+)\)", sheet + sprite()))
    own = set(re.findall(r"--([\w-]+):", style_of_the_table()))
    measures = {
        "u",
        "bar",
        "head",
        "foot",
        "card",
        "rise",
        "risen",
        "tabs-room",
        "tab-edge",
        "wheel",
        "wide",
        "across",
        "beside",
        "line",
    }
    forms = {"large", "little", "plaque", "plate-x", "plate-y", "plate-high", "plate-line", "plate-dashes"}
    assert own == measures | forms, "measures of the table, and its two forms"
    assert variables <= {*palette.LIGHT, *tokens.LIGHT, *tokens.TYPE, *own}
    assert palette.LIGHT.keys() == palette.DARK.keys()


def test_the_same_view_is_drawn_the_same() -> None:
    for first, second in zip(positions(3, "base", "hidden", 5), positions(3, "base", "hidden", 5), strict=True):
        assert ART.draw(first.view(0), scene(3)) == ART.draw(second.view(0), scene(3))


@pytest.mark.parametrize(("seats", "variant", "money"), TABLES)
def test_nothing_hidden_is_drawn(seats: int, variant: str, money: str) -> None:
    """With other cards and other money in the others' hands, a seat sees the same table, picture and text."""
    for number, match in enumerate(positions(seats, variant, money, 40 + seats)):
        viewer = number % seats
        disguised = match.with_state(GAME.face.disguise(match.position, viewer, number).states)
        before, after = match.view(viewer), disguised.view(viewer)
        own = scene(seats)
        assert ART.draw(before, own) == ART.draw(after, own)
        if number % 10 == 0:
            assert ART.picture(before, own) == ART.picture(after, own)
            assert ART.text_board(before, own) == ART.text_board(after, own)


def test_names_are_escaped() -> None:
    names = ('<b>"A"</b>', "B&amp;'B", "<script>", "]]>")
    own = scene(4, names=names)
    for match in positions(4, "base", "open", 3, names):
        for viewer in (0, None):
            drawn = ART.draw(match.view(viewer), own)
            everything = whole(drawn) + "".join(told.bubble for told in drawn.offers.values()) + ART.layout(4, viewer, own)
            assert "<script>" not in everything
            assert "<b>&quot;" not in everything
            assert parse(everything) is not None
    assert "<script>" not in ART.final(match.view(0), own) + ART.text_board(match.view(0), own) + ART.picture(match.view(0), own)
    ElementTree.fromstring(ART.picture(match.view(0), own))


def test_one_move_changes_little() -> None:
    """Only changed fragments travel; with the offers and their bubbles they are well below 6 KiB when compressed."""
    sizes = []
    before: dict[str, int] = {}
    for match in positions(4, "base", "hidden", 9):
        drawn = ART.draw(match.view(0), scene(4))
        message = msgspec.json.encode((difference(before, drawn.fragments).set, drawn.prompt, drawn.offers, drawn.chips))
        sizes.append(len(zlib.compress(message)))
    assert median(sizes[1:]) < 4 * 1024


def test_why_not_points_at_the_place() -> None:
    pointed = set()
    for seats, variant, money in TABLES:
        for view in views(seats, variant, money):
            for refused in view.refused:
                found = ART.why_not(view, scene(seats), refused)
                assert all(parse(markup) is not None for markup in found.values())
                pointed |= set(found)
    assert pointed == {"marks", "bridge"}


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_final_sheet_shows_every_line(seats: int) -> None:
    *_, match = positions(seats, "expansion", "hidden", 2)
    table = parse(ART.final(match.view(0), scene(seats)))
    rows = table.findall(".//tbody/tr")
    assert len(rows) == 9
    totals = [cell.text for cell in rows[-2].findall("td")]
    outcome = match.outcome
    assert outcome is not None
    assert totals == [f"£{score}" if score >= 0 else f"−£{-score}" for score in outcome.scores]


def test_what_was_paid_every_round_is_said_for_each() -> None:
    """The sheet counts it from what happened; without that it says only where it is."""
    chance = random.Random(3)
    sides = {option.name: choice for option in GAME.options for choice in option.choices if choice in PAID_EACH_ROUND}
    match = GAME.match(seats=3, seed=3, options=sides)
    while not match.is_over:
        match.push(chance.choice(match.legal(match.to_act[0])))
    happened = tuple(event for _, event in match.events(0))
    told = ART.final(match.view(0), replace(scene(3), events=happened))
    paid = [event for event in happened if isinstance(event, RoundLeaderPaid)]
    assert len(paid) > 10
    rows = {row.get("data-row"): row for row in parse(told).findall(".//tbody/tr")}
    for colour, side in match.view(0).board.scoring.items():
        sums = [sum(event.pounds for event in paid if (event.seat, event.scoring) == (seat, side)) for seat in range(3)]
        notes = [cell.findtext("small/span") for cell in rows[colour].findall("td")]
        assert notes == ([f"(£{amount} paid during the match)" for amount in sums] if side in PAID_EACH_ROUND else [None] * 3)
    assert "paid during the match)" not in ART.final(match.view(0), scene(3))


def test_the_final_sheet_shows_the_bridge_that_has_won() -> None:
    *_, match = positions(3, "base", "hidden", 2)
    assert match.outcome is not None
    picture = parse(ART.final(match.view(0), scene(3))).find(".//figure/svg")
    assert picture is not None
    best = match.view(0).board.players[match.outcome.winners[0]]
    spoken = picture.get("aria-label") or ""
    assert all(str(house.number) in spoken for house in best.bridge if house.number)
    assert not [each for each in picture.iter() if "data-key" in each.attrib], "nothing on it flies"


@pytest.mark.parametrize("code", languages())
def test_every_language_draws(code: str) -> None:
    for view in views(2, "expansion", "open")[::5]:
        own = scene(2, code)
        assert parse(whole(ART.draw(view, own)) + ART.text_board(view, own) + ART.final(view, own)) is not None
        assert len({tab.name for tab in ART.tabs(own)}) == 4


def test_a_picture_stands_alone() -> None:
    for match in positions(4, "expansion", "open", 6):
        if match.ply > 80:
            break
    for scheme in ("light", "dark"):
        picture = ElementTree.fromstring(ART.picture(match.view(0), scene(4), scheme))
        ids = {element.get("id") for element in picture.iter()}
        assert {element.get("href", "").removeprefix("#") for element in picture.iter() if element.get("href")} <= ids
        assert not [element for element in picture.iter() if element.get("data-key") or element.get("tabindex")]


def test_the_cover_stands_alone() -> None:
    cover = parse(ART.cover())
    ids = {element.get("id") for element in cover.iter() if element.get("id")}
    assert all(name is not None and name.startswith("olb-cover-") for name in ids)
    assert not ids & set(symbols())
    assert not [element for element in cover.iter() if element.get("href")]


def custom_box(folder: Path) -> Path:
    """The published box with other amounts."""
    text = (GAME.folder / "box" / "box.toml").read_text(encoding="utf-8")
    changes = {
        "cost = [1, 4, 7, 10, 14]": "cost = [2, 5, 8, 11, 17]",
        "4 = [5, 3, 1]": "4 = [9, 6]",
        "up-to = 30, pounds = 2": "up-to = 25, pounds = 3",
        "card-sets      = [5, 10, 15]": "card-sets      = [4, 9, 16]",
        "highest-card   = 2": "highest-card   = 7",
    }
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    path = folder / "other.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_another_box_shows_its_own_numbers(tmp_path: Path) -> None:
    options = {"hostelry": "card-sets", "bridge": "low-numbers", "money": "open"}
    match = GAME.match(seats=4, seed=3, options=options, box=custom_box(tmp_path))
    drawn = ART.draw(match.view(0), scene(4)).fragments
    texts = [element.text for element in parse(drawn["bridge"] + drawn["scoring"]).iter() if element.text]
    assert {"−17", "−11", "−8", "−5", "−2", "9 6", "4 9 16", "£3", "≤25", "Numbers to 25"} <= set(texts)
    assert not {"−14", "5 3 1", "≤30"} & set(texts)


@pytest.mark.parametrize("colour", ["chapel", "gate", "hostelry", "bridge"])
def test_every_scoring_has_a_standing(colour: str) -> None:
    """At the end of a match; what leads every round is known at least once the round has begun."""
    for side in next(option.choices for option in GAME.options if option.name == colour):
        if side == "random":
            continue
        match = GAME.match(seats=3, seed=4, options={colour: side, "money": "open"})
        while board_of(match).phase != "placing" or board_of(match).lowest is None:
            match.push(match.legal(match.to_act[0])[0], match.to_act[0])
        assert board_of(match).standings[colour], side


def board_of(match: Match) -> Board:
    board: Board = match.view(None).board
    return board


def test_a_large_hand_lies_in_piles() -> None:
    match = GAME.match(seats=3, seed=1)
    view = match.view(0)
    hand = (2, 5, 4, 0, 1)
    own = msgspec.structs.replace(view.board.players[0], hand=hand, cards=sum(hand))
    drawn = players.hand(own, (0, 1, 2, 4), scene(3))
    assert MOVES.findall(drawn) == ["play 0", "play 1", "play 2", "play 4"]
    assert KEYS.findall(drawn) == ["card-0-1", "card-1-4", "card-2-3", "card-4-0"]
    assert [element.text for element in parse(drawn).iter("text")] == ["×2", "×5", "×4"]


def test_the_turn_order_shows_every_card_of_the_round() -> None:
    match = GAME.match(seats=3, seed=1, names=list(NAMES[:3]))
    for seat, move in ((0, "play 4"), (1, "play 3")):
        match.push(move, seat)
    assert not re.findall(r"<text[^>]*>[0-4]</text>", heading.heading(match.view(None), scene(3)).split('class="order"')[1])
    assert "olb-card4" not in bids.bids(match.view(None), scene(3))
    assert "olb-card4" in bids.bids(match.view(0), scene(3))
    match.push("play 2", 2)
    while match.view(None).board.round == 1:
        if match.view(None).board.order:
            order = heading.heading(match.view(0), scene(3)).split('class="order"')[1]
            assert re.findall(r"<text[^>]*>([0-4])</text>", order) == ["4", "3", "2"]
        match.push(match.legal(match.to_act[0])[0], match.to_act[0])


@pytest.mark.parametrize(("scores", "told"), [((56, 55), ""), ((56, 56), "Ahead on the chapel track.")])
def test_a_tie_is_said_to_be_decided_by_the_chapel_track(scores: tuple[int, int], told: str) -> None:
    view = msgspec.structs.replace(GAME.match(seats=2, seed=1).view(None), outcome=Outcome(scores, (0, 1)))
    shown = prompt(view, Scene(language("en", GAME.folder), ("Maud", "Hugh")))
    assert (shown.sentence, shown.help) == ("Maud wins: £56", told)
