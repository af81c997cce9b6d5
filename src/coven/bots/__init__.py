"""Bots by text: `bot("random")`, `bot("search:500ms")`, `bot("hecate")`. The same spec works wherever a seat is named.

A spec is a name and its options, each after a colon. A bot is given a view and a budget, never the position: the
same view, seed and budget in iterations give the same move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from coven.bots.budget import USUAL, Budget
from coven.bots.levels import LEVELS, think_ahead
from coven.core.errors import BadOption

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.move import Move
    from coven.core.view import View

MOST_THREADS = 256


class Bot(Protocol):
    """Whoever can choose a move from what a seat may know."""

    def prepare(self, game: Game, wait: bool = True) -> None:
        """Load what the bot runs and refuse what is missing. With `wait` it is compiled when this returns; without,
        a bot plays at once and gets better when compiled code takes over."""

    def choose(self, view: View, budget: Budget | None = None) -> Move:
        """A move of the view's seat; a budget takes the place of the spec's own."""


@dataclass(frozen=True)
class Wishes:
    """The options of a spec, read."""

    seed: int | None = None
    threads: int | None = None
    budget: Budget | None = None
    net: str | None = None


@dataclass(frozen=True)
class Kind:
    """A kind of bot."""

    name: str
    usage: str
    about: str
    options: frozenset[str]  # of Wishes
    make: Callable[[Wishes], Bot]
    budget: Budget | None = None  # how long it thinks unless told


def _random(wishes: Wishes) -> Bot:
    from coven.bots.random_bot import RandomBot

    return RandomBot(wishes.seed)


def _light(wishes: Wishes) -> Bot:
    from coven.bots.judging_bots import LightBot

    return LightBot(wishes.seed)


def _greedy(wishes: Wishes) -> Bot:
    from coven.bots.judging_bots import GreedyBot

    return GreedyBot(wishes.seed)


def _policy(wishes: Wishes) -> Bot:
    from coven.bots.policy_bot import PolicyBot

    return PolicyBot(wishes.net)


def _levels() -> tuple[Kind, ...]:
    """The levels as kinds of their own."""
    return tuple(
        Kind(
            level.name,
            level.name,
            level.about,
            _SEED if level.budget is None else _SEED | {"threads"},
            level.make,
            level.budget,
        )
        for level in LEVELS
    )


_SEED = frozenset({"seed"})
KINDS = {
    kind.name: kind
    for kind in (
        *_levels(),
        Kind(
            "random",
            "random, random:seed=7",
            "plays any legal move, each as likely as the others",
            _SEED,
            _random,
        ),
        Kind("light", "light, light:seed=7", "plays at random, inviting moves more likely", _SEED, _light),
        Kind(
            "greedy",
            "greedy, greedy:seed=7",
            "follows each move to the end of its own turn and takes the best",
            _SEED,
            _greedy,
        ),
        Kind(
            "policy",
            "policy, policy:net=network.npz",
            "plays at once what a network trained by coven train finds best",
            frozenset({"seed", "net"}),
            _policy,
        ),
        Kind(
            "search",
            "search, search:50ms, search:2s, search:iters=2000, search:1s:threads=2:seed=7, search:50ms:net=none",
            "looks ahead over what it can't know; stronger the longer it thinks (half a second unless told)",
            frozenset({"seed", "threads", "budget", "net"}),
            think_ahead,
            USUAL,
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
    kind, wishes = read_spec(spec)
    if wishes.seed is None:
        wishes = replace(wishes, seed=seed)
    return kind.make(replace(wishes, budget=wishes.budget or kind.budget))


def read_spec(spec: str) -> tuple[Kind, Wishes]:
    """The kind of bot a spec names and what it asks for; BadOption says what would be right."""
    name, *options = spec.split(":")
    if name not in KINDS:
        known = "; ".join(kind.usage for kind in KINDS.values())
        raise BadOption(f"there is no bot {spec!r}; there are: {known}")
    kind = KINDS[name]
    found: dict[str, int | str | Budget] = {}
    for option in options:
        key, value = _option(option)
        if key not in kind.options or key in found:
            raise BadOption(f"{spec!r}: the {name} bot can't take {option!r}; it is written {kind.usage}")
        found[key] = value
    return kind, Wishes(**found)  # type: ignore[arg-type]


def _option(text: str) -> tuple[str, int | str | Budget]:
    """An option's name among those of Wishes and its value; an empty name if it is none."""
    key, equals, value = text.partition("=")
    if equals and value.isdecimal() and key == "seed":
        return key, int(value)
    if equals and value.isdecimal() and key == "threads":
        if not 1 <= int(value) <= MOST_THREADS:
            raise BadOption(f"threads are from 1 to {MOST_THREADS}, not {value}")
        return key, int(value)
    if equals and value and key == "net":
        return key, value
    from coven.bots.budget import read

    budget = read(text)
    return ("", 0) if budget is None else ("budget", budget)


__all__ = ["Bot", "Kind", "Wishes", "bot", "is_spec", "read_spec", "specs"]
