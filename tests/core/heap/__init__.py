"""A game for the tests of versions: whoever takes the last stone of a heap wins.

By version 1 of its rules up to three may be taken, by version 2 up to two.
"""

from __future__ import annotations

from coven.core.definition import Definition

GAME = Definition(name="heap", title="The Heap", players=range(2, 3), package=__name__)
