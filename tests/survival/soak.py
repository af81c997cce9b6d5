"""A server that is played at for long: memory, descriptors and waiting times over the time, as figures and a plot."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from coven.lab.server_bench import _times as times
from coven.lab.server_bench import family, memory_mib
from tests.survival.account import Findings, check
from tests.survival.load import Load, Where
from tests.table.server import Server

TABLES = 12
PAUSE = (0.5, 1.5)  # seconds that people think
SAMPLES = 120  # over the whole time
SHORTEST = 2.0  # seconds between two samples


def run(
    database: str, folder: Path, minutes: float, luck: random.Random, say: Callable[[str], None]
) -> tuple[dict[str, Any], Findings]:
    """Play for so long; the figures and what was found."""
    with Server(database, folder).start() as server:
        load, samples = asyncio.run(_play(server, 60 * minutes, luck, say))
    findings = load.findings
    findings += check(database, load.accounts)
    figures = {
        "database": database.partition(":")[0],
        "minutes": minutes,
        "tables": TABLES,
        "acknowledged": sum(len(account.acked) for account in load.accounts),
        "games": len(load.accounts),
        "games_over": sum(account.over for account in load.accounts),
        "page_updates": load.updates,
        "pages_compared": load.compared,
        "acknowledged_ms": times([wait for _, wait in load.answered]),
        "memory_mib": _range(samples, "memory_mib"),
        "descriptors": _range(samples, "descriptors"),
        "refused": dict(load.refused),
        **findings.counts(),
        "samples": samples,
    }
    return figures, findings


def _range(samples: Sequence[dict[str, Any]], name: str) -> dict[str, float]:
    """How it was at first, in the end, and at most."""
    found = [sample[name] for sample in samples]
    return {"first": found[0], "last": found[-1], "most": max(found)}


async def _play(
    server: Server, seconds: float, luck: random.Random, say: Callable[[str], None]
) -> tuple[Load, list[dict[str, Any]]]:
    samples: list[dict[str, Any]] = []
    every = max(SHORTEST, seconds / SAMPLES)
    async with Load([Where(server.url)], luck, tables=TABLES, pause=PAUSE) as load:
        began, seen = time.monotonic(), 0
        while time.monotonic() - began < seconds - every / 2:  # a sample of less would say little
            await asyncio.sleep(every)
            load.raise_mistakes()
            new, seen = load.answered[seen:], len(load.answered)
            samples.append(_sample(server.pid, time.monotonic() - began, [wait for _, wait in new]))
            if len(samples) % 10 == 0:
                wrong = "something" if load.findings else "nothing"
                say(f"{samples[-1]['seconds']:.0f} of {seconds:.0f} s, {seen} actions, {wrong} wrong")
    return load, samples


def _sample(pid: int, at: float, waits: list[float]) -> dict[str, Any]:
    return {
        "seconds": round(at, 1),
        "memory_mib": round(memory_mib(pid), 1),
        "processes": len(family(pid)),
        "descriptors": len(list(Path(f"/proc/{pid}/fd").iterdir())),
        "actions": len(waits),
        "acknowledged_ms": times(waits),
    }


def draw(figures: dict[str, Any], file: Path) -> None:
    """The samples over the time, one panel each."""
    from matplotlib.figure import Figure

    samples = figures["samples"]
    minutes = [sample["seconds"] / 60 for sample in samples]
    figure = Figure(figsize=(8, 8), layout="constrained")
    memory, descriptors, latency = figure.subplots(3, 1, sharex=True)
    memory.plot(minutes, [sample["memory_mib"] for sample in samples])
    memory.set_ylabel("memory, all processes (MiB)")
    descriptors.plot(minutes, [sample["descriptors"] for sample in samples])
    descriptors.set_ylabel("descriptors of the server")
    for name, style in (("p50", "-"), ("p95", "--")):
        known = [
            (at, one["acknowledged_ms"][name])
            for at, one in zip(minutes, samples, strict=True)
            if one["actions"]
        ]
        latency.plot([at for at, _ in known], [ms for _, ms in known], style, label=name)
    latency.set_ylabel("action acknowledged (ms)")
    latency.legend()
    latency.set_xlabel(f"minutes; {figures['tables']} tables, {figures['acknowledged']} actions")
    for panel in (memory, descriptors, latency):
        panel.set_ylim(bottom=0)
        panel.grid(alpha=0.3)
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
