"""The door to the GPU: Numba's CUDA target, or a sentence that says what is missing."""

from __future__ import annotations

import importlib
import os
from functools import cache
from types import ModuleType
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


def as_arrays(module: Any, n: int, dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """n zeroed states on the device, and the same memory as numbers of 1, 2, 4 and 8 bytes."""
    eights = module.to_device(np.zeros((n, dtype.itemsize // 8), np.int64))
    states = eights.view(dtype).reshape(n)
    return states, eights.view(np.int8), eights.view(np.int16), eights.view(np.int32), eights
