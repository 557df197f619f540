"""Small line icons, 24 x 24."""

from __future__ import annotations

ICONS = {
    "purse": "M8 8Q3 19 6 20H18Q21 19 16 8ZM8 8H16M9.5 4.5Q12 7 14.5 4.5",
    "cards": "M5 6H14V19H5ZM14 8L19 9.5L16 19.5L14 19",
    "wheel": "M12 3a9 9 0 1 0 .01 0ZM12 9a3 3 0 1 0 .01 0ZM12 3V9M12 15V21M4.2 7.5L9.4 10.5M19.8 16.5L14.6 13.5"
    "M4.2 16.5L9.4 13.5M19.8 7.5L14.6 10.5",
    "bridge": "M2 9H22M2 9V18M22 9V18M6 18Q6 12 9 12T12 18Q12 12 15 12T18 18",
    "star": "M12 4L14.5 9.5L20 10L16 14L17.2 20L12 17L6.8 20L8 14L4 10L9.5 9.5Z",
    "log": "M5 6H19M5 10.5H19M5 15H19M5 19.5H13",
    "turn": "M5.5 8.5A8 8 0 1 1 4 13M5.5 3.5V8.5H10.5",
}


def icon(name: str, size: int = 20) -> str:
    """An icon of the sprite, for the table."""
    return _framed(f'<use href="#olb-icon-{name}"/>', size)


def drawn_icon(name: str, size: int = 20) -> str:
    """An icon that needs no sprite, for parts of the page outside the table."""
    return _framed(f'<path d="{ICONS[name]}"/>', size)


def _framed(inner: str, size: int) -> str:
    return f'<svg class="o-icon" viewBox="0 0 24 24" width="{size}" height="{size}" aria-hidden="true">{inner}</svg>'
