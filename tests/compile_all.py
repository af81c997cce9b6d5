"""Compile parts of every game, each game in a process of its own: `python -m tests.compile_all [PART...]`, else all."""

from __future__ import annotations

import subprocess
import sys

import coven

# With a part its rules are compiled too.
PARTS = {
    "bots": "from coven.bots.compiled import compiled_doors",
    "env": "from coven.env.compiled import compiled_doors",
    "lab": "from coven.lab.compiled import doors as compiled_doors",
}

if __name__ == "__main__":
    wanted = [f"{PARTS[part]}; compiled_doors(game)" for part in sys.argv[1:] or PARTS]
    code = "\n".join(["import sys, coven", "game = coven.load(sys.argv[1])", *wanted])
    running = [subprocess.Popen([sys.executable, "-c", code, name]) for name in coven.games()]
    sys.exit(max(process.wait() for process in running))
