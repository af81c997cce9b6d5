"""The screen of a session or a replay: a console, a game's drawings, and lines below them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from coven.core import alarm
from coven.core.game import Game
from coven.core.interface import Drawings
from coven.core.move import Move
from coven.core.position import Position
from coven.core.view import View
from coven.terminal.paper import GLOW, LINE, QUIET, Block

LOUDNESS = {alarm.QUIET: QUIET, alarm.NEAR: LINE, alarm.LOUD: GLOW}


class Display:
    """Prints blocks line by line; on a terminal every picture starts on a cleared screen."""

    def __init__(self, game: Game, names: Sequence[str], lang: str) -> None:
        self.console = Console(highlight=False)
        self.drawings: Drawings = game.definition.screen or _plain()
        self.names = list(names)
        self.lang = lang

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def tall(self) -> bool:
        """Whether there is room for more than the least."""
        return self.console.height >= 36

    def table(
        self,
        position: Position,
        view: View,
        *,
        below: int | None = None,
        section: str = "",
        focus: str = "",
        offered: Iterable[Move] = (),
    ) -> Block:
        """The table, leaving so many lines free below it; without limit if that is None."""
        return self.drawings.draw(
            view,
            names=self.names,
            expected=self.expected(position),
            lang=self.lang,
            width=self.width,
            height=None if below is None else self.console.height - below,
            section=section,
            focus=focus,
            offered=offered,
        )

    def alarms(self, view: View) -> Block:
        """What may end or lose the game, in a line: all of it where there is room, what is near in any case."""
        found = view.game.implementation.alarms(view, self.lang)
        marks = [
            Text(("! " if one.level == alarm.LOUD else "") + one.label, LOUDNESS[one.level])
            for one in found
            if self.tall or one.level > alarm.QUIET
        ]
        return [Text(" · ", QUIET).join(marks)] if marks else []

    def expected(self, position: Position) -> list[int]:
        """What the end would add to each seat's points now."""
        return [sum(position.tally(seat).values()) for seat in range(position.players)]

    def clear(self, history: bool = False) -> None:
        """Clear the screen; with its history what was seen before can't be scrolled back to."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J" if history else "\x1b[H\x1b[2J")

    def show(self, lines: Sequence[Text | str]) -> None:
        for line in lines:
            self.console.print(line, no_wrap=True, overflow="ellipsis", markup=False)

    def tell(self, text: str, style: str = "") -> None:
        """A sentence. The terminal breaks it where it must, so that a file's name can be copied."""
        self.console.print(Text(text, style), soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """A line from the person; EOFError when there are no more."""
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and history)
        return input(prompt)


def _plain() -> Drawings:
    from coven.terminal import plain_screen

    return plain_screen
