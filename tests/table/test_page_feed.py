"""Pages kept up to date: put together from what it is told, a page shows what one shows that has just come."""

from __future__ import annotations

import json
import random
import zlib
from typing import Any, cast

import pytest

import coven
from coven.core.position import Position
from coven.lab.bench_clients import PageModel
from coven.table.broadcast import Watcher
from coven.table.page_feed import Moment, Page, PageFeed
from coven.table.server import Server

STEPS = 160  # of a game, moves taken back among them


class Looking:
    """A page that looks on from a seat, or from none, and one that comes anew at every moment."""

    def __init__(self, feed: PageFeed, seat: int | None) -> None:
        self.feed = feed
        self.watcher = Watcher(seat, (), Page("en", "dark"))
        self.model = PageModel()

    def differs(self, moment: Moment) -> list[str]:
        """How it differs from the new one once it is told of a moment."""
        self.model.hear(self._told(moment, self.watcher))
        new = Watcher(self.watcher.seat, (), Page("en", "dark"))
        return self.model.differs(self._told(moment, new))

    def _told(self, moment: Moment, watcher: Watcher) -> dict[str, Any]:
        ((_, message),) = self.feed._told(moment, [watcher], {})
        text = message if isinstance(message, str) else zlib.decompress(message)
        told: dict[str, Any] = json.loads(text)
        return told


def at(position: Position, seq: int, undone: int) -> Moment:
    kinds = ["human"] * position.players
    return Moment(position.copy(), seq, kinds, False, position.actor, False, undone)


@pytest.mark.parametrize("name", coven.games())
@pytest.mark.parametrize("seed", [1, 2])
def test_a_page_shows_what_one_shows_that_has_just_come_also_when_moves_are_taken_back(
    name: str, seed: int
) -> None:
    """A move that is taken back may have shared a line of the log with what stays: "Owl walks to Mad Stoat"."""
    luck = random.Random(seed)
    position = coven.load(name).new(2, seed=seed)
    feed = PageFeed(cast(Server, None))
    pages = [Looking(feed, seat) for seat in (0, 1, None)]
    undone = 0
    for seq in range(STEPS):
        if position.over:
            break
        if luck.random() < 0.4 and any(position.can_undo(seat) for seat in range(position.players)):
            position.undo()
            undone += 1
        else:
            position.play(luck.choice(position.legal))
        if luck.random() < 0.3:
            continue  # the process hears of it with what follows
        for page in pages:
            assert page.differs(at(position, seq, undone)) == [], (seq, page.watcher.seat)
    assert undone
