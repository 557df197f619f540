"""The words for finds, moves and refusals, as texts that a catalogue in `locale/` may translate."""

from __future__ import annotations

from londinium.kernel.words.errors import N_

FINDS = {"coin": N_("a coin"), "ring": N_("a ring"), "bone": N_("a bone")}
MANY_FINDS = {"coin": N_("coins"), "ring": N_("rings"), "bone": N_("bones")}

MOVES = {
    "keep": N_("keep it"),
    "give": N_("leave it to the other"),
    "find coin": N_("a coin is washed up"),
    "find ring": N_("a ring is washed up"),
    "find bone": N_("a bone is washed up"),
}

REFUSALS = {"NO_GIFT_LEFT": N_("you have left two finds to the other already")}
