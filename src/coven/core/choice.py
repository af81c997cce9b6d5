"""What a person can choose: a tree of choices whose leaves are moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coven.core.move import Legal, Move

if TYPE_CHECKING:
    from coven.core.view import View


# Not frozen, which makes it four times as slow to build, and some decisions have a thousand.
@dataclass(slots=True)
class Choice:
    """A line of a menu: a move, or a question with choices of its own. Nobody changes one."""

    label: str
    key: str = ""  # what may be typed instead of the number
    move: Move | None = None
    question: str = ""
    inside: tuple[Choice, ...] = ()
    focus: str = ""  # the part of the table to look at while choosing inside
    touch: str = ""  # the data-key of what stands for it in the picture; without one it is looked through
    gives: int | None = None  # the actions that the half of a tile would give here
    marks: tuple[str, ...] = ()  # the data-keys of the cells that make the group
    plain: str = ""  # the label where the picture stands beside it, without what is typed
    tip: str = ""  # what it is or brings, in a sentence
    quiet: bool = False  # it costs something: offered, but not lit like the others
    # A thing of two halves, whose cells are chosen inside, one in the other: it is laid by hand.
    halves: bool = False


def offered(view: View, legal: Legal, lang: str) -> list[Choice]:
    """The moves as a tree of choices, whose leaves are exactly the moves; a list, if the game makes none."""
    own = view.game.implementation.choices
    if own is not None:
        return own(view, legal, lang)
    touch = view.game.moves.touch
    return [Choice(move.label(lang), move=move, touch=touch(move.id)) for move in legal]


def opened(choices: Sequence[Choice]) -> Sequence[Choice]:
    """The choices without a question that has a single answer."""
    while len(choices) == 1 and choices[0].inside:
        choices = choices[0].inside
    return choices


def leaves(choices: Sequence[Choice]) -> Iterator[Move]:
    """The moves that can be reached from these choices."""
    for choice in choices:
        if choice.move is not None:
            yield choice.move
        yield from leaves(choice.inside)


def touchable(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The choices a pointer can make next: those with something to touch, seen through the others."""
    for choice in choices:
        if choice.touch:
            yield choice
        else:
            yield from touchable(choice.inside)


def pick(choices: Sequence[Choice], word: str) -> Choice | None:
    """The choice with this number (from 1) or key."""
    if word.isdecimal():
        number = int(word)
        return choices[number - 1] if 1 <= number <= len(choices) else None
    for choice in choices:
        if choice.key and choice.key.casefold() == word.casefold():
            return choice
    return None


def walk(choices: Sequence[Choice], text: str) -> Choice | None:
    """Follow several answers at once: "2 c3 c4"."""
    found: Choice | None = None
    for word in text.split():
        if found is not None:
            choices = opened(found.inside)
        found = pick(choices, word)
        if found is None:
            return None
    return found
