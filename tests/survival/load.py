"""Tables with a page at every seat that play on, whatever befalls the servers, and remember what they were told."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.typing import Origin

import coven
from coven.core.sealed_luck import chain, hash_of_secret
from coven.lab.bench_clients import PageModel, leaf
from tests.survival.account import Account, Findings

GONE = (httpx.TransportError, ConnectionClosed, InvalidMessage, InvalidHandshake, OSError, TimeoutError)
ANSWER_WITHIN = 30.0  # seconds; the server itself gives up after ten
AGAIN = 0.1  # seconds until a page asks again when nobody is there
STUCK = 180.0  # seconds without any news after which a table stands still
TAKE_BACK = TALK = 0.2  # how often an action is followed by these
ADD_LUCK = 0.5  # how often people add to the luck of their game
BOT = {"kind": "bot", "bot": "random"}
EXPECTED = {"stale", "not_your_turn", "over", "unavailable", "waiting", "nothing_to_undo"}


@dataclass(frozen=True)
class Where:
    """A server as its guests reach it."""

    url: str
    tls: ssl.SSLContext | None = None
    name: str = ""  # by which it is asked, if not by its address

    @property
    def headers(self) -> dict[str, str]:
        return {"Host": self.name} if self.name else {}

    def live(self, path: str) -> connect:
        """A WebSocket, as a page opens it."""
        address = httpx.URL(self.url)
        site = f"{address.scheme}://{self.name}" if self.name else self.url
        return connect(
            "ws" + site.removeprefix("http") + path,
            host=address.host,
            port=address.port,
            ssl=self.tls,
            origin=Origin(site),
            ping_interval=None,
            max_size=2**22,
            close_timeout=1,
        )


class Load:
    """So many tables at a time, of every game, with people and bots. A game that is over makes room for the next."""

    def __init__(
        self,
        servers: Sequence[Where],
        luck: random.Random,
        *,
        tables: int = 6,
        pause: tuple[float, float] = (0.0, 0.0),
        bots: bool = True,
        place: Callable[[], int] = lambda: 0,
    ) -> None:
        self.servers = servers
        self.luck = luck
        self.tables = tables
        self.pause = pause  # seconds that people think
        self.bots = bots
        self.place = place
        self.accounts: list[Account] = []
        self.findings = Findings()
        self.answered: list[tuple[float, float]] = []  # for each acknowledgement: when, and after how long
        self.refused: Counter[str] = Counter()
        self.updates = self.connections = self.compared = 0  # of pages
        self.verified = 0  # games whose luck was checked when they were over
        self.http: list[httpx.AsyncClient] = []
        self.stopping = False
        self._wake = asyncio.Event()  # something was acknowledged, or a table has ended

    async def __aenter__(self) -> Load:
        self._clients = AsyncExitStack()
        for server in self.servers:
            client = httpx.AsyncClient(
                base_url=server.url,
                timeout=ANSWER_WITHIN,
                verify=server.tls or False,
                trust_env=False,
                headers=server.headers,
            )
            self.http.append(await self._clients.enter_async_context(client))
        self._playing = [asyncio.create_task(self._tables()) for _ in range(self.tables)]
        for task in self._playing:
            task.add_done_callback(lambda _: self._wake.set())
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        """Let everybody look at the last action, then part; when something has gone wrong, at once."""
        self.stopping = True
        if kind is not None:
            for task in self._playing:
                task.cancel()
        try:
            parted = await asyncio.gather(*self._playing, return_exceptions=True)
        finally:
            await self._clients.aclose()
        for problem in parted:
            if kind is None and isinstance(problem, BaseException):
                raise problem

    async def acknowledged(self, more: int) -> None:
        """Wait until so many more actions are acknowledged."""
        until = len(self.answered) + more
        while len(self.answered) < until and not self._ended():
            self._wake.clear()
            await self._wake.wait()
        self.raise_mistakes()

    def raise_mistakes(self) -> None:
        """Of tables that have ended: none does before it is told to but by a mistake."""
        for task in self._playing:
            if task.done():
                task.result()

    def _ended(self) -> bool:
        return any(task.done() for task in self._playing)

    def count(self, sent: float) -> None:
        now = time.monotonic()
        self.answered.append((now, now - sent))
        self._wake.set()

    async def _tables(self) -> None:
        """One table after the other."""
        while not self.stopping:
            account = await self._found()
            if account is not None:
                await Table(self, account).play()

    async def _found(self) -> Account | None:
        """Set a table up, if a server is there."""
        game = self.luck.choice(coven.games())
        chains = [chain(self.luck.randbytes(32).hex()) for _ in range(2)]
        people = [{"kind": "human"}] * 2
        if adds := self.luck.random() < ADD_LUCK:
            people = [{"kind": "human", "promise": hash_of_secret(numbers[0])} for numbers in chains]
        seats = self.luck.choice((people, [people[0], BOT, people[1]])) if self.bots else people
        try:
            answer = await self.luck.choice(self.http).post(
                "/api/tables", json={"game": game, "seats": seats}
            )
        except GONE:
            await asyncio.sleep(AGAIN)
            return None
        if answer.status_code == 503:
            self.refused["unavailable"] += 1
            await asyncio.sleep(AGAIN)
            return None
        if answer.status_code != 201:
            raise RuntimeError(f"the server sets up no table: {answer.text}")
        told = answer.json()
        tokens = {seat["seat"]: seat["token"] for seat in told["seats"] if seat["token"]}
        account = Account(told["table"], game, tokens, self.place)
        account.chains = dict(zip(tokens, chains, strict=True)) if adds else {}
        self.accounts.append(account)
        return account


class Table:
    """A table and its pages, one for each person; whoever is to act chooses from what her page offers."""

    def __init__(self, load: Load, account: Account) -> None:
        self.load = load
        self.account = account
        self.game = coven.load(account.game)
        self.pages = {seat: PageModel() for seat in account.tokens}
        self.news = asyncio.Event()

    async def play(self) -> None:
        """Until the game is over or the load ends; then every page must show what there is."""
        async with asyncio.TaskGroup() as group:
            open_pages = [group.create_task(self._keep(seat)) for seat in self.pages]
            open_pages += [group.create_task(self._add_luck(seat)) for seat in self.account.chains]
            while not self.load.stopping and not self.account.over:
                self.news.clear()
                if not await self._act() and not await self._hear():
                    break
            await self._settle()
            for task in open_pages:
                task.cancel()

    async def _hear(self) -> bool:
        """Wait for news; False where there is none for too long."""
        quiet = time.monotonic()
        while not self.news.is_set() and not self.load.stopping:
            try:
                await asyncio.wait_for(self.news.wait(), 1.0)
            except TimeoutError:
                if time.monotonic() - quiet > STUCK:
                    self.load.findings.other.append(f"table {self.account.id} stands still")
                    return False
                if any(page.state.get("choices") for page in self.pages.values()):
                    return True  # asked, and not known whether it was heard: ask again
        return True

    # -- pages -----------------------------------------------------------------------------------------------------

    async def _keep(self, seat: int) -> None:
        """A page that stays open: connected again whenever the connection is lost."""
        while True:
            with suppress(*GONE):
                await self._listen(seat, self.load.luck.choice(self.load.servers))
            await asyncio.sleep(AGAIN)

    async def _listen(self, seat: int, server: Where) -> None:
        page = self.pages[seat]
        if self.load.luck.random() < 0.5:
            page.parts, page.laid = {}, []  # opened anew
        hello = {"theme": "dark", "have": ",".join(f"{id}={version}" for id, version in page.laid)}
        last = 0
        async with server.live(f"/api/tables/{self.account.id}/live") as socket:
            said = {"type": "hello", "token": self.account.tokens[seat], "page": hello}
            await socket.send(json.dumps(said))
            self.load.connections += 1
            async for data in socket:
                message = json.loads(data if isinstance(data, str) else zlib.decompress(data))
                if message["type"] == "page":
                    last = self._show(seat, message, last)

    def _show(self, seat: int, message: dict[str, Any], last: int) -> int:
        seq, findings = int(message["seq"]), self.load.findings
        if seq < last:
            findings.out_of_order.append(f"table {self.account.id}: a page is told {seq} after {last}")
        try:
            self.pages[seat].hear(message)
        except LookupError as problem:
            findings.pages.append(f"table {self.account.id}: {problem}")
        self.load.updates += 1
        self.account.promise("told", seq)
        self.account.over |= self.pages[seat].state["over"]
        self.news.set()
        return seq

    async def _settle(self) -> None:
        """Every page comes to show the last action, and exactly what the server shows of it."""
        until = time.monotonic() + STUCK
        waiting = dict(self.pages)
        differ = ["nothing"]
        while waiting and time.monotonic() < until:
            seat, page = next(iter(waiting.items()))
            try:
                path = f"/api/tables/{self.account.id}/sight"
                answer = await self.load.luck.choice(self.load.http).get(path, headers=self._as(seat))
            except GONE:
                await asyncio.sleep(AGAIN)
                continue
            differ = page.differs(answer.json()) if answer.status_code == 200 and page.laid else [answer.text]
            if differ or page.state["seq"] < max(self.account.acked, default=0):
                await asyncio.sleep(AGAIN)
            else:
                del waiting[seat]
                self.load.compared += 1
        for seat in waiting:
            self.load.findings.pages.append(f"table {self.account.id}: the page of seat {seat}: {differ}")
        if self.account.over:
            await self._verify(until)

    async def _verify(self, until: float) -> None:
        """The game was played as its luck was sealed, with all that its people added."""
        found: dict[str, Any] = {}
        while not found and time.monotonic() < until:
            with suppress(*GONE):
                answer = await self.load.luck.choice(self.load.http).get(
                    f"/api/tables/{self.account.id}/verify"
                )
                if answer.status_code == 200:
                    found = answer.json()
                    continue
            await asyncio.sleep(AGAIN)
        if not (found.get("ok") and found.get("sealed")) or (self.account.chains and found["ended"]):
            self.load.findings.other.append(f"table {self.account.id} was not played as sealed: {found}")
        self.load.verified += 1

    # -- people ----------------------------------------------------------------------------------------------------

    def _as(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.account.tokens[seat]}"}

    async def _add_luck(self, seat: int) -> None:
        """Tell the number that was promised, until it is taken or comes too late."""
        number = self.account.chains[seat][0]
        while True:
            with suppress(*GONE):
                answer = await self.load.luck.choice(self.load.http).post(
                    f"/api/tables/{self.account.id}/luck", json={"nonce": number}, headers=self._as(seat)
                )
                if answer.status_code in (200, 409):
                    return
            await asyncio.sleep(AGAIN)

    async def _act(self) -> bool:
        """Make a move that a page offers; False where none does, or the server knew better."""
        luck, account = self.load.luck, self.account
        acting = [seat for seat, page in self.pages.items() if page.state.get("choices")]
        if not acting:
            return False
        if self.load.pause[1]:
            await asyncio.sleep(luck.uniform(*self.load.pause))
        seat = acting[0]
        state = self.pages[seat].state
        if not state["choices"]:
            return False
        seq, move = state["seq"], leaf(state["choices"], luck)
        body = {"seq": seq, "move": move}
        if numbers := account.chains.get(seat):
            body["link"] = numbers[1 + state["last"]]
        told = await self._ask(seat, "actions", body, self.game.text(move))
        if told is None:
            return False
        if luck.random() < TAKE_BACK:
            await self._ask(seat, "undo", {"seq": told}, "")
        if luck.random() < TALK:
            await self._talk(seat, f"after {told}")
        return bool(self.pages[seat].state["seq"] >= max(account.acked))

    async def _ask(self, seat: int, what: str, body: dict[str, Any], text: str) -> int | None:
        """An action or an undo; the number it got."""
        account, sent = self.account, time.monotonic()
        account.tried.add((body["seq"] + 1, text))
        path = f"/api/tables/{account.id}/{what}"
        try:
            answer = await self.load.luck.choice(self.load.http).post(path, json=body, headers=self._as(seat))
        except GONE:
            return None
        if answer.status_code != 200:
            self._refused(answer)
            return None
        seq = int(answer.json()["seq"])
        if seq in account.acked:
            self.load.findings.doubled.append(f"table {account.id}: {seq} is acknowledged twice")
        account.promise("acked", seq, text)
        self.load.count(sent)
        return seq

    async def _talk(self, seat: int, text: str) -> None:
        path = f"/api/tables/{self.account.id}/chat"
        try:
            answer = await self.load.luck.choice(self.load.http).post(
                path, json={"text": text}, headers=self._as(seat)
            )
        except GONE:
            return
        if answer.is_success:
            self.account.promise("said", answer.json()["n"], text)
        else:
            self._refused(answer)

    def _refused(self, answer: httpx.Response) -> None:
        try:
            why = answer.json()["error"]
        except (ValueError, KeyError):
            why = f"{answer.status_code} {answer.text[:80]}"
        self.load.refused[why] += 1
        if why not in EXPECTED:
            self.load.findings.other.append(f"table {self.account.id} was answered {answer.text[:200]}")
