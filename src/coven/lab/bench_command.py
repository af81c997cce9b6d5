"""`coven bench`: the arguments, of the rules' speed and of the server's, and which belong together."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from coven.arguments import add_command
from coven.core.errors import BadOption
from coven.core.registry import games


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "bench", run, "measure how fast the rules or the table's server run")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(games())} (default: all)")
    parser.add_argument(
        "--seconds", type=float, metavar="N", help="how long to measure (default: 5; 30 with --table)"
    )
    parser.add_argument(
        "--check",
        type=int,
        metavar="N",
        help="play N random games of every variant with every invariant checked",
    )
    parser.add_argument(
        "--table", action="store_true", help="measure the table's server instead, with pages that play"
    )
    parser.add_argument(
        "--tables", type=int, nargs="+", metavar="N", help="with --table: how many (default: 10 50 100 300)"
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="with --table: server processes (default: 1)"
    )
    parser.add_argument("--plot", type=Path, metavar="OUT", help="with --table: draw the times as SVG")
    parser.add_argument(
        "--database", metavar="URL", help="with --table: where the tables are kept (default: SQLite)"
    )


def run(args: argparse.Namespace) -> int:
    """Measure; the figures are printed as JSON."""
    _check(args)
    if args.table:
        from coven.lab import server_bench

        return server_bench.main(
            args.tables or server_bench.CURVE,
            seconds=args.seconds or 30,
            database=args.database,
            workers=args.workers or 1,
            plot=args.plot,
        )
    from coven.lab.bench import main

    return int(main(seconds=args.seconds or 5, check=args.check or 0, games=args.games or list(games())))


def _check(args: argparse.Namespace) -> None:
    """Refuse what can't be measured, and what would silently be left out."""
    numbers = {"--check": [args.check], "--tables": args.tables or [], "--workers": [args.workers]}
    for name, given in numbers.items():
        if any(number is not None and number < 1 for number in given):
            raise BadOption(f"{name} takes whole numbers from 1 on")
    if args.seconds is not None and args.seconds <= 0:
        raise BadOption(f"nothing can be measured in {args.seconds:g} seconds: give --seconds more")
    if args.table:
        for name, value in (("GAME", args.games), ("--check", args.check)):
            if value:
                raise BadOption(f"{name} is for the speed of the rules: leave out --table, or {name}")
        return
    for name in ("tables", "workers", "plot", "database"):
        if getattr(args, name) is not None:
            raise BadOption(f"--{name} is for the table's server: add --table")
