"""Record files: they round-trip, and whatever is wrong with one is said with its line."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import londinium
from londinium.kernel.match import Match
from londinium.kernel.record import load_record, read_record, save_record, write_record
from londinium.kernel.words.errors import InvalidOption

GAME = londinium.game("old-london-bridge")


def finished() -> Match:
    match = GAME.match(seats=2, seed=5, names=['Ada "the\\ quick"', "Ben"])
    while not match.is_over:
        match.push(match.legal_moves[-1])
    match.tags = {"Event": "Sunday", "Player0": "person"}
    return match


MATCH = finished()
RECORD = MATCH.record
LINES = RECORD.splitlines()


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(LINES, 1) if line.startswith(start))


def test_a_record_round_trips_with_its_names_and_tags() -> None:
    again = londinium.read_record(RECORD)
    assert again.record == RECORD
    assert again.names == MATCH.names
    assert again.tags == MATCH.tags
    assert again.outcome == MATCH.outcome


def test_comments_empty_lines_and_missing_optional_headers_do_not_matter() -> None:
    bare = [line for line in LINES if not line.startswith(("#", "[Option", "[Seat0", "[Seat1", "[Seed", "[Result", "[Box"))]
    again = londinium.read_record("\n\n# hello\n".join(bare))
    assert again.outcome == MATCH.outcome


BROKEN = [
    ('[Game "old-london-bridge"]', '[Game "chess"]', "there is no game 'chess'"),
    ('[Game "old-london-bridge"]', "[Game old-london-bridge]", "this is not a header"),
    ('[Rules "2"]', '[Rules "99"]', "version 99 of the rules cannot be played here; this is version 2"),
    ('[Seats "2"]', '[Seats "9"]', "is for 2 to 4 players, not 9"),
    ('[Seats "2"]', '[Seats "two"]', "'two' should be a whole number"),
    ('[Seed "5"]', '[Seed "x"]', "'x' should be a whole number"),
    ('[Seed "5"]', '[Seed "-5"]', "a seed is a whole number"),
    ('[Seed "5"]', '[Rules "1"]', "the header Rules appears twice"),
    ('[Option-gate "printed"]', '[Option-gate "wet"]', "the option gate cannot be 'wet'"),
    ('[Option-gate "printed"]', '[Option-moat "wet"]', "has no option 'moat'"),
    ('[Box "standard"]', '[Box "mine.toml 0123456789abcdef"]', "played with the box file mine.toml"),
    ("0 play 4", "7 play 4", "a move begins with its seat, 0 to 1, or with 'chance', not with '7'"),
    ("0 play 4", "0 play 9", "instead of '9', expected one of: 0, 1, 2, 3, 4"),
    ("0 play 4", "0 pass", "'pass' is not what"),
    ("0 play 4", "", "is not allowed for"),
    ("chance x ", "chance marker 1", "'marker 1' is not what chance decides now"),
]


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN, ids=[problem[:40] for _, _, problem in BROKEN])
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, problem: str) -> None:
    number = line_of(old)
    broken = list(LINES)
    broken[number - 1] = new
    with pytest.raises(londinium.InvalidRecord) as caught:
        londinium.read_record("\n".join(broken), "my.record")
    assert problem in str(caught.value)
    # A move that is left out makes a later line wrong; everything else is named where it stands.
    assert caught.value.line == number or (new == "" and caught.value.line > number)
    assert str(caught.value).startswith(f"my.record, line {caught.value.line}: ")


@pytest.mark.parametrize("header", ["Game", "Rules", "Seats"])
def test_a_missing_header_is_named(header: str) -> None:
    with pytest.raises(londinium.InvalidRecord, match=f"the header {header} is missing"):
        londinium.read_record("\n".join(line for line in LINES if not line.startswith(f"[{header} ")))


def test_moves_after_the_end_and_wrong_results_are_refused() -> None:
    with pytest.raises(londinium.InvalidRecord, match="the match is over, but there is another move"):
        londinium.read_record(RECORD + "0 pass\n")
    assert MATCH.outcome is not None
    result = " ".join(map(str, MATCH.outcome.scores))
    with pytest.raises(londinium.InvalidRecord, match="the result should be"):
        londinium.read_record(RECORD.replace(f'[Result "{result}"]', '[Result "1 2"]'))
    with pytest.raises(londinium.InvalidRecord, match="there is a result, but the match is not over"):
        londinium.read_record("\n".join(LINES[:-1]))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"\n\n\n", b"[", b"0 play 3"])
def test_a_file_that_is_no_record_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "odd.record"
    file.write_bytes(content)
    with pytest.raises(londinium.InvalidRecord, match=r"odd\.record(, line \d+: | cannot be read: it is not a text in UTF-8)"):
        londinium.load_record(file)


@settings(max_examples=60, deadline=None)
@given(
    line=st.integers(0, len(LINES) - 1),
    garbage=st.one_of(st.text(max_size=20), st.sampled_from(LINES), st.integers().map(lambda n: f"{n} play {n}")),
    drop=st.booleans(),
)
def test_a_damaged_record_is_read_or_refused_and_nothing_else(line: int, garbage: str, drop: bool) -> None:
    damaged = [*LINES[:line], *([] if drop else [garbage]), *LINES[line + 1 :]]
    try:
        match = londinium.read_record("\n".join(damaged))
    except londinium.InvalidRecord as error:
        problem = error
    else:
        # Damage that says nothing: a comment, an optional header, another name.
        assert match.ply <= MATCH.ply
        return
    assert 1 <= problem.line <= len(LINES) + 20


TAG_NAMES = st.one_of(
    st.text(max_size=8), st.from_regex(r"[A-Za-z][A-Za-z0-9-]{0,8}"), st.sampled_from(["Seed", "Seat0", "Result", "Event"])
)


@settings(max_examples=300, deadline=None)
@given(TAG_NAMES, st.one_of(st.text(max_size=20), st.text(st.sampled_from(list('"\\\n\r\x0b\x85\u2028 a]['))), st.characters()))
def test_whatever_tags_are_accepted_are_read_again(name: str, value: str) -> None:
    match = MATCH.copy()
    match.tags = {name: value}
    try:
        written = write_record(match)
    except InvalidOption:
        reserved = name in {"Game", "Rules", "Seats", "Seed", "Box", "Position", "Result"} or re.fullmatch(
            r"Seat[0-9]|Option-.*", name
        )
        plain = re.fullmatch("[A-Za-z][A-Za-z0-9-]*", name) and value.isprintable()
        assert reserved or not plain, "what a record can hold is not refused"
        return
    read = read_record(written)
    assert read.tags == match.tags
    assert read == match


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=20))
def test_a_tag_that_is_saved_is_loaded(value: str) -> None:
    match = MATCH.copy()
    match.tags = {"Event": value}
    with TemporaryDirectory() as folder:
        try:
            save_record(match, Path(folder, "a.record"))
        except InvalidOption:
            assert not Path(folder, "a.record").exists()
            return
        assert load_record(Path(folder, "a.record")).tags == {"Event": value}


@pytest.mark.parametrize(
    ("tags", "problem"),
    [
        ({"Bad key": "1"}, "'Bad key' cannot be the name of a tag: it is a letter, then letters, digits and hyphens"),
        ({"": "1"}, "cannot be the name of a tag"),
        ({"Überschrift": "1"}, "cannot be the name of a tag"),
        ({5: "1"}, "5 cannot be the name of a tag"),
        ({"Seed": "9"}, "Seed cannot be the name of a tag: a record says that itself"),
        ({"Seat0": "Ada"}, "Seat0 cannot be the name of a tag: a record says that itself"),
        ({"Result": "1 2"}, "a record says that itself"),
        ({"Option-money": "open"}, "a record says that itself"),
        ({"Event": 5}, "the tag Event must be a text, not 5"),
        ({"Event": "two\nlines"}, "the tag Event must be one line"),
    ],
)
def test_tags_that_no_record_can_hold_are_refused(tags: dict[str, str], problem: str, tmp_path: Path) -> None:
    match = MATCH.copy()
    match.tags = tags
    with pytest.raises(InvalidOption, match=re.escape(problem)):
        save_record(match, tmp_path / "a.record")
    assert not (tmp_path / "a.record").exists()


def test_a_record_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "notepad.record").write_text("\ufeff" + write_record(MATCH).replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert load_record(tmp_path / "notepad.record") == MATCH
