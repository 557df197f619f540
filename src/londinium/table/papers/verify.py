"""Checking a finished table's shuffle from its record alone: the commitment, and every card that chance revealed."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from londinium.kernel.boxes import STANDARD_BOX
from londinium.kernel.contracts.days import calendar_of
from londinium.kernel.game import CHANCE
from londinium.kernel.match import Match
from londinium.kernel.words.errors import N_, LondiniumError
from londinium.table.history.daily import box_of_day
from londinium.table.papers.shuffle import commitment


@dataclass(frozen=True)
class Finding:
    """One thing that was checked: whether it holds, and the sentence that says so."""

    holds: bool
    sentence: LondiniumError
    """A text with its facts, to be told in any language."""


def check_shuffle(match: Match, noted: str | None = None) -> list[Finding]:
    """Everything that can be checked of a record whose moves were all found legal; `noted` is the hash shown at the start."""
    findings = [_commitment(match)]
    if noted is not None:
        findings.append(_noted(match, noted))
    findings.append(_reveals(match))
    if "Day" in match.tags and match.box_name != STANDARD_BOX:
        findings.append(_box_of_day(match))
    return findings


def _commitment(match: Match) -> Finding:
    missing = [
        name
        for name, there in (("Seed", match.seed is not None), *((t, t in match.tags) for t in ("Salt", "Commitment")))
        if not there
    ]
    if missing or match.seed is None:
        return _no(N_("The record has no header {names}, so its shuffle cannot be checked."), names=", ".join(missing))
    found = commitment(match.game.slug, match.seed, match.tags["Salt"])
    if not hmac.compare_digest(found, match.tags["Commitment"]):
        return _no(N_("The commitment does not belong to this seed: it should be {found}."), found=found)
    return _yes(N_("The commitment belongs to this seed and salt: {found}."), found=found)


def _noted(match: Match, noted: str) -> Finding:
    if match.tags.get("Commitment", "").lower() == noted.strip().lower():
        return _yes(N_("It is the commitment that was noted at the start."))
    return _no(N_("It is not the commitment that was noted at the start: {noted}."), noted=noted.strip())


def _reveals(match: Match) -> Finding:
    """Whether chance revealed, at every ply, what the seed says."""
    if match.seed is None:
        return _no(N_("Without a seed, nothing that was revealed can be checked."))
    engine = match.game.engine
    count = 0
    for ply, made in enumerate(match.plies):
        if made.seat != CHANCE:
            continue
        count += 1
        drawn = engine.unchecked.reveal(match.position_at(ply).states, 0, match.boxes, match.seed, *engine.buffers())
        if drawn != made.move:
            message = N_("At ply {ply} the seed reveals '{drawn}', but the record says '{made}'.")
            return _no(message, ply=ply, drawn=match.moves.text(drawn), made=match.moves.text(made.move))
    return _yes(N_("Everything revealed follows from the seed (reveals checked: {count})."), count=count)


def _box_of_day(match: Match) -> Finding:
    """Whether the box of a daily challenge is the one that belongs to seed and salt."""
    if match.seed is not None and "Salt" in match.tags and calendar_of(match.game).random_box is not None:
        text = box_of_day(match.game.slug, match.seed, match.tags["Salt"])
        if match.game.read_box(text, match.box_name).tobytes() == match.boxes.tobytes():
            return _yes(N_("The box was made for the day from this seed and salt."))
    return _no(N_("The box is not the one that follows from this seed and salt."))


def _yes(sentence: str, **facts: object) -> Finding:
    return Finding(True, LondiniumError(sentence, **facts))


def _no(sentence: str, **facts: object) -> Finding:
    return Finding(False, LondiniumError(sentence, **facts))
