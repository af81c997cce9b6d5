"""A TCP connection of our own between a server and its database, which can be cut or swallow everything."""

from __future__ import annotations

import asyncio
from contextlib import suppress

OPEN, HUNG, CUT = "open", "hung", "cut"


class Wire:
    """Passes on what comes, as long as it is open. Hung, everything is swallowed up to the end of that connection."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._state = OPEN
        self._passing: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    async def listen(self) -> int:
        """Its own port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def become(self, state: str) -> None:
        """Open, hung or cut from now on. What has been hung is broken when the wire opens, as after a partition."""
        if state == CUT or self._state == HUNG:
            for writer in self._writers:
                writer.transport.abort()
        self._state = state

    async def close(self) -> None:
        self._server.close()
        self.become(CUT)
        await asyncio.gather(*self._passing)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        self._writers.add(writer)
        try:
            if self._state == CUT:
                return
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._to)
            self._writers.add(there_writer)
            try:
                # Whoever ends first ends both.
                ways = [
                    asyncio.create_task(self._pass(reader, there_writer)),
                    asyncio.create_task(self._pass(there_reader, writer)),
                ]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)
            finally:
                self._writers.discard(there_writer)
                there_writer.transport.abort()
        except OSError:
            pass
        finally:
            self._writers.discard(writer)
            writer.transport.abort()
            self._passing.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if self._state == OPEN:
                    writer.write(data)
                    await writer.drain()
