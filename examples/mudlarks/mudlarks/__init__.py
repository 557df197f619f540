"""Mudlarks: keep what the Thames washes up, or leave it to the other. 2 players."""

from __future__ import annotations

from londinium.kernel.game import Functions, Game
from mudlarks import rules
from mudlarks.components import MOVES, State

GAME = Game(
    slug="mudlarks",
    title="Mudlarks",
    authors=("Londinium",),
    seats=range(2, 3),
    state=State,
    moves=MOVES,
    functions=Functions(
        setup=rules.setup,
        to_act=rules.to_act,
        legal=rules.legal,
        refusal=rules.refusal,
        push=rules.push,
        chance=rules.chance,
        deck=rules.deck,
        points=rules.points,
        audit=rules.audit,
    ),
    chapters={"M-1": "rules", "M-2": "rules", "M-3": "rules"},
    module=__name__,
)
