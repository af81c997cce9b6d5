"""Servers whose luck a test has decided, so that it meets the same games in every run.

`python -m tests.table.fixed_luck FILE serve …` is `coven serve` where all that is left to chance, the bots' choices
included, follows from what stands in the file. Its bots move as soon as they have chosen.
"""

from __future__ import annotations

import base64
import hashlib
import os
import sys
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from coven import cli
from coven.core.sealed_luck import Luck
from coven.core.view import View
from coven.table import serve
from coven.table.app import create_app
from coven.table.bot_service import BotService
from coven.table.settings import Settings

OTHER = os.environ.get("COVEN_LUCK", "")  # any word: other games than those of every run
GRACE = 60.0  # seconds that a bot may take longer than it is given: the machine may be busy
AFTER_A_RECORD = Luck(OTHER.encode() or b"-")  # the luck of tables that go on from one


class Fate:
    """Draws one after another, all of which follow from what a test is called."""

    def __init__(self) -> None:
        self._said = ""

    def begin(self, test: str) -> None:
        self._keep(f"{OTHER} {test}\n")

    def secret(self, size: int) -> str:
        """As `secrets.token_urlsafe`."""
        said = self._read()
        self._keep(f"{said}.")
        return base64.urlsafe_b64encode(hashlib.sha256(said.encode()).digest()[:size]).rstrip(b"=").decode()

    def _read(self) -> str:
        return self._said

    def _keep(self, said: str) -> None:
        self._said = said


class WrittenFate(Fate):
    """Kept in a file for other processes, so that a server started anew repeats none."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file

    def _read(self) -> str:
        return self.file.read_text()

    def _keep(self, said: str) -> None:
        self.file.write_text(said)


class SteadyBots(BotService):
    """The bots of a server, which choose alike wherever they see the same."""

    step = 0.0

    async def choose(self, view: View, spec: str, seed: int | None = None, *more: Any, **named: Any) -> int:
        return await super().choose(view, spec, 1 if seed is None else seed, *more, **named)


def main() -> int:
    fate = WrittenFate(Path(sys.argv[1]))

    def create(settings: Settings) -> FastAPI:
        app = create_app(
            settings, secret=fate.secret, bot_service=SteadyBots(settings.thinkers(), grace=GRACE)
        )
        app.state.server.chance = AFTER_A_RECORD
        return app

    serve.create_app = create
    return cli.main(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
