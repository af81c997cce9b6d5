"""Python sources, read without being run: names, signatures, docstrings and the comments beside fields.

So the reference can be written where none of the extras is installed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from inspect import cleandoc

from tools import ROOT

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Entry:
    """Something with a name that can be told about."""

    name: str
    kind: str  # constant, function, class, method, property or field
    signature: str
    doc: str
    members: list[Entry] = field(default_factory=list)

    def undocumented(self) -> Iterator[str]:
        """The names that say nothing about themselves. What Python calls by itself (`__len__`) may be silent."""
        if not self.doc and not self.name.startswith("__") and self.kind != "field":
            yield self.name
        for member in self.members:
            yield from (f"{self.name}.{name}" for name in member.undocumented())


@dataclass(frozen=True)
class Module:
    """A module's source."""

    name: str
    tree: ast.Module
    lines: list[str]

    @property
    def doc(self) -> str:
        return ast.get_docstring(self.tree) or ""

    def exported(self) -> list[str]:
        """The names in `__all__`; where there is none, those of the functions and classes without an underscore."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                return list(ast.literal_eval(node.value))
        return [
            node.name
            for node in self.tree.body
            if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_")
        ]

    def find(self, name: str) -> Entry:
        """What a name stands for, here or where it is imported from."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("coven."):
                for imported in node.names:
                    if (imported.asname or imported.name) == name:
                        return module(node.module).find(imported.name)
        for node in self.tree.body:
            if isinstance(node, Function) and node.name == name:
                return _function(node, "function")
            if isinstance(node, ast.ClassDef) and node.name == name:
                return self._class(node)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
                return Entry(name, "constant", ast.unparse(node), self._comment(node))
        raise LookupError(f"{self.name} has no {name}")

    def _class(self, node: ast.ClassDef) -> Entry:
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        members = [found for part in node.body if (found := self._member(part)) is not None]
        known = {member.name for member in members}
        members = [found for found in self._given(node) if found.name not in known] + members
        doc = ast.get_docstring(node) or ""
        return Entry(node.name, "class", f"class {node.name}" + (f"({bases})" if bases else ""), doc, members)

    def _given(self, node: ast.ClassDef) -> Iterator[Entry]:
        """The attributes an object is given when it is made."""
        makers = (part for part in node.body if isinstance(part, Function) and part.name == "__init__")
        for part in (line for maker in makers for line in maker.body):
            if isinstance(part, ast.Assign | ast.AnnAssign):
                name = ast.unparse(part.targets[0] if isinstance(part, ast.Assign) else part.target)
                if re.fullmatch(r"self\.[a-z]\w*", name):
                    kind = f": {ast.unparse(part.annotation)}" if isinstance(part, ast.AnnAssign) else ""
                    name = name.removeprefix("self.")
                    yield Entry(name, "field", name + kind, self._comment(part))

    def _member(self, node: ast.stmt) -> Entry | None:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
            return (
                None if name.startswith("_") else Entry(name, "field", ast.unparse(node), self._comment(node))
            )
        if not isinstance(node, Function):
            return None
        marks = {ast.unparse(mark) for mark in node.decorator_list}
        silent = node.name.startswith("_") and not ast.get_docstring(node)
        if silent or "overload" in marks or _is_private(node.name):
            return None
        return _function(node, "property" if marks & {"property", "lazily"} else "method")

    def _comment(self, node: ast.Assign | ast.AnnAssign) -> str:
        """What is written behind a line, or on the lines before it."""
        behind = self.lines[(node.end_lineno or node.lineno) - 1].partition("  # ")[2]
        above: list[str] = []
        at = node.lineno - 2
        while not behind and self.lines[at].strip().startswith("# "):
            above.insert(0, self.lines[at].strip()[2:])
            at -= 1
        return behind.strip() or " ".join(above)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _function(node: Function, kind: str) -> Entry:
    doc = cleandoc(ast.get_docstring(node) or "")
    returned = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    if kind == "property":
        return Entry(node.name, kind, f"{node.name}{returned.replace(' -> ', ': ')}", doc)
    given = [part for part in ast.unparse(node.args).split(", ") if part not in ("self", "cls")]
    return Entry(node.name, kind, f"{node.name}({', '.join(given)}){returned}", doc)


@cache
def module(name: str) -> Module:
    """A module of the package by its name."""
    path = ROOT / "src" / name.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = path.read_text(encoding="utf-8")
    return Module(name, ast.parse(text), text.splitlines())
