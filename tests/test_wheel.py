"""The wheel, built and installed into an empty environment: everything is in it, and it plays.

The environment is new and holds nothing but Coven. So that no test waits for an index, the dependencies are not
installed once more but looked up where the tests found theirs; that pyproject.toml names them all is therefore shown by
`make play`, whose environment has nothing else. The rules run interpreted: the compiled ones are tested elsewhere.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

import httpx
import pytest

import coven
from tests.table.postgres import free_port
from tests.table.server import await_health
from tools import ROOT

PLAY = """
import coven
for name in coven.games():
    game = coven.load(name)
    pos = game.new(players=2, seed=7)
    for _ in range(12):
        pos.play(pos.legal[0])
    assert coven.read(str(pos.record())).position() == pos
    assert pos.svg(seat=0, lang="de").startswith("<svg") and pos.prompt("hu") and game.rules_page("fr")
    print(name, pos.ply, coven.__file__)
"""


@dataclass(frozen=True)
class Installed:
    """An environment with Coven in it."""

    wheel: Path
    folder: Path

    @property
    def programs(self) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def environment(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "COVEN", "XDG"))
        }
        home = str(self.folder / "home")
        return {**kept, "HOME": home, "USERPROFILE": home, "NUMBA_DISABLE_JIT": "1"}

    def run(self, *command: str) -> str:
        """What a command prints."""
        program = str(self.programs / command[0])
        done = subprocess.run(
            [program, *command[1:]], capture_output=True, text=True, env=self.environment, cwd=self.folder
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def files_of_the_package() -> list[str]:
    """The files of the checkout that belong into the package: those git knows or would take."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/coven"]
    try:
        found = subprocess.run(
            listed, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git checkout, so nothing says which files belong into the wheel")
    return sorted(name for name in found if (ROOT / name).is_file())


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"  # a copy: building leaves things behind
    for name in ["pyproject.toml", "README.md", "LICENSE", *files_of_the_package()]:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        copyfile(ROOT / name, source / name)
    _pip("wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(folder), str(source))
    (wheel,) = folder.glob("*.whl")
    made = Installed(wheel, folder / "venv")
    venv.create(made.folder, with_pip=False, symlinks=os.name != "nt")
    (made.folder / "home").mkdir()
    _pip("--python", str(made.programs / "python"), "install", "--no-deps", "--no-index", str(wheel))
    # A path in a .pth is searched, but its own .pth files are not read: an editable Coven stays unseen there.
    where = made.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(where) / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return made


def _pip(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_is_in_it(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        inside = {
            name for name in wheel.namelist() if not name.startswith(f"coven-{coven.__version__}.dist-info/")
        }
    assert inside == {name.removeprefix("src/") for name in files_of_the_package()}


def test_the_command_and_a_game(installed: Installed) -> None:
    assert "coven serve" in installed.run("coven", "--help")
    assert installed.run("coven", "--version").strip() == f"coven {coven.__version__}"
    assert "WS-T1" in installed.run("coven", "rules", "witchstone", "--rule", "WS-T1")
    played = installed.run("python", "-c", PLAY).splitlines()
    assert [line.split()[0] for line in played] == list(coven.games())
    for line in played:
        assert Path(line.split(maxsplit=2)[2]).is_relative_to(installed.folder)


@pytest.fixture
def table(installed: Installed, tmp_path: Path) -> Iterator[str]:
    port, log = free_port(), tmp_path / "log"
    command = [str(installed.programs / "coven"), "serve", "--port", str(port), "--bots", "1"]
    with log.open("wb") as written:
        process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{tmp_path / 'table.db'}"],
            stdout=written, stderr=written, stdin=subprocess.DEVNULL, env=installed.environment, cwd=tmp_path,
        )  # fmt: skip
    try:
        await_health(port, lambda: process.poll() is None, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def test_the_table(table: str) -> None:
    start = httpx.get(f"{table}/", headers={"accept-language": "de"}, timeout=30)
    assert start.status_code == 200
    assert 'lang="de"' in start.text  # the catalogues are there
    linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', start.text)
    assert linked
    for address in [*linked, *(f"/rules/{game}" for game in coven.games()), "/about"]:
        assert httpx.get(table + address, timeout=30).status_code == 200, address
