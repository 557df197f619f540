"""What people read: the map in letters, prompts, moves and the log, in every language and within 80 columns."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.face.text_map import draw_map
from londinium.games.next_station_london.face.view import Board, board
from londinium.games.next_station_london.tests.positions import OFF, Table, sheet
from londinium.kernel.game import Position
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.seeds import draw
from londinium.kernel.words.language import language

CODES = ["en", "de", "fr", "it"]


def printed(drawing: object) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=80, color_system=None).print(drawing)
    return out.getvalue().splitlines()


def at_decision(seats: int, decisions: int, seed: int = 4) -> Match:
    """A match after this many decisions of random players."""
    match = GAME.match(seats=seats, seed=seed, variant="both-modules", names=["Ada", "Berthold", "Clémence", "Domenico"][:seats])
    for _ in range(decisions):
        if match.is_over:
            break
        legal = match.legal(match.to_act[0])
        match.push(legal[draw(seed, match.ply, len(legal))], match.to_act[0])
    return match


def shown(t: Table) -> list[str]:
    seen: Board = board(Position(t.states, t.cities, 1, OFF), 0)
    return str(draw_map(seen, seen.players[0])).splitlines()


def test_a_map_in_letters() -> None:
    """Stations as in a city file, strokes with the pencil's letter, the ends of the line in brackets."""
    rows = shown(sheet("d2-e3 e3-f3 d2-d1", older={"pink": "h3-h5 h5-g6"}))
    assert rows[0].split() == list("abcdefghij")
    assert rows[4].startswith("1       P      : [S]")
    assert (rows[5][18], rows[6][18]) == ("|", "g")
    assert rows[7][18:20] == "Tg"
    assert (rows[8][20], rows[9][21]) == ("\\", "g")
    assert "T--g[*]!" in rows[10]
    assert "k" in rows[12] + rows[13]


def test_every_line_is_there() -> None:
    """Each drawn section shows its pencil's letter once."""
    match = at_decision(1, 200)
    seen: Board = match.view(0).board
    text = "\n".join(str(draw_map(seen, seen.players[0])).splitlines()[1:])
    for line in seen.players[0].lines:
        letter = {"green": "g", "pink": "k", "purple": "u", "blue": "b"}[line.pencil]
        assert text.count(letter) >= len(line.sections)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("seats", "decisions"), [(1, 0), (1, 30), (2, 40), (4, 60), (4, 200)])
def test_the_table_fits_into_80_columns(code: str, seats: int, decisions: int) -> None:
    match = at_decision(seats, decisions)
    words = language(code, GAME.folder)
    for seat in (*range(seats), None):
        view = match.view(seat)
        rows = printed(GAME.face.draw_text(view, words, match.names))
        assert max(map(len, rows)) <= 80
        assert GAME.face.prompt(view, words, match.names)
        for offer in view.offers:
            assert GAME.face.describe_move(offer.move, offer.effect, words)
    assert max(map(len, printed(GAME.face.draw_scores(match.score_sheets, words, match.names)))) <= 80


@pytest.mark.parametrize("code", CODES)
def test_the_log_in_every_language(code: str) -> None:
    match = at_decision(3, 300 if COMPILED else 30)
    lines = [line for _, line in match.log(code)]
    assert len(lines) > 30
    assert not any("{" in line for line in lines)
    if code != "en":
        english = [line for _, line in match.log("en")]
        assert sum(ours == theirs for ours, theirs in zip(lines, english, strict=True)) == 0


@pytest.mark.parametrize("code", CODES)
def test_options_and_lines_have_names(code: str) -> None:
    words = language(code, GAME.folder)
    for option in GAME.options:
        assert GAME.face.describe_option(option.name, None, words)
        assert all(GAME.face.describe_option(option.name, choice, words) for choice in option.choices)
    assert all(GAME.face.describe_line(line, words) for line in GAME.score_lines)


def test_prompts() -> None:
    words = language("en", GAME.folder)

    def prompt(match: Match) -> str:
        return GAME.face.prompt(match.view(0), words, match.names)

    match = GAME.match(seats=1, seed=1, options={"order": "chosen"})
    assert prompt(match) == "Choose the pencil for round 1."
    match.push("pencil pink")
    assert prompt(match) == "Choose the pencil for round 2."
    match.push("pencil green")
    match.push("pencil blue")
    assert prompt(match).endswith(": draw a section from an end of your line, or pass.")
    two = GAME.match(seats=2, seed=1, names=["Ada", "Ben"])
    two.push("pass", 0)
    assert prompt(two) == "Waiting for Ben."
