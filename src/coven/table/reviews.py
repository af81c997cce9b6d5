"""The coach's reviews of finished games: begun when asked for, kept while they are wanted."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from coven.table.refusals import Refusal
from coven.table.shares import Share

if TYPE_CHECKING:
    from coven.table.match import Match
    from coven.table.server import Server

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


async def begin(server: Server, match: Match, lang: str, account: str) -> dict[str, Any]:
    """Begin a review, unless there is one."""
    progress = _begin(server, match, lang, account)
    if server.store.postgres and not match.metadata.reviewed:
        async with match.lock:
            await server.matches.update_metadata(match, lambda _, metadata: replace(metadata, reviewed=True))
    return progress.as_dict()


def _begin(server: Server, match: Match, lang: str, account: str) -> Progress:
    text = str(match.record())  # refused while the game goes on
    key = (match.id, lang)
    progress = server.reviews.get(key)
    if progress is None or progress.failed:
        progress = server.reviews[key] = Progress()
        while len(server.reviews) > MOST:
            server.reviews.popitem(last=False)
        # Apart from what bots of that address think: a review takes minutes, and a move should not wait for that.
        share = Share(f"reviews of {account}", match.id)
        server.run(_work(server, match, text, lang, progress, share))
    return progress


def state(server: Server, match: Match, lang: str, account: str) -> dict[str, Any]:
    """How far a review is."""
    progress = server.reviews.get((match.id, lang))
    if progress is None and match.metadata.reviewed:
        # Another process was asked: whoever waits gets it from either.
        progress = _begin(server, match, lang, account)
    if progress is None:
        raise Refusal("not_found", "the coach has not been asked to review this game")
    server.reviews.move_to_end((match.id, lang))
    return progress.as_dict()


async def _work(server: Server, match: Match, text: str, lang: str, progress: Progress, share: Share) -> None:
    def tick(done: int, of: int) -> None:
        progress.done, progress.of = done, of

    standard = match.row.components == (await server.games.game(match.row.game)).components.digest
    components = None if standard else match.game.components.text
    try:
        progress.result = await server.bot_service.review(text, components, lang, tick, share=share)
    except asyncio.CancelledError:
        raise
    except Exception:
        progress.failed = "the coach could not finish: ask again"
        raise
