"""The cover of a game, for the pages: a night under which its things stand, or its title alone.

Night is dark by daylight too, so there is one cover for both themes.
"""

from __future__ import annotations

from coven.core import art
from coven.core.art import DARK

W, H = 640, 350
_STAR = "M0,-10L2,-2L10,0L2,2L0,10L-2,2L-10,0L-2,-2Z"
_STARS = (
    (30, 34, 9), (110, 150, 6), (44, 186, 7), (150, 30, 6), (570, 34, 8), (612, 150, 6), (440, 26, 5), (560, 190, 6),
    (226, 18, 4), (404, 60, 4),
)  # fmt: skip


def sheet(prefix: str, title: str, defs: str, *parts: str) -> str:
    """A night sky with what stands under it."""
    sky = (
        f'<radialGradient id="{prefix}-sky" cx=".5" cy=".46" r=".72"><stop offset="0" stop-color="{DARK.deep}"/>'
        f'<stop offset=".6" stop-color="{DARK.light}"/><stop offset="1" stop-color="{DARK.ground}"/>'
        "</radialGradient>"
    )
    return art.el(
        "svg",
        art.tip(title),
        art.el("defs", sky, defs),
        art.rect(0, 0, W, H, 0, f"url(#{prefix}-sky)"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {W} {H}",
        role="img",
    )


def stars(shape: str) -> str:
    """The stars of the sky, in a shape that fits a box of 24."""
    return "".join(art.path(shape, DARK.brass, transform=art.at(x, y, size * 2)) for x, y, size in _STARS)


def icon(prefix: str, name: str, x: float, y: float, size: float, colour: str, ground: str) -> str:
    """A small drawing in a colour; its cuts show the ground."""
    place = art.at(x, y, size)
    return art.el("use", href=f"#{prefix}-{name}", transform=place, color=colour, fill=ground, stroke=ground)


def plain(title: str) -> str:
    """The cover of a game that has none of its own: its title under a hat."""
    size = min(64.0, 1000 / max(len(title), 1))
    return sheet(
        "pc",
        title,
        "",
        stars(_STAR),
        art.path(
            art.HAT, DARK.deep_edge, transform=art.at(W / 2, 116, 120), stroke=DARK.brass, stroke_width=0.5
        ),
        art.words_at(W / 2, 258, title, size, DARK.paper, text_anchor="middle", font_family=art.SERIF),
        art.path("M230,292H410", stroke=DARK.brass, stroke_width=1.2),
    )
