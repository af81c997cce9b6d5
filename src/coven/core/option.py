"""An option of a game, as the command line asks for it.

A game lists its options in a module `options` of its own, which must stay light: help is shown without loading a game.
The text given for one is what a record would write.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Option:
    """One option. Without a placeholder or choices it is a switch, which writes "yes"."""

    name: str
    help: str
    placeholder: str = ""
    choices: tuple[str, ...] = ()
    seats: Mapping[str, int] = field(default_factory=dict)  # the number of players a choice is for

    @property
    def switch(self) -> bool:
        """Whether it is only given or not."""
        return not self.placeholder and not self.choices
