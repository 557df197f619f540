"""O-6 What the buildings do, and who is ahead."""

from __future__ import annotations

import pytest

from londinium.games.old_london_bridge.tests.positions import Table, table, turn

# Blue: 60 52 48 41 40 32; guild houses: 59 54 49 44 39. With the X beside the parks the chapel's space pays 1, the gate's 2.
BLUE = "60 59 54 52 49 48 44 41 39"


def chapel_of_strength(strength: int, chapel: str) -> Table:
    """Leon builds the blue chapel 32 with that many crests."""
    bridge = " ".join(BLUE.split()[: strength - 1])
    t = turn(f"Leon {bridge} | cash 0", tops="chapel 32", chapel=chapel, x="park")
    t.do("place chapel")
    return t


def gate_of_strength(strength: int, space: int, bonus: str = "share, share, share") -> Table:
    """Leon builds the blue gate 21 with that many crests, from a space of the gate track."""
    bridge = " ".join(BLUE.split()[: strength - 1])
    t = turn(f"Leon {bridge} | cash 0", tops="gate 21", gate=f"Leon {space}", x="park", bonus=bonus)
    t.do("place gate")
    return t


# ── The chapel track ─────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("start", "strength", "goal", "pounds"),
    [
        (0, 1, 1, 0),
        (0, 2, 2, 1),  # reached
        (0, 3, 3, 1),  # passed
        (2, 1, 3, 0),  # the coin of its own space was taken before
        (1, 4, 5, 1 + 2),
        (4, 8, 12, 2 + 3 + 5),
        (0, 10, 10, 1 + 2 + 3),
    ],
)
def test_chapel(start: int, strength: int, goal: int, pounds: int) -> None:
    """O-6.1: advance by the strength, take every coin reached or passed."""
    t = chapel_of_strength(strength, f"Leon {start}")
    assert t.s.chapel[t.seat("Leon")] == goal
    assert t.cash("Leon") == 1 + pounds


@pytest.mark.parametrize("stairs", ["Leon, Lisa, Tim, Paula", "Lisa, Leon, Tim, Paula", "Lisa, Tim, Paula, Leon"])
def test_the_first_step_leads_from_any_stair_to_space_1(stairs: str) -> None:
    """O-6.1: A is no nearer than D."""
    t = chapel_of_strength(1, stairs)
    assert t.chapel().startswith("Leon 1, ")


# ── The gate track ───────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("start", "strength", "goal", "picks"),
    [(0, 2, 2, 0), (0, 3, 3, 1), (3, 2, 5, 0), (2, 2, 4, 1), (2, 7, 9, 3), (0, 10, 10, 3), (11, 4, 15, 2)],
)
def test_gate(start: int, strength: int, goal: int, picks: int) -> None:
    """O-6.2: advance by the strength, and pick one tile for every bonus space reached or passed."""
    t = gate_of_strength(strength, start)
    assert t.gate("Leon") == goal
    for _ in range(picks):
        assert (t.phase, t.to_act()) == ("picking", ["Leon"])
        t.do("pick 2")
    assert len(t.fresh_tiles("Leon").split()) == picks
    assert t.to_act() == ["Lisa"]


def test_picking_is_compulsory() -> None:
    """O-6.2: one of the face-up tiles, no passing."""
    t = gate_of_strength(3, 0, bonus="share, plus-one, gate-two")
    assert t.offer() == ["pick 1", "pick 2", "pick 3"]
    assert t.refusal("pass") == "NOT_NOW"
    t.do("pick 3")
    assert t.fresh_tiles("Leon") == "gate-two"


def test_the_stack_shows_its_next_tile_before_the_next_choice() -> None:
    """O-6.2: each of the seven face-down tiles of that back with equal odds, and what came may be picked at once."""
    t = gate_of_strength(6, 0, bonus="share, plus-one, gate-two")
    t.push("pick 2")
    powers = ("share", "free-centre", "x-space", "take-back", "chapel-two", "gate-two", "noblewoman")
    assert t.outcomes() == {f"tile {power}": 1 for power in powers}
    t.push("tile noblewoman")
    assert t.faceup_tiles() == ["share", "noblewoman", "gate-two"]
    t.do("pick 2")
    assert t.fresh_tiles("Leon") == "noblewoman plus-one"


def test_empty_stacks_of_bonus_tiles_offer_nothing() -> None:
    """O-6.2: only the third stack is left."""
    t = gate_of_strength(3, 0, bonus="empty, empty, gate-two")
    assert t.offer() == ["pick 3"]
    assert t.refusal("pick 1") == "NO_TILE_THERE"


def test_the_last_tile_of_a_stack_is_not_followed() -> None:
    """O-6.2: then the stack is empty, and the second pick finds another one."""
    t = turn("Leon 60 59 54 52 49", tops="gate 21", bonus="share, plus-one, empty")
    for power in range(8):
        t.s.tiles_hidden[0, power] = 0
    t.do("place gate")
    t.push("pick 1")
    assert (t.phase, t.faceup_tiles(), t.offer()) == ("picking", ["empty", "plus-one", "empty"], ["pick 2"])


def test_after_the_last_pick_the_turn_is_over_also_if_the_stack_is_empty() -> None:
    """O-6.2: nothing is to be revealed, nothing is to be picked."""
    t = turn("Leon", tops="gate 21", gate="Leon 2", bonus="share, plus-one, empty")
    for power in range(8):
        t.s.tiles_hidden[0, power] = 0
    t.do("place gate")
    t.push("pick 1")
    assert (t.fresh_tiles("Leon"), t.phase, t.to_act()) == ("share", "placing", ["Lisa"])


def test_without_any_bonus_tile_the_picks_are_lost() -> None:
    """O-6.2: there is nothing to pick, so the turn goes on."""
    t = gate_of_strength(3, 0, bonus="empty, empty, empty")
    assert (t.to_act(), t.fresh_tiles("Leon"), t.gate("Leon")) == (["Lisa"], "", 3)
    t.do("place guild-house")
    assert t.phase == "placing"


# ── The hostelry ─────────────────────────────────────────────────────────────


def hostelry_of_strength(strength: int, supply: str = "") -> Table:
    """Leon builds the blue hostelry 20 with that many crests; he keeps a 0."""
    bridge = " ".join(BLUE.split()[: strength - 1])
    t = turn(f"Leon {bridge} | hand 0", tops="hostelry 20", supply=supply)
    # The 4 that Leon played is in the supply; it should not matter here.
    t.s.supply[4] -= 1
    t.do("place hostelry")
    return t


def test_hostelry() -> None:
    """O-6.3: cards one by one, as long as the strength allows."""
    t = hostelry_of_strength(4)
    threes = t.supply(3)
    assert t.offer() == ["take 1", "take 2", "take 3", "take 4", "pass"]
    t.push("take 3")
    assert (t.offer(), t.supply(3)) == (["take 1", "pass"], threes - 1)
    assert t.refusal("take 2") == "BEYOND_STRENGTH"
    t.push("take 1")
    assert (t.hand("Leon"), t.to_act()) == ("0 1 3", ["Lisa"])


def test_a_hostelry_grants_at_most_its_strength() -> None:
    """O-6.3: no card beyond it, not even as the first."""
    t = hostelry_of_strength(2)
    assert t.offer() == ["take 1", "take 2", "pass"]
    assert (t.refusal("take 3"), t.refusal("take 4")) == ("BEYOND_STRENGTH", "BEYOND_STRENGTH")


@pytest.mark.parametrize("taken", [[], ["take 2"]])
def test_less_may_be_taken_or_nothing(taken: list[str]) -> None:
    """O-6.3: at most, any mix, also none."""
    t = hostelry_of_strength(6)
    t.push(*taken, "pass")
    assert t.hand("Leon") == " ".join(["0", *(move.removeprefix("take ") for move in taken)])
    assert t.to_act() == ["Lisa"]


def test_only_what_is_in_the_supply() -> None:
    """O-6.3: one 3 and one 2 are there, so strength 6 brings no second 3."""
    t = hostelry_of_strength(6, supply="2 3")
    assert t.offer() == ["take 2", "take 3", "pass"]
    t.push("take 3")
    assert (t.offer(), t.refusal("take 3"), t.refusal("take 1")) == (["take 2", "pass"], "NOT_IN_SUPPLY", "NOT_IN_SUPPLY")
    t.push("take 2")
    assert (t.hand("Leon"), t.to_act()) == ("0 2 3", ["Lisa"])


def test_a_hostelry_that_grants_nothing_asks_nothing() -> None:
    """O-6.3: strength 1 and no 1 in the supply."""
    t = hostelry_of_strength(1, supply="2 3")
    assert (t.hand("Leon"), t.to_act()) == ("0", ["Lisa"])


def test_what_the_supply_could_not_grant_is_lost() -> None:
    """O-6.3: Leon has 4 of his strength left over; nobody, not even he, takes cards for it later."""
    t = table("Leon 60 59 54 52 49 | hand 0\nLisa", tops="hostelry 20", supply="2", cards="Leon 4 4, Lisa 3 3")
    t.s.supply[4] = 0
    t.do("place hostelry", "take 2")
    assert (t.phase, t.to_act()) == ("placing", ["Leon"])
    t.do("place centre park")
    assert (t.phase, t.to_act()) == ("placing", ["Lisa"])


# ── Haberdasher, guild house, park ───────────────────────────────────────────


def test_haberdasher() -> None:
    """O-6.4: as many pounds as its strength: with 44, 54 and 59 the orange 43 has four crests."""
    t = turn("Leon 59 54 44 | cash 0", tops="haberdasher 43", x="park")
    t.do("place haberdasher")
    assert t.cash("Leon") == 1 + 4


@pytest.mark.parametrize(("stack", "x", "pounds"), [("guild-house", "park", 2), ("park", "chapel", 1)])
def test_guild_house_and_park_bring_nothing(stack: str, x: str, pounds: int) -> None:
    """O-6.5: nothing changes except for the pounds of the rondel, and the turn is over."""
    t = turn("Leon 60 59 54 | cash 0 | hand 0", tops="guild-house 39", x=x, chapel="Leon 1", gate="Leon 2")
    t.do(f"place {stack}")
    assert (t.cash("Leon"), t.hand("Leon"), t.gate("Leon"), t.fresh_tiles("Leon")) == (pounds, "0", 2, "")
    assert (t.chapel(), t.to_act()) == ("Leon 1, Lisa, Tim, Paula", ["Lisa"])


# ── Who is ahead ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "strength", "after"),
    [
        # Further ahead is better.
        ("Lisa 5, Tim 3, Leon 2, Paula", 2, "Lisa 5, Leon 4, Tim 3, Paula"),
        ("Lisa 5, Tim 3, Leon 2, Paula", 4, "Leon 6, Lisa 5, Tim 3, Paula"),
        # On one space the one on top, who came later.
        ("Lisa 3, Tim 3, Leon 2, Paula", 1, "Leon 3, Lisa 3, Tim 3, Paula"),
        ("Lisa 5, Tim 3, Leon 2, Paula", 1, "Lisa 5, Leon 3, Tim 3, Paula"),
        # Those that stay below keep their order.
        ("Lisa 3, Leon 3, Tim 3, Paula", 1, "Leon 4, Lisa 3, Tim 3, Paula"),
        # On the end space the one who came first.
        ("Lisa 16, Leon 15, Tim, Paula", 1, "Lisa 16, Leon 16, Tim, Paula"),
        ("Lisa 16, Tim 16, Paula 14, Leon 13", 5, "Lisa 16, Tim 16, Leon 16, Paula 14"),
        # Anyone on the track is before anyone on the stairs, and there the order A, B, C, D remains.
        ("Lisa, Tim, Leon, Paula", 1, "Leon 1, Lisa, Tim, Paula"),
        ("Paula 1, Lisa, Tim, Leon", 1, "Leon 1, Paula 1, Lisa, Tim"),
    ],
)
def test_place_on_the_chapel_track(before: str, strength: int, after: str) -> None:
    """O-6.6: ahead, on top, first at the end; this order decides every tie."""
    t = chapel_of_strength(strength, before)
    assert t.chapel() == after


def test_ties_between_cards_follow_the_new_order_in_the_next_round() -> None:
    """O-6.6: Leon has landed on top of Lisa, so his 1 is before hers."""
    t = chapel_of_strength(1, "Lisa 3, Leon 2")
    t.finish_round()
    t.push("marker 1", *(f"{name}: play 1" for name in t.names))
    turns = t.turns()
    assert turns.index("Leon") < turns.index("Lisa")


# ── The ends of the tracks ───────────────────────────────────────────────────


@pytest.mark.parametrize(("start", "strength", "pounds"), [(12, 4, 10), (15, 1, 10), (15, 9, 10), (11, 7, 5 + 10)])
def test_the_end_of_the_chapel_track(start: int, strength: int, pounds: int) -> None:
    """O-6.7: reaching it pays 10 pounds once; surplus steps are lost."""
    t = chapel_of_strength(strength, f"Leon {start}")
    assert (t.chapel(), t.cash("Leon")) == ("Leon 16, Lisa, Tim, Paula", 1 + pounds)


def test_a_marker_on_the_end_of_the_chapel_track_no_longer_moves() -> None:
    """O-6.7: another chapel changes nothing, neither the pounds nor the order."""
    t = chapel_of_strength(5, "Lisa 16, Leon 16")
    assert (t.chapel(), t.cash("Leon")) == ("Lisa 16, Leon 16, Tim, Paula", 1)


@pytest.mark.parametrize(("start", "strength", "picks"), [(15, 1, 0), (13, 3, 1), (12, 9, 1), (9, 10, 2)])
def test_the_end_of_the_gate_track(start: int, strength: int, picks: int) -> None:
    """O-6.7: 10 pounds, surplus steps are lost, and the bonus spaces on the way count."""
    t = gate_of_strength(strength, start)
    assert (t.gate("Leon"), t.cash("Leon")) == (16, 2 + 10)
    t.do(*["pick 1"] * picks)
    assert t.to_act() == ["Lisa"]


def test_a_marker_on_the_end_of_the_gate_track_no_longer_moves() -> None:
    """O-6.7: no pounds a second time."""
    t = gate_of_strength(5, 16)
    assert (t.gate("Leon"), t.cash("Leon"), t.to_act()) == (16, 2, ["Lisa"])


def test_ties_on_the_gate_track_are_decided_by_the_chapel_track() -> None:
    """O-6.8: Lisa came to space 5 later and lies on top there, but Leon is ahead on the chapel track."""
    t = table("Lisa\nLeon\nTim\nPaula", gate="Lisa 5, Leon 5, Tim 2", chapel="Paula 9, Leon 4, Lisa 2")
    assert t.scores("gate") == [3, 5, 1, 0]


def test_ties_on_the_gate_track_in_a_round() -> None:
    """O-6.8: the same for the leader who is paid every round."""
    t = table("Lisa\nLeon\nTim", gate="Lisa 5, Leon 5", chapel="Leon 4, Lisa 2", scoring="gate gate-leader", x="park")
    t.push("Lisa: play 4", "Leon: play 3", "Tim: play 2")
    t.do("place hostelry", "pass", "place guild-house", "place haberdasher")
    assert (t.cash("Lisa"), t.cash("Leon")) == (5 + 3, 5 + 2 + 1)
