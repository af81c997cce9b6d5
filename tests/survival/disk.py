"""A disk whose power is cut: what was synced stays; of the rest anything may be there, in part and in any order."""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

WRITE, SYNC, CUT, CREATE, REMOVE, SYNC_FOLDER = range(1, 7)
HEAD = struct.Struct("=IIQQ")
SECTOR = 512  # bytes that are written whole or not at all
SCRATCH = "-shm"  # SQLite makes it anew after a crash, and never syncs it


class NoCompiler(Exception):
    """Why nothing can be recorded here."""


def build_recorder(folder: Path) -> Path:
    """The library that writes down what a program does to its files (recorder.c)."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise NoCompiler("there is no C compiler (apt-get install gcc libc6-dev)")
    built = folder / "recorder.so"
    source = Path(__file__).with_name("recorder.c")
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(built), str(source), "-ldl", "-lpthread"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise NoCompiler(f"the recorder can't be compiled: {made.stderr.strip()[-300:]}")
    return built


def recording(library: Path, folder: Path, log: Path) -> dict[str, str]:
    """The environment of a program whose files in the folder are recorded."""
    return {"LD_PRELOAD": str(library), "RECORDED_FOLDER": str(folder), "RECORDED_LOG": str(log)}


@dataclass(frozen=True)
class Step:
    """Something that was done to a file; `end` is how long the log was then."""

    what: int
    name: str
    offset: int
    data: bytes
    end: int


def read(log: bytes) -> list[Step]:
    """The steps of a log, without those of files nobody relies on."""
    steps, at = [], 0
    while at < len(log):
        what, name_length, offset, length = HEAD.unpack_from(log, at)
        at += HEAD.size
        name = log[at : at + name_length].decode()
        at += name_length
        data = log[at : at + length] if what == WRITE else b""
        at += len(data)
        if not name.endswith(SCRATCH):
            steps.append(Step(what, name, offset, data, at))
    return steps


class Disk:
    """What is kept for certain, and what is still under way."""

    def __init__(self) -> None:
        self._kept: list[bytearray] = []  # files, by number
        self._names: dict[str, int] = {}  # as programs see them
        self._folder: dict[str, int] = {}  # as it is kept for certain
        self._waiting: list[tuple[int, Step]] = []  # with the number of the file
        self._listing: list[tuple[str, int | None]] = []  # files made and removed since the folder was synced

    def do(self, step: Step) -> None:
        if step.what == CREATE:
            self._kept.append(bytearray())
            self._names[step.name] = len(self._kept) - 1
            self._listing.append((step.name, self._names[step.name]))
        elif step.what == REMOVE:
            del self._names[step.name]
            self._listing.append((step.name, None))
        elif step.what == SYNC_FOLDER:
            self._folder = dict(self._names)
            self._listing = []
        elif step.what == SYNC:
            file = self._names[step.name]
            for number, done in self._waiting:
                if number == file:
                    _apply(self._kept[file], done, [True])
            self._waiting = [(number, done) for number, done in self._waiting if number != file]
        else:
            self._waiting.append((self._names[step.name], step))

    @property
    def busy(self) -> bool:
        """Whether something was not synced yet."""
        return bool(self._waiting or self._listing)

    def after_a_cut(self, luck: random.Random) -> dict[str, bytes]:
        """The files as they may be found: of what was not synced nothing, all, or any part in any order."""
        share = luck.choice((0.0, 1.0, luck.random(), luck.random()))
        folder = dict(self._folder)
        for name, file in self._listing:
            if luck.random() < share:
                folder.pop(name, None)
                if file is not None:
                    folder[name] = file
        found = {file: bytearray(self._kept[file]) for file in folder.values()}
        waiting = list(self._waiting)
        if 0 < share < 1:
            luck.shuffle(waiting)
        torn = luck.random() < 0.5
        for file, step in waiting:
            if file in found and luck.random() < share:
                sectors = range(0, max(1, len(step.data)), SECTOR)
                _apply(found[file], step, [not torn or luck.random() < share for _ in sectors])
        return {name: bytes(found[file]) for name, file in folder.items()}


def _apply(content: bytearray, step: Step, sectors: Sequence[bool]) -> None:
    """Do a step to a file; of a write the sectors that are said, of which one stands for all."""
    if step.what == CUT:
        del content[step.offset :]
        content.extend(bytes(step.offset - len(content)))
        return
    whole = len(sectors) == 1
    for k, kept in enumerate(sectors):
        data = step.data if whole else step.data[k * SECTOR : (k + 1) * SECTOR]
        at = step.offset + k * SECTOR
        if kept:
            content.extend(bytes(max(0, at + len(data) - len(content))))
            content[at : at + len(data)] = data


def cuts(
    steps: Sequence[Step], many: int, luck: random.Random, *, lying: bool = False
) -> Iterator[tuple[int, dict[str, bytes], bool]]:
    """So many power cuts: how far the log had come, the files as they are found, and whether anything was under way.

    A disk may lie about syncs.
    """
    moments = sorted(luck.randrange(len(steps)) for _ in range(many))
    disk, done = Disk(), 0
    for moment in moments:
        while done <= moment:
            if not (lying and steps[done].what == SYNC):
                disk.do(steps[done])
            done += 1
        # Steps that are not written down, of the scratch file, change nothing: up to the next one it is the same.
        until = steps[done].end if done < len(steps) else steps[-1].end + 1
        yield until - 1, disk.after_a_cut(luck), disk.busy
