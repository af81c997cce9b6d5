"""The mistakes: every small change of a function's source, found in its syntax tree."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LEFT_OUT = "(left out)"
_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
# Where a change is easier to read with what is around it.
_SIMPLE = (ast.expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Expr)


@dataclass
class Change:
    """One slot of the tree, and what would stand there instead."""

    line: int  # of the statement it is in
    holder: ast.AST
    field: str
    at: int | None  # the place in a list
    other: Any
    around: ast.AST | None = None  # what is shown; the slot itself if None

    def swap(self) -> None:
        """Make the change, or take it back."""
        held = getattr(self.holder, self.field)
        if self.at is None:
            setattr(self.holder, self.field, self.other)
            self.other = held
        else:
            held[self.at], self.other = self.other, held[self.at]

    def told(self) -> str:
        """What it was and what it becomes."""
        before = self._shown()
        self.swap()
        after = self._shown()
        self.swap()
        return f"{before} → {after}"

    def _shown(self) -> str:
        node = self.around
        if node is None:
            held = getattr(self.holder, self.field)
            node = held if self.at is None else held[self.at]
        return LEFT_OUT if isinstance(node, ast.Pass) else ast.unparse(node)


def changes(function: ast.FunctionDef) -> list[Change]:
    """All changes of a function's body, always in the same order."""
    return [
        change for i, statement in enumerate(function.body) for change in _in(statement, function, "body", i)
    ]


def _in(statement: ast.stmt, holder: ast.AST, field: str, at: int) -> Iterator[Change]:
    """The changes of a statement and of all within it."""
    line = statement.lineno
    if _is_effect(statement):
        yield Change(line, holder, field, at, ast.Pass())
    if isinstance(statement, ast.Break | ast.Continue):
        yield Change(line, holder, field, at, _SWAPS[type(statement)]())
    if isinstance(statement, ast.AugAssign) and type(statement.op) in _SWAPS:
        yield Change(line, statement, "op", None, _SWAPS[type(statement.op)](), statement)
    for name, value in ast.iter_fields(statement):
        if name == "annotation":
            continue
        for i, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.stmt):
                assert i is not None
                yield from _in(node, statement, name, i)
            elif isinstance(node, ast.expr) and not _is_docstring(statement):
                yield from _within(node, statement, name, i, line)


def _is_effect(statement: ast.stmt) -> bool:
    """What can be left out without a name going missing."""
    if isinstance(statement, ast.AugAssign):
        return True
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in statement.targets)
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _within(node: ast.expr, holder: ast.AST, field: str, at: int | None, line: int) -> Iterator[Change]:
    """The changes of an expression, from the outside in."""
    if field == "test" and not _is_equality(node):
        yield Change(line, holder, field, at, _negated(node))
    if isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in _SWAPS:
        yield Change(line, node, "op", None, _SWAPS[type(node.op)](), node)
    elif isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            yield Change(line, node, "ops", i, _SWAPS[type(op)](), node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and field != "test":
        yield Change(line, holder, field, at, node.operand)
    elif isinstance(node, ast.Constant):
        around = holder if isinstance(holder, _SIMPLE) else None
        for value in _near(node.value):
            yield Change(line, holder, field, at, ast.Constant(value), around)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        yield from _bounds(node, line)
    for name, value in ast.iter_fields(node):
        for i, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.expr):
                yield from _within(child, node, name, i, line)


def _negated(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    return ast.UnaryOp(ast.Not(), node)


def _is_equality(node: ast.expr) -> bool:
    """A comparison whose negation is another of its changes."""
    return (
        isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq)
    )


def _near(value: object) -> tuple[object, ...]:
    if isinstance(value, bool):
        return (not value,)
    return (value + 1, value - 1) if isinstance(value, int) else ()


def _bounds(call: ast.Call, line: int) -> Iterator[Change]:
    """A range that starts or ends one off; bounds that are numbers change as numbers."""
    stop = min(len(call.args), 2) - 1
    if len(call.args) == 1:
        yield Change(line, call, "args", None, [ast.Constant(1), call.args[0]], call)
    for i in range(stop + 1):
        bound = call.args[i]
        if not isinstance(bound, ast.Constant):
            for op in (ast.Add(), ast.Sub()):
                yield Change(line, call, "args", i, ast.BinOp(bound, op, ast.Constant(1)), call)


# -- functions of a module -----------------------------------------------------------------------------------------


def rules(source: str) -> dict[str, ast.FunctionDef]:
    """The functions of a module that are `@rule`s."""
    return {
        node.name: node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and any(_names(part) == "rule" for part in node.decorator_list)
    }


def _names(decorator: ast.expr) -> str:
    while isinstance(decorator, ast.Call | ast.Attribute):
        if isinstance(decorator, ast.Attribute):
            return decorator.attr
        decorator = decorator.func
    return decorator.id if isinstance(decorator, ast.Name) else ""


def mutated(function: ast.FunctionDef, number: int) -> ast.FunctionDef:
    """The function with one of its changes made."""
    changed = copy.deepcopy(function)
    changes(changed)[number].swap()
    return changed


def marked(function: ast.FunctionDef, places: dict[int, int], name: str) -> ast.FunctionDef:
    """The function with a mark before each statement: `name[places[line]] = 1`."""
    changed = copy.deepcopy(function)
    for node in list(ast.walk(changed)):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, [part for s in block for part in (_mark(places, s, name), s)])
    return changed


def _mark(places: dict[int, int], statement: ast.stmt, name: str) -> ast.stmt:
    return ast.parse(f"{name}[{places[statement.lineno]}] = 1").body[0]


def lines(function: ast.FunctionDef) -> list[int]:
    """The lines on which the function's statements begin."""
    found = {
        node.lineno for node in ast.walk(function) if isinstance(node, ast.stmt) and node is not function
    }
    return sorted(found)


def compiled(function: ast.FunctionDef, path: str) -> Any:
    """The function's code, without decorators and annotations; defaults stay with the function it is put into."""
    bare = copy.deepcopy(function)
    bare.decorator_list = []
    bare.returns = None
    for argument in (*bare.args.posonlyargs, *bare.args.args, *bare.args.kwonlyargs):
        argument.annotation = None
    bare.args.defaults = [ast.Constant(None) for _ in bare.args.defaults]
    scope: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(ast.Module([bare], [])), path, "exec"), scope)
    return scope[function.name].__code__
