"""What callers hand over, checked before anything compiled sees it: seats, seeds, options, arrays, threads.

Compiled functions trust what they are given: an index that is too large reads or writes what belongs to somebody else, and a
number of players that a game is not for may never come to an end. So every way in from Python asks here first, once per call.
What is inside a state or a box is not looked at: they come from `setup`, from a match, from a box file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from londinium.kernel.cells import np
from londinium.kernel.entries import WrongType, check_whole, is_whole, shortened
from londinium.kernel.views import ALL_EYES
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError
from londinium.kernel.words.language import PSEUDO, languages
from londinium.kernel.words.nearest import unknown

if TYPE_CHECKING:
    from londinium.kernel.game import Game
    from londinium.kernel.match import Match

SEEDS = 1 << 63
"""How many seeds there are."""
MOST_THREADS = 1024
_WIDE = None if np is None else np.dtype(np.int64)
PICTURE_SCHEMES = ("light", "dark")
MOST_THOUGHT = 24 * 3600.0
"""Seconds: nobody waits longer for one answer."""
MOST_SIMULATIONS = 10_000_000
"""For one decision: minutes at full speed. More say nothing new about a tree that is full."""


# ── Numbers ──────────────────────────────────────────────────────────────────


def check_number(name: str, value: Any, least: int, most: int) -> int:
    """A whole number between two others."""
    number = check_whole(name, value)
    if not least <= number <= most:
        message = N_("{name} must be a whole number from {least} to {most}, not {given}")
        raise InvalidOption(message, name=name, least=least, most=most, given=shortened(number))
    return number


def check_seconds(seconds: float | None) -> float | None:
    """A time to think, as far as it makes sense."""
    if seconds is not None and not 0 <= seconds <= MOST_THOUGHT:
        raise InvalidOption(
            N_("the time to think must be from 0 to {most} seconds, not {seconds}"), most=int(MOST_THOUGHT), seconds=seconds
        )
    return seconds


def check_threads(threads: Any) -> int:
    return check_number("threads", threads, 1, MOST_THREADS)


def check_seat(seats: int, seat: Any) -> int:
    """One of the seats of a match."""
    number = check_whole("seat", seat)
    if not 0 <= number < seats:
        raise InvalidOption(N_("this match has seats 0 to {last}, not {seat}"), last=seats - 1, seat=shortened(number))
    return number


def check_room(count: int, size: int) -> None:
    """Whether this many things of a size find room in this machine's memory."""
    if hasattr(os, "sysconf") and count * size > os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"):
        raise LondiniumError(N_("{count} would not fit into the memory of this machine"), count=shortened(count))


def check_actor(seats: int, seat: Any) -> int:
    """One of the seats of a match, or chance."""
    from londinium.kernel.game import CHANCE

    return CHANCE if is_whole(seat) and seat == CHANCE else check_seat(seats, seat)


def check_viewer(seats: int, seat: Any) -> None:
    """One of the seats, a spectator (None), or somebody who sees everything (ALL_EYES)."""
    if seat is not None and not (is_whole(seat) and seat == ALL_EYES):
        check_seat(seats, seat)


@cache
def check_language(code: str) -> None:
    known = languages()
    if code not in (*known, PSEUDO):
        raise unknown(InvalidOption, N_("there is no language '{name}'; choose one of: {known}"), code, known, name=code)


def check_scheme(scheme: str) -> None:
    if scheme not in PICTURE_SCHEMES:
        raise unknown(
            InvalidOption, N_("there is no scheme '{name}'; choose one of: {known}"), scheme, PICTURE_SCHEMES, name=scheme
        )


def check_decision(game: Game, match: Match, seat: Any) -> int:
    """A seat that decides now in a match of this game."""
    if match.game is not game:
        message = N_("this is a match of {theirs}, not of {ours}")
        raise InvalidOption(message, theirs=match.game.title, ours=game.title)
    check_seat(match.seats, seat)
    if seat not in match.to_act:
        deciding = ", ".join(str(each) for each in match.to_act if each < match.seats) or "–"
        raise InvalidOption(N_("seat {seat} does not decide here; these do: {seats}"), seat=seat, seats=deciding)
    return int(seat)


# ── Seeds ────────────────────────────────────────────────────────────────────


def check_seed(seed: int | None) -> int | None:
    if seed is None:
        return None
    number = check_whole("seed", seed)
    if not 0 <= number < SEEDS:
        raise InvalidOption(N_("a seed is a whole number from 0 to {most}, not {seed}"), most=SEEDS - 1, seed=shortened(number))
    return number


def seeds_from(first: int, count: int) -> range:
    """The seeds of this many matches, from one on."""
    check_seed(first)
    if first + count > SEEDS:
        message = N_("there are not {count} seeds from {seed} on: the last one is {most}")
        raise InvalidOption(message, count=shortened(count), seed=first, most=SEEDS - 1)
    return range(first, first + count)


def check_seeds(seeds: Any) -> Any:
    """Seeds in a row, as compiled functions take them."""
    if isinstance(seeds, range):
        for one in seeds[:1], seeds[-1:]:
            check_seed(one[0] if one else None)
        check_room(len(seeds), 8)
        return (seeds.start if seeds else 0) + seeds.step * np.arange(len(seeds), dtype=np.int64)
    found = whole_numbers("seeds", seeds)
    if found.ndim != 1:
        raise WrongType(N_("seeds must be whole numbers in a row, not {given}"), given=shortened(seeds))
    if len(found) and int(found.min()) < 0:
        check_seed(int(found.min()))
    return np.ascontiguousarray(found, np.int64)


def whole_numbers(name: str, values: Any) -> Any:
    """Whole numbers as an array."""
    try:
        found = np.asarray(values)
    except (ValueError, TypeError, OverflowError):  # rows of different lengths, numbers of any length
        found = np.asarray(None)
    if found.size == 0 and found.ndim == 1:
        return found.astype(np.int64)
    if found.dtype.kind not in "iu":
        for value in values if isinstance(values, list | tuple) else ():
            if is_whole(value) and name == "seeds":
                check_seed(value)  # one beyond what an array holds makes it an array of something else
        raise WrongType(N_("{name} must be whole numbers, not {given}"), name=name, given=shortened(values))
    if found.dtype == np.uint64 and found.size and int(found.max()) >= SEEDS:
        raise InvalidOption(N_("{name} must be whole numbers below {most}"), name=name, most=SEEDS)
    return found


# ── What a match begins with ─────────────────────────────────────────────────


def check_choice(option: str, choice: str, choices: Sequence[str]) -> int:
    """The number of a choice among those of an option."""
    if choice not in choices:
        message = N_("the option {option} cannot be '{choice}'; it is one of: {known}")
        raise unknown(InvalidOption, message, choice, choices, option=option, choice=choice)
    return choices.index(choice)


def check_codes(game: Game, options: Any) -> Any:
    """The numbers of the choices, one for each of a game's options."""
    return _check_choices(game, options, (len(game.settled),))


def check_rows_of_codes(game: Game, options: Any, count: int) -> Any:
    """The same for each of several matches."""
    return _check_choices(game, options, (count, len(game.settled)))


def _check_choices(game: Game, options: Any, shape: tuple[int, ...]) -> Any:
    if isinstance(options, Mapping | str):
        raise WrongType(N_("options must be the numbers that game.option_codes gives, not {given}"), given=shortened(options))
    found = whole_numbers("options", options)
    if found.shape != shape:
        message = N_("options must have the shape {wanted}, one number for each of {names}, not {given}")
        names = ", ".join(option.name for option in game.settled) or "–"
        raise InvalidOption(message, wanted=shape, names=names, given=found.shape)
    most = np.array([len(option.choices) for option in game.settled], np.int64)
    if found.size and not ((found >= 0) & (found < most)).all():
        at = int(np.argwhere(~((found >= 0) & (found < most)))[0][-1])
        message = N_("the option {option} has choices 0 to {last}, not {given}")
        wrong = found[..., at][(found[..., at] < 0) | (found[..., at] >= most[at])]
        raise InvalidOption(message, option=game.settled[at].name, last=int(most[at]) - 1, given=int(np.ravel(wrong)[0]))
    return np.ascontiguousarray(found, np.int8)


def check_boxes(game: Game, boxes: Any) -> Any:
    """Printed material of this game."""
    wanted: Any = game.standard_box()
    if not _is_like(boxes, wanted.dtype):
        raise WrongType(N_("boxes must be a box of {game}, not {given}"), game=game.title, given=shortened(boxes))
    return boxes


def check_states(game: Game, states: Any, i: Any = 0) -> Any:
    """States of this game that have been set up, of which there is an i-th."""
    state: Any = game.state
    if not _is_like(states, state.dtype if np is not None else state.layout) or getattr(states, "ndim", 1) != 1:
        raise WrongType(N_("states must be states of {game}, not {given}"), game=game.title, given=shortened(states))
    check_number("i", i, 0, len(states) - 1)
    return states


def check_set_up(game: Game, states: Any, i: Any = 0) -> Any:
    """The same, and somebody plays in it."""
    check_states(game, states, i)
    if "seats" in game.state.fields and int(states[int(i)].seats) not in game.seats:
        raise LondiniumError(N_("this state of {game} has not been set up"), game=game.title)
    return states


def _is_like(array: Any, kind: Any) -> bool:
    """Whether an array holds at least one of what compiled functions expect, in one piece."""
    if getattr(array, "dtype", None) != kind or not hasattr(array, "__len__") or len(array) < 1:
        return False
    return np is None or not isinstance(array, np.ndarray) or bool(array.flags.c_contiguous and array.flags.writeable)


def check_buffer(name: str, buffer: Any, kind: str, least: int) -> None:
    """Room that a compiled function fills."""
    if np is None or not isinstance(buffer, np.ndarray):
        fits = getattr(buffer, "kind", None) == kind and len(buffer) >= least
    else:
        fits = buffer.dtype.name == kind and buffer.ndim == 1 and len(buffer) >= least
        fits = fits and bool(buffer.flags.c_contiguous and buffer.flags.writeable)
    if not fits:
        message = N_("{name} must have room for {least} numbers of the kind {kind}, as `buffers` gives it, not {given}")
        raise WrongType(message, name=name, least=least, kind=kind, given=shortened(buffer))


def check_outset(game: Game, seats: Any, options: Mapping[str, str], seed: int | None, boxes: Any, names: Sequence[str]) -> None:
    """Everything that a match is made of."""
    game.check_seats(seats)
    check_seed(seed)
    game.choose(options)
    check_boxes(game, boxes)
    if len(names) != seats:
        raise InvalidOption(N_("there are {names} names for {seats} seats"), names=len(names), seats=seats)


# ── Many matches at once ─────────────────────────────────────────────────────


def check_actions(actions: Any, count: int) -> Any:
    """An action for each of several matches, as compiled steps take them."""
    if type(actions) is np.ndarray and actions.dtype is _WIDE and actions.shape == (count,) and actions.flags.c_contiguous:
        return actions  # what a learner hands over step after step
    return np.ascontiguousarray(check_one_each("actions", whole_numbers("actions", actions), count), np.int64)


def check_one_each(name: str, numbers: Any, count: int) -> Any:
    """A number for each of several matches, in a row."""
    if numbers.shape != (count,):
        message = N_("{name} must be one number for each of the {count} matches, not an array of the shape {given}")
        raise InvalidOption(message, name=name, count=count, given=numbers.shape)
    return numbers


def check_choice_of_matches(which: Any, count: int) -> Any:
    """Which of several matches are meant, as truth values."""
    try:
        found = np.asarray(which)
    except (ValueError, TypeError):  # rows of different lengths
        found = np.asarray(None)
    if found.dtype != np.bool_ or found.shape != (count,):
        message = N_("a choice of matches must be {count} truth values in a row, not {given}")
        raise WrongType(message, count=count, given=shortened(which))
    return found
