"""The games under Gymnasium's names: coven/Witchstone-v0 and coven/Witches-v0."""

from __future__ import annotations

IDS = {"coven/Witchstone-v0": "witchstone", "coven/Witches-v0": "witches"}


def register() -> None:
    """Make the names known to `gymnasium.make`."""
    # Gymnasium calls this while it is itself being imported.
    from gymnasium.envs import registration

    for id, game in IDS.items():
        if id not in registration.registry:
            registration.register(id=id, entry_point="coven.env:gym", kwargs={"game": game})
