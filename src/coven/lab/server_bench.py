"""`coven bench --table`: servers with more and more live tables, as one JSON object; compare figures of one run.

For each number of tables a server of its own is started on the loopback. Every table has its clients, each a page with
a seat that keeps what it is told over its WebSocket; whoever is to act thinks a little, and chooses from what her page
offers. Measured are the times until an action is acknowledged and until every page shows it, the processor time and
bytes of a page update, the memory of the server's processes, and whether anything was lost: every acknowledged action
must be stored and shown to everyone, and every page is compared with what the server shows of the position, its log
too. The clients share the machine with the server.
"""

from __future__ import annotations

import asyncio
import gc
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from coven.bots.compiled import compiled_doors
from coven.core.registry import games as all_games
from coven.core.registry import load
from coven.lab import page_bench, page_cost, server_plot
from coven.lab.bench_clients import PATIENCE, LiveTable, Tally

STARTING = 180.0  # seconds the server may take to come up
AT_ONCE = 24  # tables that are set up side by side
CURVE = (10, 50, 100, 300)  # tables
RESERVE = 256  # files beside the connections
GOAL_ACTION_MS, GOAL_PAGE_MS, GOAL_UPDATE_MS, GOAL_BYTES, GOAL_MIB = 25.0, 50.0, 1.0, 3072, 600


# -- the server ----------------------------------------------------------------------------------------------------


@contextmanager
def server(database: str, log: Path, workers: int = 1) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server of our own, without limits on how often one asks; its port and process."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
    command = [sys.executable, "-m", "coven.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--workers", str(workers)] if workers > 1 else []
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


@contextmanager
def _fresh(database: str | None, workers: int) -> Iterator[tuple[str, int, int]]:
    """A server that is ended afterwards: its database, port and process."""
    with tempfile.TemporaryDirectory(prefix="coven-bench-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'table.db'}"
        with server(url, Path(folder) / "server.log", workers) as (port, process):
            yield url, port, process.pid


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


def seconds_used(pid: int, workers: int) -> float:
    """The processor time that a server has used; of a single process without that of its bots, which get ready."""
    ticks = 0
    for one in family(pid) if workers > 1 else [pid]:
        try:
            told = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


# -- a run ---------------------------------------------------------------------------------------------------------


def main(
    tables: Sequence[int] = CURVE,
    clients: int = 4,
    seconds: float = 30,
    database: str | None = None,
    workers: int = 1,
    plot: Path | None = None,
) -> int:
    """Measure for each number of tables, print JSON; 1 if anything was lost or shown wrongly."""
    for name in all_games():
        compiled_doors(load(name))
    _allow_files(max(tables) * (clients + 1) + RESERVE)
    runs = []
    with _fresh(None, 1) as (_, port, _):  # of its own: a page plays against a bot, which takes room and time
        page = page_bench.measure(f"http://127.0.0.1:{port}", _fresh_table(port, clients), _say)
    for count in tables:
        with _fresh(database, workers) as (url, port, pid):
            runs.append(_measure(count, clients, seconds, url, port, pid, workers))
    result = {"workers": workers, "clients_a_table": clients, "runs": runs, "page": page}
    print(json.dumps(result, indent=2))
    if plot is not None:
        plot.write_text(server_plot.draw(runs), encoding="utf-8")
    return 1 if any(run["lost"] or run["shown_wrongly"] for run in runs) else 0


def _measure(
    tables: int, clients: int, seconds: float, database: str, port: int, pid: int, workers: int
) -> dict[str, Any]:
    empty = memory_mib(pid)
    _say(f"an empty server takes {empty:.0f} MiB")
    tally = Tally()
    peak = [empty]
    loop = _loop_factory()
    used: list[float] = []
    costs: list[page_cost.Counted] = []
    with asyncio.Runner(loop_factory=loop) as runner:
        elapsed = runner.run(
            _run(
                tables,
                clients,
                seconds,
                port,
                tally,
                partial(_weigh, pid, peak),
                partial(_look, pid, workers, port, used, costs),
            )
        )
    stored = _stored(database)
    unstored = sum(
        seq not in stored.get(table, ()) for table, acked in tally.acknowledged.items() for seq in acked
    )
    unshown = sum(
        _up_to_date(told, seq) is None
        for table, acked in tally.acknowledged.items()
        for told in tally.told[table]
        for seq in acked
    )
    acted, memory, updates = _times(tally.acks), max(peak), max(1, tally.updates)
    shown, sizes = _times(_told_times(tally)), sorted(tally.bytes) or [0]
    seconds_of_play = used[-1] - used[0]
    first, last = costs[0], costs[-1]
    made = page_cost.median_ms(first, last)
    return {
        "database": database.partition(":")[0],
        "tables": tables,
        "pages": tables * clients,
        "seconds": round(elapsed, 1),
        "actions": tally.actions(),
        "actions_per_s": round(tally.actions() / elapsed, 1),
        "acknowledged_ms": acted,
        "page_updates": tally.updates,
        "every_page_up_to_date_ms": shown,
        "cpu_ms_per_page_update": {
            "p50": _rounded(made),
            "p50_by_game": {game: _rounded(page_cost.median_ms(first, last, game)) for game in last.games},
            "processes": last.processes,  # that were asked
            "mean_with_all_else": round(1000 * seconds_of_play / updates, 2),
        },
        "cores_used": round(seconds_of_play / elapsed, 2),
        "bytes_per_page_update": {"p50": sizes[len(sizes) // 2], "p95": sizes[int(len(sizes) * 0.95)]},
        "refused": tally.refused,
        "connections_lost": tally.left,
        "memory_mib": {"empty": round(empty), "peak": round(memory)},
        "kib_per_table": round(1024 * (memory - empty) / tables),
        "lost": unstored + unshown,
        "not_stored": unstored,
        "not_shown": unshown,
        "pages_checked": tally.checked,
        "shown_wrongly": sorted(set(tally.wrong)),
        "goals": {
            "actions p95 within 25 ms": bool(tally.acks) and acted["p95"] <= GOAL_ACTION_MS,
            "pages p95 within 50 ms": bool(shown) and shown["p95"] <= GOAL_PAGE_MS,
            "a page update within 1 ms": made is not None and made <= GOAL_UPDATE_MS,
            "a page update within 3 KB": sizes[len(sizes) // 2] <= GOAL_BYTES,
            "memory under 600 MiB": memory < GOAL_MIB,
            "nothing lost": unstored + unshown == 0 and not tally.wrong,
        },
    }


def _rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 2)


def _weigh(pid: int, peak: list[float]) -> None:
    peak.append(memory_mib(pid))


def _look(pid: int, workers: int, port: int, used: list[float], costs: list[page_cost.Counted]) -> None:
    """Note what the server has used so far, in all and for pages."""
    used.append(seconds_used(pid, workers))
    costs.append(page_cost.counted(port, workers))


async def _run(
    count: int,
    clients: int,
    seconds: float,
    port: int,
    tally: Tally,
    weigh: Callable[[], None],
    look: Callable[[], None],
) -> float:
    """Set the tables up, play, wait until all is told; returns the seconds of play, before and after which it looks."""
    luck = random.Random(5)
    names = [name for name in all_games() if clients in load(name).players]
    tables = [
        LiveTable(port, names[i % len(names)], clients, random.Random(luck.getrandbits(32)), tally)
        for i in range(count)
    ]
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(table.open() for table in tables[first : first + AT_ONCE]))
        _say(f"{min(first + AT_ONCE, count)} of {count} tables are set up")
    with _unstopped():
        await asyncio.to_thread(look)
        began = time.perf_counter()
        until = began + seconds
        playing = asyncio.gather(*(table.play(until) for table in tables))
        while not playing.done():
            await asyncio.wait({playing}, timeout=5)
            weigh()
            _say(
                f"{min(time.perf_counter() - began, seconds):.0f} of {seconds:g} s, {tally.actions()} actions"
            )
        await playing
        elapsed = time.perf_counter() - began
    await asyncio.to_thread(look)
    await asyncio.gather(*(table.all_told(time.perf_counter() + PATIENCE) for table in tables))
    left = tally.left
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(table.compare() for table in tables[first : first + AT_ONCE]))
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(table.close() for table in tables[first : first + AT_ONCE]))
    tally.left = left
    return elapsed


@contextmanager
def _unstopped() -> Iterator[None]:
    """So many pages in one process would stop each other to look for garbage, and note too late what they are told."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """A quicker event loop where there is one, so that the clients leave the machine to the server."""
    try:
        import uvloop
    except ImportError:
        return None
    make: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return make


def _allow_files(wanted: int) -> None:
    """Let the clients have as many connections as they need: systems usually allow a thousand at first."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


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
    """From sending an action until the last page showed it."""
    found = []
    for table, acked in tally.acknowledged.items():
        for seq, sent in acked.items():
            shown = [_up_to_date(told, seq) for told in tally.told[table]]
            times = [at for at in shown if at is not None]
            if len(times) == len(shown):
                found.append(max(times) - sent)
    return found


def _up_to_date(told: dict[int, float], seq: int) -> float | None:
    """When a page first showed an action; of two that a process heard of at once it is told as of one."""
    return min((at for later, at in told.items() if later >= seq), default=None)


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
