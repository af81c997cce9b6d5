"""Environments for agents: PettingZoo, Gymnasium, OpenSpiel, and many games at once.

env = coven.env.aec("witchstone", players=3)
env = coven.env.gym("witches", seat=0, bots="random")
env = coven.env.batch("witchstone", 1024, seed=1)

Everything is imported when it is first asked for. Importing this makes the games known to Gymnasium, importing
`coven.env.openspiel` to OpenSpiel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coven.env.register import register as _make_known

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coven.core.game import Game
    from coven.core.view import View
    from coven.env.many import Batch, Step
    from coven.env.many_cuda import CudaBatch
    from coven.env.observation import Floats, Listed
    from coven.env.seat import SeatEnv
    from coven.env.turns import TurnsEnv


def _game(game: str | Game) -> Game:
    if isinstance(game, str):
        from coven.core.registry import load

        return load(game)
    return game


def _needed(package: str, extra: str) -> None:
    from importlib.util import find_spec

    from coven.core.errors import BadOption

    if find_spec(package) is None:
        raise BadOption(f"this needs {package}: pip install 'coven[{extra}]'")


def planes(game: str) -> tuple[Listed, ...]:
    """What each stretch of a game's observation holds: name, slice, about."""
    from coven.env.observation import planes

    return planes(_game(game).name)


def observe(view: View) -> Floats:
    """A seat's view as numbers, in the layout of `planes`."""
    from coven.env.observation import observe

    return observe(view)


def actions(game: str) -> int:
    """How many actions a game has; an action is the number of a move."""
    from coven.env.observation import layout

    return layout(_game(game).name).actions


def aec(
    game: str | Game,
    players: int = 2,
    seed: int | None = None,
    reward: str = "win",
    render_mode: str | None = None,
    **options: Any,
) -> TurnsEnv:
    """A PettingZoo AEC environment: every seat is an agent."""
    _needed("pettingzoo", "env")
    from coven.env.turns import TurnsEnv

    return TurnsEnv(_game(game).compile(), players, seed, reward, render_mode, options)


def gym(
    game: str | Game,
    seat: int = 0,
    bots: str | Sequence[str] = "random",
    players: int = 2,
    seed: int | None = None,
    reward: str = "win",
    render_mode: str | None = None,
    **options: Any,
) -> SeatEnv:
    """A Gymnasium environment: one seat against bots."""
    _needed("gymnasium", "env")
    from coven.env.seat import SeatEnv

    return SeatEnv(_game(game).compile(), seat, bots, players, seed, reward, render_mode, options)


def batch(
    game: str | Game,
    n: int,
    players: int = 2,
    seed: int | None = None,
    device: str = "cpu",
    threads: int = 1,
    reward: str = "win",
    check: bool = False,
    into: Step | None = None,
    **options: Any,
) -> Batch | CudaBatch:
    """n games stepped at once, with automatic reset; `into` are arrays of the device to tell of them in."""
    from coven.core.errors import BadOption

    if device == "cpu":
        from coven.env.many import Batch

        return Batch(_game(game), n, players, seed, reward, threads, options, into=into)
    if device == "cuda":
        from coven.env.many_cuda import CudaBatch

        return CudaBatch(_game(game), n, players, seed, reward, check, options, into)
    raise BadOption(f'device is "cpu" or "cuda", not {device!r}')


_make_known()
