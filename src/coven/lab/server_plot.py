"""The figures of `coven bench --table` over the number of tables, as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from coven.core import art

WIDTH, HEIGHT, EDGE, INSET = 640.0, 420.0, 60.0, 24.0
LOWEST, HIGHEST = 1.0, 10_000.0  # milliseconds
LINES = (
    ("acknowledged_ms", "action acknowledged, p95", art.SEAT_COLOURS[0], ""),
    ("every_page_up_to_date_ms", "every page up to date, p95", art.SEAT_COLOURS[1], "7 4"),
)


def draw(runs: Sequence[Mapping[str, Any]]) -> str:
    """Milliseconds until an action was acknowledged, and until every page showed it."""
    p = art.LIGHT
    fewest, most = (pick(run["tables"] for run in runs) for pick in (min, max))

    def at(tables: int, ms: float) -> tuple[float, float]:
        share = log10(max(LOWEST, min(HIGHEST, ms)) / LOWEST) / log10(HIGHEST / LOWEST)
        along = log10(tables / fewest) / log10(most / fewest) if most > fewest else 0.5
        x = EDGE + INSET + (WIDTH - 2 * EDGE - 2 * INSET) * along
        return x, HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share

    parts = [art.rect(0, 0, WIDTH, HEIGHT, 0, p.panel)]
    for ms in (1, 10, 100, 1000, 10_000):
        _, y = at(fewest, ms)
        said = f"{ms} ms" if ms < 1000 else f"{ms // 1000} s"
        parts.append(art.path(f"M{art.num(EDGE)},{art.num(y)}H{art.num(WIDTH - EDGE)}", stroke=p.hair))
        parts.append(art.words_at(EDGE - 8, y + 4, said, 13, p.quiet, text_anchor="end"))
    for run in runs:
        x, _ = at(run["tables"], 1)
        count = f"{run['tables']:,}"
        parts.append(art.words_at(x, HEIGHT - EDGE + 22, count, 13, p.quiet, text_anchor="middle"))
    parts.append(
        art.words_at(WIDTH / 2, HEIGHT - 14, "tables with a page a seat", 14, p.text, text_anchor="middle")
    )
    for k, (name, said, colour, dash) in enumerate(LINES):
        spots = [at(run["tables"], run[name]["p95"]) for run in runs if run[name]]
        line = "M" + "L".join(f"{art.num(x)},{art.num(y)}" for x, y in spots)
        parts.append(art.path(line, stroke=colour, stroke_width=2.5, stroke_dasharray=dash or None))
        parts += [art.circle(x, y, 4, colour) for x, y in spots]
        y = 24.0 + 20 * k
        sample = f"M{art.num(EDGE)},{art.num(y)}h30"
        parts.append(art.path(sample, stroke=colour, stroke_width=2.5, stroke_dasharray=dash or None))
        parts.append(art.words_at(EDGE + 38, y + 5, said, 14, p.text))
    return art.el(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {art.num(WIDTH)} {art.num(HEIGHT)}",
        font_family="sans-serif",
    )
