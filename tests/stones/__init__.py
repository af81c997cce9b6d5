"""A tiny game with rules and moves and nothing else: take 1 to 3 stones from a heap, a point each; more points win."""

from __future__ import annotations

from coven.core.definition import Definition

GAME = Definition(name="stones", title="Stones", players=range(1, 5), package=__name__)
