"""What a type checker may know of one game: its boards, its effects and its score sheets.

`Game`, `Match` and `View` are generic over them. Whoever leaves them out has `Any`, so code for all games need not name them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import TypeVar

    BoardT = TypeVar("BoardT", default=Any)
    EffectT = TypeVar("EffectT", default=Any)
    SheetT = TypeVar("SheetT", default=Any)
else:  # defaults came with Python 3.13, and nobody needs them while a program runs
    from typing import TypeVar

    BoardT, EffectT, SheetT = (TypeVar(name) for name in ("BoardT", "EffectT", "SheetT"))
