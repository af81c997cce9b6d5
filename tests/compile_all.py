"""Compile every part of every game, each game in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import coven

PARTS = """
import sys, coven
from coven.bots import compiled as bots
from coven.env import compiled as env
from coven.lab import compiled as lab
game = coven.load(sys.argv[1])
bots.compiled_doors(game)
env.compiled_doors(game)
lab.doors(game)
"""

if __name__ == "__main__":
    running = [subprocess.Popen([sys.executable, "-c", PARTS, name]) for name in coven.games()]
    sys.exit(max(process.wait() for process in running))
