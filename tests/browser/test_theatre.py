"""Others' turns are played event by event: nothing is left out, unless one asks."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import coven
from coven.core.language import LANGUAGES
from tests.browser.conftest import Tables, Window
from tests.browser.test_sizes import SCREENS

# Somebody who notes what was said.
LISTENER = """() => {
  const box = document.getElementById("caption");
  window.said = [];
  new MutationObserver(() => {
    for (const line of box.querySelectorAll("li span")) window.said.push(line.textContent);
  }).observe(box, { childList: true });
}"""
# Somebody who notes what is asked.
ASKED = """() => {
  const box = document.getElementById("sentence");
  window.asked = [];
  new MutationObserver(() => {
    for (const line of box.querySelectorAll(".asks")) window.asked.push(line.textContent);
  }).observe(box, { childList: true });
}"""
# Somebody who reads quickly: goes on to the next event with the keyboard.
READER = """() => {
  setInterval(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true })), 30);
}"""


def watch(window: Window, table: str, token: str | None = None) -> tuple[Page, int]:
    """A page that follows a table, and how many actions had been made when it first showed."""
    window.pace("quick")
    window.switch(confirm=False)
    page = window.page
    with page.expect_response(lambda answer: "/sight" in answer.url) as first:
        window.sit(table, token)
    page.evaluate(LISTENER)
    page.evaluate(READER)
    return page, first.value.json()["at"]


def play(tables: Tables, table: str, token: str | None, done: Callable[[dict[str, Any]], bool]) -> None:
    """Play seat 0 at random against bots until something is so."""
    luck = random.Random(table)
    while not done(told := tables.look(table, token)):
        if told["actor"] != 0:
            time.sleep(0.02)
            continue
        asked = {"seq": told["seq"], "move": luck.choice(told["legal"])["id"]}
        answer = tables.http.post(
            f"/api/tables/{table}/actions", json=asked, headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status_code in (200, 429), answer.text


def test_what_luck_is_asked_is_not_asked_of_anybody(window: Callable[..., Window], tables: Tables) -> None:
    """While a turn is played the panel says whose it is; which card is drawn is no question."""
    table, tokens = tables.make("witches", "human", "random")
    page, _ = watch(window(), table, tokens[0])
    page.evaluate(ASKED)
    play(tables, table, tokens[0], lambda told: told["over"] or told["log"][-1]["n"] > 40)
    page.wait_for_function(
        "() => document.body.matches('.acts, .over') && document.getElementById('caption').hidden"
    )
    asked = page.evaluate("() => window.asked")
    assert len(set(asked)) > 3
    assert [one for one in asked if "seat 1" in one or "seat 2" in one] == []


def told_in_all(told: dict[str, Any], since: int) -> int:
    """The events of the lines of a log that tell of an action or a later one."""
    return sum(len(line["events"]) for line in told["log"] if line["to"] >= since)


# Whole games with every screen there is in one of them; with COVEN_MATRIX=1 (`make matrix`) every game on every screen.
FEW = [
    ("witchstone", 2, "desk"),
    ("witches", 2, "upright"),
    ("witchstone", 4, "sideways"),
    ("witches", 4, "tablet"),
    ("witches", 2, "wall"),
]
ALL = [(*one, screen) for one in product(("witchstone", "witches"), (2, 4)) for screen in SCREENS]


@pytest.mark.parametrize(("game", "players", "screen"), ALL if os.environ.get("COVEN_MATRIX") else FEW)
def test_every_event_of_a_whole_game_is_told(
    game: str, players: int, screen: str, window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.make(game, "human", *["random"] * (players - 1))
    page, since = watch(window(**SCREENS[screen]), table)
    play(tables, table, tokens[0], lambda told: told["over"])
    expect(page.locator('#choices a[href$="/replay"]')).to_be_visible(timeout=240_000)
    told = tables.look(table)
    assert told["over"]
    shown, happened = int(page.locator("#caption").get_attribute("data-told") or 0), told_in_all(told, since)
    print(f"{game}, {players} players, {screen}: {shown} of {happened} events shown")
    assert shown == happened
    said = set(page.evaluate("() => window.said"))
    lines = [line["label"] for line in told["log"] if line["n"] >= since and not line["folded"]]
    assert set(lines) <= said
    expect(page.locator("#caption")).to_be_hidden()


def test_what_was_missed_is_summed_up_and_can_be_seen_again(
    window: Callable[..., Window], tables: Tables
) -> None:
    """Who comes back in the middle of a game reads what happened since her last turn."""
    table, tokens = tables.make("witchstone", "human", "random", options={"first": 0})
    play(tables, table, tokens[0], lambda told: told["actor"] == 0 and told["log"][-1]["whose"] == 1)
    own = window()
    own.pace("slow")
    page = own.sit(table, tokens[0])
    card = page.locator("#since")
    expect(card).to_contain_text("Since your last turn")
    told = page.request.get(f"/api/tables/{table}/sight", headers={"Authorization": f"Bearer {tokens[0]}"})
    (who,) = told.json()["since"]["seats"]
    expect(card.locator("li").first).to_contain_text(", ".join(who["said"]))
    page.evaluate(LISTENER)
    card.get_by_role("button", name="See it again").click()
    page.wait_for_function("() => window.said.length > 0")
    page.keyboard.press("Escape")
    expect(page.locator("#caption")).to_be_hidden()
    expect(page.locator("#choices button").first).to_be_visible()
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()


# Somebody who notes where points rise: from what, how far from it, and whether on the sheet.
RISES = """() => {
  window.rises = [];
  const whole = document.getElementById("whole");
  new MutationObserver((changes) => {
    for (const text of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!text.classList.contains("points")) continue;
      const [sheet, of] = [whole.getBoundingClientRect(), text.dataset.of];
      const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
      const far = (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const [across, down] = [sheet.left + x, sheet.top + y];
        return Math.hypot(Math.max(left - across, 0, across - right), Math.max(top - down, 0, down - bottom));
      };
      const things = of ? [...whole.querySelectorAll(`[data-thing="${of}"], [data-key="${of}"]`)] : [];
      const inside = x >= 0 && y >= 0 && x <= sheet.width && y <= sheet.height;
      const other = text.classList.contains("seat1");
      window.rises.push({ of, inside, other, far: Math.min(...things.map(far)), points: text.textContent });
    }
  }).observe(document.getElementById("above"), { childList: true });
}"""
NEAR = 90  # pixels: what is at the edge of the sheet must leave room for points to rise


@pytest.mark.parametrize(("game", "actions"), [("witchstone", 80), ("witches", 120)])
def test_on_a_phone_points_rise_from_what_earned_them(
    game: str, actions: int, window: Callable[..., Window], tables: Tables
) -> None:
    """The table turns to what others do: only what no thing stands for rises at the score."""
    table, tokens = tables.make(game, "human", "thistle")
    own = window("phone", reduced_motion="no-preference")
    own.pace("quick")
    page = own.sit(table, tokens[0])
    page.evaluate(RISES)
    page.evaluate(READER)
    play(tables, table, tokens[0], lambda told: told["over"] or told["log"][-1]["n"] > actions)
    page.wait_for_function(
        "() => document.body.matches('.acts, .over') && document.getElementById('caption').hidden"
    )
    rises = page.evaluate("() => window.rises")
    told = tables.look(table, tokens[0])
    of = {thing for line in told["log"] if line["points"] for thing in line["things"]}
    assert [rise for rise in rises if not rise["inside"]] == []
    assert [rise for rise in rises if rise["of"] and (rise["of"] not in of or rise["far"] > NEAR)] == []
    placed = [rise for rise in rises if rise["of"]]
    bare = [line for line in told["log"] if line["points"] and not line["things"] and line["seat"] == 1]
    print(f"{game}: {len(placed)} of {len(rises)} rise from a thing")
    assert len(placed) >= 3
    assert sum(rise["other"] and not rise["of"] for rise in rises) <= len(bare)


def test_the_log_unfolds_and_can_be_kept(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.midway("witches", 60)
    page = window().sit(table, tokens[0])
    folded = page.locator("#log .folded")
    expect(folded.first).to_be_hidden()
    page.get_by_role("button", name="Set-up and draws").click()
    expect(folded.first).to_be_visible()
    with page.expect_download() as kept:
        page.locator("#log").get_by_role("button", name="Download").click()
    text = kept.value.path().read_text(encoding="utf-8")
    told = tables.look(table, tokens[0])
    assert text.startswith("Set-up\n")
    for line in told["log"]:
        assert f"\n  {line['label']}\n" in text
    page.locator("#log .line").last.click()
    expect(page.locator("#looking")).to_be_visible()


def test_the_log_can_be_copied(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.midway("witchstone", 40)
    asked = window("desktop", permissions=["clipboard-read", "clipboard-write"])
    page = asked.sit(table, tokens[0])
    tools = page.locator("#log .log-tools")
    tools.get_by_role("button", name="Copy").click()
    expect(page.locator("#toasts")).to_contain_text("copied")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    with page.expect_download() as kept:
        tools.get_by_role("button", name="Download").click()
    assert copied == kept.value.path().read_text(encoding="utf-8")
    said = [line.strip() for line in copied.splitlines()]
    assert [line for line in tables.look(table, tokens[0])["log"] if line["label"] not in said] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_logs_tools_stand_in_one_row(
    language: str, window: Callable[..., Window], tables: Tables
) -> None:
    table, tokens = tables.make("witches", "human", "human")
    page = window("desktop", locale=language).sit(table, tokens[0])
    buttons = page.locator("#log .log-tools button")
    expect(buttons).to_have_count(3)
    # All three at one moment: the page may still make room for what comes.
    heights = buttons.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert len(set(heights)) == 1


def test_the_speed_is_kept(window: Callable[..., Window], tables: Tables) -> None:
    table, tokens = tables.make("witchstone", "human", "human")
    page = window().sit(table, tokens[0])
    page.locator("#menu summary").click()
    page.get_by_label("Others' turns").select_option(label="slowly")
    page.get_by_label("Sounds", exact=True).fill("0")
    assert page.evaluate("() => [localStorage['coven.speed'], localStorage['coven.volume']]") == ["slow", "0"]
    page.get_by_label("Play sounds").uncheck()
    assert '"sound":false' in page.evaluate("() => localStorage['coven.switches']")


# Somebody who notes every roll: the faces the dice come to lie on, how large they are then, and what is said with it.
DICE = """() => {
  const [stage, caption] = ["rolled", "caption"].map((id) => document.getElementById(id));
  window.rolls = [];
  new MutationObserver(() => {
    if (caption.hidden || stage.hidden) return;
    const dice = [...stage.querySelectorAll("svg")];
    window.rolls.push({
      faces: dice.map((die) => die.querySelector("use").getAttribute("href").split("-").at(-1)),
      size: Math.min(...dice.map((die) => die.clientWidth)),
      said: caption.querySelector("li span").textContent,
    });
  }).observe(caption, { childList: true });
}"""


def test_ones_own_roll_is_shown_large_to_its_end(window: Callable[..., Window], tables: Tables) -> None:
    """Even where others' turns are not played, and on the smallest screen."""
    position, luck = coven.load("witches").new(2, seed=1), random.Random(1)
    while "roll" not in map(str, position.legal):
        position.play(luck.choice(position.legal))
    seat = position.actor
    table, tokens = tables.of(position)
    page = window("phone", reduced_motion="no-preference").sit(table, tokens[seat])
    page.evaluate(DICE)
    page.locator("#choices").get_by_role("button", name="Roll two dice").click()
    expect(page.locator("#choices button").first).to_be_visible()
    page.wait_for_function("() => window.rolls.length && document.getElementById('rolled').hidden")
    line = next(line for line in reversed(tables.look(table, tokens[seat])["log"]) if line["dice"])
    (shown,) = page.evaluate("() => window.rolls")
    assert (shown["faces"], shown["said"]) == (line["dice"], line["label"])
    assert len(line["dice"]) == 2
    assert shown["size"] >= 48


# Somebody who notes what is staged over the table.
STAGED = """() => {
  window.staged = [];
  new MutationObserver((changes) => {
    for (const one of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (one.classList.contains("staged")) window.staged.push(one.getAttribute("class"));
    }
  }).observe(document.getElementById("above"), { childList: true });
}"""


@pytest.mark.parametrize(("motion", "staged"), [("no-preference", ["staged end"]), ("reduce", [])])
def test_the_win_is_staged_where_things_may_move(
    motion: str, staged: list[str], window: Callable[..., Window], tables: Tables
) -> None:
    position, luck = coven.load("witchstone").new(2, seed=3), random.Random(3)
    while not position.over:
        before = position.copy()
        position.play(last := luck.choice(position.legal))
    table, tokens = tables.of(before)
    page = window(reduced_motion=motion).sit(table, tokens[before.actor])
    page.evaluate(STAGED)
    told = tables.look(table)
    headers = {"Authorization": f"Bearer {tokens[before.actor]}"}
    asked = {"seq": told["seq"], "move": last.id}
    assert tables.http.post(f"/api/tables/{table}/actions", json=asked, headers=headers).status_code == 200
    expect(page.locator('#choices a[href$="/replay"]')).to_be_visible()
    page.wait_for_function("() => !document.querySelector('.staged')")
    assert page.evaluate("() => window.staged") == staged
