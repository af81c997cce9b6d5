"""The coach's reviews of finished games: begun when asked for, kept while they are wanted."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coven.table.refusals import Refusal

if TYPE_CHECKING:
    from coven.table.game_table import GameTable
    from coven.table.hall import Hall

MOST = 64  # reviews that are kept


@dataclass
class Progress:
    """A review, under way or done."""

    done: int = 0
    of: int = 0
    result: dict[str, Any] | None = None
    failed: str = ""

    def as_dict(self) -> dict[str, Any]:
        if self.failed:
            return {"state": "failed", "done": self.done, "of": self.of, "message": self.failed}
        told = {"state": "running" if self.result is None else "done", "done": self.done, "of": self.of}
        return told if self.result is None else {**told, **self.result}


Reviews = OrderedDict[tuple[str, str], Progress]


async def begin(hall: Hall, table: GameTable, lang: str) -> dict[str, Any]:
    """Begin a review, unless there is one."""
    progress = _begin(hall, table, lang)
    if hall.store.postgres and "reviewed" not in table.sheet.manner:
        async with table.lock:
            await hall.arrange(table, lambda connection, manner: manner.update(reviewed=True))
    return progress.as_dict()


def _begin(hall: Hall, table: GameTable, lang: str) -> Progress:
    text = str(table.record())  # refused while the game goes on
    key = (table.id, lang)
    progress = hall.reviews.get(key)
    if progress is None or progress.failed:
        progress = hall.reviews[key] = Progress()
        while len(hall.reviews) > MOST:
            hall.reviews.popitem(last=False)
        hall.run(_work(hall, table, text, lang, progress))
    return progress


def state(hall: Hall, table: GameTable, lang: str) -> dict[str, Any]:
    """How far a review is."""
    progress = hall.reviews.get((table.id, lang))
    if progress is None and "reviewed" in table.sheet.manner:
        progress = _begin(hall, table, lang)  # another process was asked: whoever waits gets it from either
    if progress is None:
        raise Refusal("not_found", "the coach has not been asked to review this game")
    hall.reviews.move_to_end((table.id, lang))
    return progress.as_dict()


async def _work(hall: Hall, table: GameTable, text: str, lang: str, progress: Progress) -> None:
    def tick(done: int, of: int) -> None:
        progress.done, progress.of = done, of

    standard = table.sheet.components == (await hall.shelf.game(table.sheet.game)).components.digest
    components = None if standard else table.game.components.text
    try:
        progress.result = await hall.crew.review(text, components, lang, tick)
    except asyncio.CancelledError:
        raise
    except Exception:
        progress.failed = "the coach could not finish: ask again"
        raise
