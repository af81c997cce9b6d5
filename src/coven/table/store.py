"""Keeps tables in SQLite or PostgreSQL. Whatever is told to anyone has been committed here first.

Work is given as functions of a connection and done in threads, so that nothing waits for a disk on the event loop.
SQLite has one writer: its thread does all that waits in one transaction, each piece in a savepoint of its own, so that
a hundred tables share one flush of the disk. PostgreSQL is asked by several threads, a transaction each.
"""

from __future__ import annotations

import asyncio
import os
import queue
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from coven.core.errors import BadOption
from coven.table.file_lock import FileLock, file_of

T = TypeVar("T")
THREADS = 8  # connections to PostgreSQL a process uses at once
MOST_TOGETHER = 256  # pieces of work in one transaction
PATIENCE = 10.0  # seconds a piece of work may take, waiting included; then whoever asked is told
BUSY = 5.0  # seconds a statement may wait for a lock
CONNECTING = 5  # seconds to reach PostgreSQL
MIGRATION = 600  # seconds a migration may take, or wait for another's
MIGRATING = 0x636F76656E  # the advisory lock under which one process migrates while others wait
CHANNEL = "coven"


class Taken(Exception):
    """Somebody else has written what this wanted to write."""


class DatabaseLate(SQLAlchemyError):
    """The database did not answer in time. What was to be kept may be kept or not: look again."""


class Store:
    """The database of a server process."""

    def __init__(self, url: str) -> None:
        self.postgres = url.startswith("postgresql")
        self.url = url
        self.process = secrets.token_hex(4)  # this one among those of the database
        self.engine = _engine(url, self.postgres)
        self.damaged = ""  # what the database said when it could not be read
        self._workers: ThreadPoolExecutor | _Writer | None = None
        self._lines: set[_Line] = set()
        self._lock: FileLock | None = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""
        if not self.postgres:
            self._lock = FileLock.of(self.url)
        await asyncio.to_thread(migrate, self.engine, self.postgres)
        self._workers = ThreadPoolExecutor(THREADS, "store") if self.postgres else _Writer(self.engine)

    async def close(self) -> None:
        """Finish what is under way."""
        if self._workers is not None:
            closing = asyncio.create_task(asyncio.to_thread(self._workers.shutdown))
            _, late = await asyncio.wait({closing}, timeout=PATIENCE)
            if late:
                for line in list(self._lines):
                    line.cut()
            self._workers = None
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    async def do(self, work: Callable[[Connection], T]) -> T:
        """Do a piece of work in a transaction; when this returns, it is kept."""
        try:
            return await self._do(work)
        except DatabaseError as problem:
            self.damaged = damage_of(problem) or self.damaged
            raise

    async def _do(self, work: Callable[[Connection], T]) -> T:
        assert self._workers is not None, "the store is not open"
        line = _Line()
        if isinstance(self._workers, _Writer):
            future = asyncio.wrap_future(self._workers.submit(work))
        else:
            future = asyncio.get_running_loop().run_in_executor(self._workers, self._alone, work, line)
        try:
            async with asyncio.timeout(
                PATIENCE
            ):  # not asyncio.wait, which takes longer than many a piece of work
                return await asyncio.shield(future)
        except TimeoutError:
            if future.done():
                raise
            future.cancel()  # if nobody has begun with it; else it may be kept all the same
            line.cut()
            raise DatabaseLate(f"no answer within {PATIENCE:g} s") from None

    def _alone(self, work: Callable[[Connection], T], line: _Line) -> T:
        self._lines.add(line)
        try:
            for again in (True, False):
                with self.engine.connect() as connection, line.held(connection):
                    try:
                        connection.exec_driver_sql("SELECT 1")  # it may have been cut since it was used last
                    except DBAPIError as problem:
                        if again and problem.connection_invalidated:
                            continue
                        raise
                    result = work(connection)
                    connection.commit()
                    return result
            raise AssertionError("unreachable")
        except IntegrityError as problem:
            raise Taken from problem
        finally:
            self._lines.discard(line)

    def notify(self, connection: Connection, match: str, *what: object) -> None:
        """Tell the other processes of this database, once the transaction is committed."""
        if self.postgres:
            said = " ".join(map(str, (match, self.process, *what)))
            connection.execute(text("SELECT pg_notify(:channel, :said)"), {"channel": CHANNEL, "said": said})


class _Line:
    """A connection that somebody waits for, so that it can be cut: a hung server never says anything more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._file: int | None = None
        self._cut = False

    @contextmanager
    def held(self, connection: Connection) -> Iterator[None]:
        raw: Any = connection.connection.driver_connection
        with self._lock:
            if self._cut:
                raise DatabaseLate("nobody waits any more")
            self._file = raw.fileno()
        try:
            yield
        finally:
            with self._lock:
                self._file = None

    def cut(self) -> None:
        """End the wait, if there is one."""
        with self._lock:
            self._cut = True
            if self._file is not None:
                with socket.socket(fileno=os.dup(self._file)) as line, suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)


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
        self._thread.join(PATIENCE)

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
                if len(batch) == 1:  # what fails alone takes nobody with it
                    results.append((batch[0][0](connection), None))
                else:
                    results += [_in_savepoint(connection, work) for work, _ in batch]
        except Exception as problem:  # nothing of the batch is kept, so everyone is told so
            taken = len(batch) == 1 and isinstance(problem, IntegrityError)
            for _, future in batch:
                future.set_exception(Taken() if taken else problem)
            return
        for (_, future), (result, failure) in zip(batch, results, strict=True):
            if failure is None:
                future.set_result(result)
            else:
                future.set_exception(failure)


def damage_of(problem: DatabaseError) -> str:
    """What SQLite says of a file that is none of its own any more; nothing for other problems."""
    said = str(problem.orig)
    return said if "malformed" in said or "not a database" in said else ""


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    """A connection of a program that only looks, beside a server that may be running."""
    file = url.removeprefix("sqlite:///")
    if file != url and not Path(file).is_file():
        raise BadOption(f"there is no database {file}")
    engine = create_engine(url if file == url else f"sqlite:///file:{quote(file)}?mode=ro&uri=true")
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


def _engine(url: str, postgres: bool) -> Engine:
    if postgres:
        return _postgres(url)
    if (file := file_of(url)) is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise BadOption(f"the folder {file.parent} can't be made ({problem.strerror})") from None
    # Only the writer's thread uses it once the schema stands.
    engine = create_engine(url, connect_args={"timeout": BUSY, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        busy = f"busy_timeout={1000 * BUSY:.0f}"
        for pragma in (busy, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _postgres(url: str) -> Engine:
    # The database itself is told when to give up; `_Line` is for one that can't be told any more.
    reached = {
        "connect_timeout": CONNECTING,
        "keepalives_idle": CONNECTING,
        "tcp_user_timeout": 1000 * CONNECTING,
    }
    engine = create_engine(
        url, pool_size=THREADS, max_overflow=2, pool_timeout=PATIENCE, connect_args=reached
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        for limit, seconds in (
            ("statement_timeout", BUSY),
            ("lock_timeout", BUSY),
            ("idle_in_transaction_session_timeout", 2 * PATIENCE),
        ):
            connection.execute(f"SET {limit} = {1000 * seconds:.0f}")
        connection.commit()

    return engine


def migrate(engine: Engine, postgres: bool) -> None:
    """Bring the schema to the newest version; of several processes one does it, the others wait."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            if postgres:
                for limit in ("statement_timeout", "lock_timeout"):
                    connection.exec_driver_sql(f"SET LOCAL {limit} = {1000 * MIGRATION}")
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            elif (said := connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()) != "ok":
                raise BadOption(f"{_named(engine)} is damaged ({said}): go back to a backup")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError:
        raise BadOption(
            f"{_named(engine)} was made by a newer Coven than this one: run that one, or go back to a backup"
        ) from None
    except OperationalError as problem:
        raise BadOption(f"{_named(engine)} can't be opened: {problem.orig}") from None
    except DatabaseError as problem:
        raise BadOption(
            f"{_named(engine)} can't be read ({problem.orig}): go back to a backup, or name another with --database"
        ) from None


def _named(engine: Engine) -> str:
    return f"the database {engine.url.render_as_string()}"
