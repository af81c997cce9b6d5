"""Those who play and look on: they speak as programs and pages do, go away, come back, and try again."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from coven.core.sealed_luck import chain, hash_of_secret
from tests.simulation.network import Answer, Line, Request

if TYPE_CHECKING:
    from tests.simulation.world import World

BACKOFF = 1.0  # seconds at most before somebody tries again
AWAY = 62.0  # seconds without a change after which a player asks for a bot in another's place


class Client:
    """Somebody with a live connection."""

    def __init__(self, world: World, name: str, table: str, token: str | None, page: bool = False) -> None:
        self.world = world
        self.name = name
        self.table = table
        self.token = token
        self.page = page
        self.luck = world.luck_of(f"client {name}")
        self.line: Line | None = None
        self.known: dict[str, Any] = {}  # what the live connection has told
        self.changed_at = world.loop.time()
        self.away_until = 0.0
        self.gone = False  # for good
        self._wake = asyncio.Event()

    @property
    def seat(self) -> int | None:
        return None

    async def ask(self, method: str, what: str, body: Any = None, token: str | None = None) -> Answer | None:
        path = f"/api/tables/{self.table}{what}"
        return await self.world.network.ask(Request(self.name, method, path, body, token or self.token))

    async def rest(self, most: float = BACKOFF) -> None:
        await asyncio.sleep(most * self.luck.random())

    def leave(self, seconds: float, silently: bool = False) -> None:
        """Go away for a while."""
        self.away_until = self.world.loop.time() + seconds
        if self.line is not None:
            self.line.leave(silently)
        self._wake.set()

    async def live(self) -> None:
        """Look on until the end of the world; whenever something changes, do what there is to do."""
        while not self.gone:
            wait = self.away_until - self.world.loop.time()
            if wait > 0.0:
                await asyncio.sleep(wait)
                await self.returned()
            if self.line is None or not self.line.open:
                await self._connect()
                if self.line is None:
                    await self.rest()
                continue
            listening = self.line
            told = await self._next(listening)
            if told is None:
                if not listening.open:
                    self.line = None
                    await self.rest(0.2)
                else:
                    await self.bored()
                continue
            self.hear(told)
            await self.act()
            if self.world.loop.time() - self.changed_at >= AWAY:
                await self.bored()

    async def _connect(self) -> None:
        hello: dict[str, Any] = {"type": "hello", "token": self.token}
        if self.page:
            hello["page"] = {"theme": "dark"}
        self.line = await self.world.network.connect(self.name, self.table, hello)

    async def _next(self, line: Line) -> dict[str, Any] | None:
        """What the connection says next; None when it is closed, or nothing has come for long."""
        if not line.open and line.inbox.empty():
            return None
        waiting = asyncio.ensure_future(line.inbox.get())
        woken = asyncio.ensure_future(self._wake.wait())
        await asyncio.wait({waiting, woken}, timeout=AWAY, return_when=asyncio.FIRST_COMPLETED)
        woken.cancel()
        self._wake.clear()
        if waiting.done():
            return waiting.result()
        waiting.cancel()
        return None

    def hear(self, told: dict[str, Any]) -> None:
        if told["type"] in ("state", "page"):
            self.known.update({name: told[name] for name in ("seq", "actor", "over") if name in told})
            self.changed_at = self.world.loop.time()

    @property
    def content(self) -> bool:
        """Whether she is here and has seen the end of the game."""
        return self.line is not None and self.line.open and bool(self.known.get("over"))

    async def act(self) -> None:
        """Do what there is to do."""

    async def bored(self) -> None:
        """Nothing has happened for long."""

    async def returned(self) -> None:
        """Back from being away."""


class Player(Client):
    """Somebody at a seat."""

    def __init__(
        self, world: World, name: str, table: str, token: str, seat: int, numbers: list[str] | None
    ) -> None:
        super().__init__(world, name, table, token, world.plan.pages)
        self._seat = seat
        self._numbers = numbers or []  # what she adds to the luck
        self._tells = bool(numbers)  # the first of them, once everyone sits
        self._keeps = (
            1000 if world.luck_of(f"memory {name}").random() < 0.7 else 12
        )  # moves that she knows them for
        self._answered = -1  # the number of the action she has seen to

    @property
    def seat(self) -> int | None:
        return self._seat

    async def act(self) -> None:
        if self._tells:
            await self._add_to_luck()
        plan = self.world.plan
        while self.known.get("actor") == self._seat and self.known["seq"] != self._answered:
            if self.away_until > self.world.loop.time() or self.gone:
                return
            await self.rest(plan.think)
            answer = await self.ask("GET", "")
            if answer is None or answer.status != 200:
                await self.rest()
                continue
            told = answer.json()
            if told["actor"] != self._seat:
                return  # the live connection will tell, or has told
            move = self.luck.choice(told["legal"])
            asked = {"seq": told["seq"], "move": move["id"] if self.luck.random() < 0.5 else move["text"]}
            if self._numbers and len(told["moves"]) < self._keeps:
                asked["link"] = self._numbers[1 + len(told["moves"])]
            done = await self.ask("POST", "/actions", asked)
            if done is not None and done.status == 200:
                self._answered = self.known["seq"] = told["seq"]
                await self._afterwards(done.json()["seq"])
                return
            if done is not None and done.error in ("stale", "not_your_turn", "over"):
                self._answered = told["seq"]
                return
            await self.rest()

    async def _afterwards(self, seq: int) -> None:
        if self.luck.random() < self.world.plan.undo:
            await self.ask("POST", "/undo", {"seq": seq})
        if self.luck.random() < self.world.plan.chat:
            await self.ask("POST", "/chat", {"text": f"{self.name} says {seq}"})

    async def _add_to_luck(self) -> None:
        """Tell the number that was promised, once everyone sits."""
        if self.known.get("seq"):
            self._tells = False
            return
        answer = await self.ask("POST", "/luck", {"nonce": self._numbers[0]})
        if answer is not None and (answer.status == 200 or answer.error == "stale"):
            self._tells = False

    async def bored(self) -> None:
        if self._tells:
            await self._add_to_luck()
        actor = self.known.get("actor")
        silent = self.world.loop.time() - self.changed_at >= AWAY
        if silent and actor is not None and actor != self._seat and not self.known.get("over"):
            self.changed_at = self.world.loop.time()  # asked once, she waits as long again
            await self.ask("POST", "/stand-in", {"seat": actor})

    async def returned(self) -> None:
        await self.ask("POST", "/return", {})


class Rogue(Client):
    """Somebody who asks for what she has no right to, and says what makes no sense."""

    def __init__(self, world: World, name: str, table: str, others: Callable[[], list[str]]) -> None:
        super().__init__(world, name, table, None)
        self._others = others  # secrets of seats at other tables

    async def live(self) -> None:
        while not self.gone:
            await self.rest(4.0)
            await self.luck.choice((self._guess, self._repeat, self._garble, self._hold, self._foreign))()

    async def _guess(self) -> None:
        """A move for a seat that is not hers, without a secret or with one that is none."""
        token = self.luck.choice((None, "x" * 24, "", "Bearer"))
        await self.ask("POST", "/actions", {"seq": self.luck.randrange(20), "move": "pick"}, token)

    async def _repeat(self) -> None:
        """A seat's own request, again or for another number: a program that went wrong."""
        seated = [one for one in self.world.players if one.token]
        if not seated:
            return
        one = self.luck.choice(seated)
        seq = max(0, self.world.model.floor(self.table) + self.luck.choice((-3, -2, -1, 1, 2, 1000)))
        what = self.luck.choice(("/actions", "/undo"))
        body = {"seq": seq, "move": self.luck.choice(("pick", "brew", "add morel"))}
        await self.ask("POST", what, body if what == "/actions" else {"seq": seq}, one.token)

    async def _garble(self) -> None:
        what = self.luck.choice(("/actions", "/undo", "/chat", "/join", "/luck", "/stand-in", "/nowhere"))
        body: Any = self.luck.choice(
            (b"\xff\x00", b"{" * 900, b"[]", {"seq": "1"}, {"seq": -1, "move": []}, None)
        )
        await self.ask("POST", what, body)

    async def _hold(self) -> None:
        """A live connection that says nothing, or nonsense."""
        said: Any = self.luck.choice((None, b"\x01", {"type": "moo"}, {"type": "hello", "token": "y" * 30}))
        line = await self.world.network.connect(self.name, self.table, said)
        if line is not None:
            await self.rest(15.0)
            line.leave(silently=self.luck.random() < 0.5)

    async def _foreign(self) -> None:
        """The secret of a seat at another table."""
        if tokens := self._others():
            await self.ask("GET", "", None, self.luck.choice(tokens))


class Rival(Client):
    """Somebody who wants an open seat that another wants too."""

    async def live(self) -> None:
        await self.rest(0.01)  # all come at once
        for _ in range(3):
            answer = await self.ask("POST", "/join", {"name": self.name})
            if answer is not None and answer.status == 200:
                told = answer.json()
                player = Player(self.world, self.name, self.table, told["token"], told["seat"], None)
                self.world.seated(player)
                await player.live()
                return
            if answer is not None and answer.error == "seat_taken":
                return
            await self.rest()


def numbers_of(world: World, name: str) -> list[str]:
    """The numbers somebody adds to the luck."""
    return chain(hashlib.sha256(f"nonce {world.plan.seed} {name}".encode()).hexdigest())


def promise_of(numbers: list[str]) -> str:
    return hash_of_secret(numbers[0])
