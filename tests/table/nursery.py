"""Server processes without the wait: a process that has loaded everything forks one whenever it is asked to.

Reads lines of JSON, the settings of a server to start; answers with its process id. A server so started is what
`coven serve` runs, less the seconds that Python needs to import it and the processes that think for bots, so that it
can be killed a hundred times.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from functools import cache

import psycopg
import sqlalchemy.dialects.postgresql.psycopg
import sqlalchemy.dialects.sqlite  # noqa: F401  these are only to be loaded
import uvicorn
from fastapi import FastAPI

import coven
from coven.table.app import create_app
from coven.table.settings import Settings
from tests.table.stub_bots import StubBots


@cache
def app_of(settings: str) -> FastAPI:
    """The application, made once; it opens nothing before it is served."""
    return create_app(Settings(**json.loads(settings)), bot_service=StubBots())  # type: ignore[arg-type]


def serve(app: FastAPI, port: int, log: str) -> None:
    """Be a server."""
    said = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(said, 1)
    os.dup2(said, 2)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", access_log=False)


def main() -> None:
    for name in coven.games():
        coven.load(name).new(coven.load(name).players.start, seed=1)
    assert psycopg.pq.__impl__
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the killed leave no zombies
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        app = app_of(json.dumps(asked["settings"]))
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                serve(app, asked["settings"]["port"], asked["log"])
            finally:
                os._exit(1)
        print(child, flush=True)


if __name__ == "__main__":
    main()
