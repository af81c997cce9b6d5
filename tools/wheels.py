"""`python -m tools.wheels [GAME …]`: two wheels in dist/, a pure one and one that brings its compiled code along.

The second is for one version of Python, asks for the very versions of Numba, llvmlite and NumPy that it was built with,
and runs compiled at once wherever the processor knows what x86-64-v3 asks for (any from about 2013 on). Elsewhere it is
the first.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from coven.core.cache import DONE, FEATURES, LEVEL
from tools import ROOT

GAMES = ("witchstone", "witches")
INSIDE = "coven/compiled"
PINNED = ("numba", "llvmlite", "numpy")  # compiled code is of no use with others
COMPILE = """
import sys, coven
from coven.bots.compiled import compiled_doors as bots
from coven.env.compiled import compiled_doors as env
game = coven.load(sys.argv[1])
bots(game), env(game)
"""


def main() -> int:
    """Build both; print what was made."""
    dist = ROOT / "dist"
    dist.mkdir(exist_ok=True)
    pure = build_pure(dist)
    print(f"{pure.name}: {pure.stat().st_size / 2**20:.1f} MiB")
    with tempfile.TemporaryDirectory(prefix="coven-wheel-") as folder:
        compile_all(Path(folder), sys.argv[1:] or GAMES)
        made = with_code(pure, Path(folder))
    print(f"{made.name}: {made.stat().st_size / 2**20:.1f} MiB")
    return 0


def build_pure(dist: Path) -> Path:
    """The wheel of the sources alone."""
    with tempfile.TemporaryDirectory(prefix="coven-wheel-") as folder:
        source = Path(folder) / "source"  # a copy: building leaves things behind
        left = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / "src", source / "src", ignore=left)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copyfile(ROOT / name, source / name)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel"]
        options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder]
        subprocess.run([*pip, *options, str(source)], check=True)
        (found,) = Path(folder).glob("*.whl")
        return Path(shutil.move(found, dist / found.name))


def compile_all(folder: Path, games: Sequence[str]) -> None:
    """Compile what is played into a folder; the games side by side."""
    environment = for_the_level(folder) | {"PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", COMPILE]
    running = [subprocess.Popen([*command, name], env=environment) for name in games]
    if any(process.wait() for process in running):
        raise SystemExit("the games could not be compiled")


def for_the_level(folder: Path) -> dict[str, str]:
    """The environment of a process that compiles for any processor of the level, into a folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA")}
    environment |= {"NUMBA_CPU_NAME": LEVEL, "NUMBA_CPU_FEATURES": FEATURES}
    return environment | {"COVEN_CACHE": str(folder)}


def with_code(pure: Path, folder: Path) -> Path:
    """The pure wheel with the compiled code in it, for this Python on Linux."""
    name, version, *_ = pure.name.split("-")
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}-none-linux_x86_64"
    made = pure.with_name(f"{name}-{version}-{tag}.whl")
    about = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(pure) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        listed = []
        for entry in old.namelist():
            content = old.read(entry)
            if entry == f"{about}/RECORD":
                continue
            if entry == f"{about}/WHEEL":
                content = content.replace(b"py3-none-any", tag.encode()).replace(
                    b"Root-Is-Purelib: true", b"Root-Is-Purelib: false"
                )
            if entry == f"{about}/METADATA":
                content = _pin(content.decode()).encode()
            listed.append(_put(new, entry, content))
        for done in sorted(folder.glob(f"*/{DONE}")):
            for path in sorted(done.parent.iterdir()):
                if path.suffix in (".nbi", ".nbc", ".json"):
                    listed.append(_put(new, f"{INSIDE}/{done.parent.name}/{path.name}", path.read_bytes()))
        new.writestr(f"{about}/RECORD", "".join([*listed, f"{about}/RECORD,,\n"]))
    return made


def _pin(metadata: str) -> str:
    """What a wheel says of itself, asking for the versions that are here of whatever its code hangs on."""
    head, blank, text = metadata.partition("\n\n")
    pinned = re.compile(rf"Requires-Dist: ({'|'.join(PINNED)})(?![-\w])(?!.*extra ==)")
    lines = [line for line in head.split("\n") if not pinned.match(line)]
    lines += [f"Requires-Dist: {name}=={version(name)}" for name in PINNED]
    return "\n".join(lines) + blank + text


def _put(wheel: zipfile.ZipFile, name: str, content: bytes) -> str:
    """Put a file into a wheel; its line of the RECORD."""
    wheel.writestr(name, content)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


if __name__ == "__main__":
    sys.exit(main())
