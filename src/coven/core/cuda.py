"""The door to the GPU: Numba's CUDA target, or a sentence that says what is missing."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Collection, Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from coven.core.errors import BadOption


@cache
def cuda() -> ModuleType:
    """The module `numba.cuda`, on a machine that can use it."""
    # NumPy 2.5 dropped the alias row_stack, which Numba's CUDA target still names while it is imported.
    names: Any = np
    if not hasattr(np, "row_stack"):
        names.row_stack = np.vstack
    os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")  # small batches are no mistake
    try:
        module = importlib.import_module("numba.cuda")
    except ImportError as missing:
        raise BadOption(f"CUDA needs Numba's CUDA target ({missing}): pip install 'coven[gpu]'") from missing
    if not module.is_available():
        raise BadOption(
            'CUDA found no NVIDIA GPU it can use: check the driver with nvidia-smi, or use the CPU (device="cpu", '
            "--on local)"
        )
    return module


def bind_for_cuda(
    templates: Mapping[str, Callable[..., Any]],
    scope: Mapping[str, Any],
    kernels: Collection[str],
    registers: int | None = None,
) -> dict[str, Any]:
    """Templates over what they name: the scope, `cuda`, and each other. Compiled when a kernel is first launched.

    Those that are no kernels are device functions; NVVM decides which to inline. Nothing is compiled for the CPU.
    A kernel's threads have so many registers at most, or as many as its compiler likes.
    """
    device = cuda()
    from numba import config

    from coven.core.cache import disabled

    simulated = getattr(config, "ENABLE_CUDASIM", 0)  # it counts no registers
    limits = {} if registers is None or simulated else {"max_registers": registers}

    made: dict[str, Any] = {}
    places: dict[int, dict[str, Any]] = {}  # the names of every module, and what is bound
    for name, template in templates.items():
        own = template.__globals__ if disabled() else _native_scope(template.__globals__)
        place = places.setdefault(id(template.__globals__), {**scope, "cuda": device, **own})
        function = FunctionType(template.__code__, place, name)
        made[name] = device.jit(**limits)(function) if name in kernels else device.jit(device=True)(function)
    for place in places.values():
        place |= made
    return made


def _native_scope(names: dict[str, Any]) -> dict[str, Any]:
    """What a module names, rules as the device's compiler takes them in."""
    from coven.core.native import native_scope

    return native_scope(names)


def as_arrays(module: Any, n: int, dtype: np.dtype[Any]) -> tuple[Any, tuple[Any, Any, Any, Any]]:
    """n zeroed states on the device, and the same memory as numbers of 1, 2, 4 and 8 bytes."""
    eights = module.to_device(np.zeros((n, dtype.itemsize // 8), np.int64))
    states = eights.view(dtype).reshape(n)
    return states, (eights.view(np.int8), eights.view(np.int16), eights.view(np.int32), eights)
