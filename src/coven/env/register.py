"""The games under Gymnasium's names: coven/Witchstone-v0 for `witchstone`.

Gymnasium looks for no plug-ins: a package makes its names known when it is imported. `coven.env` does, so after
`import coven.env` they are known, and `gymnasium.make("coven.env:coven/Witchstone-v0")` imports it itself.
"""

from __future__ import annotations

from importlib.util import find_spec

from coven.core.registry import games


def name_of(game: str) -> str:
    """A game's name in Gymnasium."""
    return f"coven/{''.join(word.capitalize() for word in game.split('_'))}-v0"


def register() -> None:
    """Make every game known to `gymnasium.make`, where there is a Gymnasium."""
    if find_spec("gymnasium") is None:
        return
    from gymnasium.envs import registration

    for game in games():
        id = name_of(game)
        if id not in registration.registry:
            registration.register(id=id, entry_point="coven.env:gym", kwargs={"game": game})
