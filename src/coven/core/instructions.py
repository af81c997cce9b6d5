"""What a processor has an instruction for: rules that are compiled as that, on a CPU and on a GPU.

As plain Python they are what bits.py says.
"""

# Numba's inner parts have no types.
# mypy: disable-error-code="no-untyped-call, untyped-decorator"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.extending import intrinsic


@intrinsic
def count(context: Any, bits: Any) -> tuple[Any, Callable[..., Any]]:
    """How many bits are set."""

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), lower
