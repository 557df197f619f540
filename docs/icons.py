"""The icons of the site as PNG and ICO, from `icon.svg`: what phones and browsers ask for where they take no SVG.

python docs/icons.py        # writes them beside icon.svg; needs the extras [png] and Pillow
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

import londinium.web
from londinium.look.raster import png

STATIC = Path(londinium.web.__file__).parent / "static"
SIDES = {"icon-192.png": 192, "icon-512.png": 512}
FAVICON_SIDES = (16, 32, 48)
SAFE = 0.68
"""How much of an icon that may be cut to any shape is sure to be seen, with some room."""


def maskable(icon: str, part: float = SAFE) -> str:
    """The sign on a ground that reaches to the edges, so that a launcher may cut it as it likes."""
    sign = icon.partition("/>")[2].strip().removesuffix("</svg>")  # without its rounded ground
    edge = 34 * (1 / part - 1) / 2
    box = f"{-edge} {-edge} {34 + 2 * edge} {34 + 2 * edge}"
    ground = f'<rect x="{-edge}" y="{-edge}" width="100%" height="100%" fill="#f6efdf"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{ground}{sign}</svg>'


def icons() -> dict[str, bytes]:
    """Every file with its content."""
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    found = {name: png(icon, side) for name, side in SIDES.items()}
    found["icon-maskable-512.png"] = png(maskable(icon), 512)
    found["apple-touch-icon.png"] = png(maskable(icon, 0.8), 180)
    found["badge-96.png"] = _badge(icon)
    largest = Image.open(io.BytesIO(png(icon, 192)))
    buffer = io.BytesIO()
    largest.save(buffer, "ICO", sizes=[(side, side) for side in FAVICON_SIDES])
    found["favicon.ico"] = buffer.getvalue()
    return found


def _badge(icon: str) -> bytes:
    """The sign alone in white, as phones show it in their status bar: only its shape counts."""
    sign = icon.partition("/>")[2].strip().removesuffix("</svg>").replace("#2a241e", "#fff").replace("#5c7b82", "#fff")
    return png(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34">{sign}</svg>', 96)


if __name__ == "__main__":
    for name, content in icons().items():
        (STATIC / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes")
