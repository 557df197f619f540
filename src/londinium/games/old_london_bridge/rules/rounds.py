"""O-3 A round.

The sequence of play:

    setup       stairs, rondel, top buildings, top bonus tiles, scoring tiles     O-2, setup.py
    each round
      1         reveal a round marker, turn the rondel                            O-3, here
      2         NOBLEWOMAN tiles, cards face down, reveal, PLUS ONE tiles         O-4, turn_order.py
      3         each turn: tiles and placing, build, act, tiles                   O-5, turn.py; O-6, buildings.py; O-7, bonus.py
                round leaders are paid, pawns leave, tiles become usable          O-8, scoring.py
    the end     score sheets                                                      O-8, scoring.py
"""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.bonus import make_fresh_tiles_usable
from londinium.games.old_london_bridge.rules.components import NO_CARD, OUTER
from londinium.games.old_london_bridge.rules.scoring import pay_round_leaders
from londinium.games.old_london_bridge.rules.state import MATCH_OVER, ROUND_MARKER, State
from londinium.games.old_london_bridge.rules.turn import clear_rondel, is_last_round
from londinium.games.old_london_bridge.rules.turn_order import begin_turn_order
from londinium.kernel.rules import rule


@rule
def begin_round(s: State) -> None:
    s.round_no += 1
    s.turn_no = 0
    s.lowest = 0
    for seat in range(s.seats):
        s.plus[seat, 0] = 0
        s.plus[seat, 1] = 0
        s.bid[seat, 0] = NO_CARD
        s.bid[seat, 1] = NO_CARD
    s.phase = ROUND_MARKER


@rule
def turn_rondel(s: State, steps: int) -> None:
    # O-3.1 The next round marker is revealed and the rondel turned clockwise by its number, in the first round too.
    s.markers[steps - 1] -= 1
    s.turned[s.round_no - 1] = steps
    s.rotation = (s.rotation + steps) % OUTER
    begin_turn_order(s)


@rule
def end_round(s: State, box: Box) -> None:
    pay_round_leaders(s, box)
    clear_rondel(s)
    make_fresh_tiles_usable(s)
    if is_last_round(s, box):
        s.phase = MATCH_OVER
    else:
        begin_round(s)
