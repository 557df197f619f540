"""A match by random moves, for those who have NumPy and those who have not."""

from __future__ import annotations

import json
import random
import sys
from hashlib import sha256
from typing import Any

NOT_IN_A_BROWSER = (
    "numpy numba llvmlite scipy rich click uvicorn websockets h11 psycopg cryptography".split()  # noqa: SIM905
)
SEATS = 3


class Absent:
    """Makes everything that no browser has impossible to import."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.split(".", maxsplit=1)[0] in NOT_IN_A_BROWSER:
            raise ImportError(name)


def played(slug: str) -> dict[str, Any]:
    """What everybody saw in a match, and how it ended."""
    from londinium.kernel.registry import game

    match, choice = game(slug).match(seats=SEATS, seed=7), random.Random(1)
    seen = sha256()
    while not match.is_over:
        seat = match.to_act[0]
        seen.update(repr(match.view(seat, refusals=False)).encode())
        match.push(choice.choice(match.legal(seat)), seat)
    picture = sha256(match.svg().encode()).hexdigest()
    assert match.outcome is not None
    return {"scores": list(match.outcome.scores), "seen": seen.hexdigest(), "log": match.log(), "picture": picture}


if __name__ == "__main__":
    sys.meta_path.insert(0, Absent())
    import londinium.browser.place
    import londinium.web.app

    assert londinium.browser.place
    print(json.dumps(played(sys.argv[1])))
