"""Drawn states for a page without a match behind it: what a table would be told at each kind of decision, sent by hand.

A real page of a real server, but its socket is a puppet (`puppet.js`): tests send it states of matches that nobody played there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from londinium.kernel.contracts.drawing import Scene
from londinium.kernel.match import Match
from londinium.kernel.registry import game as find_game
from londinium.look.log import entries_of, log_lines
from londinium.look.parts import prompt_bar, table_button
from londinium.table.takeback import moves_to_confirm
from londinium.web.live.frames import last_action, steps_since
from londinium.web.live.messages import Lines, Offered, State, encode

PUPPET = Path(__file__).parent / "puppet.js"
TIMELESS = Path(__file__).parent / "timeless.js"
MEASURE = Path(__file__).parent / "measure.js"
NAMES = ("Maud", "Hugh", "Rosa", "Wat")
SEATS = 4
VIEWER = 0


@dataclass(frozen=True)
class Moment:
    """A position of a match as a seat sees it."""

    name: str
    match: Match
    ply: int

    def state(self, code: str, version: int = 1) -> dict[str, Any]:
        """What the page is told, with everything a prompt bar can hold at once: hint, way back, clock, last action."""
        match = self.match.at(self.ply)
        words, names = match.words(code), match.names
        drawn = match.game.drawing.draw(match.view(VIEWER, refusals=False), Scene(words, names))
        mine = VIEWER in match.to_act
        asked = moves_to_confirm(match, VIEWER) if mine else set()
        bar = prompt_bar(
            drawn,
            words,
            mine=mine,
            decides=True,
            undo=mine,
            acts=table_button("hint", words.text("Hint")) if mine else "",
            clock='<span class="clock">12:34</span>',
            last=last_action(match, VIEWER, words) if not match.is_over else "",
        )
        lines = log_lines(entries_of(match, VIEWER, words, names, own=VIEWER), words)
        offers = {move: Offered.of(told, asks=move in asked) for move, told in drawn.offers.items()}
        said = State(version, match.game.title, mine, match.is_over, {**drawn.fragments, "prompt": bar}, [], {}, offers)
        said = msgspec.structs.replace(said, lists={"log": Lines(0, "".join(lines))})
        found: dict[str, Any] = msgspec.json.decode(encode(said))
        return found


@cache
def moments(slug: str) -> tuple[Moment, ...]:
    """For every kind of decision of a game the one with the most to show, besides waiting and the end."""
    game = find_game(slug)
    options = {option.name: option.choices[-1] for option in game.options}
    best: dict[str, tuple[int, Moment]] = {}
    for seed in range(3):
        chance = Random(seed)
        match = game.match(seats=SEATS, seed=seed, options=options, names=list(NAMES))
        while not match.is_over:
            view = match.view(VIEWER, refusals=False)
            asks = game.face.asks(match.position) if VIEWER in match.to_act else "waiting"
            size = len(view.offers) * 1000 + match.ply
            if size > best.get(asks, (-1, None))[0]:
                best[asks] = (size, Moment(asks, match, match.ply))
            seat = match.to_act[0]
            match.push(chance.choice(match.legal(seat)), seat)
        best.setdefault("over", (0, Moment("over", match, match.ply)))
    return tuple(moment for _, moment in best.values())


def film(slug: str, seats: int, seed: int = 7) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything a seat is shown of a whole match of chance, in turn, each with a name."""
    game, chance = find_game(slug), Random(seed)
    match = game.match(seats=seats, seed=seed, options={option.name: option.choices[-1] for option in game.options})
    told = 0
    yield "start", Moment("start", match, match.ply).state("en", 1)
    while not match.is_over:
        seat = match.to_act[0]
        match.push(chance.choice(match.legal(seat)), seat)
        if VIEWER not in match.to_act and not match.is_over:
            continue
        for step in steps_since(match, VIEWER, match.plies[:told]):
            yield f"ply {step.told}", Moment("step", step.match, step.match.ply).state("en", match.ply + 1)
        told = match.ply


@cache
def most_done(slug: str, code: str) -> tuple[Match, int]:
    """Where the line of the last action is the longest."""
    game, best = find_game(slug), (0, 0, 0)
    options = {option.name: option.choices[-1] for option in game.options}
    matches = []
    for seed in range(3):
        chance = Random(seed)
        match = game.match(seats=SEATS, seed=seed, options=options, names=list(NAMES))
        matches.append(match)
        while not match.is_over:
            words = re.sub(r'<span class="unseen">.*?</span>|<[^>]+>', "", last_action(match, VIEWER, match.words(code)))
            best = max(best, (len(words), seed, match.ply))
            seat = match.to_act[0]
            match.push(chance.choice(match.legal(seat)), seat)
    return matches[best[1]], best[2]
