"""The wheel, built and installed into an empty environment: everything is in it, and it works.

The environment is new and holds nothing but Coven. So that no test waits for an index, the dependencies are not
installed once more but looked up where the tests found theirs: that pyproject.toml names them all is not shown here
(`make play` shows it, whose environment has nothing else). The rules run interpreted, but for a small game whose
compiled code the wheel brings along; the others' are tested elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import subprocess
import sys
import sysconfig
import venv
import zipfile
from dataclasses import dataclass
from email import message_from_string
from importlib.metadata import version
from pathlib import Path
from shutil import copyfile

import pytest
from packaging.requirements import Requirement

import coven
from coven.core.cache import DONE, NEEDED_FLAGS, disabled
from tools import ROOT
from tools.wheels import for_the_level, with_code


def runs_the_level() -> bool:
    """Whether this machine runs code of the level that wheels are compiled for."""
    told = Path("/proc/cpuinfo")
    return (
        platform.machine() == "x86_64"
        and told.exists()
        and set(told.read_text("utf-8").split()) >= NEEDED_FLAGS
    )


@dataclass(frozen=True)
class Installed:
    """An environment with Coven in it."""

    wheel: Path
    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin") / "python"

    def run(self, *arguments: str) -> str:
        """What its Python prints, with nothing of ours in its environment or its home."""
        ours = ("PYTHON", "COVEN", "XDG")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        home = str(self.folder / "home")
        environment |= {"HOME": home, "USERPROFILE": home, "NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run(
            [str(self.python), *arguments], capture_output=True, text=True, env=environment, cwd=ROOT
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def files_of_the_package() -> list[str]:
    """The files of the checkout that belong into the package: those git knows or would take, less script types."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/coven"]
    try:
        found = subprocess.run(
            listed, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git checkout, so nothing says which files belong into the wheel")
    return sorted(name for name in found if (ROOT / name).is_file() and not name.endswith(".d.ts"))


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
    _pip("--python", str(made.python), "install", "--no-deps", "--no-index", str(wheel))
    # A path in a .pth is searched, but its own .pth files are not read: an editable Coven stays unseen there.
    where = made.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(where) / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return made


def _pip(*arguments: str) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    done = subprocess.run([*pip, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_is_in_it(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        about = f"coven-{coven.__version__}.dist-info/"
        inside = {name for name in wheel.namelist() if not name.startswith(about)}
    assert inside == {name.removeprefix("src/") for name in files_of_the_package()}


def test_it_works(installed: Installed) -> None:
    """The command, a few moves of every game, the table's pages: see tools/smoke.py."""
    said = installed.run("-m", "tools.smoke").splitlines()
    assert Path(said[0].partition(", ")[2]).is_relative_to(installed.folder)
    assert {f"{what}: works" for what in ("the command", "witches", "witchstone", "the table")} <= set(said)


def test_a_wheel_with_code_is_the_same_and_the_code(installed: Installed, tmp_path: Path) -> None:
    """Whatever was compiled whole is in it, at its place, and every file is listed with its checksum."""
    part = tmp_path / "compiled" / "0123-x86-64-v3"
    part.mkdir(parents=True)
    for name in ("a.nbi", "a.1.nbc", DONE, "lock"):
        (part / name).write_bytes(name.encode())
    (tmp_path / "compiled" / "unfinished").mkdir()
    pure = tmp_path / installed.wheel.name
    copyfile(installed.wheel, pure)
    made = with_code(pure, tmp_path / "compiled")
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}-none-linux_x86_64"
    assert made.name == f"coven-{coven.__version__}-{tag}.whl"
    with zipfile.ZipFile(pure) as old, zipfile.ZipFile(made) as new:
        more = set(new.namelist()) - set(old.namelist())
        assert more == {f"coven/compiled/0123-x86-64-v3/{name}" for name in ("a.nbi", "a.1.nbc", DONE)}
        about = f"coven-{coven.__version__}.dist-info"
        assert f"Tag: {tag}" in new.read(f"{about}/WHEEL").decode()
        for line in new.read(f"{about}/RECORD").decode().splitlines():
            name, digest, size = line.rsplit(",", 2)
            if name != f"{about}/RECORD":
                content = new.read(name)
                found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                assert (digest, size) == (f"sha256={found}", str(len(content)))


def test_a_wheel_with_code_asks_for_the_versions_it_was_built_with(
    installed: Installed, tmp_path: Path
) -> None:
    pure = tmp_path / installed.wheel.name
    copyfile(installed.wheel, pure)
    (tmp_path / "compiled").mkdir()
    asked = []
    for path in (pure, with_code(pure, tmp_path / "compiled")):
        with zipfile.ZipFile(path) as wheel:
            told = wheel.read(f"coven-{coven.__version__}.dist-info/METADATA").decode()
        asked.append([Requirement(one) for one in message_from_string(told).get_all("Requires-Dist", [])])
    needed = [{one.name: one for one in some if one.marker is None} for some in asked]
    for name in ("numba", "llvmlite", "numpy"):
        assert str(needed[1].pop(name).specifier) == f"=={version(name)}"
        needed[0].pop(name, None)
    assert needed[0] == needed[1]
    assert [one for one in asked[0] if one.marker] == [one for one in asked[1] if one.marker]


LOAD = """
import sys, time
began = time.monotonic()
import coven
from coven.core import compiling, doors
from coven.core.game import Game
from tests.stones import GAME
game = Game(GAME)
if sys.argv[1:]:
    game.compile()
print(coven.__file__)
print(game.new(2, seed=1).play(0).ply)
print(doors.is_compiled(game, doors.RULES), compiling.under_way(game.name), round(time.monotonic() - began, 2))
"""


@pytest.mark.skipif(disabled(), reason="nothing is compiled here")
@pytest.mark.skipif(not runs_the_level(), reason="this processor does not run what the wheel brings")
def test_compiled_code_in_a_wheel_is_run_from_the_first_move(installed: Installed, tmp_path: Path) -> None:
    """A small game is compiled for the level, put into the wheel, and found there where no cache is."""
    compiled, site = tmp_path / "compiled", tmp_path / "site"
    run = [sys.executable, "-c", LOAD]
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    subprocess.run([*run, "compile"], env=for_the_level(compiled) | {"PYTHONPATH": path}, check=True)
    pure = tmp_path / installed.wheel.name
    copyfile(installed.wheel, pure)
    with zipfile.ZipFile(with_code(pure, compiled)) as wheel:
        wheel.extractall(site)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    environment |= {"COVEN_CACHE": str(tmp_path / "none"), "TMPDIR": str(tmp_path)}
    environment |= {"PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    where, _, told = done.stdout.splitlines()
    assert Path(where).is_relative_to(site)
    assert told.startswith("True False ")
    assert not (tmp_path / "none").exists()


def test_code_that_was_brought_is_used_where_it_fits(tmp_path: Path) -> None:
    """Only on such a processor, only if it is whole, and not where somebody asks for the very processor."""
    script = """
import sys
from pathlib import Path
from coven.core import cache
import coven.games.witches
cache.BROUGHT = Path(sys.argv[1])
cache._cpuinfo = lambda: [f"flags : {' '.join(cache.NEEDED_FLAGS - {sys.argv[2]})}"]
print(cache.processor())
folder = cache.BROUGHT / cache.part_folder("coven.games.witches", "rules").name
folder.mkdir(exist_ok=True)
(folder / "a.nbc").write_bytes(b"code")
cache.seal(folder)
print(cache.complete_folder("coven.games.witches", "rules") == folder)
"""

    def told(missing: str, **more: str) -> list[str]:
        environment = {**os.environ, "COVEN_CACHE": str(tmp_path / "cache"), **more}
        done = subprocess.run(
            [sys.executable, "-c", script, str(tmp_path), missing],
            capture_output=True,
            text=True,
            env=environment,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    assert told("nothing") == ["x86-64-v3", "True"]
    assert told("avx2")[0] != "x86-64-v3"
    assert told("nothing", COVEN_CPU="native")[0] != "x86-64-v3"
