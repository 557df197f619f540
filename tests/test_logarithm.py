"""Our own logarithm: within one bit of the best double, and the same bits interpreted and compiled."""

from __future__ import annotations

from math import log, ulp

import pytest

from londinium.kernel.logarithm import log_from_one

NUMBERS = [*range(1, 3000), *(2**k + d for k in range(1, 63) for d in (-1, 0, 1)), *(10**k + 7 for k in range(1, 19))]


@pytest.mark.parametrize("fraction", [0.0, 0.41421, 0.999])
def test_it_is_right_to_the_last_bit_or_next_to_it(fraction: float) -> None:
    for number in NUMBERS:
        x = max(1.0, number + fraction)
        assert abs(log_from_one(x) - log(x)) <= ulp(log(x)), x


def test_interpreted_and_compiled_give_the_same_bits() -> None:
    interpreted = getattr(log_from_one, "py_func", log_from_one)
    assert [log_from_one(float(number)) for number in NUMBERS] == [interpreted(float(number)) for number in NUMBERS]
