"""The rules are plain Python: uncompiled they play the same games to the byte."""

import os
import subprocess
import sys

SCRIPT = """
import warnings
warnings.simplefilter("error")
import coven
from coven.lab import batch
for name in coven.games():
    game = coven.load(name)
    for players in game.players:
        print(batch.replay(game, players, 3, 1).record())
"""


def test_the_same_games():
    def told(disabled):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    compiled = told("0")
    assert "Result:" in compiled
    assert told("1") == compiled
