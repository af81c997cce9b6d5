"""What changes a match beside its moves: create, join, rename, speak, play again. Being away has a module of its own.

Each is checked, stored, and only then told.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from coven.core.components import as_file
from coven.core.errors import CovenError
from coven.core.option import after_rematch
from coven.core.record import read
from coven.core.registry import playable
from coven.core.seats import CHANCE
from coven.table import luck, rated, repository
from coven.table.bot_service import check_spec
from coven.table.clean_text import apart, clean_chat, clean_name
from coven.table.match import Match, begin, resolve_chance
from coven.table.metadata import NOBODY, OFF, ON, STAND_IN, Metadata
from coven.table.refusals import Refusal, refusal
from coven.table.repository import ACT, Chair, ChatLine, LoggedAction, MatchRow, hash_of
from coven.table.sealing import Sealing
from coven.table.store import Taken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from coven.core.game import Game
    from coven.core.position import Position
    from coven.core.record import Record
    from coven.table.server import Server

ID_BYTES, TOKEN_BYTES, SECRET_BYTES = 12, 24, 32  # of a table's id, a seat's secret and that of its luck
# The table's; the others are the game's.
OWN_OPTIONS = ("listed", "private", "clock", "components", "hints", "rated", "stand_in")


# -- sitting down --------------------------------------------------------------------------------------------------


async def create(
    server: Server,
    name: str,
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    metadata: Metadata,
    maker: str,
) -> tuple[Match, list[str | None]]:
    """Set up a table; returns it with the secrets of the seats that people take at once."""
    if name not in playable():
        raise Refusal("bad_option", f"there is no game {name!r}; there are: {', '.join(playable())}")
    components = options.get("components") or None
    try:
        game = await (server.games.game_with(name, components) if components else server.games.game(name))
        given = {key: value for key, value in options.items() if key not in OWN_OPTIONS}
        written = game.definition.settle(len(seats), given).written
        game.check_players(len(seats))
    except CovenError as problem:
        raise refusal(problem) from None
    return await _set_up(server, game, written, seats, options, metadata, [], components, game.version, maker)


async def create_from(
    server: Server, text: str, seats: Sequence[Mapping[str, Any]], options: Mapping[str, Any], maker: str
) -> tuple[Match, list[str | None]]:
    """Set up a table with a game that was written down; unfinished ones go on from there."""
    components = options.get("components") or None
    try:
        record, last = await asyncio.to_thread(_checked, text, components)
        game = record.game
        if components:
            game = await server.games.game_with(game.name, components)
    except CovenError as problem:
        raise refusal(problem) from None
    names = [*record.names, *[""] * record.players]
    chairs = seats or [{"kind": "human", "name": names[seat]} for seat in range(record.players)]
    if len(chairs) != record.players:
        raise Refusal("bad_option", f"the record has {record.players} seats, not {len(chairs)}")
    # Where chance was to decide it does so now; before the first action it waits until everyone sits.
    chosen = resolve_chance(last, server.chance) if record.actions else []
    log = _log_of([*record.actions, *((CHANCE, move) for move in chosen)], server.clock())
    written = dict(record.options)
    return await _set_up(
        server,
        game,
        written,
        chairs,
        options,
        Metadata(uploaded=True),
        log,
        components,
        record.version,
        maker,
        over=last.over,
    )


def _checked(text: str, components: str | None) -> tuple[Record, Position]:
    """A record that was sent, and the position it leads to."""
    with as_file(components) as path:
        record = read(text, path)
    return record, record.check()


def _log_of(record: Sequence[tuple[int, str]], now: float) -> list[LoggedAction]:
    """A record as a table's log: each move with the chance that followed."""
    log: list[LoggedAction] = []
    for actor, move in record:
        if actor == CHANCE and log:
            last = log.pop()
            log.append(LoggedAction(last.seq, ACT, last.actor, (*last.moves, move), now))
        else:
            log.append(LoggedAction(len(log) + 1, ACT, actor, (move,), now))
    return log


async def _set_up(
    server: Server,
    game: Game,
    written: dict[str, str],
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    metadata: Metadata,
    log: list[LoggedAction],
    components: str | None,
    version: int,
    maker: str,
    over: bool = False,
) -> tuple[Match, list[str | None]]:
    if options.get("rated"):
        rated.check(game, written, seats, options, metadata)
    tokens: list[str | None] = []
    chairs: list[Chair] = []
    for number, wanted in enumerate(seats):
        chair, token = _chair(server, number, wanted)
        chairs.append(chair.with_(name=apart(chair.name, [other.name for other in chairs])))
        tokens.append(token)
    clock = options.get("clock")
    if (spec := options.get("stand_in")) not in (None, NOBODY):
        _check_bot(spec)
    agreed = replace(
        metadata,
        clock=float(clock) if clock else None,
        stand_in=spec or "",
        rated=bool(options.get("rated")),
        hints="" if options.get("hints") is None else ON if options["hints"] else OFF,
        sealing=None if log else _sealing(server, seats),
    )
    row = MatchRow(
        id=server.secret(ID_BYTES),
        game=game.name,
        rules=version,
        components=game.components.digest,
        options=written,
        metadata=agreed,
        listed=bool(options.get("listed", True)) and not options.get("private", False),
        private=bool(options.get("private", False)),
        created=server.clock(),
        chairs=tuple(chairs),
        status="over" if over else "open",
        maker=maker,
    )
    begin(game, row, [])  # refuses what can't be played before anything is kept
    try:
        await server.store.do(lambda c: repository.create(c, row, log, components))
    except Taken:  # another process has just kept the same components
        await server.store.do(lambda c: repository.create(c, row, log, components))
    match = server.matches.add(row, game, log)
    if over:
        await server.store.do(
            lambda c: repository.set_status(c, match.id, "over", match.result(), server.clock())
        )
    await _begin(server, match)
    return match, tokens


def _sealing(server: Server, seats: Sequence[Mapping[str, Any]]) -> Sealing | None:
    """The luck of a new table, with what its first people promise to add."""
    if not server.seals:
        return None
    promised = {number: seat["promise"] for number, seat in enumerate(seats) if seat.get("promise")}
    people = {number for number, seat in enumerate(seats) if seat["kind"] == "human"}
    if not promised.keys() <= people:
        raise Refusal("bad_option", "only who sits down can promise to add to the luck of a game")
    return Sealing(server.secret(SECRET_BYTES), promised)


def _chair(server: Server, number: int, wanted: Mapping[str, Any]) -> tuple[Chair, str | None]:
    """A seat as it was asked for, with its secret if a person takes it now."""
    kind = wanted["kind"]
    name = clean_name(wanted.get("name") or "")
    if kind == "bot":
        spec = wanted.get("bot") or STAND_IN
        _check_bot(spec)
        return Chair(number, "bot", name or spec, spec), None
    if kind == "open":
        return Chair(number, "open", name), None
    token = server.secret(TOKEN_BYTES)
    return Chair(number, "human", name, token=hash_of(token)), token


def _check_bot(spec: str) -> None:
    try:
        check_spec(spec)
    except CovenError as problem:
        raise refusal(problem) from None


async def join(
    server: Server, match: Match, seat: int | None, name: str, promise: str | None = None
) -> tuple[int, str]:
    """Take an open seat, a particular one or the first; returns it with its secret."""
    async with match.lock:
        free = [chair for chair in match.chairs if chair.kind == "open" and seat in (None, chair.seat)]
        if not free:
            known = seat is None or 0 <= seat < len(match.chairs)
            raise Refusal("seat_taken" if known else "bad_option", "that seat is not free")
        was = free[0]
        token = server.secret(TOKEN_BYTES)
        called = _called(match, was.seat, name) or was.name
        if match.metadata.rated:
            rated.check_name(called)
        chair = was.with_(kind="human", name=called, token=hash_of(token))
        match.heard[was.seat] = server.clock()
        # With her promise at once: when the last has sat down another process may have the numbers told.
        change = None
        if promise is not None and match.metadata.sealing is not None:
            change = luck.promised(chair.seat, promise, server.clock())
        await server.matches.seat(match, chair, was, change)
    await _begin(server, match)
    return chair.seat, token


async def _begin(server: Server, match: Match) -> None:
    """Once everyone sits the game begins, or goes on from its record, before whoever sat down last is answered.

    Where seats have promised to add to its luck, it begins when they have told what, or too long has passed.
    """
    if match.full and match.position.actor == CHANCE:
        # Another process may have dealt. If the database is away, the seats are taken all the same: it is dealt later.
        with suppress(Refusal, SQLAlchemyError):
            await luck.begin(server, match)
            return
        server.broadcast.changed(match)
        return
    now = server.clock()

    def go_on(connection: Connection, metadata: Metadata) -> Metadata:
        repository.set_status(connection, match.id, "playing", {}, now)
        return replace(metadata, since=now)

    async with match.lock:
        if match.status == "playing":
            with suppress(SQLAlchemyError):  # only the clocks and the lists lack it
                await server.matches.update_metadata(match, go_on)
            match.acted_here = True
    server.broadcast.changed(match)


async def rename(server: Server, match: Match, seat: int, name: str) -> None:
    """Call a seat otherwise."""
    async with match.lock:
        was = match.chairs[seat]
        called = _called(match, seat, name)
        if match.metadata.rated:
            rated.check_rename(match, called)
        await server.matches.seat(match, was.with_(name=called), was)
    server.broadcast.changed(match)


def _called(match: Match, seat: int, name: str) -> str:
    """What a seat is called that wishes a name."""
    return apart(clean_name(name), [chair.name for chair in match.chairs if chair.seat != seat])


# -- words and what comes after ------------------------------------------------------------------------------------


async def speak(server: Server, match: Match, seat: int, text: str) -> ChatLine:
    """Say something to the table."""
    clean = clean_chat(text)
    if not clean:
        raise Refusal("bad_request", "there is nothing to say in that")
    async with match.lock:  # lines are numbered one after another

        def work(connection: Connection) -> ChatLine:
            line = repository.add_chat(
                connection, match.id, seat, match.chairs[seat].name, clean, server.clock()
            )
            server.store.notify(connection, match.id, "chat", line.n)
            return line

        for _ in range(5):  # another process may have taken the number
            try:
                line = await server.store.do(work)
                break
            except Taken:
                continue
        else:
            raise Refusal("unavailable", "too many speak at once: say it again")
    server.broadcast.tell_chat(match, line)
    return line


async def rematch(server: Server, match: Match, maker: str) -> Match:
    """The same people at a new table, each with the secret they have; asked twice, it is the same table.

    It is on the account of whoever asks first. Those who are here have a moment to add to its luck.
    """
    if not match.position.over:
        raise Refusal("not_over", "a rematch is for when the game is over")
    async with match.lock:
        options = after_rematch(match.game.definition.options, match.row.options, len(match.chairs))
        chairs = tuple(chair.with_(stand_in="") for chair in match.chairs)
        people = frozenset(chair.seat for chair in chairs if chair.kind == "human")
        here = people & server.presence.looking_on(match)
        row = MatchRow(
            id=server.secret(ID_BYTES),
            game=match.row.game,
            rules=match.game.version,
            components=match.row.components,
            options=options,
            metadata=replace(
                match.metadata.for_rematch(sorted(people)),
                sealing=Sealing(server.secret(SECRET_BYTES), expected=here) if server.seals else None,
            ),
            listed=match.row.listed,
            private=match.row.private,
            created=server.clock(),
            chairs=chairs,
            maker=maker,
        )

        def again(connection: Connection, metadata: Metadata) -> Metadata:
            if metadata.rematch:
                return metadata
            repository.create(connection, row, [], None)
            return replace(metadata, rematch=row.id)

        known = bool(match.metadata.rematch)
        await server.matches.update_metadata(match, again)
    there = match.metadata.rematch
    if there == row.id:
        fresh = server.matches.add(row, match.game, [])
        await _begin(server, fresh)
    else:
        fresh = await server.matches.get(there)
    if not known:
        server.broadcast.tell_rematch(match)
    return fresh
