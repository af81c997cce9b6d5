"""The land of Lancre, drawn by hand: the Ramtops, woods, the river and its gorge. Nothing here is a rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import hypot

from coven.core import art

X, Y, W, H = 0.0, 0.0, 1208.0, 752.0

Point = tuple[float, float]


@dataclass(frozen=True)
class Inks:
    """What the map is drawn with."""

    top: str  # the sheet, from the mountains down
    foot: str
    line: str
    rock: str
    snow: str
    water: str
    bank: str
    leaf: str
    stem: str
    road: str
    verge: str  # beside the road, and around names
    clearing: str
    name: str


INKS = {
    "dark": Inks(
        top="#2a2640", foot="#191627", line=art.DARK.line, rock="#221e34", snow=art.DARK.paper, water="#27455f",
        bank="#6f9dbd", leaf="#22372f", stem="#86a06e", road="#ecd9a6", verge="#17141f", clearing="#1c1929",
        name=art.DARK.text,
    ),
    "light": Inks(
        top="#efdfb6", foot="#f7edd2", line="#7a5a22", rock="#e4d2a3", snow="#fffaf0", water="#b3cfd9", bank="#3d6c86",
        leaf="#c9d2a2", stem="#54683a", road="#6a3d1a", verge="#f9f1dc", clearing="#fbf5e6", name=art.LIGHT.text,
    ),
}  # fmt: skip

# Peaks: foot in percent, width and height. Far ones first.
_PEAKS = (
    (13.5, 8.6, 64, 42), (20.5, 9, 88, 56), (28.5, 9.4, 80, 52), (37, 9.6, 98, 60), (45, 9, 72, 48),
    (68.6, 9.8, 104, 62), (76.5, 9.4, 88, 54), (84.5, 9.6, 100, 60), (17, 11.6, 70, 38),
    (25, 13, 76, 42), (33, 13.6, 88, 48), (41.4, 13.4, 74, 42), (65.4, 14.4, 76, 40), (72, 13.8, 86, 46),
    (80, 12.8, 70, 38),
)  # fmt: skip
_HILLS = (
    (80, 30, 74), (84, 33, 60), (47, 56, 64), (36, 60, 72), (40, 62, 52), (27, 58, 66), (8, 68, 78), (13, 70, 58),
    (64, 52, 60), (86, 62, 66), (91, 60, 58), (97, 58, 50), (60, 61, 56), (36, 74, 60),
)  # fmt: skip
# Woods: middle, how far they reach, number of trees.
_WOODS = (
    (3.4, 51, 3, 8, 14), (8.5, 57, 4.5, 4, 12), (21, 33, 3, 5, 11), (16.5, 30, 2.6, 3, 7), (24, 45, 2.4, 5, 9),
    (47.5, 20, 1.8, 6, 7), (36.5, 20, 4, 2.6, 9), (62, 24, 1.6, 4, 6), (75, 43, 4.5, 4, 14), (66, 38, 1.4, 4, 5),
    (33, 89, 7, 3.4, 16), (45, 93, 5, 2.6, 10), (64, 92, 6, 3, 12), (97, 70, 2, 4, 7), (30, 52, 3, 2, 6),
    (41, 51, 2, 2, 4), (85, 22, 3, 3, 8), (55, 65, 2.4, 1.6, 4),
)  # fmt: skip
_RIVER = ((102, 66), (94, 67.5), (86, 73), (77, 76.5), (68, 82), (60, 84.4), (53, 83.6), (45, 85), (37, 81.6),
          (30, 78.6), (22, 77), (14, 81.4), (6, 80), (-3, 84))  # fmt: skip
_BROOK = ((69, 32.6), (72.4, 36), (78, 37.6), (81.4, 43), (82, 50), (84.4, 57), (84.6, 65), (86, 73))
_GORGE = 6  # from this bend of the river on


def spot(x: float, y: float) -> Point:
    """A point of the map from percent of its width and height."""
    return X + W * x / 100, Y + H * y / 100


def sway(*numbers: float) -> float:
    """A number from -1 to 1 that looks like chance, the same always: a hand is never quite steady."""
    mixed = 0
    for number in numbers:
        mixed = (mixed * 7919 + int(number * 64) + 104729) * 48271 % 2147483647
    return mixed / 1073741823.5 - 1


def _curve(points: list[Point]) -> list[tuple[Point, Point, Point, Point]]:
    """Bézier pieces through points."""
    ends = [points[0], *points, points[-1]]
    pieces = []
    for before, a, b, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        one = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        two = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        pieces.append((a, one, two, b))
    return pieces


def _drawn(pieces: list[tuple[Point, Point, Point, Point]]) -> str:
    n = art.num
    start = pieces[0][0]
    return f"M{n(start[0])},{n(start[1])}" + "".join(
        f"C{n(b[0])},{n(b[1])} {n(c[0])},{n(c[1])} {n(d[0])},{n(d[1])}" for _, b, c, d in pieces
    )


def _along(piece: tuple[Point, Point, Point, Point], t: float) -> tuple[Point, Point]:
    """A point of a piece, and the direction across it."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    slopes = (-((1 - t) ** 2), (1 - t) ** 2 - 2 * t * (1 - t), 2 * t * (1 - t) - t * t, t * t)
    x, y = (sum(w * p[k] for w, p in zip(weights, piece, strict=True)) for k in (0, 1))
    dx, dy = (sum(w * p[k] for w, p in zip(slopes, piece, strict=True)) for k in (0, 1))
    length = hypot(dx, dy) or 1.0
    return (x, y), (-dy / length, dx / length)


def _peak(inks: Inks, x: float, y: float, w: float, h: float) -> str:
    """A mountain: lit from the left, cut on the right, snow on top if it is tall."""
    n = art.num
    top = x + w * 0.08 * sway(x, y)
    left = f"M{n(x - w / 2)},{n(y)}L{n(x - w * 0.3)},{n(y - h * 0.46)}L{n(x - w * 0.22)},{n(y - h * 0.5)}"
    right = f"L{n(x + w * 0.2)},{n(y - h * 0.6)}L{n(x + w * 0.28)},{n(y - h * 0.42)}L{n(x + w / 2)},{n(y)}"
    body = f"{left}L{n(top)},{n(y - h)}{right}"
    cuts = "".join(
        f"M{n(top + w * (0.02 + 0.1 * k))},{n(y - h * (0.86 - 0.2 * k))}"
        f"l{n(w * (0.02 + 0.03 * sway(x, k)))},{n(h * (0.34 + 0.06 * sway(k, y)))}"
        for k in range(4)
    )
    ridge = (
        f"M{n(top)},{n(y - h)}L{n(x - w * 0.03)},{n(y - h * 0.62)}L{n(x + w * 0.05)},{n(y - h * 0.4)}"
        f"L{n(x - w * 0.02)},{n(y - h * 0.14)}"
    )
    parts = art.path(body, inks.rock, stroke=inks.line, stroke_width=1.1, stroke_linejoin="round")
    if h > 50:
        cap = (
            f"M{n(top)},{n(y - h)}L{n(top - w * 0.13)},{n(y - h * 0.72)}L{n(top - w * 0.05)},{n(y - h * 0.78)}"
            f"L{n(top)},{n(y - h * 0.68)}L{n(top + w * 0.06)},{n(y - h * 0.79)}L{n(top + w * 0.11)},{n(y - h * 0.74)}Z"
        )
        parts += art.path(cap, inks.snow, opacity=0.85)
    return parts + art.path(ridge + cuts, stroke=inks.line, stroke_width=0.7, opacity=0.6)


def _hill(inks: Inks, x: float, y: float, w: float) -> str:
    n, h = art.num, w * 0.34
    body = f"M{n(x - w / 2)},{n(y)}Q{n(x - w * 0.1)},{n(y - 2 * h)} {n(x + w / 2)},{n(y)}"
    cuts = "".join(
        f"M{n(x + w * (0.06 + 0.09 * k))},{n(y - h * (0.84 - 0.2 * k))}"
        f"q{n(w * 0.05)},{n(h * 0.16)} {n(w * 0.06)},{n(h * 0.4)}"
        for k in range(4)
    )
    return art.path(body + cuts, stroke=inks.line, stroke_width=0.9, opacity=0.42, stroke_linecap="round")


def _wood(inks: Inks, x: float, y: float, across: float, down: float, number: int) -> str:
    """Firs strewn around a middle, the near ones in front."""
    n, golden = art.num, 137.5
    found = []
    for k in range(number):
        tx, ty = art.around(0, 0, ((k + 0.6) / number) ** 0.5, golden * k + 40 * sway(x, y))
        found.append((y + down * ty, x + across * tx, 1.08 + 0.28 * sway(x, k)))
    firs = ""
    for ty, tx, a in sorted(found):
        left, top = spot(tx, ty)
        firs += (
            f"M{n(left)},{n(top - 8 * a)}l{n(3 * a)},{n(5.4 * a)}h{n(-1.4 * a)}l{n(3 * a)},{n(6.6 * a)}"
            f"h{n(-4 * a)}v{n(3 * a)}h{n(-1.2 * a)}v{n(-3 * a)}h{n(-4 * a)}l{n(3 * a)},{n(-6.6 * a)}h{n(-1.4 * a)}Z"
        )
    return art.path(firs, inks.leaf, stroke=inks.stem, stroke_width=0.8, stroke_linejoin="round")


def defs(prefix: str, theme: str) -> str:
    inks = INKS[theme]
    return (
        f'<linearGradient id="{prefix}-sheet" x2="0" y2="1"><stop offset="0" stop-color="{inks.top}"/>'
        f'<stop offset="1" stop-color="{inks.foot}"/></linearGradient>'
        f'<clipPath id="{prefix}-edge"><rect x="{art.num(X + 5)}" y="{art.num(Y + 5)}" width="{art.num(W - 10)}" '
        f'height="{art.num(H - 10)}" rx="8"/></clipPath>'
    )


def _water(inks: Inks) -> str:
    """The river and its brook, with the gorge it has cut."""
    river = _curve([spot(x, y) for x, y in _RIVER])
    brook = _curve([spot(x, y) for x, y in _BROOK])
    n = art.num
    cliffs = ""
    for k, piece in enumerate(river[_GORGE:]):
        for step in range(9):
            (x, y), (ax, ay) = _along(piece, step / 9)
            for side in (-1, 1):
                start = 9.5 * side
                length = (8 + 5 * sway(k, step, side)) * side
                cliffs += f"M{n(x + ax * start)},{n(y + ay * start)}l{n(ax * length)},{n(ay * length)}"
    line, small = _drawn(river), _drawn(brook)
    return (
        art.path(cliffs, stroke=inks.line, stroke_width=1.2, opacity=0.6, stroke_linecap="round")
        + art.path(small, stroke=inks.bank, stroke_width=6.4)
        + art.path(line, stroke=inks.bank, stroke_width=16)
        + art.path(small, stroke=inks.water, stroke_width=4.6)
        + art.path(line, stroke=inks.water, stroke_width=13.6)
        + art.path(line, stroke=inks.bank, stroke_width=0.9, stroke_dasharray="14 22 6 30", opacity=0.9)
    )


def _rose(inks: Inks, x: float, y: float, r: float) -> str:
    """On the Disc the needle points to the Hub."""
    points = "".join(
        art.path(
            f"M0,{art.num(-length)}L{art.num(width)},{art.num(-width)}L0,0Z",
            inks.line,
            transform=f"rotate({turn})",
        )
        + art.path(
            f"M0,{art.num(-length)}L{art.num(-width)},{art.num(-width)}L0,0Z",
            inks.foot,
            stroke=inks.line,
            stroke_width=0.7,
            transform=f"rotate({turn})",
        )
        for turn, length, width in [(45 + 90 * k, r * 0.55, r * 0.13) for k in range(4)]
        + [(90 * k, r, r * 0.17) for k in range(4)]
    )
    rings = art.circle(0, 0, r * 0.66, stroke=inks.line, stroke_width=0.8) + art.circle(
        0, 0, r * 0.74, stroke=inks.line, stroke_width=0.5, stroke_dasharray="1 3"
    )
    return art.el("g", rings, points, transform=f"translate({art.num(x)} {art.num(y)})", opacity=0.85)


@cache
def _scenery(theme: str) -> str:
    inks = INKS[theme]
    peaks = "".join(_peak(inks, *spot(x, y), w, h) for x, y, w, h in _PEAKS)
    hills = "".join(_hill(inks, *spot(x, y), w) for x, y, w in _HILLS)
    woods = "".join(_wood(inks, *wood) for wood in _WOODS)
    return peaks + hills + _water(inks) + woods + _rose(inks, *spot(6, 91.6), 44)


def land(prefix: str, theme: str) -> str:
    """The sheet with all that lies under the paths."""
    inks = INKS[theme]
    return art.el(
        "g",
        art.rect(X, Y, W, H, 12, f"url(#{prefix}-sheet)", stroke=inks.line, stroke_width=1.6),
        art.el("g", _scenery(theme), clip_path=f"url(#{prefix}-edge)"),
        art.rect(X + 5, Y + 5, W - 10, H - 10, 8, "none", stroke=inks.line, stroke_width=0.7),
        aria_hidden="true",
    )


def title(theme: str, text: str) -> str:
    """The name of the land on a ribbon, at the foot of the map."""
    inks, n = INKS[theme], art.num
    x, y = spot(17.6, 92.4)
    half = 30 + 9.2 * len(text)
    fold = f"M{n(x - half)},{n(y - 14)}l-22,6l8,14l-8,16h34M{n(x + half)},{n(y - 14)}l22,6l-8,14l8,16h-34"
    ribbon = (
        f"M{n(x - half)},{n(y - 20)}Q{n(x)},{n(y - 30)} {n(x + half)},{n(y - 20)}V{n(y + 18)}"
        f"Q{n(x)},{n(y + 8)} {n(x - half)},{n(y + 18)}Z"
    )
    return art.el(
        "g",
        art.path(fold, inks.rock, stroke=inks.line, stroke_width=1.2, stroke_linejoin="round"),
        art.path(ribbon, inks.verge, stroke=inks.line, stroke_width=1.4, stroke_linejoin="round"),
        art.words_at(x, y + 4, text, 29, inks.name, text_anchor="middle", font_style="italic"),
    )
