"""The button that checks the luck: what the page has seen before the end against what the record says."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from coven.core.sealed_luck import hash_of_secret
from tests.browser.conftest import Tables, Window

FORGED = "0f" * 32
SEATS = "(table) => JSON.parse(localStorage['coven.seats'])[table]"


def over(tables: Tables, window: Callable[..., Window]) -> Page:
    """A finished game of a person who has promised nothing, by a program, and one who took her seat on the page."""
    table, tokens = tables.make("witches", "human", "open")
    page = window().sit(table)
    page.get_by_role("button", name="Sit here").click()
    tables.settled(table)
    tokens[1] = page.evaluate(SEATS, table)["1"]
    tables.play(table, tokens)
    expect(page.get_by_role("button", name="Check the luck")).to_be_visible()
    return page


def check(page: Page) -> str:
    page.get_by_role("button", name="Check the luck").click()
    found = page.locator(".toast").last
    expect(found).to_contain_text(re.compile("seal|shown"))
    said = found.inner_text()
    page.evaluate("() => document.getElementById('toasts').replaceChildren()")
    return said


def forge(record: str) -> str:
    """A record with a promise and a number of the server's own in the place of seat 1's."""
    record = re.sub(r"(?m)^(Promises: \S+) \S+$", rf"\1 {hash_of_secret(FORGED)}", record)
    return re.sub(r"(?m)^(Nonces: \S+) \S+$", rf"\1 {FORGED}", record)


def another_roll(record: str) -> str:
    """A record in which the first dice show something else."""
    head, actions = record.split("\n\n", 1)
    rolled = re.search(r"(?m)^\* dice .*$", actions)
    assert rolled
    return f"{head}\n\n{actions[: rolled.start()]}* dice other{actions[rolled.end() :]}"


def test_the_page_compares_the_record_with_what_it_saw(tables: Tables, window: Callable[..., Window]) -> None:
    page = over(tables, window)
    said = check(page)
    assert said.startswith("Played as sealed")
    assert "No number was added by Owl." in said
    assert "is the one this browser saw before the end" in said
    assert "The moves in the record are those this page was shown." in said

    def answer(route: Route) -> None:
        honest = route.fetch().text()
        assert forge(honest) != honest
        route.fulfill(body=forge(honest), content_type="text/plain")

    page.route("**/record*", answer)
    assert check(page) == "The seal in the record is not the one this browser saw before the end."
    page.unroute("**/record*")
    page.route("**/record*", lambda route: route.fulfill(body=another_roll(route.fetch().text())))
    assert re.fullmatch(r"Action \d+ of the record is not what this page was shown.", check(page))
    page.unroute("**/record*")
    page.evaluate("() => localStorage.removeItem('coven.luck')")
    assert "saw no seal before the end" in check(page)
