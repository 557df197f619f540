"""What stacks, spaces and the centre tell about themselves: what they are, and while cards are chosen what they would bring."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.fragments.offers import (
    brought,
    capital,
    ghosts,
    house_words,
    net,
    notes,
    title_of,
)
from londinium.games.old_london_bridge.face.effects import Prospect
from londinium.games.old_london_bridge.face.view import Board, Stack
from londinium.games.old_london_bridge.face.words import BUILDING_DEEDS, building, describe_house
from londinium.games.old_london_bridge.face.words import pounds as in_pounds
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.views import View


def told_stacks(view: View, scene: Scene) -> tuple[str, ...]:
    """What is told at each stack and at the space beside it, around the rondel."""
    board: Board = view.board
    return tuple(_stack(view, at, scene) for at in range(len(board.stacks)))


def told_centre(view: View, scene: Scene) -> str:
    board: Board = view.board
    t = scene.language
    lines = [
        t.text("The centre: any building for {pounds}", pounds=in_pounds(board.centre_cost, t)),
        t.text("One pawn may stand here. You pay, and take the top of any stack."),
    ]
    return "\n".join([*lines, *_first_a_card(board, scene)])


def _stack(view: View, at: int, scene: Scene) -> str:
    board: Board = view.board
    stack, t = board.stacks[at], scene.language
    if stack.top is None:
        return t.text("{building}: empty", building=capital(building(stack.building, t)))
    hope = hopes(board).get(stack.building)
    if hope is None:
        lines = [capital(describe_house(stack.top, t)), t.text(BUILDING_DEEDS[stack.building])]
        if board.prospects:
            lines.insert(1, t.text("Your bridge has no place for it."))
    else:
        lines = _hope(board, hope, stack, scene)
    lines.append(t.plural("{count} more lies below it.", "{count} more lie below it.", stack.face_down))
    if stack.pounds is None:
        lines.append(t.text("The space beside it is closed. Only an X SPACE tile opens it."))
    if board.welcome:
        others = [scene.names[seat] for seat in board.welcome[at] if seat != view.seat]
        lines.append(t.text("Also fits {players}.", players=t.listed(others)) if others else t.text("Fits nobody else's bridge."))
    return "\n".join([*lines, *_first_a_card(board, scene)])


def _hope(board: Board, hope: Prospect, stack: Stack, scene: Scene) -> list[str]:
    """The same as the bubble of the move will say, if it comes to that."""
    t = scene.language
    label = house_words(stack.top, t) if stack.top else ""
    if "centre" in hope.move:
        label = t.text("{building}, from the centre", building=label)
    gains = [gain for gain in (net(hope.effect, t), *brought(hope.effect, t)) if gain]
    title = title_of(label, hope.effect, t)
    told = f"{title} {', '.join(gains)}" if gains else title
    return [t.text("If you get there: {effect}", effect=told), *filter(None, notes(board, hope.move, hope.effect, scene))]


def _first_a_card(board: Board, scene: Scene) -> list[str]:
    return [scene.language.text("First choose a card.")] if board.prospects else []


def hopes(board: Board) -> dict[str, Prospect]:
    """What each building would bring while cards are chosen: from its own space, else from the centre."""
    found: dict[str, Prospect] = {}
    for way in ("place free-centre ", "place centre ", "place "):
        for hope in board.prospects:
            if hope.move.startswith(way) and (way != "place " or len(hope.move.split()) == 2):
                found[hope.move.split()[-1]] = hope
    return found


def hoped(view: View, scene: Scene) -> dict[str, str]:
    """By fragment: what those hopes would change, each in a part of its own that is seen while its place is pointed at."""
    board: Board = view.board
    drawn: dict[str, str] = {}
    for kind, hope in hopes(board).items():
        for name, markup in ghosts(view.seat, board, hope.effect, scene).items():
            drawn[name] = drawn.get(name, "") + f'<g class="o-hope" data-part="hope-{kind}">{markup}</g>'
    return drawn
