"""The rows of the database: what is read and written, piece by piece. Each function is work for `Store.do`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, case, delete, func, insert, select, update

from coven.table.metadata import Metadata
from coven.table.schema import chat, component_sets, events, keys, pauses, pulses, seats, tables

ACT, UNDO = "act", "undo"
AT_ONCE = 1000  # tables forgotten in one transaction
UNTOUCHED = 120.0  # seconds that a table stays at which nobody has played yet, though room is needed
RECENT = 3600.0  # seconds that one stays at which somebody has
FINISHED = 0.01  # what an action of a finished game is worth, where one of a game that goes on is worth 1
SEEN = 120.0  # seconds for which another process's word counts that somebody looks on


@dataclass(frozen=True)
class LoggedAction:
    """One row of the action log: a move with the chance that followed, or a move taken back."""

    seq: int
    kind: str
    actor: int
    moves: tuple[str, ...]
    at: float
    link: str = ""  # the number that came with it, for the luck of the game


@dataclass(frozen=True)
class Chair:
    """A seat of a table and who has it."""

    seat: int
    kind: str  # human, bot, open
    name: str = ""
    bot: str = ""
    token: str = ""  # hashed
    stand_in: str = ""  # the bot that plays for one who has left

    def with_(self, **changes: Any) -> Chair:
        return replace(self, **changes)


@dataclass(frozen=True)
class ChatLine:
    """A line of the chat."""

    n: int
    seat: int
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class MatchRow:
    """All that is kept of a match but its log and chat."""

    id: str
    game: str
    rules: int
    components: str
    options: dict[str, str]
    metadata: Metadata
    listed: bool
    private: bool
    created: float
    chairs: tuple[Chair, ...]
    status: str = "open"
    result: dict[str, Any] = field(default_factory=dict)
    changed: float = 0.0
    played: int = 0
    seen: float = 0.0
    maker: str = ""  # the account of the address that set it up; tables of long ago have none


@dataclass(frozen=True)
class Life:
    """A server process: from when to when it was there."""

    process: str
    since: float
    at: float
    closed: bool = False  # whether it said goodbye


def hash_of(token: str) -> str:
    """What is kept of a seat's secret. It is long and random, so a plain hash can't be turned back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def create(
    connection: Connection, row: MatchRow, log: Sequence[LoggedAction], components: str | None
) -> None:
    """Keep a new match, with a log if it goes on from a record."""
    if components is not None and components_of(connection, row.components) is None:
        connection.execute(insert(component_sets).values(digest=row.components, text=components))
    values = {**vars(row), "manner": row.metadata.to_json(), "changed": row.created}
    values |= {name: json.dumps(values[name]) for name in ("options", "result")}
    connection.execute(insert(tables).values({column.name: values[column.name] for column in tables.columns}))
    connection.execute(insert(seats), [{"table_id": row.id, **vars(chair)} for chair in row.chairs])
    for action in log:
        append(connection, row.id, action)


# Made once: with every action these are written, and read where several processes share a database.
_TABLE: BindParameter[str] = bindparam("table")
_APPEND = insert(events)
_LOG = (
    select(events)
    .where(events.c.table_id == _TABLE, events.c.seq > bindparam("since"))
    .order_by(events.c.seq)
)
_CHAIRS = select(seats).where(seats.c.table_id == _TABLE).order_by(seats.c.seat)
_METADATA = select(tables.c.manner).where(tables.c.id == _TABLE)
_METADATA_TO_CHANGE = _METADATA.with_for_update()
_SET_STATUS = (
    update(tables)
    .where(tables.c.id == _TABLE)
    .values(
        status=bindparam("now"),
        result=bindparam("how"),
        changed=bindparam("at"),
        played=tables.c.played + bindparam("more"),
    )
)


def append(connection: Connection, table: str, action: LoggedAction) -> None:
    """Write an action. The key is the sequence number: of two writers the second is refused."""
    connection.execute(
        _APPEND,
        {
            "table_id": table,
            "seq": action.seq,
            "kind": action.kind,
            "actor": action.actor,
            "moves": "\n".join(action.moves),
            "at": action.at,
            "link": action.link,
        },
    )


def set_status(
    connection: Connection, table: str, status: str, result: dict[str, Any], at: float, played: int = 0
) -> None:
    """Note that a table waits, plays or is over, and how much more people have played there."""
    told = {"table": table, "now": status, "how": json.dumps(result), "at": at, "more": played}
    connection.execute(_SET_STATUS, told)


def metadata_of(connection: Connection, table: str, to_change: bool = False) -> Metadata:
    """A match's metadata; to change it, nobody else can until the transaction ends."""
    asked = _METADATA_TO_CHANGE if to_change else _METADATA
    return Metadata.from_json(connection.execute(asked, {"table": table}).scalar() or "")


def set_metadata(connection: Connection, table: str, metadata: Metadata) -> None:
    """Keep a match's metadata."""
    connection.execute(update(tables).where(tables.c.id == table).values(manner=metadata.to_json()))


def log_since(connection: Connection, table: str, seq: int) -> list[LoggedAction]:
    """The actions after a sequence number."""
    rows = connection.execute(_LOG, {"table": table, "since": seq})
    return [
        LoggedAction(row.seq, row.kind, row.actor, tuple(row.moves.splitlines()), row.at, row.link)
        for row in rows
    ]


def chairs_of(connection: Connection, table: str) -> tuple[Chair, ...]:
    """Who sits where."""
    return tuple(_chair(row) for row in connection.execute(_CHAIRS, {"table": table}))


def _chair(row: Any) -> Chair:
    return Chair(row.seat, row.kind, row.name, row.bot, row.token, row.stand_in)


def match_of(connection: Connection, table: str) -> MatchRow | None:
    """A match by its id."""
    row = connection.execute(select(tables).where(tables.c.id == table)).first()
    return None if row is None else _match(row, chairs_of(connection, table))


def _match(row: Any, chairs: tuple[Chair, ...]) -> MatchRow:
    values = dict(row._mapping)
    values |= {name: json.loads(values[name]) for name in ("options", "result")}
    metadata = Metadata.from_json(values.pop("manner"))
    return MatchRow(**values, metadata=metadata, chairs=chairs)


def listed(connection: Connection, status: str, most: int) -> list[MatchRow]:
    """The tables anyone may see, the newest first."""
    rows = connection.execute(
        select(tables)
        .where(tables.c.listed, ~tables.c.private, tables.c.status == status)
        .order_by(tables.c.created.desc(), tables.c.id)
        .limit(most)
    ).all()
    found = connection.execute(
        select(seats).where(seats.c.table_id.in_([row.id for row in rows])).order_by(seats.c.seat)
    )
    chairs: dict[str, list[Chair]] = {row.id: [] for row in rows}
    for row in found:
        chairs[row.table_id].append(_chair(row))
    return [_match(row, tuple(chairs[row.id])) for row in rows]


def finished(connection: Connection, most: int) -> list[MatchRow]:
    """The matches that were played to their end, the newest first."""
    rows = connection.execute(
        select(tables).where(tables.c.status == "over").order_by(tables.c.created.desc()).limit(most)
    ).all()
    return [_match(row, chairs_of(connection, row.id)) for row in rows]


def set_chair(connection: Connection, table: str, chair: Chair, was: Chair) -> bool:
    """Change who has a seat, unless somebody was quicker."""
    done = connection.execute(
        update(seats)
        .where(
            seats.c.table_id == table,
            seats.c.seat == chair.seat,
            seats.c.kind == was.kind,
            seats.c.token == was.token,
            seats.c.stand_in == was.stand_in,
        )
        .values(**{key: value for key, value in vars(chair).items() if key != "seat"})
    )
    return done.rowcount == 1


def add_chat(connection: Connection, table: str, seat: int, name: str, text: str, at: float) -> ChatLine:
    """Write a line of chat."""
    last = connection.execute(select(func.max(chat.c.n)).where(chat.c.table_id == table)).scalar()
    line = ChatLine((last or 0) + 1, seat, name, text, at)
    connection.execute(insert(chat).values(table_id=table, **vars(line)))
    return line


def chat_since(connection: Connection, table: str, since: int, most: int) -> list[ChatLine]:
    """The chat after a line, the last so many lines of it."""
    rows = connection.execute(
        select(chat).where(chat.c.table_id == table, chat.c.n > since).order_by(chat.c.n.desc()).limit(most)
    ).all()
    return [_line(row) for row in reversed(rows)]


def chat_line(connection: Connection, table: str, n: int) -> ChatLine | None:
    """A line of the chat."""
    row = connection.execute(select(chat).where(chat.c.table_id == table, chat.c.n == n)).first()
    return None if row is None else _line(row)


def _line(row: Any) -> ChatLine:
    return ChatLine(row.n, row.seat, row.name, row.text, row.at)


def components_of(connection: Connection, digest: str) -> str | None:
    """The text of a component set other than the standard one."""
    return connection.execute(select(component_sets.c.text).where(component_sets.c.digest == digest)).scalar()


def count(connection: Connection) -> int:
    """How many tables are kept."""
    return connection.execute(select(func.count()).select_from(tables)).scalar() or 0


def count_unplayed(connection: Connection, maker: str, since: float) -> int:
    """How many tables an account has set up lately at which nobody has played."""
    mine = (tables.c.maker == maker) & (tables.c.played == 0) & (tables.c.changed > since)
    return connection.execute(select(func.count()).select_from(tables).where(mine)).scalar() or 0


def account_key(connection: Connection) -> str:
    """The key by which addresses become accounts."""
    return str(connection.execute(select(keys.c.value).where(keys.c.name == "accounts")).scalar_one())


def make_room(connection: Connection, most: int, now: float, watched: Sequence[str]) -> list[str]:
    """Forget tables beyond so many: first those nobody has played at, then those that are worth least.

    What people have played makes a table worth something; so much less the longer ago that was and the more tables its
    maker has, and a finished game less than one that goes on. What somebody looks at stays, what was played at in the
    last hour, and for a while what has just been set up.
    """
    surplus = count(connection) - most
    if surplus <= 0:
        return []
    makers = select(tables.c.maker, func.count().label("number")).group_by(tables.c.maker).subquery()
    number = case((tables.c.maker == "", 1), else_=makers.c.number)
    played = tables.c.played * case((tables.c.status == "over", FINISHED), else_=1.0)
    worth = played / number / (now - tables.c.changed)
    kept_for = case((tables.c.played == 0, UNTOUCHED), else_=RECENT)
    old = connection.execute(
        select(tables.c.id)
        .join(makers, makers.c.maker == tables.c.maker)
        .where(tables.c.changed + kept_for < now, tables.c.seen + SEEN < now)
        .order_by(worth, number.desc(), tables.c.changed)
        .limit(min(surplus, AT_ONCE) + len(watched))
    ).scalars().all()  # fmt: skip
    looked_at = set(watched)
    old = [id for id in old if id not in looked_at][:surplus]
    connection.execute(delete(tables).where(tables.c.id.in_(old)))
    used = select(tables.c.components)
    connection.execute(delete(component_sets).where(component_sets.c.digest.not_in(used)))
    return list(old)


def note_watched(connection: Connection, watched: Sequence[str], now: float) -> None:
    """Let other processes know what somebody looks at here."""
    for first in range(0, len(watched), AT_ONCE):
        some = watched[first : first + AT_ONCE]
        connection.execute(update(tables).where(tables.c.id.in_(some)).values(seen=now))


def beat(connection: Connection, life: Life) -> None:
    """Note that a server process is there, or says goodbye."""
    now = {"at": life.at, "closed": life.closed}
    if not connection.execute(update(pulses).where(pulses.c.process == life.process).values(now)).rowcount:
        connection.execute(insert(pulses).values(vars(life)))


def lives(connection: Connection) -> list[Life]:
    """The server processes that are there, or were lately."""
    return [Life(row.process, row.since, row.at, row.closed) for row in connection.execute(select(pulses))]


def end_lives(connection: Connection) -> None:
    """Whatever processes there were are gone."""
    connection.execute(update(pulses).values(closed=True))


def forget_lives(connection: Connection, long_ago: float, lately: float) -> None:
    """Forget processes that are gone, and pauses of long ago."""
    connection.execute(delete(pulses).where(pulses.c.at < lately))
    connection.execute(delete(pauses).where(pauses.c.ended < long_ago))


def add_pause(connection: Connection, began: float, ended: float) -> None:
    """Note a time in which nobody's clock runs."""
    connection.execute(delete(pauses).where(pauses.c.began == began))
    connection.execute(insert(pauses).values(began=began, ended=ended))


def pauses_of(connection: Connection) -> list[tuple[float, float]]:
    """The times in which nobody's clock runs."""
    return [(row.began, row.ended) for row in connection.execute(select(pauses))]
