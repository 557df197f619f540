"""The drawing: whole, deterministic, well-formed, and silent about what a seat may not know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.drawing import style
from londinium.games.next_station_london.drawing.palette import DARK, LIGHT
from londinium.kernel.contracts.drawing import Drawn, Scene
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.seeds import draw
from londinium.look import tokens

pytestmark = pytest.mark.slow_interpreted  # a drawing compiles nothing; what it reads is tested with the views

ART = GAME.drawing
NAMES = ("Ada", "Ben <b>&\"'", "Clémence", "Dan")
SETTINGS = [
    pytest.param(seats, options, id=f"{seats}-{name}")
    for name, options in (
        ("base", {}),
        ("both", {"objectives": "on", "powers": "on"}),
        ("chosen", {"powers": "on", "order": "chosen"}),
    )
    for seats in (1, 2, 3, 4)
    if name != "chosen" or seats == 1
]


def scene_of(match: Match, code: str = "en") -> Scene:
    return Scene(match.words(code), match.names)


def positions(seats: int, options: dict[str, str], seed: int = 3, step: int = 1) -> Iterator[Match]:
    """A match of random players, at the start, after every `step` plies and at the end."""
    match = GAME.match(seats=seats, seed=seed, options=options, names=NAMES[:seats])
    yield match
    while not match.is_over:
        seat = match.to_act[draw(seed, 2 * match.ply, len(match.to_act))]
        legal = match.legal(seat)
        match.push(legal[draw(seed, 2 * match.ply + 1, len(legal))], seat)
        if match.ply % step == 0 or match.is_over:
            yield match


def elements(markup: str) -> list[ElementTree.Element]:
    """All elements of a piece of markup, which must be well-formed."""
    return list(ElementTree.fromstring(f"<root>{markup}</root>").iter())


def whole_page(drawn: Drawn, match: Match, seat: int | None) -> str:
    return ART.sprite() + ART.layout(match.seats, seat, scene_of(match)) + "".join(drawn.fragments.values())


STEP = 3 if COMPILED else 12


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_a_whole_match(seats: int, options: dict[str, str]) -> None:
    """Every legal move can be made, everything referred to is there, nothing is there twice, every slot is filled."""
    for match in positions(seats, options, step=STEP):
        for seat in (*range(seats), None):
            view = match.view(seat, refusals=False)
            drawn = ART.draw(view, scene_of(match))
            found = elements(whole_page(drawn, match, seat))
            ids = Counter(element.get("id") for element in found if element.get("id"))
            assert max(ids.values()) == 1, ids.most_common(1)
            keys = Counter(element.get("data-key") for element in found if element.get("data-key"))
            assert not keys or max(keys.values()) == 1, keys.most_common(1)
            assert {element.get("href", "")[1:] for element in found if element.tag == "use"} <= set(ids)
            slots = {element.get("data-fragment") for element in found if element.get("data-fragment")}
            assert slots == {*drawn.fragments, "prompt", "log"}
            moves = {element.get("data-move") for element in found if element.get("data-move")}
            legal = {offer.move for offer in view.offers}
            assert moves <= legal
            assert legal == moves | set(drawn.chips)
            assert set(drawn.offers) == legal
            assert all(told.label for told in drawn.offers.values())
            for told in drawn.offers.values():
                elements(told.bubble)
                for name, ghost in told.ghosts.items():
                    assert '<g class="ghosts"></g>' in drawn.fragments[name]
                    assert {e.get("href", "")[1:] for e in elements(ghost) if e.tag == "use"} <= set(ids)
            assert drawn.prompt.sentence


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_hidden_is_drawn(seats: int) -> None:
    """N-9.1: whatever the others have decided on this card, a seat and a spectator are shown the same."""
    disguised = 0
    for match in positions(seats, {"objectives": "on", "powers": "on"}, step=STEP):
        for seat in (*range(seats), None):
            position = GAME.face.disguise(match.position, -1 if seat is None else seat, 7)
            disguised += position.states.tobytes() != match.position.states.tobytes()
            other = match.with_state(position.states)
            for function in (ART.draw, ART.text_board, ART.picture):
                assert function(match.view(seat), scene_of(match)) == function(other.view(seat), scene_of(match))
    assert disguised > 10 or not COMPILED


def test_the_same_view_is_drawn_the_same() -> None:
    one, two = (GAME.match(seats=3, seed=8, variant="both-modules") for _ in range(2))
    assert ART.draw(one.view(1), scene_of(one)) == ART.draw(two.view(1), scene_of(two))


def test_the_ground_never_changes() -> None:
    """What is printed is sent once in a match."""
    grounds = {ART.draw(match.view(0, refusals=False), scene_of(match)).fragments["ground"] for match in positions(2, {}, step=9)}
    assert len(grounds) == 1


def test_names_are_escaped() -> None:
    match = GAME.match(seats=4, seed=1, names=['<script>"x"', "<i>", "a&b", "'"])
    scene = scene_of(match)
    drawn = ART.draw(match.view(1), scene)
    for markup in (*drawn.fragments.values(), ART.text_board(match.view(1), scene), ART.picture(match.view(1), scene)):
        elements(markup)
        assert "<script" not in markup
        assert "a&b" not in markup


# ── Places that say why not ──────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(3 if COMPILED else 1))
def test_places_ask_for_moves_that_are_refused(seed: int) -> None:
    """Every place names a move of the game that is not legal now, and the answer can be drawn."""
    for match in positions(2, {"powers": "on"}, seed, step=7):
        for seat in match.to_act:
            view = match.view(seat)
            drawn = ART.draw(view, scene_of(match))
            refused = {refusal.move: refusal for refusal in view.refused}
            places = {element.get("data-place", "") for element in elements(drawn.fragments["offers"])} - {""}
            assert places
            assert places <= set(refused)
            for refusal in view.refused:
                for name, marks in ART.why_not(match.view(seat, refusals=False), scene_of(match), refusal).items():
                    assert elements(marks)
                    assert '<g class="ghosts"></g>' in drawn.fragments[name]


# ── Pictures, boards, styles ─────────────────────────────────────────────────


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("seat", [0, None])
def test_a_picture_stands_alone(scheme: str, seat: int | None) -> None:
    for match in positions(3, {"objectives": "on", "powers": "on"}, step=25):
        root = ElementTree.fromstring(ART.picture(match.view(seat), scene_of(match), scheme))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        ids = {element.get("id") for element in root.iter()}
        assert {element.get("href", "")[1:] for element in root.iter() if element.tag.endswith("use")} <= ids


def test_the_text_board_is_complete() -> None:
    for match in positions(2, {"objectives": "on", "powers": "on"}, step=20):
        view = match.view(0)
        board = ART.text_board(view, scene_of(match))
        elements(board)
        assert all(f">{station.name}: " in board for station in view.board.city.stations)
        for player in view.board.players:
            assert all(section.replace("-", "–") in board for line in player.lines for section in line.sections)
            assert f"{player.sheet.total} point" in board


def test_the_end_shows_every_sheet() -> None:
    *_, match = positions(3, {"objectives": "on"}, step=50)
    markup = ART.final(match.view(1), scene_of(match))
    elements(markup)
    assert markup.count("<article") == 3
    assert markup.count("final-sheet won") == len(match.outcome.winners) if match.outcome else False
    for total in match.outcome.scores if match.outcome else ():
        assert f'data-adds="{total}">{total}</b>' in markup


def test_every_colour_is_a_token() -> None:
    """No colour is written in a style sheet, and every variable is set somewhere or says what it is where it is not set."""
    css = "".join((style.FOLDER / name).read_text() for name in ("art/art.css", *style.SHEETS))
    assert not re.findall(r"#[0-9a-f]{3,8}\b", css)
    known = {*tokens.LIGHT, *tokens.TYPE, *LIGHT, *re.findall(r"--([\w-]+):", css)}
    assert {name for name in re.findall(r"var\(--([\w-]+)\)", css) if name not in known} == set()
    assert set(LIGHT) == set(DARK)


@pytest.mark.parametrize("code", ["de", "fr", "it"])
def test_other_languages(code: str) -> None:
    """A whole table without a word of English."""
    match = GAME.match(seats=2, seed=4, variant="both-modules", names=["A", "B"])
    english, other = (ART.draw(match.view(0), scene_of(match, language)) for language in ("en", code))
    assert english.prompt.sentence != other.prompt.sentence
    assert english.prompt.help != other.prompt.help
    for name in ("ground", "card", "deck", "score-0", "strip"):
        assert english.fragments[name] != other.fragments[name]


def test_the_cover_is_a_real_match() -> None:
    """The home page shows a sheet of a match in the records, as its owner drew it."""
    import sys

    from londinium.kernel.record import load_record

    cover = sys.modules["londinium.games.next_station_london.drawing.cover"]
    match = load_record(Path(GAME.folder) / "records" / f"{cover.RECORD}.record")
    lines = match.view(cover.SEAT).board.players[cover.SEAT].lines
    assert {line.pencil: " ".join(line.sections) for line in lines} == cover.DRAWN
    assert elements(ART.cover())
    assert 'id="nsl-cover-' in ART.cover()
    assert not re.search(r'"#?nsl-(?!cover)[\w-]+"', re.sub(r'class="[^"]*"', "", ART.cover()))
