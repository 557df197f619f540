"""Boxes of one's own: from a file or from its text, the same box and the same complaints."""

from __future__ import annotations

from pathlib import Path

import pytest

import londinium
from londinium import Game, InvalidBox, read_record
from londinium.kernel.boxes import STANDARD_BOX, BoxFile, box_hash

STANDARD = {"old-london-bridge": "box.toml", "next-station-london": "city.txt"}
GAMES = [londinium.game(slug) for slug in STANDARD]


def standard_file(game: Game) -> Path:
    return next(game.folder.rglob(STANDARD[game.slug]))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_file_and_its_text_are_the_same_box(game: Game, tmp_path: Path) -> None:
    text = standard_file(game).read_text(encoding="utf-8")
    path = tmp_path / "mine"
    path.write_text(text, encoding="utf-8")
    whole = game.standard_box().tobytes()
    assert game.read_box(text, "mine").tobytes() == game.load_box(path).tobytes() == whole
    assert game.open_box()[1] == STANDARD_BOX
    for file in (
        path,
        BoxFile("mine", text),
        BoxFile("mine", text.replace("\n", "\r\n")),
        BoxFile("mine", text.replace("\n", "\r")),
    ):
        boxes, name = game.open_box(file)
        assert (boxes.tobytes(), name) == (whole, "mine")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_broken_text_is_refused_as_its_file_is(game: Game, tmp_path: Path) -> None:
    text = standard_file(game).read_text(encoding="utf-8") + "\nnonsense\n"
    path = tmp_path / "mine"
    path.write_text(text, encoding="utf-8")
    said = []
    for file in (path, BoxFile("mine", text)):
        with pytest.raises(InvalidBox) as caught:
            game.match(box=file)
        said.append((str(caught.value), caught.value.line))
    assert said[0] == said[1]
    assert said[0][0].startswith("mine, line ")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_file_that_cannot_be_read_is_named_whole(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "latin"
    path.write_bytes(b"\xa3")
    for missing in (path, tmp_path / "nowhere", tmp_path):
        with pytest.raises(InvalidBox, match="cannot be read") as caught:
            game.load_box(missing)
        assert str(caught.value).startswith(f"the file {missing} cannot be read: ")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_record_is_read_with_the_text_of_its_box(game: Game) -> None:
    mine = BoxFile("mine", standard_file(game).read_text(encoding="utf-8"))
    match = game.match(seed=3, box=mine)
    match.push(match.legal_moves[0])
    assert f'[Box "mine {match.box_hash}"]' in match.record
    again = read_record(match.record, box=mine)
    assert again.plies == match.plies
    assert again.box_hash == match.box_hash == box_hash(game.standard_box())
    with pytest.raises(londinium.InvalidRecord, match="was played with the box file mine"):
        read_record(match.record)
