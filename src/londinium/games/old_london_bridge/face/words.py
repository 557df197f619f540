"""The words of Old London Bridge: names, prompts, effects and reasons, all through the catalogues. `log.py` has the log."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from londinium.games.old_london_bridge.face.effects import Effect
from londinium.games.old_london_bridge.face.view import Board, House
from londinium.kernel.views import View
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

# ── Names ────────────────────────────────────────────────────────────────────

BUILDING_NAMES = {
    "chapel": N_("chapel"),
    "gate": N_("bridge gate"),
    "hostelry": N_("hostelry"),
    "haberdasher": N_("haberdasher"),
    "guild-house": N_("guild house"),
    "park": N_("park"),
}

BUILDING_DEEDS = {
    "chapel": N_("Moves you one step along the chapel track for each of its crests on your bridge."),
    "gate": N_("Moves you one step along the gate track for each of its crests on your bridge."),
    "hostelry": N_("Brings cards worth up to the number of its crests on your bridge."),
    "haberdasher": N_("Brings a pound for each of its crests on your bridge."),
    "guild-house": N_("Brings nothing itself, but counts for all four crests."),
    "park": N_("Always fits, and any number may follow it."),
}

CREST_NAMES = {
    "orange": N_("orange"),
    "blue": N_("blue"),
    "gray": N_("grey"),
    "green": N_("green"),
    "all": N_("all crests"),
}

CARD_NAMES = (N_("Peter de Colechurch"), N_("merchant"), N_("noblewoman"), N_("cleric"), N_("nobleman"))

POWER_NAMES = {
    "share": N_("SHARE"),
    "free-centre": N_("FREE CENTRE"),
    "x-space": N_("X SPACE"),
    "take-back": N_("TAKE BACK"),
    "chapel-two": N_("CHAPEL +2"),
    "gate-two": N_("GATE +2"),
    "noblewoman": N_("NOBLEWOMAN"),
    "plus-one": N_("PLUS ONE"),
}

COLOUR_NAMES = {
    "chapel": N_("Chapel scoring"),
    "gate": N_("Gate scoring"),
    "hostelry": N_("Hostelry scoring"),
    "bridge": N_("Bridge scoring"),
    "money": N_("Money and hands of the others"),
}

# The printed scoring is named by its colour, the tiles by their side.
SCORING_NAMES = {
    "chapel": N_("places on the chapel track"),
    "gate": N_("places on the gate track"),
    "hostelry": N_("value of the hand"),
    "bridge": N_("number of buildings"),
    "most-chapels": N_("most chapels"),
    "chapel-leader": N_("chapel leader, every round"),
    "spaces-ahead": N_("spaces ahead on the chapel track"),
    "coins-again": N_("coins of the chapel track again"),
    "most-gates": N_("most bridge gates"),
    "gate-leader": N_("gate leader, every round"),
    "gate-steps": N_("steps on the gate track"),
    "unused-tiles": N_("unused bonus tiles"),
    "most-hostelries": N_("most hostelries"),
    "highest-card": N_("highest card, every round"),
    "cards-in-hand": N_("cards in hand"),
    "card-sets": N_("sets of cards"),
    "longest-line": N_("longest line without a park"),
    "lowest-number": N_("lowest house number, every round"),
    "low-numbers": N_("low house numbers"),
    "building-sets": N_("sets of all six buildings"),
    "random": N_("drawn at random"),
    "hidden": N_("hidden"),
    "open": N_("open"),
}

SHEET_LINES = {
    "chapel": N_("Chapel"),
    "gate": N_("Bridge gate"),
    "hostelry": N_("Hostelry"),
    "bridge": N_("Bridge"),
    "empty_sites": N_("Empty sites"),
    "bonus_tiles": N_("Bonus tiles"),
    "money": N_("Money"),
    "total": N_("Total"),
}


def building(name: str, language: Language) -> str:
    return language.text(BUILDING_NAMES[name])


def describe_house(house: House, language: Language) -> str:
    """A building as people say it: `chapel 32 (blue)`."""
    if house.number is None:
        return building(house.building, language)
    facts = {"building": building(house.building, language), "number": house.number}
    if house.crest is None or house.crest == "all":
        return language.text("{building} {number} (all crests)", **facts)
    return language.text("{building} {number} ({crest})", crest=language.text(CREST_NAMES[house.crest]), **facts)


def card(value: int, language: Language) -> str:
    return language.text("{value} ({name})", value=value, name=language.text(CARD_NAMES[value]))


def power(name: str, language: Language) -> str:
    return language.text(POWER_NAMES[name])


def pounds(amount: int, language: Language) -> str:
    if amount < 0:
        return language.text("−£{amount}", amount=-amount)
    return language.text("£{amount}", amount=amount)


def describe_points(count: int, language: Language) -> str:
    """What this game counts."""
    return pounds(count, language)


def tie_rule(language: Language) -> str:
    return language.text("equal money, so the better place on the chapel track decides (O-8.4).")


def keeping(language: Language) -> str:
    return language.text(
        "Keep tiles: end my turn automatically when only CHAPEL +2 or GATE +2 could still be used (never in the last round)"
    )


def scoring(colour: str, side: str | None, language: Language) -> str:
    """What a colour scores; None is a tile that is not drawn yet."""
    name = SCORING_NAMES["random" if side is None else colour if side == "printed" else side]
    return language.text(name)


# ── The prompt ───────────────────────────────────────────────────────────────

PROMPTS = {
    "noblewomen": N_("Use NOBLEWOMAN to take a 2 from the supply, or pass."),
    "card-choice": N_("Choose a card to lay face down."),
    "plus-ones": N_("Use PLUS ONE on one of your cards, or pass."),
    "placing": N_("Your turn: place your pawn on the rondel."),
    "replacing": N_("The number is too high for the next site: choose the building to replace."),
    "taking-cards": N_("Hostelry: take cards from the supply, or pass."),
    "picking": N_("Pick a bonus tile."),
    "end-of-turn": N_("Use a bonus tile before your turn ends, or pass."),
}


def prompt(view: View, language: Language, names: Sequence[str]) -> str:
    """What to do now, or whom to wait for."""
    board: Board = view.board
    if view.outcome is not None:
        return language.text("The match is over.")
    if view.seat is None or view.seat not in view.to_act:
        waiting = [names[seat] for seat in view.to_act if seat < view.seats]
        if not waiting:
            return language.text("Waiting for the next reveal.")
        return language.text("Waiting for {players}.", players=language.listed(waiting))
    if view.prompt == "card-choice" and view.seats == 2:
        return language.text("Choose two cards to lay face down, one after the other.")
    if view.prompt == "taking-cards":
        return language.text("Hostelry: take cards worth up to {value} in all, or pass.", value=board.allowance)
    return language.text(PROMPTS[view.prompt])


# ── Moves and effects ────────────────────────────────────────────────────────


def describe_move(move: str, effect: msgspec.Struct | None, language: Language) -> str:
    """What a move does, with its effect."""
    t = language
    words = move.split()
    shown = effect if isinstance(effect, Effect) else Effect()
    if words[0] == "play":
        return card(int(words[1]), t)
    if words[0] == "take":
        return t.text("take a card: {card}", card=card(int(words[1]), t))
    if words[0] == "pick" and shown.tile:
        return t.text("pick {power}", power=power(shown.tile, t))
    if move == "pass":
        return t.text("pass")
    if words[0] == "use":
        told = t.text("use {power}", power=power(words[1], t))
        shown = msgspec.structs.replace(shown, spends=())
    elif words[0] == "place":
        told = _describe_placing(words[1:], t)
    elif words[0] == "replace":
        told = t.text("replace number {number}", number=words[1])
    else:
        return move
    consequences = describe_effect(shown, t)
    return t.text("{move}: {effect}", move=told, effect=consequences) if consequences else told


def _describe_placing(words: Sequence[str], t: Language) -> str:
    if words[0] == "centre":
        return t.text("centre, {building}", building=building(words[1], t))
    if words[0] == "free-centre":
        return t.text("centre with {power}, {building}", power=power("free-centre", t), building=building(words[1], t))
    return building(words[0], t)


def describe_effect(effect: Effect, t: Language) -> str:
    """The consequences of a move in a few words."""
    told = []
    if effect.pounds:
        told.append(t.text("{sign}{pounds}", sign="+" if effect.pounds > 0 else "−", pounds=pounds(abs(effect.pounds), t)))
    if effect.round_pounds:
        told.append(t.text("+{pounds} for leading at the end of the round", pounds=pounds(effect.round_pounds, t)))
    if effect.counts is not None:
        told.append(t.text("the {card} counts as {counts}", card=effect.card, counts=effect.counts))
    elif effect.card is not None:
        told.append(t.text("card {card}", card=card(effect.card, t)))
    if effect.building is not None:
        told.append(t.text("builds {house}", house=describe_house(effect.building, t)))
    if effect.choices:
        numbers = "/".join(f"{choice.replaces}" for choice in effect.choices)
        told.append(t.text("can replace {numbers}", numbers=numbers))
    if effect.strength and effect.building is not None and effect.building.building != "guild-house":
        told.append(t.text("strength {strength}", strength=effect.strength))
    if effect.chapel_steps:
        told.append(t.plural("{count} step on the chapel track", "{count} steps on the chapel track", effect.chapel_steps))
    if effect.gate_steps:
        told.append(t.plural("{count} step on the gate track", "{count} steps on the gate track", effect.gate_steps))
    if effect.picks:
        told.append(t.plural("{count} bonus tile", "{count} bonus tiles", effect.picks))
    if effect.cards_worth:
        told.append(t.text("cards worth up to {value}", value=effect.cards_worth))
    if effect.spends:
        told.append(t.text("spends {tiles}", tiles=", ".join(power(tile, t) for tile in effect.spends)))
    return ", ".join(told)


# ── Reasons and options ──────────────────────────────────────────────────────

REASONS = {
    "NOT_IN_HAND": N_("you have no such card"),
    "NO_SUCH_TILE": N_("you have no such bonus tile"),
    "TILE_TOO_NEW": N_("a bonus tile can be used only from the round after it was taken"),
    "NO_NOBLEWOMAN_LEFT": N_("there is no 2 left in the supply"),
    "ZERO_CANNOT_BE_TAKEN_BACK": N_("a 0 returns to your hand anyway"),
    "ALREADY_TAKEN_BACK": N_("the card of this turn has been taken back already"),
    "PLAYED_VALUE_NOT_IN_SUPPLY": N_("the supply has no card left of the value you played"),
    "AT_THE_END_OF_THE_TURN": N_("TAKE BACK is used at the end of your turn, after the building has acted"),
    "BEFORE_PLACING": N_("under the rules this match began with, TAKE BACK had to be announced before placing"),
    "AT_THE_END_OF_THE_TRACK": N_("your marker is at the end of that track"),
    "STACK_EMPTY": N_("that stack is empty"),
    "SPACE_IS_X": N_("the space marked X is closed; only an X SPACE tile opens it"),
    "SPACE_OCCUPIED": N_("another pawn stands on that space"),
    "SPACE_HAS_TWO_PAWNS": N_("two pawns stand on that space already"),
    "SAME_SPACE_AGAIN": N_("your pawn must move to another space"),
    "TOO_POOR_FOR_CENTRE": N_("you cannot pay for the centre"),
    "PLACING_IS_COMPULSORY": N_("there is a free space, so you must place your pawn"),
    "BRIDGE_FULL": N_("your bridge is full and that building has no place on it"),
    "NOT_ON_YOUR_BRIDGE": N_("that number is not on your bridge"),
    "LINE_MUST_DESCEND": N_("the numbers of a line must descend"),
    "NOT_IN_SUPPLY": N_("there is no such card left in the supply"),
    "BEYOND_STRENGTH": N_("that card is worth more than the hostelry still grants"),
    "NO_TILE_THERE": N_("that stack of bonus tiles is empty"),
}


def describe_refusal(reason: str, language: Language) -> str:
    return language.text(REASONS[reason])


def describe_line(line: str, language: Language) -> str:
    return language.text(SHEET_LINES[line])


def describe_option(option: str, choice: str | None, language: Language) -> str:
    if choice is None:
        return language.text(COLOUR_NAMES[option])
    name = SCORING_NAMES[option if choice == "printed" else choice]
    return language.text(name)
