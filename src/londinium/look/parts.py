"""The parts that every table shares: prompt bar, marks of seats. Their style is in `style/table.css`."""

from __future__ import annotations

import re

from londinium.kernel.contracts.drawing import Drawn, OfferText
from londinium.kernel.words.language import Language
from londinium.look.ink import escape, unbroken


def prompt_bar(
    drawn: Drawn,
    language: Language,
    *,
    mine: bool,
    decides: bool,
    undo: bool = False,
    acts: str = "",
    clock: str = "",
    last: str = "",
) -> str:
    """What to do now, the moves that have a button, and the way back. `acts` are further buttons of the table itself, `last` is
    what somebody else did last.

    A player who `decides` here has a place for Confirm and Cancel in which nothing else ever stands.
    """
    prompt = drawn.prompt
    icon = f'<span class="prompt-icon">{prompt.icon}</span>' if prompt.icon else ""
    back = table_button("undo", language.text("Undo"), hotkey="z") if undo else ""
    asking = f'<p class="prompt-words asking-words" aria-hidden="true"></p>{_decide(language)}' if decides else ""
    return (
        f'<div class="prompt-bar {"mine" if mine else "waiting"} {prompt.tint}">{icon}'
        f'<p class="prompt-words" {_letters(prompt.help)}><strong>{escape(unbroken(prompt.sentence))}</strong>'
        f" <span>{escape(unbroken(prompt.help))}</span>"
        f'<small class="last-action" {_letters(last)}>{last}</small></p>{clock}'
        f'<div class="chips">{chips(drawn)}</div><div class="acts">{acts}{back}</div>{asking}</div>'
    )


def _letters(words: str) -> str:
    """How many letters there are in a line, for a style that makes the type as small as a long one needs."""
    return f'style="--letters:{len(re.sub(r"<[^>]+>", "", words))}"'


def _decide(language: Language) -> str:
    cancel, confirm = escape(language.text("Cancel")), escape(language.text("Confirm"))
    anyway = escape(language.text("Leave it unused"))
    return (
        f'<div class="decide"><button class="quiet" type="button" data-act="cancel">{cancel}</button>'
        f'<button class="sure" type="button" data-act="confirm"><span>{confirm}</span><span>{anyway}</span></button></div>'
    )


def chips(drawn: Drawn) -> str:
    """The moves that have a button. Their keys are the values printed on what they play; where nothing is, their numbers."""
    offered = [(move, _together(move, drawn)) for move in drawn.chips if move.split("|")[0] in drawn.offers]
    printed = any(told.key for _, told in offered)
    return "".join(_chip(move, told, 0 if printed else number) for number, (move, told) in enumerate(offered, 1))


def _together(move: str, drawn: Drawn) -> OfferText:
    """What is told of a move; of several that share a button, what they are called together and what all of them bring."""
    ways = [drawn.offers[way] for way in move.split("|") if way in drawn.offers]
    if len(ways) == 1:
        return ways[0]
    return OfferText(f"{ways[0].together or ways[0].label} …", costs=ways[0].costs, together=ways[0].together)


def _chip(move: str, told: OfferText, number: int) -> str:
    """A move as a button, with the keys that do the same; for one of a single word also that word's letter."""
    gain = f" <b>{escape(told.gain)}</b>" if told.gain else ""
    keys = [told.key] if told.key else [str(number)] if 0 < number < 10 else []
    keys += [move[0]] if move.isalpha() else []
    facts = f' data-hotkey="{" ".join(keys)}"' if keys else ""
    facts += f' data-costs="{escape(told.costs)}"' if told.costs else ""
    facts += f' data-which="{escape(told.together)}"' if "|" in move and told.together else ""
    cap = f'<kbd aria-hidden="true">{keys[-1].upper()}</kbd>' if keys else ""
    sign = f'<i class="printed">{escape(told.key)}</i>' if told.key else cap
    named = "data-ways" if "|" in move else "data-move"
    return f'<button class="chip" type="button" {named}="{escape(move)}"{facts}>{sign}{escape(told.label)}{gain}</button>'


SIGNS = {"hint": "M7.2 14c0-1.7-2.4-2.9-2.4-6a5.2 5.2 0 1 1 10.4 0c0 3.1-2.4 4.3-2.4 6zM7.4 16.4h5.2M8.6 18.6h2.8"}
"""Buttons of the table that have a sign, which style sheets show where words alone have no room: a bulb."""


def table_button(name: str, words: str, *, hotkey: str = "", cls: str = "quiet") -> str:
    """A button of the table itself: undo, rematch."""
    key = f' data-hotkey="{hotkey}"' if hotkey else ""
    sign = f'<svg class="sign" viewBox="0 0 20 20" aria-hidden="true"><path d="{SIGNS[name]}"/></svg>' if name in SIGNS else ""
    return f'<button class="{cls}" type="button" data-act="{name}"{key}>{sign}{escape(words)}</button>'


def seat_mark(seat: int, letter: str) -> str:
    """A seat's shape, colour and letter in a line of text; the shapes are the style sheet's, so that a log stays small."""
    return f'<i class="mark seat{seat}" aria-hidden="true">{escape(letter)}</i>'
