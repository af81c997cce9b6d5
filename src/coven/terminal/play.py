"""A game at one keyboard: people choose from menus or type notation, bots answer, every action is saved."""

from __future__ import annotations

import random
import shlex
from collections.abc import Collection, Sequence
from pathlib import Path

from rich.text import Text

from coven.core.choice import Choice, leaves, offered, opened, pick, walk
from coven.core.errors import CovenError, IllegalMove, UnknownMove
from coven.core.language import words
from coven.core.position import Position
from coven.core.seats import CHANCE
from coven.core.view import View
from coven.core.why import Reason
from coven.terminal import saves, story
from coven.terminal.display import Display
from coven.terminal.ending import result
from coven.terminal.paper import GLOW, LINE, QUIET, Block, columns, marked, title, wrap
from coven.terminal.seats import Seat, warming

INTERRUPTED = 130  # what a shell expects after Ctrl-C
RECENT = 120  # actions of others that are looked through for what is worth telling


class Quit(Exception):
    """The person wants to stop."""


class Session:
    """One game from here to its end, or to where the people stop."""

    def __init__(
        self,
        position: Position,
        seats: Sequence[Seat],
        path: Path,
        lang: str,
        manual: bool,
        ask_all: bool = False,
        kept: str | None = None,
    ) -> None:
        self.position = position
        self.seats = seats
        self.path = path
        self.lang = lang
        self.say = words(lang)
        self.manual = manual  # what luck decides is typed in
        self.ask_all = ask_all  # also where only one move can be made
        self.display = Display(position.game, [seat.name for seat in seats], lang)
        self.people = [number for number, seat in enumerate(seats) if seat.bot is None]
        self._kept = kept  # what the file holds as far as we know; None: there is none
        self._news_of_file: list[str] = []  # what is still to be told about it
        self._looking: int | None = None  # the person in front of the screen
        self._typed: list[str] = []  # moves of a line not yet made
        self._forced: set[int] = set()  # numbers of the actions made without asking

    def run(self) -> int:
        """Play on; returns the exit code."""
        try:
            self._save()
            while not self.position.over:
                self._step()
                self._save()
        except (Quit, EOFError):
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED)
        self._finish()
        return 0

    def _step(self) -> None:
        """One action, or one taken back."""
        position = self.position
        actor = position.actor
        assert actor is not None
        if actor == CHANCE:
            if self.manual:
                self._decide(actor)
            else:
                moves, weights = zip(*position.chances, strict=True)
                position.play(random.SystemRandom().choices(moves, weights)[0])
            return
        bot = self.seats[actor].bot
        if bot is not None:
            position.play(bot.choose(position.view(actor)))
        elif self._is_forced(position):
            self._go_on()
        elif self._seated(actor):
            self._decide(actor)

    def _is_forced(self, position: Position) -> bool:
        """Whether a person would be asked without having a choice."""
        return position.actor != CHANCE and len(position.legal) == 1 and not self.ask_all

    def _go_on(self) -> None:
        """Make the only move there is."""
        position = self.position
        move = position.legal[0]
        if self._typed and position.game.find(self._typed[0]) == move.id:
            self._typed.pop(0)
        self._forced.add(position.ply)
        position.play(move)

    def _save(self) -> None:
        """Write the game to its file; to another beside it if somebody else has written there since."""
        record, say = self.position.record(), self.say
        if saves.content(self.path) not in (None, self._kept):
            other, self.path = self.path, saves.beside(self.path)
            self._news_of_file = [
                say("The game in {file} was continued in another window", file=other),
                say("Your own game is saved beside it, in {file}", file=self.path),
                self._how_to_go_on(),
            ]
        record.save(self.path)
        self._kept = str(record)

    def _how_to_go_on(self) -> str:
        return self.say("Go on with: {command}", command=f"coven resume {shlex.quote(str(self.path))}")

    def _tell_of_file(self) -> None:
        for line in self._news_of_file:
            self.display.tell(line, GLOW)
        self._news_of_file = []

    def _leave(self, code: int) -> int:
        say = self.say
        self.display.tell("")
        if self._news_of_file:
            self._tell_of_file()
            return code
        self.display.tell(say("The game is saved in {file}", file=self.path))
        self.display.tell(self._how_to_go_on())
        return code

    # -- people ---------------------------------------------------------------------------------------------

    def _seated(self, actor: int) -> bool:
        """Between people the hands are hidden until the next one is there. False if a move was taken back."""
        before, self._looking = self._looking, actor
        if before == actor or len(self.people) < 2 or self.manual:
            return True
        say, name = self.say, self.seats[actor].name
        self.display.clear(history=True)
        self.display.show([marked(actor, say("{name}, it is your turn.", name=name))])
        undo = before is not None and self._steps_back([before]) > 0
        if undo:
            self.display.tell(
                say("Or type undo to take back the last move of {name}.", name=self.seats[before or 0].name)
            )
        answer = self.display.ask(say("Press Enter when nobody else looks: "))
        if undo and answer.strip().casefold() in ("undo", "u"):
            self._take_back([before or 0])
            self._looking = before
            return False
        return True

    def _decide(self, actor: int) -> None:
        """Ask until an action is made or taken back."""
        position = self.position
        view = position.view(None if actor == CHANCE else actor)
        root = offered(view, position.legal, self.lang)
        way: list[Choice] = []
        notes: Block = [Text(line, QUIET) for line in warming(self.seats, position.game, self.say)]
        section, drawn = "", False
        while True:
            choices = opened(way[-1].inside if way else root)
            if self._typed:
                line = self._typed.pop(0)
            else:
                self._show(view, choices, way, notes, section, drawn)
                line, *self._typed = self.display.ask("> ").split(";")
            line = " ".join(line.split())
            notes, drawn = [], False
            if not line or line.casefold() in ("0", "back"):
                way = way[:-1]
                section = ""
            elif line.casefold() in self.display.drawings.SECTIONS:
                section = line.casefold()
            elif line.casefold() in ("undo", "u"):
                if self._undo(actor):
                    return
                notes = [Text(self.say("There is nothing you can take back now"), GLOW)]
            elif self._command(line.casefold(), view):
                drawn = True
            else:
                problem, found = self._choose(line, choices)
                if problem:
                    notes, self._typed = [Text(problem, GLOW)], []
                elif found is not None and found.move is None:
                    way.append(found)
                else:
                    return

    def _choose(self, line: str, choices: Sequence[Choice]) -> tuple[str, Choice | None]:
        """Make the move a line names. A problem in a sentence, or a choice that asks further, or neither."""
        position = self.position
        if position.game.find(line) is not None:
            try:
                position.play(line)
            except IllegalMove as problem:
                return self._refused(line, problem.reason) if problem.reason else str(problem), None
            except CovenError as problem:
                return str(problem), None
            return "", None
        found = walk(choices, line)
        if found is None:
            return self._not_found(line, choices), None
        if found.move is not None:
            position.play(found.move)
        return "", found

    def _refused(self, line: str, reason: Reason) -> str:
        """Why a move can't be made now."""
        position, say = self.position, self.say
        why = reason.label(self.lang, position.names) + (f" ({reason.rule})" if reason.rule else "")
        told = say("{move} can't be played now. {why}", move=line, why=why)
        verb = line.split()[0].casefold()
        same = [move.text for move in position.legal if move.text.split()[0].casefold() == verb]
        if not same:
            return told
        moves = ", ".join(same[:5]) + (" …" if len(same) > 5 else "")
        return f"{told} {say('Of that kind only: {moves}', moves=moves)}"

    def _not_found(self, line: str, choices: Sequence[Choice]) -> str:
        """Why a line is no answer."""
        say = self.say
        for word in line.split():
            if not choices:
                return say("That is more than one move: write ; between moves")
            found = pick(choices, word)
            if found is None:
                if word.isdecimal():
                    return say("There is no {number} here: choose 1 to {n}", number=word, n=len(choices))
                break
            choices = opened(found.inside)
        help = say("Choose a number, type a move, or ? for help")
        try:
            self.position.game.parse(line)
        except UnknownMove as problem:
            told = str(problem)
            return f"{told}{'' if told.endswith('?') else '.'} {help}"
        return help

    def _undo(self, actor: int) -> bool:
        """Take back the last action, if it was made by the one who asks."""
        # Who types in a whole table may take back whatever was typed.
        mine = [*self.people, CHANCE] if self.manual else [actor]
        return self._take_back(mine)

    def _steps_back(self, seats: Collection[int]) -> int:
        """How many actions these seats take back: the last choice and what followed from it; 0 if they can't."""
        position = self.position.copy()
        steps = 0
        while any(position.can_undo(seat) for seat in seats):
            position.undo()
            steps += 1
            if not self._is_forced(position):
                return steps
        return 0

    def _take_back(self, seats: Collection[int]) -> bool:
        steps = self._steps_back(seats)
        for _ in range(steps):
            self.position.undo()
            self._forced.discard(self.position.ply)
        return steps > 0

    # -- what is shown --------------------------------------------------------------------------------------

    def _show(
        self,
        view: View,
        choices: Sequence[Choice],
        way: Sequence[Choice],
        notes: Block,
        section: str,
        drawn: bool,
    ) -> None:
        """The table, what happened, what is asked and the menu; the table only if it was not drawn yet."""
        display = self.display
        question = way[-1].question if way else ""
        menu = [
            Text.assemble((f"{number:>2} ", LINE), choice.label, ("  …" if choice.inside else "", QUIET))
            for number, choice in enumerate(choices, 1)
        ]
        below = [*self._asked(view, question), *columns(menu, display.width)]
        happened: Block = []
        if not way:
            start, most = story.since_own(view, RECENT, self._forced), 4 if display.tall else 1
            happened = story.told(self.position, display.names, self.lang, start, view, self._forced)[-most:]
        if not drawn:
            display.clear()
            rest = len(below) + len(happened) + len(notes) + len(self._news_of_file) + 2
            table = display.table(
                self.position,
                view,
                below=rest,
                section=section,
                focus=way[-1].focus if way else "",
                offered=leaves(choices),
            )
            display.show([*table, title("", display.width), *happened])
        display.show(below)
        for note in notes:
            display.console.print(note)
        self._tell_of_file()

    def _asked(self, view: View, question: str) -> Block:
        """Whose turn it is, what is being done, what waits."""
        say = self.say
        actor = view.actor
        waiting = view.pending(self.lang)
        prompt = view.prompt(self.lang)
        if waiting and waiting[0].startswith(prompt):
            prompt = waiting.pop(0)
        line = (
            Text(say("Luck decides"), "bold")
            if actor in (CHANCE, None)
            else marked(actor or 0, self.seats[actor or 0].name)
        )
        line.append(f" · {prompt}", "bold")
        if waiting:
            line.append(f" · {' · '.join(waiting)}", QUIET)
        lines = [line]
        if question:
            lines.append(Text.assemble(question, (f" · {say('Enter goes back')}", QUIET)))
        else:
            lines[0].append(f" · {say('? for help')}", QUIET)
        return [*lines, *self.display.alarms(view)]

    def _command(self, word: str, view: View) -> bool:
        """A command that only shows something. False if the word is none."""
        display, position = self.display, self.position
        if word in ("?", "help"):
            display.show(self._help(view))
        elif word == "moves":
            display.show(columns([Text(move.text) for move in position.legal], display.width))
        elif word == "log":
            display.show(story.told(position, display.names, self.lang, 0, view, self._forced))
        elif word == "points":
            display.show(story.points(position, display.names, self.lang))
        elif word == "view":
            others = display.drawings.others
            display.show(others(view, names=display.names, lang=self.lang, width=display.width))
        elif word in ("quit", "q", "exit"):
            raise Quit
        else:
            return False
        return True

    def _help(self, view: View) -> Block:
        say, display = self.say, self.display
        commands = [
            (say("a number"), say("choose from the menu; the steps of one move: 2 5 1")),
            (
                say("a move"),
                say("in notation, several with ; between them; moves lists all that can be made"),
            ),
            ("Enter", say("go back, or draw the table again")),
            ("undo", say("take back your last action, as long as nothing new was revealed")),
            (" ".join(display.drawings.SECTIONS), say("look at a part of the table")),
            ("view", say("look at what every player has")),
            ("log", say("read what has happened")),
            ("points", say("see where everyone's points came from")),
            ("quit", say("stop; the game is saved after every action")),
        ]
        size = max(len(word) for word, _ in commands) + 2
        lines = [title(say("Help"), display.width)]
        for word, what in commands:
            if not word:  # the table has no parts
                continue
            lines += wrap(Text.assemble((f"{word:<{size}}", LINE), what), display.width, size)
        lines.append(title(say("Signs"), display.width))
        for line in display.drawings.legend(view, names=display.names, lang=self.lang):
            lines += wrap(line, display.width)
        return lines

    def _finish(self) -> None:
        """The last table and how the points came together."""
        display, position, say = self.display, self.position, self.say
        seat = self.people[0] if len(self.people) == 1 else None
        display.clear()
        display.show(display.table(position, position.view(seat), below=position.players + 5))
        display.show([title(say("The end"), display.width)])
        for line in result(position, display):
            display.console.print(line)
        self._tell_of_file()
        display.tell(say("The game is saved in {file}", file=self.path), QUIET)
