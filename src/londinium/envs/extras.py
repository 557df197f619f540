"""Libraries that only environments need, with a clear word where one is missing."""

from __future__ import annotations

import importlib
from typing import Any

from londinium.kernel.words.errors import N_, LondiniumError


def library(name: str, extra: str) -> Any:
    """The module of a library that comes with an extra of Londinium; LondiniumError says how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        message = N_("this needs the extra [{extra}]: pip install 'londinium[{extra}]' ({reason})")
        raise LondiniumError(message, extra=extra, reason=error) from error
