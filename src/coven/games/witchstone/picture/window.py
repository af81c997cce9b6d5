"""The night outside: a window where fewer than four sit down."""

from __future__ import annotations

from coven.core import art
from coven.games.witchstone.picture.icons import SPARK
from coven.games.witchstone.picture.scene import Scene

# Where the stars stand, in parts of the window's width and height, and how large they are.
_STARS = (
    (0.14, 0.1, 9),
    (0.24, 0.34, 6),
    (0.9, 0.46, 7),
    (0.88, 0.09, 6),
    (0.42, 0.07, 5),
    (0.1, 0.56, 5),
    (0.66, 0.53, 5),
)


def window(scene: Scene, x: float, y: float, w: float, h: float) -> list[str]:
    """A full moon, someone on her way home, and the roofs of a sleeping village behind leaded glass."""
    p, n = scene.palette, art.num
    ground, r = y + h - 7, 46.0
    moon_x, moon_y = x + w * 0.56, y + h * 0.3
    halo = art.halo(moon_x, moon_y, r, p.brass, rings=4, step=9, fade=0.08)
    left, floor = f"M{n(x + 7)},{n(ground)}", f"V{n(ground)}Z"
    far = f"{left}v-74q{n(w * 0.22)},-36 {n(w * 0.44)},-6q{n(w * 0.28)},-40 {n(w * 0.56 - 14)},-4{floor}"
    near = f"{left}v-26q{n(w * 0.3)},-32 {n(w * 0.6)},-10q{n(w * 0.2)},8 {n(w * 0.4 - 14)},-8{floor}"
    hatch = "".join(
        f"M{n(x + 16 + k * 15)},{n(ground - 6 - k * 5 % 11)}q16,-9 {n(26 + k * 7 % 13)},-7"
        for k in range(int(w / 15) - 3)
    )
    step = (w - 14) / 4
    lead = "".join(f"M{n(x + 7 + step * k)},{n(y + 7)}V{n(ground)}" for k in range(1, 4)) + "".join(
        f"M{n(x + 7)},{n(y + 7 + (h - 14) * k / 6)}h{n(w - 14)}" for k in range(1, 6)
    )
    stars = "".join(
        art.path(SPARK, p.brass, transform=art.at(x + w * a, y + h * b, size * 2, 12))
        for a, b, size in _STARS
    )
    skyline = (
        ("tower", 0.72, 106, 40),
        ("village", 0.2, 100, 38),
        ("forest", 0.38, 90, 30),
        ("forest", 0.9, 92, 34),
    )
    houses = "".join(
        scene.icon(name, x + w * a, ground - up, size, p.brass, p.deep_edge) for name, a, up, size in skyline
    )
    return [
        art.rect(x, y, w, h, 10, p.deep_edge, stroke=p.line, stroke_width=1.6),
        art.rect(
            x + 7, y + 7, w - 14, h - 14, 5, f"url(#{scene.prefix}-iron)", stroke=p.brass, stroke_width=0.8
        ),
        art.path(lead, stroke=p.brass, stroke_width=1.2, opacity=0.22),
        halo,
        art.circle(moon_x, moon_y, r, p.paper),
        scene.icon("broom", moon_x - 6, moon_y + 2, 58, p.deep_edge, p.paper),
        stars,
        houses,
        art.path(far, p.deep, stroke=p.brass, stroke_width=0.9),
        art.path(near, p.deep_edge, stroke=p.brass, stroke_width=0.9),
        art.path(hatch, stroke=p.brass, stroke_width=0.7, opacity=0.55),
    ]
