"""The plot of `coven bench --table`: every run has its place, and nothing is written beyond the edge."""

from __future__ import annotations

import re
from typing import Any

import pytest

from coven.lab.server_plot import WIDTH, draw


def run(tables: int, acknowledged: float, shown: float) -> dict[str, Any]:
    return {
        "tables": tables,
        "acknowledged_ms": {"p95": acknowledged},
        "every_page_up_to_date_ms": {"p95": shown},
    }


def places(svg: str) -> list[tuple[float, float]]:
    """Where the runs' points are."""
    return [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg)]


@pytest.mark.parametrize("counts", [(300,), (10, 50, 100, 300), (1, 1000)])
def test_every_run_has_its_place(counts: tuple[int, ...]) -> None:
    spots = places(draw([run(count, 4.0, 40.0) for count in counts]))
    acknowledged, shown = spots[: len(counts)], spots[len(counts) :]
    across = [x for x, _ in acknowledged]
    assert across == sorted(set(across)) == [x for x, _ in shown]
    assert all(0 < x < WIDTH for x in across)
    assert all(later < sooner for (_, sooner), (_, later) in zip(acknowledged, shown, strict=True))


def test_long_times_are_told_in_seconds_and_many_tables_with_a_comma() -> None:
    said = re.findall(r">([^<>]+)</text>", draw([run(10, 1.0, 2.0), run(1000, 500.0, 6000.0)]))
    assert {"1 s", "10 s", "100 ms", "1,000"} <= set(said)
    assert not any(word.startswith(("1000", "10000")) for word in said)


def test_a_run_in_which_nothing_was_told_is_left_out_of_its_line() -> None:
    assert len(places(draw([run(10, 1.0, 2.0), {**run(50, 1.0, 2.0), "every_page_up_to_date_ms": {}}]))) == 3
