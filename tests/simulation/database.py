"""The database: a real SQLite file, at which everything can go wrong that the server must live with.

With one process it is SQLite as the server uses it, its writer's thread included. With several it stands in for
PostgreSQL: `pg_notify` is a function of SQLite, and what it says goes to the neighbours' lines on commit. A transaction
happens at one moment; before it, at it and after it the seed may let it fail, wait, or be the last of its process.
"""

from __future__ import annotations

import queue
import random
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, event

from coven.table import store as real
from coven.table.clock import Pause, merged
from tests.simulation.virtual_loop import WHOSE

if TYPE_CHECKING:
    from tests.simulation.neighbours import NeighbourLine
    from tests.simulation.process import Process
    from tests.simulation.virtual_loop import VirtualLoop

FULL = 2  # of SQLite's `synchronous`: a commit is on the disk when it returns
_template: list[bytes] = []


class Database:
    """One database and what is wrong with it at the moment."""

    def __init__(self, file: Path, shared: bool, luck: random.Random, loop: VirtualLoop) -> None:
        self.file = file
        self.shared = shared
        self.loop = loop
        self.luck = luck
        self.failing = self.slow = 0.0
        self.gone: list[Pause] = []  # when it was away, or will be
        self.lines: list[NeighbourLine] = []
        self.committed: Callable[[Process], None] = lambda process: None
        self._synced: bytes | None = None  # the last state on the disk, where that is not the newest
        file.write_bytes(_fresh(file))

    @property
    def away(self) -> bool:
        return bool(self.gone) and self.loop.time() < self.gone[-1][1]

    def go_away(self, lasts: float) -> None:
        """Fail whatever it is asked, for so long from now on."""
        now = self.loop.time()
        self.gone = merged([*self.gone, (now, now + lasts)])
        for line in list(self.lines):
            line.drop()

    def heal(self) -> None:
        """Nothing is wrong with it any more."""
        self.slow = self.failing = 0.0
        if self.away:
            self.gone[-1] = (self.gone[-1][0], self.loop.time())

    def serve(self, process: Process, engine: Engine) -> None:
        """Have a process's engine connect here."""

        @event.listens_for(engine, "do_connect")
        def _connect(*_: Any) -> sqlite3.Connection:
            if self.away:
                raise sqlite3.OperationalError("unable to open database file")
            return _connect_to(self, process)

    def may_fail(self, share: float) -> None:
        """Fail, if it is away or the seed says so."""
        if self.away or (self.failing and self.luck.random() < share * self.failing):
            raise sqlite3.OperationalError("disk I/O error")

    def delay(self) -> float:
        """How long a piece of work waits: mostly hardly, sometimes longer than anybody has patience."""
        if self.slow and self.luck.random() < self.slow:
            return self.luck.uniform(0.5, 14.0)
        return self.luck.random() * 0.003

    def looked_at(self) -> sqlite3.Connection:
        """A connection of somebody who only looks, and whom nothing befalls."""
        return sqlite3.connect(self.file, isolation_level=None)

    # -- what is on the disk ---------------------------------------------------------------------------------------

    def opened(self, connection: sqlite3.Connection) -> None:
        """From here on commits may be lost, if this connection does not wait for the disk."""
        if self._synced is None and connection.execute("PRAGMA synchronous").fetchone()[0] < FULL:
            self._synced = connection.serialize()

    def power_cut(self) -> None:
        """What was not synced is gone."""
        if self._synced is not None:
            for suffix in ("-wal", "-shm"):
                Path(f"{self.file}{suffix}").unlink(missing_ok=True)
            self.file.write_bytes(self._synced)
            self._synced = None


class _Connection(sqlite3.Connection):
    """A process's connection."""

    database: Database
    process: Process

    def begin_serving(self, database: Database, process: Process) -> None:
        self.database, self.process = database, process
        self._said: list[str] = []
        self._looked = False
        self.create_function("pg_notify", 2, self._notify)

    def fileno(self) -> int:
        return -1  # nobody waits while a transaction happens, so nobody cuts this

    def _notify(self, channel: str, said: str) -> None:
        self._said.append(said)

    def cursor(self, *args: Any, **more: Any) -> Any:
        if not self.process.alive:
            raise sqlite3.OperationalError("the process is dead")
        self.database.may_fail(0.25)
        return super().cursor(*args, **more)

    def commit(self) -> None:
        database, process = self.database, self.process
        if not self.in_transaction:
            return
        if not self._looked:
            self._looked = True
            database.opened(self)
        if process.last_commit == "before":
            process.kill()
        try:
            if not process.alive:
                raise sqlite3.OperationalError("the process is dead")
            database.may_fail(0.5)
        except sqlite3.OperationalError:
            self.rollback()  # as the database does when it can't commit
            raise
        super().commit()
        said, self._said = self._said, []
        database.committed(process)
        for line in list(database.lines):
            for text in said:
                line.hear(text)
        if process.last_commit == "after":
            process.kill()
        if database.shared:
            database.may_fail(0.25)  # the line broke before the answer came

    def rollback(self) -> None:
        self._said.clear()
        super().rollback()


def _connect_to(database: Database, process: Process) -> sqlite3.Connection:
    connection = sqlite3.connect(database.file, factory=_Connection, check_same_thread=False, timeout=0.0)
    connection.begin_serving(database, process)
    return connection


def _fresh(beside: Path) -> bytes:
    """An empty database, made once by the real migrations."""
    if not _template:
        made = beside.with_name("template.db")
        engine = real._engine(f"sqlite:///{made}", False)
        real.migrate(engine, False)
        with engine.connect() as connection:
            connection.exec_driver_sql("SELECT 1")
            raw: Any = connection.connection.driver_connection
            connection.rollback()
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            _template.append(raw.serialize())
        engine.dispose()
    return _template[0]


# -- the writer's thread -------------------------------------------------------------------------------------------


class _Parked(BaseException):
    """The writer waits for something to do."""


class WriterQueue:
    """What the writer's thread waits at. It runs when something has come, a little later, so that more may gather."""

    def __init__(self) -> None:
        self._items: deque[Any] = deque()
        self._process: Any = WHOSE.get()
        self._coming = False
        self.run: Callable[[], None] = lambda: None

    def put(self, item: Any) -> None:
        self._items.append(item)
        if not self._coming and self._process is not None:
            self._coming = True
            self._process.world.loop.call_later(self._process.world.database.delay(), self._serve)

    def _serve(self) -> None:
        self._coming = False
        self.serve()

    def serve(self) -> None:
        """Do all there is."""
        with suppress(_Parked):
            self.run()

    def get(self) -> Any:
        if not self._items:
            raise _Parked
        return self._items.popleft()

    def get_nowait(self) -> Any:
        if not self._items:
            raise queue.Empty
        return self._items.popleft()


class WriterThread:
    """The writer's thread, which is none."""

    def __init__(self, target: Any, name: str, daemon: bool) -> None:
        self._queue: WriterQueue = target.__self__._waiting
        self._queue.run = target

    def start(self) -> None: ...

    def join(self, timeout: float) -> None:
        self._queue.serve()


class ThreadingOfStore:
    """What the store takes from `threading`."""

    Thread = WriterThread
    Lock = threading.Lock


class QueueOfStore:
    """What the store takes from `queue`."""

    SimpleQueue = WriterQueue
    Empty = queue.Empty
