"""Every move of a game, declared once: a table of blocks from which come numbers, texts, the parser and the meaning.

    TABLE = MoveTable(
        Block("tower {place}", "the big witch", place=Named(PLACES, place_names)),
        Block("stop", "give up the rest"),
        Block("find {token}", "a token turned up", chance=True, token=Named(TOKENS, TOKEN_NAMES)),
    )
    TOWER, STOP, FIND = TABLE.firsts

The numbers of a block follow each other, the last parameter running fastest, so that rules list moves in rising order:
number = first + arguments as digits. Outcomes of chance come behind the players' moves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple

from coven.core.components import Data

Names = Sequence[str | None] | Callable[[Data], Sequence[str | None]]


@dataclass(frozen=True)
class Named:
    """A parameter's size, and how its values are written; from a component file, if they depend on one.

    A file may name fewer than there is room for, and None is a value without use: such moves have no text.
    """

    size: int
    names: Names | None = None  # None: the numbers themselves

    def written(self, data: Data) -> list[str | None]:
        """Every value as it is written; None for one that there is not with these components."""
        if self.names is None:
            return [str(value) for value in range(self.size)]
        names = list(self.names(data) if callable(self.names) else self.names)
        return names[: self.size] + [None] * (self.size - len(names))


class Decoded(NamedTuple):
    """A move taken apart."""

    verb: str
    arguments: tuple[int, ...]


class Block:
    """Moves of one kind: the pattern of their text, what they do, and their parameters in order.

    A pattern names parameters in braces. `text` writes what a pattern can't: it is given the component file's data
    and the arguments, and returns None for a move without use. `touch` is the `data-key` of what in the picture stands
    for a move, with the numbers of its arguments: "hand:{card}".
    """

    def __init__(
        self,
        pattern: str,
        about: str,
        *,
        verb: str = "",  # the pattern's first word, unless another block has it too
        chance: bool = False,
        veiled: bool = False,  # never made: how a move is told to those who may not know it
        text: Callable[..., str | None] | None = None,
        touch: str = "",
        **parameters: int | Named,
    ) -> None:
        self.pattern = pattern
        self.about = about
        self.verb = verb or pattern.split()[0]
        self.chance = chance
        self.veiled = veiled
        self.text = text
        self.touch = touch
        self.parameters: Mapping[str, Named] = {
            name: Named(size) if isinstance(size, int) else size for name, size in parameters.items()
        }
        self.shape = tuple(parameter.size for parameter in self.parameters.values())
        self.size = prod(self.shape)
        self.first = 0  # set by the table it stands in

    def number(self, arguments: Sequence[int]) -> int:
        """The move with these arguments."""
        if len(arguments) != len(self.shape):
            raise ValueError(f"{self.verb} takes {len(self.shape)} arguments, not {len(arguments)}")
        number = 0
        for argument, size in zip(arguments, self.shape, strict=True):
            if not 0 <= argument < size:
                raise ValueError(f"{argument} is not from 0 to {size - 1}, as {self.verb} needs")
            number = number * size + argument
        return self.first + number

    def arguments(self, number: int) -> tuple[int, ...]:
        """The arguments of one of its moves."""
        rest = number - self.first
        found = []
        for size in reversed(self.shape):
            rest, argument = divmod(rest, size)
            found.append(argument)
        return tuple(reversed(found))

    def touched(self, number: int) -> str:
        """What in the picture stands for one of its moves."""
        return self.touch.format(**dict(zip(self.parameters, self.arguments(number), strict=True)))

    def texts(self, data: Data) -> Iterator[str | None]:
        """How its moves are written, in order."""
        if self.text is not None:
            yield from (self.text(data, *at) for at in product(*map(range, self.shape)))
            return
        names = [parameter.written(data) for parameter in self.parameters.values()]
        for values in product(*names):
            if any(value is None for value in values):
                yield None
            else:
                written = self.pattern.format(**dict(zip(self.parameters, values, strict=True)))
                yield " ".join(written.split())


class MoveTable:
    """The blocks of a game, in the order of their numbers."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        self.size = 0
        for block in blocks:
            block.first = self.size
            self.size += block.size
        self.firsts = tuple(block.first for block in blocks)  # to be unpacked into names that rules can use
        self.by_verb = {block.verb: block for block in blocks}
        self._decoded: dict[int, Decoded] = {}
        if len(self.by_verb) != len(blocks):
            raise ValueError("two blocks have the same verb: give one of them another")
        luck = [block.chance or block.veiled for block in blocks]
        if luck != sorted(luck):
            raise ValueError("outcomes of chance and veiled moves come behind the players' moves")

    @property
    def actions(self) -> int:
        """How many moves players choose from; they come first."""
        return sum(block.size for block in self.blocks if not (block.chance or block.veiled))

    def block(self, number: int) -> Block:
        """The block a move belongs to."""
        if not 0 <= number < self.size:
            raise ValueError(f"there is no move number {number}")
        return self.blocks[bisect_right(self.firsts, number) - 1]

    def decode(self, number: int) -> Decoded:
        """A move's verb and arguments."""
        found = self._decoded.get(number)
        if found is None:
            block = self.block(number)
            found = self._decoded[number] = Decoded(block.verb, block.arguments(int(number)))
        return found

    def encode(self, verb: str, *arguments: int) -> int:
        """The number of a move; `decode` taken back."""
        return self.by_verb[verb].number(arguments)

    def touch(self, number: int) -> str:
        """What in the picture stands for a move, if its block says so."""
        return self.block(number).touched(number)

    def meant(self, thing: str) -> list[int]:
        """The moves that a thing of the picture stands for."""
        named = [block for block in self.blocks if block.touch]
        numbers = [number for block in named for number in range(block.first, block.first + block.size)]
        return [number for number in numbers if self.touch(number) == thing]

    def texts(self, data: Data) -> list[str | None]:
        """The notation of every move by number; None for numbers a component set has no use for."""
        return [text for block in self.blocks for text in block.texts(data)]

    def page(self) -> str:
        """The notation as a Markdown table, for people."""
        lines = ["| move | what it does |", "|---|---|"]
        for block in self.blocks:
            if not block.veiled:
                luck = "luck: " if block.chance else ""
                lines.append(f"| `{block.pattern}` | {luck}{block.about} |")
        return "\n".join(lines) + "\n"
