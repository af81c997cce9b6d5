"""The commands: `python -m tests.survival kills --kills 1000 --database postgresql --processes 2`."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.survival import proxy
from tests.survival.account import Findings
from tests.survival.disk import NoCompiler
from tests.table.postgres import NoPostgres, Postgres
from tests.table.server import Nursery

SHOWN = 20  # findings that are printed


def main(given: list[str] | None = None) -> int:
    """0: nothing is wrong; 1: something is; 2: it can't be tried here."""
    asked = _parser().parse_args(given)
    try:
        figures, findings = asked.command(asked)
    except (NoPostgres, NoCompiler, proxy.NoProxy) as why:
        print(f"This can't be tried here: {why}", file=sys.stderr)
        return 2
    print(json.dumps({name: value for name, value in figures.items() if name != "samples"}, indent=2))
    if asked.json is not None:
        asked.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    sentences = findings.sentences()
    for sentence in sentences[:SHOWN]:
        print(sentence)
    print("nothing is wrong" if not sentences else f"WRONG in {len(sentences)} ways")
    return int(bool(sentences))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.survival",
        description="Real servers under load with pages, on the loopback, and what may befall them.",
    )
    commands = parser.add_subparsers(required=True)

    def add(name: str, command: Any, said: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=said, description=said)
        one.set_defaults(command=command, refuse=one.error)
        one.add_argument("--seed", type=int, default=1, metavar="N", help="of what the guests do (1)")
        one.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
        return one

    kills = add("kills", _kills, "Kill a server again and again while it is played at.")
    kills.add_argument("--kills", type=_number, default=1000, metavar="N", help="how often (1000)")
    kills.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite", help="(sqlite)")
    kills.add_argument(
        "--processes", type=_number, metavar="N", help="on one database; one is killed (sqlite: 1, else 2)"
    )
    power = add(
        "power",
        _power,
        "Cut the power of a server on SQLite at any moment, with any part of its writes done.",
    )
    power.add_argument("--cuts", type=_number, default=2000, metavar="N", help="how often (2000)")
    power.add_argument("--actions", type=_number, default=600, metavar="N", help="played before (600)")
    power.add_argument(
        "--lying",
        action="store_true",
        help="on a disk that forgets what it was told to sync: must find losses",
    )
    outages = add("outages", _outages, "Hang PostgreSQL and cut it off while two servers are played at.")
    outages.add_argument("--outages", type=_number, default=50, metavar="N", help="how many (50)")
    soak = add("soak", _soak, "Play at one server for long, and watch its memory, descriptors and answers.")
    soak.add_argument("--minutes", type=_minutes, default=60.0, metavar="M", help="how long (60)")
    soak.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite", help="(sqlite)")
    soak.add_argument("--plot", type=Path, metavar="FILE", help="draw them there: .svg or .png")
    add("proxy", _proxy, "Play behind nginx with TLS, set up as the documentation says.")
    return parser


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes")
    return minutes


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[str]:
    """An empty database of our own."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'table.db'}"
        return
    postgres = Postgres()
    try:
        yield postgres.database()
    finally:
        postgres.stop()


def _kills(asked: argparse.Namespace) -> tuple[dict[str, Any], Findings]:
    from tests.survival.kills import Killing

    processes = asked.processes or (1 if asked.database == "sqlite" else 2)
    if asked.database == "sqlite" and processes > 1:
        asked.refuse("only one process uses a SQLite file: add --database postgresql")
    with (
        tempfile.TemporaryDirectory(prefix="coven-survival-") as name,
        _database(asked.database, Path(name)) as database,
    ):
        nursery = Nursery(Path(name))
        try:
            killing = Killing(nursery, database, processes, random.Random(asked.seed))
            return killing.run(asked.kills, say=_say), killing.findings
        finally:
            nursery.close()


def _power(asked: argparse.Namespace) -> tuple[dict[str, Any], Findings]:
    from tests.survival import power

    with tempfile.TemporaryDirectory(prefix="coven-survival-") as name:
        luck = random.Random(asked.seed)
        return power.run(Path(name), asked.actions, asked.cuts, luck, _say, lying=asked.lying)


def _outages(asked: argparse.Namespace) -> tuple[dict[str, Any], Findings]:
    from tests.survival.outages import Outages

    with tempfile.TemporaryDirectory(prefix="coven-survival-") as name:
        postgres, nursery = Postgres(), Nursery(Path(name))
        try:
            suffering = Outages(postgres, nursery, random.Random(asked.seed))
            return suffering.run(asked.outages, _say), suffering.findings
        finally:
            nursery.close()
            postgres.stop()


def _soak(asked: argparse.Namespace) -> tuple[dict[str, Any], Findings]:
    from tests.survival import soak

    if asked.plot is not None:  # said now, not after an hour
        if find_spec("matplotlib") is None:
            asked.refuse("a plot needs matplotlib: pip install 'coven[lab]'")
        if asked.plot.suffix not in (".svg", ".png") or not asked.plot.parent.is_dir():
            asked.refuse(f"{asked.plot} is no .svg or .png in a folder that is there")
    with (
        tempfile.TemporaryDirectory(prefix="coven-survival-") as name,
        _database(asked.database, Path(name)) as database,
    ):
        figures, findings = soak.run(database, Path(name), asked.minutes, random.Random(asked.seed), _say)
    if asked.plot is not None:
        soak.draw(figures, asked.plot)
    return figures, findings


def _proxy(asked: argparse.Namespace) -> tuple[dict[str, Any], Findings]:
    with tempfile.TemporaryDirectory(prefix="coven-survival-") as name:
        return proxy.run(Path(name), random.Random(asked.seed), _say)


if __name__ == "__main__":
    sys.exit(main())
