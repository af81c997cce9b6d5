"""The moves."""

from __future__ import annotations

from coven.core.moves import Block, MoveTable, Named

MOST = 3
TABLE = MoveTable(Block("take {stones}", "take stones", stones=Named(MOST, ("1", "2", "3"))))
(TAKE,) = TABLE.firsts
