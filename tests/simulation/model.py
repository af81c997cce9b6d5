"""What must be true whatever happens. It sees every commit, every answer and every message as it leaves a server."""

from __future__ import annotations

import json
import sqlite3
import traceback
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from coven.core.errors import CovenError
from coven.core.registry import load
from coven.core.seats import CHANCE
from coven.lab.bench_clients import PageModel
from coven.table.repository import hash_of
from tests.simulation import clocks
from tests.simulation.network import Answer, Line, Request
from tests.simulation.truth import GAME, Impossible, Row, Sitter, Truth

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

RACE = 60.0  # seconds in which a process may not have heard that somebody has taken her seat back


F = TypeVar("F", bound=Callable[..., None])


def _guarded(look: F) -> F:
    """A mistake of the model's own ends the run: the server, in whose midst it looks, would take it as its own."""

    @wraps(look)
    def guarded(self: Model, *args: Any) -> None:
        try:
            look(self, *args)
        except Exception as problem:
            self.fail(f"the model failed: {problem!r} at {traceback.format_exc(limit=-2)}")

    return guarded  # type: ignore[return-value]


class Model:
    """Compares what servers say with what is kept, and what is kept with what was asked for."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.tables: dict[str, Truth] = {}
        self.pauses: list[tuple[float, float]] = []
        self._wishes: dict[tuple[str, int], set[tuple[str, int, str]]] = {}  # what each seat has asked for
        self._spoken: list[Request] = []
        self._last_event = self._last_line = 0
        self.looking: sqlite3.Connection | None = None

    def fail(self, what: str) -> None:
        self.world.fail(what)

    def floor(self, table: str) -> int:
        """The newest action of a table that anybody has been told of."""
        return self.tables[table].floor if table in self.tables else 0

    # -- what is kept ----------------------------------------------------------------------------------------------

    @_guarded
    def committed(self, process: Process | None = None) -> None:
        """Something may have been kept: look."""
        if self.looking is None:
            self.looking = self.world.database.looked_at()
        ask = self.looking.execute
        for id, manner in ask("SELECT id, manner FROM tables").fetchall():
            rows = ask(
                "SELECT seat, kind, name, bot, token, stand_in FROM seats WHERE table_id=? ORDER BY seat",
                (id,),
            )
            sitters = tuple(Sitter(*row) for row in rows)
            if id not in self.tables:
                agreed = json.loads(manner)
                self.tables[id] = Truth(
                    id, len(sitters), agreed.get("clock"), agreed.get("sealing", {}).get("secret", "")
                )
            table = self.tables[id]
            table.sitters = sitters
            for one in sitters:
                if one.stand_in:
                    table.stood_in[one.seat] = self.world.loop.time()
        self.pauses = ask("SELECT began, ended FROM pauses ORDER BY began").fetchall()
        for key, id, *kept in ask(
            "SELECT rowid, table_id, seq, kind, actor, moves, at FROM events WHERE rowid>? ORDER BY rowid",
            (self._last_event,),
        ).fetchall():
            self._last_event = key
            seq, kind, actor, moves, at = kept
            self._kept(self.tables[id], Row(seq, kind, actor, tuple(moves.splitlines()), at))
        for key, id, n, seat, name, text in ask(
            "SELECT rowid, table_id, n, seat, name, text FROM chat WHERE rowid>? ORDER BY rowid",
            (self._last_line,),
        ).fetchall():
            self._last_line = key
            self._said(self.tables[id], n, seat, name, text)

    def _kept(self, table: Truth, row: Row) -> None:
        self.world.note("kept", table.id, row)
        try:
            if row.actor != CHANCE:
                self._check_wanted(table, row)
            table.add(row)
        except (Impossible, CovenError) as problem:
            self.fail(f"the log is broken: {problem}")

    def _check_wanted(self, table: Truth, row: Row) -> None:
        """Somebody with the right to it must have asked for what is kept."""
        sitter = table.sitters[row.actor]
        if sitter.kind == "bot" and row.kind == "act":
            return
        wish = (row.kind, row.seq - 1, row.moves[0] if row.moves else "")
        if wish in self._wishes.get((table.id, row.actor), ()):
            return
        now = self.world.loop.time()
        if row.kind == "act" and now - table.stood_in.get(row.actor, -RACE) < RACE:
            return
        if row.kind == "act" and clocks.may_be_out(self.world, table, row.actor, row.at):
            return
        self.fail(f"nobody asked for action {row.seq}: {row.kind} {row.moves} of seat {row.actor}")

    def _said(self, table: Truth, n: int, seat: int, name: str, text: str) -> None:
        table.chat[n] = (seat, name, text)
        sent = sum(
            one.deliveries for one in self._spoken if one.body["text"] == text and self.seat_of(one) == seat
        )
        if sum(line[2] == text for line in table.chat.values()) > sent:
            self.fail(f"{text!r} of seat {seat} is kept more often than it was sent")

    def check_all_kept(self) -> None:
        """All that was ever kept is there, and nothing else."""
        assert self.looking is not None
        for table in self.tables.values():
            found = self.looking.execute(
                "SELECT seq, kind, actor, moves, at FROM events WHERE table_id=? ORDER BY seq", (table.id,)
            ).fetchall()
            now = [
                Row(seq, kind, actor, tuple(moves.splitlines()), at) for seq, kind, actor, moves, at in found
            ]
            if now != table.rows:
                self.fail(f"the log is not what it was: {len(now)} actions, {len(table.rows)} were kept")

    # -- what is asked and answered --------------------------------------------------------------------------------

    def seat_of(self, request: Request) -> int | None:
        """The seat whose secret a request brings."""
        table = self.tables.get(request.table)
        if table is None or request.token is None:
            return None
        hashed = hash_of(request.token)
        return next((one.seat for one in table.sitters if one.token == hashed), None)

    @_guarded
    def asked(self, request: Request) -> None:
        """A client sends something."""
        seat = self.seat_of(request)
        if seat is None or not isinstance(request.body, dict):
            return
        wishes = self._wishes.setdefault((request.table, seat), set())
        if request.what == "actions":
            move = request.body.get("move")
            text = load(GAME).text(move) if isinstance(move, int) else str(move)
            wishes.add(("act", request.body.get("seq", -1), text))
        elif request.what == "undo":
            wishes.add(("undo", request.body.get("seq", -1), ""))
        elif request.what == "chat":
            self._spoken.append(request)

    @_guarded
    def answered(self, process: Process, request: Request, answer: Answer) -> None:
        """A server answers."""
        self.world.note(
            "answer", process.slot, request.who, request.method, request.path, answer.status, answer.body
        )
        if answer.error == "internal":
            self.fail(f"the server made a mistake of its own over {request.method} {request.path}")
        if answer.status >= 300:
            return
        if request.what == "record":
            return
        told = answer.json()
        table = self.tables.get(told["table"] if answer.status == 201 else request.table)
        if table is None:
            self.fail(f"{request.method} {request.path} was answered about a table that is not kept")
            return
        if request.method == "GET" and not request.what:
            self._looked(process, request, table, told)
        elif request.what in ("actions", "undo"):
            self._acknowledged(table, request, told["seq"])
        elif request.what == "join" and table.sitters[told["seat"]].token != hash_of(told["token"]):
            self.fail(f"{request.who} was given seat {told['seat']}, which is not kept as hers")
        elif request.what == "chat" and request.method == "POST":
            line = table.chat.get(told["n"])
            if line is None or line[2] != request.body["text"]:
                self.fail(f"line {told['n']} of {request.who} was acknowledged and is not kept")

    def _acknowledged(self, table: Truth, request: Request, seq: int) -> None:
        seat = self.seat_of(request)
        if not 0 < seq <= table.seq:
            self.fail(f"action {seq} of {request.who} was acknowledged and is not kept")
            return
        row = table.rows[seq - 1]
        kind = "act" if request.what == "actions" else "undo"
        if (row.kind, row.actor, row.seq) != (kind, seat, request.body["seq"] + 1):
            self.fail(f"{request.who} was told that she made action {seq}, which is {row}")
        if seq in table.acknowledged:
            self.fail(f"action {seq} was acknowledged twice, to {table.acknowledged[seq]} and {request.who}")
        table.acknowledged[seq] = request.who
        table.floor = max(table.floor, seq)

    def _looked(self, process: Process, request: Request, table: Truth, told: dict[str, Any]) -> None:
        seat, seq = self.seat_of(request), told["seq"]
        if told["seat"] != seat:
            self.fail(f"{request.who} asked from seat {seat} and was answered as seat {told['seat']}")
        if seq > table.seq:
            self.fail(f"{request.who} was told of action {seq}, which is not kept")
            return
        if seq < request.floor:
            self.fail(f"{request.who} was shown action {seq} after action {request.floor} had been told")
        table.floor = max(table.floor, seq)
        clocks.check(self.world, table, seq, told["table"]["seats"])
        if not seq:
            return
        expected = table.look(seq, seat)
        for name, value in expected.items():
            if told[name] != json.loads(json.dumps(value)):
                self.fail(
                    f"{request.who}, seat {seat}, was told other {name} than her view of action {seq} has"
                )
        if told["actor"] != table.state(seq, seat)["actor"]:
            self.fail(f"{request.who} was told that {told['actor']} is to act after action {seq}")

    # -- what is told ----------------------------------------------------------------------------------------------

    @_guarded
    def sent(self, who: str, content: bytes) -> None:
        """Something leaves a server, whatever it is: what luck follows from is told when the game is over."""
        for table in self.tables.values():
            if table.secret and not table.positions[-1].over and table.secret.encode() in content:
                self.fail(f"{who} was told the secret of a table whose game goes on")

    @_guarded
    def told(self, line: Line, said: dict[str, Any]) -> None:
        """A server tells somebody something over a live connection."""
        self.world.note("told", line.process.slot, line.who, said)
        table = self.tables.get(line.table)
        if table is None:
            if said["type"] != "error":
                self.fail(f"{line.who} was told {said['type']} of a table that is not kept")
            return
        seat = self._seat(table, line)
        if said["type"] in ("state", "page"):
            self._moved_on(table, line, seat, said)
        elif said["type"] == "seats":
            line.seats = said["seats"]
            match = line.process.server.matches.loaded(table.id)
            if match is not None:
                clocks.check(self.world, table, match.seq, said["seats"])
        elif said["type"] == "chat" and table.chat.get(said["n"]) != tuple(
            map(said.get, ("seat", "name", "text"))
        ):
            self.fail(f"{line.who} was told a line of chat that is not kept: {said}")

    def _seat(self, table: Truth, line: Line) -> int | None:
        hashed = hash_of(line.token) if line.token else ""
        return next((one.seat for one in table.sitters if one.token and one.token == hashed), None)

    def _moved_on(self, table: Truth, line: Line, seat: int | None, said: dict[str, Any]) -> None:
        seq = said["seq"]
        if seq > table.seq:
            self.fail(f"{line.who} was told of action {seq}, which is not kept")
            return
        if seq < line.last_seq:
            self.fail(f"{line.who} was told of action {seq} after action {line.last_seq}")
        line.last_seq = seq
        table.floor = max(table.floor, seq)
        if said["type"] == "page":
            self._turned(table, line, seat, said)
        elif seq and said != table.state(seq, seat):
            self.fail(f"{line.who}, seat {seat}, was told {said}, which is not so for her")

    def _turned(self, table: Truth, line: Line, seat: int | None, said: dict[str, Any]) -> None:
        """A page: put together what it has been told, and compare all of it."""
        if line.page is None:
            line.page = PageModel()
        page = line.page
        try:
            page.hear(dict(said))
        except LookupError as problem:
            self.fail(f"the page of {line.who}, seat {seat}: {problem}")
            return
        if not said["seq"]:
            return
        expected, drawn = table.page(said["seq"], seat)
        wanted = json.loads(json.dumps(expected))
        persons = sum(kind != "bot" for kind in wanted["kinds"])
        alone = persons == 1 and seat is not None and wanted["actor"] == seat  # and perhaps nobody looks on
        if alone and page.state.get("go_on"):
            wanted["go_on"] = True
        shown = {**page.state, "log": page.log, "made": {"from": 0, "moves": page.made}}
        for name, value in wanted.items():
            if shown.get(name) != value:
                self.fail(
                    f"the page of {line.who}, seat {seat}, shows other {name} than action {said['seq']} has"
                )
        laid = {id: page.parts[id][1] for id, _ in page.laid if id in drawn}
        if laid != json.loads(json.dumps(drawn)):
            self.fail(
                f"the page of {line.who}, seat {seat}, shows another picture than action {said['seq']} has"
            )
