"""`coven serve`: the table in the browser."""

from __future__ import annotations

import argparse
import os
from typing import Any

from coven.arguments import add_command


def add(commands: Any) -> None:
    """Add the command to the command line."""
    serve = add_command(commands, "serve", _serve, "open the table in the browser")
    serve.add_argument(
        "--host",
        metavar="ADDRESS",
        help="where to listen; 0.0.0.0 lets friends on your network in (default: 127.0.0.1, this machine only)",
    )
    serve.add_argument("--port", type=int, metavar="N", help="the port (default: 8631, or the next free one)")
    serve.add_argument(
        "--hosts",
        metavar="NAMES",
        help="names the server is reached by, as behind a proxy: coven.example.org (default: only this machine's)",
    )
    serve.add_argument(
        "--workers", type=int, metavar="N", help="server processes; more than 1 needs PostgreSQL"
    )
    serve.add_argument(
        "--bots", type=int, metavar="N", help="processes that think for bots (default: cores - 1)"
    )
    serve.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME (default: COVEN_DATABASE, or a file in your data folder)",
    )
    serve.add_argument(
        "--log", choices=("text", "json"), help="how the server writes its log (default: text)"
    )
    serve.add_argument("--verbose", action="store_true", default=None, help="log every request")
    serve.add_argument("--no-limits", action="store_true", help="don't refuse clients that ask too often")
    serve.add_argument("--open", action="store_true", help="show the table in the browser")


def _serve(args: argparse.Namespace) -> int:
    from coven.table import serve
    from coven.table.settings import from_environment

    settings = from_environment(
        host=args.host,
        port=args.port,
        hosts=args.hosts,
        workers=args.workers,
        bots=args.bots,
        database=args.database,
        log=args.log,
        verbose=args.verbose,
        limits=False if args.no_limits else None,
    )
    return serve.run(
        settings, browser=args.open, any_port=args.port is None and "COVEN_PORT" not in os.environ
    )
