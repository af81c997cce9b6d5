"""Why not? The reason for which a move can't be made now: a typed fact, and a sentence in the reader's language.

A game gives the reasons of its own rules (`Refusing`), from what the seat may know and by the functions that decide
what is legal. What holds in every game is said here; a game that says no more is answered plainly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from coven.core.art import seat_names
from coven.core.choice import Choice, opened, touchable
from coven.core.language import Words, words
from coven.core.seats import CHANCE
from coven.core.state import States

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.view import View


class Because(StrEnum):
    """The reasons that every game knows."""

    OVER = "over"
    TURN = "turn"  # another is to play
    WATCHING = "watching"
    LUCK = "luck"  # chance decides first
    LUCKS_OWN = "luck's own"  # nobody chooses it
    NO_OUTCOME = "no outcome"
    NOT_ASKED = "not asked"  # another kind of move is asked for
    NOT_OFFERED = "not offered"  # of its kind others can be made
    LATER = "later"  # it can be chosen when something else has been
    NOTHING = "nothing"  # it never stands for a move


@dataclass(frozen=True, kw_only=True)
class Reason:
    """Why a move can't be made. What has no meaning for its kind is left empty."""

    kind: str
    rule: str = ""  # the id it has on the rules page
    seat: int | None = None  # whose it is, or who is to play
    subject: str = ""  # what it is about, by its name in notation
    place: str = ""  # where, likewise
    need: int = 0  # what it would take
    have: int = 0  # what there is of it
    game: Game = field(compare=False, repr=False)
    state: States = field(compare=False, repr=False)  # as the seat may know it

    def label(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """It said to a person, in a sentence; seats without a name are called by their emblem."""
        say = words(lang)
        called = seat_names(names, say)
        own = self.game.implementation.refusing
        said = _plainly(self, say, called)
        if not said and own is not None:
            said = own.sentence(self, say, called)
        return said if said.endswith((".", "?", "!")) else f"{said}."

    def __str__(self) -> str:
        return self.label()

    def pack(self) -> dict[str, Any]:
        """The facts as plain data, without those that have no meaning for it."""
        facts = {
            "kind": str(self.kind),
            "rule": self.rule,
            "seat": self.seat,
            "subject": self.subject,
            "place": self.place,
            "need": self.need,
            "have": self.have,
        }
        return {
            key: value
            for key, value in facts.items()
            if value or (value == 0 and self.need and key == "have")
        }


@dataclass(frozen=True)
class Refusing:
    """How a game says why not."""

    # Why a move is not among the legal ones of the seat to act, whose view it is.
    reason: Callable[[View, int], Reason]
    sentence: Callable[[Reason, Words, Sequence[str]], str]
    # The moves a thing of the picture could stand for, the likeliest first, after others that have been picked; without
    # it, as the table of moves says.
    meant: Callable[[View, str, Sequence[str]], Sequence[int]] | None = None


def reason(view: View, kind: str, rule: str = "", **facts: Any) -> Reason:
    """A reason in the position that a view shows."""
    return Reason(kind=kind, rule=rule, game=view.game, state=view._states, **facts)


class Asked:
    """The decision that is asked for, the frame on top, as a game's own reasons need it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.s: Any = view.state
        self.t: Any = view.game.tables[0]
        self.d = int(self.s.depth) - 1
        self.kind, self.phase = int(self.s.frame_kind[self.d]), int(self.s.frame_phase[self.d])
        self.pool, self.seat = int(self.s.frame_pool[self.d]), int(self.s.frame_seat[self.d])

    def _not(self, kind: str, rule: str, **facts: Any) -> Reason:
        return reason(self.view, kind, rule, **facts)


def why_not(view: View, move: int) -> Reason | None:
    """Why a move can't be made by the one whose view it is; None for a legal one."""
    if found := _before_all(view, move):
        return found
    if view.actor == CHANCE or move in view.legal:
        return None
    if move >= view.game.moves.actions:
        return reason(view, Because.LUCKS_OWN)
    own = view.game.implementation.refusing
    if own is not None:
        return own.reason(view, move)
    verb = view.game.decode(move).verb
    same = any(other.decoded.verb == verb for other in view.legal)
    return reason(view, Because.NOT_OFFERED if same else Because.NOT_ASKED)


def why_untouched(view: View, thing: str, after: Sequence[str] = ()) -> Reason | None:
    """Why a thing of the picture can't be chosen now; `after` are those picked before it. None where it can be."""
    from coven.core.choice import offered

    own = view.game.implementation.refusing
    told = own is not None and own.meant
    moves = told(view, thing, after) if told else view.game.moves.meant(thing)
    if found := _before_all(view, moves[0] if moves else None):
        return found
    reasons = [why_not(view, move) for move in moves]
    if reasons and None not in reasons:
        return reasons[0]
    tree = offered(view, view.legal, "en")
    if not after and any(choice.touch == thing for choice in touchable(opened(tree))):
        return None
    return reason(view, Because.LATER if reasons or _touches(tree, thing) else Because.NOTHING)


def _touches(tree: Sequence[Choice], thing: str) -> bool:
    return any(choice.touch == thing or _touches(choice.inside, thing) for choice in tree)


def _before_all(view: View, move: int | None) -> Reason | None:
    """What stands in the way of any move."""
    if view.over:
        return reason(view, Because.OVER)
    if view.actor == CHANCE:
        if move is None or move < view.game.moves.actions:
            return reason(view, Because.LUCK)
        return None if move in view.game.list_moves(view._states) else reason(view, Because.NO_OUTCOME)
    if view.seat is None:
        return reason(view, Because.WATCHING)
    if view.actor != view.seat:
        return reason(view, Because.TURN, seat=view.actor)
    return None


def asked(reason: Reason, say: Words) -> str:
    """What the one to act is asked."""
    return reason.game.prompt(reason.state, say.lang)


def _plainly(reason: Reason, say: Words, called: Sequence[str]) -> str:
    """The reasons that every game knows, in words; nothing for a game's own."""
    match reason.kind:
        case Because.OVER:
            return say("The game is over")
        case Because.TURN:
            return say("It is not your turn: {name} is to play", name=called[reason.seat or 0])
        case Because.WATCHING:
            return say("You are watching: only who sits at the table can play")
        case Because.LUCK:
            return say("Luck decides first")
        case Because.LUCKS_OWN:
            return say("That is for luck to decide")
        case Because.NO_OUTCOME:
            return say("Luck can't bring that now")
        case Because.NOT_ASKED:
            return say("Something else is asked for now: {prompt}", prompt=asked(reason, say))
        case Because.NOT_OFFERED:
            return say("That can't be chosen now: {prompt}", prompt=asked(reason, say))
        case Because.LATER:
            return say("This comes after another choice: make that one first")
        case Because.NOTHING:
            return say("There is nothing to do with this now")
    return ""
