"""`python -m tools.screenshots FOLDER`: every page in every size, theme and language, to be looked at.

A server of its own (rules as they are written, nothing is compiled but for a review) shows the start page and its
form, the rules, the lessons, a lesson under way, tables of two and four at the beginning, in the middle and at the
end, one with its settings, its keys, a seat, its log or its scores open, a table that waits for a friend, an
opponent's turn being played, a tile in hand, dice half rolled, dice that may be rolled again, the most that can end a
game, the largest hand there can be, a card that explains something and one that refuses it, what luck was, a replay
and a review. Each picture is a file SIZE-THEME-LANGUAGE-PAGE.png; contact sheets put those of one page beside each
other (sheet-PAGE.png). `--sizes`, `--themes`, `--languages` and `--pages` take some of them only, with commas between.
"""

from __future__ import annotations

import argparse
import html
import itertools
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, sync_playwright

import coven
from coven.core.language import LANGUAGES
from coven.core.seats import CHANCE

SIZES = {
    "1280x800": (1280, 800, False),
    "1920x1080": (1920, 1080, False),
    "820x1180": (820, 1180, True),
    "390x844": (390, 844, True),
    "844x390": (844, 390, True),
}
THEMES = ("dark", "light")
GAMES = ("witchstone", "witches")
PLAYERS = (2, 4)
MIDDLE = 60  # actions into a game
MANY = 90  # actions into one played together, in which as much as can be may end it
MOST = 7  # cards in a hand
FULL = 37  # a random game of one player in which she comes to hold as many
PATIENCE = 90  # seconds a server may take to come up, and a coach to review a game
REVIEW = "review"
SETTLED = 250  # milliseconds until what has been drawn is still
# What can be opened on a table: a name, what is touched, what it shows.
OPENED = (
    ("settings", ("#menu > summary",), "#menu[open] .card"),
    ("keys", ("#menu > summary", "#keys-help"), "#keys:not([hidden])"),
    ("seat", ("#seats summary >> nth=1",), "#seats details[open] .card"),
    ("log", ("#open-book",), "#log:not([hidden])"),
    ("scores", ("#open-book", "#leaf-scores"), "#scores:not([hidden])"),
)
FIRST = "#parts button:first-child[aria-pressed=false]"  # the first tab, where it is not in sight by itself
HIGH = 420  # pixels of a picture on a contact sheet


@dataclass(frozen=True)
class Stop:
    """A page to be looked at, and what shows that it is there."""

    path: str
    ready: str = "main h1"
    touch: tuple[str, ...] = ()  # what is touched then, one after another, where it is in sight
    keys: tuple[str, ...] = ()  # what is pressed then
    shown: str = ""  # what that shows
    whole: bool = False  # all of it, not only what is in sight


@contextmanager
def server(folder: Path, compiled: bool) -> Iterator[str]:
    """A server on a free port, for as long as it is needed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "coven.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": str(int(not compiled)),
        "COVEN_LIMITS": "0",
        "COVEN_BOTS": "1",
    }
    running = subprocess.Popen(
        [*command, "--database", f"sqlite:///{folder / 'table.db'}"],
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                urlopen(f"{url}/health", timeout=5).close()
                break
            except URLError:
                if running.poll() is not None or time.monotonic() > until:
                    raise SystemExit("the server did not come up: try `coven serve` by hand") from None
                time.sleep(0.1)
        yield url
    finally:
        running.terminate()
        running.wait()


def played(game: str, players: int, actions: int | None, seed: int = 0, **options: Any) -> coven.Position:
    """A random game after so many actions (None: at its end); another, if it was over before."""
    position, luck = coven.load(game).new(players, seed=seed, **options), random.Random(seed)
    while not position.over and (actions is None or position.ply < actions or position.actor == CHANCE):
        position.play(luck.choice(position.legal))
    over = actions is not None and position.over
    return played(game, players, actions, seed + 1, **options) if over else position


def begun(game: str, players: int) -> coven.Position:
    """A random game in which somebody's turn has just begun: what happened since the last one is told."""
    position, luck = played(game, players, MIDDLE), random.Random(0)
    before = position.actor
    while position.actor in (before, CHANCE):
        position.play(luck.choice(position.legal))
    return position


def offered(game: str, move: str, seed: int = 0) -> coven.Position:
    """A random game in which somebody can make this move."""
    position, luck = coven.load(game).new(PLAYERS[0], seed=seed), random.Random(seed)
    while not position.over:
        if any(one.text == move for one in position.legal):
            return position
        position.play(luck.choice(position.legal))
    return offered(game, move, seed + 1)


def full_hand(seed: int = FULL) -> coven.Position:
    """A random game of The Witches in which somebody to act holds as many cards as can be read at once."""
    position, luck = coven.load("witches").new(1, seed=seed), random.Random(seed)
    while not position.over:
        if position.actor == 0 and int(position.view(0).state.hand[0]).bit_count() >= MOST:
            return position
        position.play(luck.choice(position.legal))
    return full_hand(seed + 1)


def asked(url: str, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    """What the server answers to a seat."""
    sent = None if body is None else json.dumps(body).encode()
    heads = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(
        Request(f"{url}{path}", sent, heads if token else {"Content-Type": heads["Content-Type"]})
    ) as answer:
        return json.load(answer)


def seated(url: str, position: coven.Position) -> Stop:
    """A table with this game on it, seen by who is to act."""
    told = asked(url, "/api/tables", {"record": str(position.record()), "options": {"listed": False}})
    seat = 0 if position.over else position.actor
    return Stop(f"/table/{told['table']}#{told['seats'][seat]['token']}", "#picture [data-key]")


def guided(url: str, game: str) -> Stop:
    """A lesson under way, the first card having been read, seen by who is to act."""
    wish = {"game": game, "seats": [{"kind": "human"}] * 2, "options": {"listed": False}, "guide": True}
    told = asked(url, "/api/tables", wish)
    path = f"/api/tables/{told['table']}"
    while (seat := asked(url, path)["actor"]) is None:  # it is being dealt
        time.sleep(0.1)
    token = told["seats"][seat]["token"]
    first = asked(url, f"{path}/sight", token=token)["lesson"]["id"]
    asked(url, f"{path}/lesson", {"lesson": first}, token)
    return Stop(f"/table/{told['table']}#{token}", "#lesson h3")


def waiting(url: str, game: str) -> Stop:
    """A table that waits for a friend, seen by who made it."""
    wish = {"game": game, "seats": [{"kind": "human"}, {"kind": "open"}], "options": {"listed": False}}
    told = asked(url, "/api/tables", wish)
    return Stop(f"/table/{told['table']}#{told['seats'][0]['token']}", "#seats li")


def stops(url: str) -> dict[str, Stop]:
    """All there is to see, by name."""
    start = Stop("/", whole=True)
    form = replace(start, touch=("[data-setup=witches]",), shown="#setup:not([hidden])")
    found = {"start": start, "setup": form, "about": Stop("/about", whole=True), "lost": Stop("/nowhere")}
    for game in GAMES:
        found[f"{game}-learn"] = Stop(f"/learn/{game}", whole=True)
        found[f"{game}-rules"] = Stop(f"/rules/{game}")
        found[f"{game}-components"] = Stop(f"/rules/{game}#components")
        found[f"{game}-lesson"] = guided(url, game)
        found[f"{game}-waiting"] = waiting(url, game)
        for players in PLAYERS:
            for moment, actions in (("beginning", 1), ("middle", MIDDLE), ("end", None)):
                found[f"{game}-{players}-{moment}"] = seated(url, played(game, players, actions))
        middle = found[f"{game}-{PLAYERS[-1]}-middle"]
        for name, touch, shown in OPENED:
            found[f"{game}-{name}"] = replace(middle, touch=touch, shown=shown)
        found[f"{game}-card"] = replace(middle, keys=("i",), shown="#tip.about")
        found[f"{game}-why"] = replace(middle, keys=("i", "Enter"), shown="#tip.why")
        theatre = seated(url, begun(game, PLAYERS[-1]))
        found[f"{game}-since"] = theatre
        found[f"{game}-theatre"] = replace(theatre, touch=("#since button",), shown="#caption:not([hidden])")
        end = found[f"{game}-{PLAYERS[0]}-end"]
        found[f"{game}-luck"] = replace(end, touch=("[data-about=verify]",), shown="#toasts > *")
        over = end.path.partition("#")[0]
        found[f"{game}-replay"] = Stop(f"{over}/replay?at={MIDDLE}", "#picture [data-key]")
        review = Stop(f"{over}/replay", "#coach:not([hidden])", touch=("#review",), whole=True)
        found[f"{game}-{REVIEW}"] = replace(review, shown="#reviewed:not([hidden])")
    found["witchstone-tile"] = replace(found["witchstone-since"], keys=("ArrowRight", "Enter"))
    for name, move in (("dice", "roll"), ("reroll", "reroll both")):
        found[f"witches-{name}"] = seated(url, offered("witches", move))
    found["witches-alarms"] = seated(url, played("witches", PLAYERS[-1], MANY, mode="coop"))
    found["witches-hand"] = replace(
        seated(url, full_hand()), touch=(FIRST,), shown="#parts [aria-pressed=true]"
    )
    return found


def take(page: Page, stop: Stop, to: Path) -> None:
    """Open a page, wait until it is still, and keep a picture of what is in sight."""
    page.goto("about:blank")  # a change of the fragment alone would not load anything
    page.goto(stop.path)
    page.wait_for_selector(stop.ready, state="attached")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLED)
    opens = bool(stop.keys)
    for one in stop.touch:
        if opens := page.locator(one).first.is_visible():
            page.locator(one).first.click()
    for key in stop.keys:
        page.keyboard.press(key)
        page.wait_for_timeout(SETTLED)
    if stop.shown and opens:
        page.wait_for_selector(stop.shown, timeout=1000 * PATIENCE)
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=to, full_page=stop.whole)


def every(
    browser: Browser, url: str, folder: Path, wants: Callable[[str, str], bool]
) -> dict[str, list[Path]]:
    """All pictures, by page."""
    found: dict[str, list[Path]] = {}
    pages = {name: stop for name, stop in stops(url).items() if wants("pages", name)}
    for size, theme, language in itertools.product(SIZES, THEMES, LANGUAGES):
        if not (wants("sizes", size) and wants("themes", theme) and wants("languages", language)):
            continue
        width, height, finger = SIZES[size]
        context = browser.new_context(
            base_url=url, viewport={"width": width, "height": height}, has_touch=finger, is_mobile=finger,
            color_scheme="dark" if theme == "dark" else "light", locale=language, reduced_motion="reduce",
        )  # fmt: skip
        context.add_init_script("localStorage.setItem('coven.switches', '{\"on\": false}')")
        page = context.new_page()
        for name, stop in pages.items():
            to = folder / f"{size}-{theme}-{language}-{name}.png"
            take(page, stop, to)
            found.setdefault(name, []).append(to)
        context.close()
        print(f"{size} {theme} {language}", flush=True)
    return found


def sheet(browser: Browser, name: str, pictures: Sequence[Path], folder: Path) -> None:
    """The pictures of one page beside each other."""
    figures = "".join(
        f'<figure><img src="{one.name}"><figcaption>{html.escape(one.stem)}</figcaption></figure>'
        for one in pictures
    )
    look = (
        "body { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px; background: #888; font: 12px sans-serif }"
        f"figure {{ margin: 0 }} img {{ height: {HIGH}px; display: block }}"
    )
    written = folder / f"sheet-{name}.html"
    written.write_text(f"<!doctype html><meta charset=utf-8><style>{look}</style>{figures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 2000, "height": 1000})
    page.goto(written.resolve().as_uri())
    page.wait_for_load_state("load")
    page.screenshot(path=written.with_suffix(".png"), full_page=True)
    page.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Take them all."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    for what in ("sizes", "themes", "languages", "pages"):
        parser.add_argument(f"--{what}", default="", metavar="SOME,…")
    given: dict[str, Any] = vars(parser.parse_args(arguments))
    folder: Path = given["folder"]
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("there is no Chromium to look with: apt-get install chromium")

    def wants(what: str, name: str) -> bool:
        return not given[what] or name in given[what].split(",")

    reviews = any(wants("pages", f"{game}-{REVIEW}") for game in GAMES)
    with (
        tempfile.TemporaryDirectory() as kept,
        server(Path(kept), reviews) as url,
        sync_playwright() as browsers,
    ):
        browser = browsers.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, pictures in every(browser, url, folder, wants).items():
            sheet(browser, name, pictures, folder)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
