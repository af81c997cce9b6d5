"""Nothing a seat can't know ever reaches it: two tables that differ only in that send it the same bytes.

A random game is played on one server while somebody listens: a seat or a spectator, over HTTP and a WebSocket. Then
another world is imagined that she can't tell from it, with a history of its own; that history is played on a second
server with the same ids, secrets and times. Whatever both sent her must be equal to the byte, headers included.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import coven
from coven.core.language import LANGUAGES
from coven.core.move import Move
from coven.core.position import CHANCE, Position
from coven.core.view import View
from coven.lab.bench_clients import laid_now
from tests.table.conftest import make
from tests.table.inside import Answer, Inside, Socket

GAMES = 88  # three of each kind of table, more or less
NAMED = re.compile(r' data-(?:key|(thing)|(fact))="([^"]+)"')  # as the page asks about them
PARTS = 4  # shared out over the processes of a test run
SHORT, LONG = 60, 500  # actions at most: half the games are stopped early, the others late or at their end


class Act(NamedTuple):
    """A move made; `at` is its place in the history, or None for one that is taken back, which stays as it is."""

    seat: int
    at: int | None
    text: str


class Back(NamedTuple):
    """The listener takes her last move back."""

    seat: int


class Ask(NamedTuple):
    """The listener asks for something."""

    method: str
    what: str
    body: Any = None


class Say(NamedTuple):
    """Somebody speaks."""

    seat: int
    text: str


class Return(NamedTuple):
    """The listener's connection breaks and comes back."""


Step = Act | Back | Ask | Say | Return


class Script:
    """Decides the luck of one table after another, and its ids, secrets and times."""

    def __init__(self) -> None:
        self.rolls: Callable[[Sequence[Move]], Move]
        self.came: list[str] = []
        self.game = 0
        self.secrets = 0
        self.now = 0.0

    def begin(self, game: int, rolls: Callable[[Sequence[Move]], Move]) -> None:
        self.rolls = rolls
        self.came = []
        self.game, self.secrets, self.now = game, 0, 1.7e9 + 1000.0 * game

    def choose(self, position: Position) -> int:
        move = self.rolls(position.legal)
        self.came.append(move.text)
        return position.legal.ids.tolist().index(move.id)

    def secret(self, size: int) -> str:
        self.secrets += 1
        return f"{self.game:06d}-{self.secrets:02d}-".ljust(size * 4 // 3, "x")

    def clock(self) -> float:
        return self.now


@dataclass
class Session:
    """One table on one server, and all that was sent to the listener, in order."""

    room: Inside
    script: Script
    listener: int | None
    heard: list[tuple[Any, ...]] = field(default_factory=list)
    id: str = ""
    tokens: list[str] = field(default_factory=list)
    seq: int = 0
    socket: Socket | None = None
    laid: list[list[str]] = field(default_factory=list)  # the parts the page has
    lines: int = 0  # of its log

    @property
    def token(self) -> str | None:
        return None if self.listener is None else self.tokens[self.listener]

    async def open(self, game: str, players: int, options: dict[str, Any]) -> None:
        asked = {"game": game, "seats": [{"kind": "human"}] * players, "options": options}
        made = await self.room.ask("POST", "/api/tables", asked)
        assert made.status == 201, made.text
        self.id, self.tokens = made.json()["table"], [seat["token"] for seat in made.json()["seats"]]
        self.seq = 1
        await self._listen()

    async def _listen(self) -> None:
        self.socket = await self.room.connect(f"/api/tables/{self.id}/live?lang=de")
        page = {"theme": "light", "have": ",".join("=".join(pair) for pair in self.laid), "log": self.lines}
        await self.socket.send({"type": "hello", "token": self.token, "page": page})
        self._look(await self.socket.until(type="page"))

    def _look(self, told: dict[str, Any]) -> None:
        """A page keeps what it is told."""
        self.laid, self.lines = laid_now(self.laid, told["picture"]), told.get("last", self.lines)

    def _sent(self, what: object, answer: Answer) -> None:
        self.heard.append((what, answer.status, answer.headers, answer.body))

    async def do(self, step: Step) -> None:
        """Take one step; what the listener is sent is kept."""
        self.script.now += 3.0
        path = f"/api/tables/{self.id}"
        match step:
            case Act(seat, _, text):
                answer = await self.room.ask(
                    "POST", f"{path}/actions", {"seq": self.seq, "move": text}, token=self.tokens[seat]
                )
                assert answer.status == 200, answer.text
                if seat == self.listener:
                    self._sent("act", answer)
                await self._moved_on()
            case Back(seat):
                answer = await self.room.ask(
                    "POST", f"{path}/undo", {"seq": self.seq}, token=self.tokens[seat]
                )
                assert answer.status == 200, answer.text
                self._sent("undo", answer)
                await self._moved_on()
            case Ask(method, what, body):
                self._sent(
                    (method, what), await self.room.ask(method, f"{path}{what}", body, token=self.token)
                )
            case Say(seat, text):
                await self.room.ask("POST", f"{path}/chat", {"text": text}, token=self.tokens[seat])
                assert self.socket is not None
                await self.socket.until(type="chat")
            case Return():
                await self.close()
                await self._listen()

    async def _moved_on(self) -> None:
        """Wait until the listener has been told."""
        self.seq += 1
        assert self.socket is not None
        self._look(await self.socket.until(type="page", seq=self.seq))

    async def close(self) -> None:
        assert self.socket is not None
        await self.socket.leave()
        self.heard.append(tuple(self.socket.heard))


class Play:
    """One random game on the first server, and the script of it."""

    def __init__(self, number: int, variants: Sequence[tuple[str, int, dict[str, Any]]]) -> None:
        self.luck = random.Random(number)
        self.number = number
        self.game, self.players, self.options = variants[number % len(variants)]
        seats = [None, *range(self.players), *range(self.players)]
        self.listener = self.luck.choice(seats)
        self.actions = self.luck.randint(1, self.luck.choice((SHORT, LONG)))
        self.steps: list[Step] = []
        self.position = coven.load(self.game).new(self.players, chance="manual", **self.options)

    async def on(self, room: Inside, script: Script) -> Session:
        """Play it, choosing as it goes."""
        script.begin(self.number, self.luck.choice)
        session = Session(room, script, self.listener)
        await session.open(self.game, self.players, self.options)
        self._roll(script)
        for _ in range(self.actions):
            if self.position.over:
                break
            seat = self.position.actor
            assert seat is not None
            text = self.luck.choice(self.position.legal).text
            await self._do(session, Act(seat, self.position.ply, text))
            self.position.play(text)
            self._roll(script)
            await self._perhaps_take_back(session, seat, text)
            # The end reveals everything in the record.
            if self.luck.random() < 0.1 and not self.position.over:
                await self._do(session, self._question())
        for what in (self._sight(), Ask("GET", ""), Ask("GET", "/chat")):
            await self._do(session, what)
        await session.close()
        return session

    async def _do(self, session: Session, step: Step) -> None:
        self.steps.append(step)
        await session.do(step)

    def _roll(self, script: Script) -> None:
        for text in script.came:
            self.position.play(text)
        script.came.clear()

    async def _perhaps_take_back(self, session: Session, seat: int, text: str) -> None:
        """Only the listener does: what others take back again is not in the history that is imagined for them."""
        undoable = self.position.can_undo(seat) and not self.position.over
        if seat != self.listener or not undoable or self.luck.random() < 0.7:
            return
        self.steps[-1] = Act(seat, None, text)
        await self._do(session, Back(seat))
        self.position.undo()

    def _sight(self) -> Ask:
        lang, theme = self.luck.choice(LANGUAGES), self.luck.choice(("dark", "light"))
        back = f"&at={self.luck.randint(0, self.position.ply)}" if self.luck.random() < 0.3 else ""
        whole = "&whole=1" if self.luck.random() < 0.3 else ""
        return Ask("GET", f"/sight?lang={lang}&theme={theme}{back}{whole}")

    def _thing(self) -> str:
        """Something in the listener's picture."""
        named = NAMED.findall(self.position.view(self.listener).svg())
        return ":".join(filter(None, self.luck.choice(named)))

    def _question(self) -> Step:
        """Something the listener asks, allowed or not."""
        moves = self.position.game._texts
        anything = next(text for _ in range(10_000) if (text := self.luck.choice(moves)) is not None)
        seq = self.position.ply if self.luck.random() < 0.5 else 10**5
        return self.luck.choice(
            [
                self._sight(),
                Ask("GET", f"?lang={self.luck.choice(LANGUAGES)}"),
                Ask("GET", f"/why?thing={self._thing()}&lang={self.luck.choice(LANGUAGES)}"),
                Ask("GET", f"/about?thing={self._thing()}&lang={self.luck.choice(LANGUAGES)}"),
                Ask("GET", "/record"),
                Ask("GET", "/review"),
                Ask("POST", "/undo", {"seq": 10**5}),
                Ask("POST", "/actions", {"seq": 10**5, "move": anything}),
                Ask("POST", "/actions", {"seq": seq, "move": "peek at the deck"}),
                Ask("POST", "/join", {}),
                Ask("POST", "/rematch", {}),
                Say(self.luck.randrange(self.players), f"move {self.position.ply}"),
                Return(),
            ]
        )

    async def again(self, room: Inside, script: Script, world: Position) -> Session:
        """Play the history of another world, with the same steps around it."""
        past = world.history()
        text = world.game.text
        rolls = iter([text(action.move) for action in past if action.actor == CHANCE])

        def rolled(moves: Sequence[Move]) -> Move:
            wanted = next(rolls)
            return next(move for move in moves if move.text == wanted)

        script.begin(self.number, rolled)
        session = Session(room, script, self.listener)
        await session.open(self.game, self.players, self.options)
        for step in self.steps:
            if isinstance(step, Act) and step.at is not None:
                assert past[step.at].actor == step.seat
                step = step._replace(text=text(past[step.at].move))
            await session.do(step)
        await session.close()
        return session


# -- the tests -----------------------------------------------------------------------------------------------------


class Servers:
    """Two servers, and what they decide."""

    def __init__(self, rooms: list[Inside], scripts: list[Script]) -> None:
        self.rooms = rooms
        self.scripts = scripts
        self.variants = [
            (name, players, dict(options))
            for name in coven.games()
            for players, _, options in coven.load(name).tables_to_try()
        ]
        random.Random(1).shuffle(self.variants)

    def compare(
        self, number: int, around: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> tuple[str, bool]:
        """How what the listener was sent differs between two worlds; and whether the worlds do."""
        play = Play(number, self.variants)
        with around():
            first = self.rooms[0].run(play.on(self.rooms[0], self.scripts[0]))
        world = play.position.view(play.listener).sample(random.Random(~number))
        differ = [past.move for past in world.history()] != [past.move for past in play.position.history()]
        with around():
            second = self.rooms[1].run(play.again(self.rooms[1], self.scripts[1], world))
        for one, two in zip(first.heard, second.heard, strict=True):
            if one != two:
                where = f"game {number}: {play.game}, {play.players} players, {play.options}, {play.listener} hears"
                return f"{where}\n{one}\nbut in another world\n{two}", differ
        return "", differ


@pytest.fixture(scope="module")
def servers(memory_folder: Path) -> Iterator[Servers]:
    with ExitStack() as stack:
        # The servers' look around every half minute goes by the wall's clock, which is no part of a world.
        stack.enter_context(pytest.MonkeyPatch.context()).setattr("coven.table.server.SWEEP", 1e6)
        scripts = [Script(), Script()]
        rooms = [
            stack.enter_context(
                make(
                    f"sqlite:///{memory_folder / f'leak{i}.db'}",
                    chance=script,
                    secret=script.secret,
                    clock=script.clock,
                )
            )
            for i, script in enumerate(scripts)
        ]
        yield Servers(rooms, scripts)


@pytest.mark.parametrize("part", range(PARTS))
def test_what_a_seat_is_sent_depends_on_nothing_it_can_not_know(servers: Servers, part: int) -> None:
    worlds = 0
    for number in range(part, GAMES, PARTS):
        difference, differ = servers.compare(number)
        assert not difference
        worlds += differ
    assert worlds > GAMES / PARTS / 2  # else nothing was compared


def test_a_leak_is_noticed(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose log tells every seat everything is caught."""
    honest = View.__init__

    def leaky(self: View, position: Position, seat: int | None, **more: Any) -> None:
        honest(self, position, seat, **more)
        self._log = tuple((past.actor, past.move) for past in position.history())

    class Leaking(AbstractContextManager[None]):
        def __enter__(self) -> None:
            monkeypatch.setattr(View, "__init__", leaky)

        def __exit__(self, *_: object) -> None:
            monkeypatch.setattr(View, "__init__", honest)

    caught = [servers.compare(GAMES + number, Leaking)[0] for number in range(5)]
    assert any("another world" in difference for difference in caught)
