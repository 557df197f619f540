"""Legal moves as the table offers them: a button's words, a bubble, and what would change, drawn where it would happen."""

from __future__ import annotations

from londinium.games.old_london_bridge.drawing.fragments.bridge import ghost_frame, ghost_house
from londinium.games.old_london_bridge.drawing.fragments.players import changed_crests
from londinium.games.old_london_bridge.drawing.fragments.prompt import PASS_WORDS
from londinium.games.old_london_bridge.drawing.fragments.tracks import chapel_walk, gate_walk
from londinium.games.old_london_bridge.face.effects import Effect
from londinium.games.old_london_bridge.face.view import Board, House
from londinium.games.old_london_bridge.face.words import CARD_NAMES, CREST_NAMES, building, power
from londinium.games.old_london_bridge.face.words import pounds as in_pounds
from londinium.kernel.contracts.drawing import OfferText, Scene
from londinium.kernel.kept import kept
from londinium.kernel.views import View
from londinium.kernel.words.language import Language
from londinium.look.ink import escape, unbroken
from londinium.look.seats import letters

MOST_CHIPS = 6
REPLACES = "⟲"
"""The sign of a building that makes room for another."""


def offers(view: View, scene: Scene) -> dict[str, OfferText]:
    return {offer.move: told(view, offer.move, offer.effect, scene) for offer in view.offers}


def told(view: View, move: str, effect: Effect, scene: Scene) -> OfferText:
    board: Board = view.board
    kind = move.split(maxsplit=1)[0]
    if kind in ("place", "replace") or effect.chapel_steps or effect.gate_steps:
        return _consequences(view, board, move, effect, scene)
    t = scene.language
    if move == "pass":
        sums = sums_of(board.allowance, t) if view.prompt == "taking-cards" else []
        return OfferText(t.text(PASS_WORDS.get(view.prompt, "pass")), net(effect, t), sums=sums, keeps=effect.keeps)
    if kind in ("play", "take"):
        return _card(board, kind, int(move.split()[1]), effect, t)
    if kind == "pick" and effect.tile:
        return OfferText(power(effect.tile, t), bubble=_bubble(power(effect.tile, t), "", [power_help(effect.tile, t)]))
    name = move.split()[1]
    gain = t.text("counts as {value}", value=effect.counts) if effect.counts is not None else ""
    if name == "take-back":
        gain = t.text("card {card}", card=effect.card)
    label = t.text("Use {power}", power=power(name, t))
    if effect.counts is not None and view.seats == 2:
        label = t.text("{power} on the {card}", power=power(name, t), card=effect.card)
    return OfferText(label, gain, _bubble(label, gain, [power_help(name, t)]))


def _card(board: Board, kind: str, value: int, effect: Effect, t: Language) -> OfferText:
    """A card by its printed value, which is also its key."""
    name = capital(t.text(CARD_NAMES[value]))
    title = t.text("{value} {name}", value=value, name=t.text(CARD_NAMES[value]))
    lines = []
    if kind == "play" and value == 0:
        lines.append(t.text("It returns to your hand at the start of your turn."))
    # Several are taken together, as many as lie there and as the hostelry brings.
    size, most = (value, min(board.supply[value], board.allowance // value)) if kind == "take" else (0, 0)
    return OfferText(name, net(effect, t), _bubble(title, net(effect, t), lines), key=str(value), size=size, most=most)


def sums_of(allowance: int, t: Language) -> list[str]:
    """What cards come to, by their values together: `3 of 5, 2 unused`."""
    all_in_all = [
        t.text("{value} of {allowance}, {rest} unused", value=value, allowance=allowance, rest=allowance - value)
        for value in range(allowance)
    ]
    return [*all_in_all, t.text("{value} of {allowance}", value=allowance, allowance=allowance)]


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


@kept
def power_help(name: str, t: Language) -> str:
    """What a bonus tile does, in a line."""
    return {
        "share": t.text("Join another pawn on its space."),
        "free-centre": t.text("The centre costs nothing."),
        "x-space": t.text("Place your pawn on the X."),
        "take-back": t.text("At the end of the turn: your card returns to your hand."),
        "chapel-two": t.text("Two steps along the chapel track."),
        "gate-two": t.text("Two steps along the gate track."),
        "noblewoman": t.text("Take a 2 from the supply."),
        "plus-one": t.text("Your played card counts as one higher."),
    }[name]


def house_words(house: House, t: Language) -> str:
    """`Chapel 32`, for a button."""
    return capital(building(house.building, t)) + (f" {house.number}" if house.number else "")


def _bubble(title: str, gain: str, lines: list[str]) -> str:
    gained = f" <em>{escape(unbroken(gain))}</em>" if gain else ""
    return f"<b>{escape(title)}</b>{gained}" + "".join(f"<p>{escape(unbroken(line))}</p>" for line in lines if line)


# ── Placing, replacing, advancing ────────────────────────────────────────────


def _consequences(view: View, board: Board, move: str, effect: Effect, scene: Scene) -> OfferText:
    t, words = scene.language, move.split()
    label = label_of(move, effect, board, t)
    gains = [gain for gain in (net(effect, t), *brought(effect, t)) if gain]
    title = title_of(label, effect, t)
    if words[0] == "replace" and effect.building is not None:
        title = t.text("{house} instead of {number}", house=house_words(effect.building, t), number=words[1])
        if effect.strength and effect.building.building != "guild-house":
            title = t.text("{label}, strength {strength}:", label=title, strength=effect.strength)
    bubble = _bubble(title, ", ".join(gains), notes(board, move, effect, scene))
    if effect.choices:
        gains.append(f"{REPLACES}\u00a0" + "/".join(str(choice.replaces) for choice in effect.choices))
    elif effect.replaces and words[0] == "place":
        gains.append(f"{REPLACES}\u00a0{effect.replaces}")
    together = t.text("Centre −{pounds}", pounds=in_pounds(board.centre_cost, t)) if " centre " in move else ""
    return OfferText(label, " · ".join(gains), bubble, ghosts(view.seat, board, effect, scene), together=together)


def label_of(move: str, effect: Effect, board: Board, t: Language) -> str:
    words, house = move.split(), effect.building
    if words[0] == "use":
        return t.text("Use {power}", power=power(words[1], t))
    if words[0] == "replace":
        return t.text("Replace {number}", number=words[1])
    label = capital(building(words[-1], t)) if house is None else house_words(house, t)
    return t.text("{building}, from the centre", building=label) if len(words) == 3 else label


def net(effect: Effect, t: Language) -> str:
    """How a move changes the player's purse, all in all: `+£3`."""
    amount = effect.pounds + effect.round_pounds
    return "" if not amount else ("+" if amount > 0 else "−") + in_pounds(abs(amount), t)


def paid(move: str, board: Board) -> int:
    """What the space itself pays or costs."""
    words = move.split()
    if words[0] != "place" or words[1] == "free-centre":
        return 0
    if words[1] == "centre":
        return -board.centre_cost
    return next(stack.pounds for stack in board.stacks if stack.building == words[1]) or 0


def title_of(label: str, effect: Effect, t: Language) -> str:
    house = effect.building
    if house is not None and effect.strength and house.crest is not None and house.crest != "all":
        colour = CREST_NAMES[house.crest]
        return t.text("{label}, {crest}, strength {strength}:", label=label, crest=t.text(colour), strength=effect.strength)
    return label


def brought(effect: Effect, t: Language) -> list[str]:
    """The gains of a building in a few words each."""
    gains = []
    if effect.chapel_steps or effect.gate_steps:
        gains.append(t.plural("+{count} step", "+{count} steps", effect.chapel_steps + effect.gate_steps))
    if effect.picks:
        gains.append(t.plural("{count} bonus tile", "{count} bonus tiles", effect.picks))
    if effect.cards_worth:
        gains.append(t.text("cards {value}", value=effect.cards_worth))
    return gains


def lost(effect: Effect, t: Language) -> list[str]:
    """The crests that leave a bridge: `grey −1`."""
    return [f"{t.text(CREST_NAMES[name])} −{-change}" for name, change in effect.crests if change < 0]


def replacements(choices: tuple[Effect, ...], t: Language) -> list[str]:
    """What a building brings in the place of others, a line for each effect: `instead of 53: strength 4, +£4, grey −1`."""
    lines: dict[str, list[str]] = {}
    for choice in choices:
        strong = choice.strength and choice.building is not None and choice.building.building != "guild-house"
        facts = [t.text("strength {strength}", strength=choice.strength)] if strong else []
        facts += [net(choice, t)] if net(choice, t) else []
        lines.setdefault(", ".join([*facts, *brought(choice, t), *lost(choice, t)]), []).append(str(choice.replaces))
    return [
        t.text("instead of {number}: {effects}", number=" / ".join(numbers), effects=effects)
        if effects
        else t.text("instead of {number}", number=" / ".join(numbers))
        for effects, numbers in lines.items()
    ]


def notes(board: Board, move: str, effect: Effect, scene: Scene) -> list[str]:
    """Everything else worth knowing, a line each."""
    t = scene.language
    lines = []
    amount = paid(move, board)
    if amount > 0:
        lines.append(t.text("+{pounds} from the space", pounds=in_pounds(amount, t)))
    elif amount < 0:
        lines.append(t.text("−{pounds} at the centre", pounds=in_pounds(-amount, t)))
    if effect.building is not None and effect.building.building == "guild-house" and not effect.choices:
        lines.append(t.text("Strengthens all four crests."))
    elif effect.building is not None and effect.building.building == "park":
        lines.append(t.text("Any number may follow it."))
    lines += replacements(effect.choices, t)
    if effect.replaces and not move.startswith("replace "):
        lines.append(t.text("instead of {number}", number=effect.replaces))
    if effect.replaces:
        lines.append(", ".join(lost(effect, t)))
    if effect.choices or effect.replaces:
        lines.append(t.text("The next site stays empty."))
    if effect.passes:
        lines.append(t.text("Passes {players}", players=t.listed([scene.names[seat] for seat in effect.passes])))
    if effect.round_pounds:
        lines.append(t.text("+{pounds} for leading at the end of the round", pounds=in_pounds(effect.round_pounds, t)))
    if effect.spends:
        lines.append(t.text("spends {tiles}", tiles=", ".join(power(tile, t) for tile in effect.spends)))
    return lines


def ghosts(seat: int | None, board: Board, effect: Effect, scene: Scene) -> dict[str, str]:
    """What would change for a seat, by fragment."""
    if seat is None:
        return {}
    drawn: dict[str, str] = {}
    player, letter = board.players[seat], letters(scene.names)[seat]
    house = effect.building
    if house is not None:
        numbers = [built.number for built in player.bridge]
        if effect.choices:
            drawn["bridge"] = "".join(ghost_frame(numbers.index(choice.replaces)) for choice in effect.choices)
        else:
            site = numbers.index(effect.replaces) if effect.replaces else len(numbers)
            drawn["bridge"] = ghost_house(house, site)
            if effect.crests:
                drawn["strengths"] = changed_crests(effect.crests)
    if effect.chapel_steps:
        drawn["chapel"] = chapel_walk(board, seat, effect.chapel_steps, letter)
    if effect.gate_steps:
        drawn["gate"] = gate_walk(board, seat, effect.gate_steps, letter)
    return drawn


# ── Buttons in the prompt bar ────────────────────────────────────────────────


def chips(view: View) -> tuple[str, ...]:
    """The moves with a button: always those that have no place on the board, and as many of the others as can be taken in easily.

    All that the centre offers share one.
    """
    board: Board = view.board
    moves = [offer.move for offer in view.offers]
    order = [f"place {stack.building}" for stack in board.stacks]
    outer = sorted((move for move in moves if move in order), key=order.index)
    centre = centre_moves(view)
    uses = [move for move in moves if move.startswith("use ")]
    rest = [move for move in moves if not move.startswith(("place ", "use ")) and move != "pass"]
    if not outer and not rest and not centre:
        rest = [move for move in moves if move.startswith("place ")]
    shown = (outer + rest)[:MOST_CHIPS]
    last = ["pass"] if "pass" in moves else []
    return (*shown, *(["|".join(centre)] if centre else []), *uses[: max(2, MOST_CHIPS - len(shown))], *last)


def centre_moves(view: View) -> list[str]:
    """What the centre offers, in the order of the stacks."""
    board: Board = view.board
    legal = {offer.move for offer in view.offers}
    return [move for stack in board.stacks if (move := f"place centre {stack.building}") in legal]
