"""The pictures of a report: quiet SVG that takes its colours from the page, and so follows its theme.

Matplotlib knows no style sheets. Each role gets a colour of its own that occurs nowhere else, and is exchanged
for the page's variable in what Matplotlib writes.
"""

from __future__ import annotations

import io
import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from coven.core.errors import CovenError
from coven.lab.intervals import Interval
from coven.lab.page import UNNUMBERED
from coven.lab.runs import Numbers

WIDTH = 400.0  # points, shown as wide as the column; on a phone the letters must still be read
ROLES = ("text", "quiet", "grid", "line", "danger", "ground", *(f"s{i}" for i in range(12)))
INK = {role: f"#fe{i:02x}dc" for i, role in enumerate(ROLES)}

STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "coven",
    "font.family": "sans-serif",
    "font.size": 12.5,
    "text.color": INK["text"],
    "axes.labelcolor": INK["quiet"],
    "axes.labelsize": 12,
    "axes.edgecolor": INK["quiet"],
    "axes.linewidth": 0.8,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "xtick.color": INK["quiet"],
    "ytick.color": INK["quiet"],
    "xtick.labelcolor": INK["text"],
    "ytick.labelcolor": INK["text"],
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "grid.color": INK["grid"],
    "grid.linewidth": 0.7,
    "axes.axisbelow": True,
}


def _library() -> Any:
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        raise CovenError("drawing a report needs matplotlib: pip install 'coven[lab]'") from None
    return matplotlib


def check() -> None:
    """Refuse before any work is done where the pictures could not be drawn."""
    _library()


@contextmanager
def _drawing(height: float, said: str, panels: int = 1, **how: Any) -> Iterator[tuple[Any, list[str]]]:
    """Axes to draw in, and a list that holds the finished SVG afterwards."""
    matplotlib = _library()
    done: list[str] = []
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure(figsize=(WIDTH / 72, height / 72), layout="constrained")
        figure.get_layout_engine().set(w_pad=0.03, h_pad=0.03, wspace=0.09)
        axes = figure.subplots(1, panels, **how)
        yield axes, done
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None}, transparent=True)
    done.append(_inline(buffer.getvalue(), said))


def _inline(svg: str, said: str) -> str:
    """The drawing as part of a page: nothing from outside, its own names, the page's colours."""
    from coven.core.art import escape

    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    box = re.search(r'viewBox="([^"]+)"', svg)
    assert box is not None
    head = f'<svg viewBox="{box[1]}" role="img" aria-label="{escape(said)}">'
    svg = re.sub(r"<svg[^>]*>", lambda found: head, svg, count=1)
    # Several drawings share the page, which numbers them; references follow.
    own = f"{UNNUMBERED}-"
    svg = re.sub(r'\bid="', f'id="{own}', svg)
    svg = re.sub(r'xlink:href="#', f'href="#{own}', svg)
    svg = svg.replace("url(#", f"url(#{own}")
    for role, colour in INK.items():
        svg = svg.replace(colour, f"var(--{role})")
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)  # the page's own letters
    return re.sub(r"\s*\n\s*", "\n", svg).strip()


def _nice_step(span: float, most: int) -> int:
    """A whole width of bin that gives at most so many."""
    return next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 10**6) if span / step <= most)


def histogram(series: Sequence[tuple[str, Numbers]], xlabel: str, said: str) -> str:
    """Shares of whole numbers; several series are drawn over each other as outlines."""
    values = np.concatenate([numbers for _, numbers in series])
    low, high = math.floor(values.min()), math.ceil(values.max())
    step = _nice_step(high - low + 1, 45)
    first = math.floor(low / step) * step
    edges = np.arange(first, high + 2 * step, step) - 0.5
    with _drawing(200, said) as (axes, done):
        for i, (_, numbers) in enumerate(series):
            counts, _ = np.histogram(numbers, edges)
            shares = counts / max(1, len(numbers)) * 100
            colour = INK[f"s{i}"]
            axes.stairs(shares, edges, fill=True, color=colour, alpha=0.28)
            axes.stairs(shares, edges, color=colour, linewidth=1.6, linestyle=("-", (0, (4, 2)))[i % 2])
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(xlabel)
        axes.set_ylabel("% of each" if len(series) > 1 else "%")
        axes.grid(axis="y")
        axes.set_ylim(bottom=0)
        axes.margins(x=0.01)
    return done[0]


Row = tuple[str, Sequence[Interval]]


def whiskers(
    rows: Sequence[Row],
    titles: Sequence[str],
    percent: Sequence[bool],
    references: Sequence[float | None],
    said: str,
) -> str:
    """Dots with their intervals, one row a thing, one panel a figure; dots clear of the reference are filled."""
    names = [_wrapped(name) for name, _ in rows]
    lines = sum(1 + name.count("\n") * 0.62 for name in names)
    panels = len(titles)
    with _drawing(62 + 21 * lines, said, panels, sharey=True, squeeze=False) as (grid, done):
        heights = []
        at = 0.0
        for name in names:
            tall = 1 + name.count("\n") * 0.62
            heights.append(at + tall / 2)
            at += tall
        for panel, axes in enumerate(grid[0]):
            scale = 100 if percent[panel] else 1
            reference = references[panel]
            if reference is not None:
                axes.axvline(reference * scale, color=INK["line"], linewidth=1, linestyle=(0, (3, 2)))
            for y, (_, found) in zip(heights, rows, strict=True):
                value, low, high = (number * scale for number in found[panel])
                clear = reference is None or low > reference * scale or high < reference * scale
                axes.plot([low, high], [y, y], color=INK["s0"], linewidth=1.6, solid_capstyle="butt")
                axes.plot(
                    [value],
                    [y],
                    "o",
                    markersize=5.5,
                    markerfacecolor=INK["s0"] if clear else INK["ground"],
                    markeredgecolor=INK["s0"],
                    markeredgewidth=1.4,
                )
            axes.set_xlabel(titles[panel])
            axes.grid(axis="x")
            axes.set_ylim(at, 0)
            axes.set_yticks(heights, names)
            axes.margins(x=0.08)
            if reference is None and percent[panel]:
                axes.set_xlim(left=-0.02 * axes.get_xlim()[1])  # room for a dot at nothing
            axes.locator_params(axis="x", nbins=4 if panels > 1 else 8)
    return done[0]


def _wrapped(name: str) -> str:
    return "\n".join(textwrap.wrap(name, 19)) or name


def stacked(bars: Sequence[tuple[str, Sequence[float]]], xlabel: str, said: str) -> str:
    """Bars of parts, in the order of the page's key; what costs points goes to the left."""
    with _drawing(58 + 34 * len(bars), said) as (axes, done):
        widest = max(sum(max(0.0, part) for part in parts) for _, parts in bars) or 1.0
        for y, (_, parts) in enumerate(bars):
            right = left = 0.0
            for i, part in enumerate(parts):
                start = right if part >= 0 else left
                axes.barh(
                    y,
                    part,
                    left=start,
                    height=0.68,
                    color=INK[f"s{i % 12}"],
                    edgecolor=INK["ground"],
                    linewidth=0.8,
                )
                if abs(part) > 0.09 * widest:
                    axes.text(
                        start + part / 2,
                        y,
                        f"{part:.1f}",
                        ha="center",
                        va="center",
                        color=INK["ground"],
                        fontsize=11,
                    )
                if part >= 0:
                    right += part
                else:
                    left += part
        axes.set_yticks(range(len(bars)), [_wrapped(name) for name, _ in bars])
        axes.set_ylim(len(bars) - 0.5, -0.5)
        axes.axvline(0, color=INK["quiet"], linewidth=0.8)
        axes.set_xlabel(xlabel)
        axes.grid(axis="x")
    return done[0]
