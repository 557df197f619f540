"""PNG from our SVG pictures, with the `[png]` extra; style sheets are written out first, as renderers know little about them."""

from __future__ import annotations

from importlib.util import find_spec

from londinium.kernel.words.errors import N_, LondiniumError
from londinium.look.cascade import written_out


def can_rasterise() -> bool:
    """Whether the extra is there."""
    return find_spec("resvg_py") is not None


def png(svg: str, width: int | None = None) -> bytes:
    """The picture as PNG, `width` pixels wide (its own size if None)."""
    try:
        import resvg_py
    except ImportError as error:
        message = N_("PNG pictures need a renderer; install it with: pip install 'londinium[png]'")
        raise LondiniumError(message) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=written_out(svg), width=width))
