"""What a server does not load: the terminal and its drawings."""

from __future__ import annotations

import subprocess
import sys

PLAY = """
import random, sys, tempfile
from coven.table.app import create_app
from coven.table.settings import Settings
from tests.table.inside import HOST, Inside
from tests.table.sitting import Sitting
from tests.table.stub_bots import StubBots

with tempfile.TemporaryDirectory() as folder, Inside(
    create_app(
        Settings(database=f"sqlite:///{folder}/table.db", limits=False, hosts=HOST), bot_service=StubBots()
    )
) as room:
    for name in ("witches", "witchstone"):
        table = Sitting(room, name)
        table.play(3, random.Random(1))
        for lang in ("en", "de"):
            seen = table.get(f"/sight?lang={lang}", table.look()["actor"]).json()
            assert seen["choices"] and seen["picture"]["new"]
loaded = [name for name in sys.modules if name.split(".")[0] == "rich" or name.startswith("coven.terminal")]
print(loaded)
"""


def test_a_table_is_played_at_without_the_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY], capture_output=True, text=True, timeout=500, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
