"""Problem tiles: an engraving above points and difficulty; hard ones lie sealed at first."""

from __future__ import annotations

from coven.core import art
from coven.games.witches.picture.icons import DANGER_INK, EASY_INK, HARD_INK
from coven.games.witches.picture.scene import Scene
from coven.games.witches.state import EASY, UNKNOWN

FRAMES = ("#4f9a5b", "#9a6cc8")  # green for easy, purple for hard, bright enough for the map
_WAX = ("#3b2358", "#26163b", "#d9b7ff")  # a sealed tile: ground, shade, seal


def code(scene: Scene, kind: int) -> str:
    """A kind of problem in data attributes."""
    return "hidden" if kind == UNKNOWN else scene.problems[kind]


def thing(scene: Scene, kind: int) -> str:
    """A tile that may lie elsewhere in the next picture."""
    return f"problem:{code(scene, kind)}"


def ink(kind: int) -> str:
    return EASY_INK if kind < EASY else HARD_INK


def face(scene: Scene, kind: int, x: float, y: float, w: float, glow: bool = False) -> str:
    """A tile face up."""
    p, t, n = scene.palette, scene.tables, art.num
    h, colour = w / 2, ink(kind)
    edge = p.glow if glow else FRAMES[kind >= EASY]
    sheet = art.rect(
        x - h, y - h, w, w, w * 0.16, p.paper, stroke=edge, stroke_width=4.0 if glow else w * 0.05
    )
    # the numbers stand on a band in the ink of their sort
    r, foot = w * 0.13, y + h - w * 0.02
    band = art.path(
        f"M{n(x - h + w * 0.03)},{n(foot - w * 0.35)}h{n(w * 0.94)}V{n(foot - r)}a{n(r)},{n(r)} 0 0 1 {n(-r)},{n(r)}"
        f"H{n(x - h + w * 0.03 + r)}a{n(r)},{n(r)} 0 0 1 {n(-r)},{n(-r)}Z",
        colour,
    )
    size = w * 0.36
    numbers = art.words_at(
        x + h - w * 0.08,
        foot - w * 0.05,
        int(t.difficulty[kind]),
        size,
        "#fffaf0",
        text_anchor="end",
        font_weight="bold",
    ) + art.words_at(x - h + w * 0.2, foot - w * 0.06, int(t.points[kind]), size * 0.93, "#ffe0a0")
    laurel = art.circle(x - h + w * 0.125, foot - w * 0.17, w * 0.045, "#ffe0a0")
    return (
        sheet
        + scene.icon(f"problem-{kind}", x, y - w * 0.17, w * 0.56, colour, p.paper)
        + band
        + laurel
        + numbers
    )


def small(scene: Scene, kind: int, x: float, y: float, w: float) -> str:
    """A tile on a display: the engraving alone."""
    p = scene.palette
    h = w / 2
    return art.rect(
        x - h, y - h, w, w, w * 0.16, p.paper, stroke=FRAMES[kind >= EASY], stroke_width=1.6
    ) + scene.icon(f"problem-{kind}", x, y, w * 0.76, ink(kind), p.paper)


def sealed(scene: Scene, x: float, y: float, w: float, glow: bool = False, known: int = UNKNOWN) -> str:
    """A tile face down; who has looked sees its face small within the seal."""
    p = scene.palette
    ground, shade, wax = _WAX
    h = w / 2
    parts = art.rect(
        x - h,
        y - h,
        w,
        w,
        w * 0.16,
        ground,
        stroke=p.glow if glow else FRAMES[1],
        stroke_width=4.0 if glow else w * 0.05,
    )
    parts += art.rect(
        x - h * 0.78, y - h * 0.78, w * 0.78, w * 0.78, w * 0.1, "none", stroke=FRAMES[1], stroke_width=0.8
    )
    if known == UNKNOWN:
        return parts + scene.icon("seal", x, y, w * 0.6, wax, shade)
    return (
        parts
        + art.circle(x, y, w * 0.31, wax)
        + scene.icon(f"problem-{known}", x, y - w * 0.02, w * 0.42, HARD_INK, wax)
        + art.words_at(
            x + h - w * 0.08,
            y + h - w * 0.07,
            int(scene.tables.difficulty[known]),
            w * 0.34,
            "#fffaf0",
            text_anchor="end",
            font_weight="bold",
        )
    )


def flame(scene: Scene, count: int, x: float, y: float, size: float) -> str:
    """Crisis counters: a flame, with a number when there are several."""
    parts = art.circle(x, y, size * 0.56, "#2a0f0c", stroke="#ffb27a", stroke_width=1.0) + scene.icon(
        "crisis", x, y, size * 0.86, "#ff8a4c", "#ffe3a8"
    )
    if count > 1:
        nx, ny = x + size * 0.5, y + size * 0.46
        parts += art.circle(nx, ny, size * 0.42, DANGER_INK, stroke="#ffb27a", stroke_width=0.8)
        parts += art.words_at(
            nx, ny + size * 0.26, count, size * 0.74, "#fffaf0", text_anchor="middle", font_weight="bold"
        )
    return art.el("g", parts, data_thing="crisis", data_crisis=count)


def on_board(
    scene: Scene,
    kind: int,
    up: bool,
    crisis: int,
    lookers: tuple[int, ...],
    x: float,
    y: float,
    glow: bool,
) -> str:
    """The tile of a space with its Crisis, and the eyes of those who have looked."""
    w = 58.0
    tile = face(scene, kind, x, y, w, glow) if up else sealed(scene, x, y, w, glow, kind)
    parts = [art.el("g", tile, data_thing=thing(scene, kind))]
    parts += [
        art.el("g", scene.marker(seat, x - 29, y + 22 - 17 * k, 8.5), data_looked=seat)
        for k, seat in enumerate(lookers)
    ]
    if crisis:
        parts.append(flame(scene, crisis, x + 25, y - 26, 28))
    return "".join(parts)
