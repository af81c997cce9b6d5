"""Bots by text: `bot("random")`, `bot("random:seed=7")`. The same spec works wherever a seat is named.

A spec is a name and its options, each after a colon. A bot is given a view, never the position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from coven.core.errors import BadOption

if TYPE_CHECKING:
    from coven.core.move import Move
    from coven.core.view import View


class Bot(Protocol):
    """Whoever can choose a move from what a seat may know."""

    def choose(self, view: View) -> Move: ...


@dataclass(frozen=True)
class Kind:
    """A kind of bot."""

    name: str
    usage: str
    about: str
    # Makes one from the options of a spec and a seed for bots whose options give none; raises BadOption.
    make: Callable[[list[str], int | None], Bot]


def _random(options: list[str], seed: int | None) -> Bot:
    from coven.bots.random_bot import RandomBot

    for option in options:
        key, _, value = option.partition("=")
        if key != "seed" or not value.isdecimal():
            raise BadOption(f"the random bot has no option {option!r}: write random or random:seed=7")
        seed = int(value)
    return RandomBot(seed)


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "random", "random, random:seed=7", "plays any legal move, each as likely as the others", _random
        ),
    )
}


def specs() -> dict[str, str]:
    """How the bots are written, and what each does."""
    return {kind.usage: kind.about for kind in KINDS.values()}


def is_spec(text: str) -> bool:
    """Whether a text names a bot, whatever its options."""
    return text.partition(":")[0] in KINDS


def bot(spec: str, seed: int | None = None) -> Bot:
    """The bot a spec names. The seed is for specs that give none; without one it differs every time."""
    name, *options = spec.split(":")
    if name not in KINDS:
        known = "; ".join(kind.usage for kind in KINDS.values())
        raise BadOption(f"there is no bot {spec!r}; there are: {known}")
    return KINDS[name].make(options, seed)


__all__ = ["Bot", "Kind", "bot", "is_spec", "specs"]
