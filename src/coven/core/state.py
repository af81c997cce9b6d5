"""States are arrays of one record. Copying one is copying its bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

States = npt.NDArray[Any]  # one state or many, as records; `states[0]` is the first
Numbers = npt.NDArray[Any]


def clone(states: States) -> States:
    """A copy. NumPy's own goes field by field through a structured array, fifty times slower."""
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))
