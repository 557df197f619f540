"""Pictures that point something out: the last move, moves and places, arrows; and how large they are."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import londinium
from londinium import Match
from londinium.cli.draw import verb
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.words.errors import InvalidOption

SVG = "{http://www.w3.org/2000/svg}"
FOLDER = Path(londinium.__file__).parent / "games"
BRIDGE = londinium.load_record(FOLDER / "old_london_bridge" / "records" / "three-mixed-base.record")
CITY = londinium.load_record(FOLDER / "next_station_london" / "records" / "two-greedy-objectives.record")


def marks(picture: str) -> list[ElementTree.Element]:
    """What was drawn over a picture: a group for each mark."""
    root = ElementTree.fromstring(picture)
    last = root[-1]
    return list(last) if last.get("class") == "board-marks" else []


def before(whole: Match, word: str, seat: int | None = None) -> Match:
    """A match where somebody is about to make a move that begins with this word."""
    return next(step.match for step in whole if step.move.startswith(word) and step.decided and seat in (None, step.seat))


def test_nothing_is_marked_unless_asked() -> None:
    for match in (BRIDGE, CITY):
        assert marks(match.at(40).svg()) == []


def test_a_section_is_marked_with_both_its_stations() -> None:
    match = before(CITY, "draw", 0)
    move = next(move for move in match.legal_moves_of(0) if move.startswith("draw"))
    (mark,) = marks(match.svg(0, highlight=[move]))
    assert mark.get("class") == "highlight"
    spots = match.game.drawing.spots(match.view(0), Scene(match.words(), match.names), None)
    rings = [(float(ring.get("x", 0)), float(ring.get("width", 0))) for ring in mark.iter(f"{SVG}rect")]
    for station in move.removeprefix("draw ").split("-"):
        assert any(abs(x + width / 2 - spots[station].x) < 0.1 for x, width in rings)
    assert len(marks(match.svg(0, highlight=["a0", "j9"]))) == 2


def test_arrows_lead_from_place_to_place() -> None:
    match = before(CITY, "draw", 0)
    for arrow in (("a0", "j9"), "draw a0-j9"):
        (mark,) = marks(match.svg(0, arrows=[arrow]))
        assert mark.get("class") == "arrow"
    assert marks(match.svg(0, arrows=[("a0", "j9")]))[0][0].get("d") != marks(match.svg(0, arrows=[("j9", "a0")]))[0][0].get("d")
    with pytest.raises(InvalidOption, match="'a0' is only one"):
        match.svg(0, arrows=["a0"])
    placing = before(BRIDGE, "place")
    seat = placing.to_act[0]
    assert len(marks(placing.svg(seat, arrows=[f"{placing.legal_moves[0]}"]))) == 1, "from its player to the space"


@pytest.mark.parametrize("whole", [BRIDGE, CITY], ids=["bridge", "city"])
def test_every_move_on_the_board_can_be_marked(whole: Match) -> None:
    words = ("play", "place", "replace", "take", "pick", "draw", "twice")
    for word in words:
        steps = [step for step in whole if step.decided and step.move.startswith(f"{word} ")][:2]
        for step in steps:
            assert marks(step.match.svg(step.seat, highlight=[step.move])), step.move


def test_the_last_move_is_marked_where_it_changed_something() -> None:
    step = next(step for step in BRIDGE if step.decided and step.move.startswith("place "))
    after = BRIDGE.at(next(later.ply for later in BRIDGE if later.ply > step.ply and later.decided))
    found = marks(after.svg(last_move=True))
    assert {mark.get("class") for mark in found} == {"last-move"}
    assert len(found) >= 2, "the pawn and the house at least"
    drawn = next(step for step in CITY if step.decided and step.move.startswith("draw "))
    revealed = next(step.ply for step in CITY if step.ply > drawn.ply and step.seat == londinium.CHANCE)
    assert marks(CITY.at(revealed).svg(drawn.seat, last_move=True))
    assert marks(londinium.game("old-london-bridge").match(seats=2, seed=1).svg(last_move=True)) == []


def test_the_last_move_tells_no_secret() -> None:
    match = londinium.game("next-station-london").match(seats=2, seed=7)
    other = match.copy()
    match.push(match.legal_moves_of(0)[0])
    other.push(other.legal_moves_of(0)[1])
    assert match.svg(1, last_move=True) == other.svg(1, last_move=True)
    assert match.svg(last_move=True) == other.svg(last_move=True)


def test_size_is_the_width_in_pixels() -> None:
    for match in (BRIDGE, CITY):
        own, wide = (re.match(r'<svg[^>]*? width="(\d+)" height="(\d+)"', match.svg(size=size)) for size in (None, 500))
        assert own is not None
        assert wide is not None
        assert wide[1] == "500"
        assert int(wide[2]) == round(500 * int(own[2]) / int(own[1]))
        with pytest.raises(InvalidOption, match="16 to 20000 pixels wide, not 5"):
            match.svg(size=5)


def test_unknown_names_are_refused_with_the_known() -> None:
    with pytest.raises(InvalidOption, match=r"no scheme 'sepia'; choose one of: light, dark"):
        CITY.svg(0, scheme="sepia")
    with pytest.raises(InvalidOption, match=r"'z9' cannot be marked in this picture; choose a move, or one of: a0, a2"):
        CITY.svg(0, highlight=["z9"])
    plain = londinium.game("mudlarks").match(seed=1)
    with pytest.raises(InvalidOption, match="nothing can be marked in the picture of Mudlarks"):
        plain.svg(0, highlight=["keep"])
    assert plain.svg(0, last_move=True) == plain.svg(0), "it does not say where anything is"


def test_draw_marks_as_well(tmp_path: Path) -> None:
    file, picture = tmp_path / "own.record", tmp_path / "own.svg"
    londinium.save_record(CITY, file)
    words = ("--ply", "60", "--seat", "0", "--last-move", "--highlight", "a0", "--arrow", "a0..j9", "--width", "640")
    done = CliRunner().invoke(verb, [str(file), *words, "-o", str(picture)], catch_exceptions=False)
    assert done.exit_code == 0
    text = picture.read_text(encoding="utf-8")
    assert [mark.get("class") for mark in marks(text)][-2:] == ["highlight", "arrow"]
    assert ' width="640" ' in text
