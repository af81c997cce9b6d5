"""The command: `python -m tests.simulation [--seeds 1000] [--from 0] [--jobs 2]`; or `--seed`, `--plan`, `--faults`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.simulation.plan import Plan
from tests.simulation.planted import PLANTED, hunt
from tests.simulation.run import Outcome, run, shrink

EVERY = 10.0  # seconds between two words about how far it is
CHUNK = 4  # seeds a process is given at a time


def main(given: list[str] | None = None) -> int:
    """0: nothing is wrong; 1: something is; 2: what was asked makes no sense."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.simulation",
        description="Runs the server under simulation. A seed that fails is printed, made smaller and can be replayed.",
    )
    parser.add_argument("--seeds", type=_number, default=1000, metavar="N", help="how many seeds (1000)")
    parser.add_argument("--from", type=_number, default=0, dest="first", metavar="SEED", help="the first (0)")
    parser.add_argument("--jobs", type=_number, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.add_argument("--seed", type=int, metavar="SEED", help="only this seed, with all that happens")
    parser.add_argument(
        "--plan", metavar="JSON", help="only this plan, as a failure prints it, with all that happens"
    )
    parser.add_argument(
        "--faults", action="store_true", help="plant faults in the server instead, and see that each is found"
    )
    asked = parser.parse_args(given)
    if asked.seed is not None or asked.plan is not None:
        try:
            plan = Plan.of(asked.seed) if asked.plan is None else Plan.from_json(asked.plan)
        except (ValueError, TypeError) as problem:
            parser.error(f"this is not a plan as a failure prints it: {problem}")
        return _show(plan)
    if asked.faults:
        return _hunt_all(asked.seeds, max(1, asked.jobs))
    return _run_all(range(asked.first, asked.first + asked.seeds), max(1, asked.jobs))


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _show(plan: Plan) -> int:
    outcome = run(plan, keep=True)
    print("\n".join(outcome.trace))
    print(_told(outcome))
    return int(bool(outcome.broken))


def _run_all(seeds: range, jobs: int) -> int:
    began = said = time.monotonic()
    done = steps = 0
    virtual = 0.0
    broken: list[Outcome] = []
    for outcome in _outcomes(seeds, jobs):
        done += 1
        steps += outcome.steps
        virtual += outcome.seconds
        if outcome.broken:
            broken.append(outcome)
            print(_told(outcome), flush=True)
        if time.monotonic() - said > EVERY:
            said = time.monotonic()
            print(f"{done} of {len(seeds)} seeds, {len(broken)} failed", flush=True)
    took = time.monotonic() - began
    print(
        f"{done} seeds in {took:.0f} s: {steps} steps, {virtual / 3600.0:.1f} hours of the servers' time, "
        f"{len(broken)} failed"
    )
    for outcome in broken[:3]:
        small = shrink(outcome)
        print(f"\nseed {outcome.plan.seed}, made smaller: {_told(small)}")
        print(f"replay: python -m tests.simulation --plan '{small.plan.to_json()}'")
    return int(bool(broken))


def _outcomes(seeds: range, jobs: int) -> Iterator[Outcome]:
    if jobs == 1:
        yield from map(_run_seed, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_run_seed, seeds, chunksize=CHUNK)


def _run_seed(seed: int) -> Outcome:
    return run(Plan.of(seed))


def _hunt_all(seeds: int, jobs: int) -> int:
    """Every planted fault, each until it is found."""
    missed = 0
    for name, found in _hunted(PLANTED, seeds, jobs):
        if found is None:
            missed += 1
            print(f"{name:40} NOT FOUND in {seeds} seeds", flush=True)
        else:
            print(f"{name:40} found by seed {found.plan.seed}: {found.broken[:90]}", flush=True)
    print(f"{len(PLANTED) - missed} of {len(PLANTED)} faults found")
    return int(bool(missed))


def _hunted(names: Iterable[str], seeds: int, jobs: int) -> Iterator[tuple[str, Outcome | None]]:
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [(name, pool.submit(hunt, name, range(seeds))) for name in names]
        for name, found in waiting:
            yield name, found.result()


def _told(outcome: Outcome) -> str:
    what = f"BROKEN: {outcome.broken}" if outcome.broken else "nothing is wrong"
    return f"seed {outcome.plan.seed}: {what} (digest {outcome.digest}, {outcome.steps} steps)"


if __name__ == "__main__":
    sys.exit(main())
