"""What can be done at a table: act, take back, join, speak, agree to a stand-in, play again.

Each is checked, stored, and only then told.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from coven.core.components import as_file
from coven.core.errors import CovenError
from coven.core.option import after_rematch
from coven.core.record import read
from coven.core.registry import playable
from coven.core.seats import CHANCE
from coven.table import keep
from coven.table.crew import check_spec
from coven.table.game_table import GameTable, begin, result_of, roll
from coven.table.hall import forget
from coven.table.keep import ACT, Chair, Event, Line, Sheet
from coven.table.messages import said, spoken
from coven.table.refusals import Refusal, refusal
from coven.table.store import Taken
from coven.table.tokens import ID_BYTES, TOKEN_BYTES, hash_of
from coven.table.words_of_people import name_of, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from coven.core.game import Game
    from coven.core.position import Position
    from coven.core.record import Record
    from coven.table.hall import Hall

STAND_IN = "greedy"
OWN_OPTIONS = ("listed", "private", "clock", "components")  # the table's; the others are the game's


# -- playing -------------------------------------------------------------------------------------------------------


async def act(
    hall: Hall,
    table: GameTable,
    seat: int,
    seq: int,
    move: str | int,
    *,
    still: Callable[[], bool] | None = None,
) -> int:
    """Make a move; returns the sequence number it got. `still`: whether a bot that thought has the seat yet."""
    began = time.perf_counter()
    async with table.lock:
        if still is not None and not still():
            raise Refusal("not_your_turn", "somebody else has the seat now")
        event, position = table.propose(seat, seq, move, hall.luck, hall.clock())
        await _keep(hall, table, event, position)
    hall.metrics.actions.add(time.perf_counter() - began)
    return event.seq


async def undo(hall: Hall, table: GameTable, seat: int, seq: int) -> int:
    """Take a seat's last move back."""
    async with table.lock:
        event, position = table.take_back(seat, seq, hall.clock())
        await _keep(hall, table, event, position)
    return event.seq


async def deal(hall: Hall, table: GameTable) -> None:
    """Let luck begin the game."""
    async with table.lock:
        if table.full and table.position.actor == CHANCE:
            event, position = table.deal(hall.luck, hall.clock())
            await _keep(hall, table, event, position)


async def _keep(hall: Hall, table: GameTable, event: Event, position: Position) -> None:
    """Store an action, go on to its position, tell everyone."""
    status, result = "over" if position.over else "playing", result_of(position)

    def work(connection: Any) -> None:
        # First the table's row, as in `arrange`: who locks in the same order never waits in a circle.
        keep.settle(connection, table.id, status, result, event.at)
        keep.append(connection, table.id, event)
        hall.store.tell(connection, hall.message(table, "acted"))

    try:
        await hall.store.do(work)
    except Taken:
        table.mine = False
        await hall.catch_up(table, locked=True)
        raise Refusal("stale", f"the table has moved on to action {table.seq}: look again") from None
    table.mine = True
    table.took(event, position)
    hall.metrics.counts["actions"] += 1
    hall.changed(table)


# -- sitting down --------------------------------------------------------------------------------------------------


async def create(
    hall: Hall,
    name: str,
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    manner: dict[str, Any],
) -> tuple[GameTable, list[str | None]]:
    """Set up a table; returns it with the secrets of the seats that people take at once."""
    if name not in playable():
        raise Refusal("bad_option", f"there is no game {name!r}; there are: {', '.join(playable())}")
    components = options.get("components") or None
    try:
        game = await (hall.shelf.game_with(name, components) if components else hall.shelf.game(name))
        given = {key: value for key, value in options.items() if key not in OWN_OPTIONS}
        written = game.definition.settle(len(seats), given).written
        if len(seats) not in game.players:
            few, most = game.players.start, game.players.stop - 1
            raise Refusal("bad_option", f"{game.title} is for {few} to {most} players, not {len(seats)}")
    except CovenError as problem:
        raise refusal(problem) from None
    return await _set_up(hall, game, written, seats, options, manner, [], components)


async def create_from(
    hall: Hall, text: str, seats: Sequence[Mapping[str, Any]], options: Mapping[str, Any]
) -> tuple[GameTable, list[str | None]]:
    """Set up a table with a game that was written down; unfinished ones go on from there."""
    components = options.get("components") or None
    try:
        record, last = await asyncio.to_thread(_checked, text, components)
        game = record.game
        if components:
            game = await hall.shelf.game_with(game.name, components)
    except CovenError as problem:
        raise refusal(problem) from None
    names = [*record.names, *[""] * record.players]
    chairs = seats or [{"kind": "human", "name": names[seat]} for seat in range(record.players)]
    if len(chairs) != record.players:
        raise Refusal("bad_option", f"the record has {record.players} seats, not {len(chairs)}")
    # Where luck was to decide it does so now; before the first action it waits until everyone sits.
    rolled = roll(last, hall.luck) if record.actions else []
    log = _events([*record.actions, *((CHANCE, move) for move in rolled)], hall.clock())
    manner = {"uploaded": True}
    written = dict(record.options)
    return await _set_up(hall, game, written, chairs, options, manner, log, components, over=last.over)


def _checked(text: str, components: str | None) -> tuple[Record, Position]:
    """A record that was sent, and the position it leads to."""
    with as_file(components) as path:
        record = read(text, path)
    return record, record.check()


def _events(actions: Sequence[tuple[int, str]], now: float) -> list[Event]:
    """A record as a table's log: each move with the luck that followed."""
    events: list[Event] = []
    for actor, move in actions:
        if actor == CHANCE and events:
            last = events.pop()
            events.append(Event(last.seq, ACT, last.actor, (*last.moves, move), now))
        else:
            events.append(Event(len(events) + 1, ACT, actor, (move,), now))
    return events


async def _set_up(
    hall: Hall,
    game: Game,
    written: dict[str, str],
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    manner: dict[str, Any],
    log: list[Event],
    components: str | None,
    over: bool = False,
) -> tuple[GameTable, list[str | None]]:
    tokens: list[str | None] = []
    chairs = []
    for number, wanted in enumerate(seats):
        chair, token = _chair(hall, number, wanted)
        chairs.append(chair)
        tokens.append(token)
    clock = options.get("clock")
    sheet = Sheet(
        id=hall.secret(ID_BYTES),
        game=game.name,
        rules=game.version,
        components=game.components.digest,
        options=written,
        manner={**manner, **({"clock": float(clock)} if clock else {})},
        listed=bool(options.get("listed", True)) and not options.get("private", False),
        private=bool(options.get("private", False)),
        created=hall.clock(),
        chairs=tuple(chairs),
        status="over" if over else "open",
    )
    begin(game, sheet, [])  # refuses what can't be played before anything is kept
    try:
        await hall.store.do(lambda c: keep.create(c, sheet, log, components))
    except Taken:  # another process has just kept the same components
        await hall.store.do(lambda c: keep.create(c, sheet, log, components))
    table = hall.add(sheet, game, log)
    if over:
        await hall.store.do(lambda c: keep.settle(c, table.id, "over", table.result(), hall.clock()))
    await _begin(hall, table)
    return table, tokens


def _chair(hall: Hall, number: int, wanted: Mapping[str, Any]) -> tuple[Chair, str | None]:
    """A seat as it was asked for, with its secret if a person takes it now."""
    kind = wanted["kind"]
    name = name_of(wanted.get("name") or "")
    if kind == "bot":
        spec = wanted.get("bot") or STAND_IN
        _check_bot(spec)
        return Chair(number, "bot", name or spec, spec), None
    if kind == "open":
        return Chair(number, "open", name), None
    token = hall.secret(TOKEN_BYTES)
    return Chair(number, "human", name, token=hash_of(token)), token


def _check_bot(spec: str) -> None:
    try:
        check_spec(spec)
    except CovenError as problem:
        raise refusal(problem) from None


async def join(hall: Hall, table: GameTable, seat: int | None, name: str) -> tuple[int, str]:
    """Take an open seat, a particular one or the first; returns it with its secret."""
    async with table.lock:
        free = [chair for chair in table.chairs if chair.kind == "open" and seat in (None, chair.seat)]
        if not free:
            known = seat is None or 0 <= seat < len(table.chairs)
            raise Refusal("seat_taken" if known else "bad_option", "that seat is not free")
        was = free[0]
        token = hall.secret(TOKEN_BYTES)
        chair = was.with_(kind="human", name=name_of(name) or was.name, token=hash_of(token))
        await _seat(hall, table, chair, was)
    await _begin(hall, table)
    return chair.seat, token


async def _begin(hall: Hall, table: GameTable) -> None:
    """Once everyone sits the game begins, or goes on from its record, before whoever sat down last is answered."""
    if table.full and table.position.actor == CHANCE:
        # Another process may have dealt. If the database is away, the seats are taken all the same: it is dealt later.
        with suppress(Refusal, SQLAlchemyError):
            await deal(hall, table)
            return
        hall.changed(table)
        return
    now = hall.clock()

    def go_on(connection: Any, manner: dict[str, Any]) -> None:
        keep.settle(connection, table.id, "playing", {}, now)
        manner["since"] = now

    async with table.lock:
        if table.status == "playing":
            with suppress(SQLAlchemyError):  # only the clocks and the lists lack it
                await hall.arrange(table, go_on)
            table.mine = True
    hall.changed(table)


async def rename(hall: Hall, table: GameTable, seat: int, name: str) -> None:
    """Call a seat otherwise."""
    async with table.lock:
        was = table.chairs[seat]
        await _seat(hall, table, was.with_(name=name_of(name)), was)
    hall.changed(table)


async def _seat(hall: Hall, table: GameTable, chair: Chair, was: Chair) -> None:
    """Store who has a seat, then let everyone know."""

    def work(connection: Any) -> bool:
        done = keep.seat(connection, table.id, chair, was)
        hall.store.tell(connection, hall.message(table, "seated"))
        return done

    if not await hall.store.do(work):
        await hall.catch_up(table, locked=True)
        raise Refusal("seat_taken", "somebody was quicker: look again")
    table.sit(chair)
    hall.tell_seats(table)


# -- being away ----------------------------------------------------------------------------------------------------


async def stand_in(hall: Hall, table: GameTable, by: int, seat: int, spec: str) -> dict[str, Any]:
    """One more agrees that a bot takes the seat of someone who has left; when all who are here do, it does."""
    _check_bot(spec)
    if not 0 <= seat < len(table.chairs) or table.chairs[seat].kind != "human" or seat == by:
        raise Refusal("bad_option", "a bot can stand in for another person only")
    online = hall.online(table)
    away = hall.clock() - table.left.get(seat, table.since)
    if seat in online or away < hall.settings.away:
        raise Refusal("bad_option", "a bot can stand in for someone who has been away for a while")

    def agree(connection: Any, manner: dict[str, Any]) -> None:
        agreed = manner.setdefault("agreed", {})
        agreed[str(seat)] = sorted({by, *agreed.get(str(seat), ())})

    async with table.lock:
        await hall.arrange(table, agree)
        agreed = table.agreed[seat]
        needed = {
            c.seat for c in table.chairs if c.kind == "human" and c.seat != seat and c.seat in online
        } | {by}
        done = needed <= agreed
        if done:
            was = table.chairs[seat]
            await hall.arrange(table, partial(forget, seat=seat))
            await _seat(hall, table, was.with_(stand_in=spec), was)
            table.mine = True
        else:
            hall.tell_seats(table)
    if done:
        hall.changed(table)
    return {"agreed": sorted(agreed), "needed": sorted(needed), "done": done}


async def come_back(hall: Hall, table: GameTable, seat: int) -> None:
    """Take the own seat back from a stand-in."""
    async with table.lock:
        was = table.chairs[seat]
        if was.stand_in:
            await _seat(hall, table, was.with_(stand_in=""), was)
    hall.changed(table)


# -- words and what comes after ------------------------------------------------------------------------------------


async def speak(hall: Hall, table: GameTable, seat: int, text: str) -> Line:
    """Say something to the table."""
    clean = text_of(text)
    if not clean:
        raise Refusal("bad_request", "there is nothing to say in that")
    async with table.lock:  # lines are numbered one after another

        def work(connection: Any) -> Line:
            line = keep.speak(connection, table.id, seat, table.chairs[seat].name, clean, hall.clock())
            hall.store.tell(connection, f"{hall.message(table, 'chat')} {line.n}")
            return line

        for _ in range(5):  # another process may have taken the number
            try:
                line = await hall.store.do(work)
                break
            except Taken:
                continue
        else:
            raise Refusal("unavailable", "too many speak at once: say it again")
    hall.tell(table, said("chat", **spoken(line)))
    return line


async def rematch(hall: Hall, table: GameTable) -> GameTable:
    """The same people at a new table, each with the secret they have; asked twice, it is the same table."""
    if not table.position.over:
        raise Refusal("not_over", "a rematch is for when the game is over")
    async with table.lock:
        options = after_rematch(table.game.definition.options, table.sheet.options, len(table.chairs))
        manner = {key: value for key, value in table.sheet.manner.items() if key == "clock"}
        chairs = tuple(chair.with_(stand_in="") for chair in table.chairs)
        sheet = Sheet(
            id=hall.secret(ID_BYTES),
            game=table.sheet.game,
            rules=table.game.version,
            components=table.sheet.components,
            options=options,
            manner=manner,
            listed=table.sheet.listed,
            private=table.sheet.private,
            created=hall.clock(),
            chairs=chairs,
        )

        def again(connection: Any, manner: dict[str, Any]) -> None:
            if manner.setdefault("rematch", sheet.id) == sheet.id:
                keep.create(connection, sheet, [], None)

        known = "rematch" in table.sheet.manner
        await hall.arrange(table, again)
    there = table.sheet.manner["rematch"]
    if there == sheet.id:
        fresh = hall.add(sheet, table.game, [])
        await _begin(hall, fresh)
    else:
        fresh = await hall.table(there)
    if not known:
        hall.tell_rematch(table)
    return fresh
