"""O-4 Turn order: NOBLEWOMAN tiles, the cards, PLUS ONE tiles, and who acts when."""

from __future__ import annotations

from londinium.games.old_london_bridge.tests.positions import table

# ── NOBLEWOMAN ───────────────────────────────────────────────────────────────


def test_noblewomen_are_offered_in_chapel_order() -> None:
    """O-4.1: before anyone chooses, those with a tile are asked from the best place on the chapel track on."""
    t = table(
        """
        Leon   49 | tiles noblewoman | hand 0 1
        Lisa   44 | tiles share
        Tim    39 | tiles noblewoman | hand 0 3
        """,
        chapel="Tim 5, Lisa 2, Leon",
        phase="round-marker",
    )
    t.push("marker 1")
    assert (t.to_act(), t.offer()) == (["Tim"], ["use noblewoman", "pass"])
    before = t.supply(2)
    t.push("use noblewoman")
    assert (t.hand("Tim"), t.tiles("Tim"), t.supply(2)) == ("0 2 3", "", before - 1)
    assert t.to_act() == ["Leon"]
    t.push("pass")
    assert (t.hand("Leon"), t.tiles("Leon"), t.supply(2)) == ("0 1", "noblewoman", before - 1)
    assert (t.phase, t.to_act()) == ("card-choice", ["Leon", "Lisa", "Tim"])


def test_any_number_of_noblewomen() -> None:
    """O-4.1: somebody with two tiles may use both, or one."""
    t = table("Leon 49 | tiles noblewoman noblewoman | hand 0\nLisa\nTim", phase="round-marker")
    t.push("marker 1", "use noblewoman")
    assert t.to_act() == ["Leon"]
    t.push("use noblewoman")
    assert t.hand("Leon") == "0 2 2"
    assert t.phase == "card-choice"


def test_a_declined_noblewoman_is_not_offered_again_this_round() -> None:
    """O-4.1: a player who declined is not asked again after somebody else uses a tile."""
    t = table("Leon 49 | tiles noblewoman\nLisa 44 | tiles noblewoman\nTim", phase="round-marker")
    t.push("marker 1", "Leon: pass", "Lisa: use noblewoman")
    assert t.phase == "card-choice"


def test_who_declined_a_tile_in_one_round_is_asked_in_the_next() -> None:
    """O-4.1: Leon declined his PLUS ONE in the round before."""
    t = table("Leon 49 | tiles noblewoman plus-one\nLisa\nTim", cards="Leon 4, Lisa 3, Tim 2")
    t.push("pass")
    t.finish_round()
    t.push("marker 1")
    assert (t.to_act(), t.offer()) == (["Leon"], ["use noblewoman", "pass"])


def test_each_noblewoman_needs_a_2_in_the_supply() -> None:
    """O-4.1: one 2 is left, so the second tile is not even offered."""
    t = table("Leon 49 | tiles noblewoman noblewoman\nLisa 44 | tiles noblewoman\nTim", supply="1 2 4", phase="round-marker")
    t.push("marker 1", "use noblewoman")
    assert (t.phase, t.supply(2), t.tiles("Leon")) == ("card-choice", 0, "noblewoman")


def test_without_a_2_no_noblewoman_is_offered() -> None:
    """O-4.1: with no 2 in the supply the cards are chosen at once."""
    t = table("Leon 49 | tiles noblewoman\nLisa\nTim", supply="1 1 4", phase="round-marker")
    t.push("marker 1")
    assert t.phase == "card-choice"
    assert t.refusal("Leon: use noblewoman") == "NOT_NOW"


def test_a_2_from_a_noblewoman_may_be_played_at_once() -> None:
    """O-4.1: it is in hand before the card is chosen."""
    t = table("Leon 49 | tiles noblewoman | hand 0\nLisa\nTim", phase="round-marker")
    t.push("marker 1", "use noblewoman")
    assert t.offer("Leon") == ["play 0", "play 2"]


# ── The cards ────────────────────────────────────────────────────────────────


def test_all_choose_at_the_same_time() -> None:
    """O-4.2: in any order, one card each, and nothing happens before the last has chosen."""
    t = table("Leon 49 | hand 0 3\nLisa 44 | hand 0 2 2\nTim 39 | hand 0")
    assert t.to_act() == ["Leon", "Lisa", "Tim"]
    assert t.offer("Lisa") == ["play 0", "play 2"]
    t.push("Lisa: play 2")
    assert (t.to_act(), t.hand("Lisa")) == (["Leon", "Tim"], "0 2")
    assert t.refusal("Lisa: play 0") == "NOT_NOW"
    t.push("Tim: play 0", "Leon: play 3")
    assert (t.phase, t.turns()) == ("placing", ["Leon", "Lisa", "Tim"])


def test_a_card_must_be_in_hand() -> None:
    """O-4.2: a card that is only in the supply cannot be played."""
    t = table("Leon 49 | hand 0 3\nLisa\nTim")
    assert t.refusal("Leon: play 4") == "NOT_IN_HAND"
    assert t.refusal("Leon: play 3") == "LEGAL"


def test_two_players_choose_two_cards() -> None:
    """O-4.2: with two players two cards each, also two alike if they are in hand."""
    t = table("Leon 49 | hand 0 0 3\nLisa 44 | hand 0 0 2 2")
    t.push("Leon: play 3")
    assert t.to_act() == ["Leon", "Lisa"]
    assert t.refusal("Leon: play 3") == "NOT_IN_HAND"
    t.push("Lisa: play 2", "Lisa: play 2")
    assert t.to_act() == ["Leon"]
    t.push("Leon: play 0")
    assert t.turns() == ["Leon", "Lisa", "Lisa", "Leon"]
    assert (t.hand("Leon"), t.hand("Lisa")) == ("0", "0 0")


def test_it_does_not_matter_which_of_two_cards_was_chosen_first() -> None:
    """O-4.2: both lie there together."""
    one = table("Leon\nLisa", cards="Leon 1 4, Lisa 3 2")
    other = table("Leon\nLisa", cards="Leon 4 1, Lisa 2 3")
    assert one.states.tobytes() == other.states.tobytes()


# ── PLUS ONE ─────────────────────────────────────────────────────────────────


def test_plus_one_is_offered_after_the_reveal() -> None:
    """O-4.3: it raises the card, 3 + 1 is before a 3 with a better place on the chapel track."""
    t = table("Leon 49 | tiles plus-one\nLisa\nTim", chapel="Lisa 2", cards="Leon 3, Lisa 3, Tim 0")
    assert (t.phase, t.to_act(), t.offer()) == ("plus-ones", ["Leon"], ["use plus-one", "pass"])
    assert t.turns() == ["Lisa", "Leon", "Tim"]
    t.push("use plus-one")
    assert (t.phase, t.turns(), t.tiles("Leon")) == ("placing", ["Leon", "Lisa", "Tim"], "")


def test_plus_one_may_be_declined() -> None:
    """O-4.3: a tile that is not used stays."""
    t = table("Leon 49 | tiles plus-one\nLisa\nTim", chapel="Lisa 2", cards="Leon 3, Lisa 3, Tim 0")
    t.push("pass")
    assert (t.phase, t.turns(), t.tiles("Leon")) == ("placing", ["Lisa", "Leon", "Tim"], "plus-one")


def test_4_plus_1_counts_5() -> None:
    """O-4.3: nothing is too high."""
    t = table("Leon 49 | tiles plus-one\nLisa\nTim", chapel="Lisa 2", cards="Leon 4, Lisa 4, Tim 0")
    t.push("use plus-one")
    assert t.turns() == ["Leon", "Lisa", "Tim"]


def test_several_plus_ones_add_up() -> None:
    """O-4.3: 2 + 1 + 1 is before 3; one tile at a time is asked for."""
    t = table("Leon 49 | tiles plus-one plus-one\nLisa\nTim", cards="Leon 2, Lisa 3, Tim 0", chapel="Lisa 2")
    t.push("use plus-one")
    assert (t.to_act(), t.turns()) == (["Leon"], ["Lisa", "Leon", "Tim"])
    t.push("use plus-one")
    assert t.turns() == ["Leon", "Lisa", "Tim"]


def test_0_plus_1_is_a_1() -> None:
    """O-4.3: Peter de Colechurch can be raised too, and still returns to the hand."""
    t = table("Leon 49 | tiles plus-one | hand 3\nLisa\nTim", chapel="Lisa 2", cards="Leon 0, Lisa 0, Tim 0")
    t.push("use plus-one")
    assert t.turns() == ["Leon", "Lisa", "Tim"]
    assert t.hand("Leon") == "0 3"


def test_plus_one_asks_in_the_provisional_order_and_each_use_starts_again() -> None:
    """O-4.3: Lisa declines first; Leon's use sorts the turns again, and Lisa, now second, is asked again."""
    t = table(
        """
        Leon   49 | tiles plus-one
        Lisa   44 | tiles plus-one
        Tim
        """,
        chapel="Lisa 2, Tim, Leon",
        cards="Leon 3, Lisa 3, Tim 1",
    )
    assert (t.turns(), t.to_act()) == (["Lisa", "Leon", "Tim"], ["Lisa"])
    t.push("pass")
    assert t.to_act() == ["Leon"]
    t.push("use plus-one")
    assert (t.turns(), t.to_act()) == (["Leon", "Lisa", "Tim"], ["Lisa"])
    t.push("use plus-one")
    # 4 and 4: Lisa is ahead on the chapel track again, and nobody has a tile.
    assert (t.phase, t.turns()) == ("placing", ["Lisa", "Leon", "Tim"])


def test_a_use_starts_again_from_the_top_of_the_new_order() -> None:
    """O-4.3: after Tim's first tile the order is Tim, Leon, Lisa, so Tim is asked before Leon."""
    t = table(
        """
        Leon   49 | tiles plus-one
        Lisa   44
        Tim    39 | tiles plus-one plus-one
        """,
        cards="Leon 3, Lisa 2, Tim 3",
    )
    assert t.to_act() == ["Leon"]
    t.push("pass")
    assert t.to_act() == ["Tim"]
    t.push("use plus-one")
    assert (t.turns(), t.to_act()) == (["Tim", "Leon", "Lisa"], ["Tim"])
    t.push("pass")
    assert t.to_act() == ["Leon"]
    t.push("pass")
    # Tim and Leon have passed in a row.
    assert (t.phase, t.tiles("Tim"), t.tiles("Leon")) == ("placing", "plus-one", "plus-one")


def test_with_two_players_the_owner_names_the_card() -> None:
    """O-4.3: the first is the higher card; either may be raised, each by several tiles."""
    t = table("Leon 49 | tiles plus-one plus-one\nLisa", chapel="Lisa 2", cards="Leon 4 1, Lisa 4 2")
    assert t.offer() == ["use plus-one", "use plus-one second", "pass"]
    assert t.turns() == ["Lisa", "Leon", "Lisa", "Leon"]
    t.push("use plus-one second")
    assert t.turns() == ["Lisa", "Leon", "Lisa", "Leon"]
    t.push("use plus-one second")
    assert t.turns() == ["Lisa", "Leon", "Leon", "Lisa"]


def test_with_more_players_there_is_only_one_card_to_raise() -> None:
    """O-4.3: `second` is for two players."""
    t = table("Leon 49 | tiles plus-one\nLisa\nTim", cards="Leon 4, Lisa 4, Tim 0")
    assert t.refusal("use plus-one second") == "NOT_NOW"


def test_a_plus_one_is_for_one_round() -> None:
    """O-4.3: in the next round Leon's card counts what is printed, also his second one of two."""
    t = table("Leon 49 | tiles plus-one\nLisa\nTim", cards="Leon 3, Lisa 3, Tim 0", chapel="Lisa 12")
    t.push("use plus-one")
    t.finish_round()
    t.push("marker 1", "Leon: play 3", "Lisa: play 3", "Tim: play 0")
    assert t.turns() == ["Lisa", "Leon", "Tim"]
    t = table("Leon 49 | tiles plus-one plus-one\nLisa", cards="Leon 3 2, Lisa 3 2", chapel="Lisa 12")
    t.push("use plus-one", "use plus-one second")
    t.finish_round()
    t.push("marker 1", "Leon: play 3", "Leon: play 2", "Lisa: play 3", "Lisa: play 2")
    assert t.turns() == ["Lisa", "Leon", "Lisa", "Leon"]


def test_only_those_with_a_plus_one_are_asked() -> None:
    """O-4.3: without a tile the turns begin at once."""
    t = table("Leon 49 | tiles noblewoman share\nLisa\nTim", cards="Leon 4, Lisa 3, Tim 0")
    assert (t.phase, t.to_act()) == ("placing", ["Leon"])


# ── The order ────────────────────────────────────────────────────────────────


def test_higher_cards_act_earlier() -> None:
    """O-4.4: by value, whatever the chapel track."""
    t = table("Leon\nLisa\nTim\nPaula", chapel="Paula 9, Tim 5, Lisa 3", cards="Leon 4, Lisa 3, Tim 1, Paula 0")
    assert t.turns() == ["Leon", "Lisa", "Tim", "Paula"]


def test_ties_go_to_the_better_place_on_the_chapel_track() -> None:
    """O-4.4: further ahead first, on one space the one on top, on the stairs A before B."""
    t = table("Leon\nLisa\nTim\nPaula", chapel="Paula 3, Lisa 3, Tim, Leon", cards="Leon 2, Lisa 2, Tim 2, Paula 2")
    assert t.turns() == ["Paula", "Lisa", "Tim", "Leon"]


def test_values_of_two_players_are_not_added() -> None:
    """O-4.4: each card is one turn: 4 and 0 begin before 3 and 3, and end after them."""
    t = table("Leon\nLisa", chapel="Lisa 2", cards="Leon 4 0, Lisa 3 3")
    assert t.turns() == ["Leon", "Lisa", "Lisa", "Leon"]


def test_equal_cards_of_two_players_give_consecutive_turns() -> None:
    """O-4.4: with 2 and 2 against 2 and 2 the one who is ahead acts twice, then the other."""
    t = table("Leon\nLisa", chapel="Lisa 2", cards="Leon 2 2, Lisa 2 2")
    assert t.turns() == ["Lisa", "Lisa", "Leon", "Leon"]


def test_of_ones_own_equal_values_the_higher_printed_card_comes_first() -> None:
    """O-4.4: 4 and 3 + 1 are both worth 4; the 4 is the first turn's card, so it is the first to return."""
    t = table("Leon 49 | tiles plus-one | hand 0 0\nLisa", cards="Leon 4 3, Lisa 0 0")
    fours, threes = t.supply(4), t.supply(3)
    t.push("use plus-one second")
    assert t.turns() == ["Leon", "Leon", "Lisa", "Lisa"]
    assert (t.supply(4), t.supply(3)) == (fours + 1, threes)
    t.do("place chapel")
    assert (t.supply(4), t.supply(3)) == (fours + 1, threes + 1)


def test_a_raised_second_card_may_come_first() -> None:
    """O-4.4: 3 + 1 + 1 is before the 4, so its card is the first to return."""
    t = table("Leon 49 | tiles plus-one plus-one | hand 0 0\nLisa", cards="Leon 4 3, Lisa 0 0")
    fours, threes = t.supply(4), t.supply(3)
    t.push("use plus-one second", "use plus-one second")
    assert (t.supply(4), t.supply(3)) == (fours, threes + 1)


def test_the_order_is_fixed_for_the_round() -> None:
    """O-4.4: Leon overtakes Lisa with a chapel in his first turn, and yet her 2 is still before his."""
    t = table("Leon 60 52\nLisa", tops="chapel 32", chapel="Lisa 2", cards="Leon 4 2, Lisa 3 2")
    assert t.turns() == ["Leon", "Lisa", "Lisa", "Leon"]
    t.do("place chapel")
    assert t.chapel() == "Leon 3, Lisa 2"
    assert t.to_act() == ["Lisa"]
    t.do("place guild-house")
    assert t.to_act() == ["Lisa"]
