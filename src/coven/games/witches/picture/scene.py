"""What every part of the picture is given: the facts, the words, the colours, and what may be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from coven.core import art, scene
from coven.core.lazily import lazily
from coven.core.moves import Decoded
from coven.games.witches import names
from coven.games.witches.state import ATTEMPT, DUNGEON, EASY, HARD, ROW, UNKNOWN


@dataclass
class Marks(scene.Marks):
    """What the legal moves touch, by kind."""

    spaces: set[int] = field(default_factory=set)
    uses: dict[int, set[str]] = field(default_factory=dict)  # of a card: symbol, effect, power, discard
    dice: set[int] = field(default_factory=set)  # of the pair just rolled
    takes: set[int] = field(default_factory=set)  # seats whose Cackle may be taken
    trainees: set[int] = field(default_factory=set)
    powers: int = 0  # ways to choose three cards
    tile: bool = False
    roll: bool = False
    gives_back: bool = False

    def note(self, move: Decoded, tables: Any) -> None:
        match move:
            case "to" | "flee" | "look" | "turn" | "crisis", (space,):
                self.spaces.add(space)
            case "symbol", (card,):
                self._use(card, "symbol")
            case "play", (card,):
                self._use(card, "effect")
            case "power", cards:
                self.powers += 1
                for name, which in enumerate(cards):
                    self._use(int(tables.power_cards[name][which]), "power")
            case "discard", (card,):
                self._use(card, "discard")
            case "reroll", (which,):
                self.dice |= ({0}, {1}, {0, 1})[which]
            case "take", (seat,):
                self.takes.add(seat)
            case "choose", (trainee,):
                self.trainees.add(trainee)
            case "return", (number,) if number > 0:
                self.gives_back = True
            case "tile", ():
                self.tile = True
            case "roll" | "face", ():
                self.roll = True
            case _:
                pass

    def _use(self, card: int, use: str) -> None:
        self.uses.setdefault(card, set()).add(use)


class Scene(scene.Scene):
    """One picture's ingredients."""

    kind_of_marks = Marks
    marks: Marks

    @lazily
    def board(self) -> Mapping[str, Any]:
        return dict(self.components["board"])

    @lazily
    def paths(self) -> Sequence[Sequence[str]]:
        return list(self.components["paths"]["list"])

    @lazily
    def cards(self) -> Sequence[Mapping[str, Any]]:
        return list(self.components["cards"]["list"])

    @lazily
    def problems(self) -> Sequence[str]:
        """Ids of the kinds."""
        parts = ("easy_problems", "hard_problems")
        return [kind["id"] for part in parts for kind in self.components[part]["list"]]

    @lazily
    def spaces(self) -> Sequence[Mapping[str, Any]]:
        """Id, x and y of each."""
        return [space for place in self.board["locations"] for space in place["spaces"]]

    @lazily
    def stands(self) -> Sequence[tuple[Mapping[str, Any], int]]:
        """The location of each space, and which of its spaces it is."""
        places = self.board["locations"]
        return [(place, number) for place in places for number in range(len(place["spaces"]))]

    # Facts.

    def shown(self) -> tuple[int, ...]:
        """The problem of each space as the viewer knows it: -1 none, UNKNOWN what she has not seen."""
        return self._shown

    @lazily
    def _shown(self) -> tuple[int, ...]:
        s = self.state
        own = 0 if self.seat is None else 1 << self.seat
        told = zip(s.tile, s.face_up, s.lookers, strict=True)
        return tuple(kind if kind < 0 or up or lookers & own else UNKNOWN for kind, up, lookers in told)

    def tile(self, space: int) -> int:
        """The problem of a space, as `shown` told it to the part."""
        return int(self.state.shown[space])

    def looked(self, space: int, seat: int) -> bool:
        return bool(int(self.state.lookers[space]) >> seat & 1)

    def witches(self, place: int) -> list[int]:
        """Who stands in a place; nobody stands anywhere before a trainee is chosen."""
        s = self.state
        return [k for k in range(self.players) if int(s.at[k]) == place and int(s.trainee[k]) >= 0]

    def easy(self, seat: int) -> int:
        """Easy tiles solved, wherever they lie."""
        return sum(int(n) for n in self.state.solved[seat][:EASY])

    def hard(self, seat: int) -> int:
        return sum(int(n) for n in self.state.solved[seat][EASY : EASY + HARD])

    def attempt(self) -> int:
        """The space of the problem being attempted, -1 if none."""
        s = self.state
        for d in range(int(s.depth)):
            if int(s.frame_kind[d]) == ATTEMPT:
                return int(s.frame_what[d])
        return -1

    def display_bonus(self, seat: int) -> int:
        """1 for every two hard tiles of the display (TW-P5)."""
        return min(ROW, self.hard(seat)) // 2

    # Words.

    def named(self, thing: Mapping[str, Any]) -> str:
        """What a thing is called in the reader's language: by the component file, else by the catalogue."""
        return str(thing.get(self.say.lang) or self.say(thing["name"]))

    def location(self, index: int) -> str:
        return self.named(self.board["locations"][index])

    def space_name(self, place: int) -> str:
        if place == DUNGEON:
            return self.say("Dungeon")
        return self.location(int(self.tables.location[place]))

    def problem_tip(self, kind: int) -> str:
        """A face-up problem in words."""
        t, say = self.tables, self.say
        if kind == UNKNOWN:
            return say("A hard problem, face down")
        said = say(
            "{problem}: difficulty {n}, {points}",
            problem=names.problem(self.components, kind, say),
            n=int(t.difficulty[kind]),
            points=say.plural("{n} point", "{n} points", int(t.points[kind])),
        )
        failure = names.failure(int(t.failure[kind]), say)
        return f"{said}; {failure}" if failure else said


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def lines_of(text: str, width: int, most: int) -> list[str]:
    """Text broken at spaces into at most so many lines of about the same length, the last one cut if need be."""
    lines = _wrapped(text, width)
    for narrow in range(width - 1, 0, -1):
        closer = _wrapped(text, narrow)
        if len(closer) > len(lines):
            break
        lines = closer
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [art.clip(line, width + 2) for line in lines]
