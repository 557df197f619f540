"""Records keep what is said about a match: comments, marks, evaluations and variations, and nothing of it changes a match."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import londinium
from londinium import Match, Remark
from londinium.kernel.entries import WrongType
from londinium.kernel.remarks import MOVE_MARKS, tidy
from londinium.kernel.words.errors import IllegalMove, InvalidBox, InvalidOption, InvalidRecord, LondiniumError

FOLDER = Path(londinium.__file__).parent / "games"
BRIDGE = FOLDER / "old_london_bridge" / "records" / "two-greedy-base.record"
CITY = FOLDER / "next_station_london" / "records" / "two-greedy-objectives.record"
MATCHES = {path.stem: londinium.load_record(path) for path in (BRIDGE, CITY)}

comments = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.sampled_from(
    ["round 1", "setup", "#: ?!", "( 0 play 3", "0 play 3", '[Game "x"]', ")\n\n#)\n", "- round 1"]
)
numbers = st.floats(allow_nan=False, allow_infinity=False)
shares = st.floats(0, 1)


@st.composite
def remarked(draw: Any) -> Match:
    """A part of a match with remarks on some of its moves, variations of variations among them."""
    whole = MATCHES[draw(st.sampled_from(sorted(MATCHES)))]
    match = whole.at(draw(st.integers(1, 40)))
    match.comment = tidy(draw(comments))
    for ply in draw(st.lists(st.integers(0, match.ply - 1), max_size=5, unique=True)):
        lines = [
            [match.at(ply).legal_moves_of(match.plies[ply].seat)[draw(st.integers(0, 50)) % len(match.at(ply).legal(seat))]]
            for seat in [match.plies[ply].seat]
            for _ in range(draw(st.integers(0, 2)))
        ]
        match.annotate(
            ply,
            draw(st.sampled_from(("", *MOVE_MARKS))),
            points=draw(st.none() | numbers),
            win=draw(st.none() | shares),
            comment=draw(comments),
            variations=lines,
        )
        said = match.notes.get(ply)
        if said is not None and said.variations and draw(st.booleans()):
            inner = Remark("!?", 3.5, 0.25, tidy(draw(comments)), said.variations)
            first, *rest = said.variations
            moves = (londinium.kernel.remarks.VariedMove(first.moves[0].seat, first.moves[0].move, inner), *first.moves[1:])
            nested = (londinium.Variation(moves), *rest)
            match.notes[ply] = Remark(said.mark, said.points, said.win, said.comment, nested)
    return match


@given(remarked())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_record_keeps_all_that_is_said(match: Match) -> None:
    text = londinium.write_record(match)
    again = londinium.read_record(text)
    assert again == match
    assert (again.comment, again.notes) == (match.comment, match.notes)
    assert londinium.write_record(again) == text
    # Whoever does not know remarks ignores all that begins with #, and reads the same match.
    bare = "\n".join(line for line in text.split("\n") if not line.strip().startswith("#"))
    assert londinium.read_record(bare) == match


def test_a_comment_is_not_taken_for_a_heading() -> None:
    """Where a part of the match begins, its heading stands on a line that looks like a comment."""
    whole = MATCHES["two-greedy-base"]
    headings = [whole.game.face.heading(whole.position_at(ply)) for ply in range(whole.ply)]
    changes = [ply for ply in range(1, whole.ply) if headings[ply] != headings[ply - 1]][:2]
    for ply in (*changes, changes[0] + 3):
        for comment in (headings[ply], f"{headings[ply]}\nand more", f"- {headings[ply]}"):
            for match in (whole.at(ply), whole.at(ply + 1)):
                match.annotate(ply - 1, comment=comment)
                match.comment = f"{headings[0]}\nit begins"
                again = londinium.read_record(match.record)
                assert (again.comment, again.notes) == (match.comment, match.notes)


def test_how_it_is_written() -> None:
    match = londinium.game("old-london-bridge").match(seats=2, seed=7)
    match.push("play 3", 0)
    ply = match.ply - 1
    match.comment = "At the club."
    match.annotate(ply, "?!", points=41.2, win=0.5, comment="Too much.\n\nA 1 is enough.", variations=[["play 1", (1, "play 4")]])
    lines = match.record.split("\n")
    assert lines[lines.index("0 play 3") :] == [
        "0 play 3",
        "#: ?! points 41.2 win 0.5",
        "# Too much.",
        "#",
        "# A 1 is enough.",
        "#( 0 play 1",
        "#| 1 play 4",
        "#)",
        "",
    ]
    assert lines[lines.index("# setup") - 2] == "# At the club."
    after = match.variation(ply)
    assert [str(step.move) for step in after][-2:] == ["play 1", "play 4"]
    assert match.ply == ply + 1, "the match itself stays where it is"
    with pytest.raises(LondiniumError, match="has no variation 1"):
        match.variation(ply, 1)


def test_remarks_go_with_their_moves() -> None:
    match = MATCHES["two-greedy-base"].at(30)
    match.annotate(29, "!", comment="well played")
    match.annotate(12, comment="earlier")
    assert [step.remark.mark for step in match][29] == "!"
    assert set(match.at(20).notes) == {12}
    match.go_to(29)
    assert set(match.notes) == {12}
    match.annotate(12)
    assert match.notes == {}


def test_old_comments_are_kept() -> None:
    """Earlier versions ignored whatever began with #; nothing of it is lost any more, and headings stay headings."""
    text = BRIDGE.read_text(encoding="utf-8")
    assert londinium.load_record(BRIDGE).notes == {}
    first = next(line for line in text.split("\n") if line.startswith("chance"))
    old = text.replace(first, f"# before\n{first}\n#without a space\n#(an aside)\n#| 9 o'clock\n#)\n#: hm", 1)
    match = londinium.read_record(old)
    assert match.comment == "before"
    assert match.notes[0].comment == "without a space\n(an aside)\n| 9 o'clock\n)\n: hm"
    assert londinium.read_record(match.record).notes == match.notes


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("#( 0 play 9", "instead of '9'"),
        ("#( 0 place chapel", "is not what"),
        ("#( 1 play 3\n1 play 3", "the variation that begins in line {line} is not closed"),
        ("#( 1 play 3", "the variation that begins in line {line} is not closed"),
        ("#: points 1e999", "an evaluation is a number"),
        ("#: ! win 1.5", "from 0 to 1, not 1.5"),
        ("\n".join(["#( 1 play 3"] * 17), "nested at most 16 deep"),
    ],
)
def test_wrong_remarks_are_refused_with_their_line(lines: str, problem: str) -> None:
    match = londinium.game("old-london-bridge").match(seats=2, seed=7)
    match.push("play 2", 1)
    text = match.record
    line = text.count("\n") + 1
    with pytest.raises(InvalidRecord, match=problem.format(line=line)) as error:
        londinium.read_record(text + lines, "own.record")
    assert str(error.value).startswith("own.record, line ")


def test_a_variation_before_the_first_move_is_refused() -> None:
    head = '[Game "old-london-bridge"]\n[Rules "2"]\n[Seats "2"]\n'
    with pytest.raises(InvalidRecord, match="line 4: a variation must come after the move"):
        londinium.read_record(f"{head}#( chance stairs 1\n")


def test_wrong_annotations_are_refused() -> None:
    match = londinium.game("old-london-bridge").match(seats=2, seed=7)
    match.push("play 2")
    ply = match.ply - 1
    wrong: list[tuple[type[LondiniumError], str, dict[str, Any]]] = [
        (InvalidOption, r"'\?\?\?' is not a mark; choose one of: !, \?", {"mark": "???"}),
        (InvalidOption, "number of points, not nan", {"points": float("nan")}),
        (InvalidOption, "from 0 to 1, not 63", {"win": 63}),
        (IllegalMove, "Legal moves", {"variations": [["place chapel"]]}),
        (WrongType, "variations must be", {"variations": ["play 3"]}),
        (InvalidOption, "at least one", {"variations": [[]]}),
    ]
    for kind, problem, facts in wrong:
        with pytest.raises(kind, match=problem):
            match.annotate(ply, **facts)
    with pytest.raises(LondiniumError, match=f"moves 0 to {ply}, not {ply + 1}"):
        match.annotate(ply + 1, "!")
    assert match.notes == {}


# ── Files ────────────────────────────────────────────────────────────────────


def test_a_record_is_saved_and_loaded_by_name_path_or_file(tmp_path: Path) -> None:
    match = MATCHES["two-greedy-base"]
    file = tmp_path / "own.record"
    londinium.save_record(match, str(file))
    text = file.read_text(encoding="utf-8")
    assert text == match.record
    with file.open(encoding="utf-8") as opened, file.open("rb") as raw:
        assert all(londinium.load_record(source) == match for source in (str(file), file, opened, raw, io.StringIO(text)))
    with file.open("w", encoding="utf-8") as opened:
        londinium.save_record(match, opened)
    assert file.read_text(encoding="utf-8") == text


def test_a_city_is_played_by_name_path_or_file(tmp_path: Path) -> None:
    game = londinium.game("next-station-london")
    standard = (game.folder / "box" / "city.txt").read_text(encoding="utf-8")
    file = tmp_path / "own.txt"
    file.write_text(standard, encoding="utf-8")
    with file.open(encoding="utf-8") as opened:
        found = [game.match(seats=1, seed=1, box=source) for source in (str(file), file, opened)]
    assert {match.box_name for match in found} == {"own.txt"}
    assert found[0] == found[1] == found[2]
    assert game.load_box(str(file)).tobytes() == found[0].boxes.tobytes()
    assert londinium.read_record(found[0].record, box=str(file)) == found[0]


def test_errors_name_the_file(tmp_path: Path) -> None:
    missing = str(tmp_path / "no.record")
    with pytest.raises(InvalidRecord, match=r"the file .*no\.record cannot be read: there is no such file"):
        londinium.load_record(missing)
    with pytest.raises(InvalidBox, match=r"no\.record cannot be read"):
        londinium.game("next-station-london").match(box=missing)
    broken = io.StringIO("nonsense")
    broken.name = "/somewhere/broken.record"
    with pytest.raises(InvalidRecord, match=r"^broken\.record, line 1: the header Game is missing"):
        londinium.load_record(broken)
    with pytest.raises(InvalidRecord, match="cannot be read"):
        londinium.load_record(io.BytesIO(b"\xff\xfe\xff"))
    with pytest.raises(LondiniumError, match="not as int"):
        londinium.load_record(7)  # type: ignore[arg-type]
    with pytest.raises(LondiniumError, match=r"x\.record cannot be written: there is no such file or folder"):
        londinium.save_record(MATCHES["two-greedy-base"], str(tmp_path / "nowhere" / "x.record"))
