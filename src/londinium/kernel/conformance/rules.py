"""What must hold for every game, as plain functions that anyone can call on a game of their own.

    from londinium.kernel.conformance.rules import check
    check(londinium.game("my-game"))

Each `check_...` is one property. A violation is an AssertionError that says which match broke it and where. The fast
properties (legality, odds, accounts, an end) are also checked at every ply of millions of matches by `londinium fuzz`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import msgspec
import numpy as np

from londinium.kernel.game import CHANCE, DECKS, DRAWS, Game
from londinium.kernel.match import Match
from londinium.kernel.record import read_record, write_record
from londinium.kernel.seeds import draw
from londinium.kernel.views import ALL_EYES
from londinium.kernel.words.errors import IllegalMove, LondiniumError
from londinium.kernel.words.language import languages
from londinium.kernel.words.sentences import event_seat

LONGEST_WALK = 4096
SPARSE = 16
"""The slow checks run only once in this many plies of a walk."""


def check(game: Game, walks: int = 6, seed: int = 0) -> None:
    """Check all properties on this many random matches, going through all seat counts and options in turn."""
    check_notation(game)
    leaks = 0
    for walk in range(walks):
        match = new_match(game, seed + walk)
        match = check_walk(match)
        check_copies_are_independent(match)
        check_undo(match)
        check_records_round_trip(match)
        check_odds_are_what_is_left(match)
        check_outcome_is_the_score_sheets(match)
        check_everything_can_be_told(match)
        for ply in range(0, match.ply, SPARSE):
            here = match.at(ply)
            check_all_see_the_same(here)
            check_offer_is_the_law(here)
            check_order_of_simultaneous_choices(here)
            check_choices_are_silent(here)
            leaks += check_nothing_leaks(here)
        leaks += sum(check_nothing_leaks(match.at(ply)) for ply in simultaneous_plies(match)[:8])
    if game.hides:
        assert walks < len(game.seats) or leaks > 0, f"{game.slug}: it `hides` something, but `disguise` never changed anything"
    else:
        assert leaks == 0, f"{game.slug}: `disguise` changes what is hidden, but the game does not say that it `hides` something"


# ── Walking ──────────────────────────────────────────────────────────────────


def new_match(game: Game, seed: int) -> Match:
    """A match whose number of seats and options follow from its seed, so that everything comes with everything."""
    seats = game.seats[seed % len(game.seats)]
    options = {option.name: option.choices[draw(seed, i, len(option.choices))] for i, option in enumerate(game.settled)}
    return game.match(seats=seats, seed=seed, options=options)


def random_move(match: Match, seat: int) -> int:
    legal = match.legal(seat)
    assert legal, f"{where(match)}: seat {seat} is to act but has no legal move"
    return legal[draw(match.seed or 0, 100_000 + match.ply, len(legal))]


def simultaneous_plies(match: Match) -> list[int]:
    """Plies at which somebody has chosen and others have not yet."""
    found = []
    for ply in range(1, match.ply):
        now, before = (match.game.engine.to_act(match.position_at(p).states, 0) for p in (ply, ply - 1))
        if now & before and now != before and match.plies[ply - 1].seat != CHANCE:
            found.append(ply)
    return found


def where(match: Match) -> str:
    """Enough to see a position again."""
    return f"{match.game.slug}, {match.seats} seats, seed {match.seed}, options {match.options}, ply {match.ply}"


# ── Properties ───────────────────────────────────────────────────────────────


def check_notation(game: Game) -> None:
    """Every move has one text, and the text gives the move."""
    texts = {move: text for move, text in enumerate(game.moves) if text}
    assert len(set(texts.values())) == len(texts)
    for move, text in texts.items():
        assert game.moves.parse(text) == move, f"{game.slug}: {text!r} does not parse back"


def check_walk(match: Match) -> Match:
    """A random match ends, never lacks a move, accounts for everything, and counts its plies."""
    while not match.is_over:
        assert match.ply < LONGEST_WALK, f"{where(match)}: the match does not end"
        seats = match.to_act
        assert seats == (CHANCE,) or all(seat < match.seats for seat in seats), f"{where(match)}: {seats} are to act"
        seat = seats[draw(match.seed or 0, 200_000 + match.ply, len(seats))]
        match.push(random_move(match, seat), seat)
    for ply in range(match.ply + 1):
        audit = match.game.engine.audit(match.position_at(ply).states, 0, match.boxes)
        assert audit == 0, f"{where(match.at(ply))}: something is not accounted for (audit {audit})"
    return match


def check_copies_are_independent(match: Match) -> None:
    """Playing on in a copy changes nothing in the original."""
    half = match.at(match.ply // 2)
    before = (half.position.states.tobytes(), half.plies)
    copy = half.copy()
    copy.proceed()
    while copy.ply < match.ply and not copy.is_over:
        copy.push(random_move(copy, copy.to_act[0]), copy.to_act[0])
    assert (half.position.states.tobytes(), half.plies) == before, f"{where(half)}: a copy is not independent"


def check_undo(match: Match) -> None:
    """Taking back decisions goes through exactly the positions that were there before."""
    back = match.copy()
    decisions = [ply for ply, made in enumerate(match.plies) if made.decided]
    for ply in reversed(decisions[-10:]):
        back.undo()
        assert back.ply == ply
        assert back.position.states.tobytes() == match.position_at(ply).states.tobytes()


def check_records_round_trip(match: Match) -> None:
    """A record gives the same match at every ply, and is written the same again."""
    whole = read_record(write_record(match))
    assert write_record(whole) == write_record(match), f"{where(match)}: a record is not written as it was read"
    for ply in range(match.ply + 1):
        same = whole.position_at(ply).states.tobytes() == match.position_at(ply).states.tobytes()
        assert same, f"{where(match.at(ply))}: the record gives another position"
    for ply in range(0, match.ply, SPARSE):
        part = match.at(ply)
        again = read_record(write_record(part))
        assert again.position.states.tobytes() == part.position.states.tobytes(), (
            f"{where(part)}: the record gives another position"
        )


def check_odds_are_what_is_left(match: Match) -> None:
    """Each draw from a deck offers what the draw before it offered, minus what was drawn; draws are counted one by one."""
    left: dict[int, dict[int, int]] = {}
    draws: dict[int, int] = {}
    moves, weights = match.game.engine.buffers()
    for ply, made in enumerate(match.plies):
        if made.seat != CHANCE:
            continue
        states = match.position_at(ply).states
        count = match.game.engine.chance(states, 0, match.boxes, moves, weights)
        offered = {int(moves[i]): int(weights[i]) for i in range(count)}
        deck, number = divmod(match.game.engine.deck(states, 0, match.boxes), DRAWS)
        here = where(match.at(ply))
        assert 0 <= deck < DECKS, f"{here}: there are decks 0 to {DECKS - 1}, not {deck}"
        assert number in (0, draws.get(deck, 0)), f"{here}: this is draw {draws.get(deck, 0)} of deck {deck}, not {number}"
        draws[deck] = number + 1
        assert all(weight > 0 for weight in offered.values()), f"{here}: a weight is not positive"
        assert number == 0 or offered == left[deck], f"{here}: deck {deck} offers {offered}, but {left.get(deck)} is left"
        left[deck] = {move: weight - (move == made.move) for move, weight in offered.items() if weight > (move == made.move)}


def check_outcome_is_the_score_sheets(match: Match) -> None:
    """Totals and places are those of the score sheets, and the lines add up."""
    assert match.outcome is not None
    sheets = match.score_sheets
    assert tuple(sheet.total for sheet in sheets) == match.outcome.scores, f"{where(match)}: totals differ"
    assert tuple(sheet.place for sheet in sheets) == match.outcome.places, f"{where(match)}: places differ"
    assert tuple(map(sum, match.score_lines)) == match.outcome.scores, f"{where(match)}: the lines do not add up"
    assert match.outcome.winners, f"{where(match)}: nobody has won"


def check_everything_can_be_told(match: Match) -> None:
    """Every event has words in every language, and is data that can be sent; a note of what somebody did lacks their name."""
    face, names = match.game.face, [f"<{name}>" for name in match.names]
    for code in languages():
        words = match.words(code)
        for _, event in match.events():
            seat = event_seat(event, match.seats)
            assert face.tell(event, words, names).strip(), f"{where(match)}: an event has no words in {code}"
            told = face.note(event, words, names)
            assert seat is None or names[seat] not in told, f"{where(match)}: {told!r} names the one it is about"
    for viewer in (None, *range(match.seats)):
        assert msgspec.json.encode(match.events(viewer))


def check_offer_is_the_law(match: Match) -> None:
    """Every legal move can be made; every other move of the table is refused and changes nothing."""
    before = match.position.states.tobytes()
    for seat in match.to_act:
        legal = set(match.legal(seat))
        for move in legal:
            match.copy().push(move, seat)
        for move in set(range(len(match.moves))) - legal:
            try:
                match.apply(move, seat)
            except IllegalMove:
                continue
            raise AssertionError(f"{where(match)}: {match.moves.text(move)!r} is not legal for seat {seat}, but was made")
    idle = next((seat for seat in range(match.seats) if seat not in match.to_act), None)
    if idle is not None and not match.is_over:
        for move in match.legal(match.to_act[0]):
            try:
                match.apply(move, idle)
            except IllegalMove:
                continue
            raise AssertionError(f"{where(match)}: seat {idle} is not to act, but moved")
    assert match.position.states.tobytes() == before, f"{where(match)}: a refused move changed the position"


def check_order_of_simultaneous_choices(match: Match) -> None:
    """Where several decide at once, the order in which they do does not matter, and a choice can be taken back."""
    if len(match.to_act) < 2 or match.ply == 0:
        return
    choices = {seat: random_move(match, seat) for seat in match.to_act}
    results = set()
    for order in permutations(choices):
        together = match.copy()
        for seat in order:
            together.apply(choices[seat], seat)
        results.add(together.position.states.tobytes())
    assert len(results) == 1, f"{where(match)}: the order of simultaneous choices matters"
    first, *others = choices
    taken_back = match.copy()
    taken_back.apply(choices[first], first)
    taken_back.retract(first)
    assert taken_back.position.states.tobytes() == match.position.states.tobytes(), f"{where(match)}: a choice was not taken back"
    if len(others) > 1:
        taken_back.apply(choices[first], first)
        taken_back.apply(choices[others[0]], others[0])
        taken_back.retract(first)
        alone = match.copy()
        alone.apply(choices[others[0]], others[0])
        assert taken_back.position.states.tobytes() == alone.position.states.tobytes(), f"{where(match)}: a choice was lost"


def check_nothing_leaks(match: Match) -> int:
    """Change everything a seat may not know: its view stays the same, to the byte. Returns how often something changed."""
    changed = 0
    for seat in range(match.seats):
        other = match.game.face.disguise(match.position, seat, draw(match.seed or 0, 300_000 + match.ply, 1 << 30))
        disguised = match.with_state(other.states)
        changed += other.states.tobytes() != match.position.states.tobytes()
        assert disguised.view(seat).to_json() == match.view(seat).to_json(), f"{where(match)}: the view of seat {seat} leaks"
        for move in _refused_sample(match, seat):
            assert _refusal(match, move, seat) == _refusal(disguised, move, seat), (
                f"{where(match)}: an error tells seat {seat} too much"
            )
    return changed


def check_all_see_the_same(match: Match) -> None:
    """In a game that hides nothing everybody sees the same, and nobody decides while others do."""
    if match.game.hides:
        return
    assert len(match.to_act) < 2, f"{where(match)}: seats {match.to_act} decide at once, so the game `hides` what they choose"
    viewers = (None, ALL_EYES, *range(match.seats))
    seen = {msgspec.json.encode(match.view(viewer, refusals=False, offers=False).board) for viewer in viewers}
    assert len(seen) == 1, f"{where(match)}: not all see the same board, so the game `hides` something"


def check_choices_are_silent(match: Match) -> None:
    """While others are still choosing, they see that a seat has chosen, but nothing that depends on what."""
    if len(match.to_act) < 2:
        return
    for seat in match.to_act:
        seen = set()
        for move in match.legal(seat)[:12]:
            chosen = match.copy()
            chosen.apply(move, seat)
            viewers = [viewer for viewer in (None, *range(match.seats)) if viewer != seat]
            told = [chosen.events(viewer, match.ply) for viewer in viewers]
            seen.add(msgspec.json.encode([[chosen.view(viewer).board for viewer in viewers], told]))
        assert len(seen) == 1, f"{where(match)}: others see what seat {seat} chose face down"


def _refused_sample(match: Match, seat: int) -> Iterator[int]:
    legal = set(match.legal(seat))
    return (move for move in range(0, len(match.moves), 7) if move not in legal and not match.moves.is_chance(move))


def _refusal(match: Match, move: int, seat: int) -> str:
    try:
        match.copy().apply(move, seat)
    except LondiniumError as error:
        return str(error)
    return ""


# ── Interpreted and compiled ─────────────────────────────────────────────────


def digest(game: Game, matches: int = 6) -> str:
    """A hash of every move and every final state of some random matches: the same wherever the rules run."""
    total = hashlib.sha256()
    for seed in range(matches):
        seats = game.seats[seed % len(game.seats)]
        codes = np.array([draw(seed, i, len(option.choices)) for i, option in enumerate(game.settled)], np.int8)
        line, states = game.engine.trace(seed, seats, codes)
        results: Any = game.engine.play_random([seed], seats, codes)
        for part in (line, np.asarray(states), results.points, results.places, results.lines):
            total.update(np.ascontiguousarray(part).tobytes())
    return total.hexdigest()
