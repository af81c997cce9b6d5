"""What came of the mutants, as text and as JSON."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

from tests.mutants.forks import TIMEOUT
from tests.mutants.sample import Mutant, Rules
from tests.mutants.session import Tried


def summary(rules: Rules, seed: int, tried: list[Tried], equal: dict[str, str]) -> dict[str, Any]:
    """All that is told of a game's mutants. Those that change nothing are not tried."""
    modules = Counter(one.mutant.module for one in tried)
    killed = Counter(one.mutant.module for one in tried if one.killed)
    there = {mutant.key for mutant in rules.mutants}
    return {
        "game": rules.game,
        "seed": seed,
        "mutants": len(rules.mutants),
        "equivalent": len(there.intersection(equal)),
        "tried": len(tried),
        "killed": killed.total(),
        "endless": sorted(one.mutant.key for one in tried if one.killer == TIMEOUT),
        "share": share(killed.total(), len(tried)),
        "modules": {
            name: {
                "tried": modules[name],
                "killed": killed[name],
                "share": share(killed[name], modules[name]),
            }
            for name in sorted(modules)
        },
        "survivors": [_survivor(one) for one in sorted(tried, key=_place) if not one.killed],
        "listed but gone": sorted(set(equal) - there),
    }


def share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0


def _place(one: Tried) -> tuple[str, int, int]:
    return one.mutant.module, one.mutant.line, one.mutant.number


def _survivor(one: Tried) -> dict[str, Any]:
    mutant: Mutant = one.mutant
    return {
        "where": f"{os.path.relpath(mutant.path)}:{mutant.line}",
        "rule": f"{mutant.module}.{mutant.rule}",
        "change": mutant.told,
        "tests": one.tests,
    }


def text(told: dict[str, Any]) -> str:
    """For people."""
    lines = [
        f"{told['game']}: {told['killed']} of {told['tried']} mutants killed, {told['share']:.1%} "
        f"({len(told['endless'])} because they never ended; seed {told['seed']}; "
        f"{told['mutants']} in all, of which {told['equivalent']} are known to change nothing)"
    ]
    for name, facts in told["modules"].items():
        lines.append(f"    {name:16} {facts['killed']:4} of {facts['tried']:4}  {facts['share']:.0%}")
    if told["survivors"]:
        lines.append("survivors:")
    for one in told["survivors"]:
        seen = "" if one["tests"] else "  (no test comes there)"
        lines += [f"    {one['where']}  {one['rule']}{seen}", f"        {one['change']}"]
    lines += [f"listed as equivalent, but no longer there: {key}" for key in told["listed but gone"]]
    return "\n".join(lines)
