"""Faults planted in the server, each as a small change to its code. The simulation must find every one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from sqlalchemy import event

from coven.table import (
    actions,
    bot_driver,
    broadcast,
    clock,
    live,
    match,
    match_registry,
    peers,
    presence,
    pulse,
    repository,
    sealing,
)
from coven.table import store as store_module
from tests.simulation.plan import Plan
from tests.simulation.run import Outcome, run

Planting = Callable[[], Any]
PLANTED: dict[str, Planting] = {}


def hunt(name: str, seeds: Iterable[int]) -> Outcome | None:
    """The first seed that finds a fault, and holds without it."""
    for seed in seeds:
        with PLANTED[name]():
            outcome = run(Plan.of(seed))
        if outcome.broken:
            assert not run(Plan.of(seed)).broken, f"seed {seed} is broken without the fault too"
            return outcome
    return None


def planted(name: str) -> Callable[[Callable[[], Iterator[None]]], Planting]:
    def keep(planting: Callable[[], Iterator[None]]) -> Planting:
        PLANTED[name] = contextmanager(planting)
        return PLANTED[name]

    return keep


@planted("lost wake-up")
def _lost_wake_up() -> Iterator[None]:
    """Whoever follows what a neighbour has stored tells nobody."""
    real = match_registry.MatchRegistry.catch_up

    async def catch_up(self: Any, match: Any, locked: bool = False) -> None:
        if not locked:
            await real(self, match, locked)
            return
        with patch.object(self._broadcast, "changed", lambda match: None):
            await real(self, match, locked)

    with patch.object(match_registry.MatchRegistry, "catch_up", catch_up):
        yield


@planted("told before it is stored")
def _told_before_stored() -> Iterator[None]:
    real = actions._store

    async def store(server: Any, match: Any, action: Any, position: Any) -> None:
        before = match.seq, match.position, list(match.times), list(match.entries)
        match.took(action, position)
        server.broadcast.changed(match)
        match.seq, match.position, match.times, match.entries = before
        match._links.taken_back(len(match.entries))
        await asyncio.sleep(0)
        await real(server, match, action, position)

    with patch.object(actions, "_store", store):
        yield


@planted("acknowledged before it is committed")
def _acknowledged_before_committed() -> Iterator[None]:
    """The store answers and commits beside: what it can't commit nobody hears of."""

    async def stored(server: Any, match: Any, action: Any, position: Any) -> None:
        status, result = "over" if position.over else "playing", match.result()

        def work(connection: Any) -> None:
            repository.set_status(connection, match.id, status, result, action.at, 1)
            repository.append(connection, match.id, action)
            server.store.notify(connection, match.id, "acted")

        server.run(server.store.do(work))
        match.acted_here = True
        match.took(action, position)

    with patch.object(actions, "_store", stored):
        yield


@planted("done twice after a retry")
def _done_twice() -> Iterator[None]:
    """A piece of work whose answer did not come is done once more, for the number that is free by then."""
    real = actions._store

    async def stored(server: Any, match: Any, action: Any, position: Any) -> None:
        try:
            await real(server, match, action, position)
        except store_module.SQLAlchemyError:
            await server.matches.catch_up(match, locked=True)
            if match.actor is None:
                raise
            again = match.next_action(action.kind, action.actor, action.moves, server.clock())
            await real(server, match, again, position)

    with patch.object(actions, "_store", stored):
        yield


@planted("the sequence check is left out")
def _no_sequence() -> Iterator[None]:
    with patch.object(actions, "_check_seq", lambda match, seq: None):
        yield


@planted("the view of another seat is sent")
def _wrong_seat() -> Iterator[None]:
    """Whoever asks while another is to act is shown the table through the eyes of that one."""
    real = match.Match.seat_of

    def seat_of(self: Any, token: Any) -> Any:
        seat = real(self, token)
        return self.actor if seat is None and self.seq > 8 and self.actor is not None else seat

    with patch.object(match.Match, "seat_of", seat_of):
        yield


@planted("a neighbour's message is ignored")
def _deaf() -> Iterator[None]:
    real = peers.Peers._hear

    async def hear(self: Any, text: str) -> None:
        if "acted" not in text:
            await real(self, text)

    with patch.object(peers.Peers, "_hear", hear):
        yield


@planted("what was said while the line was cut is not looked up")
def _gap() -> Iterator[None]:
    async def catch_up_all(self: Any) -> None: ...

    with patch.object(match_registry.MatchRegistry, "catch_up_all", catch_up_all):
        yield


@planted("who has left is shown as here")
def _stale_presence() -> Iterator[None]:
    real = live._unwatch

    def unwatch(server: Any, match: Any, watcher: Any) -> None:
        with patch.object(server.broadcast, "tell_seats", lambda match: None):
            real(server, match, watcher)
        match.told_online = server.presence.online(match)

    with patch.object(live, "_unwatch", unwatch):
        yield


@planted("a dead neighbour's guests are never forgotten")
def _haunted() -> Iterator[None]:
    with patch.object(presence, "FORGOTTEN", float("inf")):
        yield


@planted("the clock runs while no server is there")
def _running_clock() -> Iterator[None]:
    with patch.object(pulse, "_settle", lambda connection, now: []):
        yield


@planted("the clock runs while the database is away")
def _clock_without_store() -> Iterator[None]:
    with patch.object(pulse, "LATE", float("inf")), patch.object(clock, "LATE", float("inf")):
        yield


@planted("an undo is done twice")
def _undone_twice() -> Iterator[None]:
    """Whoever loads a table takes back one action too many where one was taken back."""
    real = match.Match.follow

    def follow(self: Any, log: Any) -> None:
        real(self, log)
        if any(action.kind == "undo" for action in log) and self.position.ply:
            self.position = self.position.copy().undo()

    with patch.object(match.Match, "follow", follow):
        yield


@planted("commits are not synced")
def _not_synced() -> Iterator[None]:
    real = store_module._engine

    def engine(url: str, postgres: bool) -> Any:
        made = real(url, postgres)

        @event.listens_for(made, "connect")
        def _carelessly(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA synchronous=OFF")

        return made

    with patch.object(store_module, "_engine", engine):
        yield


@planted("a page is not told what it missed")
def _page_gap() -> Iterator[None]:
    """A page that comes while others are being shown something is taken for one that has seen it."""
    real = broadcast.Broadcast.greet

    def greet(self: Any, match: Any, watcher: Any) -> None:
        if match.showing and watcher.page:
            return
        real(self, match, watcher)

    with patch.object(broadcast.Broadcast, "greet", greet):
        yield


@planted("of two who join, both get the seat")
def _both_seated() -> Iterator[None]:
    def set_chair(connection: Any, table: str, chair: Any, was: Any) -> bool:
        kept = {key: value for key, value in vars(chair).items() if key != "seat"}
        seats = repository.seats
        connection.execute(
            repository.update(seats)
            .where(seats.c.table_id == table, seats.c.seat == chair.seat)
            .values(**kept)
        )
        return True

    with patch.object(repository, "set_chair", set_chair):
        yield


@planted("a bot is not asked again when it failed")
def _lost_bot() -> Iterator[None]:
    with patch.object(bot_driver.BotDriver, "_later", lambda self, match, seconds: None):
        yield


@planted("the secret is changed after the deal")
def _unsealed() -> Iterator[None]:
    """Luck that is drawn anew whenever a table is loaded."""
    real = match_registry.MatchRegistry._load

    async def load(self: Any, id: str) -> Any:
        found = await real(self, id)
        if found.metadata.sealing is not None:
            found._links.luck = replace(found.luck(), key=b"another")
        return found

    with patch.object(match_registry.MatchRegistry, "_load", load):
        yield


@planted("the number that came with a move is not kept")
def _lost_link() -> Iterator[None]:
    real = repository.append

    def append(connection: Any, table: str, action: Any) -> None:
        real(connection, table, replace(action, link=""))

    with patch.object(repository, "append", append):
        yield


@planted("the secret is told before the end")
def _told_secret() -> Iterator[None]:
    real = sealing.Sealing.told

    def told(self: Any, players: int, now: float, over: bool) -> Any:
        return real(self, players, now, True)

    with patch.object(sealing.Sealing, "told", told):
        yield
