"""The games' covers and the seats' counters, drawn with the pictures' own means.

Night is dark by daylight too, so there is one of each for both themes.
"""

from __future__ import annotations

from functools import cache

from coven.core import art, registry
from coven.core.art import DARK, num
from coven.games.witches.picture.icons import STAR
from coven.games.witches.picture.icons import defs as lancre_icons
from coven.games.witchstone.picture.icons import INKS, SPARK
from coven.games.witchstone.picture.icons import defs as stone_icons

W, H = 640, 350
_STARS = (
    (30, 34, 9), (110, 150, 6), (44, 186, 7), (150, 30, 6), (570, 34, 8), (612, 150, 6), (440, 26, 5), (560, 190, 6),
    (226, 18, 4), (404, 60, 4),
)  # fmt: skip


def _sheet(prefix: str, title: str, defs: str, *parts: str) -> str:
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


def _stars(shape: str) -> str:
    return "".join(art.path(shape, DARK.brass, transform=art.at(x, y, size * 2)) for x, y, size in _STARS)


def _icon(prefix: str, name: str, x: float, y: float, size: float, colour: str, ground: str) -> str:
    place = art.at(x, y, size)
    return art.el("use", href=f"#{prefix}-{name}", transform=place, color=colour, fill=ground, stroke=ground)


# -- Witchstone: the crystal ball, and tiles on their way to a cauldron --------------------------------------

_CX, _CY, _R = 320, 175, 132
_GLASS = (
    f'<radialGradient id="ws-glass" cx=".5" cy=".46" r=".56"><stop offset=".5" stop-color="{DARK.deep}"/>'
    f'<stop offset="1" stop-color="{DARK.deep_edge}"/></radialGradient><radialGradient id="ws-aura">'
    '<stop offset="0" stop-color="#fff3cf" stop-opacity=".9"/><stop offset=".4" stop-color="#c7b6ff" '
    'stop-opacity=".42"/><stop offset="1" stop-color="#8f7be0" stop-opacity="0"/></radialGradient>'
)
_OWNED = {
    ("Stone", "T2"): 0, ("T2", "V2"): 0, ("T2", "F3"): 0, ("Stone", "T4"): 1, ("T4", "C4"): 1, ("T4", "F4"): 1,
    ("T3", "C3"): 2, ("C3", "F4"): 2, ("T3", "V3"): 2,
}  # fmt: skip
_TOWERS = (("T2", 0), ("T4", 1), ("T3", 2))
_TILES = ((86, 92, -24, "CM"), (72, 262, 18, "EW"), (556, 96, 20, "PS"), (570, 266, -16, "WC"))


def _spot(place: dict[str, float]) -> tuple[float, float]:
    return art.around(_CX, _CY, _R * place["radius"] ** 0.86, place["angle"])


def _tile(x: float, y: float, turn: float, pair: str) -> str:
    """A hex tile: two cells of paper with their symbols."""
    cells = []
    for side, symbol in zip((-1, 1), pair, strict=True):
        corners = [art.around(side * 21.7, 0, 25, 60 * k + 30) for k in range(6)]
        cells.append(art.path(art.outline(corners), DARK.paper, stroke=DARK.ink, stroke_width=1.4))
        upright = f"translate({num(side * 21.7)} 0) rotate({num(-turn)}) scale(1.15)"
        cells.append(art.el("use", href=f"#ws-{symbol}", transform=upright, color=INKS[symbol], fill=DARK.paper,
                            stroke=DARK.paper))  # fmt: skip
    return art.el("g", *cells, transform=f"translate({num(x)} {num(y)}) rotate({num(turn)})")


def _witchstone() -> str:
    data = registry.load("witchstone").components.data
    spots = {place["id"]: _spot(place) for place in data["locations"]["list"]}
    ring = (
        art.circle(_CX, _CY, _R + 34, DARK.deep_edge, stroke=DARK.brass, stroke_width=1.6)
        + art.circle(_CX, _CY, _R + 28, stroke=DARK.brass, stroke_width=0.6)
        + art.circle(_CX, _CY, _R + 14, stroke=DARK.brass, stroke_width=0.8, stroke_dasharray="1 5")
        + art.circle(_CX, _CY, _R, "url(#ws-glass)", stroke=DARK.brass, stroke_width=1.6)
    )
    points = [art.around(_CX, _CY, _R + 21, 72 * k - 90) for k in range(5)]
    star = art.path(
        art.outline([points[2 * k % 5] for k in range(5)]), stroke=DARK.brass, stroke_width=0.7, opacity=0.35
    )
    spaces = "".join(
        art.circle(x, y, 14, DARK.deep, stroke=DARK.brass, stroke_width=1.2)
        + _icon("ws", symbol, x, y, 17, DARK.brass, DARK.deep)
        for (x, y), symbol in zip(points, "PESCM", strict=True)
    )
    lines, beads = [], []
    for a, b, fields in data["connections"]["list"]:
        (x1, y1), (x2, y2) = spots[a], spots[b]
        d = f"M{num(x1)},{num(y1)}L{num(x2)},{num(y2)}"
        owner = _OWNED.get((a, b))
        if owner is None:
            lines.append(art.path(d, stroke=DARK.brass, stroke_width=0.8, opacity=0.5))
            continue
        lines.append(art.path(d, stroke=art.SEAT_COLOURS[owner], stroke_width=3))
        for k in range(1, fields + 1):
            x, y = x1 + (x2 - x1) * k / (fields + 1), y1 + (y2 - y1) * k / (fields + 1)
            beads.append(art.circle(x, y, 4.6, art.seat_fill("ws", owner), stroke=DARK.ink, stroke_width=1))
    places = []
    for place in data["locations"]["list"][1:]:
        x, y = spots[place["id"]]
        places.append(art.circle(x, y, 14, DARK.deep_edge, stroke=DARK.brass, stroke_width=1))
        places.append(_icon("ws", place["type"], x, y, 19, DARK.paper, DARK.deep_edge))
    for name, seat in _TOWERS:
        x, y = spots[name]
        places.append(art.el("use", href="#ws-witch", transform=art.at(x, y + 5, 25),
                             fill=art.seat_fill("ws", seat), stroke=DARK.ink))  # fmt: skip
    heart = (
        art.circle(_CX, _CY, 66, "url(#ws-aura)")
        + art.circle(_CX, _CY, 24, DARK.deep_edge, stroke=DARK.brass, stroke_width=1.2)
        + art.circle(_CX, _CY, 24, "url(#ws-aura)")
        + _icon("ws", "stone", _CX, _CY, 33, "#fdf3d6", "#6f5fb0")
    )
    tiles = "".join(_tile(*tile) for tile in _TILES)
    defs = _GLASS + stone_icons("ws") + art.seat_defs("ws")
    return _sheet(
        "ws", "Witchstone", defs, _stars(SPARK), ring, star, spaces, *lines, *beads, *places, heart, tiles
    )


# -- The Witches: three around a fire, under the mountains of Lancre -----------------------------------------

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


def _witches() -> str:
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
    pot = _icon("tw", "crisis", 320, 330, 34, "#ff8a4c", "#ffe3a8") + art.path(
        _POT, DARK.deep_edge, transform="translate(320 298) scale(1.5)", stroke=DARK.brass, stroke_width=0.7
    )
    road = art.path(_ROAD, stroke="#ecd9a6", stroke_width=3, stroke_dasharray="9 6", opacity=0.8)
    return _sheet(
        "tw",
        "The Witches",
        _FIRE + lancre_icons("tw"),
        _stars(STAR),
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


# -- the seats -----------------------------------------------------------------------------------------------


def _seal(seat: int) -> str:
    """A seat's counter: colour, pattern and animal."""
    return art.el(
        "svg",
        art.el("defs", art.seat_defs("s")),
        art.marker("s", seat, 0, 0, 14, DARK.ink, DARK.ink),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-15 -15 30 30",
    )


NAMES = ("witchstone", "witches", *art.EMBLEMS)


@cache
def drawn(name: str) -> str:
    """One of the drawings as SVG."""
    if name in art.EMBLEMS:
        return _seal(art.EMBLEMS.index(name))
    return _witchstone() if name == "witchstone" else _witches()
