"""`python -m tools.smoke`: does the Coven that is installed work? A command, a few moves of every game, the table.

Needs nothing but Python and Coven, so that it can be run wherever that is installed.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import coven

PATIENCE = 120.0  # seconds until the table is open
MOVES = 12
ADDRESS = re.compile(r"open at (http://\S+)/\n")


def command(*arguments: str) -> list[str]:
    """A command line of the program that was installed with this Python."""
    name = "coven.exe" if sys.platform == "win32" else "coven"
    return [str(Path(sysconfig.get_path("scripts")) / name), *arguments]


def help_is_shown() -> None:
    """The program is there and says what it can do."""
    said = subprocess.run(
        command("--help"), capture_output=True, text=True, check=True, encoding="utf-8"
    ).stdout
    assert "coven serve" in said, said


def play(name: str) -> None:
    """A few moves, the game as text and back, words and a picture."""
    game = coven.load(name)
    position = game.new(players=2, seed=7)
    for _ in range(MOVES):
        position.play(position.legal[0])
    assert coven.read(str(position.record())).position() == position
    assert position.svg(seat=0, lang="de").startswith("<svg")
    assert position.prompt("hu") != position.prompt("en")
    assert game.rules_page("fr")


def the_table_opens() -> None:
    """A server answers with its pages, in the language asked for, and with what they need."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        log = Path(folder) / "log"
        database = f"sqlite:///{(Path(folder) / 'table.db').as_posix()}"
        with log.open("wb") as written:
            server = subprocess.Popen(
                command("serve", "--bots", "1", "--database", database), stdout=written, stderr=written
            )
        try:
            table = _address(server, log)
            start = _fetch(f"{table}/")
            linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', start)
            assert 'lang="de"' in start, start
            assert linked, start
            for page in [*linked, "/about", *(f"/rules/{game}" for game in coven.games())]:
                _fetch(table + page)
        finally:
            server.terminate()
            server.wait(30)


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    """Where the server can be found, once it answers."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        found = ADDRESS.search(log.read_text(encoding="utf-8", errors="replace"))
        if found is not None:
            try:
                _fetch(f"{found[1]}/health")
                return found[1]
            except URLError:
                pass
        time.sleep(0.1)  # nothing tells a client that a port is about to open
    raise AssertionError(f"the table did not open: {log.read_text(encoding='utf-8', errors='replace')}")


def _fetch(address: str) -> str:
    with urlopen(
        Request(address, headers={"Accept-Language": "de", "Accept": "text/html"}), timeout=30
    ) as answer:
        return str(answer.read().decode())


def main() -> int:
    """Try everything; the first thing that fails says what is wrong."""
    print(f"coven {coven.__version__}, {Path(coven.__file__).parent}")
    help_is_shown()
    print("the command: works")
    for name in coven.games():
        play(name)
        print(f"{name}: works")
    the_table_opens()
    print("the table: works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
