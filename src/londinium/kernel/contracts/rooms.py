"""The rooms of a game's folder: what is in them, and what stands there for any game that leaves one empty."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from londinium.kernel.contracts.drawing import Drawing
from londinium.kernel.contracts.face import REQUIRED, REQUIRED_OF_SECRETS, Face
from londinium.kernel.contracts.levels import Ability
from londinium.kernel.contracts.observation import Observation
from londinium.kernel.contracts.sight import Sight
from londinium.kernel.contracts.study import Study
from londinium.kernel.words.errors import InvalidGame

if TYPE_CHECKING:
    from londinium.kernel.game import Game

_log = logging.getLogger(__name__)

PLAIN_DRAWING = "londinium.look.plain_drawing"
"""Where the drawing of any game is. It is found by its name, as games are: the kernel itself draws nothing."""


def room(game: Game, name: str) -> ModuleType | None:
    """A module of a game's folder; None if there is none. One that cannot be loaded is an InvalidGame that says why."""
    module = f"{game.module}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name != game.module and f"{module}.".startswith(f"{error.name}."):
            return None  # neither the module nor, perhaps, the folder that it would be in
        raise InvalidGame(game.slug, f"{module} needs {error.name}, which is not there") from error
    except (Exception, SystemExit) as error:
        raise InvalidGame(game.slug, f"{module} cannot be loaded ({type(error).__name__}: {error})") from error


def members(contract: type) -> list[str]:
    """The names that a contract consists of."""
    return [name for name in {**vars(contract), **contract.__annotations__} if not name.startswith("_")]


def completed(given: object, plain: object, contract: type) -> Any:
    """What a game gives, and where it leaves something out, what is there for any game."""
    names = members(contract)
    if all(hasattr(given, name) for name in names):
        return given
    return SimpleNamespace(**{name: getattr(given if hasattr(given, name) else plain, name) for name in names})


def face_of(game: Game) -> Face:
    from londinium.kernel.defaults.face import PlainFace

    given = room(game, "face")
    needed = REQUIRED + (REQUIRED_OF_SECRETS if game.hides else ())
    missing = [name for name in needed if not hasattr(given, name)]
    if missing:
        why = "since it hides something, " if set(missing) <= set(REQUIRED_OF_SECRETS) else ""
        raise InvalidGame(game.slug, f"{why}its module `face` must have: {', '.join(missing)}")
    face: Face = completed(given, PlainFace(game), Face)
    return face


def drawing_of(game: Game) -> Drawing:
    """A drawing that cannot be loaded costs its game the pictures, and no other game anything."""
    plain: Drawing = import_module(PLAIN_DRAWING).PlainDrawing(game)
    try:
        given = room(game, "drawing")
        if hasattr(given, "draw") != hasattr(given, "layout"):
            raise InvalidGame(game.slug, "its module `drawing` must have both `draw` and `layout`, or none of them")
    except InvalidGame as problem:
        _log.warning("%s; it is drawn as text", problem)
        return plain
    drawing: Drawing = completed(given, plain, Drawing)
    return drawing


def observation_of(game: Game) -> Observation:
    from londinium.kernel.defaults.observation import whole_state

    given = room(game, "observation")
    if given is not None:
        observation: Observation = given.OBSERVATION
        return observation
    if game.hides:
        problem = "it hides something, so its module `observation` must say what an agent may see, as OBSERVATION"
        raise InvalidGame(game.slug, problem)
    return whole_state(game.state, game.module)


def sight_of(game: Game) -> Sight:
    given = room(game, "mind.sight")
    sight: Sight = Sight(game.observation, min(game.seats)) if given is None else given.SIGHT
    return sight


def levels_of(game: Game) -> Mapping[str, Ability]:
    given = room(game, "levels")
    levels: Mapping[str, Ability] = {} if given is None else given.LEVELS
    return levels


def study_of(game: Game) -> Study:
    """A study that cannot be loaded costs its game its own judgements, and no other game anything."""
    from londinium.kernel.defaults import study as plain

    try:
        given = room(game, "study")
    except InvalidGame as problem:
        _log.warning("%s; it is judged as any game is", problem)
        given = None
    study: Study = completed(given, plain, Study)
    return study
