"""O-5 A turn: choose a building, build it, let it act; and when the match ends."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from londinium.games.old_london_bridge.box.file import standard_box
from londinium.games.old_london_bridge.rules.components import BUILDINGS
from londinium.games.old_london_bridge.tests.positions import Table, table, turn
from londinium.kernel.rules import COMPILED

# With the X beside the parks the rondel pays: hostelry 3, haberdasher 1, guild house 2, chapel 1, gate 2.
POUNDS = {"hostelry": 3, "haberdasher": 1, "guild-house": 2, "chapel": 1, "gate": 2}


def building_of(number: int) -> str:
    return BUILDINGS[standard_box()[0].building[number]]


def new_building(bridge: str, number: int) -> Table:
    """Leon takes the building with this number for the bridge; the next one of its stack has shown."""
    t = turn(f"Leon {bridge}", tops=f"{building_of(number)} {number}")
    t.do(f"place {building_of(number)}")
    return t


# ── The card returns ─────────────────────────────────────────────────────────


def test_the_played_card_returns_when_its_owners_turn_begins() -> None:
    """O-5.1: Leon's 3 is back in the supply, Lisa's 2 not yet; it comes back when her turn begins."""
    t = table("Leon\nLisa\nTim", supply="none", cards="Leon 3, Lisa 2, Tim 0")
    assert [t.supply(value) for value in (1, 2, 3, 4)] == [0, 0, 1, 0]
    t.do("place chapel")
    assert [t.supply(value) for value in (1, 2, 3, 4)] == [0, 1, 1, 0]


def test_a_0_returns_to_the_hand() -> None:
    """O-5.1: Peter de Colechurch never enters the supply."""
    t = table("Leon 49 | hand 3\nLisa 44 | hand 2\nTim", cards="Leon 0, Lisa 0, Tim 0")
    assert (t.hand("Leon"), t.hand("Lisa"), t.supply(0)) == ("0 3", "2", 0)
    t.do("place chapel")
    assert (t.hand("Lisa"), t.supply(0)) == ("0 2", 0)


def test_ones_own_card_is_available_to_ones_own_hostelry() -> None:
    """O-5.1: with an empty supply Leon can take back the 3 he played, and not the 2 of Lisa, who comes later."""
    t = table("Leon 60 52 | hand 0\nLisa\nTim", tops="hostelry 40", supply="none", cards="Leon 3, Lisa 2, Tim 0")
    t.do("place hostelry")
    assert t.offer() == ["take 3", "pass"]
    assert t.refusal("take 2") == "NOT_IN_SUPPLY"
    t.push("take 3")
    assert t.hand("Leon") == "0 3"


def test_with_two_players_the_second_card_returns_in_the_second_turn() -> None:
    """O-5.1: the card belongs to its turn."""
    t = table("Leon\nLisa", supply="none", cards="Leon 4 3, Lisa 0 0")
    assert [t.supply(value) for value in (3, 4)] == [0, 1]
    t.do("place chapel")
    assert [t.supply(value) for value in (3, 4)] == [1, 1]


# ── Choose ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("stack", "pounds"), POUNDS.items())
def test_an_outer_space_pays_at_once(stack: str, pounds: int) -> None:
    """O-5.2: 1, 2 or 3 pounds before anything else, and the top building of the stack beside it."""
    t = turn("Leon", tops="chapel 32, gate 1, hostelry 20, haberdasher 43, guild-house 49", x="park")
    taken = t.top(stack)
    t.push(f"place {stack}")
    assert (t.phase, t.cash("Leon"), t.pawn("Leon")) == ("next-building", 5 + pounds, stack)
    t.push(next(iter(t.outcomes())))
    assert t.bridge("Leon") == taken


@pytest.mark.parametrize("stack", BUILDINGS)
def test_x_may_not_be_used(stack: str) -> None:
    """O-5.2: wherever it is; the five other outer spaces may."""
    t = turn("Leon | cash 0", x=stack)
    assert t.refusal(f"place {stack}") == "SPACE_IS_X"
    assert t.placings() == [other for other in BUILDINGS if other != stack]


def test_an_outer_space_beside_an_empty_stack_may_not_be_used() -> None:
    """O-5.2: not for its pounds either."""
    t = turn("Leon | cash 0", tops="hostelry empty, gate empty", x="park")
    assert t.refusal("place hostelry") == "STACK_EMPTY"
    assert t.placings() == ["chapel", "haberdasher", "guild-house"]


def test_the_last_building_of_a_stack_may_be_taken() -> None:
    """O-5.2: then the stack is empty."""
    t = turn("Leon", tops="chapel 32 last", x="park")
    t.push("place chapel")
    assert (t.top("chapel"), t.bridge("Leon")) == ("empty", "32")
    assert t.refusal("Lisa: place chapel") == "STACK_EMPTY"


def test_the_last_park_may_be_taken() -> None:
    """O-5.2: parks run out too, after twelve."""
    t = turn("Leon 49 " + "park " * 8, others="Lisa Tim", x="chapel")
    t.s.parks = 1
    t.push("place park")
    assert (t.top("park"), t.refusal("Lisa: place park")) == ("empty", "STACK_EMPTY")


@pytest.mark.parametrize("stack", BUILDINGS)
def test_the_centre_costs_2_and_gives_any_building(stack: str) -> None:
    """O-5.3: 2 pounds, no income, the top of any stack, also the one at X."""
    t = turn("Leon | cash 5", x=stack, tops="haberdasher 3")
    top = t.top(stack)
    t.do(f"place centre {stack}")
    # A haberdasher with one orange crest brings 1 pound.
    assert t.cash("Leon") == 5 - 2 + (1 if stack == "haberdasher" else 0)
    assert (t.bridge("Leon"), t.pawn("Leon")) == (top, "centre")


def test_the_centre_must_be_paid_in_hand() -> None:
    """O-5.3: no debt; exactly 2 pounds are enough."""
    t = turn("Leon | cash 1")
    assert t.refusal("place centre chapel") == "TOO_POOR_FOR_CENTRE"
    assert not any(place.startswith("centre") for place in t.placings())
    t = turn("Leon | cash 2")
    t.do("place centre chapel")
    assert t.cash("Leon") == 0


def test_the_centre_gives_nothing_from_an_empty_stack() -> None:
    """O-5.3: any stack that is not empty."""
    t = turn("Leon", tops="chapel empty, gate empty")
    assert t.refusal("place centre chapel") == "STACK_EMPTY"
    assert [place for place in t.placings() if place.startswith("centre")] == [
        "centre hostelry",
        "centre haberdasher",
        "centre guild-house",
        "centre park",
    ]


def test_one_pawn_per_space() -> None:
    """O-5.4: Lisa cannot go where Leon stands, but can have the same stack from the centre."""
    t = turn("Leon")
    t.do("place chapel")
    assert t.refusal("place chapel") == "SPACE_OCCUPIED"
    assert t.refusal("place centre chapel") == "LEGAL"


def test_one_pawn_in_the_centre() -> None:
    """O-5.4: the centre included, for every stack."""
    t = turn("Leon")
    t.do("place centre chapel")
    assert {t.refusal(f"place centre {stack}") for stack in BUILDINGS} == {"SPACE_OCCUPIED"}
    assert t.placings() == ["chapel", "gate", "hostelry", "haberdasher", "guild-house"]


def test_the_second_turn_leads_to_a_different_space() -> None:
    """O-5.5: with two players the pawn moves on, and what it leaves is free for the rival."""
    t = table("Leon\nLisa", cards="Leon 4 3, Lisa 2 2", x="park")
    t.do("place chapel")
    assert t.refusal("Leon: place chapel") == "SAME_SPACE_AGAIN"
    t.do("place gate")
    assert (t.pawn("Leon"), t.to_act()) == ("gate", ["Lisa"])
    assert (t.refusal("place chapel"), t.refusal("place gate")) == ("LEGAL", "SPACE_OCCUPIED")


def test_the_second_turn_does_not_stay_in_the_centre() -> None:
    """O-5.5: the centre is a space like the others, whichever stack is wanted."""
    t = table("Leon\nLisa", cards="Leon 4 3, Lisa 2 2")
    t.do("place centre chapel")
    assert {t.refusal(f"place centre {stack}") for stack in BUILDINGS} == {"SAME_SPACE_AGAIN"}


def test_the_pawn_stands_there_until_its_second_turn() -> None:
    """O-5.5: between Leon's turns his space is taken."""
    t = table("Leon\nLisa", cards="Leon 4 1, Lisa 3 2", tops="gate 41, hostelry 20")
    t.do("place chapel")
    assert (t.to_act(), t.refusal("place chapel")) == (["Lisa"], "SPACE_OCCUPIED")
    t.do("place gate", "place hostelry", "pass")
    assert (t.to_act(), t.refusal("place chapel")) == (["Leon"], "SAME_SPACE_AGAIN")
    # Lisa has moved on from the gate, so that is free.
    assert t.refusal("place gate") == "LEGAL"


# ── Compulsory, and skipped ──────────────────────────────────────────────────


def blocked(paula: str) -> Table:
    """Paula's turn: three spaces are occupied, two beside empty stacks, one is the X."""
    return table(
        f"""
        Paula  {paula}
        Leon   | pawn hostelry
        Lisa   | pawn haberdasher
        Tim    | pawn guild-house
        """,
        tops="chapel empty, gate empty",
        x="park",
        cards="Paula 4, Leon 0, Lisa 0, Tim 0",
    )


def test_choosing_is_compulsory() -> None:
    """O-5.6: while there is a space, nobody may skip; the centre counts if it can be paid."""
    assert turn("Leon | cash 0").refusal("pass") == "PLACING_IS_COMPULSORY"
    t = blocked("23 | cash 2")
    assert t.offer() == [f"place centre {stack}" for stack in ("hostelry", "haberdasher", "guild-house", "park")]
    assert t.refusal("pass") == "PLACING_IS_COMPULSORY"


def test_without_a_space_the_turn_is_skipped() -> None:
    """O-5.6: no placing, no building; the card has gone back to the supply all the same."""
    t = blocked("23 | cash 1 | hand 0")
    fours = t.supply(4)
    assert t.offer() == ["pass"]
    t.push("pass")
    assert (t.to_act(), t.bridge("Paula"), t.pawn("Paula"), t.cash("Paula")) == (["Leon"], "23", "", 1)
    assert (t.hand("Paula"), t.supply(4)) == ("0", fours)


@pytest.mark.parametrize(
    ("tile", "placings"),
    [
        ("x-space", ["park"]),
        ("share", ["hostelry", "haberdasher", "guild-house"]),
        (
            "free-centre",
            ["free-centre hostelry", "free-centre haberdasher", "free-centre guild-house", "free-centre park"],
        ),
    ],
)
def test_a_tile_that_makes_a_space_legal_may_be_used(tile: str, placings: list[str]) -> None:
    """O-5.6: may, so skipping is still allowed and keeps the tile."""
    t = blocked(f"23 | cash 1 | tiles {tile}")
    assert t.placings() == placings
    assert t.refusal("pass") == "LEGAL"
    t.push("pass")
    assert (t.tiles("Paula"), t.bridge("Paula")) == (tile, "23")


def test_a_skipped_turn_still_has_its_tiles() -> None:
    """O-5.6: CHAPEL +2 and GATE +2 may be used before and after skipping."""
    t = blocked("23 | cash 0 | tiles chapel-two gate-two")
    assert t.offer() == ["use chapel-two", "use gate-two", "pass"]
    t.push("use chapel-two")
    assert (t.cash("Paula"), t.offer()) == (1, ["use gate-two", "pass"])
    t.push("pass")
    assert (t.phase, t.to_act(), t.offer()) == ("end-of-turn", ["Paula"], ["use gate-two", "pass"])
    t.push("use gate-two")
    assert (t.gate("Paula"), t.to_act()) == (2, ["Leon"])


def test_pounds_of_a_chapel_two_may_open_the_centre() -> None:
    """O-5.6: Paula passes the 1-pound space, has 2 pounds, and now must choose."""
    t = blocked("23 | cash 1 | tiles chapel-two")
    assert t.refusal("pass") == "LEGAL"
    t.push("use chapel-two")
    assert (t.cash("Paula"), t.refusal("pass"), t.refusal("place centre park")) == (2, "PLACING_IS_COMPULSORY", "LEGAL")


def test_take_back_works_in_a_skipped_turn() -> None:
    """O-5.6: the card is handled as usual, so it may be taken back too."""
    t = blocked("23 | cash 0 | hand 0 | tiles take-back")
    fours = t.supply(4)
    t.push("pass", "use take-back")
    assert (t.hand("Paula"), t.supply(4), t.tiles("Paula")) == ("0 4", fours - 1, "")


def test_a_skipped_turn_without_take_back_leaves_the_card_in_the_supply() -> None:
    """O-5.6: where it went at the start of the turn; the tile stays."""
    t = blocked("23 | cash 0 | hand 0 | tiles take-back")
    fours = t.supply(4)
    t.push("pass", "pass")
    assert (t.hand("Paula"), t.supply(4), t.tiles("Paula")) == ("0", fours, "take-back")


def test_a_centre_that_only_share_opens_is_not_compulsory() -> None:
    """O-5.6: Paula could pay for the centre, but Tim stands there."""
    t = table(
        """
        Paula  23 | cash 5 | tiles share
        Leon   | pawn hostelry
        Lisa   | pawn haberdasher
        Tim    | pawn centre
        """,
        tops="chapel empty, gate empty, guild-house empty",
        x="park",
        cards="Paula 4, Leon 0, Lisa 0, Tim 0",
    )
    assert t.offer() == [
        *("place hostelry", "place haberdasher"),
        *("place centre hostelry", "place centre haberdasher", "place centre park"),
        "pass",
    ]


def test_with_two_players_the_pawn_of_a_skipped_turn_stays() -> None:
    """O-5.6: Leon's pawn stays where his first turn put it."""
    t = table(
        """
        Leon  49 | cash 0 | pawn chapel
        Lisa  44 | pawn guild-house
        """,
        tops="gate empty, hostelry empty, haberdasher empty",
        x="park",
        cards="Leon 4 4, Lisa 0 0",
    )
    assert t.offer() == ["pass"]
    t.push("pass")
    assert (t.pawn("Leon"), t.bridge("Leon")) == ("chapel", "49")


def test_the_next_building_shows_before_the_decision() -> None:
    """O-5.6: Leon knows which hostelry comes next when he decides what the 20 replaces."""
    t = turn("Leon 23 15 11", tops="hostelry 20")
    t.push("place hostelry")
    assert t.to_act() == ["chance"]
    t.push("reveal 60")
    assert (t.phase, t.top("hostelry"), t.bridge("Leon")) == ("replacing", "60", "23 15 11")


# ── Build ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "number", "after"),
    [("", 1, "1"), ("", 60, "60"), ("49", 48, "49 48"), ("49 32 park", 60, "49 32 park 60"), ("park 40", 3, "park 40 3")],
)
def test_a_building_goes_on_the_next_free_site(before: str, number: int, after: str) -> None:
    """O-5.7: on an empty bridge, after a park, or after a higher number."""
    t = new_building(before, number)
    assert (t.bridge("Leon"), int(t.s.taken)) == (after, 0)


def test_there_is_no_choice_on_the_next_free_site() -> None:
    """O-5.8: no replacing when the building can be appended: 10 stands after 11 at once, and Leon is not asked."""
    t = turn("Leon 23 15 11", tops="hostelry 10")
    t.do("place hostelry")
    assert t.bridge("Leon") == "23 15 11 10"
    assert t.refusal("replace 11") == "NOT_NOW"


def test_a_higher_number_must_replace() -> None:
    """O-5.8: nothing else is legal; another place would break the line, and other numbers are not there."""
    t = new_building("23 15 11", 20)
    assert t.offer() == ["replace 15", "replace 23"]
    assert t.refusal("replace 11") == "LINE_MUST_DESCEND"
    assert t.refusal("replace 20") == "NOT_ON_YOUR_BRIDGE"
    assert t.refusal("replace 49") == "NOT_ON_YOUR_BRIDGE"
    assert t.refusal("pass") == "NOT_NOW"


@pytest.mark.parametrize(
    ("bridge", "number", "replaced"),
    [
        ("10", 60, [10]),
        ("50 10", 60, [50]),
        ("50 10", 30, [10, 50]),
        # Any line: of both lines the building in which it fits.
        ("50 40 park 30 10", 45, [30, 40, 50]),
        ("50 40 park 30 10", 20, [10, 30, 40]),
        # The first of a line after a park has nothing before it.
        ("20 park 15 10", 60, [15, 20]),
        ("50 20 park 15 10", 30, [15, 20, 50]),
        # Guild houses included: 49 and 24 are guild houses.
        ("49 24 12", 20, [12, 24]),
        # The last of an earlier line has nothing after it.
        ("50 40 park 10", 15, [10, 40]),
        # Parks beside parks.
        ("park park 12", 20, [12]),
    ],
)
def test_every_line_still_descends(bridge: str, number: int, replaced: list[int]) -> None:
    """O-5.8: a building with a number is replaced, in any line, never a park, so that every line still descends."""
    t = new_building(bridge, number)
    assert t.offer() == [f"replace {old}" for old in replaced]


def test_replacing_among_all_kinds_of_bridges() -> None:
    """O-5.8: what is offered is what a careful reader finds by trying every site, and something always is."""
    random = Random(5)
    for _ in range(200 if COMPILED else 40):
        bridge = random_bridge(random)
        number = random.choice([n for n in range(1, 61) if n not in bridge])
        t = new_building(" ".join(str(tile or "park") for tile in bridge), number)
        if not bridge or bridge[-1] == 0 or number < bridge[-1]:
            assert t.bridge("Leon").split() == [str(tile or "park") for tile in [*bridge, number]]
        else:
            fits = [old for i, old in enumerate(bridge) if old and descends([*bridge[:i], number, *bridge[i + 1 :]])]
            assert fits
            assert t.offer() == [f"replace {old}" for old in sorted(fits)]


def random_bridge(random: Random) -> list[int]:
    """Up to eleven buildings in descending lines, 0 for a park."""
    bridge: list[int] = []
    for number in random.sample(range(1, 61), random.randrange(11)):
        if bridge and bridge[-1] and number > bridge[-1]:
            bridge.append(0)
        bridge.append(number)
    return bridge[:11]


def descends(bridge: list[int]) -> bool:
    return all(left == 0 or right == 0 or left > right for left, right in pairwise(bridge))


def test_the_replaced_building_leaves_the_game() -> None:
    """O-5.8: it is on no bridge, in no stack, and never comes again."""
    t = turn("Leon 23 15 11", tops="hostelry 20")
    t.do("place hostelry", "replace 15")
    assert t.bridge("Leon") == "23 20 11"
    assert not int(t.s.hidden) >> (15 - 1) & 1
    assert int(t.s.length[t.seat("Leon")]) == 3
    t.push("pass")
    # The next time a hostelry is taken, 15 is not among those that may follow.
    t.push("Lisa: place centre hostelry")
    assert "reveal 15" not in t.outcomes()
    assert "reveal 25" in t.outcomes()


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "park"), ("49", "49 park"), ("49 32 park", "49 32 park park"), ("1", "1 park")],
)
def test_a_park_goes_on_the_next_free_site(before: str, after: str) -> None:
    """O-5.9: also first, also beside a park."""
    t = turn(f"Leon {before}", x="chapel")
    t.push("place park")
    assert t.bridge("Leon") == after


def test_after_a_first_park_any_number() -> None:
    """O-5.9: a bridge may begin with a park."""
    assert new_building("park", 60).bridge("Leon") == "park 60"


FULL = "60 55 50 45 40 35 30 25 20 15 10 5"


def test_a_full_bridge_takes_no_park() -> None:
    """O-5.9: the guard for what cannot happen by the count of builds."""
    t = turn(f"Leon {FULL}", x="chapel", tops="hostelry empty")
    assert (t.refusal("place park"), t.refusal("place centre park")) == ("BRIDGE_FULL", "BRIDGE_FULL")


def test_a_bridge_full_of_parks_takes_nothing() -> None:
    """O-5.9: nothing can be replaced there, so the turn is skipped, whatever the pounds."""
    t = turn("Leon " + "park " * 12 + "| cash 9")
    assert t.refusal("place guild-house") == "BRIDGE_FULL"
    assert t.offer() == ["pass"]


@pytest.mark.parametrize(("number", "replaced"), [(3, [5]), (12, [10, 15]), (58, [55, 60])])
def test_on_a_full_bridge_a_lower_number_replaces_like_a_higher_one(number: int, replaced: list[int]) -> None:
    """O-5.9: 3 would be appended, but there is no site; it replaces the 5."""
    t = turn(f"Leon {FULL}", tops=f"hostelry empty, {building_of(number)} {number}")
    t.do(f"place {building_of(number)}")
    assert t.offer() == [f"replace {old}" for old in replaced]


# ── Act ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("bridge", "strength"),
    [
        ("", 1),  # the building itself
        ("56", 2),  # 56 is an orange gate
        ("60", 1),  # 60 is blue
        ("59", 2),  # 59 is a guild house, with every crest
        ("56 park", 2),  # parks have no crest
        ("59 56 55 54 47 44", 7),  # three guild houses, three orange buildings, and 43
    ],
)
def test_strength(bridge: str, strength: int) -> None:
    """O-5.10: the crests of the building's colour on the bridge after building; guild houses count for every colour."""
    t = turn(f"Leon {bridge}", tops="haberdasher 43", x="park")
    t.do("place haberdasher")
    assert t.cash("Leon") == 5 + 1 + strength


@pytest.mark.parametrize(("replaced", "strength"), [(15, 1), (10, 2), (4, 1)])
def test_the_replaced_building_no_longer_counts(replaced: int, strength: int) -> None:
    """O-5.10: 43 replaces the orange 15, the green 10 or the guild house 4, beside the orange 47 in the second case."""
    bridge = {15: "15", 10: "47 park 10", 4: "4"}[replaced]
    t = turn(f"Leon {bridge}", tops="haberdasher 43", x="park")
    t.do("place haberdasher", f"replace {replaced}")
    assert t.cash("Leon") == 5 + 1 + strength


def test_others_bridges_do_not_count() -> None:
    """O-5.10: only crests on the player's own bridge."""
    t = table("Leon\nLisa 56 55\nTim", tops="haberdasher 43", x="park", cards="Leon 4, Lisa 0, Tim 0")
    t.do("place haberdasher")
    assert t.cash("Leon") == 5 + 1 + 1


# ── The end of the round, and of the match ───────────────────────────────────


def test_pawns_leave_the_rondel_after_all_turns() -> None:
    """O-5.11: they stand there until the last turn is over."""
    t = table("Leon\nLisa\nTim", cards="Leon 4, Lisa 3, Tim 2")
    t.do("place chapel", "place gate")
    assert (t.pawn("Leon"), t.pawn("Lisa"), t.pawn("Tim")) == ("chapel", "gate", "")
    t.do("place haberdasher")
    assert (t.phase, [t.pawn(name) for name in t.names]) == ("round-marker", ["", "", ""])


def last_hostelry(tops: str, **drawing: Any) -> Table:
    """Leon takes the last hostelry, and the round goes on with Lisa."""
    t = table("Leon\nLisa\nTim", tops=f"hostelry 5 last{tops}", x="park", cards="Leon 4, Lisa 0, Tim 0", **drawing)
    t.do("place hostelry", "pass")
    return t


def test_the_match_ends_after_a_round_with_three_empty_stacks() -> None:
    """O-5.12: the round is played to its end."""
    t = last_hostelry(", chapel empty, gate empty")
    assert t.to_act() == ["Lisa"]
    t.do("place haberdasher")
    assert t.to_act() == ["Tim"]
    t.do("place guild-house")
    assert (t.phase, t.to_act(), int(t.s.round_no)) == ("match-over", [], 3)


def test_two_empty_stacks_do_not_end_the_match() -> None:
    """O-5.12: three or more."""
    t = last_hostelry(", chapel empty")
    t.finish_round()
    assert t.phase == "round-marker"


def test_an_empty_stack_of_parks_counts() -> None:
    """O-5.12: of the six stacks."""
    t = last_hostelry(", chapel empty, park empty")
    t.finish_round()
    assert t.phase == "match-over"


def test_round_tiles_are_paid_before_the_match_ends() -> None:
    """O-5.12: Leon leads on the chapel track at the end of the last round and is paid for it."""
    t = last_hostelry(", chapel empty, gate empty", chapel="Leon 3", scoring="chapel chapel-leader")
    assert t.cash("Leon") == 5 + 3
    t.finish_round()
    assert (t.phase, t.cash("Leon")) == ("match-over", 5 + 3 + 1)
