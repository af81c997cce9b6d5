"""The CUDA kernels, run by Numba's simulator: what they write is what the CPU writes."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

# Four games fill a block, so that a warp's barrier, which the simulator lacks, may be the block's.
CODE = """
import numpy as np
from numba.cuda.simulator.kernelapi import FakeCUDAModule
FakeCUDAModule.syncwarp = lambda self: self.syncthreads()
import coven
import coven.env
one = coven.env.batch("witches", 4, seed=5)
two = coven.env.batch("witches", 4, seed=5, device="cuda", check=True)
try:
    two.step(np.zeros(4, np.int32))
except coven.IllegalMove as no:
    print(no)
told, other = one.reset(), two.reset()
for step in range(6):
    for name, mine, theirs in zip(told._fields, told, other, strict=True):
        assert np.array_equal(mine, theirs.copy_to_host()), (step, name)
    actions = one.sample().copy()
    assert np.array_equal(actions, two.sample().copy_to_host())
    told, other = one.step(actions), two.step(actions)
wrong = one.sample().copy()
wrong[2] = -1
try:
    two.step(wrong)
except coven.IllegalMove as no:
    print(no)
two.step(two.sample())  # said once, and the games go on
print(two.illegal(), "illegal in all")
"""


def test_the_kernels_write_what_the_cpu_writes():
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "NUMBA_ENABLE_CUDASIM": "1",
        "NUMBA_DISABLE_JIT": "1",
    }
    done = subprocess.run([sys.executable, "-c", CODE], env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    assert "call reset() first" in done.stdout
    assert "row 2 was not legal" in done.stdout
    assert "1 illegal in all" in done.stdout
