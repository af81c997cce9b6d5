"""How a game ended, for people: in its own way, or plainly."""

from __future__ import annotations

from collections.abc import Sequence

from coven.core.language import words
from coven.core.view import View


def verdict(view: View, names: Sequence[str], lang: str) -> str:
    """Who won, or how the game ended for all; nothing while it goes on."""
    if not view.over:
        return ""
    if said := view.game.implementation.verdict(view, lang):
        return said
    say, won = words(lang), [names[seat] for seat in view.winners]
    if not won:
        return say("Nobody has won")
    if len(won) == 1:
        return say("The winner: {name}", name=won[0])
    return say("The win is shared: {names}", names=", ".join(won))
