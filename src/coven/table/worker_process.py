"""One worker: a child process that is asked one thing at a time, and can be put an end to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from coven.core.errors import CovenError
from coven.table.logs import note

Progress = Callable[[int, int], None]
LONGEST_LINE = 32 << 20  # bytes; a review of a long game has a few hundred thousand


class Unfit(Exception):
    """The process must not be asked again: it is late, dead, or talks nonsense."""


class Late(Unfit):
    """It did not answer in time."""


class Crashed(Unfit):
    """It ended while it was asked."""


class Nonsense(Unfit):
    """It answered what can't be an answer."""


class WorkerProcess:
    """A child process that can be asked several things at once.

    Whoever asks it must end it when it turns out unfit or the asking is cancelled.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self._hearing: asyncio.Task[None] | None = None
        self._asked = 0
        self._answers: dict[int, asyncio.Queue[dict[str, Any] | Unfit]] = {}
        self._reading: asyncio.Task[None] | None = None
        self.busy = True  # until it has been started, and while it learns
        self.doing = 0  # what it is asked at the moment
        self.games: set[str] = set()  # those it has loaded
        self.timer: asyncio.TimerHandle | None = None  # of its patience with having nothing to do

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start the process; OSError if that can't be done."""
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, stderr=pipe, limit=LONGEST_LINE
        )
        self._hearing = asyncio.create_task(self._hear())
        self._reading = asyncio.create_task(self._read_on())

    async def ask(
        self, request: Mapping[str, Any], patience: float, on_progress: Progress | None = None
    ) -> Any:
        """The result of a request. Patience is how long the process may be silent, in seconds."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        self._asked += 1
        number = self._asked
        line = json.dumps({"id": number, **request}) + "\n"
        answers = self._answers[number] = asyncio.Queue()
        try:
            async with asyncio.timeout(patience) as wait:
                process.stdin.write(line.encode())
                await process.stdin.drain()
                if self._reading is not None and self._reading.done() and answers.empty():
                    raise Crashed("it had ended before it was asked")
                while True:
                    answer = await answers.get()
                    if isinstance(answer, Unfit):
                        raise answer
                    if "result" in answer:
                        return answer["result"]
                    if "refused" in answer:
                        raise CovenError(str(answer["refused"]))
                    if on_progress is not None:
                        on_progress(answer["done"], answer["of"])
                    wait.reschedule(asyncio.get_running_loop().time() + patience)
        except TimeoutError:
            raise Late(f"no answer within {patience:g} s") from None
        except (BrokenPipeError, ConnectionResetError):
            raise Crashed("it had ended before it was asked") from None
        finally:
            del self._answers[number]

    async def _read_on(self) -> None:
        """Give each answer to whoever waits for it; when there are no more, tell everyone."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            while True:
                answer = self._read(await _line(self._process.stdout))
                if answer["id"] in self._answers:  # else it was asked by one who has gone
                    self._answers[answer["id"]].put_nowait(answer)
        except Unfit as problem:
            for waiting in self._answers.values():
                waiting.put_nowait(problem)

    def _read(self, line: bytes) -> dict[str, Any]:
        """An answer to a request, or a word on the way to it."""
        try:
            answer = json.loads(line)
            if 0 < answer["id"] <= self._asked and (
                "result" in answer or "refused" in answer or type(answer["done"]) is type(answer["of"]) is int
            ):
                return dict(answer)
        except (KeyError, TypeError, ValueError, RecursionError):
            pass
        raise Nonsense(f"it said {line[:80]!r}")

    async def _hear(self) -> None:
        """Pass on what the process says beside its answers."""
        assert self._process is not None
        assert self._process.stderr is not None
        while line := await self._process.stderr.readline():
            said = line.decode("utf-8", "replace").rstrip()
            note("worker says", pid=self.pid, text=said)

    def kill(self) -> None:
        """Put an end to the process."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):  # it may have ended just now
                self._process.kill()

    async def end(self) -> None:
        """Put an end to the process and wait until it is gone."""
        if self.timer is not None:
            self.timer.cancel()
        if self._process is None:
            return
        self.kill()
        await self._process.wait()
        assert self._hearing is not None
        assert self._reading is not None
        self._hearing.cancel()
        # What it has said is read to the end: those who still wait are told.
        await asyncio.gather(self._hearing, self._reading, return_exceptions=True)


async def _line(stream: asyncio.StreamReader) -> bytes:
    try:
        line = await stream.readline()
    except ValueError:
        raise Nonsense("it does not end its lines") from None
    if not line.endswith(b"\n"):
        raise Crashed("it ended while it was asked")
    return line
