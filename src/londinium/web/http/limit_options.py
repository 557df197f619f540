"""Limits as a host writes them: `tables=60/1` for a burst and a rate per second, `connections=800` for so many at once."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from londinium.kernel.words.errors import N_, InvalidOption
from londinium.kernel.words.nearest import unknown
from londinium.web.http.limits import COUNTS, RATES, Limits, Rate

LIMITS_VARIABLE = "LONDINIUM_LIMITS"
"""The variable of the environment with the same, separated by commas or spaces."""


def changed_limits(wishes: Iterable[str], limits: Limits | None = None) -> Limits:
    """The limits with what a host wishes otherwise. InvalidOption says what is wrong."""
    found: dict[str, Any] = {}
    for wish in wishes:
        name, _, value = wish.strip().partition("=")
        name = name.strip().replace("-", "_")
        if name in RATES:
            found[name] = _rate(wish, value)
        elif name in COUNTS:
            found[name] = int(_number(wish, value, whole=True))
        else:
            message = N_("there is no limit '{name}'; choose one of: {known}")
            raise unknown(InvalidOption, message, name, (*RATES, *COUNTS), name=name)
    return replace(limits or Limits(), **found)


def _rate(wish: str, value: str) -> Rate:
    burst, slash, per_second = value.partition("/")
    if not slash:
        raise _wrong(wish)
    return Rate(max(1.0, _number(wish, burst)), _number(wish, per_second))


def _number(wish: str, value: str, *, whole: bool = False) -> float:
    try:
        number = float(value)
    except ValueError:
        raise _wrong(wish) from None
    if not math.isfinite(number) or number < 0 or (whole and (number != int(number) or number < 1)):
        raise _wrong(wish)
    return number


def _wrong(wish: str) -> InvalidOption:
    return InvalidOption(N_("'{wish}' is not a limit: write tables=60/1 or connections=800"), wish=wish[:60])
