"""The week of Old London Bridge: the printed scorings, one of the expansion on three days, all by chance on Sundays."""

from __future__ import annotations

from londinium.games.old_london_bridge.rules.components import COLOURS, SIDES
from londinium.kernel.contracts.days import PLAIN_DAY, PLAIN_KINDS, DayKind
from londinium.kernel.words.errors import N_

_LAID_OVER = {
    side: DayKind(N_("An expansion scoring"), {colour: side}, names=colour)
    for colour, sides in zip(COLOURS, SIDES, strict=True)
    for side in sides
    if side != "printed"
}
KINDS = {
    **PLAIN_KINDS,
    **_LAID_OVER,
    "expansion": DayKind(N_("Four random expansion scorings"), dict.fromkeys(COLOURS, "random")),
}


def _from(first: int) -> tuple[str, ...]:
    """All scorings of the expansion in turn, beginning with one of them."""
    names = tuple(_LAID_OVER)
    return (*names[first:], *names[:first])


WEEK = ((PLAIN_DAY,), _from(0), (PLAIN_DAY,), _from(5), (PLAIN_DAY,), _from(10), ("expansion",))
random_box = None
