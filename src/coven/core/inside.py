"""How rules are compiled: once each, as parts of the doors that Python calls, which alone become machine code.

Left to itself Numba makes a library of its own of every function, with all that it calls linked in, optimised and
translated again, callable from Python, and one for every width of whole numbers it is called with. That is most of
the time a compilation takes. So a function that only others call is kept as it was lowered until a door takes it in,
and takes its whole numbers as 64 bits, which is also what they are in plain Python.
"""

# Numba's inner parts have no types.
# mypy: disable-error-code="no-untyped-call, attr-defined, misc, assignment, override"

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numba
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import AnnotateTypes

from coven.core.cache import is_sealed

HOW: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


unwritten: list[OSError] = []  # why compiled code could not be kept


class NotCompiled(Exception):
    """A door that should have been in the cache is not."""


class _Nothing:
    """A code generator for a library that never runs: it has no environment to set."""

    def __init__(self, own: Any) -> None:
        self._own = own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def set_env(self, name: str, environment: object) -> None:
        """Nothing to set."""


class InnerLibrary(JITCodeLibrary):
    """A function as it was lowered, for doors to take in."""

    @property
    def codegen(self) -> Any:
        """Its code generator, which sets nothing."""
        return _Nothing(self._codegen)

    def finalize(self) -> None:
        """Nothing is linked, optimised or translated here."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """None: it can't be called from Python."""
        return 0


class DoorLibrary(JITCodeLibrary):
    """A door with everything it calls, however far down."""

    def finalize(self) -> None:
        """Link in all of it, once, then optimise and translate the whole."""
        self._linking_libraries = list(_all_below(self._linking_libraries))
        super().finalize()


def _all_below(libraries: Iterable[Any]) -> Iterator[Any]:
    seen: set[Any] = set()
    waiting = list(libraries)
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            yield one
            if isinstance(one, InnerLibrary):
                waiting += one._linking_libraries


@register_pass(mutates_CFG=False, analysis_only=True)
class _ChooseInner(LoweringPass):
    _name = "choose_inner_library"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _ChooseDoor(LoweringPass):
    _name = "choose_door_library"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        state.library = DoorLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


class _InnerCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        self.state.flags.no_cpython_wrapper = True
        self.state.flags.no_cfunc_wrapper = True
        return [_with(self.state, _ChooseInner)]


class _DoorCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        self.state.flags.no_cfunc_wrapper = True
        return [_with(self.state, _ChooseDoor)]


def _with(state: Any, choice: type[Any]) -> Any:
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    passes.add_pass_after(choice, AnnotateTypes)
    passes.finalize()
    return passes


def inner(function: Any, **how: Any) -> Any:
    """A function that compiled ones call and Python never does."""
    made = numba.njit(pipeline_class=_InnerCompiler, **HOW, **how)(function)
    if isinstance(made, numba.core.dispatcher.Dispatcher):  # else nothing is to be compiled
        _widen(made)
    return made


def _widen(made: Any) -> None:
    """Take whole numbers of fewer bits as 64."""
    usual = made.get_call_template

    def get_call_template(args: Iterable[Any], kws: dict[str, Any]) -> Any:
        return usual(tuple(_wide(kind) for kind in args), {name: _wide(kind) for name, kind in kws.items()})

    made.get_call_template = get_call_template


def _wide(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


def door(function: Any, folder: Path | None, may_compile: list[bool]) -> Any:
    """A function that Python calls, kept in a folder if there is one.

    While may_compile[0] is not set it is only looked for there: NotCompiled says that it is missing.
    """
    made = numba.njit(pipeline_class=_DoorCompiler, **HOW)(function)
    if not isinstance(made, numba.core.dispatcher.Dispatcher):
        return made
    if folder is not None:
        made._cache = _Kept(made.py_func, folder)
    usual = made._compiler.compile

    def compile(args: Any, return_type: Any) -> Any:
        if not may_compile[0]:
            raise NotCompiled(made.py_func.__qualname__)
        return usual(args, return_type)

    made._compiler.compile = compile
    return made


class _Place(_CacheLocator):
    """One folder, whose name stands for all the sources: wherever those lie, and whenever they were written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return "1"  # names tell functions apart


class _Impl(CompileResultCacheImpl):
    def __init__(self, function: Any, folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Place(folder)
        self._filename_base = function.__qualname__


class _Kept(FunctionCache):
    """The cache of one door."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._impl_class = partial(_Impl, folder=folder)
        super().__init__(function)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled; where that can't be done it still runs here, and what is sealed stays as it is."""
        if is_sealed(Path(self._cache_file._index_path)):
            return
        try:
            super().save_overload(sig, data)
        except OSError as problem:
            unwritten.append(problem)
