"""One package a game; each names its definition GAME.

`coven.games` is this package, and also the call that lists the games: `coven.games()`.
"""

import sys
from types import ModuleType

from coven.core import registry


class _Games(ModuleType):
    """A module that can be called."""

    def __call__(self) -> tuple[str, ...]:
        return registry.games()


sys.modules[__name__].__class__ = _Games
