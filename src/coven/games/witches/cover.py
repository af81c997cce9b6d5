"""The cover of The Witches: three around a fire, under the mountains of Lancre."""

from __future__ import annotations

from coven.core import art
from coven.core.art import DARK, num
from coven.core.cover import icon, sheet, stars
from coven.core.game import Game
from coven.games.witches.picture.icons import STAR
from coven.games.witches.picture.icons import defs as icons

_PEAKS = (
    (46, 150, 92), (150, 190, 138), (270, 170, 104), (398, 214, 156), (520, 180, 120), (620, 150, 90),
)  # fmt: skip
_FAR = "M0,350V232Q90,196 190,224Q300,186 420,222Q530,192 640,228V350Z"
_NEAR = "M0,350V296Q150,258 322,284Q480,258 640,292V350Z"
_FIR = "M0,-12L4,-5H2.4L5.8,1H4L7.2,8.6H1.3V11.6H-1.3V8.6H-7.2L-4,1H-5.8L-2.4,-5H-4Z"
_WOOD = (
    (34, 272, 44), (66, 280, 56), (102, 274, 40), (128, 272, 30), (540, 270, 34), (570, 276, 48), (606, 274, 58),
    (206, 220, 20), (222, 222, 24), (452, 216, 20), (470, 218, 24), (488, 216, 18),
)  # fmt: skip
_ROAD = "M470,290C420,280 350,262 384,244S470,236 428,219"
_GOWN = "M-3.4,8L-9.4,30H9.4L3.4,8Z"
_POT = "M-13,-6H13Q17,11 6,13H-6Q-17,11 -13,-6Z"
_AROUND = ((-8, -62, 1.7, 3), (-84, -44, 2.0, 0), (82, -42, -2.0, 1))  # across, up, size and facing, seat
_FIRE = (
    '<radialGradient id="tw-fire"><stop offset="0" stop-color="#ffb35c" stop-opacity=".75"/>'
    '<stop offset="1" stop-color="#ff8a4c" stop-opacity="0"/></radialGradient>'
)


def _peak(x: float, w: float, h: float) -> str:
    """A mountain with snow, cut on the side away from the moon."""
    foot, top = 232.0, 232.0 - h
    left = f"M{num(x - w / 2)},{num(foot)}L{num(x - w * 0.2)},{num(foot - h * 0.56)}L{num(x)},{num(top)}"
    body = f"{left}L{num(x + w * 0.22)},{num(foot - h * 0.6)}L{num(x + w / 2)},{num(foot)}Z"
    snow = (
        f"M{num(x)},{num(top)}L{num(x - w * 0.1)},{num(top + h * 0.22)}L{num(x - w * 0.03)},{num(top + h * 0.17)}"
        f"L{num(x + w * 0.02)},{num(top + h * 0.28)}L{num(x + w * 0.07)},{num(top + h * 0.18)}"
        f"L{num(x + w * 0.11)},{num(top + h * 0.2)}Z"
    )
    cuts = "".join(
        f"M{num(x - w * (0.04 + 0.08 * k))},{num(top + h * (0.3 + 0.17 * k))}l{num(-w * 0.05)},{num(h * 0.26)}"
        for k in range(4)
    )
    return (
        art.path(body, "#221e38", stroke=DARK.brass, stroke_width=1, stroke_linejoin="round")
        + art.path(snow, DARK.paper, opacity=0.85)
        + art.path(cuts, stroke=DARK.brass, stroke_width=0.7, opacity=0.55)
    )


def cover(game: Game) -> str:
    """The cover as SVG."""
    edge = {"stroke": DARK.brass, "stroke_width": 1, "stroke_linejoin": "round"}
    moon = (
        art.halo(498, 70, 38, DARK.brass, rings=4, step=11, fade=0.1)
        + art.circle(498, 70, 38, DARK.paper)
        + "".join(
            art.circle(498 + a, 70 + b, r, "#dccaa0") for a, b, r in ((-12, -8, 9), (14, 12, 6), (4, -20, 4))
        )
    )
    peaks = "".join(_peak(*peak) for peak in _PEAKS)
    firs = "".join(
        art.path(_FIR, "#1d3029", transform=art.at(x, y, size), stroke="#6f8a5c", stroke_width=0.7)
        for x, y, size in _WOOD
    )
    people = "".join(
        art.el(
            "g",
            art.path(_GOWN, DARK.deep_edge, stroke=DARK.brass, stroke_width=0.6),
            art.path(art.HAT, DARK.deep_edge, stroke=DARK.brass, stroke_width=0.6),
            art.path("M-6.2,4.2Q0,6.6 6.2,4.2", stroke=art.SEAT_COLOURS[seat], stroke_width=2),
            transform=f"translate({num(320 + dx)} {num(324 + dy)}) scale({num(size)} {num(abs(size))})",
        )
        for dx, dy, size, seat in _AROUND
    )
    fire = art.circle(320, 298, 120, "url(#tw-fire)")
    pot = icon("tw", "crisis", 320, 330, 34, "#ff8a4c", "#ffe3a8") + art.path(
        _POT, DARK.deep_edge, transform="translate(320 298) scale(1.5)", stroke=DARK.brass, stroke_width=0.7
    )
    road = art.path(_ROAD, stroke="#ecd9a6", stroke_width=3, stroke_dasharray="9 6", opacity=0.8)
    return sheet(
        "tw",
        game.title,
        _FIRE + icons("tw"),
        stars(STAR),
        moon,
        peaks,
        art.path(_FAR, "#1f2234", **edge),
        road,
        art.path(_NEAR, DARK.deep_edge, **edge),
        firs,
        fire,
        people,
        pot,
    )
