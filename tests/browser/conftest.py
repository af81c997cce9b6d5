"""A server, Debian's Chromium, and windows that hear every complaint of a page."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

import coven
from tests.table.fixed_luck import WrittenFate
from tests.table.server import Server

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}
# Milliseconds until a page that does not answer has failed: the server may be loading its bots on a busy machine.
PATIENCE = 120_000
expect.set_options(timeout=PATIENCE)
SLOW = os.environ.get("COVEN_SLOW")  # so many times slower pages, to find tests that race with them
# Chromium would load pages of its own for the address bar of every window, though none is seen: half as much work
# again. The others are Playwright's own list, which this one takes the place of.
LEFT_OUT = """
WebUIOmniboxPopup WebUIOmniboxAimPopup
AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect
OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch
""".split()
LEFT_BEHIND = "net::ERR_ABORTED"  # what was still on its way when the page was left
# In the page: what its policy forbids is said aloud; how many answers are on their way is counted, until they have
# been read; the number that it adds to the luck of a game is always the same.
EARS = """
crypto.getRandomValues = (bytes) => bytes.fill(7);
document.addEventListener("securitypolicyviolation", (no) =>
  console.error(`policy: ${no.violatedDirective} ${no.blockedURI}`));
window.onTheWay = 0;
const plain = window.fetch;
window.fetch = async (...what) => {
  window.onTheWay++;
  const done = () => setTimeout(() => window.onTheWay--);
  try {
    const answer = await plain(...what);
    answer.clone().arrayBuffer().finally(done);
    return answer;
  } catch (error) {
    done();
    throw error;
  }
};
"""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, ended with these tests: while Playwright runs, nothing else may run an event loop in this thread."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip(
            "the tests of the pages in a browser are left out: there is no Chromium (apt-get install chromium)"
        )
    with sync_playwright() as browsers:
        asked = ["--no-sandbox", f"--disable-features={','.join(LEFT_OUT)}"]
        running = browsers.chromium.launch(executable_path=chromium, args=asked)
        yield running
        running.close()


@pytest.fixture(scope="session")
def fate(tmp_path_factory: pytest.TempPathFactory) -> WrittenFate:
    return WrittenFate(tmp_path_factory.mktemp("luck") / "luck")


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest, fate: WrittenFate) -> None:
    """A test has a luck of its own, the same in every run, whatever ran before."""
    fate.begin(request.node.nodeid)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, fate: WrittenFate) -> Iterator[Server]:
    """`coven serve`, one for all tests of this process."""
    folder = tmp_path_factory.mktemp("browser")
    database = f"sqlite:///{folder / 'table.db'}"
    with Server(database, folder, luck=fate.file, COVEN_BOTS="1").start() as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path, fate: WrittenFate) -> Iterator[Server]:
    """A server for one test, where who has left may be played for at once; it may be killed."""
    database = f"sqlite:///{tmp_path / 'table.db'}"
    settings = {"COVEN_BOTS": "1", "COVEN_AWAY": "0", "COVEN_COUNTDOWN": "8"}
    with Server(database, tmp_path, luck=fate.file, **settings).start() as running:
        yield running


class Window:
    """A browser of its own, as one person has it, with one page open; it writes down what goes wrong."""

    def __init__(self, browser: Browser, server: str, size: str, **more: Any) -> None:
        self.server = server
        self.troubles: list[str] = []
        self.forgiving = False  # while the line is cut, complaints are expected
        asked = {"locale": "en", "reduced_motion": "reduce", "color_scheme": "dark", **SIZES[size], **more}
        self.context: BrowserContext = browser.new_context(base_url=server, **asked)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(EARS)
        self.pace("off")
        self.page: Page = self.context.new_page()
        if SLOW:
            asked = {"rate": float(SLOW)}
            self.context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", asked)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self._trouble(f"error: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("request", self._asked)
        self.page.on("response", self._answered)

    def _trouble(self, what: str) -> None:
        if not self.forgiving:
            self.troubles.append(what)

    def _console(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self._trouble(f"console: {said.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT_BEHIND:
            self._trouble(f"failed: {request.url} {request.failure}")

    def _asked(self, request: Request) -> None:
        where = urlsplit(request.url)
        if where.scheme not in ("data", "blob") and where.netloc != urlsplit(self.server).netloc:
            self._trouble(f"asks another host: {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._trouble(
                f"{response.status}: {response.request.method} {response.url} {response.request.post_data}"
            )

    def sit(self, table: str, token: str | None = None) -> Page:
        """Open a table, at a seat or as a spectator; the page once the picture is there."""
        self.page.goto(f"/table/{table}" + (f"#{token}" if token else ""))
        self.page.wait_for_selector("#picture [data-key]", state="attached")
        return self.page

    def switch(self, **switches: bool) -> None:
        """Set what a player may switch at the table, on every page opened from now on."""
        self.context.add_init_script(
            f"localStorage.setItem('coven.switches', {json.dumps(json.dumps(switches))})"
        )

    def pace(self, speed: str) -> None:
        """How quickly others' turns are played on every page opened from now on; at once unless a test asks."""
        self.context.add_init_script(f"localStorage.setItem('coven.speed', {json.dumps(speed)})")

    def close(self) -> None:
        self.context.close()


@pytest.fixture
def window(browser: Browser, server: Server) -> Iterator[Callable[..., Window]]:
    """Windows by their size; closed with the test, which fails if a page complained."""
    opened: list[Window] = []

    def open_window(size: str = "desktop", at: str = "", **more: Any) -> Window:
        opened.append(Window(browser, at or server.url, size, **more))
        return opened[-1]

    yield open_window
    for one in opened:
        one.close()
    assert [trouble for one in opened for trouble in one.troubles] == []


def _midway(game: str, actions: int, players: int, seed: int, **options: Any) -> coven.Position:
    """A random game after so many actions, or where it was over before."""
    position, luck = coven.load(game).new(players, seed=seed, **options), random.Random(seed)
    for _ in range(actions):
        if not position.over:
            position.play(luck.choice(position.legal))
    return position


class Tables:
    """Makes tables by the API, and asks it what is so."""

    def __init__(self, server: str) -> None:
        self.http = httpx.Client(base_url=server, timeout=60)

    def __enter__(self) -> Tables:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def make(self, game: str, *seats: str, **more: Any) -> tuple[str, list[str | None]]:
        """A table by its seats: "human", "open" or the spec of a bot; its id and the seats' secrets."""
        asked = [{"kind": s} if s in ("human", "open") else {"kind": "bot", "bot": s} for s in seats]
        options = {"listed": False, **more.pop("options", {})}
        answer = self.http.post(
            "/api/tables", json={"game": game, "seats": asked, "options": options, **more}
        )
        assert answer.status_code == 201, answer.text
        told = answer.json()
        return told["table"], [seat["token"] for seat in told["seats"]]

    def look(self, table: str, token: str | None = None, what: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.http.get(f"/api/tables/{table}{what}", headers=headers)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def settled(self, table: str) -> dict[str, Any]:
        """The table once it has been dealt and waits for somebody."""
        until = time.monotonic() + PATIENCE / 1000
        while (told := self.look(table))["actor"] is None and not told["over"]:
            assert time.monotonic() < until, told
            time.sleep(0.02)
        return told

    def midway(
        self, game: str, actions: int, players: int = 2, **options: Any
    ) -> tuple[str, list[str | None]]:
        """A table of people, so many random actions into a game that goes on: always the same game."""
        games = map(partial(_midway, game, actions, players, **options), itertools.count())
        return self.of(next(one for one in games if not one.over))

    def of(self, position: coven.Position) -> tuple[str, list[str | None]]:
        """A table of people who have come to a position."""
        asked = {"record": str(position.record()), "options": {"listed": False}}
        answer = self.http.post("/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        told = answer.json()
        return told["table"], [seat["token"] for seat in told["seats"]]

    def finished(self, game: str) -> tuple[str, list[str | None]]:
        """A table of people whose random game is over."""
        return self.of(_midway(game, 10_000, 2, 1))

    def play(self, table: str, tokens: list[str | None], actions: int = 10_000) -> None:
        """So many random actions of people, or to the end."""
        luck = random.Random(table)
        for _ in range(actions):
            told = self.settled(table)
            if told["over"]:
                return
            token = tokens[told["actor"]]
            move = luck.choice(self.look(table, token)["legal"])["id"]
            answer = self.http.post(
                f"/api/tables/{table}/actions",
                json={"seq": told["seq"], "move": move},
                headers={"Authorization": f"Bearer {token}"},
            )
            assert answer.status_code == 200, answer.text


@pytest.fixture
def tables(server: Server) -> Iterator[Tables]:
    with Tables(server.url) as made:
        yield made


@pytest.fixture(scope="session")
def shots() -> Path:
    """Where pictures of the pages are kept, to be looked at."""
    folder = Path(os.environ.get("COVEN_SHOTS") or Path(__file__).parents[2] / "build" / "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
