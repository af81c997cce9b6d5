"""Limits, health, headers, and what becomes of mistakes."""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import coven
from coven.table.store import Store
from tests.table.inside import Inside
from tests.table.sitting import HUMAN, Sitting

# -- limits --------------------------------------------------------------------------------------------------------


def test_bodies_have_a_size(room: Inside, table: Sitting) -> None:
    huge = b'{"seq": 1, "move": "' + b"x" * 3_000_000 + b'"}'
    assert table.post("/actions", huge, 0).refused == (413, "too_large")
    assert room.post("/api/tables", huge).refused == (413, "too_large")
    unsaid = {"content-length": "10", "transfer-encoding": "chunked"}
    assert table.post("/actions", huge, 0, headers=unsaid).refused == (413, "too_large")


def test_who_asks_too_often_is_refused_for_a_while(inside) -> None:  # type: ignore[no-untyped-def]
    room = inside(limits=True)
    table = Sitting(room)
    answers = [table.post("/chat", {"text": "again"}, 0) for _ in range(30)]
    assert answers[0].status == 200
    assert answers[-1].refused == (429, "too_many")
    assert table.post("/chat", {"text": "me too"}, 1).status == 200  # one's haste is not the other's
    made = [room.post("/api/tables", {"game": "witchstone", "seats": [HUMAN] * 2}) for _ in range(40)]
    assert made[-1].refused == (429, "too_many")


# -- around the interface ------------------------------------------------------------------------------------------


def actions_of(room: Inside) -> float:
    """The actions the server has counted."""
    lines = room.get("/metrics").text.splitlines()
    found = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return float(found.get("coven_actions_total", 0))


def test_health_and_metrics(room: Inside, table: Sitting) -> None:
    counted = actions_of(room)
    table.play(1, random.Random(1))
    health = room.get("/health").json()
    assert health["ok"] is True
    assert set(health["ready"]) == set(coven.games())
    metrics = room.get("/metrics")
    assert metrics.header("content-type").startswith("text/plain")
    assert actions_of(room) == counted + 1
    assert table.id not in metrics.text


@pytest.mark.parametrize(("method", "path", "code"), [
    ("GET", "/api/nothing", (404, "not_found")),
    ("GET", "/api/tables/x/y/z", (404, "not_found")),
    ("DELETE", "/api/tables", (405, "method_not_allowed")),
    ("PUT", "/api/tables/x/actions", (405, "method_not_allowed")),
])  # fmt: skip
def test_elsewhere(room: Inside, method: str, path: str, code: tuple[int, str]) -> None:
    assert room.run(room.ask(method, path)).refused == code


def test_answers_are_strict_about_what_a_browser_may_do_with_them(room: Inside, table: Sitting) -> None:
    answer = table.get()
    assert answer.header("x-content-type-options") == "nosniff"
    assert "default-src 'none'" in answer.header("content-security-policy")
    assert "frame-ancestors 'none'" in answer.header("content-security-policy")
    assert "no-store" in answer.header("cache-control")
    assert answer.header("access-control-allow-origin") == ""


def test_a_mistake_of_ours_tells_no_secrets(room: Inside, table: Sitting, monkeypatch: Any) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("in the cellar, /etc/secret")

    monkeypatch.setattr("coven.table.api._seen", broken)
    answer = table.get(seat=0)
    assert answer.refused == (500, "internal")
    assert "cellar" not in answer.text
    assert "Traceback" not in answer.text
    monkeypatch.undo()
    assert table.get(seat=0).status == 200


def test_the_interface_is_described(room: Inside) -> None:
    told = room.get("/openapi.json").json()
    paths = set(told["paths"])
    assert {
        "/api/tables", "/api/tables/{table}", "/api/tables/{table}/actions", "/api/tables/{table}/undo",
        "/api/tables/{table}/record", "/api/tables/{table}/join", "/api/tables/{table}/chat",
        "/api/tables/{table}/sight", "/api/tables/{table}/rematch", "/health",
    } <= {re.sub(r"\{\w+\}", "{table}", path) for path in paths}  # fmt: skip


def test_a_file_is_served_by_one_process(tmp_path: Path) -> None:
    async def go() -> None:
        first, second = (Store(f"sqlite:///{tmp_path / 'table.db'}") for _ in range(2))
        await first.open()
        with pytest.raises(coven.BadOption, match="another server has"):
            await second.open()
        await first.close()
        await second.open()
        await second.close()

    asyncio.run(go())


# -- no memory left ------------------------------------------------------------------------------------------------


def _full(*_: Any) -> None:
    try:
        raise MemoryError
    except MemoryError as problem:
        raise RuntimeError("the picture could not be drawn") from problem


def _no_thread(*_: Any) -> None:
    raise RuntimeError("can't start new thread")


@pytest.mark.parametrize("lack", [_full, _no_thread])
def test_a_server_without_memory_ends(room: Inside, table: Sitting, monkeypatch: Any, lack: Any) -> None:
    """It would go on answering wrongly; another is started in its place."""
    ended: list[int] = []
    monkeypatch.setattr("coven.table.giving_up.end", lambda: ended.append(1))
    monkeypatch.setattr("coven.table.api._seen", lack)
    assert table.get(seat=0).status == 500
    assert ended == [1]
    monkeypatch.setattr("coven.table.api._seen", lambda *_: 1 // 0)
    assert table.get(seat=0).status == 500
    assert ended == [1]  # any other mistake is no reason to end


@pytest.mark.skipif(sys.platform != "linux", reason="left out, as it needs Linux's account of memory")
def test_a_process_under_a_limit_ends_instead_of_answering_wrongly() -> None:
    program = """
import resource
from coven.table import giving_up
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 20_000_000,) * 2)
try:
    bytearray(1_000_000_000)
except Exception as problem:
    giving_up.look(problem)
print("goes on")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (70, "")
