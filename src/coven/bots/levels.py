"""Levels to choose an opponent by: each a bot with a name of its own, weaker ones by judging less, not by blundering.

docs/bots.md says how they do against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coven.bots.budget import USUAL, Budget
from coven.core.language import Words

if TYPE_CHECKING:
    from coven.bots import Bot, Wishes

EVERYDAY = "thistle"  # quick, and worth playing
FIRST = "pipkin"  # for a first game


@dataclass(frozen=True)
class Level:
    """An opponent: a name, and how it plays in a few words."""

    name: str  # the spec
    make: Callable[[Wishes], Bot]
    budget: Budget | None = None  # of those that search

    @property
    def title(self) -> str:
        """The name as a seat shows it; a name is not translated."""
        return self.name.capitalize()

    @property
    def about(self) -> str:
        """How it plays."""
        return LINES[self.name]


def _pipkin(wishes: Wishes) -> Bot:
    from coven.bots.judging_bots import SoftBot

    return SoftBot(wishes.seed)


def _bramble(wishes: Wishes) -> Bot:
    from coven.bots.judging_bots import InvitingBot

    return InvitingBot()


def _thistle(wishes: Wishes) -> Bot:
    from coven.bots.judging_bots import GreedyBot

    return GreedyBot(wishes.seed)


def think_ahead(wishes: Wishes) -> Bot:
    """A search."""
    from coven.bots.search_bot import SearchBot

    return SearchBot(wishes.budget or USUAL, wishes.seed, wishes.threads, net=wishes.net)


LINES = {
    "pipkin": "sees little difference between moves, for a first game",
    "bramble": "plays what looks best at once and never looks ahead",
    "thistle": "weighs every move to the end of the turn",
    "nightshade": "looks a little into the turns to come",
    "hecate": "thinks for two seconds of all that may come, the strongest there is",
}
LEVELS = (
    Level("pipkin", _pipkin),
    Level("bramble", _bramble),
    Level("thistle", _thistle),
    Level("nightshade", think_ahead, Budget(seconds=0.02)),
    Level("hecate", think_ahead, Budget(seconds=2.0)),
)


def lines(say: Words) -> list[dict[str, str]]:
    """The levels, the easiest first, for those who choose: how each is written, called and plays."""
    told = {name: say(line) for name, line in LINES.items()}
    return [{"spec": level.name, "name": level.title, "line": told[level.name]} for level in LEVELS]
