"""Events of a whole game: told action by action, once, and kept with the history that copies share."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from coven.core.events import Event, telling_of
from coven.core.position import Past, Position
from coven.core.state import States, clone


@dataclass(frozen=True)
class Told:
    """What has happened up to an action. It is never changed, so positions that come of one another go on from it."""

    past: Past | None = None
    events: tuple[Event, ...] = ()
    points: Counter[tuple[int | None, str]] = field(default_factory=Counter)  # of a seat, from a source


def happened(position: Position) -> Told:
    """What has happened in a position's history."""
    before = position._told or Told()
    if before.past is position._past:
        return before
    _tell(position)
    new: list[Past] = []
    for past in position.backwards():
        if past is before.past:
            break
        new.append(past)
    else:
        before = Told()  # what was told last has been taken back, or there was nothing
    more = [event for past in reversed(new) for event in past.told or ()]
    points = before.points.copy()
    for event in more:
        if event.points:
            points[event.seat, event.source] += event.points
    position._told = Told(position._past, (*before.events, *more), points)
    return position._told


def sources(position: Position, seat: int) -> dict[str, int]:
    """A seat's points by what they are for, in the game's order; sources that gave nothing are left out."""
    points = happened(position).points
    return {source: n for source in telling_of(position.game).sources if (n := points[seat, source])}


def _tell(position: Position) -> None:
    """Tell the actions that nobody has asked about yet."""
    untold: list[Past] = []
    past = position._past
    while past is not None and past.told is None:
        untold.append(past)
        past = past.before
    if not untold:
        return
    untold.reverse()
    happen, game = telling_of(position.game).happen, position.game
    n = position.ply - len(untold)
    before = _before(position, untold[0])
    for at, action in enumerate(untold):
        following = untold[at + 1].states if at + 1 < len(untold) else position._states
        after = _played(position, before, action.move) if following is None else following
        action.told = tuple(replace(event, n=n + at) for event in happen(game, action, before, after))
        before = after


def _before(position: Position, action: Past) -> States:
    """The state an action was made in; chance that followed from a seed has kept none, so it is played again."""
    again: list[Past] = []
    past: Past | None = action
    while past is not None and past.states is None:
        again.append(past)
        past = past.before
    if past is None:
        setup, game = position._setup, position.game
        states = game.set_up(setup.players, game.definition.read_options(setup.options or {}), setup.version)
    else:
        assert past.states is not None
        states = past.states
        if past is not action:
            again.append(past)
    for earlier in reversed(again):
        if earlier is not action:
            states = _played(position, states, earlier.move)
    return states


def _played(position: Position, states: States, move: int) -> States:
    game = position.game
    after, scratch = clone(states), game.scratch
    game.doors.play(after, game.tables, 0, move, scratch.moves, scratch.weights, scratch.told)
    return after
