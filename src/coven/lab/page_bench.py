"""How heavy the table's page is, how soon it can be used and a move is answered; in Chromium, where there is one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

from coven.core.registry import games, load

USABLE = "svg [data-key]"  # the picture is there, and things in it can be pointed at
GOAL_KIB, GOAL_S, GOAL_MOVE_MS = 300, 1.0, 100.0
MOVES = 30  # that are timed in each game
OPENINGS = 5
# Click a choice; milliseconds until the page shows what came of it, and whether a move was sent.
ANSWERED = """() => new Promise((done) => {
  const choices = document.getElementById("choices");
  const before = window.movesSent;
  const began = performance.now();
  const looking = new MutationObserver(() => {
    if (choices.classList.contains("busy")) return;
    looking.disconnect();
    requestAnimationFrame(() => setTimeout(() => done([performance.now() - began, window.movesSent > before])));
  });
  looking.observe(choices, { childList: true });
  choices.querySelector("button.choice, .ask button").click();
})"""
# A page where others' turns show at once, no move makes itself, and moves that are sent are counted.
PLAIN = """
localStorage.setItem("coven.speed", "off");
localStorage.setItem("coven.switches", JSON.stringify({ on: false, confirm: false }));
window.movesSent = 0;
const plain = window.fetch;
window.fetch = (...what) => {
  if (String(what[0]).includes("/actions?")) window.movesSent++;
  return plain(...what);
};
"""
ASKED = """() => {
  const choices = document.getElementById("choices");
  return choices.querySelector("button.choice, .ask button, a[href$='/replay']") && !choices.classList.contains("busy");
}"""
PATIENCE = 20_000  # milliseconds


def measure(server: str, table: tuple[str, str], tell: Callable[[str], None]) -> dict[str, Any] | None:
    """What opening a table transfers and how long it takes; None, and why, where that can't be measured."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        tell("the page is not measured: Playwright is not installed")
        return None
    if chromium is None:
        tell("the page is not measured: there is no Chromium")
        return None
    id, token = table
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            runs = [_open(browser, f"{server}/table/{id}#{token}") for _ in range(OPENINGS)]
            answers = _answers(browser, server)
        finally:
            browser.close()
    usual = sorted(runs, key=lambda run: float(run["usable_s"]))[OPENINGS // 2]
    ordered = sorted(answers)
    middle, late = ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))]
    return {
        **usual,
        "move_ms": {"count": len(ordered), "p50": round(middle, 1), "p95": round(late, 1)},
        "goals": {
            "under 300 KiB": usual["kib"] < GOAL_KIB,
            "within 1 s": usual["usable_s"] < GOAL_S,
            "a move within 100 ms": late < GOAL_MOVE_MS,
        },
    }


def _answers(browser: Any, server: str) -> list[float]:
    """Milliseconds from a click that makes a move until the page shows what came of it, in every game for two."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(PLAIN)
    try:
        page = context.new_page()
        return [took for name in games() if 2 in load(name).players for took in _answered(page, server, name)]
    finally:
        context.close()


def _answered(page: Any, server: str, game: str) -> list[float]:
    """The same for one game, or as many as it takes for so many moves."""
    found: list[float] = []
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "random"}]
    while len(found) < MOVES:
        made = page.request.post(f"{server}/api/tables", data={"game": game, "seats": seats}).json()
        page.goto(f"{server}/table/{made['table']}#{made['seats'][0]['token']}")
        while len(found) < MOVES:
            page.wait_for_function(ASKED, timeout=PATIENCE)
            if page.locator("#choices a[href$='/replay']").count():
                break
            took, sent = page.evaluate(ANSWERED)
            if sent:
                found.append(took)
    return found


def _open(browser: Any, address: str) -> dict[str, Any]:
    """One opening with nothing kept from before."""
    context = browser.new_context()
    try:
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        weights: list[float] = []
        network.on("Network.loadingFinished", lambda told: weights.append(told["encodedDataLength"]))
        page.goto(address, wait_until="commit")
        page.wait_for_selector(USABLE, state="attached", timeout=PATIENCE)
        usable = page.evaluate("performance.now()")
        page.wait_for_load_state("networkidle", timeout=PATIENCE)
        return {
            "kib": round(sum(weights) / 1024, 1),
            "requests": len(weights),
            "usable_s": round(usable / 1000, 3),
        }
    finally:
        context.close()
