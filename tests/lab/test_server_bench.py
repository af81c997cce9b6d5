"""The load test of tables, on a small scale: what it measures is there, and what is wrong with a page is noticed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from coven.lab import bench_clients, page_bench, server_bench
from coven.lab.bench_clients import PageModel

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory and time are read from /proc")


def test_two_tables_for_two_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(bench_clients, "PAUSE", (0.05, 0.1))
    monkeypatch.setattr(page_bench, "measure", lambda *_: None)  # in a browser, elsewhere
    plot = tmp_path / "load.svg"
    assert server_bench.main((2,), seconds=2, plot=plot) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert run["actions"] > 0
    assert run["page_updates"] >= 4 * run["actions"]
    assert (run["lost"], run["shown_wrongly"], run["pages_checked"]) == (0, [], 8)
    cost = run["cpu_ms_per_page_update"]
    assert cost["processes"] == 1
    assert set(cost["p50_by_game"]) == {"witches", "witchstone"}
    assert all(ms > 0 for ms in (cost["p50"], *cost["p50_by_game"].values()))
    assert plot.read_text(encoding="utf-8").startswith("<svg")


def line(n: int, label: str) -> dict[str, Any]:
    return {"n": n, "to": n, "label": label}


def test_a_log_that_is_not_the_servers_is_noticed() -> None:
    nothing = {"laid": [], "new": []}
    page = PageModel()
    page.hear({"last": 2, "log": [line(0, "a"), line(1, "b")], "picture": nothing})
    page.hear({"last": 3, "log": [line(1, "b, and more"), line(2, "c")], "picture": nothing})
    whole = [line(0, "a"), line(1, "b, and more"), line(2, "c")]
    assert page.differs({"last": 3, "log": whole, "picture": nothing}) == []
    assert page.differs({"last": 3, "log": [*whole[:2], line(2, "d")], "picture": nothing}) == ["log"]
    page.hear({"last": 2, "picture": nothing})  # the last action was taken back
    assert page.differs({"last": 2, "log": whole[:2], "picture": nothing}) == []
