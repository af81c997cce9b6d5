"""What page updates cost, read from a server's metrics."""

from __future__ import annotations

import os
from math import inf

import pytest

from coven.lab import page_cost
from coven.lab.page_cost import median_ms
from coven.table.metrics import Metrics


def read(*processes: Metrics) -> page_cost.Counted:
    return page_cost.together([metrics.text({}, {}) for metrics in processes])


def test_the_median_lies_in_its_bucket() -> None:
    metrics = Metrics()
    before = read(metrics)
    updates = metrics.page_updates["witches"]
    updates.add(0.00025, times=3)
    updates.add(0.00075, times=4)
    updates.add(0.0042, times=3)
    assert median_ms(before, read(metrics)) == pytest.approx(0.75)


def test_what_was_counted_before_does_not_count() -> None:
    metrics = Metrics()
    metrics.page_updates["witches"].add(0.009, times=100)
    before = read(metrics)
    metrics.page_updates["witches"].add(0.00005, times=2)
    assert median_ms(before, read(metrics)) == pytest.approx(0.05)


def test_none_and_too_many_to_tell() -> None:
    metrics = Metrics()
    nothing = read(metrics)
    assert median_ms(nothing, nothing) is None
    metrics.page_updates["witches"].add(0.02)
    assert median_ms(nothing, read(metrics)) == inf


def test_games_are_told_apart_and_processes_together() -> None:
    one, two = Metrics(), Metrics()
    before = read(one, two)
    one.page_updates["witches"].add(0.00025, times=10)
    one.page_updates["witchstone"].add(0.0018, times=4)
    two.page_updates["witchstone"].add(0.0042, times=26)
    after = read(one, two)
    assert after.games == ["witches", "witchstone"]
    assert after.processes == 2
    assert median_ms(before, after, "witches") == pytest.approx(0.25)
    assert median_ms(before, after, "witchstone") == pytest.approx(3 + 2 * 11 / 26)
    assert median_ms(before, after) == pytest.approx(3 + 2 * 6 / 26)


def test_every_process_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answers as it likes; one that is never free is left out after a while."""
    monkeypatch.setattr(page_cost, "PATIENCE", 0.2)
    metrics = [Metrics(), Metrics()]
    for one in metrics:
        one.page_updates["witches"].add(0.00025)
    answers = iter([0, 0, 0, 1])

    class Answer:
        def __enter__(self) -> Answer:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def read(self) -> bytes:
            which = next(answers, 0)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(os, "getpid", lambda: 100 + which)
                return metrics[which].text({}, {}).encode()

    monkeypatch.setattr(page_cost.urllib.request, "urlopen", lambda address, timeout: Answer())
    found = page_cost.counted(1, 2)
    assert (found.processes, found.most["witches", inf]) == (2, 2)
    assert page_cost.counted(1, 2).processes == 1
