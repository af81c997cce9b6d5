"""`coven report`: the arguments and what it says."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from coven.arguments import add_command, check_folders


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "report", run, "turn simulated games into one HTML page with plots")
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="DIR", help="folders that coven simulate --out wrote"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("report.html"),
        metavar="FILE",
        help="the page (default: report.html)",
    )


def run(args: argparse.Namespace) -> int:
    """Write the page and say where it is."""
    from coven.lab.report import report

    check_folders(args.out)
    path = report(args.folders, args.out)
    print(f"Written to {path} ({path.stat().st_size / 1024:.0f} KiB)")
    return 0
