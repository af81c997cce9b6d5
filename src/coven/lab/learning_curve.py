"""The curve of a training as a picture: points in self-play over the decisions learned from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from coven.core import art

if TYPE_CHECKING:
    from coven.core.plane import Drill

WIDTH, HEIGHT = 1000, 480
LEFT, RIGHT, TOP, BOTTOM = 70, 760, 70, 410
GAP = 24
# A line each set-up can be told by without its colour.
DASHES = (None, "10 5", "2.5 4.5", "14 4 3 4")


def draw_learning(title: str, history: Sequence[dict[str, Any]], ways: Sequence[Drill]) -> str:
    """An SVG picture, a line a set-up; results against greedy are marked with what they were."""
    p = art.palette("dark")
    rows = [row for row in history if any(one is not None for one in row.get("points", ()))]
    last = max([row["decisions"] for row in rows], default=1)
    best = max([one for row in rows for one in row["points"] if one is not None], default=1.0)
    step = _round(best / 5)
    top = step * max(1, math.ceil(best / step))

    def x(decisions: float) -> float:
        return LEFT + (RIGHT - LEFT) * decisions / last

    def y(points: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * max(0.0, points) / top

    parts = [
        art.rect(0, 0, WIDTH, HEIGHT, 0, p.ground),
        art.words_at(LEFT, 40, f"{title}: points a seat in self-play", 20, p.text),
        art.words_at(RIGHT, BOTTOM + 50, "millions of decisions", 14, p.quiet, text_anchor="end"),
    ]
    for k in range(round(top / step) + 1):
        at = y(k * step)
        parts.append(
            art.path(f"M{LEFT},{art.num(at)}H{RIGHT}", stroke=p.quiet, stroke_width=0.6, opacity=0.5)
        )
        parts.append(art.words_at(LEFT - 10, at + 5, f"{k * step:g}", 14, p.quiet, text_anchor="end"))
    wide = _round(last / 1e6 / 6)
    for k in range(int(last / 1e6 / wide) + 1):
        parts.append(
            art.words_at(x(k * wide * 1e6), BOTTOM + 24, f"{k * wide:g}", 14, p.quiet, text_anchor="middle")
        )
    height = -math.inf
    ends = []
    for k, way in enumerate(ways):
        points = [(x(row["decisions"]), y(row["points"][k])) for row in rows if row["points"][k] is not None]
        if points:
            drawn = "M" + "L".join(f"{art.num(a)},{art.num(b)}" for a, b in points)
            colour = art.SEAT_COLOURS[k % len(art.SEAT_COLOURS)]
            dash = DASHES[k // len(art.SEAT_COLOURS) % len(DASHES)]
            parts.append(art.path(drawn, stroke=colour, stroke_width=2, stroke_dasharray=dash))
            ends.append((points[-1][1], called(way), colour))
    for wanted, name, colour in sorted(ends):
        height = max(wanted + 5, height + GAP)
        parts.append(art.words_at(RIGHT + 14, height, name, 14, colour))
    for row in rows:
        if "greedy" in row and row["points"][0] is not None:
            at, up = x(row["decisions"]), y(row["points"][0])
            parts.append(art.circle(at, up, 5, p.ground, stroke=p.text, stroke_width=2))
            said = f"{row['greedy']['won']:.0%} against greedy"
            parts.append(art.words_at(at, up - 12, said, 13, p.text, text_anchor="middle"))
    return art.el(
        "svg",
        art.tip(f"{title}: points a seat in self-play"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width="100%",
        role="img",
        font_family=art.SERIF,
    )


def called(way: Drill) -> str:
    """A set-up in words."""
    who = "alone" if way.players == 1 else f"{way.players} players"
    return ", ".join([who, *(f"{name} {value}" for name, value in way.options.items())])


def _round(value: float) -> float:
    """The next of 1, 2, 5, 10, 20, ... from a value on."""
    unit = 10.0 ** math.floor(math.log10(max(value, 1e-9)))
    return next(unit * digit for digit in (1, 2, 5, 10) if unit * digit >= value * 0.999)
