"""What page updates cost, read from a server's metrics."""

from __future__ import annotations

from math import inf

import pytest

from coven.lab import page_cost
from coven.table.metrics import Metrics


def read(metrics: Metrics) -> page_cost.Counted:
    told = metrics.text({}, {})
    return {
        inf if bound == "+Inf" else float(bound): int(count)
        for bound, count in page_cost.BUCKET.findall(told)
    }


def test_the_median_lies_in_its_bucket() -> None:
    metrics = Metrics()
    before = read(metrics)
    metrics.page_updates.add(0.00025, times=3)
    metrics.page_updates.add(0.00075, times=4)
    metrics.page_updates.add(0.0042, times=3)
    assert page_cost.median_ms(before, read(metrics)) == pytest.approx(0.75)


def test_what_was_counted_before_does_not_count() -> None:
    metrics = Metrics()
    metrics.page_updates.add(0.009, times=100)
    before = read(metrics)
    metrics.page_updates.add(0.00005, times=2)
    assert page_cost.median_ms(before, read(metrics)) == pytest.approx(0.05)


def test_none_and_too_many_to_tell() -> None:
    metrics = Metrics()
    nothing = read(metrics)
    assert page_cost.median_ms(nothing, nothing) is None
    metrics.page_updates.add(0.02)
    assert page_cost.median_ms(nothing, read(metrics)) == inf
