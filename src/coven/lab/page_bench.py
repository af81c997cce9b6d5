"""How heavy the table's page is and how soon it can be used, measured in Chromium where there is one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

USABLE = "svg [data-key]"  # the picture is there, and things in it can be pointed at
GOAL_KIB, GOAL_S = 300, 1.0
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
            runs = [_open(browser, f"{server}/table/{id}#{token}") for _ in range(3)]
        finally:
            browser.close()
    best = min(runs, key=lambda run: float(run["usable_s"]))
    return {
        **best,
        "goals": {"under 300 KiB": best["kib"] < GOAL_KIB, "within 1 s": best["usable_s"] < GOAL_S},
    }


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
