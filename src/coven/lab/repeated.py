"""Work that a GPU is given again and again, said to it once: a launch from Python takes longer than most kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch


def new_stream() -> torch.cuda.Stream:
    """A queue of work of its own."""
    return torch.cuda.Stream()  # type: ignore[no-untyped-call]


@contextmanager
def aside(stream: torch.cuda.Stream | None) -> Iterator[None]:
    """Work on a stream of its own, after what was asked for before and before what is asked for next."""
    if stream is None:
        yield
        return
    before = torch.cuda.current_stream()
    stream.wait_stream(before)
    with torch.cuda.stream(stream):
        yield
    before.wait_stream(stream)


class Repeated:
    """Work in the same memory every time. The first call runs it, the next records it, all others repeat the record.

    It is called aside, on the stream it was made for; without one, as on a CPU, it simply runs.
    """

    def __init__(self, work: Callable[[], None], stream: torch.cuda.Stream | None) -> None:
        self._work = work
        self._stream = stream
        self._ready = False  # what has to be compiled is
        self._record: torch.cuda.CUDAGraph | None = None

    def __call__(self) -> None:
        """Do it once more."""
        if self._stream is None or not self._ready:
            self._work()
            self._ready = True
            return
        if self._record is None:
            self._record = torch.cuda.CUDAGraph()
            # Relaxed: Numba may free memory meanwhile.
            with torch.cuda.graph(self._record, stream=self._stream, capture_error_mode="relaxed"):
                self._work()
        self._record.replay()

    def forget(self) -> None:
        """Record anew: numbers that were handed over by value have changed."""
        self._record = None
