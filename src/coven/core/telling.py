"""What people are offered and told beside the picture and the log: in a game's own way, or plainly."""

from __future__ import annotations

from collections.abc import Sequence

from coven.core.choice import Choice
from coven.core.language import words
from coven.core.move import Legal
from coven.core.view import View


def choices(view: View, legal: Legal, lang: str) -> list[Choice]:
    """The moves as a tree of choices, whose leaves are exactly the moves."""
    own = view.game.implementation.choices
    if own is not None:
        return own(view, legal, lang)
    table = view.game.moves
    return [Choice(move.label(lang), move=move, touch=table.touch(move.id)) for move in legal]


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
