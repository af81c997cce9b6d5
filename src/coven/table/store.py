"""Keeps tables in SQLite or PostgreSQL. Whatever is told to anyone has been committed here first.

Work is given as functions of a connection and done in threads, so that nothing waits for a disk on the event loop.
SQLite has one writer: its thread does all that waits in one transaction, each piece in a savepoint of its own, so that
a hundred tables share one flush of the disk. PostgreSQL is asked by several threads, a transaction each.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from coven.core.errors import BadOption

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")
THREADS = 8  # connections to PostgreSQL a process uses at once
MOST_TOGETHER = 256  # pieces of work in one transaction
MIGRATING = 0x636F76656E  # the advisory lock under which one process migrates while others wait
CHANNEL = "coven"


class Taken(Exception):
    """Somebody else has written what this wanted to write."""


class Store:
    """The database of a server process."""

    def __init__(self, url: str) -> None:
        self.postgres = url.startswith("postgresql")
        self.url = url
        self.process = secrets.token_hex(4)  # this one among those of the database
        self.engine = _engine(url, self.postgres)
        self._workers: ThreadPoolExecutor | _Writer | None = None
        self._lock: IO[bytes] | None = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        if not self.postgres:
            self._lock = _lock(self.url)
        await asyncio.to_thread(migrate, self.engine, self.postgres)
        self._workers = ThreadPoolExecutor(THREADS, "store") if self.postgres else _Writer(self.engine)

    async def close(self) -> None:
        """Finish what is under way."""
        if self._workers is not None:
            await asyncio.to_thread(self._workers.shutdown)
            self._workers = None
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def do(self, work: Callable[[Connection], T]) -> T:
        """Do a piece of work in a transaction; when this returns, it is kept."""
        assert self._workers is not None, "the store is not open"
        if isinstance(self._workers, _Writer):
            return await asyncio.wrap_future(self._workers.submit(work))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._workers, self._alone, work)

    def _alone(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except IntegrityError as problem:
            raise Taken from problem

    def notify(self, connection: Connection, match: str, *what: object) -> None:
        """Tell the other processes of this database, once the transaction is committed."""
        if self.postgres:
            said = " ".join(map(str, (match, self.process, *what)))
            connection.execute(text("SELECT pg_notify(:channel, :said)"), {"channel": CHANNEL, "said": said})


class _Writer:
    """SQLite's one writer: a thread that commits what has gathered."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[Callable[[Connection], Any], Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        future: Future[T] = Future()
        self._waiting.put((work, future))
        return future

    def shutdown(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            batch = [first]
            last = False
            while len(batch) < MOST_TOGETHER:
                try:
                    more = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    last = True
                    break
                batch.append(more)
            # A piece of work nobody waits for any more is left out; the others can't be withdrawn from here on.
            self._commit([piece for piece in batch if piece[1].set_running_or_notify_cancel()])
            if last:
                return

    def _commit(self, batch: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        results: list[Any] = []
        try:
            with self._engine.begin() as connection:
                for work, _ in batch:
                    results.append(_in_savepoint(connection, work))
        except Exception as problem:  # nothing of the batch is kept, so everyone is told so
            for _, future in batch:
                future.set_exception(problem)
            return
        for (_, future), (result, failure) in zip(batch, results, strict=True):
            if failure is None:
                future.set_result(result)
            else:
                future.set_exception(failure)


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    """A connection of a program that only looks, beside a server that may be running."""
    file = url.removeprefix("sqlite:///")
    if file != url and not Path(file).is_file():
        raise BadOption(f"there is no database {file}")
    engine = create_engine(url if file == url else f"sqlite:///file:{file}?mode=ro&uri=true")
    try:
        with engine.connect() as connection:
            yield connection
    except DatabaseError as problem:
        raise BadOption(f"{url} can't be read: {problem.orig}") from None
    finally:
        engine.dispose()


def _in_savepoint(
    connection: Connection, work: Callable[[Connection], T]
) -> tuple[T | None, Exception | None]:
    try:
        with connection.begin_nested():
            return work(connection), None
    except IntegrityError:
        return None, Taken()
    except OperationalError:
        raise  # a full disk or a locked file is everyone's
    except Exception as problem:  # this piece's own mistake, the others go on
        return None, problem


def _lock(url: str) -> IO[bytes] | None:
    """Hold a SQLite file for this process: two that can't hear of each other must not serve the same tables."""
    file = url.removeprefix("sqlite:///")
    if fcntl is None or not file or file == ":memory:":
        return None
    held = open(f"{file}.lock", "wb")  # noqa: SIM115  until the store is closed
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise BadOption(
            f"another server has {file} open: use that one, or give this one a file of its own with --database"
        ) from None
    return held


def _engine(url: str, postgres: bool) -> Engine:
    if postgres:
        return create_engine(url, pool_size=THREADS, max_overflow=2, pool_pre_ping=True)
    file = url.removeprefix("sqlite:///")
    if file and file != ":memory:":
        Path(file).parent.mkdir(parents=True, exist_ok=True)
    # Only the writer's thread uses it once the schema stands.
    engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def migrate(engine: Engine, postgres: bool) -> None:
    """Bring the schema to the newest version; of several processes one does it, the others wait."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            if postgres:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except OperationalError as problem:
        raise BadOption(
            f"the database {engine.url.render_as_string()} can't be opened: {problem.orig}"
        ) from None
