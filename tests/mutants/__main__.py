"""The command: `python -m tests.mutants [GAME] [--sample 300] [--seed 1] [--jobs 2]`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything imports Numba


def main() -> None:
    from tests.mutants import report, session
    from tests.mutants.sample import Rules, equivalent, games

    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description="Small mistakes are put into the rules, and the tests must notice.",
    )
    parser.add_argument("game", nargs="?", choices=games(), help="all games if none is named")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants a game are tried")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at the same time")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help='those with this in their name: "crystal.room"'
    )
    parser.add_argument(
        "--least", type=float, default=0.9, help="the share to be killed, or the command fails"
    )
    asked = parser.parse_args()
    failed = False
    for game in [asked.game] if asked.game else games():
        # Each game in a process of its own: a session of pytest leaves much behind.
        process = os.fork()
        if process:
            failed |= os.waitpid(process, 0)[1] != 0
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder
            rules, equal = Rules(game), equivalent(game)
            mutants = rules.sample(asked.sample, asked.seed, asked.only, without=equal)
            tried = session.run(game, mutants, asked.jobs)
            told = report.summary(rules, asked.seed, tried, equal)
            for name, written in (("txt", report.text(told)), ("json", json.dumps(told, indent=1))):
                path = session.KEPT / f"{game}.{name}"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(written + "\n", encoding="utf-8")
            print(report.text(told), flush=True)
        sys.exit(told["share"] < asked.least)
    sys.exit(failed)


if __name__ == "__main__":
    main()
