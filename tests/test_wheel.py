"""The wheel, built and installed into an empty environment: everything is in it, and it works.

The environment is new and holds nothing but Coven. So that no test waits for an index, the dependencies are not
installed once more but looked up where the tests found theirs: that pyproject.toml names them all is not shown here
(`make play` shows it, whose environment has nothing else). The rules run interpreted; the compiled ones are tested
elsewhere.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

import pytest

import coven
from tools import ROOT


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
