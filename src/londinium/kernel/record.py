"""Record files: a match as a text that a person can read, mail, compare and drop into a test folder.

    [Game "old-london-bridge"]
    [Rules "2"]
    [Seats "2"]

    # round 1
    chance marker 2
    0 play 3

A header line per fact, then a line per move: who, and the notation. Lines that begin with # are headings, comments, marks,
evaluations and variations (`record_lines.py`). Empty lines are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from londinium.kernel.boxes import STANDARD_BOX, BoxFile
from londinium.kernel.checks import check_seed
from londinium.kernel.entries import entry, shortened
from londinium.kernel.files import FileSource, read_source, source_name, write_source
from londinium.kernel.game import RULES, Game
from londinium.kernel.match import Match, default_name
from londinium.kernel.position import read_position_of, write_position
from londinium.kernel.record_lines import RemarkReader, add_move, comment_lines, remark_lines, written_move
from londinium.kernel.registry import game as find_game
from londinium.kernel.words.errors import N_, InvalidOption, InvalidRecord, LondiniumError, WrongBox

HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
HEADER = re.compile(rf'\[({HEADER_NAME.pattern}) "((?:[^"\\]|\\.)*)"\]', re.DOTALL)
BYTE_ORDER_MARK = "\ufeff"
"""What some editors of Windows write before everything else."""


@entry
def write_record(match: Match) -> str:
    """The record of a match as far as it has come."""
    facts = {"Game": match.game.slug, "Rules": str(match.rules), "Seats": str(match.seats)}
    facts |= {f"Seat{seat}": name for seat, name in enumerate(match.names)}
    if match.seed is not None:
        facts["Seed"] = str(match.seed)
    facts |= {f"Option-{name}": choice for name, choice in match.options.items() if name != RULES}
    facts["Box"] = STANDARD_BOX if match.box_name == STANDARD_BOX else f"{match.box_name} {match.box_hash}"
    if match.is_set_up:
        facts["Position"] = write_position(match.game, match.position_at(0))
    if match.outcome is not None:
        facts["Result"] = " ".join(map(str, match.outcome.scores))
    facts |= {name: check_tag(name, value) for name, value in match.tags.items()}
    lines = [f'[{name} "{_quote(value)}"]' for name, value in facts.items()]
    heading, part = "", match.game.face.heading(match.position_at(0))
    if match.comment:
        lines += ["", *comment_lines(match.comment, part)]
    for ply, made in enumerate(match.plies):
        if part != heading:
            lines += ["", f"# {part}"]
            heading = part
        lines.append(written_move(match, made))
        part = match.game.face.heading(match.position_at(ply + 1))
        if ply in match.notes:
            lines += remark_lines(match.notes[ply], part)
    return "\n".join(lines) + "\n"


@entry
def check_tag(name: Any, value: Any) -> str:
    """The value of a tag, if a record with it can be read again with the same; InvalidOption says what is wrong."""
    if not isinstance(name, str) or not HEADER_NAME.fullmatch(name):
        message = N_("{name} cannot be the name of a tag: it is a letter, then letters, digits and hyphens, such as Event")
        raise InvalidOption(message, name=shortened(name))
    if _is_known(name):
        raise InvalidOption(N_("{name} cannot be the name of a tag: a record says that itself, from the match"), name=name)
    if not isinstance(value, str):
        raise InvalidOption(N_("the tag {name} must be a text, not {given}"), name=name, given=shortened(value))
    if not set("\r\n").isdisjoint(value) or any("\ud800" <= sign <= "\udfff" for sign in value):
        message = N_("the tag {name} must be one line that can be written to a file, not {given}")
        raise InvalidOption(message, name=name, given=shortened(value))
    return value


def _is_known(header: str) -> bool:
    """Whether a header is one that this module writes and reads itself."""
    return (
        header in {"Game", "Rules", "Seats", "Seed", "Box", "Position", "Result"}
        or re.fullmatch(r"Seat\d|Option-.*", header) is not None
    )


def _quote(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\r", " ")


@entry
def load_record(file: FileSource, box: FileSource | BoxFile | None = None) -> Match:
    """Read a record file, by its name or its path, or one that is open. InvalidRecord names the line and what is wrong."""
    return read_record(read_source(file), source_name(file), box)


@entry
def save_record(match: Match, file: FileSource) -> None:
    """Write the record of a match to a file, by its name or its path, or into one that is open."""
    write_source(file, write_record(match))


@entry
def read_record(text: str, source: str = "record", box: FileSource | BoxFile | None = None, beside: Match | None = None) -> Match:
    """The match that a record describes, at its last move. Its box comes from a file, or from another match."""
    lines = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").split("\n")
    facts: dict[str, tuple[int, str]] = {}
    said_before: list[tuple[int, str]] = []
    match: Match | None = None
    remarks: RemarkReader | None = None
    for number, line in enumerate(lines, 1):
        content = line.strip()
        if content.startswith("[") and match is None:
            name, value = _header(content, source, number)
            if name in facts:
                raise InvalidRecord(source, number, N_("the header {name} appears twice"), name=name)
            facts[name] = (number, value)
        elif content.startswith("#") and remarks is None:
            said_before.append((number, content))
        elif content.startswith("#") and remarks is not None:
            remarks.take(content, number)
        elif content:
            if match is None or remarks is None:
                match = _begin(facts, source, number, box, beside)
                remarks = _opened(match, source, said_before)
            remarks.check_closed(number)
            add_move(match, content, source, number)
    if match is None or remarks is None:
        match = _begin(facts, source, max(1, len(lines)), box, beside)
        remarks = _opened(match, source, said_before)
    remarks.check_closed(max(1, len(lines)))
    remarks.finish()
    _check_result(match, facts, source)
    match.tags = {name: value for name, (_, value) in facts.items() if not _is_known(name)}
    return match


def _opened(match: Match, source: str, said_before: list[tuple[int, str]]) -> RemarkReader:
    """What is said about a match that begins, with what was said before its first move."""
    reader = RemarkReader(match, source)
    for number, content in said_before:
        reader.take(content, number)
    return reader


def _header(content: str, source: str, line: int) -> tuple[str, str]:
    found = HEADER.fullmatch(content)
    if not found:
        raise InvalidRecord(
            source, line, N_('this is not a header; a header looks like [Game "{example}"]'), example="old-london-bridge"
        )
    return found[1], re.sub(r"\\(.)", r"\1", found[2], flags=re.DOTALL)


def _begin(
    facts: Mapping[str, tuple[int, str]], source: str, line: int, box: FileSource | BoxFile | None, beside: Match | None
) -> Match:
    """The match before its first move, from the headers."""
    for name in ("Game", "Rules", "Seats"):
        if name not in facts:
            raise InvalidRecord(source, line, N_("the header {name} is missing"), name=name)
    at, current = line, ""
    try:
        at, current = facts["Game"]
        game = find_game(current)
        at, current = facts["Rules"]
        rules = game.check_rules(int(current))
        at, current = facts["Seats"]
        seats = game.check_seats(int(current))
        seed = None
        if "Seed" in facts:
            at, current = facts["Seed"]
            seed = check_seed(int(current))
        options = {}
        for name, (at, current) in facts.items():  # noqa: B007 - `at` says where an option that is wrong stands
            if name.startswith("Option-"):
                options[name.removeprefix("Option-")] = current
                game.choose(options)
        options[RULES] = str(rules)
        return _lay_out(game, facts, source, seats, seed, options, box, beside)
    except ValueError:
        raise InvalidRecord(source, at, N_("'{value}' should be a whole number"), value=current) from None
    except InvalidRecord:
        raise
    except LondiniumError as error:
        raise InvalidRecord(source, at, error) from None


def _lay_out(
    game: Game,
    facts: Mapping[str, tuple[int, str]],
    source: str,
    seats: int,
    seed: int | None,
    options: Mapping[str, str],
    box: FileSource | BoxFile | None,
    beside: Match | None,
) -> Match:
    names = [facts.get(f"Seat{seat}", (0, default_name(seat)))[1] for seat in range(seats)]
    boxes, name = (beside.boxes, beside.box_name) if beside is not None else game.open_box(box)
    match = Match(game, seats, game.choose(options), seed, boxes, name, names)
    line, wanted = facts.get("Box", (1, STANDARD_BOX))
    if wanted == STANDARD_BOX and name != STANDARD_BOX:
        raise WrongBox(source, line, N_("this record was played with the standard box, not with {box}"), box=name)
    if wanted != STANDARD_BOX and (name == STANDARD_BOX or wanted.split()[-1:] != [match.box_hash]):
        raise WrongBox(source, line, N_("this record was played with the box file {box}: give that file"), box=wanted)
    if "Position" in facts:
        return _set_up(match, *facts["Position"], source)
    return match


def _set_up(match: Match, line: int, text: str, source: str) -> Match:
    """The match of a record that began in a position, of the same game with the same settings as its other headers say."""
    try:
        found = read_position_of(match.game, text, seed=match.seed, names=match.names, beside=match)
    except LondiniumError as error:
        raise InvalidRecord(source, line, error) from None
    if (found.seats, found.rules, found.options) != (match.seats, match.rules, match.options):
        raise InvalidRecord(source, line, N_("the position has other seats, rules or options than this record"))
    if found.ply:
        raise InvalidRecord(
            source, line, N_("in a record, what was chosen face down is a move of its own, not part of the position")
        )
    return found


def _check_result(match: Match, facts: Mapping[str, tuple[int, str]], source: str) -> None:
    if "Result" not in facts:
        return
    line, claimed = facts["Result"]
    actual = " ".join(map(str, match.outcome.scores)) if match.outcome else ""
    if actual != claimed:
        if not actual:
            raise InvalidRecord(source, line, N_("there is a result, but the match is not over"))
        raise InvalidRecord(source, line, N_("the result should be {actual}, not {claimed}"), actual=actual, claimed=claimed)
