"""The parts that every table shares: prompt bar, log and bubbles. Their style is in `site.css`."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from londinium.kernel.drawing import Drawn, Told
from londinium.kernel.language import Language


def prompt_bar(drawn: Drawn, language: Language, *, mine: bool, undo: bool) -> str:
    """What to do now, the moves that have a button, and the way back."""
    prompt = drawn.prompt
    chips = "".join(chip(move, drawn.offers[move], key) for key, move in enumerate(drawn.chips, 1))
    back = (
        f'<button class="quiet" type="button" data-act="undo" data-hotkey="z">{escape(language.text("Undo"))}</button>'
        if undo
        else ""
    )
    return (
        f'<div class="prompt-bar {"mine" if mine else "waiting"} {prompt.tint}"><span class="prompt-icon">{prompt.icon}</span>'
        f'<p class="prompt-words" role="status"><strong>{escape(prompt.sentence)}</strong> <span>{escape(prompt.help)}</span></p>'
        f'<div class="chips">{chips}</div><div class="acts">{back}</div></div>'
    )


def chip(move: str, told: Told, key: int) -> str:
    """A move as a button, with the number key that does the same."""
    gain = f" <b>{escape(told.gain)}</b>" if told.gain else ""
    hotkey = f' data-hotkey="{key}"' if key < 10 else ""
    sign = f"<kbd>{key}</kbd>" if key < 10 else ""
    return f'<button class="chip" type="button" data-move="{escape(move)}"{hotkey}>{sign}{escape(told.label)}{gain}</button>'


def log_list(lines: Iterable[tuple[int, str, str]]) -> str:
    """The log: (ply, mark of the seat, sentence), newest last."""
    items = "".join(
        f'<li data-ply="{ply}"><span class="log-mark">{mark}</span><span>{escape(line)}</span></li>' for ply, mark, line in lines
    )
    return f'<ol class="log">{items}</ol>'
