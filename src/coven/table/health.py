"""Whether a server is well: what it writes is kept, and everything that is kept can be read."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from coven.table.refusals import Refusal
from coven.table.schema import metadata
from coven.table.store import Taken

if TYPE_CHECKING:
    from coven.table.server import Server

FRESH = 1.0  # seconds an answer is good for, so that asking costs nothing


class Health:
    """Looks after a server's database when asked, a little at a time."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._asking = asyncio.Lock()
        self._well = float("-inf")  # when it was

    async def check(self) -> None:
        """Refuses if the server is not well."""
        async with self._asking:
            if time.monotonic() - self._well < FRESH:
                return
            store = self._server.store
            try:
                if store.damaged:
                    raise Refusal("unavailable", f"the database is damaged: {store.damaged}")
                await self._server.pulse.beat()
                await store.do(_read)
            except (SQLAlchemyError, Taken) as problem:
                raise Refusal(
                    "unavailable", f"the database does not work: {type(problem).__name__}"
                ) from None
            self._well = time.monotonic()


def _read(connection: Connection) -> None:
    """A row of everything, with all its columns."""
    for table in metadata.sorted_tables:
        connection.execute(select(table).limit(1)).first()
