"""What a page shows of a table, as plain data: one seat's view of it, or a spectator's, and nothing else.

Everything here comes from `position.view(seat)`: equal views give equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coven.core.art import seat_names
from coven.core.choice import Choice, offered
from coven.core.errors import NothingToUndo
from coven.core.language import Words, words
from coven.core.position import Position
from coven.core.seats import CHANCE
from coven.core.state import clone
from coven.core.verdict import verdict
from coven.core.view import Nothing, View
from coven.table.open_choice import openly_forced
from coven.table.page_types import ChoiceShown, MoveShown, PageState
from coven.table.told import Story, made_of

MANY = 64  # with more moves than these it is not looked up which of them end the turn
SEED = 1  # of the chance that follows a move when looking whether it ends the turn


def page_state(
    position: Position,
    seat: int | None,
    *,
    lang: str,
    since: int = 0,
    seq: int = 0,
    kinds: Sequence[str] = (),
    at: int | None = None,
    waiting: bool = False,
    by_herself: bool = False,
    story: Story | None = None,
) -> tuple[PageState, View]:
    """All a page shows to a seat but the picture, and the view that this is drawn from.

    `at` looks back at an earlier action: nothing can be done then. `waiting` is a table whose seats are not all taken
    yet: nothing can be done there either. `by_herself` is one where nobody is there to learn anything from how the one
    to act plays. `story` is the position's, where others are shown the same position.
    """
    say, game = words(lang), position.game
    back = at is not None and at < position.ply
    then = _earlier(position, at) if back and at is not None else position
    view = View(then, seat, past=False)
    story = story or Story(position)
    if back or waiting:
        view.legal = Nothing(game, view._states)
    called = names_of(view, say)
    state: PageState = {
        "seq": seq,
        "at": then.ply,
        "last": position.ply,
        "seat": seat,
        "game": game.name,
        "title": say.title(game.title),
        "players": view.players,
        "names": called,
        "kinds": list(kinds),
        "actor": None if waiting or view.actor == CHANCE else view.actor,
        "over": view.over,
        "ending": game.implementation.speech.ending(view.state) if view.over else "",
        "verdict": verdict(view, called, lang),
        "winners": list(view.winners),
        "scores": list(view.scores),
        "points": (Story(then) if back else story).points(lang),
        "alarms": [
            {"label": alarm.label, "level": alarm.level, "rule": alarm.rule}
            for alarm in game.implementation.alarms(view, lang)
        ],
        "prompt": view.prompt(lang),
        "pending": view.pending(lang),
        "odds": game.implementation.odds(game, view.state),
        "undo": seat is not None and not (back or waiting or position.over) and position.can_undo(seat),
        "choices": choices_of(view, lang),
        # Told alike to who has one move and to who has more: whether the page has an only move to make is hers to see,
        # and others notice how quickly it was made only where they know it anyway, or there are none.
        "go_on": seat is not None
        and seat == view.actor
        and not (back or waiting)
        and (by_herself or openly_forced(position)),
        "since": story.since(seat, lang) if seat is not None and seat == view.actor and not back else None,
        "log": story.log(seat, lang, since),
        "made": made_of(position, seat, since),
    }
    return state, view


def names_of(view: View, say: Words) -> list[str]:
    """What the seats are called."""
    return seat_names(view.names, say, view.players)


def _earlier(position: Position, at: int) -> Position:
    """The position after so many actions; what followed from a seed stays with its move."""
    earlier = position.copy()
    while earlier.ply > at:
        try:
            earlier.undo()
        except NothingToUndo:
            break
    return earlier


# -- what can be done ----------------------------------------------------------------------------------------


def legal_of(view: View, lang: str) -> list[MoveShown]:
    """The moves as a list."""
    return [{"id": move.id, "text": move.text, "label": move.label(lang)} for move in view.legal]


def choices_of(view: View, lang: str) -> list[ChoiceShown]:
    """The moves as a tree of choices, each with what stands for it in the picture."""
    if not len(view.legal):
        return []
    ends = _ending(view) if len(view.legal) <= MANY else {}
    return [_node(choice, ends) for choice in offered(view, view.legal, lang)]


def _node(choice: Choice, ends: Mapping[int, bool]) -> ChoiceShown:
    move = choice.move
    return {
        "label": choice.plain or choice.label,
        "key": choice.key,
        "question": choice.question,
        "touch": choice.touch,
        "gives": choice.gives,
        "marks": list(choice.marks) or None,
        "ends": move is not None and ends.get(move.id, False),
        "move": None if move is None else move.id,
        "text": None if move is None else move.text,
        "tip": choice.tip,
        "quiet": choice.quiet,
        "halves": choice.halves,
        "inside": [_node(inner, ends) for inner in choice.inside],
    }


def _ending(view: View) -> dict[int, bool]:
    """Which moves end the turn of the one to act, whatever chance brings after them."""
    game, scratch = view.game, view.game.scratch
    turn = game.doors.turn(view._states, 0)
    found = {}
    for id in view.legal.ids.tolist():
        states = clone(view._states)
        game.doors.play_on(states, game.tables, 0, id, SEED, 0, scratch.moves, scratch.weights, scratch.told)
        found[id] = int(scratch.told[0]) != view.actor or game.doors.turn(states, 0) != turn
    return found
