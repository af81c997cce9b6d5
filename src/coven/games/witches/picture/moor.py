"""The moor at night, where fewer than four sit down: three meet again around a fire."""

from __future__ import annotations

from coven.core import art
from coven.games.witches.picture.icons import STAR
from coven.games.witches.picture.scene import Scene

# Where the stars stand, in parts of the width and of the sky's height, and how large they are.
_STARS = (
    (0.12, 0.14, 13), (0.3, 0.42, 9), (0.9, 0.6, 11), (0.88, 0.12, 9), (0.4, 0.1, 8), (0.14, 0.7, 9), (0.7, 0.76, 8),
    (0.24, 0.88, 7),
)  # fmt: skip
# The ground is drawn in a strip 334 wide and 100 high above its foot, and grows with the window.
_FAR = "M-167,0V-70Q-87,-104 -10,-72Q70,-112 167,-74V0Z"
_NEAR = "M-167,0V-26Q-67,-48 34,-34Q100,-28 167,-40V0Z"
_STONES = ((-140, 52, 20, 44), (-104, 62, 15, 36), (94, 62, 17, 44), (134, 56, 20, 38))
_GRASS = (
    "M-150,-12q6,-9 12,-10M-128,-16q5,-8 11,-8M-96,-9q6,-9 12,-9M92,-12q6,-9 13,-9M122,-18q5,-7 11,-7"
    "M140,-9q6,-8 12,-8"
)
_GOWN = "M-3.4,8L-9.4,30H9.4L3.4,8Z"
_POT = "M-13,-6H13Q17,11 6,13H-6Q-17,11 -13,-6Z"
# Who stands around the pot: across, up, facing.
_CIRCLE = ((-4, -74, 1.0), (-50, -52, 1.15), (48, -50, -1.15))


def _ground(scene: Scene) -> str:
    p, n = scene.palette, art.num
    line = {"stroke": p.brass, "stroke_width": 0.9, "stroke_linejoin": "round"}
    stones = "".join(
        f"M{n(x - w / 2)},{n(-up + 14)}l3,{n(-tall)}l{n(w / 2 - 3)},-5l{n(w / 2 - 2)},6l3,{n(tall - 1)}Z"
        for x, up, w, tall in _STONES
    )
    witches = "".join(
        art.el(
            "g",
            art.path(_GOWN, p.deep_edge, **line),
            art.path(art.HAT, p.deep_edge, **line),
            transform=f"translate({dx} {dy}) scale({facing} {abs(facing)})",
        )
        for dx, dy, facing in _CIRCLE
    )
    return (
        art.path(_FAR, "#221e38", **line)
        + art.path(stones, p.deep_edge, **line)
        + art.path(_NEAR, p.deep_edge, **line)
        + art.path(_GRASS, stroke=p.brass, stroke_width=0.7, opacity=0.6)
        + art.circle(0, -30, 62, f"url(#{scene.prefix}-fire)")
        + witches
        + scene.icon("crisis", 0, -14, 18, "#ff8a4c", "#ffe3a8")
        + art.path(_POT, p.deep_edge, transform="translate(0 -34)", **line)
    )


def moor(scene: Scene, x: float, y: float, w: float, h: float) -> list[str]:
    """Moon, stones, a fire, and three hats."""
    p, n = scene.palette, art.num
    grown = min(1.9, h / 232)
    sky = h - 100 * grown
    moon_x, moon_y, r = x + w * 0.62, y + 16 + sky * 0.36, 26 * grown
    stars = "".join(
        art.path(STAR, p.brass, transform=art.at(x + w * a, y + sky * b, size)) for a, b, size in _STARS
    )
    halo = art.halo(moon_x, moon_y, r, p.brass, rings=3, step=8, fade=0.1)
    seas = "".join(
        art.circle(moon_x + r * a, moon_y + r * b, r * c, "#dccaa0")
        for a, b, c in ((-0.3, -0.2, 0.22), (0.34, 0.3, 0.16), (0.1, -0.5, 0.1))
    )
    return [
        art.rect(x, y, w, h, 10, p.deep_edge, stroke=p.line, stroke_width=1.2),
        art.rect(x + 7, y + 7, w - 14, h - 14, 5, p.deep),
        halo,
        art.circle(moon_x, moon_y, r, p.paper),
        seas,
        stars,
        # an inner picture cuts off what grows over the sides
        art.el(
            "svg",
            _ground(scene),
            x=x + 7,
            y=y + 7,
            width=w - 14,
            height=h - 14,
            viewBox=f"{n(-(w / 2 - 7) / grown)} {n(-(h - 14) / grown)} {n((w - 14) / grown)} {n((h - 14) / grown)}",
        ),
        art.rect(x + 7, y + 7, w - 14, h - 14, 5, "none", stroke=p.brass, stroke_width=0.8),
    ]


def defs(prefix: str) -> str:
    return (
        f'<radialGradient id="{prefix}-fire"><stop offset="0" stop-color="#ff8a4c" stop-opacity=".5"/>'
        '<stop offset="1" stop-color="#ff8a4c" stop-opacity="0"/></radialGradient>'
    )
