"""Our own logarithm: the same bits interpreted, on every processor and in every browser, where each library rounds as it likes.

The method is that of FreeBSD's msun (Sun Microsystems 1993), for numbers from 1 on, which is all that anybody asks for.
"""

from __future__ import annotations

from londinium.kernel.rules import rule

# The logarithm of 2 in two parts: the first has so few bits that a small number times it is exact.
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
SQRT_2 = 1.4142135623730951


@rule
def log_from_one(x: float) -> float:
    """The natural logarithm of a number that is at least 1 and less than 2 to the power of 64, to the last bit or next to it."""
    # x = m * 2**k with m close to 1. To halve is exact.
    k = 0.0
    if x >= 4294967296.0:
        x *= 2.3283064365386963e-10
        k += 32.0
    if x >= 65536.0:
        x *= 1.52587890625e-05
        k += 16.0
    if x >= 256.0:
        x *= 0.00390625
        k += 8.0
    if x >= 16.0:
        x *= 0.0625
        k += 4.0
    if x >= 4.0:
        x *= 0.25
        k += 2.0
    if x >= 2.0:
        x *= 0.5
        k += 1.0
    if x > SQRT_2:
        x *= 0.5
        k += 1.0
    f = x - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    odd = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    even = z * (
        6.666666666666735130e-01 + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01))
    )
    half = 0.5 * f * f
    return k * LN2_HIGH - ((half - (s * (half + (odd + even)) + k * LN2_LOW)) - f)
