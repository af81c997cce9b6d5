"""Stepping through a record, forwards and back."""

from __future__ import annotations

from rich.text import Text

from coven.core.errors import BadOption
from coven.core.language import words
from coven.core.position import Position
from coven.core.record import Record
from coven.core.seats import CHANCE
from coven.terminal import story
from coven.terminal.display import Display
from coven.terminal.ending import result
from coven.terminal.paper import GLOW, LINE, QUIET, Block, title, wrap
from coven.terminal.seats import named


class Replay:
    """A record and where in it we are: 0 is before the first action."""

    def __init__(self, record: Record, lang: str, seat: int | None) -> None:
        if seat is not None and seat not in range(record.players):
            raise BadOption(f"there is no seat {seat}: seats are 0 to {record.players - 1}")
        self.positions = list(record.positions())
        self.lang = lang
        self.say = words(lang)
        self.seat = seat  # through whose eyes; None: of whoever acts
        self.display = Display(record.game, named(record.names, record.players, self.say), lang)
        self.last = len(record)

    def looking(self, position: Position) -> int | None:
        """Through whose eyes a position is seen."""
        if self.seat is not None:
            return self.seat
        return None if position.actor in (None, CHANCE) else position.actor

    def at(self, number: int | None) -> int:
        """An action's number from the command line: the end by default, from the end if negative."""
        found = self.last if number is None else number + self.last if number < 0 else number
        if not 0 <= found <= self.last:
            raise BadOption(f"the record has {self.last} actions: there is no position at {number}")
        return found

    def print(self, number: int) -> None:
        """One position, whole."""
        position = self.positions[number]
        self.display.show(self.display.table(position, position.view(self.looking(position))))
        self.display.show(self._told(number))

    def log(self, number: int) -> None:
        """All that happened up to an action, turn by turn, and where the points came from."""
        display, position = self.display, self.positions[number]
        display.show(story.whole(position, display.names, self.lang, self.seat, display.width))
        display.show([title(self.say("Points"), display.width)])
        display.show(story.points(position, display.names, self.lang))

    def run(self, number: int) -> int:
        """Step through it until the person has enough."""
        note = ""
        while True:
            position = self.positions[number]
            told = self._told(number)
            self.display.clear()
            self.display.show(
                self.display.table(position, position.view(self.looking(position)), below=len(told) + 3)
            )
            self.display.show(told)
            self.display.tell(
                note
                or self.say("Enter or n: next · p: back · a number: go there · s: start · e: end · q: quit"),
                GLOW if note else QUIET,
            )
            note = ""
            try:
                line = self.display.ask("> ").strip().casefold()
            except EOFError:
                return 0
            if line in ("", "n"):
                number = min(self.last, number + 1)
            elif line == "p":
                number = max(0, number - 1)
            elif line == "s":
                number = 0
            elif line == "e":
                number = self.last
            elif line in ("q", "quit", "exit"):
                return 0
            elif line.isdecimal() and int(line) <= self.last:
                number = int(line)
            else:
                note = self.say("Type n, p, s, e, q or a number from 0 to {last}", last=self.last)

    def _told(self, number: int) -> Block:
        """The last actions in words, the newest last, and what is asked next or how the game ended."""
        position = self.positions[number]
        heading = self.say("Action {n} of {all}", n=number, all=self.last)
        lines = [title(heading, self.display.width)]
        shown = 3 if self.display.tall else 1
        view = None if self.seat is None else position.view(self.seat)
        lines += story.told(position, self.display.names, self.lang, max(0, number - shown), view)[-shown:]
        if not position.over:
            return [*lines, Text.assemble(("▸ ", LINE), (position.prompt(self.lang), "bold"))]
        lines.append(title(self.say("The end"), self.display.width))
        for line in result(position, self.display):
            lines += wrap(line, self.display.width)
        return lines
