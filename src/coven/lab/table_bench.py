"""`coven bench --table`: a server with hundreds of live tables, as one JSON object; compare figures of one run.

A server process of its own is started on the loopback. Every table has its clients, each with a WebSocket and a seat;
whoever is to act looks at the table, thinks a little and acts. Measured are the times until an action is acknowledged
and until every client has been told, the memory of the server's processes, and whether anything was lost: every
acknowledged action must be stored and told to everyone. The clients share the machine with the server, so they are
light.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from coven.bots.compiled import compiled_doors
from coven.core.registry import games as all_games
from coven.core.registry import load
from coven.lab import page_bench
from coven.lab.table_guests import PATIENCE, LiveTable, Tally

STARTING = 180.0  # seconds the server may take to come up
AT_ONCE = 24  # tables that are set up side by side
GOAL_MS, GOAL_MIB = 50.0, 1024


# -- the server ----------------------------------------------------------------------------------------------------


@contextmanager
def server(database: str, log: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server process of our own, without limits on how often one asks; its port and process."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
    command = [sys.executable, "-m", "coven.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with log.open("wb") as said:
        process = subprocess.Popen(
            [*command, "--database", database],
            env={**os.environ, "COVEN_LIMITS": "0"},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
    try:
        _await_health(port, process, log)
        yield port, process
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_health(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + STARTING
    while process.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                if all(json.load(answer)["ready"].values()):
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            pass
        time.sleep(0.1)
    raise RuntimeError(f"the server does not come up:\n{log.read_text(errors='replace')[-2000:]}")


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    found = [pid]
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in children.read_text().split():
                found += family(int(child))
        except OSError:
            continue  # it ended while we looked
    return found


def memory_mib(pid: int) -> float:
    """What a process and all that it started hold in memory; what they share is counted once for each."""
    pages = 0
    for one in family(pid):
        try:
            pages += int(Path(f"/proc/{one}/statm").read_text().split()[1])
        except OSError:
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


# -- a run ---------------------------------------------------------------------------------------------------------


def main(
    tables: int = 300, clients: int = 4, seconds: float = 60, database: str | None = None, pages: int = 0
) -> int:
    """Measure, print JSON; 1 if anything was lost. At `pages` of the tables clients fetch what a page shows, too."""
    for name in all_games():
        compiled_doors(load(name))
    with tempfile.TemporaryDirectory(prefix="coven-bench-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'table.db'}"
        with server(url, Path(folder) / "server.log") as (port, process):
            result = _measure(tables, clients, seconds, url, port, process.pid, pages)
    print(json.dumps(result, indent=2))
    return 1 if result["lost"] else 0


def _measure(
    tables: int, clients: int, seconds: float, database: str, port: int, pid: int, pages: int
) -> dict[str, Any]:
    empty = memory_mib(pid)
    _say(f"an empty server takes {empty:.0f} MiB")
    quiet = page_bench.measure(f"http://127.0.0.1:{port}", _fresh_table(port, clients), _say)
    tally = Tally()
    peak = [empty]
    loop = _loop_factory()
    with asyncio.Runner(loop_factory=loop) as runner:
        elapsed = runner.run(_run(tables, clients, seconds, port, tally, partial(_weigh, pid, peak), pages))
    stored = _stored(database)
    unstored = sum(
        seq not in stored.get(table, ()) for table, acked in tally.acknowledged.items() for seq in acked
    )
    untold = sum(
        seq not in told
        for table, acked in tally.acknowledged.items()
        for told in tally.told[table]
        for seq in acked
    )
    ack, memory = _times(tally.acks), max(peak)
    return {
        "database": database.partition(":")[0],
        "tables": tables,
        "clients": tables * clients,
        "seconds": round(elapsed, 1),
        "actions": tally.actions(),
        "actions_per_s": round(tally.actions() / elapsed, 1),
        "acknowledged_ms": ack,
        "told_to_all_ms": _times(_told_times(tally)),
        "look_ms": _times(tally.looks),
        **({"sight_ms": _times(tally.sights)} if pages else {}),
        "refused": tally.refused,
        "connections_lost": tally.left,
        "memory_mib": {"empty": round(empty), "peak": round(memory)},
        "lost": unstored + untold,
        "not_stored": unstored,
        "not_told": untold,
        "page": quiet,
        "goals": {
            "p95 within 50 ms": bool(tally.acks) and ack["p95"] <= GOAL_MS,
            "memory under 1 GiB": memory < GOAL_MIB,
            "nothing lost": unstored + untold == 0,
        },
    }


def _weigh(pid: int, peak: list[float]) -> None:
    peak.append(memory_mib(pid))


async def _run(
    count: int, clients: int, seconds: float, port: int, tally: Tally, weigh: Callable[[], None], pages: int
) -> float:
    """Set the tables up, play, wait until all is told; returns the seconds of play."""
    luck = random.Random(5)
    names = [name for name in all_games() if clients in load(name).players]
    tables = [
        LiveTable(port, names[i % len(names)], clients, random.Random(luck.getrandbits(32)), tally, i < pages)
        for i in range(count)
    ]
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(table.open() for table in tables[first : first + AT_ONCE]))
        _say(f"{min(first + AT_ONCE, count)} of {count} tables are set up")
    began = time.perf_counter()
    until = began + seconds
    playing = asyncio.gather(*(table.play(until) for table in tables))
    while not playing.done():
        await asyncio.wait({playing}, timeout=5)
        weigh()
        _say(f"{min(time.perf_counter() - began, seconds):.0f} of {seconds:g} s, {tally.actions()} actions")
    await playing
    elapsed = time.perf_counter() - began
    await asyncio.gather(*(table.all_told(time.perf_counter() + PATIENCE) for table in tables))
    left = tally.left
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(table.close() for table in tables[first : first + AT_ONCE]))
    tally.left = left
    return elapsed


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """A quicker event loop where there is one, so that the clients leave the machine to the server."""
    try:
        import uvloop
    except ImportError:
        return None
    make: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return make


def _fresh_table(port: int, clients: int) -> tuple[str, str]:
    """A table and a seat's secret, for the page to open."""
    names = [name for name in all_games() if clients in load(name).players]
    asked = json.dumps({"game": names[-1], "seats": [{"kind": "human"}] * clients}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables", asked, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        told = json.load(answer)
    return told["table"], told["seats"][0]["token"]


def _stored(database: str) -> dict[str, set[int]]:
    """The actions in the database, by table."""
    from sqlalchemy import create_engine, select

    from coven.table.schema import events
    from coven.table.settings import Settings

    engine = create_engine(Settings(database=database).url())
    found: dict[str, set[int]] = {}
    with engine.connect() as connection:
        for table, seq in connection.execute(select(events.c.table_id, events.c.seq)):
            found.setdefault(table, set()).add(seq)
    engine.dispose()
    return found


def _told_times(tally: Tally) -> list[float]:
    """From sending an action until the last client was told of it."""
    return [
        max(told[seq] for told in tally.told[table]) - sent
        for table, acked in tally.acknowledged.items()
        for seq, sent in acked.items()
        if all(seq in told for told in tally.told[table])
    ]


def _times(seconds: list[float]) -> dict[str, float]:
    """Percentiles in milliseconds."""
    found = sorted(seconds)
    if not found:
        return {}
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {
        name: round(1000 * found[min(len(found) - 1, int(share * len(found)))], 1)
        for name, share in shares.items()
    }


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
