"""Policies in files: what an agent has learnt, as a bot that every verb and table knows by `policy:FILE`, and every
environment. Only `GpuVector` and `FunctionalMatches` play against simple bots alone; many policies sit in a `PoolVector`.

    write_policy(Path("my.npz"), game, seats=2, layers=[(weights, bias), ...])
    bot("policy:my.npz", game)

A file holds the layers of a network, and what they are for: the game, the version of its rules, the number of seats, and how its
observation is laid out. What does not fit is refused in a sentence. Playing needs NumPy and nothing else.
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from londinium.kernel.cells import np
from londinium.kernel.entries import WrongType, entries, entry, shortened
from londinium.kernel.game import Game
from londinium.kernel.generic.names import observe
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, InvalidOption, LondiniumError

POLICY_PREFIX = "policy:"
POLICY_FORMAT = 1
"""Goes up when files are written in another way."""
FACTS_KEY = "londinium"
MOST_LAYERS = 64
LARGEST_FILE = 256 << 20
MOST_POLICIES = 32
"""Files that a process remembers."""

Layers = Sequence[tuple[Any, Any]]
"""Weights (outputs × inputs) and bias of each layer, from the first to the last; between them what is negative becomes 0."""


class PolicyFacts(msgspec.Struct, frozen=True):
    """What a policy is for."""

    format: int
    game: str
    rules: int
    seats: int
    layout: str
    """A hash of the observation's features and of the actions; see `policy_layout`."""
    layers: int
    made: str = ""
    """The command that made it."""
    details: dict[str, str] = {}


@entries
class SavedPolicy:
    """A policy from a file: a function of an observation and of what is legal, as `PolicyBot` takes it."""

    def __init__(self, file: Path, facts: PolicyFacts, layers: Layers, scale: Any) -> None:
        self.file, self.facts, self.layers, self._scale = file, facts, layers, scale

    def check_seats(self, seats: int) -> None:
        if self.facts.seats != seats:
            message = N_("{file} was learnt for {theirs} players, and this match has {seats}")
            raise InvalidOption(message, file=self.file, theirs=self.facts.seats, seats=seats)

    def logits(self, observations: Any) -> Any:
        """A number for every action, of one observation or of many."""
        found = observations if isinstance(observations, np.ndarray) else np.asarray(observations, object)
        if found.dtype.kind not in "iufb" or found.shape[-1:] != self._scale.shape:
            message = N_("an observation has {size} numbers, unlike {given}")
            raise WrongType(message, size=len(self._scale), given=shortened(observations))
        values = found * self._scale
        for weights, bias in self.layers[:-1]:
            values = np.maximum(values @ weights.T + bias, 0)
        weights, bias = self.layers[-1]
        return values @ weights.T + bias

    def __call__(self, observation: Any, legal: Any) -> Any:
        """The probability of every action."""
        numbers = np.where(np.asarray(legal) != 0, self.logits(observation), -np.inf)
        odds = np.exp(numbers - numbers.max(axis=-1, keepdims=True))
        return odds / odds.sum(axis=-1, keepdims=True)


@entry
def policy_layout(game: Game, seats: int) -> str:
    """A hash of all that a policy relies on: what each byte of an observation is, and what each action is."""
    game.check_seats(seats)
    features = [(f.name, f.start, f.shape, f.high) for f in game.observation.table(seats)]
    moves = [game.moves.text(move) for move in range(len(game.moves)) if not game.moves.is_chance(move)]
    return hashlib.sha256(msgspec.json.encode([features, moves])).hexdigest()[:16]


# ── Files ────────────────────────────────────────────────────────────────────


@entry
def write_policy(
    file: Path | str,
    game: Game,
    seats: int,
    layers: Layers,
    *,
    rules: int | None = None,
    made: str = "",
    details: Mapping[str, str] | None = None,
) -> None:
    """Keep a policy. An observation is divided by its highest values before the first layer; the last has a number per action."""
    rules = game.check_rules(game.rules_version if rules is None else rules)
    arrays: dict[str, Any] = {}
    for number, layer in enumerate(layers):
        arrays |= {f"weights{number}": _numbers(layer, 0), f"bias{number}": _numbers(layer, 1)}
    layout = policy_layout(game, game.check_seats(seats))
    facts = PolicyFacts(POLICY_FORMAT, game.slug, rules, seats, layout, len(layers), made, dict(details or {}))
    _check_shapes(Path(file), game, seats, [(arrays[f"weights{k}"], arrays[f"bias{k}"]) for k in range(len(layers))])
    kept = {**arrays, FACTS_KEY: np.frombuffer(msgspec.json.encode(facts), np.uint8)}
    try:
        with Path(file).open("wb") as out:
            np.savez_compressed(out, **kept)
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be written: {problem}"), file=file, problem=error) from error


def _numbers(layer: Any, part: int) -> Any:
    """The weights or the bias of a layer."""
    try:
        return np.asarray(layer[part], np.float32)
    except (TypeError, ValueError, IndexError, KeyError, OverflowError):
        message = N_("each layer must be a pair of weights and bias, not {given}")
        raise WrongType(message, given=shortened(layer)) from None


@entry
def read_policy(file: Path | str, game: Game) -> SavedPolicy:
    """The policy of a file, if it is one for this game as it is now."""
    path = Path(file)
    try:
        about = path.stat()
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be read: {problem}"), file=path, problem=error) from None
    if about.st_size > LARGEST_FILE:
        raise LondiniumError(N_("{file} is not a policy: {problem}"), file=path, problem="it is too large")
    known = (path.absolute(), game.slug, about.st_mtime_ns, about.st_size)
    if known not in _kept:
        if len(_kept) >= MOST_POLICIES:
            _kept.clear()
        _kept[known] = _checked(path, game)
    return _kept[known]


_kept: dict[tuple[Path, str, int, int], SavedPolicy] = {}
"""What was read, by file, game, time of change and size: an arena asks for the same file in every match."""


def _checked(path: Path, game: Game) -> SavedPolicy:
    facts, layers = _load(path)
    _check_facts(path, facts, game)
    _check_shapes(path, game, facts.seats, layers)
    scale = 1 / np.maximum(game.observation.highs(facts.seats), 1).astype(np.float32)
    return SavedPolicy(path, facts, layers, scale)


def _load(path: Path) -> tuple[PolicyFacts, Layers]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            facts = msgspec.json.decode(kept[FACTS_KEY].tobytes(), type=PolicyFacts)
            layers = [
                (kept[f"weights{k}"].astype(np.float32), kept[f"bias{k}"].astype(np.float32))
                for k in range(min(facts.layers, MOST_LAYERS))
            ]
    except OSError as error:
        raise LondiniumError(N_("{file} cannot be read: {problem}"), file=path, problem=error) from None
    except (ValueError, KeyError, TypeError, EOFError, AttributeError, zipfile.BadZipFile, zlib.error, msgspec.MsgspecError):
        raise LondiniumError(N_("{file} is not a policy file, or is damaged"), file=path) from None
    return facts, layers


def _check_facts(path: Path, facts: PolicyFacts, game: Game) -> None:
    if facts.format != POLICY_FORMAT:
        message = N_("{file} is a policy file of format {theirs}; this version reads format {ours}")
        raise LondiniumError(message, file=path, theirs=facts.format, ours=POLICY_FORMAT)
    if facts.game != game.slug:
        raise InvalidOption(N_("{file} plays {theirs}, not {ours}"), file=path, theirs=facts.game, ours=game.slug)
    if facts.seats not in game.seats or facts.layout != policy_layout(game, facts.seats):
        message = N_("{file} was learnt with another layout of the observations or actions of {game}, and must be learnt again")
        raise LondiniumError(message, file=path, game=game.slug)


def _check_shapes(path: Path, game: Game, seats: int, layers: Layers) -> None:
    size = game.observation.size(seats)
    actions = sum(not game.moves.is_chance(move) for move in range(len(game.moves)))
    if not layers:
        raise LondiniumError(N_("{file} is not a policy: {problem}"), file=path, problem="it has no layers")
    for weights, bias in layers:
        fits = bias.ndim == 1 and weights.shape == (len(bias), size)
        if not fits or not (np.isfinite(weights).all() and np.isfinite(bias).all()):
            problem = f"a layer has the shape {weights.shape} for {size} inputs, or holds what is not a number"
            raise LondiniumError(N_("{file} is not a policy: {problem}"), file=path, problem=problem)
        size = len(bias)
    if size != actions:
        problem = f"it has {size} outputs for {actions} actions"
        raise LondiniumError(N_("{file} is not a policy: {problem}"), file=path, problem=problem)


# ── The bot ──────────────────────────────────────────────────────────────────


def observe_row(states: Any, boxes: Any, options: Any, seat: int, row: Any) -> None:
    observe(states[0], boxes[0], options, seat, row)


@entries
class FileBot:
    """A bot that makes the likeliest move of a saved policy."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        self.policy = read_policy(_file_of(name), game)
        self._observe = game.engine.bind(observe_row, observe=game.observation.observe)

    def choose(self, match: Match, seat: int) -> int:
        legal = match.legal(seat)
        self._check(match)
        if len(legal) == 1:
            return legal[0]
        row = np.zeros(match.game.observation.size(match.seats), np.uint8)
        self._observe(match.states_known_to(seat), match.boxes, match.game.option_codes(match.options), seat, row)
        return legal[int(self.policy.logits(row)[legal].argmax())]

    def _check(self, match: Match) -> None:
        facts, file = self.policy.facts, self.policy.file
        self.policy.check_seats(match.seats)
        if facts.rules != match.rules:
            message = N_("{file} was learnt by version {theirs} of the rules, and this match is played by version {rules}")
            raise InvalidOption(message, file=file, theirs=facts.rules, rules=match.rules)


@entry
def is_policy(name: str) -> bool:
    return name.startswith(POLICY_PREFIX)


def _file_of(name: str) -> Path:
    """The file that policy:FILE names."""
    if name == POLICY_PREFIX:
        raise InvalidOption(N_("a saved policy is given as policy:FILE, such as policy:my.npz"))
    return Path(name.removeprefix(POLICY_PREFIX))


@entry
def check_policy(name: str) -> None:
    """Whether there is such a file; whether it fits is said when it is to play."""
    path = _file_of(name)
    facts, _ = _load(path)
    if facts.format != POLICY_FORMAT:
        message = N_("{file} is a policy file of format {theirs}; this version reads format {ours}")
        raise LondiniumError(message, file=path, theirs=facts.format, ours=POLICY_FORMAT)
