"""The source files that a module reaches by its imports, read from their text: nothing is imported for it.

What only a type checker reads does not count, nor what a function imports for itself, which can't be compiled. A line
of a text that looks like an import does: with a file too many we compile too often, with one too few we keep an old
rule.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path

FOR_TYPES = re.compile(r"^if (?:typing\.)?TYPE_CHECKING:.*\n(?:[ \t]+.*\n|[ \t]*\n)*", re.MULTILINE)
FUNCTION = re.compile(r"^(?:async )?def .*\n(?:[ \t]+.*\n|[ \t]*\n|\).*\n)*", re.MULTILINE)
FROM = re.compile(r"^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]*(?:\(([^)]*)\)|((?:.*\\\n)*.*))", re.MULTILINE)
IMPORT = re.compile(r"^[ \t]*import[ \t]+(.*)", re.MULTILINE)
COMMENT = re.compile(r"#.*")
# Their versions stand for them.
COUNTED_OTHERWISE = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite"}


def reached(modules: Iterable[str]) -> dict[str, Path]:
    """The files of these modules and of all that they import, and so on, by the modules' names, in order."""
    found: dict[str, Path] = {}
    left = set(modules)
    while left:
        module = left.pop()
        path = file_of(module)
        if path is None or module in found:
            continue
        found[module] = path
        left |= _imported(module, path) - found.keys()
    return dict(sorted(found.items()))


@cache
def file_of(module: str) -> Path | None:
    """Where a module's source lies, if it has any; a package's is its __init__."""
    top, *inside = module.split(".")
    if top in COUNTED_OTHERWISE:
        return None
    for folder in _folders_of(top):
        path = folder.joinpath(*inside)
        for source in (path / "__init__.py", path.with_name(f"{path.name}.py")):
            if source.is_file():
                return source
    return None


@cache
def _folders_of(top: str) -> list[Path]:
    """Where a package lies; a module without a folder is named as if it had one."""
    try:
        spec = find_spec(top)
    except ValueError:  # a module that was made by hand
        return []
    if spec is None:
        return []
    if spec.submodule_search_locations is not None:
        return [Path(one) for one in spec.submodule_search_locations]
    return [Path(spec.origin).with_suffix("")] if spec.origin else []


@cache
def _imported(module: str, path: Path) -> set[str]:
    """The modules that a source imports, as far as they have one themselves."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return {name for name in _named(module, path, FUNCTION.sub("", FOR_TYPES.sub("", text))) if file_of(name)}


def _named(module: str, path: Path, text: str) -> Iterator[str]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for source, inside, plain in FROM.findall(text):
        whole = resolve_name(source, package) if source.startswith(".") else source
        for name in _names(inside or plain):
            within = f"{whole}.{name}"
            yield within if file_of(within) else whole
    for listed in IMPORT.findall(text):
        yield from _names(listed)


def _names(listed: str) -> Iterator[str]:
    """What is named in a list, without what it is called afterwards."""
    for one in COMMENT.sub("", listed).replace("\\\n", " ").split(","):
        if words := one.split():
            yield words[0]
