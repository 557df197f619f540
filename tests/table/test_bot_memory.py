"""What bots that think for a time know from one decision to the next: their own trees, and nobody else's."""

from __future__ import annotations

import asyncio
import pickle
from math import inf

import numpy as np
import pytest

import londinium
from londinium.bots.kept_trees import MOST_KEPT_EDGES, MOST_KEPT_NODES, KeptTree, kept_tree, put_back, think_ahead
from londinium.bots.levels import LEVELS, Level, level, seconds_for
from londinium.bots.search import tree as trees
from londinium.bots.search.search import Budget, Search
from londinium.games.next_station_london.levels import LEVELS as LEVELS_OF_CITY
from londinium.kernel.contracts.levels import Ability
from londinium.kernel.kept import BUDGET
from londinium.kernel.match import Match
from londinium.kernel.rules import COMPILED
from londinium.kernel.seeds import uint64
from londinium.table.hall.bot_memory import TREES_ROOM, BotMemory, takes_time
from londinium.table.hall.thinkers import Thinkers
from londinium.work.turns import Ticket

BRIDGE = "old-london-bridge"
GAMES = (BRIDGE, "next-station-london")
FEW = 300 if COMPILED else 8


def visits(search: Search, match: Match, seat: int) -> int:
    """How often a search has been at the decision of a seat."""
    node = trees.find_node(search.trees[0], uint64(trees.known_to(search.recall_root(match, seat).history, seat)))
    return 0 if node == trees.NO_NODE else int(search.trees[0].nodes[node].visits)


def until_asked(match: Match, seat: int) -> None:
    """Everybody else moves until a seat has something to decide."""
    while seat not in match.to_act or len(match.legal(seat)) < 2:
        other = match.to_act[0]
        match.push(match.legal(other)[0], other)


def edges_by_node(search: Search) -> dict[int, list[tuple[int, int, int, int, float, float]]]:
    """All that a tree says of moves, by the node's key; a node without moves says nothing."""
    tree, found = search.trees[0], {}
    for node in tree.nodes[: int(tree.size[trees.NODES])]:
        rows, at = [], int(node.first)
        while at != trees.NO_NODE:
            one = tree.edges[at]
            rows.append((int(one.move), int(one.tries), int(one.chances), int(one.guess), float(one.value), float(one.points)))
            at = int(one.next)
        if rows:
            found[int(node.key)] = rows
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_a_tree_that_was_kept_says_the_same_of_every_move(slug: str) -> None:
    match = londinium.game(slug).match(seats=2, seed=3)
    until_asked(match, 0)
    search, other = Search(match.game), Search(match.game)
    search.think(match, 0, Budget(simulations=FEW))
    kept = pickle.loads(pickle.dumps(kept_tree(search)))
    assert kept.size < (2_000_000 if COMPILED else 200_000)
    other.think(match, 0, Budget(simulations=3))
    put_back(other, kept, match, 0)
    assert edges_by_node(other) == edges_by_node(search)
    for key in edges_by_node(search):
        assert trees.find_node(other.trees[0], uint64(key)) != trees.NO_NODE
    assert (other.results == search.results).all()
    ideas = other.think(match, 0, Budget(simulations=1)).ideas
    assert sum(idea.tries for idea in ideas) == FEW + 1, "it goes on where the first one stopped"


def test_a_full_table_of_keys_finds_them_all() -> None:
    """Keys that want the same slots step on past each other, at the end of the table too."""
    search = Search(londinium.game(GAMES[0]), nodes=64)
    match = search.game.match(seats=2, seed=1)
    nodes = search.trees[0].nodes[:60].copy()
    nodes["key"] = [2**40 * number + 126 + number % 3 for number in range(60)]
    nodes["first"] = trees.NO_NODE
    put_back(search, KeptTree(nodes, search.trees[0].edges[:0].copy(), np.zeros(3)), match, 0)
    assert [trees.find_node(search.trees[0], uint64(key)) for key in nodes["key"].tolist()] == list(range(60))
    assert trees.find_node(search.trees[0], uint64(125)) == trees.NO_NODE


def test_of_a_large_tree_goes_what_the_last_thought_did_not_meet() -> None:
    match = londinium.game(GAMES[1]).match(seats=1, seed=3)
    search = Search(match.game)
    search.think(match, 0, Budget(simulations=FEW))
    first = kept_tree(search)
    match.push(match.legal(0)[-1], 0)
    until_asked(match, 0)
    put_back(search, first, match, 0)
    search.think(match, 0, Budget(simulations=FEW))
    everything = kept_tree(search, first)
    known = {int(key): int(seen) for key, seen in zip(first.nodes["key"], first.nodes["visits"], strict=True)}
    met = [int(node.key) for node in everything.nodes if int(node.visits) > known.get(int(node.key), 0)]
    assert 0 < len(met) < len(everything.nodes)
    some = kept_tree(search, first, most=len(met))
    assert sorted(int(key) for key in some.nodes["key"]) == sorted(met)
    other, everywhere = Search(match.game), edges_by_node(search)
    put_back(other, some, match, 0)
    assert edges_by_node(other) == {key: everywhere[key] for key in met}, "each with its own moves"
    few = kept_tree(search, first, most=3)
    assert len(few.nodes) == 3
    assert visits(search, match, 0) == int(few.nodes["visits"].max()), "the decision itself is the most visited"


def test_of_a_tree_with_many_moves_the_most_visited_decisions_stay() -> None:
    match = londinium.game(BRIDGE).match(seats=2, seed=3)
    until_asked(match, 0)
    search = Search(match.game)
    search.think(match, 0, Budget(simulations=FEW))
    everything, everywhere = kept_tree(search), edges_by_node(search)
    room = len(everything.edges) // 2
    some = kept_tree(search, most_edges=room)
    assert 0 < len(some.edges) <= room
    assert len(some.edges) + max(map(len, everywhere.values())) > room, "no more than that goes"
    stays = set(some.nodes["key"].tolist())
    goes = [node for node in everything.nodes if int(node.key) not in stays]
    assert min(some.nodes["visits"].tolist()) >= max(int(node.visits) for node in goes)
    other = Search(match.game)
    put_back(other, some, match, 0)
    assert edges_by_node(other) == {key: everywhere[key] for key in stays}, "each with all its moves"
    assert (kept_tree(search, most_edges=room).nodes == some.nodes).all(), "always the same"


def test_the_largest_tree_has_room_beside_others() -> None:
    """A full tree, with two dozen moves at each decision, was 11 MB when it was kept."""
    search = Search(londinium.game(BRIDGE))
    tree = search.trees[0]
    count = len(tree.edges) // 24
    tree.size[trees.NODES], tree.size[trees.EDGES] = count, 24 * count
    tree.nodes["visits"][:count] = np.arange(count)
    tree.nodes["first"][:count] = 24 * np.arange(count)
    tree.edges["next"] = np.where(np.arange(len(tree.edges)) % 24 == 23, trees.NO_NODE, np.arange(len(tree.edges)) + 1)
    kept = kept_tree(search)
    assert len(kept.edges) == MOST_KEPT_EDGES // 24 * 24
    assert kept.nodes["visits"].max() == count - 1
    largest = MOST_KEPT_NODES * tree.nodes.itemsize + MOST_KEPT_EDGES * tree.edges.itemsize + kept.results.nbytes
    assert kept.size <= largest < 4_000_000
    assert TREES_ROOM // largest == 17


@pytest.mark.skipif(not COMPILED, reason="interpreted, too few simulations are made to meet the next decision")
@pytest.mark.parametrize(("slug", "seats"), [("next-station-london", 2), ("next-station-london", 4), ("old-london-bridge", 2)])
def test_a_tree_knows_the_next_decision_after_the_others_have_moved(slug: str, seats: int) -> None:
    """In Next Station, where the others pass in simulations, no tree knew a decision after they had drawn a section."""
    known = 0
    for seed in range(3):
        match = londinium.game(slug).match(seats=seats, seed=seed)
        until_asked(match, 0)
        search = Search(match.game)
        match.push(search.think(match, 0, Budget(simulations=4 * FEW)).best, 0)
        until_asked(match, 0)
        known += visits(search, match, 0) > 0
    assert known == 3


def test_after_something_was_taken_back_nothing_of_the_other_line_is_found() -> None:
    """The same table, seat and bot, and a tree of what did not happen in the end."""
    match = londinium.game(BRIDGE).match(seats=2, seed=3)
    while match.to_act != (1,) or len(match.legal(1)) < 2:
        match.push(match.legal(match.to_act[0])[0], match.to_act[0])
    first, second = match.copy(), match.copy()
    for line, move in ((first, match.legal(1)[0]), (second, match.legal(1)[1])):
        line.push(move, 1)
        until_asked(line, 0)
    search = Search(match.game)
    search.think(first, 0, Budget(simulations=FEW))
    kept = kept_tree(search)
    for line, known in ((second, 0), (first, FEW)):
        put_back(search, kept, line, 0)
        assert visits(search, line, 0) == known
    put_back(search, kept, second, 0)
    assert sum(idea.tries for idea in search.think(second, 0, Budget(simulations=FEW)).ideas) == FEW, "it begins anew"


@pytest.mark.parametrize("slug", GAMES)
def test_thinking_ahead_fills_the_tree_for_the_next_decision(slug: str) -> None:
    match = londinium.game(slug).match(seats=2, seed=5)
    until_asked(match, 0)
    search = Search(match.game)
    match.push(search.think(match, 0, Budget(simulations=FEW)).best, 0)
    while 0 in match.to_act:
        match.push(match.legal(0)[0], 0)
    kept = kept_tree(search)
    moments = iter(range(20 if COMPILED else 2))
    put_back(search, kept, match, 0)
    made = think_ahead(search, match, 0, 60.0, 1, lambda: next(moments, None) is None)
    assert made > 0
    before, after = kept_tree(Search(match.game)), kept_tree(search, kept)
    assert len(before.nodes) == 0 < len(kept.nodes) < len(after.nodes)
    assert (search.results[0] != kept.results).any()
    assert think_ahead(search, match, match.to_act[0], 60.0, 1) == 0, "whoever decides now is not ahead"
    other = Search(match.game)
    until_asked(match, 0)
    put_back(other, kept, match, 0)
    put_back(search, after, match, 0)
    assert visits(search, match, 0) >= visits(other, match, 0)


def test_each_simulation_ahead_has_luck_of_its_own() -> None:
    """With the same luck in all of them, one card would come again and again."""
    match = londinium.game("next-station-london").match(seats=2, seed=5)
    until_asked(match, 0)
    match.push(match.legal(0)[0], 0)
    search = Search(match.game)
    put_back(search, None, match, 0)
    moments = iter(range(30 if COMPILED else 3))
    made = think_ahead(search, match, 0, 60.0, 1, lambda: next(moments, None) is None)
    visited = search.trees[0].nodes["visits"][: int(search.trees[0].size[trees.NODES])]
    assert 0 < int(visited.max()) < made, "not all came to the same decision"


def test_who_plays_at_no_table_or_has_no_tree_keeps_nothing() -> None:
    search = Search(londinium.game(GAMES[0]))
    match = search.game.match(seats=2, seed=1)
    search.think(match, 0, Budget(simulations=4))
    tree, memory = kept_tree(search), BotMemory()
    memory.keep(("", 0, "master"), tree)
    memory.keep(("a", 0, "master"), None)
    assert len(memory) == 0
    for place in (("a", 0, "master"), ("a", 1, "master"), ("a", 1, "architect"), ("b", 0, "master")):
        memory.keep(place, tree)
    assert memory.recall(("a", 2, "master")) is None
    memory.forget("a", [(1, "architect")])
    assert len(memory) == 2
    assert memory.recall(("a", 1, "architect")) is tree is memory.recall(("b", 0, "master"))
    memory.forget("b")
    assert len(memory) == 1


def test_trees_count_towards_what_the_process_keeps() -> None:
    search = Search(londinium.game(GAMES[0]))
    search.think(search.game.match(seats=2, seed=1), 0, Budget(simulations=FEW))
    tree, before = kept_tree(search), BUDGET.held
    memory = BotMemory(room=3 * tree.size)
    for number in range(5):
        memory.keep((f"{number}", 0, "master"), tree)
    assert BUDGET.held - before == 3 * tree.size
    assert [memory.recall((f"{number}", 0, "master")) is tree for number in range(5)] == [False, False, True, True, True]
    memory._trees.shed()
    assert BUDGET.held - before <= 2 * tree.size


UNKNOWN = {BRIDGE: {"chapel": "random"}, "next-station-london": {"order": "chosen"}}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("is_known", [True, False])
def test_which_bots_think_for_a_time_depends_on_game_and_match(slug: str, is_known: bool) -> None:
    """The master of both games answers in milliseconds where its network knows the match, and should queue behind nobody."""
    found = londinium.game(slug)
    match = found.match(seats=2, seed=3, options={**found.choose(), **({} if is_known else UNKNOWN[slug])})
    for name in LEVELS:
        bot = level(name, found)
        assert isinstance(bot, Level)
        planned = bot._allowed.seconds if bot.plans(match) else None
        seconds = (None if planned == inf else planned) if bot.plans(match) else bot._budget_in(match).seconds
        assert seconds_for(name, match) == seconds
        assert takes_time(name, match) == (seconds is not None)
    timed = {name for name in LEVELS if takes_time(name, match)}
    assert timed == ({"master", "architect"} if slug == BRIDGE and not is_known else {"architect"})
    assert not takes_time("greedy", match)


@pytest.mark.skipif(not COMPILED, reason="interpreted simulations take too long for a clock")
def test_at_a_table_a_bot_goes_on_with_its_own_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a bot with a number of simulations thinks the same whatever was thought before."""
    game = londinium.game("next-station-london")
    monkeypatch.setitem(LEVELS_OF_CITY, "master", Ability(seconds=0.1))  # one that simulates, as where the network knows nothing
    handed: list[tuple[int, int]] = []
    choose = Level.choose_recalling

    def watched(self: Level, match: Match, seat: int, tree: KeptTree | None) -> tuple[int, KeptTree | None]:
        put_back(self.search, tree, match, seat)
        handed.append((seat, visits(self.search, match, seat)))
        return choose(self, match, seat, tree)

    monkeypatch.setattr(Level, "choose_recalling", watched)

    async def play(table: str) -> list[int]:
        thinkers, match, quick = Thinkers(1), game.match(seats=2, seed=4), []
        for _ in range(4):
            for seat in (0, 1):
                until_asked(match, seat)
                chosen = await thinkers.think("master", match.copy(), seat, Ticket(("ann", table)))
                quick.append((await thinkers.think("builder", match.copy(), seat, Ticket(("ann", table)))).move)
                match.push(match.legal(seat)[0], seat)
                assert not chosen.stands_in
        assert thinkers.memory is not None
        assert len(thinkers.memory) == (2 if table else 0)
        await thinkers.close()
        return quick

    quick = asyncio.run(play("t"))
    first, later = [seen for _, seen in handed[:2]], [seen for _, seen in handed[2:]]
    assert first == [0, 0]
    assert sum(seen > 0 for seen in later) >= 4, "most of the decisions were met before"
    handed.clear()
    assert asyncio.run(play("")) == quick, "simulations are counted, so nothing else may count"
    assert not any(seen for _, seen in handed), "nobody's table, nobody's tree"
