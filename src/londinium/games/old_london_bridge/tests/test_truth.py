"""Nothing shown is ever wrong: what a button, its bubble and the hope of a bidder say is what the rules then do."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from londinium.games.old_london_bridge import GAME
from londinium.games.old_london_bridge.drawing.fragments.offers import REPLACES
from londinium.games.old_london_bridge.drawing.fragments.places import hopes
from londinium.games.old_london_bridge.face.events import CardsRevealed, OrderFixed, PawnPlaced, RoundBegun
from londinium.games.old_london_bridge.face.view import Board
from londinium.kernel.contracts.drawing import OfferText, Scene
from londinium.kernel.match import Match

pytestmark = pytest.mark.slow_interpreted  # a drawing compiles nothing

NAMES = ("Maud", "Hugh", "Rosa", "Wat")
POUNDS = re.compile(r"([+−])\u2060?£(\d+)")


def matches(seats: int, seed: int, variant: str = "expansion") -> Iterator[Match]:
    """A random match at every decision."""
    match = GAME.match(seats=seats, seed=seed, variant=variant, names=NAMES[:seats])
    choice = random.Random(seed)
    while not match.is_over:
        yield match
        seat = match.to_act[0]
        match.push(choice.choice(match.legal(seat)), seat)


def scene(match: Match) -> Scene:
    return Scene(match.words("en"), tuple(match.names))


def pounds_of(words: str) -> int:
    """The first pounds of a text, 0 where there are none."""
    found = POUNDS.search(words)
    return 0 if found is None else int(found[2]) * (1 if found[1] == "+" else -1)


def after(match: Match, seat: int, move: str) -> Match:
    """A copy of a match after a move; chance's reveal of the next building follows by itself."""
    copy = match.at(match.ply)
    copy.push(move, seat)
    return copy


def cash(match: Match, seat: int) -> int:
    pounds = match.view(seat, refusals=False).board.players[seat].pounds
    assert pounds is not None
    return int(pounds)


def numbers(match: Match, seat: int) -> set[int]:
    bridge = match.view(seat, refusals=False).board.players[seat].bridge
    return {house.number for house in bridge if house.number}


def says_pounds(told: OfferText) -> set[int]:
    return {pounds_of(told.gain), pounds_of(told.bubble.split("<p>")[0])}


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_button_says_what_the_purse_then_holds(seats: int) -> None:
    """Button and bubble say the same, and it is the change of the own money by the move."""
    tried = 0
    for match in matches(seats, 70 + seats):
        seat = match.to_act[0]
        if len(match.to_act) > 1:
            continue  # what is chosen face down is revealed by others too
        drawn = GAME.drawing.draw(match.view(seat, refusals=False), scene(match))
        for move, told in drawn.offers.items():
            if not move.startswith(("place", "replace", "use")) and move != "pass":
                continue
            later = after(match, seat, move)
            gained = cash(later, seat) - cash(match, seat)
            expected = {gained} if move != "pass" else {gained, 0}
            assert pounds_of(told.gain) in expected, f"{move}: {told.gain}, but {gained}"
            assert move == "pass" or says_pounds(told) == {gained}
            tried += 1
    assert tried > 100


def test_no_line_ends_between_a_sign_and_its_pounds() -> None:
    """A browser would break `−£2` behind the minus."""
    found = 0
    for match in matches(3, 5):
        seat = match.to_act[0]
        for told in GAME.drawing.draw(match.view(seat, refusals=False), scene(match)).offers.values():
            signs = re.findall(r"[+−]\u2060?£", told.bubble)
            assert all("\u2060" in sign for sign in signs), told.bubble
            found += len(signs)
    assert found > 20


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_button_says_what_may_have_to_go(seats: int) -> None:
    replaced = 0
    for match in matches(seats, 20 + seats):
        seat = match.to_act[0]
        view = match.view(seat, refusals=False)
        drawn = GAME.drawing.draw(view, scene(match))
        for move in (move for move in drawn.offers if move.startswith("place")):
            told, later = drawn.offers[move], after(match, seat, move)
            if later.view(seat, refusals=False).prompt == "replacing" and seat in later.to_act:
                gone = {int(later.moves.text(each).split()[1]) for each in later.legal(seat)}
            else:  # where only one building can go, it has gone already
                gone = numbers(match, seat) - numbers(later, seat)
            named = told.gain.split(REPLACES)[1].split("/") if REPLACES in told.gain else []
            assert set(map(int, named)) == gone
            assert ("stays empty" in told.bubble) == bool(gone)
            replaced += len(gone)
    assert replaced > 5


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_bidder_hopes_for_what_the_first_will_be_offered(seats: int) -> None:
    """While cards are chosen, each place tells what it brings the first to come; none of it depends on what is hidden."""
    compared = 0
    hoped: dict[int, Board] = {}
    for match in matches(seats, 50 + seats, "base"):
        if match.view(None).prompt == "card-choice":
            hoped = {seat: match.view(seat, refusals=False).board for seat in range(seats)}
            assert not match.view(None).board.prospects
        view = match.view(match.to_act[0], refusals=False)
        if view.prompt == "placing" and view.board.turn == 0 and view.seat in hoped:
            before = hopes(hoped[view.seat])
            offered = {offer.move: offer.effect for offer in view.offers}
            if view.board.round != hoped[view.seat].round:
                continue  # equal cards were played of themselves
            for kind, hope in before.items():
                if hope.move in offered:
                    assert offered[hope.move] == hope.effect, kind
                    compared += 1
            hoped = {}
    assert compared > 20


def test_a_bidder_is_told_and_shown_what_a_place_would_bring() -> None:
    match = next(match for match in matches(4, 8) if match.view(0).board.round == 3 and 0 in match.to_act)
    drawn = GAME.drawing.draw(match.view(0, refusals=False), scene(match))
    told = re.findall(r'data-tell="([^"]+)"', drawn.fragments["marks"])
    assert sum("If you get there: " in words for words in told) >= 10
    assert all("First choose a card." in words for words in told)
    assert any("Also fits" in words for words in told)
    parts = set(re.findall(r'data-part="(hope-[a-z-]+)"', drawn.fragments["bridge"]))
    assert parts <= set(re.findall(r'data-lights="(hope-[a-z-]+)"', drawn.fragments["marks"]))
    assert len(parts) >= 5


def test_the_centre_is_a_place_with_all_its_ways() -> None:
    for match in matches(4, 5):
        seat = match.to_act[0]
        drawn = GAME.drawing.draw(match.view(seat, refusals=False), scene(match))
        ways = {move for move in drawn.offers if move.startswith(("place centre ", "place free-centre "))}
        found = re.findall(r'data-ways="([^"]+)"', drawn.fragments["marks"])
        assert {move for each in found for move in each.split("|")} == ways
        buttons = [chip for chip in drawn.chips if chip.startswith("place centre ")]
        assert {move for chip in buttons for move in chip.split("|")} == {move for move in ways if " centre " in move}
        assert len(buttons) <= 1


def test_the_reveal_and_the_end_of_a_round_have_moments_of_their_own() -> None:
    """The cards lie open before they give an order, and the last pawn stands on the rondel before it is cleared."""
    *_, match = matches(4, 12)
    kinds = []
    for ply in range(match.ply):
        half = match.halfway(ply)
        if half is None:
            continue
        board = half.view(0, refusals=False).board
        drawn = GAME.drawing.draw(half.view(None, refusals=False), scene(match))
        kinds.append(board.phase)
        if board.phase == "round-over":
            assert all(player.pawn for player in board.players)
        else:
            assert len(re.findall(r'data-flip="[0-4]"', drawn.fragments["bids"])) == 4
            assert not re.findall(r'data-key="played-', drawn.fragments["heading"])
            later = GAME.drawing.draw(match.at(ply + 1).view(None, refusals=False), scene(match))
            assert len(re.findall(r'data-key="played-', later.fragments["heading"])) >= 3
    rounds = match.view(None).board.round
    assert kinds.count("plus-ones") in (rounds, rounds - 1)
    assert kinds.count("round-over") in (rounds, rounds - 1)
    beats = GAME.face.beats
    assert beats(CardsRevealed(((1,),))) == 2
    assert all(beats(event) > 0 for event in (OrderFixed((0,)), PawnPlaced(0, "chapel", 1, ()), RoundBegun(2, 1)))
