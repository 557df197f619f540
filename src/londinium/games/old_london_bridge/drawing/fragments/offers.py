"""Legal moves as the table offers them: a button's words, a bubble, and what would change, drawn where it would happen."""

from __future__ import annotations

from functools import lru_cache

from londinium.games.old_london_bridge.drawing.fragments.bridge import ghost_frame, ghost_house
from londinium.games.old_london_bridge.drawing.fragments.marks import price_of
from londinium.games.old_london_bridge.drawing.fragments.players import stronger
from londinium.games.old_london_bridge.drawing.fragments.prompt import PASS_WORDS
from londinium.games.old_london_bridge.drawing.fragments.tracks import chapel_walk, gate_walk
from londinium.games.old_london_bridge.face.effects import Effect
from londinium.games.old_london_bridge.face.view import Board, House
from londinium.games.old_london_bridge.face.words import CARD_NAMES, CREST_NAMES, building, power
from londinium.games.old_london_bridge.face.words import pounds as in_pounds
from londinium.kernel.drawing import Scene, Told
from londinium.kernel.language import Language
from londinium.kernel.views import View
from londinium.look.ink import escape
from londinium.look.seats import letters

MOST_CHIPS = 6


def offers(view: View, scene: Scene) -> dict[str, Told]:
    return {offer.move: told(view, offer.move, offer.effect, scene) for offer in view.offers}


def told(view: View, move: str, effect: Effect, scene: Scene) -> Told:
    board: Board = view.board
    kind = move.split(maxsplit=1)[0]
    if kind in ("place", "replace") or effect.chapel_steps or effect.gate_steps:
        return _consequences(view, board, move, effect, scene)
    t = scene.language
    if move == "pass":
        return Told(t.text(PASS_WORDS.get(view.prompt, "pass")))
    if kind == "play":
        return Told(
            card_words(int(move.split()[1]), t), bubble=f"<b>{escape(card_words(int(move.split()[1]), t))}</b>{_play_help(t)}"
        )
    if kind == "take":
        value = int(move.split()[1])
        left = t.text("{value} left after it", value=board.allowance - value)
        return Told(card_words(value, t), bubble=f"<b>{escape(card_words(value, t))}</b><p>{escape(left)}</p>")
    if kind == "pick" and effect.tile:
        return Told(power(effect.tile, t), bubble=_bubble(power(effect.tile, t), "", [power_help(effect.tile, t)]))
    name = move.split()[1]
    gain = t.text("counts {value}", value=effect.counts) if effect.counts is not None else ""
    label = t.text("Use {power}", power=power(name, t))
    if effect.counts is not None and view.seats == 2:
        label = t.text("{power} on the {card}", power=power(name, t), card=effect.card)
    return Told(label, gain, _bubble(label, gain, [power_help(name, t)]))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def card_words(value: int, t: Language) -> str:
    return f"{value} {t.text(CARD_NAMES[value])}"


def _play_help(t: Language) -> str:
    words = t.text("It lies face down until all have chosen.")
    return f"<p>{escape(words)}</p>"


@lru_cache(64)
def power_help(name: str, t: Language) -> str:
    """What a bonus tile does, in a line."""
    return {
        "share": t.text("Join another pawn on its space."),
        "free-centre": t.text("The centre costs nothing."),
        "x-space": t.text("Place your pawn on the X."),
        "take-back": t.text("Your card returns to your hand at the end of the turn."),
        "chapel-two": t.text("Two steps on the chapel track."),
        "gate-two": t.text("Two steps on the gate track."),
        "noblewoman": t.text("Take a 2 from the supply."),
        "plus-one": t.text("Your played card counts one more."),
    }[name]


def house_words(house: House, t: Language) -> str:
    """`Chapel 32`, for a button."""
    return capital(building(house.building, t)) + (f" {house.number}" if house.number else "")


def _bubble(title: str, gain: str, lines: list[str]) -> str:
    gained = f" <em>{escape(gain)}</em>" if gain else ""
    return f"<b>{escape(title)}</b>{gained}" + "".join(f"<p>{escape(line)}</p>" for line in lines if line)


# ── Placing, replacing, advancing ────────────────────────────────────────────


def _consequences(view: View, board: Board, move: str, effect: Effect, scene: Scene) -> Told:
    t, words = scene.language, move.split()
    house = effect.building
    price = price_of(move, board, scene) if words[0] == "place" else ""
    if words[0] == "use":
        label = t.text("Use {power}", power=power(words[1], t))
    elif words[0] == "replace":
        label = t.text("Replace {number}", number=words[1])
    elif house is None:
        label = capital(building(words[-1], t))
    else:
        label = house_words(house, t)
        if len(words) == 3:
            label = t.text("{building}, from the centre", building=label)
    gains = brought(effect, t)
    extra = effect.pounds - paid(move, board)
    if extra:
        gains.append(("+" if extra > 0 else "−") + in_pounds(abs(extra), t))
    gain = price or gains[0] if (price or gains) else ""
    bubble = _bubble(title_of(label, effect, t), ", ".join(gains), notes(view, board, move, effect, scene))
    return Told(label, gain, bubble, ghosts(view, board, effect, scene))


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
        gains.append(t.text("cards worth up to {value}", value=effect.cards_worth))
    return gains


def notes(view: View, board: Board, move: str, effect: Effect, scene: Scene) -> list[str]:
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
    if effect.choices:
        numbers = " / ".join(str(choice.replaces) for choice in effect.choices)
        lines.append(t.text("Must replace a building: {numbers}", numbers=numbers))
    if effect.replaces:
        lines.append(t.text("instead of {number}", number=effect.replaces))
    if effect.passes:
        lines.append(t.text("Passes {players}", players=", ".join(scene.names[seat] for seat in effect.passes)))
    if effect.round_pounds:
        lines.append(t.text("+{pounds} for leading at the end of the round", pounds=in_pounds(effect.round_pounds, t)))
    if effect.spends:
        lines.append(t.text("spends {tiles}", tiles=", ".join(power(tile, t) for tile in effect.spends)))
    return lines


def ghosts(view: View, board: Board, effect: Effect, scene: Scene) -> dict[str, str]:
    """What would change, by fragment."""
    if view.seat is None:
        return {}
    drawn: dict[str, str] = {}
    player, letter = board.players[view.seat], letters(scene.names)[view.seat]
    house = effect.building
    if house is not None:
        numbers = [built.number for built in player.bridge]
        if effect.choices:
            drawn["bridge"] = "".join(ghost_frame(numbers.index(choice.replaces)) for choice in effect.choices)
        else:
            site = numbers.index(effect.replaces) if effect.replaces else len(numbers)
            drawn["bridge"] = ghost_house(house, site)
            if house.crest and not effect.replaces:
                drawn["strengths"] = stronger(house.crest)
    if effect.chapel_steps:
        drawn["chapel"] = chapel_walk(board, view.seat, effect.chapel_steps, letter)
    if effect.gate_steps:
        drawn["gate"] = gate_walk(board, view.seat, effect.gate_steps, letter)
    return drawn


# ── Buttons in the prompt bar ────────────────────────────────────────────────


def chips(view: View) -> tuple[str, ...]:
    """The moves with a button: those that have no place on the board always, of the others as many as are easy to survey."""
    board: Board = view.board
    moves = [offer.move for offer in view.offers]
    order = [f"place {stack.building}" for stack in board.stacks]
    outer = sorted((move for move in moves if move in order), key=order.index)
    uses = [move for move in moves if move.startswith("use ")]
    rest = [move for move in moves if not move.startswith(("place ", "use ")) and move != "pass"]
    if not outer and not rest:
        rest = [move for move in moves if move.startswith("place ")]
    shown = (outer + rest)[:MOST_CHIPS]
    last = ["pass"] if "pass" in moves else []
    return (*shown, *uses[: max(2, MOST_CHIPS - len(shown))], *last)
