"""Nothing that one reads can change a match: whatever is reached from it is found by walking, and written to.

The walk follows public attributes, elements, and methods that only answer, with arguments by the names of their parameters. Each
thing that it finds is written to in every way that its kind knows; then the match, its copy, its past, what is seen of them and
its record must be as before, and so must a new match with the same seed.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import pytest

import londinium
from londinium.kernel.game import Game
from londinium.kernel.match import Match

OURS = ("old-london-bridge", "next-station-london")
DEEPEST = 7
ELEMENTS = 3
"""How many elements of a sequence are looked at: the others are of the same kinds."""
AT_ONCE = 100
"""How many writings there are before the match is looked at again."""
CHANGE_IT = {"push", "apply", "proceed", "undo", "go_to", "retract", "annotate"}
"""What a match has for being changed."""
ITS_OWN = {"tags", "notes", "comment"}
"""What is said of a match belongs to it, and may be written there; not in another match."""
ELSEWHERE = {"engine", "face", "drawing", "observation", "levels", "sight", "study", "functions", "words", "contract", "match_"}
"""Modules, compiled functions and catalogues, which hold no match; the engine is written to below."""
ANSWERS = {
    "seat": 0,
    "viewer": londinium.ALL_EYES,
    "ply": 9,
    "move": 0,
    "code": "en",
    "text": "play 0",
    "number": 0,
    "version": 2,
}


def found_from(root: object, path: str) -> Iterator[tuple[str, object]]:
    """Everything that can be reached from something, each object and each kind of place once."""
    seen, waiting = set[int](), [(path, root, 0)]
    places = set[tuple[type, str]]()
    kept: list[object] = []  # so that no id is given twice
    while waiting:
        path, thing, depth = waiting.pop()
        if id(thing) in seen or isinstance(thing, str | bytes | int | float | bool | type | types.ModuleType | None):
            continue
        seen.add(id(thing))
        kept.append(thing)
        yield path, thing
        if depth == DEEPEST:
            continue
        for name, part in parts_of(thing, places):
            waiting.append((path + name, part, depth + 1))


def parts_of(thing: Any, places: set[tuple[type, str]]) -> Iterator[tuple[str, object]]:
    if isinstance(thing, Mapping):
        for key in list(thing)[:ELEMENTS]:
            yield f"[{key!r}]", thing[key]
    elif isinstance(thing, list | tuple | set | frozenset):
        for number, each in enumerate(list(thing)[:ELEMENTS]):
            yield f"[{number}]", each
    elif isinstance(thing, np.ndarray):
        if thing.base is not None:
            yield ".base", thing.base
        if thing.dtype.names and thing.ndim:
            yield "[0]", thing[0]
    if isinstance(thing, np.record):
        yield from ((f".{name}", thing[name]) for name in thing.dtype.names or ())
    elif type(thing).__module__.partition(".")[0] == "londinium":
        yield from public_of(thing, places)


def public_of(thing: Any, places: set[tuple[type, str]]) -> Iterator[tuple[str, object]]:
    own = {name for name in (*dir(type(thing)), *getattr(thing, "__dict__", {})) if not name.startswith("_")}
    own |= set(getattr(thing, "_places", ()))  # the fields of a plain state
    for name in sorted(own - CHANGE_IT - ELSEWHERE):
        found = getattr(thing, name, None)
        if not inspect.ismethod(found):
            yield f".{name}", found
        elif (type(thing), name) not in places:
            places.add((type(thing), name))
            yield from answered(found, name)


def answered(method: Callable[..., object], name: str) -> Iterator[tuple[str, object]]:
    """What a method answers, if its parameters are among those for which there is an argument."""
    wanted = [each for each in inspect.signature(method).parameters.values() if each.kind is not each.VAR_KEYWORD]
    given = {one.name: ANSWERS[one.name] for one in wanted if one.name in ANSWERS}
    if any(one.default is one.empty and one.name not in given for one in wanted):
        return
    try:
        found = method(**given)
    except (londinium.LondiniumError, TypeError, ValueError, KeyError):
        return
    yield f".{name}()", list(found) if isinstance(found, Iterator) else found


# ── Writing ──────────────────────────────────────────────────────────────────

Attempt = Callable[[], object]


def attempts(thing: Any) -> Iterator[tuple[str, Attempt]]:
    """All ways to write to a thing of its kind."""
    if isinstance(thing, np.ndarray):
        yield "its bytes", lambda: thing.view(np.uint8).__setitem__(..., 77)
        yield "an element", lambda: thing.__setitem__(0, 77)
        yield "made writable", lambda: made_writable(thing).fill(77)
    elif isinstance(thing, np.record):
        for name in thing.dtype.names or ():
            yield name, lambda name=name: setattr(thing, name, 77)  # type: ignore[misc]
    elif isinstance(thing, bytearray | memoryview):
        yield "its bytes", lambda: thing.__setitem__(slice(None), b"M" * len(thing))
    elif isinstance(thing, dict | set | list):
        yield "cleared", thing.clear
    elif isinstance(thing, Mapping):
        for key in thing:
            yield f"[{key!r}]", partial(write_element, thing, key)
    elif type(thing).__module__.partition(".")[0] == "londinium" and not isinstance(thing, Match):
        for name in (*dir(type(thing)), *getattr(thing, "__dict__", {})):
            if not name.startswith("_") and not callable(getattr(thing, name, None)):
                yield f".{name}", lambda name=name: setattr(thing, name, 77)  # type: ignore[misc]
        if hasattr(thing, "_places"):
            yield ".cash", lambda: setattr(thing, "cash", 77)
        for name in ("add", "also", "skip"):
            if callable(getattr(thing, name, None)):
                yield f".{name}()", lambda name=name: getattr(thing, name)(*{"also": ("x", 0), "skip": (1,)}.get(name, ("x",)))  # type: ignore[misc]


def made_writable(array: Any) -> Any:
    array.flags.writeable = True
    return array


def write_element(thing: Any, key: object) -> None:
    thing[key] = "other"


def known_of(match: Match, ply: int) -> tuple[object, ...]:
    """Everything that a match says of itself."""
    here, seat = match.at(ply), match.to_act[0]
    position = here.position
    return (
        (match.record, match.options, match.names, match.seed, match.plies, match.to_act, match.box_hash, match.boxes.tobytes()),
        (match.position_text(), match.view(seat), match.view(None, refusals=False), match.score_sheets, match.score_lines),
        (match.legal(seat), [str(move) for move in match.legal_moves], match.outcome, repr(match.choice.made)),
        (here.position_text(), here.view(None), here.plies, position.states.tobytes(), here.choice.open_to(0)),
        [repr(vars(position.fields)), repr(position.plain._flat), position.plain.seats, position.options, match.choice.since],
        [bytes(position.state), bytes(position.box), match.choice.now.tobytes(), match.states_known_to(seat).tobytes()],
    )


def begun(game: Game) -> Match:
    match = game.match(seats=3, seed=7, options={"money": "hidden"} if "bridge" in game.slug else None)
    while match.ply < 30 or len(match.to_act) != 2:
        match.push(match.legal(match.to_act[0])[-1], match.to_act[0])
    return match


@pytest.mark.parametrize("slug", OURS)
def test_nothing_that_is_read_of_a_match_can_change_it(slug: str) -> None:
    game = londinium.game(slug)
    match = begun(game)
    copy, past = match.copy(), match.at(12)
    before = [known_of(match, 9), known_of(copy, 9), known_of(past, 9), known_of(begun(game), 9)]
    roots = {"match": match, "game": game, "step": list(match)[9], "blank": game.engine.outset(game.option_codes(game.choose()))}
    roots |= {f"view({seat})": match.view(seat) for seat in (None, londinium.ALL_EYES, 0, 1, 2)}
    found = [(path, thing) for name, root in roots.items() for path, thing in found_from(root, name)]
    kinds = {type(thing) for _, thing in found}
    written, refused, latest = 0, 0, list[str]()
    for path, thing in found:
        if any(f".{name}" in path for name in ITS_OWN):
            continue
        for how, attempt in attempts(thing):
            try:
                attempt()
            except (AttributeError, TypeError, ValueError, IndexError):
                refused += 1
                continue
            written += 1
            latest.append(f"{path} ({how})")
        if len(latest) >= AT_ONCE or path == found[-1][0]:
            after = [known_of(match, 9), known_of(copy, 9), known_of(past, 9), known_of(begun(game), 9)]
            assert after == before, f"what is told of a match was changed by one of these: {latest}"
            latest.clear()
    assert not latest
    names = {kind.__name__ for kind in kinds}
    assert {
        "Match",
        "Position",
        "Choice",
        "View",
        "MatchStep",
        "Ply",
        "_Plain",
        "_Fields",
        "ndarray",
        "record",
        "MoveTable",
    } <= names
    assert written > 20, "copies may be written to"
    assert refused > 300
    assert match == copy
    assert match.at(12) == past


def test_what_is_said_of_a_match_is_its_own() -> None:
    match = begun(londinium.game(OURS[0]))
    match.annotate(3, "!")
    copy, past = match.copy(), match.at(12)
    record = copy.record
    match.tags["Event"], match.comment = "Fair", "Hear, hear"
    match.notes.clear()
    assert (copy.record, bool(past.notes), copy.tags) == (record, True, {})


@pytest.mark.parametrize("slug", OURS)
def test_plain_fields_are_refused(slug: str) -> None:
    match = begun(londinium.game(slug))
    for read in (match.position.plain, match.position.fields, match.position.plain_box):
        with pytest.raises(AttributeError, match="can be read, not changed"):
            read.round_no = 3
        with pytest.raises(AttributeError, match="can be read, not changed"):
            del read.round_no
    rows = next(value for value in vars(match.position.fields).values() if isinstance(value, np.ndarray))
    with pytest.raises(ValueError, match="read-only"):
        rows[...] = 3
