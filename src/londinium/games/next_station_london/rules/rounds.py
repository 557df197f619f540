"""N-3 A round.

The sequence of play:

    setup       pencils, then objectives and powers if they are used              N-2, N-7, N-8; setup.py
    each round  everyone begins a line at the departure station of their pencil   N-5, lines.py
      each turn reveal a card, with the switch another one                        N-3, here
                everyone draws a section or not, all at once                      N-4, sections.py; N-8, powers.py
                until the fifth underground card
                STATION ×2                                                        N-8, powers.py
    the end     score sheets                                                      N-6, scoring.py
"""

from __future__ import annotations

from londinium.games.next_station_london.box.flat import City
from londinium.games.next_station_london.rules.components import DECK, NO_CARD, ROUNDS, SWITCH_CARD, UNDERGROUNDS
from londinium.games.next_station_london.rules.lines import begin_line
from londinium.games.next_station_london.rules.pencils import is_underground
from londinium.games.next_station_london.rules.powers import holder_of_twice
from londinium.games.next_station_london.rules.sections import choose, draw_choices, is_deciding
from londinium.games.next_station_london.rules.state import CARD_REVEAL, DRAWING, MATCH_OVER, TWICE_CHOICE, State
from londinium.kernel.rules import rule


@rule
def begin_round(s: State, city: City) -> None:
    s.round_no += 1
    s.turn_no = 0
    s.card = NO_CARD
    # N-3.1 All eleven cards are shuffled again.
    for card in range(DECK):
        s.shown[card] = 0
    for seat in range(s.seats):
        s.spent[seat] = 0
        begin_line(s, city, seat)
    s.phase = CARD_REVEAL


@rule
def may_be_revealed(s: State, card: int) -> bool:
    # N-3.5 Revealed cards stay visible, so what may still come is known as a set.
    return bool(s.shown[card] == 0)


@rule
def cards_shown(s: State) -> int:
    count = 0
    for card in range(DECK):
        count += 0 if may_be_revealed(s, card) else 1
    return count


@rule
def reveal_card(s: State, card: int) -> None:
    # N-3.2 The switch is never a card of its own: the next card is revealed at once, and both are one turn.
    if card == SWITCH_CARD:
        s.shown[card] = s.turn_no + 1
        s.switched = 1
        return
    s.turn_no += 1
    s.shown[card] = s.turn_no
    s.card = card
    s.phase = DRAWING


@rule
def decide(s: State, city: City, seat: int, section: int) -> None:
    # N-3.1 Everyone decides on the card at the same time, on their own sheet: draw one section, or not. Nobody has to draw.
    choose(s, seat, section)
    for other in range(s.seats):
        if is_deciding(s, other):
            return
    for other in range(s.seats):
        draw_choices(s, city, other)
    end_turn(s, city)


@rule
def decide_last(s: State, city: City, seat: int, section: int) -> bool:
    """The last decision of a round without what follows by itself, and whether it is one: all have drawn, nothing is counted."""
    choose(s, seat, section)
    for other in range(s.seats):
        if is_deciding(s, other):
            return False
    if not is_last_turn(s):
        return False
    for other in range(s.seats):
        draw_choices(s, city, other)
    s.phase = CARD_REVEAL
    return True


@rule
def undergrounds_shown(s: State) -> int:
    count = 0
    for card in range(DECK):
        if is_underground(card) and s.shown[card] > 0:
            count += 1
    return count


@rule
def is_last_turn(s: State) -> bool:
    # N-3.3 The round ends after the turn of the fifth underground card.
    return undergrounds_shown(s) == UNDERGROUNDS


@rule
def is_last_round(s: State) -> bool:
    return bool(s.round_no == ROUNDS)


@rule
def end_turn(s: State, city: City) -> None:
    s.switched = 0
    if not is_last_turn(s):
        s.phase = CARD_REVEAL
    elif holder_of_twice(s) >= 0:
        s.phase = TWICE_CHOICE
    else:
        end_round(s, city)


@rule
def end_round(s: State, city: City) -> None:
    # N-3.4 Lines are scored, which the score sheets do by themselves, and the pencils pass on.
    if is_last_round(s):
        s.phase = MATCH_OVER
    else:
        begin_round(s, city)
