"""What the log does not say; here every change is an action of the log."""

from __future__ import annotations

from typing import Any

from coven.core.view import View

END_ADDS = True  # the end adds its points to the score


def news(before: Any, view: View, lang: str) -> list[tuple[int, str]]:
    """Nothing: the log says it all."""
    return []


def verdict(view: View, lang: str) -> str:
    """Nothing: who has most points wins."""
    return ""
