"""N-9 Open and hidden; effects, reasons and events as a seat sees them."""

from __future__ import annotations

import pytest

import londinium
from londinium.games.next_station_london import GAME
from londinium.games.next_station_london.face.effects import Effect
from londinium.games.next_station_london.face.events import Decided, LineScored, MatchOver, NothingDrawn, SectionDrawn
from londinium.games.next_station_london.face.view import Board
from londinium.games.next_station_london.face.words import REASONS as WORDS_OF_REASONS
from londinium.games.next_station_london.rules.refusals import LEGAL, NOT_NOW, REASONS, RULE, name_of_refusal
from londinium.games.next_station_london.tests.positions import OFF, Table, sheet
from londinium.kernel.game import Position
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.seeds import draw

SEEDS = range(8 if COMPILED else 1)


def board(match: Match, seat: int | None) -> Board:
    seen = match.view(seat).board
    assert isinstance(seen, Board)
    return seen


def walk(match: Match, key: int) -> None:
    """One more decision, by a random seat that is to decide."""
    seat = match.to_act[draw(key, 2 * match.ply, len(match.to_act))]
    legal = match.legal(seat)
    match.push(legal[draw(key, 2 * match.ply + 1, len(legal))], seat)


def four_at_the_first_card() -> Match:
    """Nobody has decided yet, and everybody can draw something: a departure station has neighbours of every symbol."""
    match = GAME.match(seats=4, seed=5)
    assert match.to_act == (0, 1, 2, 3)
    return match


# ── What is hidden ───────────────────────────────────────────────────────────


def test_a_decision_is_shown_to_its_owner_only() -> None:
    """N-9.1: a decision on the current card is shown to the others only after all have decided."""
    match = four_at_the_first_card()
    section = match.legal_moves[0].removeprefix("draw ")
    match.push(f"draw {section}", 0)
    assert board(match, 0).players[0].chosen == (section,)
    for viewer in (1, None):
        player = board(match, viewer).players[0]
        assert (player.decided, player.chosen) == (True, None)
        assert player.lines[0].sections == ()
        assert player.sheet.total == 1
    assert board(match, 0).players[0].sheet.total > 1
    for seat in (1, 2, 3):
        match.push("pass", seat)
    assert board(match, 1).players[0].lines[0].sections == (section,)


def test_the_log_does_not_tell_early() -> None:
    """N-9.1: others hear that somebody has decided; what, they hear with the last decision."""
    match = four_at_the_first_card()
    ply, move = match.ply, match.legal_moves[0]
    match.push(move, 0)
    assert [event for _, event in match.events(1, ply)] == [Decided(0, None)]
    (own,) = [event for _, event in match.events(0, ply)]
    assert own == Decided(0, (move.removeprefix("draw "),), own.targets)
    assert own.targets[0] in move
    for seat in (3, 1, 2):
        match.push("pass", seat)
    told = [event for _, event in match.events(1, ply) if isinstance(event, (SectionDrawn, NothingDrawn))]
    assert [event.seat for event in told] == [0, 1, 2, 3]
    assert [type(event).__name__ for event in told] == ["SectionDrawn", "NothingDrawn", "NothingDrawn", "NothingDrawn"]


def test_a_decision_may_be_taken_back() -> None:
    """N-9.2: a decision may be taken back until all have decided, and the others' decisions stay."""
    match = four_at_the_first_card()
    before = match.position.states.tobytes()
    match.push(match.legal_moves[0], 0)
    match.push("pass", 2)
    match.retract(0)
    assert match.to_act == (0, 1, 3)
    match.retract(2)
    assert match.position.states.tobytes() == before
    for seat in range(4):
        match.push("pass", seat)
    with pytest.raises(londinium.LondiniumError, match="no choice that can still be taken back"):
        match.retract(0)


def test_both_sections_of_a_double_may_be_taken_back() -> None:
    """N-9.2: with SECOND SECTION too, and one after the other."""
    match = next(
        found
        for found in (GAME.match(seats=2, seed=seed, variant="powers") for seed in range(60))
        if board(found, 0).players[0].power == "double" and found.to_act == (0, 1)
    )
    before = match.position.states.tobytes()
    match.push("pass", 0)
    assert set(match.to_act) == {0, 1}, "the others must not see whether a first section was drawn"
    assert match.legal_moves == ["pass"]
    match.retract(0)
    assert match.position.states.tobytes() == before
    match.push(match.legal_moves[0], 0)
    assert set(match.to_act) == {0, 1}
    match.retract(0)
    assert match.position.states.tobytes() == before


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_hidden_leaks(seed: int) -> None:
    """N-9.1: whatever the others have decided, a seat's view is the same to the byte."""
    match = GAME.match(seats=2 + seed % 3, seed=seed, variant="both-modules")
    disguised = 0
    while not match.is_over:
        walk(match, seed)
        position = match.position
        for seat in range(match.seats):
            other = GAME.face.disguise(position, seat, seed)
            disguised += other.states.tobytes() != position.states.tobytes()
            assert GAME.face.board(other, seat) == GAME.face.board(position, seat)
            assert GAME.face.score_sheets(other) == GAME.face.score_sheets(position)
            for move in match.legal(seat):
                assert GAME.face.effect(other, seat, move) == GAME.face.effect(position, seat, move)
    assert disguised > 10


def test_everything_else_is_open() -> None:
    """N-9.1: nothing of a player is hidden: sheets, pencils, powers, cards."""
    match = GAME.match(seats=3, seed=2, variant="both-modules")
    for _ in range(30):
        walk(match, 2)
    while len(match.to_act) < 3:
        walk(match, 2)
    assert board(match, 0) == board(match, 1) == board(match, None)


# ── What a move would bring ──────────────────────────────────────────────────


def effect(t: Table, move: str) -> Effect:
    found = GAME.face.effect(Position(t.states, t.cities, 1, OFF), 0, t.moves.parse(move))
    assert isinstance(found, Effect)
    return found


def test_the_effect_of_a_section() -> None:
    """N-5.1: points of the line before and after, districts, stations, crossings, site and interchange."""
    t = sheet("d2-e3", card="street-circle", older={"pink": "h3-g3 g3-f3"})
    found = effect(t, "draw e3-f3")
    assert found.before is not None
    assert found.after is not None
    assert (found.before.points, found.after.points) == (2, 4)
    assert (found.after.districts, found.after.stations, found.after.crossings) == (2, 2, 0)
    assert (found.target, found.site, found.interchange, found.spends) == ("f3", True, 2, None)
    # The line gains 2, the second visit 1, the interchange 2.
    assert found.points == 2 + 1 + 2


def test_the_effect_of_a_power() -> None:
    """N-8.4: the effect says which power a section would use up."""
    assert effect(sheet("d2-e3", card="street-circle", power="joker"), "draw e3-e4").spends == "joker"
    assert effect(sheet("d2-e3", card="street-circle", power="joker"), "draw a2-d2").spends is None
    t = sheet("d2-e3", card="street-square", power="double")
    t.push("draw e3-f4")
    assert effect(t, "draw d2-g2").spends == "double"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_effect_is_what_then_happens(seed: int) -> None:
    """N-6.1: alone, the total changes by what was foretold, whatever the move."""
    match = GAME.match(seats=1, seed=seed, variant="both-modules")
    while not match.is_over:
        offers = match.view(0).offers
        offer = offers[draw(seed, match.ply, len(offers))]
        before = board(match, 0)
        match.push(offer.move)
        after = board(match, 0)
        if after.round == before.round:
            assert after.players[0].sheet.total == before.players[0].sheet.total + offer.effect.points


# ── Why not ──────────────────────────────────────────────────────────────────


def test_every_section_is_offered_or_refused_with_a_rule() -> None:
    """N-4.7: `why_not` for every section that is not allowed, and which one it would cross."""
    match = GAME.match(seats=1, seed=11)
    reasons = set()
    while not match.is_over:
        view = match.view(0)
        named = {offer.move for offer in view.offers} | {refused.move for refused in view.refused}
        if view.prompt == "drawing":
            assert {text for text in match.moves if text.startswith("draw ")} <= named
        for refused in view.refused:
            assert GAME.face.describe_refusal(refused.reason, match.words())
            reasons.add(refused.reason.split()[0])
        walk(match, 3)
    assert {"ALREADY_DRAWN", "NOT_AT_YOUR_LINE", "MAKES_A_LOOP", "NOT_AN_END", "WRONG_SYMBOL", "CROSSES_DRAWN_SECTION"} <= reasons


def test_an_illegal_move_says_why() -> None:
    """N-4.1: the error names the reason and the rule."""
    match = GAME.match(seats=1, seed=3, options={"order": "chosen"})
    for pencil in ("green", "pink", "blue"):
        match.push(f"pencil {pencil}")
    with pytest.raises(londinium.IllegalMove, match=r"that section does not start at your line \(N-4\.2\)"):
        match.push("draw h9-j9")


def test_a_refusal_names_the_section_in_the_way() -> None:
    """N-4.7: in words, and readable without the city."""
    t = sheet(card="street-joker", older={"purple": "c5-e5 e5-c3"})
    code = GAME.engine.refusal(t.states, 0, t.cities, 0, t.moves.parse("draw d2-d6"))
    assert GAME.face.why_not(code) == ("N-4.7", "CROSSES_DRAWN_SECTION c3-e5")
    words = londinium.game("next-station-london").match(seats=1, seed=1).words()
    assert GAME.face.describe_refusal(name_of_refusal(code), words) == "that would cross the section c3–e5"


def test_every_refusal_has_a_rule_and_words() -> None:
    assert set(RULE) == set(range(len(REASONS))) - {LEGAL, NOT_NOW}
    assert {REASONS[code] for code in RULE} == set(WORDS_OF_REASONS)


# ── What happened ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", SEEDS)
def test_the_events_tell_everything(seed: int) -> None:
    """N-3.4: adding up the log gives the sheets: every section, and the points of every line."""
    match = GAME.match(seats=1 + seed % 4, seed=seed, variant="both-modules")
    while not match.is_over:
        walk(match, seed)
    told = [event for _, event in match.events()]
    for seat, player in enumerate(board(match, None).players):
        for line in player.lines:
            drawn = [e for e in told if isinstance(e, SectionDrawn) and e.seat == seat and e.pencil == line.pencil]
            assert sorted(e.section for e in drawn) == sorted(line.sections)
            (scored,) = [e for e in told if isinstance(e, LineScored) and e.seat == seat and e.score.pencil == line.pencil]
            assert scored.points == next(its.points for its in player.sheet.lines if its.pencil == line.pencil)
    assert isinstance(told[-1], MatchOver)
    assert all(text for _, text in match.log())
