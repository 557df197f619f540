"""O-7 Bonus tiles: when they may be used, what they do, how they combine, and when they are spent."""

from __future__ import annotations

from typing import Any

import pytest

from londinium.games.old_london_bridge.rules.components import BUILDINGS
from londinium.games.old_london_bridge.tests.positions import Table, table, turn

CENTRES = [f"free-centre {stack}" for stack in BUILDINGS]


# ── When ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tile", "move"),
    [
        ("share", "place guild-house"),
        ("free-centre", "place free-centre chapel"),
        ("x-space", "place park"),
        ("chapel-two", "use chapel-two"),
        ("gate-two", "use gate-two"),
    ],
)
def test_a_tile_may_be_used_from_the_next_round_on(tile: str, move: str) -> None:
    """O-7.1: with a tile of this round the move is refused as too new, with one of an earlier round it is legal."""
    rows = "Leon 49 | {} {}\nLisa | pawn guild-house\nTim"
    drawn: dict[str, Any] = {"cards": "Leon 4, Lisa 0, Tim 0", "x": "park"}
    assert table(rows.format("fresh", tile), **drawn).refusal(move) == "TILE_TOO_NEW"
    assert table(rows.format("tiles", tile), **drawn).refusal(move) == "LEGAL"


def test_take_back_may_be_used_from_the_next_round_on() -> None:
    """O-7.1: the same at the end of a turn, where it is used."""
    for tiles, refusal in (("fresh take-back", "TILE_TOO_NEW"), ("tiles take-back", "LEGAL")):
        t = turn(f"Leon 49 | tiles chapel-two | {tiles}")
        t.do("place guild-house")
        assert t.refusal("use take-back") == refusal


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("place guild-house", "SPACE_OCCUPIED"),
        ("place free-centre chapel", "NO_SUCH_TILE"),
        ("place park", "SPACE_IS_X"),
        ("use take-back", "NO_SUCH_TILE"),
        ("use chapel-two", "NO_SUCH_TILE"),
        ("use gate-two", "NO_SUCH_TILE"),
    ],
)
def test_without_the_tile_the_power_is_refused(move: str, reason: str) -> None:
    """O-7.2: and the reason is that there is no such tile, or what the tile would have allowed."""
    t = table("Leon\nLisa | pawn guild-house\nTim", cards="Leon 4, Lisa 0, Tim 0", x="park")
    assert t.refusal(move) == reason


def test_a_tile_picked_in_the_first_of_two_turns_waits_for_the_next_round() -> None:
    """O-7.1: also with two players, not in a player's second turn of the same round."""
    t = table("Leon\nLisa", gate="Leon 2", bonus="free-centre, share, share", tops="gate 41", cards="Leon 4 4, Lisa 0 0")
    t.do("place gate", "pick 1")
    assert (t.to_act(), t.refusal("place free-centre chapel")) == (["Leon"], "TILE_TOO_NEW")
    t.do("place guild-house")
    t.finish_round()
    assert (t.tiles("Leon"), t.fresh_tiles("Leon")) == ("free-centre", "")
    t.push("marker 1", "Leon: play 4", "Leon: play 3", "Lisa: play 0", "Lisa: play 0")
    assert t.refusal("place free-centre chapel") == "LEGAL"


def test_a_plus_one_and_a_noblewoman_of_this_round_wait_too() -> None:
    """O-7.1: they may be used in the turn order of the next round."""
    t = table("Leon\nLisa\nTim", gate="Leon 2", bonus="noblewoman, share, share", tops="gate 41", cards="Leon 4, Lisa 0, Tim 0")
    t.do("place gate", "pick 1")
    t.finish_round()
    t.push("marker 1")
    assert (t.to_act(), t.offer()) == (["Leon"], ["use noblewoman", "pass"])


def test_any_number_of_tiles_in_a_turn() -> None:
    """O-7.1: two CHAPEL +2, a GATE +2 and a FREE CENTRE, all spent."""
    t = turn("Leon 49 | cash 0 | tiles chapel-two chapel-two gate-two free-centre")
    t.do("use chapel-two", "use chapel-two", "use gate-two", "place free-centre park")
    assert (t.chapel().split(",")[0], t.gate("Leon"), t.bridge("Leon"), t.tiles("Leon")) == ("Leon 4", 2, "49 park", "")


def test_a_used_tile_is_out_of_the_game() -> None:
    """O-7.1: it goes back to no stack."""
    t = turn("Leon 49 | tiles chapel-two")
    hidden, shown = str(t.s.tiles_hidden), t.faceup_tiles()
    t.push("use chapel-two")
    assert (str(t.s.tiles_hidden), t.faceup_tiles(), t.tiles("Leon"), t.fresh_tiles("Leon")) == (hidden, shown, "", "")


# ── SHARE, FREE CENTRE, X SPACE ──────────────────────────────────────────────


def test_share_pays_as_usual() -> None:
    """O-7.2: on an outer space with one other pawn the income is the usual one."""
    t = table("Leon 49 | tiles share\nLisa | pawn hostelry\nTim", x="park", cards="Leon 4, Lisa 0, Tim 0")
    t.do("place hostelry", "pass")
    assert (t.cash("Leon"), t.pawn("Leon"), t.pawn("Lisa"), t.tiles("Leon")) == (5 + 3, "hostelry", "hostelry", "")


def test_share_costs_as_usual() -> None:
    """O-7.2: in the centre the 2 pounds are to be paid."""
    rows = "Leon 49 | cash {} | tiles share\nLisa | pawn centre\nTim"
    t = table(rows.format(2), cards="Leon 4, Lisa 0, Tim 0")
    t.do("place centre guild-house")
    assert (t.cash("Leon"), t.pawn("Leon"), t.tiles("Leon")) == (0, "centre", "")
    t = table(rows.format(1), cards="Leon 4, Lisa 0, Tim 0")
    assert t.refusal("place centre guild-house") == "TOO_POOR_FOR_CENTRE"


def test_share_needs_exactly_one_other_pawn() -> None:
    """O-7.2: not two."""
    t = table(
        """
        Leon  49 | tiles share
        Lisa  | pawn hostelry
        Tim   | pawn hostelry
        """,
        cards="Leon 4, Lisa 0, Tim 0",
    )
    assert t.refusal("place hostelry") == "SPACE_HAS_TWO_PAWNS"


def test_free_centre_costs_nothing() -> None:
    """O-7.2: even without a pound in hand."""
    t = turn("Leon 49 | cash 0 | tiles free-centre", x="park")
    assert [place for place in t.placings() if "centre" in place] == CENTRES
    t.do("place free-centre park")
    assert (t.cash("Leon"), t.bridge("Leon"), t.pawn("Leon"), t.tiles("Leon")) == (0, "49 park", "centre", "")


def test_the_centre_may_be_paid_to_keep_the_tile() -> None:
    """O-7.2: a player who can pay may choose; the tile is spent only by the placing that needs it."""
    t = turn("Leon 49 | cash 5 | tiles free-centre")
    t.do("place centre park")
    assert (t.cash("Leon"), t.tiles("Leon")) == (3, "free-centre")


def test_x_space_pays_nothing_and_takes_the_stack_beside_it() -> None:
    """O-7.2: Leon builds the park at X, without income."""
    t = turn("Leon 49 | tiles x-space", x="park")
    t.do("place park")
    assert (t.cash("Leon"), t.bridge("Leon"), t.pawn("Leon"), t.tiles("Leon")) == (5, "49 park", "park", "")


def test_a_tile_is_never_wasted() -> None:
    """O-7.2: a placing that needs none of them spends none of them."""
    t = turn("Leon 49 | tiles share free-centre x-space", x="park")
    t.do("place guild-house")
    assert t.tiles("Leon") == "share free-centre x-space"
    t = turn("Leon 49 | tiles share free-centre x-space", x="park")
    t.do("place centre park")
    assert t.tiles("Leon") == "share free-centre x-space"
    t = turn("Leon 49 | tiles share x-space", x="park")
    t.do("place park")
    assert t.tiles("Leon") == "share"


# ── TAKE BACK ────────────────────────────────────────────────────────────────


def test_take_back() -> None:
    """O-7.2: after the building has acted; the card is taken from the supply, where it went at the start of the turn."""
    t = table("Leon 49 | hand 0 | tiles take-back\nLisa\nTim", supply="none", cards="Leon 3, Lisa 0, Tim 0", x="park")
    assert (t.hand("Leon"), t.supply(3)) == ("0", 1)
    t.do("place guild-house")
    assert (t.phase, t.offer(), t.supply(3)) == ("end-of-turn", ["use take-back", "pass"], 1)
    t.push("use take-back")
    assert (t.hand("Leon"), t.supply(3), t.tiles("Leon"), t.to_act()) == ("0 3", 0, "", ["Lisa"])


def test_take_back_not_before_the_building_has_acted() -> None:
    """O-7.2: neither before placing, nor while a building is to be replaced, cards are taken or tiles picked."""
    t = turn("Leon 23 15 11 | tiles take-back", tops="hostelry 20")
    assert (t.refusal("use take-back"), "use take-back" in t.offer()) == ("AT_THE_END_OF_THE_TURN", False)
    t.do("place hostelry")
    assert (t.phase, t.refusal("use take-back")) == ("replacing", "NOT_NOW")
    t.do("replace 15")
    assert (t.phase, t.refusal("use take-back")) == ("taking-cards", "NOT_NOW")
    t.push("pass")
    assert (t.phase, t.refusal("use take-back")) == ("end-of-turn", "LEGAL")
    t = turn("Leon | tiles take-back", tops="gate 41", gate="Leon 2")
    t.do("place gate")
    assert (t.phase, t.refusal("use take-back")) == ("picking", "NOT_NOW")


def test_a_tile_in_hand_alone_takes_nothing_back() -> None:
    """O-7.2: may; the card stays in the supply, and the tile in hand."""
    t = table("Leon 49 | hand 0 | tiles take-back\nLisa\nTim", supply="none", cards="Leon 3, Lisa 0, Tim 0")
    t.do("place guild-house", "pass")
    assert (t.hand("Leon"), t.supply(3), t.tiles("Leon"), t.to_act()) == ("0", 1, "take-back", ["Lisa"])


def test_after_a_take_back_everyone_chooses_again() -> None:
    """O-7.2: the card taken back lies before nobody; Leon may play it again in the next round."""
    t = table("Leon 49 | hand 0 | tiles take-back\nLisa\nTim", cards="Leon 3, Lisa 0, Tim 0")
    t.do("place guild-house", "use take-back")
    t.finish_round()
    t.push("marker 1")
    assert (t.to_act(), t.offer("Leon")) == (["Leon", "Lisa", "Tim"], ["play 0", "play 3"])


def test_take_back_is_refused_when_ones_own_hostelry_took_the_last_card_of_that_value() -> None:
    """O-7.2: the supply had no other 3. The tile is not wasted, and nothing is left to ask."""
    rows = "Leon 60 52 | hand 0 | tiles take-back{}\nLisa\nTim"
    drawn: dict[str, Any] = {"tops": "hostelry 40", "supply": "none", "cards": "Leon 3, Lisa 0, Tim 0"}
    t = table(rows.format(""), **drawn)
    t.do("place hostelry")
    assert t.offer() == ["take 3", "pass"]
    t.push("take 3")
    assert (t.hand("Leon"), t.tiles("Leon"), t.to_act()) == ("0 3", "take-back", ["Lisa"])
    t = table(rows.format(" chapel-two"), **drawn)
    t.do("place hostelry", "take 3")
    assert (t.offer(), t.refusal("use take-back")) == (["use chapel-two", "pass"], "PLAYED_VALUE_NOT_IN_SUPPLY")


def test_ones_own_hostelry_and_take_back_may_bring_two_cards_of_a_value() -> None:
    """O-7.2: any card of the value does: the supply has a 3 beside Leon's own."""
    drawn: dict[str, Any] = {"tops": "hostelry 40", "supply": "3", "cards": "Leon 3, Lisa 0, Tim 0"}
    t = table("Leon 60 52 | hand 0 | tiles take-back\nLisa\nTim", **drawn)
    t.do("place hostelry", "take 3", "use take-back")
    assert (t.hand("Leon"), t.supply(3), t.to_act()) == ("0 3 3", 0, ["Lisa"])


def test_take_back_once_per_turn() -> None:
    """O-7.2: a second tile is refused, and so not wasted."""
    t = turn("Leon 49 | tiles take-back take-back chapel-two")
    t.do("place guild-house", "use take-back")
    assert (t.refusal("use take-back"), t.tiles("Leon")) == ("ALREADY_TAKEN_BACK", "take-back chapel-two")
    assert t.offer() == ["use chapel-two", "pass"]


def test_take_back_is_refused_for_a_0() -> None:
    """O-7.2: it returns to the hand anyway."""
    t = table("Leon 49 | tiles take-back chapel-two\nLisa\nTim", cards="Leon 0, Lisa 0, Tim 0")
    assert (t.to_act(), t.refusal("use take-back")) == (["Leon"], "ZERO_CANNOT_BE_TAKEN_BACK")
    t.do("place guild-house")
    assert (t.offer(), t.refusal("use take-back")) == (["use chapel-two", "pass"], "ZERO_CANNOT_BE_TAKEN_BACK")


@pytest.mark.parametrize("first", ["take-back", "gate-two"])
def test_the_tiles_of_the_end_of_a_turn_come_in_any_order(first: str) -> None:
    """O-7.2: TAKE BACK before or after GATE +2 and what that brings."""
    t = turn("Leon 49 | hand 0 | tiles take-back gate-two", gate="Leon 1", bonus="plus-one, share, share")
    t.do("place guild-house")
    assert t.offer() == ["use take-back", "use gate-two", "pass"]
    if first == "take-back":
        t.do("use take-back", "use gate-two", "pick 1")
    else:
        t.do("use gate-two", "pick 1", "use take-back")
    assert (t.hand("Leon"), t.fresh_tiles("Leon"), t.tiles("Leon"), t.to_act()) == ("0 4", "plus-one", "", ["Lisa"])


def test_take_back_with_two_players() -> None:
    """O-7.2: once per turn, and each turn has its own card: first the 4, then with another tile the 3."""
    t = table("Leon 49 | hand 0 0 | tiles take-back take-back\nLisa", supply="none", cards="Leon 4 3, Lisa 0 0", x="chapel")
    t.do("place guild-house", "use take-back")
    assert (t.hand("Leon"), t.supply(4), t.supply(3), t.to_act()) == ("0 0 4", 0, 1, ["Leon"])
    t.do("place park", "use take-back")
    assert (t.hand("Leon"), t.supply(4), t.supply(3)) == ("0 0 3 4", 0, 0)


def test_a_raised_card_taken_back_is_the_printed_one() -> None:
    """O-7.2: PLUS ONE does not stay on the card."""
    t = table("Leon 49 | hand 0 | tiles take-back plus-one\nLisa\nTim", cards="Leon 3, Lisa 0, Tim 0")
    t.do("use plus-one", "place guild-house", "use take-back")
    assert t.hand("Leon") == "0 3"


# ── CHAPEL +2, GATE +2 ─────────────────────────────────────────────────────


def test_chapel_two_before_placing() -> None:
    """O-7.2: the coin it brings pays for the centre."""
    t = turn("Leon 49 | cash 1 | tiles chapel-two")
    assert t.refusal("place centre guild-house") == "TOO_POOR_FOR_CENTRE"
    t.push("use chapel-two")
    assert (t.cash("Leon"), t.chapel()) == (2, "Leon 2, Lisa, Tim, Paula")
    t.do("place centre guild-house")
    assert (t.cash("Leon"), t.to_act()) == (0, ["Lisa"])


def test_chapel_two_after_the_building_has_acted() -> None:
    """O-7.2: first the chapel's own step, then two more."""
    t = turn("Leon | cash 0 | tiles chapel-two", tops="chapel 32", x="park")
    t.do("place chapel")
    assert (t.phase, t.chapel().split(",")[0], t.offer()) == ("end-of-turn", "Leon 1", ["use chapel-two", "pass"])
    t.push("use chapel-two")
    assert (t.chapel().split(",")[0], t.cash("Leon"), t.to_act()) == ("Leon 3", 1 + 1, ["Lisa"])


def test_a_tile_declined_at_the_end_of_a_turn_stays() -> None:
    """O-7.2: may."""
    t = turn("Leon | tiles chapel-two gate-two")
    t.do("place guild-house", "pass")
    assert (t.tiles("Leon"), t.to_act()) == ("chapel-two gate-two", ["Lisa"])


def test_gate_two_before_placing() -> None:
    """O-7.2: it passes a bonus space, a tile is picked at once, and then the pawn is placed."""
    t = turn("Leon 49 | cash 0 | tiles gate-two", gate="Leon 2", bonus="free-centre, share, share")
    t.push("use gate-two")
    assert (t.phase, t.gate("Leon")) == ("picking", 4)
    t.do("pick 1")
    # The tile just picked is too new for this turn.
    assert (t.phase, t.refusal("place free-centre chapel")) == ("placing", "TILE_TOO_NEW")
    t.do("place guild-house")
    assert (t.fresh_tiles("Leon"), t.to_act()) == ("free-centre", ["Lisa"])


def test_gate_two_after_a_gate() -> None:
    """O-7.2: the gate's picks come first, those of the tile after it."""
    t = turn("Leon | tiles gate-two", gate="Leon 2", tops="gate 41", bonus="share, share, share")
    t.do("place gate", "pick 1")
    assert (t.phase, t.gate("Leon"), t.offer()) == ("end-of-turn", 3, ["use gate-two", "pass"])
    t.push("use gate-two")
    assert (t.gate("Leon"), t.to_act()) == (5, ["Lisa"])


def test_gate_two_at_the_end_may_bring_a_tile() -> None:
    """O-7.2: the pick is made before the turn is over."""
    t = turn("Leon | tiles gate-two", gate="Leon 1", bonus="plus-one, share, share")
    t.do("place guild-house", "use gate-two")
    assert (t.phase, t.to_act()) == ("picking", ["Leon"])
    t.do("pick 1")
    assert (t.fresh_tiles("Leon"), t.to_act()) == ("plus-one", ["Lisa"])


@pytest.mark.parametrize("when", ["before", "after"])
def test_both_are_refused_on_the_end_space(when: str) -> None:
    """O-7.2: on the end of a track the tile would be wasted."""
    t = turn("Leon 49 | tiles chapel-two gate-two", chapel="Leon 16", gate="Leon 16")
    if when == "after":
        t.do("place guild-house")
        assert t.to_act() == ["Lisa"]
        assert t.tiles("Leon") == "chapel-two gate-two"
    else:
        assert t.refusal("use chapel-two") == "AT_THE_END_OF_THE_TRACK"
        assert t.refusal("use gate-two") == "AT_THE_END_OF_THE_TRACK"


def test_one_space_before_the_end_they_are_allowed() -> None:
    """O-7.2: the second step is lost, and the end pays its 10 pounds."""
    t = turn("Leon 49 | cash 0 | tiles chapel-two gate-two", chapel="Leon 15", gate="Leon 15")
    t.push("use chapel-two")
    assert (t.chapel().split(",")[0], t.cash("Leon")) == ("Leon 16", 10)
    t.push("use gate-two")
    assert (t.gate("Leon"), t.cash("Leon"), t.phase) == (16, 20, "placing")


def test_not_between_placing_and_the_end_of_the_action() -> None:
    """O-7.2: neither while a building is to be replaced, nor while cards are taken, nor while tiles are picked."""
    t = turn("Leon 23 15 11 | tiles chapel-two gate-two", tops="hostelry 20")
    t.do("place hostelry")
    assert (t.phase, t.refusal("use chapel-two"), t.refusal("use gate-two")) == ("replacing", "NOT_NOW", "NOT_NOW")
    t.do("replace 15")
    assert (t.phase, t.refusal("use chapel-two"), t.refusal("use gate-two")) == ("taking-cards", "NOT_NOW", "NOT_NOW")
    t.push("pass")
    assert t.phase == "end-of-turn"
    t = turn("Leon | tiles chapel-two gate-two", tops="gate 41", gate="Leon 2")
    t.do("place gate")
    assert (t.phase, t.refusal("use chapel-two"), t.refusal("use gate-two")) == ("picking", "NOT_NOW", "NOT_NOW")


def test_only_on_ones_own_turn() -> None:
    """O-7.2: Lisa's tiles have nothing to do with Leon's turn."""
    t = table("Leon\nLisa 49 | tiles chapel-two take-back\nTim", cards="Leon 4, Lisa 1, Tim 0")
    assert (t.refusal("Lisa: use chapel-two"), t.refusal("Lisa: use take-back")) == ("NOT_NOW", "NOT_NOW")


# ── NOBLEWOMAN, PLUS ONE ─────────────────────────────────────────────────────


def test_two_powers_belong_to_the_turn_order() -> None:
    """O-7.3: NOBLEWOMAN before the cards, PLUS ONE after the reveal, and neither of them in a turn."""
    t = table("Leon 49 | hand 0 1 | tiles noblewoman plus-one\nLisa\nTim", phase="round-marker")
    t.push("marker 1")
    assert (t.refusal("Leon: use noblewoman"), t.refusal("Leon: use plus-one")) == ("LEGAL", "NOT_NOW")
    t.push("pass", "Leon: play 1", "Lisa: play 0", "Tim: play 0")
    assert (t.refusal("Leon: use noblewoman"), t.refusal("Leon: use plus-one")) == ("NOT_NOW", "LEGAL")
    t.push("pass")
    assert (t.phase, t.refusal("use noblewoman"), t.refusal("use plus-one")) == ("placing", "NOT_NOW", "NOT_NOW")


def test_a_noblewoman_takes_a_2_from_the_supply() -> None:
    """O-7.3: and nothing else."""
    t = table("Leon 49 | hand 0 | tiles noblewoman\nLisa\nTim", phase="round-marker")
    before = [t.supply(value) for value in (1, 2, 3, 4)]
    t.push("marker 1", "use noblewoman")
    assert [t.supply(value) for value in (1, 2, 3, 4)] == [before[0], before[1] - 1, *before[2:]]
    assert t.hand("Leon") == "0 2"


# ── Together ─────────────────────────────────────────────────────────────────


def crowded(leon: str, space: str, **drawing: Any) -> Table:
    """Leon's turn; Lisa's pawn stands on a space."""
    return table(f"Leon {leon}\nLisa | pawn {space}\nTim", **{"cards": "Leon 4, Lisa 0, Tim 0", **drawing})


def test_share_combines_with_x_space() -> None:
    """O-7.4: Lisa stands on X; both tiles are needed, both are spent."""
    assert crowded("49 | tiles share", "park", x="park").refusal("place park") == "SPACE_IS_X"
    assert crowded("49 | tiles x-space", "park", x="park").refusal("place park") == "SPACE_OCCUPIED"
    t = crowded("49 | tiles share x-space", "park", x="park")
    t.do("place park")
    assert (t.cash("Leon"), t.bridge("Leon"), t.tiles("Leon")) == (5, "49 park", "")


def test_share_combines_with_free_centre() -> None:
    """O-7.4: Lisa stands in the centre; Leon joins her without paying."""
    t = crowded("49 | cash 0 | tiles free-centre", "centre")
    assert t.refusal("place free-centre park") == "SPACE_OCCUPIED"
    t = crowded("49 | cash 0 | tiles share free-centre", "centre")
    t.do("place free-centre park")
    assert (t.cash("Leon"), t.bridge("Leon"), t.tiles("Leon")) == (0, "49 park", "")


def test_a_new_tile_does_not_combine() -> None:
    """O-7.4: one of them is of this round, so the placing is refused."""
    assert crowded("49 | tiles share | fresh x-space", "park", x="park").refusal("place park") == "TILE_TOO_NEW"
    assert crowded("49 | tiles x-space | fresh share", "park", x="park").refusal("place park") == "TILE_TOO_NEW"


def test_at_most_two_pawns_on_a_space() -> None:
    """O-7.4: not even two SHARE tiles make room for a third."""
    t = table(
        """
        Leon   49 | tiles share share free-centre
        Lisa   | pawn centre
        Tim    | pawn centre
        Paula
        """,
        cards="Leon 4, Lisa 0, Tim 0, Paula 0",
    )
    assert {t.refusal("place centre park"), t.refusal("place free-centre park")} == {"SPACE_HAS_TWO_PAWNS"}


def test_share_does_not_let_a_pawn_stay() -> None:
    """O-7.4: with two players the second turn leads elsewhere, no matter who else stands there."""
    t = table(
        """
        Leon  49 | tiles share free-centre | pawn chapel
        Lisa  44 | pawn chapel
        """,
        cards="Leon 4 4, Lisa 0 0",
    )
    assert t.refusal("place chapel") == "SAME_SPACE_AGAIN"
    t = table("Leon 49 | tiles share free-centre | pawn centre\nLisa", cards="Leon 4 4, Lisa 0 0")
    assert {t.refusal("place centre park"), t.refusal("place free-centre park")} == {"SAME_SPACE_AGAIN"}


def test_an_empty_stack_cannot_be_chosen_with_any_tile() -> None:
    """O-7.5: neither with X SPACE nor with SHARE nor from the centre, free or not."""
    t = crowded("49 | tiles x-space share free-centre", "chapel", x="gate", tops="chapel empty, gate empty")
    for move in ("place gate", "place chapel", "place centre gate", "place free-centre gate"):
        assert t.refusal(move) == "STACK_EMPTY"
    assert t.placings() == [
        *("hostelry", "haberdasher", "guild-house", "park"),
        *("centre hostelry", "centre haberdasher", "centre guild-house", "centre park"),
        *("free-centre hostelry", "free-centre haberdasher", "free-centre guild-house", "free-centre park"),
    ]
