"""The button that checks the luck: what the page has seen before the end against what the record says."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, Route, expect

from coven.core.sealed_luck import hash_of_secret
from tests.browser.conftest import Tables, Window
from tests.browser.hands import Mouse

FORGED = "0f" * 32
LINKS = "(table) => JSON.parse(localStorage['coven.luck'])[table].own[1].links ?? []"
SEATS = "(table) => JSON.parse(localStorage['coven.seats'])[table]"


def over(tables: Tables, window: Callable[..., Window]) -> Page:
    """A finished game of a person who has promised nothing, by a program, and one who took her seat on the page.

    She begins on the page, and takes one move back; then the program plays for her, whose moves bring nothing.
    """
    table, tokens = tables.make("witches", "human", "open")
    page = window().sit(table)
    page.get_by_role("button", name="Sit here").click()
    tables.settled(table)
    tokens[1] = page.evaluate(SEATS, table)["1"]
    brought: list[str] = []

    def note(asked: Request) -> None:
        if urlsplit(asked.url).path.endswith("/actions"):
            brought.append((asked.post_data_json or {})["link"])

    page.on("request", note)
    hands, undo, slips = Mouse(page, 2), page.get_by_role("button", name="Undo"), 0
    while len(brought) < 3 or not slips:
        if tables.settled(table)["actor"] == 0:
            tables.play(table, tokens, 1)
        else:
            hands.step(hands.begin())
            hands.wait(asked=False)
            if not slips and undo.count():
                undo.click()
                hands.wait(asked=False)
                brought.pop()
                slips = 1
            assert len(page.evaluate(LINKS, table)) == len(brought)
    before = tables.look(table, what="/luck")["luck"]["nonces"][1]
    for number in brought:
        assert leads_to(number, before)
        before = number
    tables.play(table, tokens)
    expect(page.get_by_role("button", name="Check the luck")).to_be_visible()
    return page


def leads_to(number: str, before: str) -> bool:
    """Whether a number of a chain comes after another."""
    for _ in range(100):
        number = hash_of_secret(number)
        if number == before:
            return True
    return False


def check(page: Page, button: str = "Check the luck") -> str:
    page.get_by_role("button", name=button).click()
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
    assert re.search(r"From action \d+ on no number came from Cat any more.", said)
    assert "is the one this browser saw before the end" in said
    assert "The moves in the record are those this page was shown." in said

    def answer(route: Route) -> None:
        honest = route.fetch().text()
        assert forge(honest) != honest
        route.fulfill(body=forge(honest), content_type="text/plain")

    page.route("**/record*", answer)
    other = "The seal in the record is not the one this browser saw before the end."
    assert check(page) == other
    assert check(page, "Download the record") == other
    page.unroute("**/record*")
    page.route("**/record*", lambda route: route.fulfill(body=another_roll(route.fetch().text())))
    assert re.fullmatch(r"Action \d+ of the record is not what this page was shown.", check(page))
    page.unroute("**/record*")
    page.evaluate("() => localStorage.removeItem('coven.luck')")
    assert "saw no seal before the end" in check(page)
