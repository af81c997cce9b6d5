"""The laboratory's kernel, run by Numba's simulator: its rows are those of the CPU."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

CODE = """
import numba
import numpy as np
numba.from_dtype = lambda dtype: dtype  # the simulator's local arrays are NumPy's
import coven
from coven.core.cuda import cuda
from coven.core.loops import Deal
from coven.lab import gpu
from coven.lab.actions import Seating
from coven.lab.job import Player
from coven.lab.simulate import plan
for name, bots, statistics in (("witches", "random", []), ("witchstone", "light, random", None)):
    game = coven.load(name)
    job, _ = plan(game, 3, 2, bots, 7, True, 3, "gpu", statistics, {})
    player = Player(job, game)
    rows = cuda().to_device(np.ones((player.width, 3), np.int32))
    counter = cuda().to_device(np.zeros(1, np.int64))
    to = cuda().to_device
    deal = Deal(2, to(player.deal.options), job.seed)
    seating = Seating(to(np.array(job.policies)), 1)
    gpu.kernel(player)[1, 2](to(game.tables), rows, counter, deal, seating, 0)
    assert np.array_equal(rows.copy_to_host().T, player.play(range(3))), bots
print("alike")
"""


def test_the_kernel_plays_what_the_cpu_plays():
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "NUMBA_ENABLE_CUDASIM": "1",
        "NUMBA_DISABLE_JIT": "1",
    }
    done = subprocess.run([sys.executable, "-c", CODE], env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "alike" in done.stdout
