"""The words of Next Station: London: names, prompts, effects and reasons, all through the catalogues. The log is in `log.py`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from londinium.games.next_station_london.face.effects import Effect
from londinium.games.next_station_london.face.sheets import LineScore
from londinium.games.next_station_london.face.view import Board
from londinium.games.next_station_london.rules.lines import PER_CROSSING
from londinium.kernel.views import View
from londinium.kernel.words.errors import N_
from londinium.kernel.words.language import Language

# ── Names ────────────────────────────────────────────────────────────────────

SYMBOL_NAMES = {
    "circle": N_("circle"),
    "triangle": N_("triangle"),
    "square": N_("square"),
    "pentagon": N_("pentagon"),
    "central": N_("central station"),
    "joker": N_("joker"),
}

PENCIL_NAMES = {
    "green": N_("green"),
    "pink": N_("pink"),
    "purple": N_("purple"),
    "blue": N_("blue"),
}

POWER_NAMES = {
    "double": N_("SECOND SECTION"),
    "joker": N_("JOKER"),
    "switch": N_("SWITCH"),
    "twice": N_("STATION ×2"),
}

TO_SYMBOL = {
    "circle": N_("to a circle"),
    "triangle": N_("to a triangle"),
    "square": N_("to a square"),
    "pentagon": N_("to a pentagon"),
    "joker": N_("to any station"),
}
POWER_HELP = {
    "double": N_("SECOND SECTION: once, two sections in one turn."),
    "joker": N_("JOKER: once, any symbol will do."),
    "switch": N_("SWITCH: once, start at any station of your line."),
    "twice": N_("STATION ×2: after the round, one station counts as two."),
}

OBJECTIVE_NAMES = {
    "interchanges": N_("8 interchange stations"),
    "districts": N_("a station in every district"),
    "sites": N_("all tourist sites"),
    "centre": N_("the whole central district"),
    "crossings": N_("6 crossings of the Thames"),
}

RATINGS = (
    N_("platform sweeper"),
    N_("ticket inspector"),
    N_("train driver"),
    N_("station master"),
    N_("line planner"),
    N_("architect of the Underground"),
)

SHEET_LINES = {
    "green": N_("Green line"),
    "pink": N_("Pink line"),
    "purple": N_("Purple line"),
    "blue": N_("Blue line"),
    "sightseeing": N_("Tourist sites"),
    "interchanges": N_("Interchanges"),
    "objectives": N_("Objectives"),
    "total": N_("Total"),
}

OPTION_NAMES = {
    "objectives": N_("Shared objectives"),
    "powers": N_("Pencil powers"),
    "order": N_("Order of the pencils when playing alone"),
}

CHOICE_NAMES = {
    "off": N_("without"),
    "on": N_("with"),
    "random": N_("at random"),
    "chosen": N_("chosen by the player"),
}


def symbol(name: str, language: Language) -> str:
    return language.text(SYMBOL_NAMES[name])


def pencil(name: str, language: Language) -> str:
    return language.text(PENCIL_NAMES[name])


def power(name: str, language: Language) -> str:
    return language.text(POWER_NAMES[name])


def objective(name: str, language: Language) -> str:
    return language.text(OBJECTIVE_NAMES[name])


def card(name: str, language: Language) -> str:
    """A card as people say it: `circle (underground)`."""
    kind, _, shown = name.partition("-")
    if kind == "switch":
        return language.text("switch")
    if kind == "street":
        return language.text("{symbol} (street)", symbol=symbol(shown, language))
    return language.text("{symbol} (underground)", symbol=symbol(shown, language))


def way(section: str, target: str | None = None) -> str:
    """A section as people read it everywhere, in the direction in which it is drawn: `h3–h0`."""
    first, second = section.split("-")
    return f"{second}–{first}" if first == target else f"{first}–{second}"


def points(count: int, language: Language) -> str:
    return language.plural("{count} point", "{count} points", count)


def line_in_numbers(score: LineScore, language: Language) -> str:
    """What a line is scored by, as on the sheet: `6 districts × 3 stations + 2 × 1 crossing`."""
    districts = language.plural("{count} district", "{count} districts", score.districts)
    stations = language.plural("{count} station", "{count} stations", score.stations)
    crossings = language.plural("{count} crossing", "{count} crossings", score.crossings)
    return f"{districts} × {stations} + {PER_CROSSING} × {crossings}"


def counted(score: LineScore, language: Language) -> str:
    """A line at the end of its round: `Pink line: 5 districts × 5 stations + 2 × 2 crossings = 29 points`."""
    line, numbers = language.text(SHEET_LINES[score.pencil]), line_in_numbers(score, language)
    return language.text("{line}: {numbers} = {points}", line=line, numbers=numbers, points=points(score.points, language))


# ── The prompt ───────────────────────────────────────────────────────────────


def prompt(view: View, language: Language, names: Sequence[str]) -> str:
    """What to do now, or whom to wait for."""
    board: Board = view.board
    if view.outcome is not None:
        return language.text("The match is over.")
    if view.seat is None or view.seat not in view.to_act:
        waiting = [names[seat] for seat in view.to_act if seat < view.seats]
        if not waiting:
            return language.text("Waiting for the next card.")
        return language.text("Waiting for {players}.", players=language.listed(waiting))
    if board.phase == "pencil-order":
        return language.text("Choose the pencil for round {round}.", round=len(board.players[view.seat].lines) + 1)
    if board.phase == "twice-choice":
        return language.text("Choose a station that counts as two, or pass.")
    return _prompt_to_draw(board, view.seat, language)


def _prompt_to_draw(board: Board, seat: int, t: Language) -> str:
    player = board.players[seat]
    if player.chosen:
        return t.text("Draw a second section to the same symbol, or pass if one is enough.")
    shown = card(board.card or "", t)
    if board.switch_turn:
        return t.text("{card}, with the switch: draw a section from any station of your line, or pass.", card=shown)
    return t.text("{card}: draw a section from an end of your line, or pass.", card=shown)


def tie_rule(language: Language) -> str:
    return language.text("equal totals, so the higher best line decides (N-6.2).")


# ── Moves and effects ────────────────────────────────────────────────────────


def describe_move(move: str, effect: msgspec.Struct | None, language: Language) -> str:
    """What a move does, with its effect."""
    t = language
    word, _, rest = move.partition(" ")
    shown = effect if isinstance(effect, Effect) else Effect()
    if word == "pass":
        return t.text("pass")
    if word == "pencil":
        return pencil(rest, t)
    if word == "draw":
        told = t.text("draw {section}", section=way(rest, shown.target))
    elif word == "twice":
        told = t.text("count {station} twice", station=rest)
    else:
        return move
    consequences = describe_effect(shown, t)
    return t.text("{move}: {effect}", move=told, effect=consequences) if consequences else told


def describe_effect(effect: Effect, t: Language) -> str:
    """The consequences of a move in a few words."""
    if effect.before is None or effect.after is None:
        return ""
    sign = "+" if effect.points >= 0 else "−"
    told = [f"{sign}{points(abs(effect.points), t)}"]
    if effect.after != effect.before:
        facts = {"before": effect.before.points, "after": effect.after.points}
        told.append(t.text("line {before} → {after}", **facts) + f" ({line_in_numbers(effect.after, t)})")
    if effect.site:
        told.append(t.text("tourist site"))
    if effect.interchange:
        told.append(t.plural("interchange of {count} line", "interchange of {count} lines", effect.interchange))
    if effect.spends:
        told.append(t.text("uses {power}", power=power(effect.spends, t)))
    return ", ".join(told)


# ── Reasons and options ──────────────────────────────────────────────────────

REASONS = {
    "ALREADY_DRAWN": N_("that section is already drawn"),
    "NOT_AT_YOUR_LINE": N_("that section does not start at your line"),
    "MAKES_A_LOOP": N_("both stations are already on your line: that would be a loop"),
    "NOT_AN_END": N_("that section does not start at an end of your line"),
    "SWITCH_TOO_EARLY": N_("that is not an end of your line, and the switch is ignored on the first two turns"),
    "ONE_BRANCH_ONLY": N_("only one of the two sections may branch off"),
    "WRONG_SYMBOL": N_("the station there does not show the symbol of the card"),
    "OTHER_SYMBOL_THAN_FIRST": N_("the second section must lead to the same symbol as the first"),
    "NO_SECOND_WITHOUT_FIRST": N_("there is no second section without a first one"),
    "CROSSES_DRAWN_SECTION": N_("that would cross the section {section}"),
    "PENCIL_TAKEN": N_("that pencil has been given a round already"),
    "STATION_NOT_ON_LINE": N_("that station is not on your line"),
    "NOT_IN_FULLEST_DISTRICT": N_("that station is not in the district where your line has the most stations"),
}


def describe_refusal(reason: str, language: Language) -> str:
    """A reason in words; some name the section that is in the way."""
    kind, _, section = reason.partition(" ")
    return language.text(REASONS[kind], section=way(section) if section else "")


def describe_line(line: str, language: Language) -> str:
    return language.text(SHEET_LINES[line])


def describe_option(option: str, choice: str | None, language: Language) -> str:
    return language.text(OPTION_NAMES[option] if choice is None else CHOICE_NAMES[choice])
