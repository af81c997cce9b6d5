"""Starting a server: the address it is found at, the browser, one process or several."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from functools import partial

import uvicorn

from coven.core.errors import BadOption
from coven.table.app import create_app
from coven.table.http_edge import GuardedHTTP
from coven.table.logs import note, set_up
from coven.table.settings import Settings
from coven.table.store import Store

TRIES = 20  # ports that are tried if the usual one is taken
ANYWHERE = ("0.0.0.0", "::", "")


def run(settings: Settings, *, browser: bool = False, any_port: bool = False) -> int:
    """Serve until interrupted; returns the exit code."""
    set_up(settings.log, settings.verbose)
    asyncio.run(_try_database(settings))
    bound = bind(settings, any_port)
    settings = replace(settings, port=bound.getsockname()[1])
    addresses = reachable(settings)
    print(f"Coven's table is open at {addresses[0]}", flush=True)
    for address in addresses[1:]:
        print(f"  for friends on the same network: {address}", flush=True)
    print("Press Ctrl+C to close it.", flush=True)
    if browser:
        opener = threading.Timer(0.8, partial(_open, addresses[0]))
        opener.daemon = True
        opener.start()
    if settings.workers > 1:
        return _run_several(settings, bound)
    app = create_app(settings)
    app.state.addresses = addresses
    server = uvicorn.Server(_config(app, settings))
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[bound])  # on the quickest event loop there is
    return 0


async def _try_database(settings: Settings) -> None:
    """Open the database once, so that what is wrong with it is said before anything is started."""
    store = Store(settings.url())
    try:
        await store.open()
    finally:
        await store.close()


def _run_several(settings: Settings, bound: socket.socket) -> int:
    """Several processes that share a port and a database."""
    from uvicorn.supervisors import Multiprocess

    os.environ.update(settings.environment())
    config = _config("coven.table.app:served", settings)
    config.factory = True
    config.workers = settings.workers
    Multiprocess(config, sockets=[bound]).run()
    return 0


def _config(app: object, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=GuardedHTTP,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,  # what is long comes packed, see page_feed.py
        ws_ping_interval=25,
        ws_ping_timeout=25,
        timeout_graceful_shutdown=3,
    )


def bind(settings: Settings, any_port: bool) -> socket.socket:
    """The socket to serve on; where the port was not asked for, the next free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, settings.port + (TRIES if any_port else 1)):
        # The protocol is named so that the event loop turns off Nagle's delay, which costs 40 ms an answer.
        bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((settings.host, port))
        except OSError as problem:
            bound.close()
            trouble = problem
            continue
        bound.listen(2048)
        bound.set_inheritable(True)
        return bound
    raise BadOption(
        f"{settings.host} port {settings.port} can't be used ({trouble.strerror}): choose another with --port"
    )


def reachable(settings: Settings) -> list[str]:
    """Where the table is found, from here first, then from the network if it is open to it."""
    if settings.host not in ANYWHERE:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        return [f"http://{host}:{settings.port}/"]
    found = ["127.0.0.1"]
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only says which address it would use
        found.append(probe.getsockname()[0])
    return [f"http://{host}:{settings.port}/" for host in dict.fromkeys(found)]


def _open(address: str) -> None:
    """Show the table in the browser, if there is one; a browser of the terminal would hide what is printed there."""
    windows = (
        sys.platform in ("darwin", "win32") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    )
    if not windows:
        return
    try:
        webbrowser.open(address)
    except webbrowser.Error as problem:
        note("no browser", problem=str(problem))
