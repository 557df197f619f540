"""PNG from our SVG pictures, with the `[png]` extra; colours are written out first, for not every renderer knows variables."""

from __future__ import annotations

import re

from londinium.kernel.words.errors import N_, LondiniumError

_DECLARED = re.compile(r"--([\w-]+)\s*:\s*([^;}]+)")
_USED = re.compile(r"var\(--([\w-]+)\)")


def without_variables(svg: str) -> str:
    """The same picture with every `var(--name)` written out; the last declaration of a name counts."""
    values: dict[str, str] = {name: value.strip() for name, value in _DECLARED.findall(svg)}

    def value_of(found: re.Match[str]) -> str:
        return values.get(found[1], str(found[0]))

    before = ""
    while before != svg:  # a variable may stand for another
        before, svg = svg, _USED.sub(value_of, svg)
    return svg


def png(svg: str, width: int | None = None) -> bytes:
    """The picture as PNG, `width` pixels wide (its own size if None)."""
    try:
        import resvg_py
    except ImportError as error:
        message = N_("PNG pictures need a renderer; install it with: pip install 'londinium[png]'")
        raise LondiniumError(message) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=without_variables(svg), width=width))
