"""The style sheet with the colours of both themes, made from those of the pictures."""

from __future__ import annotations

from coven.core.art import DARK, LIGHT, SEAT_COLOURS, SERIF, Palette

NAME = "palette.css"


def _colours(palette: Palette) -> str:
    return "".join(f"--{name.replace('_', '-')}:{colour};" for name, colour in vars(palette).items())


_SHARED = "".join(f"--seat{seat}:{colour};" for seat, colour in enumerate(SEAT_COLOURS)) + f"--serif:{SERIF};"
_DAY = f"color-scheme:light;{_colours(LIGHT)}"
STYLE = (
    f":root{{color-scheme:dark;{_colours(DARK)}{_SHARED}}}\n"
    f'[data-theme="light"]{{{_DAY}}}\n'
    f'@media (prefers-color-scheme:light){{[data-theme="auto"]{{{_DAY}}}}}\n'
)
