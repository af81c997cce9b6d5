"""`python -m tools.first_second`: from an empty cache to a table that asks, a bot that answers, and compiled rules.

`coven` is started with nothing but an empty home and an empty temporary folder, as on a machine that it was just
installed on, on two cores. A newcomer opens a table of each game against a greedy and a searching bot and plays on at
once. What happened when is printed; with --json the figures too. The exit code is 1 if something took longer than it
may.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import coven
from coven.core import cache

CORES = 2
PAGE = 3.0  # seconds from the start to a page that asks for the first decision
ANSWER = 5.0  # seconds from a bot's turn to its answer
COMPILED = 60.0  # seconds from the first table of a game to its compiled bots
REQUEST = 1.0  # seconds any request may take
PATIENCE = 900.0  # seconds after which nobody waits any longer
THOUGHT = 1.0  # seconds a newcomer takes for a move, at least
BOTS = ("greedy", "search:500ms")


class Timeline:
    """What happened when, from the start of the server."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.slowest = 0.0  # of the requests

    @property
    def now(self) -> float:
        return time.monotonic() - self._began

    def say(self, what: str) -> float:
        """Print what happened now; returns when."""
        now = self.now
        print(f"{now:8.2f} s  {what}", flush=True)
        return now


class Guest:
    """Asks a server as a page does."""

    def __init__(self, address: str, timeline: Timeline) -> None:
        self._address = address
        self._timeline = timeline
        self.token = ""

    def ask(self, path: str, body: object = None) -> Any:
        """The answer to a request, and how long it took in the timeline."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        sent = None if body is None else json.dumps(body).encode()
        began = time.monotonic()
        with urlopen(Request(self._address + path, sent, headers), timeout=PATIENCE) as answer:
            told = answer.read()
        self._timeline.slowest = max(self._timeline.slowest, time.monotonic() - began)
        return json.loads(told) if path.startswith(("/api/", "/health")) else told


@contextmanager
def new_server(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """`coven`, which nobody has ever started here: its home is empty, and it has two cores."""
    ours = ("COVEN", "XDG", "NUMBA", "DISPLAY", "WAYLAND")  # without a screen no browser is opened
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    spare = folder / "tmp"
    spare.mkdir()
    environment |= dict.fromkeys(("HOME", "USERPROFILE"), str(folder))
    environment |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(spare))
    environment |= {"COVEN_PORT": str(port), "COVEN_LIMITS": "0"}  # the guest looks more often than a page
    command = [sys.executable, "-m", "coven.cli"]
    if hasattr(os, "sched_getaffinity"):
        some = sorted(os.sched_getaffinity(0))[:CORES]
        command = [sys.executable, "-c", _PINNED.format(cores=some, command=command)]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        yield server
    finally:
        server.terminate()
        server.wait(30)


_PINNED = "import os; os.sched_setaffinity(0, {cores}); os.execv({command}[0], {command})"


def compiled_parts(folder: Path) -> list[Path]:
    """What has been compiled into a home by now."""
    return [done.parent for done in folder.rglob(cache.DONE)]


def is_compiled(folder: Path, game: str) -> bool:
    """Whether a game's rules and bots have been compiled into a home; RuntimeError if they will not be."""
    package = coven.load(game).definition.package
    names = {cache.part_folder(package, part).name for part in ("rules", "bots")}
    if "uncompiled: " in (folder / "log").read_text(errors="replace"):
        raise RuntimeError(f"{game} could not be compiled")
    return names <= {part.name for part in compiled_parts(folder)}


def free_port() -> int:
    """A port that nobody listens at."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until_open(guest: Guest, server: subprocess.Popen[bytes]) -> None:
    """Wait for the start page."""
    while server.poll() is None:
        try:
            guest.ask("/")
            return
        except (URLError, ConnectionError):
            time.sleep(0.02)
    raise RuntimeError("the server ended")


class Sitting:
    """A newcomer's game against one bot."""

    def __init__(self, guest: Guest, game: str, bot: str, timeline: Timeline, guide: bool = False) -> None:
        self.guest, self.bot, self.timeline = guest, bot, timeline
        seats = [{"kind": "human", "name": "Newcomer"}, {"kind": "bot", "bot": bot}]
        guest.token = ""
        told = guest.ask("/api/tables", {"game": game, "seats": seats, "guide": guide})
        self.path = f"/api/tables/{told['table']}"
        self.token = told["seats"][0]["token"]
        self.answers: list[float] = []
        self.luck = random.Random(7)

    def look(self) -> dict[str, Any]:
        """What the page knows."""
        self.guest.token = self.token
        told: dict[str, Any] = self.guest.ask(self.path)
        return told

    def wait(self) -> dict[str, Any]:
        """The table as soon as the newcomer is asked or the game is over; a bot's answers are timed."""
        told = self.look()
        began, seq = time.monotonic(), told["seq"]
        while told["actor"] is not None and told["actor"] != 0:
            if time.monotonic() - began > PATIENCE:
                raise RuntimeError(f"{self.bot} does not answer")
            time.sleep(0.02)
            told = self.look()
            if told["seq"] != seq:
                self.answers.append(time.monotonic() - began)
                began, seq = time.monotonic(), told["seq"]
        return told

    def see(self) -> None:
        """Fetch the page and what it draws."""
        self.guest.token = self.token
        self.guest.ask(f"{self.path}/sight")

    def move(self, told: dict[str, Any]) -> None:
        """Any move, after a moment's thought."""
        time.sleep(THOUGHT)
        chosen = self.luck.choice(told["legal"])["id"]
        self.guest.ask(f"{self.path}/actions", {"seq": told["seq"], "move": chosen})


def measure(games: Sequence[str], wait: bool) -> dict[str, Any]:
    """One fresh server for each game; the figures of each."""
    return {game: _one(game, wait) for game in games}


def _one(game: str, wait: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="coven-first-", ignore_cleanup_errors=True) as folder:
        port = free_port()
        timeline = Timeline()
        timeline.say(f"{game}: coven is started, nothing is compiled")
        with new_server(Path(folder), port) as server:
            try:
                guest = Guest(f"http://127.0.0.1:{port}", timeline)
                until_open(guest, server)
                return _play(game, guest, Path(folder), timeline, wait)
            except Exception:
                print((Path(folder) / "log").read_text(errors="replace")[-4000:], file=sys.stderr)
                raise


def _play(game: str, guest: Guest, folder: Path, timeline: Timeline, wait: bool) -> dict[str, Any]:
    timeline.say("the start page is there")
    timeline.slowest = 0.0
    tables = [Sitting(guest, game, bot, timeline, guide=bot == BOTS[0]) for bot in BOTS]
    opened = timeline.say("tables are opened, one of them guided")
    told = tables[0].wait()
    tables[0].see()
    before = len(compiled_parts(folder))
    asked = timeline.say("the page shows the table and asks for the first decision")
    first: dict[str, float] = {}
    compiled: float | None = None
    while True:
        for table in tables:
            told = table.wait()
            if table.answers and table.bot not in first:
                first[table.bot] = table.answers[0]
                timeline.say(f"{table.bot} has answered, {table.answers[0]:.2f} s after its turn came")
            if told["legal"]:
                table.move(told)
        ready = guest.ask("/health")["ready"][game]
        if compiled is None and ready and is_compiled(folder, game):
            compiled = timeline.say("rules and bots are compiled, and play on") - opened
        if len(first) == len(tables) and (compiled is not None or not wait):
            break
        if timeline.now > PATIENCE:
            raise RuntimeError(f"{game} is not compiled")
    slow = max(max(table.answers) for table in tables)
    timeline.say(
        f"the slowest answer of a bot took {slow:.2f} s, the slowest request {timeline.slowest:.2f} s"
    )
    return {
        "asked_s": asked,
        "compiled_before": before,  # parts, when the first decision was asked for
        "first_answer_s": first,
        "slowest_answer_s": slow,
        "slowest_request_s": timeline.slowest,
        "compiled_s": compiled,
    }


def too_slow(figures: dict[str, Any], times: float = 1.0) -> list[str]:
    """What took longer than it may, or than so many times that."""
    wrong = []
    for game, found in figures.items():
        for name, limit in (
            ("asked_s", PAGE),
            ("slowest_answer_s", ANSWER),
            ("slowest_request_s", REQUEST),
            ("compiled_s", COMPILED),
        ):
            if found[name] is not None and found[name] > limit * times:
                wrong.append(f"{game}: {name} is {found[name]:.1f}, more than {limit * times:g}")
    return wrong


def main() -> int:
    """Measure and say what was too slow."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: ours")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures")
    args = parser.parse_args()
    games = args.games or [name for name in coven.games() if name in ("witchstone", "witches")]
    figures = measure(games, wait=True)
    if args.json is not None:
        args.json.write_text(json.dumps(figures, indent=2), encoding="utf-8")
    wrong = too_slow(figures)
    for line in wrong:
        print(f"too slow: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
