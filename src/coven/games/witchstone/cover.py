"""The cover of Witchstone: the crystal ball, and tiles on their way to a cauldron."""

from __future__ import annotations

from coven.core import art
from coven.core.art import DARK, num
from coven.core.cover import icon, sheet, stars
from coven.core.game import Game
from coven.games.witchstone.picture.icons import INKS, SPARK
from coven.games.witchstone.picture.icons import defs as icons

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


def cover(game: Game) -> str:
    """The cover as SVG."""
    data = game.components.data
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
        + icon("ws", symbol, x, y, 17, DARK.brass, DARK.deep)
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
        places.append(icon("ws", place["type"], x, y, 19, DARK.paper, DARK.deep_edge))
    for name, seat in _TOWERS:
        x, y = spots[name]
        places.append(art.el("use", href="#ws-witch", transform=art.at(x, y + 5, 25),
                             fill=art.seat_fill("ws", seat), stroke=DARK.ink))  # fmt: skip
    heart = (
        art.circle(_CX, _CY, 66, "url(#ws-aura)")
        + art.circle(_CX, _CY, 24, DARK.deep_edge, stroke=DARK.brass, stroke_width=1.2)
        + art.circle(_CX, _CY, 24, "url(#ws-aura)")
        + icon("ws", "stone", _CX, _CY, 33, "#fdf3d6", "#6f5fb0")
    )
    tiles = "".join(_tile(*tile) for tile in _TILES)
    defs = _GLASS + icons("ws") + art.seat_defs("ws")
    return sheet(
        "ws", game.title, defs, stars(SPARK), ring, star, spaces, *lines, *beads, *places, heart, tiles
    )
