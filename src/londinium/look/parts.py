"""The parts that every table shares: prompt bar, log, marks of seats. Their style is in `style/table.css`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from londinium.kernel.contracts.drawing import Drawn, OfferText
from londinium.kernel.words.language import Language
from londinium.look.ink import escape


def prompt_bar(drawn: Drawn, language: Language, *, mine: bool, undo: bool, acts: str = "", clock: str = "") -> str:
    """What to do now, the moves that have a button, and the way back. `acts` are further buttons of the table itself."""
    prompt = drawn.prompt
    chips = "".join(chip(move, drawn.offers[move], key) for key, move in enumerate(drawn.chips, 1) if move in drawn.offers)
    back = table_button("undo", language.text("Undo"), hotkey="z") if undo else ""
    icon = f'<span class="prompt-icon">{prompt.icon}</span>' if prompt.icon else ""
    return (
        f'<div class="prompt-bar {"mine" if mine else "waiting"} {prompt.tint}">{icon}'
        f'<p class="prompt-words"><strong>{escape(prompt.sentence)}</strong> <span>{escape(prompt.help)}</span></p>{clock}'
        f'<div class="chips">{chips}</div><div class="acts">{acts}{back}</div></div>'
    )


def chip(move: str, told: OfferText, key: int) -> str:
    """A move as a button, with the key that does the same: its number; for one of a single word also that word's letter."""
    gain = f" <b>{escape(told.gain)}</b>" if told.gain else ""
    keys = [str(key)] if key < 10 else []
    keys += [move[0]] if move.isalpha() else []
    hotkey = f' data-hotkey="{" ".join(keys)}"' if keys else ""
    sign = f'<kbd aria-hidden="true">{keys[-1].upper()}</kbd>' if keys else ""
    return f'<button class="chip" type="button" data-move="{escape(move)}"{hotkey}>{sign}{escape(told.label)}{gain}</button>'


def table_button(name: str, words: str, *, hotkey: str = "", cls: str = "quiet") -> str:
    """A button of the table itself: undo, rematch."""
    key = f' data-hotkey="{hotkey}"' if hotkey else ""
    return f'<button class="{cls}" type="button" data-act="{name}"{key}>{escape(words)}</button>'


def seat_mark(seat: int, letter: str) -> str:
    """A seat's shape, colour and letter in a line of text; the shapes are the style sheet's, so that a log stays small."""
    return f'<i class="mark seat{seat}" aria-hidden="true">{escape(letter)}</i>'


def event_seat(event: object, seats: int) -> int | None:
    """The seat that an event is about, if it is about one."""
    seat = getattr(event, "seat", None)
    return seat if isinstance(seat, int) and 0 <= seat < seats else None


def event_mark(event: object, letters: Sequence[str]) -> str:
    """The sign of the seat that an event is about; nothing if it is about none."""
    seat = event_seat(event, len(letters))
    return seat_mark(seat, letters[seat]) if seat is not None else ""


def log_line(ply: int, mark: str, line: str) -> str:
    return f'<li data-ply="{ply}"><span class="log-mark">{mark}</span><span>{escape(line)}</span></li>'


def log_list(lines: Iterable[tuple[int, str, str]]) -> str:
    """The log: (ply, mark of the seat, sentence), newest last."""
    return f'<ol class="log">{"".join(log_line(*line) for line in lines)}</ol>'
