"""A game between two people in two browsers, with everything that may come between them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Tables, Window
from tests.browser.hands import Mouse
from tests.table.server import Server

TO_ACT = "() => ['acts', 'over'].some((name) => document.body.classList.contains(name))"
MARKUP = "<b>bold</b> & <img src=x onerror=alert(1)>"


class Duel:
    """Two people who play in turn."""

    def __init__(self, pages: list[Page]) -> None:
        self.hands = [Mouse(page, seed) for seed, page in enumerate(pages)]
        self.at = 0

    def play(self, steps: int) -> bool:
        """So many steps, or to the end; whether that is reached."""
        for _ in range(steps):
            hands = self._turn()
            seen = hands.begin()
            if seen["over"]:
                return True
            hands.step(seen)
            hands.wait(asked=False)
        return False

    def _turn(self) -> Mouse:
        """Whoever is to act, or has seen the end, as soon as a page knows it."""
        for _ in range(600):
            for at in (self.at, 1 - self.at):
                if self.hands[at].page.evaluate(TO_ACT):
                    self.at = at
                    return self.hands[at]
            self.hands[self.at].page.wait_for_timeout(50)
        raise AssertionError("neither page is asked for anything")


def say(page: Page, text: str) -> None:
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat li").last).to_contain_text(text)


def secret(page: Page, table: str) -> str:
    """That of the seat which the page has."""
    found: str = page.evaluate(
        "(table) => Object.values(JSON.parse(localStorage['coven.seats'])[table])[0]", table
    )
    return found


def same(tables: Tables, table: str, *pages: Page) -> None:
    """Each page has the whole log, as the server tells it to that seat."""
    for page in pages:
        log = tables.look(table, secret(page, table), "/sight")["log"]
        expect(page.locator("#log .line")).to_have_count(len(log))
        assert page.locator("#log .line").all_text_contents() == [told["label"] for told in log]


def test_a_bot_keeps_the_seat_warm(own_server: Server, window: Callable[..., Window]) -> None:
    """Who has left is played for if the others agree, and takes the seat back when she returns."""
    with Tables(own_server.url) as tables:
        id, tokens = tables.make("witchstone", "human", "human")
        stays, leaves = (window(at=own_server.url).sit(id, token) for token in tokens)
        while tables.settled(id)["actor"] != 1:
            tables.play(id, tokens, 1)
        leaves.goto("/")
        missed = stays.locator("#choices", has_text="who has left the table")
        expect(missed.get_by_role("button", name="A bot may take the seat")).to_be_visible()
        card = stays.locator("#seats details").nth(1)
        expect(card.locator(".gone")).to_be_visible()
        card.locator("summary").click()
        card.get_by_role("button", name="A bot may take the seat").click()
        expect(card).to_contain_text("The bot Greedy takes the seat in")
        expect(card).to_contain_text("the bot Greedy plays meanwhile")
        assert tables.look(id)["table"]["seats"][1]["stand_in"] == "greedy"
        leaves.goto(f"/table/{id}")
        leaves.locator("#choices").get_by_role("button", name="Take the seat back").click()
        expect(card).not_to_contain_text("the bot Greedy plays meanwhile")
        assert tables.look(id)["table"]["seats"][1]["stand_in"] == ""


def test_a_game_with_interruptions(own_server: Server, window: Callable[..., Window]) -> None:
    with Tables(own_server.url) as tables:
        interrupted(window, own_server, tables)


def interrupted(window: Callable[..., Window], own_server: Server, tables: Tables) -> None:
    host, guest = window(at=own_server.url), window(at=own_server.url)
    host.switch(confirm=False)
    guest.switch(confirm=False)
    id, tokens = tables.make("witchstone", "human", "open")

    # a friend comes by the link
    a = host.sit(id, tokens[0])
    link = a.locator("#choices").get_by_label("Link to the table").input_value()
    b = guest.page
    b.goto(link)
    b.locator("#choices").get_by_label("Your name").fill("Perdita <i>X</i>")
    b.locator("#choices").get_by_role("button", name="Sit here").click()
    expect(a.locator("#seats")).to_contain_text("Perdita <i>X</i>")
    duel = Duel([a, b])
    assert not duel.play(30)
    same(tables, id, a, b)

    # words are text, whatever they look like
    say(a, MARKUP)
    b.get_by_role("tab", name="Chat").click()
    expect(b.locator("#chat li").last).to_contain_text(MARKUP)
    assert b.locator("#chat :is(b, img)", has_text="bold").count() == 0
    assert b.locator("#chat img").count() == 0

    # a slip is undone, for both
    while not (undoing := [page for page in (a, b) if page.get_by_role("button", name="Undo").count()]):
        assert not duel.play(1)
    before = tables.look(id)["seq"]
    undoing[0].get_by_role("button", name="Undo").click()
    undoing[0].wait_for_function("() => !window.onTheWay")
    assert tables.look(id)["seq"] > before
    assert not duel.play(4)
    same(tables, id, a, b)

    # one loses the network, the other plays and talks on
    while tables.look(id)["actor"] != 1:
        assert not duel.play(1)
    host.forgiving = True
    host.context.set_offline(True)
    seen = duel.hands[1].begin()
    while seen["buttons"]:
        duel.hands[1].step(seen)
        seen = duel.hands[1].wait(asked=False)
    say(b, "Are you there?")
    host.context.set_offline(False)
    expect(a.locator("#chat li").last).to_contain_text("Are you there?")
    expect(a.locator("#link")).to_be_hidden()
    duel.at = 0
    duel.hands[0].begin()
    same(tables, id, a, b)
    host.forgiving = False
    assert not duel.play(10)
    same(tables, id, a, b)

    # a page is loaded anew, without the secret in its address
    assert tokens[0] not in a.url
    a.reload()
    duel.at = tables.look(id)["actor"]
    duel.hands[duel.at].begin()
    assert not duel.play(10)
    same(tables, id, a, b)

    # the server is killed and comes back
    host.forgiving = guest.forgiving = True
    told = tables.look(id)
    own_server.kill()
    expect(a.locator("#link")).to_be_visible()
    own_server.start()
    expect(a.locator("#link")).to_be_hidden()
    expect(b.locator("#link")).to_be_hidden()
    assert tables.look(id)["log"] == told["log"]
    host.forgiving = guest.forgiving = False

    # nothing is lost, to the end, however quickly that comes
    assert not duel.play(10)
    same(tables, id, a, b)
    tables.play(id, [secret(a, id), secret(b, id)])
    same(tables, id, a, b)
    duel.hands[0].begin()
    duel.hands[1].begin()
    assert duel.hands[0].scores() == duel.hands[1].scores() == tables.look(id)["scores"]
    assert "Are you there?" in b.locator("#chat").inner_text()

    # once more, together
    a.get_by_role("button", name="Rematch").click()
    a.wait_for_url(lambda url: id not in url)
    b.get_by_role("button", name="Rematch").click()
    b.wait_for_url(lambda url: id not in url)
    assert a.url == b.url
    assert not duel.play(3)
