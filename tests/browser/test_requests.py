"""A click crosses the line twice: one request goes, and one message on the live line brings all that shows next."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

from tests.browser.conftest import Tables, Window
from tests.browser.hands import Mouse

STEPS, MOVES = 14, 5
SETTLED = 400  # milliseconds in which whatever else the page wants would be asked for


def listen(page: Page) -> list[tuple[str, str]]:
    """What the page asks of the server from now on, but for what lies under a mouse at rest: no click asks for that."""
    asked: list[tuple[str, str]] = []

    def note(request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith("/api/") and not path.endswith("/about"):
            asked.append((request.method, path))

    page.on("request", note)
    return asked


def hear(page: Page) -> list[str]:
    """What a page that is opened now is told on the live line, by kind."""
    told: list[str] = []

    def note(frame: str | bytes) -> None:
        told.append(json.loads(zlib.decompress(frame) if isinstance(frame, bytes) else frame)["type"])

    page.on("websocket", lambda line: line.on("framereceived", note))
    return told


def quiet(page: Page, asked: list[tuple[str, str]]) -> None:
    """Wait until the page has all that it wants for what went before."""
    asked.append(("", ""))
    while asked:
        asked.clear()
        page.wait_for_timeout(SETTLED)


def turn_of(tables: Tables, table: str, tokens: list[str | None], seat: int) -> None:
    """The others play until it is a seat's turn."""
    while tables.settled(table)["actor"] != seat:
        tables.play(table, tokens, 1)


def test_a_click_is_one_request_and_one_message(tables: Tables, window: Callable[..., Window]) -> None:
    table, tokens = tables.make("witchstone", "human", "human")
    turn_of(tables, table, tokens, 0)
    one = window()
    one.switch(on=False)  # no move makes itself
    told = hear(one.page)
    page = one.sit(table, tokens[0])
    asked, hands = listen(page), Mouse(page, 2)
    moves = taken_back = steps = 0
    while steps < STEPS or moves < MOVES or not taken_back:  # luck decides when something can be taken back
        assert steps < 5 * STEPS, (moves, taken_back)
        steps += 1
        turn_of(tables, table, tokens, 0)
        seen = hands.begin()
        quiet(page, asked)
        told.clear()
        before = tables.look(table)["seq"]
        hands.step(seen)
        hands.wait(asked=False)
        page.wait_for_timeout(SETTLED)
        if tables.look(table)["seq"] == before:  # a step on the way to a move
            assert asked == told == []
            continue
        moves += 1
        assert asked == [("POST", f"/api/tables/{table}/actions")]
        assert told == ["page"]
        if taken_back < 2 and tables.look(table, tokens[0], "/sight")["undo"]:
            asked.clear()
            told.clear()
            hands.look()
            page.keyboard.press("u")
            hands.wait(asked=False)
            page.wait_for_timeout(SETTLED)
            assert asked == [("POST", f"/api/tables/{table}/undo")]
            assert told == ["page"]
            taken_back += 1
