"""O-4 Turn order: everyone chooses a card face down, the highest acts first."""

from __future__ import annotations

from londinium.games.old_london_bridge.box.flat import Box
from londinium.games.old_london_bridge.rules.bonus import may_add_one, may_take_noblewoman, spend
from londinium.games.old_london_bridge.rules.buildings import ranks_before
from londinium.games.old_london_bridge.rules.components import NO_CARD, NOBLEWOMAN, NOBLEWOMAN_CARD, PLUS_ONE, SCORING_HOSTELRY
from londinium.games.old_london_bridge.rules.refusals import LEGAL, NOT_IN_HAND
from londinium.games.old_london_bridge.rules.scoring import pay_round_leader
from londinium.games.old_london_bridge.rules.state import CARD_CHOICE, NOBLEWOMEN, PLUS_ONES, State
from londinium.games.old_london_bridge.rules.turn import begin_turn
from londinium.kernel.rules import rule


@rule
def cards_per_seat(s: State) -> int:
    # O-4.2 With two players everybody plays two cards, each for a turn of its own.
    return 2 if s.seats == 2 else 1


# ── Before the cards: NOBLEWOMAN tiles ───────────────────────────────────────


@rule
def begin_turn_order(s: State) -> None:
    s.asked = 0
    ask_for_noblewoman(s)


@rule
def ask_for_noblewoman(s: State) -> None:
    # O-4.1 Before choosing, NOBLEWOMAN tiles MAY be used: openly, in chapel order, any number, each for a 2 of the supply.
    for place in range(s.seats):
        seat = int(s.chapel_order[place])
        if not (s.asked >> seat) & 1 and may_take_noblewoman(s, seat) == LEGAL:
            s.actor = seat
            s.phase = NOBLEWOMEN
            return
    s.phase = CARD_CHOICE


@rule
def take_noblewoman(s: State, seat: int) -> None:
    # O-4.1 Each tile brings a 2 of the supply, and any number of them may be used.
    spend(s, seat, NOBLEWOMAN)
    s.supply[NOBLEWOMAN_CARD] -= 1
    s.hand[seat, NOBLEWOMAN_CARD] += 1
    ask_for_noblewoman(s)


@rule
def decline_noblewoman(s: State, seat: int) -> None:
    s.asked |= 1 << seat
    ask_for_noblewoman(s)


# ── The cards ────────────────────────────────────────────────────────────────


@rule
def is_choosing(s: State, seat: int) -> bool:
    return bool(s.played[seat, cards_per_seat(s) - 1] == NO_CARD)


@rule
def may_play(s: State, seat: int, value: int) -> int:
    return LEGAL if s.hand[seat, value] > 0 else NOT_IN_HAND


@rule
def play_card(s: State, box: Box, seat: int, value: int) -> None:
    # O-4.2 All choose face down, at the same time, and reveal together.
    s.hand[seat, value] -= 1
    if s.played[seat, 0] == NO_CARD:
        s.played[seat, 0] = value
    else:
        # Two cards lie in the order of their values, whichever was chosen first.
        s.played[seat, 1] = min(value, int(s.played[seat, 0]))
        s.played[seat, 0] = max(value, int(s.played[seat, 0]))
    for other in range(s.seats):
        if is_choosing(s, other):
            return
    reveal_cards(s, box)


@rule
def reveal_cards(s: State, box: Box) -> None:
    for seat in range(s.seats):
        s.bid[seat, 0] = s.played[seat, 0]
        s.bid[seat, 1] = s.played[seat, 1]
    pay_round_leader(s, box, SCORING_HOSTELRY)
    s.asked = 0
    s.turns = s.seats * cards_per_seat(s)
    s.turn_no = 0
    ask_for_plus_one(s)


# ── After the reveal: PLUS ONE tiles, and the order ──────────────────────────


@rule
def ask_for_plus_one(s: State) -> None:
    # O-4.3 PLUS ONE is offered one tile at a time in the provisional order, until all who have one declined in a row.
    sort_turns(s)
    for turn in range(s.turns):
        seat = int(s.order[turn]) >> 1
        if not (s.asked >> seat) & 1 and may_add_one(s, seat) == LEGAL:
            s.actor = seat
            s.phase = PLUS_ONES
            return
    begin_turn(s)


@rule
def add_one(s: State, seat: int, card: int) -> None:
    # O-4.3 Each use raises a card by one, sorts the turns again and asks from the top.
    spend(s, seat, PLUS_ONE)
    s.plus[seat, card] += 1
    s.asked = 0
    ask_for_plus_one(s)


@rule
def decline_plus_one(s: State, seat: int) -> None:
    s.asked |= 1 << seat
    ask_for_plus_one(s)


@rule
def sort_turns(s: State) -> None:
    """Put the turns in order, by insertion."""
    count = 0
    for seat in range(s.seats):
        for card in range(cards_per_seat(s)):
            place = count
            while place > 0 and acts_before(s, seat, card, int(s.order[place - 1]) >> 1, int(s.order[place - 1]) & 1):
                s.order[place] = s.order[place - 1]
                place -= 1
            s.order[place] = seat * 2 + card
            count += 1


@rule
def card_counts(s: State, seat: int, card: int) -> int:
    # O-4.3 A card counts its printed value and one more for each PLUS ONE.
    return int(s.bid[seat, card]) + int(s.plus[seat, card])


@rule
def acts_before(s: State, seat: int, card: int, rival: int, rival_card: int) -> bool:
    # O-4.4 Higher value acts earlier, ties go to the better place on the chapel track; of a player's own equal cards
    # the higher printed one comes first. The order is fixed now: later chapel moves do not change it.
    value, rival_value = card_counts(s, seat, card), card_counts(s, rival, rival_card)
    if seat != rival:
        return ranks_before(s, seat, value, rival, rival_value)
    return bool(value > rival_value or (value == rival_value and s.bid[seat, card] > s.bid[seat, rival_card]))
