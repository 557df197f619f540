"""O-9.1: what a seat sees, what a move would bring, and what is told of it."""

from __future__ import annotations

from collections import Counter

import pytest

import londinium
from londinium.games.old_london_bridge.face.effects import Effect
from londinium.games.old_london_bridge.face.events import (
    Built,
    CardChosen,
    CardTaken,
    CardTakenBack,
    ChapelAdvanced,
    GateAdvanced,
    HaberdasherPaid,
    NoblewomanTaken,
    PawnPlaced,
    RoundBegun,
    RoundLeaderPaid,
    TurnSkipped,
)
from londinium.games.old_london_bridge.face.log import TELLERS
from londinium.games.old_london_bridge.face.view import Board
from londinium.games.old_london_bridge.face.words import REASONS as WORDS_OF_REASONS
from londinium.games.old_london_bridge.rules.refusals import LEGAL, NOT_NOW, REASONS, RULE
from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.seeds import draw

GAME = londinium.game("old-london-bridge")


def walk(match: Match, key: int) -> None:
    """One more decision, by a random player."""
    legal = match.legal(match.to_act[0])
    match.push(legal[draw(key, match.ply, len(legal))])


def board(match: Match, seat: int | None) -> Board:
    seen = match.view(seat).board
    assert isinstance(seen, Board)
    return seen


def test_money_and_hands_of_others_are_hidden_but_their_number_of_cards_is_open() -> None:
    """O-9.1: by default a seat sees its own money and hand only."""
    match = GAME.match(seats=3, seed=1)
    players = board(match, 1).players
    assert [player.pounds for player in players] == [None, 5, None]
    assert [player.hand is None for player in players] == [True, False, True]
    assert [player.cards for player in players] == [6, 6, 6]
    assert all(player.pounds is None and player.hand is None for player in board(match, None).players)


def test_a_table_may_play_with_open_money() -> None:
    """O-9.1: by an option of the table everything but face-down cards is shown to all."""
    match = GAME.match(seats=3, seed=1, options={"money": "open"})
    assert [player.pounds for player in board(match, None).players] == [5, 5, 5]
    before = board(match, 1).players[0]
    match.push("play 0", 0)
    after = board(match, 1).players[0]
    assert after.played[0].value is None
    assert after.hand == before.hand, "an open hand must not tell which card was chosen"
    assert after.cards == before.cards - 1


def test_a_face_down_card_is_shown_to_its_owner_only_until_the_reveal() -> None:
    """O-9.1: face-down cards are hidden until the reveal."""
    match = GAME.match(seats=3, seed=1)
    match.push("play 4", 0)
    assert [card.value for card in board(match, 0).players[0].played] == [4]
    assert [card.value for card in board(match, 1).players[0].played] == [None]
    assert [card.value for card in board(match, None).players[0].played] == [None]
    chosen = [event for _, event in match.events(1) if isinstance(event, CardChosen)]
    assert chosen == [CardChosen(0, None)]
    match.push("play 3", 1)
    match.push("play 2", 2)
    # The 4 acts first: its card has returned to the supply, the others lie open.
    assert [[card.value for card in player.played] for player in board(match, None).players] == [[], [3], [2]]


def test_everything_is_open_at_the_end() -> None:
    match = GAME.match(seats=2, seed=1)
    while not match.is_over:
        walk(match, 1)
    seen = board(match, None)
    assert all(player.pounds is not None and player.hand is not None for player in seen.players)
    assert match.outcome is not None
    assert seen.score_sheets is not None
    assert tuple(sheet.total for sheet in seen.score_sheets) == match.outcome.scores


def offers(match: Match) -> dict[str, Effect]:
    return {offer.move: offer.effect for offer in match.view(match.to_act[0]).offers}


def test_the_effect_of_a_placing_is_what_then_happens() -> None:
    """The chapel brings its strength in steps and the coins passed; the space pays its pounds."""
    checked: Counter[str] = Counter()
    for key in range(40 if COMPILED else 4):
        match = GAME.match(seats=2 + key % 3, seed=key, variant="base" if key % 2 else "expansion")
        while not match.is_over:
            seat = match.to_act[0]
            if match.view(seat).prompt == "placing":
                foretold = offers(match)
                legal = [move for move in foretold if move.startswith("place")]
                move = legal[draw(key, match.ply, len(legal))]
                effect, before = foretold[move], match.position.states[0].copy()
                match.push(move)
                after = match.position.state
                if effect.choices:
                    checked["replacing"] += 1
                    assert after.cash[seat] - before.cash[seat] >= effect.pounds
                    continue
                checked[effect.building.building if effect.building else "?"] += 1
                assert after.cash[seat] - before.cash[seat] == effect.pounds + effect.round_pounds
                assert after.chapel[seat] - before.chapel[seat] == effect.chapel_steps
                assert after.gate[seat] - before.gate[seat] == effect.gate_steps
                if effect.cards_worth:
                    assert effect.cards_worth == effect.strength
            else:
                walk(match, key)
    assert set(checked) == {"replacing", "chapel", "gate", "hostelry", "haberdasher", "guild-house", "park"}


def test_leading_at_the_end_of_a_round_is_shown_apart_from_the_price_of_a_place() -> None:
    """O-8.5: the centre costs 2 pounds for the last player of a round too, whatever the round then pays."""
    seen = 0
    for key in range(30 if COMPILED else 3):
        match = GAME.match(
            seats=3, seed=key, options={"chapel": "chapel-leader", "gate": "gate-leader", "bridge": "lowest-number"}
        )
        while not match.is_over:
            if match.view(match.to_act[0]).prompt == "placing":
                parks = offers(match).get("place centre park")
                if parks is not None:
                    assert parks.pounds == -2
                    seen += parks.round_pounds > 0
            walk(match, key)
    assert seen > (3 if COMPILED else 0)


def test_the_effect_of_a_tile_names_its_card() -> None:
    match = GAME.match(seats=2, seed=1)
    states = match.position.states
    states[0].tiles[0, 7] = 1
    match = match.with_state(states)
    for seat, move in ((0, "play 3"), (0, "play 1"), (1, "play 0"), (1, "play 0")):
        match.push(move, seat)
    assert match.view(0).prompt == "plus-ones"
    told = {offer.move: GAME.face.describe_move(offer.move, offer.effect, match.words()) for offer in match.view(0).offers}
    assert told["use plus-one"] == "use PLUS ONE: the 3 counts as 4"
    assert told["use plus-one second"] == "use PLUS ONE: the 1 counts as 2"
    match.push("use plus-one second")
    assert "P0: the 1 counts as 2, with PLUS ONE." in [line for _, line in match.log()]


def test_a_refused_place_says_which_rule_forbids_it() -> None:
    match = GAME.match(seats=4, seed=3)
    while match.view(match.to_act[0]).prompt != "placing":
        walk(match, 7)
    refused = {refusal.move: (refusal.rule, refusal.reason) for refusal in match.view(match.to_act[0]).refused}
    x = next(stack.building for stack in board(match, None).stacks if stack.pounds is None)
    assert refused[f"place {x}"] == ("O-5.2", "SPACE_IS_X")
    assert refused["pass"] == ("O-5.6", "PLACING_IS_COMPULSORY")
    assert refused["use chapel-two"] == ("O-7.2", "NO_SUCH_TILE")
    with pytest.raises(londinium.IllegalMove, match=r"the space marked X is closed; only an X SPACE tile opens it \(O-5\.2\)"):
        match.push(f"place {x}")


def test_every_refusal_has_a_rule_and_words() -> None:
    assert set(RULE) == set(range(len(REASONS))) - {LEGAL, NOT_NOW}
    assert {REASONS[code] for code in RULE} == set(WORDS_OF_REASONS)


POUNDS = (PawnPlaced, ChapelAdvanced, GateAdvanced, HaberdasherPaid, RoundLeaderPaid)


def test_the_events_account_for_every_pound_card_and_step() -> None:
    """Adding up what the log tells gives exactly what changed on the table."""
    kinds: set[type] = set()
    for key in range(60 if COMPILED else 20):
        sides = {
            colour: GAME.options[i].choices[draw(key, i, 6)] for i, colour in enumerate(("chapel", "gate", "hostelry", "bridge"))
        }
        # Every other match is one of the older rules, which tell of TAKE BACK otherwise.
        match = GAME.match(seats=2 + key % 3, seed=key, options=sides | {"rules": str(1 + key % 2)})
        while not match.is_over:
            walk(match, key)
        for ply in range(match.ply):
            before, after = match.position_at(ply).state, match.position_at(ply + 1).state
            told = [event for _, event in match.events(None, ply, ply + 1)]
            kinds |= {type(event) for event in told}
            for seat in range(match.seats):
                mine = [event for event in told if getattr(event, "seat", None) == seat]
                where = f"seed {key}, ply {ply}, seat {seat}: {mine}"
                assert sum(e.pounds for e in mine if isinstance(e, POUNDS)) == after.cash[seat] - before.cash[seat], where
                steps = sum(e.steps for e in mine if isinstance(e, ChapelAdvanced))
                assert steps == after.chapel[seat] - before.chapel[seat], where
                steps = sum(e.steps for e in mine if isinstance(e, GateAdvanced))
                assert steps == after.gate[seat] - before.gate[seat], where
                grown = sum(isinstance(e, Built) and e.replaced is None for e in mine)
                assert grown == after.length[seat] - before.length[seat], where
                # A 0 may return to the hand by itself, so only the other cards are counted.
                drawn = sum(isinstance(e, CardTaken | CardTakenBack | NoblewomanTaken) for e in mine)
                if drawn:
                    assert sum(after.hand[seat][1:]) - sum(before.hand[seat][1:]) == drawn, where
    assert kinds | {TurnSkipped} == set(TELLERS), "a kind of event never happened"


def test_a_turn_without_a_free_space_is_skipped_by_itself() -> None:
    """O-5.6: nobody is asked where nothing can be chosen; the log says so."""
    match = GAME.match(seats=4, seed=3)
    while match.view(match.to_act[0]).prompt != "placing":
        walk(match, 7)
    seat, states = match.to_act[0], match.position.states
    states[0].cash[seat] = 0
    states[0].top[:] = 0
    match = match.with_state(states)
    assert match.legal_moves == ["pass"]
    ply = match.ply
    match.proceed()
    assert [event for _, event in match.events(None, ply, ply + 1)] == [TurnSkipped(seat)]


@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
def test_every_line_of_the_log_is_a_sentence(code: str) -> None:
    match = GAME.match(seats=4, seed=5, variant="expansion", names=["Ada", "Ben", "Cleo", "Dan"])
    while not match.is_over:
        walk(match, 5)
    log = match.log(code)
    assert len(log) > 200
    assert all(line.rstrip().endswith(".") and "{" not in line for _, line in log)


def test_the_row_of_round_markers_is_remembered() -> None:
    """O-3.1: every marker that was turned stays visible, the others lie face down."""
    match = GAME.match(seats=3, seed=6)
    told: list[int] = []
    while not match.is_over:
        told = [event.steps for _, event in match.events(None) if isinstance(event, RoundBegun)]
        seen = board(match, None)
        assert list(seen.turned) == told + [0] * (seen.rounds - len(told))
        assert sum(seen.markers) == 15 - len(told)
        walk(match, 6)
    assert len(told) > 6


def test_bids_are_told_from_the_reveal_to_the_end_of_the_round() -> None:
    """O-9.1: a face-down card is not a bid yet; a revealed one stays known when it has left the table."""
    match = GAME.match(seats=3, seed=1)
    match.push("play 4", 0)
    match.push("play 3", 1)
    assert all(board(match, viewer).bids == () for viewer in (0, 1, None))
    match.push("play 2", 2)
    first = board(match, None)
    assert (first.order, [bid.value for bid in first.bids]) == ((0, 1, 2), [4, 3, 2])
    while board(match, None).round == 1:
        seen = board(match, None)
        if seen.phase != "plus-ones" and seen.order:
            assert [bid.value for bid in seen.bids] == [4, 3, 2]
        walk(match, 1)
    assert board(match, None).bids == ()


def test_the_board_tells_what_is_printed_in_its_box() -> None:
    printed = board(GAME.match(seats=3, seed=1), 0).printed
    assert printed.empty_sites[:7] == (0, 1, 4, 7, 10, 14, 14)
    assert printed.ranking == (5, 3)
    assert printed.gate_steps == ((4, 3), (7, 5), (10, 9), (13, 12))
    assert (printed.low_number, printed.card_sets, printed.each_round) == (30, (5, 10, 15), (1, 1, 2, 2))


def test_the_lowest_number_of_the_round_is_told_with_its_builder() -> None:
    match = GAME.match(seats=4, seed=2)
    built: list[tuple[int, int]] = []
    number, ply = 1, 0
    while not match.is_over:
        seen = board(match, None)
        if seen.round != number:
            built, number = [], seen.round
        assert (None if seen.lowest is None else (seen.lowest.number, seen.lowest.seat)) == min(built, default=None)
        ply = match.ply
        walk(match, 2)
        built += [(e.house.number, e.seat) for _, e in match.events(None, ply) if isinstance(e, Built) and e.house.number]


def test_at_the_end_of_a_turn_the_offer_says_which_card_returns() -> None:
    """O-7.2: and ending the turn is asked of everybody, also of those who keep their tiles: for this card it is now or never."""
    for key in range(200):
        match = GAME.match(seats=3, seed=key)
        while not match.is_over and "use take-back" not in match.legal_moves:
            walk(match, key)
        if not match.is_over and match.position.plain.round_no < 12:
            break
    seat, ply, state = match.to_act[0], match.ply, match.position.plain
    card = state.bid[seat][state.order[state.turn_no] % 2]
    view = match.view(seat)
    offers = {offer.move: offer.effect for offer in view.offers}
    assert view.prompt == "end-of-turn"
    assert offers["use take-back"] == Effect(card=card, spends=("take-back",))
    assert not offers["pass"].keeps
    told = GAME.drawing.draw(view, Scene(match.words(), match.names)).offers
    assert told["use take-back"].gain == f"card {card}"
    match.apply("use take-back")
    assert match.position.plain.hand[seat][card] == state.hand[seat][card] + 1
    assert CardTakenBack(seat, card) in [event for _, event in match.events(None, ply)]
    assert any(f"card {card} taken back" in line for _, line in match.log())
