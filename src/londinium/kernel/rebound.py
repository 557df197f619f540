"""What holds functions that were compiled for its game, and can be copied and pickled all the same."""

from __future__ import annotations

from types import FunctionType
from typing import Any


class Rebound:
    """Copies leave the compiled functions behind, which are of this process, and `bind_all` binds them again."""

    def bind_all(self) -> None:
        raise NotImplementedError(f"{type(self).__name__} does not say what it binds")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if not _is_compiled(value)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.bind_all()


def _is_compiled(value: object) -> bool:
    """Whether it is a function made for one game; where rules are not compiled, it is a plain one."""
    return isinstance(value, FunctionType) or hasattr(value, "py_func")
