"""Whether a server is well: what it writes is kept, and everything that is kept can be read.

SQLite's writer remembers pages and may go on for long with a file that is none any more, so the file is looked at by a
connection of its own: a row of everything each time, and now and then the whole of it.
"""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from coven.core.errors import BadOption
from coven.table.file_lock import file_of
from coven.table.refusals import Refusal
from coven.table.schema import metadata
from coven.table.store import PATIENCE, Taken, damage_of, reading

if TYPE_CHECKING:
    from coven.table.server import Server

FRESH = 1.0  # seconds an answer is good for, so that asking costs nothing
THOROUGH = 60.0  # seconds between looks at a whole file
BRIEF = 2.0  # seconds such a look may take; of a larger file it sees the first part


class Health:
    """Looks after a server's database when asked, a little at a time."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._asking = asyncio.Lock()
        self._well = float("-inf")  # when it was
        self._thorough = float("-inf")  # when the whole file was looked at

    async def check(self) -> None:
        """Refuses if the server is not well."""
        async with self._asking:
            if time.monotonic() - self._well < FRESH:
                return
            store = self._server.store
            try:
                if not store.damaged:
                    await self._server.pulse.beat()
                    await self._look()
            except (SQLAlchemyError, Taken, BadOption, TimeoutError) as problem:
                raise Refusal(
                    "unavailable", f"the database does not work: {type(problem).__name__}"
                ) from None
            if store.damaged:
                raise Refusal("unavailable", f"the database is damaged: {store.damaged}")
            self._well = time.monotonic()

    async def _look(self) -> None:
        store = self._server.store
        if store.postgres or file_of(store.url) is None:
            await store.do(_read)
            return
        thorough = time.monotonic() - self._thorough >= THOROUGH
        async with asyncio.timeout(PATIENCE):
            found = await asyncio.to_thread(_damage, store.url, thorough)
        store.damaged = store.damaged or found
        if thorough:
            self._thorough = time.monotonic()


def _read(connection: Connection) -> None:
    """A row of everything, with all its columns."""
    for table in metadata.sorted_tables:
        connection.execute(select(table).limit(1)).first()


def _damage(url: str, thorough: bool) -> str:
    """What is wrong with a SQLite file itself; nothing if it is sound as far as was looked."""
    with reading(url) as connection:
        try:
            _read(connection)
            found = _first_damage(connection) if thorough else "ok"
        except DatabaseError as problem:
            if not (found := damage_of(problem)):
                raise
    return "" if found == "ok" else found


def _first_damage(connection: Connection) -> str:
    raw: Any = connection.connection.driver_connection
    enough = threading.Timer(BRIEF, raw.interrupt)
    enough.start()
    try:
        return str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    except DatabaseError as problem:
        if str(problem.orig) != "interrupted":
            raise
        return "ok"
    finally:
        enough.cancel()
