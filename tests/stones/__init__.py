"""A tiny game with rules and moves and nothing else: take 1 to 3 stones from a heap, a point each; more points win."""

from __future__ import annotations

from pathlib import Path

from coven.core.definition import Definition, Implementation


def _load() -> Implementation:
    from tests.stones import moves, rules, state

    return Implementation(
        rules=rules, state=state.State, moves=moves.TABLE, most_legal=moves.MOST, folder=Path(__file__).parent
    )


GAME = Definition(name="stones", title="Stones", players=range(1, 5), package=__name__, load=_load)
