"""Running a job on Ray: each part is a task, done again elsewhere if its worker dies."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import coven
from coven.core.errors import BadOption, CovenError
from coven.lab.job import Job, Player, Rows, player
from coven.lab.local import Keep, Tick

RETRIES = 10
PATIENCE = 5.0  # seconds to reach an address


def at(address: str | None) -> Callable[..., None]:
    """The way to run on a cluster: one at an address, or one of this process's own (None)."""
    ray = _ray()
    if address is not None:
        _reach(address)

    def run(here: Player, missing: list[int], keep: Keep, tick: Tick, workers: int | None = None) -> None:
        joined = not ray.is_initialized()
        if address is None:
            assert here.doors  # compiled once, before the workers would all do so
        if joined:
            _join(ray, address, workers)
        try:
            _run(ray, here.job, missing, keep, tick)
        except ray.exceptions.RayTaskError as problem:
            if isinstance(problem.cause, ImportError):
                raise CovenError(
                    f"the workers can't load Coven ({problem.cause}): install the same version there"
                ) from None
            raise
        except (ray.exceptions.RayError, ConnectionError) as problem:
            raise CovenError(
                f"Ray failed ({problem}); what is done is kept: give the same command again to go on"
            ) from None
        finally:
            if joined:
                ray.shutdown()

    return run


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise BadOption("running on Ray needs the package ray: pip install 'coven[ray]'") from None
    return ray


def _reach(address: str) -> None:
    """Knock first: Ray itself would try for minutes."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise BadOption(f"{address!r} is not an address: write ray://HOST:PORT, usually port 10001")
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as problem:
        raise CovenError(
            f"no Ray cluster answers at {address} ({problem.strerror or problem}): "
            "start one with `ray start --head`, or run on your own with --on ray"
        ) from None


def _join(ray: Any, address: str | None, workers: int | None) -> None:
    try:
        if address is not None:
            ray.init(address, log_to_driver=False)
            return
        source = str(Path(coven.__file__).resolve().parent.parent)
        known = os.environ.get("PYTHONPATH")
        path = os.pathsep.join([source, known] if known else [source])
        ray.init(
            address="local",
            num_cpus=workers,
            include_dashboard=False,
            log_to_driver=False,
            configure_logging=False,
            runtime_env={"env_vars": {"PYTHONPATH": path}},
        )
    except (ConnectionError, TimeoutError, RuntimeError) as problem:
        where = address or "this machine"
        raise CovenError(f"Ray can't be used on {where}: {problem}") from None


def _run(ray: Any, job: Job, missing: list[int], keep: Keep, tick: Tick) -> None:
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(part)
    left = list(reversed(missing))
    most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    under_way: list[Any] = []
    while left or under_way:
        while left and len(under_way) < most:
            under_way.append(task.remote(job, left.pop()))
        ready, under_way = ray.wait(under_way, num_returns=1)
        for number, rows in ray.get(ready):
            keep(number, rows)
            tick(len(rows))


def part(job: Job, number: int) -> tuple[int, Rows]:
    """One part, in a worker."""
    rows = player(job).play(job.part(number))
    assert rows is not None
    return number, rows
