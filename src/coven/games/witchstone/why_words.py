"""Why a move of Witchstone can't be made, said to a person."""

from __future__ import annotations

from collections.abc import Sequence

from coven.core.language import Words
from coven.core.why import Reason, asked
from coven.games.witchstone import cells
from coven.games.witchstone.moves import TOKEN_NAMES
from coven.games.witchstone.say import action, pair, token
from coven.games.witchstone.state import PAIR_NAMES, SYMBOLS
from coven.games.witchstone.whereabouts import cell
from coven.games.witchstone.why import Why


def sentence(reason: Reason, say: Words, called: Sequence[str]) -> str:
    """A reason as a sentence without its end; `called` are the seats' names."""
    return (
        _timing(reason, say)
        or _of_tiles(reason, say)
        or _of_the_ball(reason, say, called)
        or _of_tracks(reason, say)
        or _of_crystals(reason, say)
        or _of_scrolls(reason, say)
    )


def _cell(reason: Reason, say: Words) -> str:
    return cell(cells.BY_NAME[reason.place], say)


def _timing(reason: Reason, say: Words) -> str:
    """What is for another moment."""
    match reason.kind:
        case Why.NEEDS_ACTION:
            return say(
                "That takes an action of the type “{action}”; now comes “{prompt}”",
                action=action(SYMBOLS.index(reason.subject), say),
                prompt=asked(reason, say),
            )
        case Why.TILE_FIRST:
            return say(
                "A tile is placed at the start of a turn; now comes “{prompt}”", prompt=asked(reason, say)
            )
        case Why.TOWERS_ONCE:
            return say(
                "Towers are chosen before the first turn; now comes “{prompt}”", prompt=asked(reason, say)
            )
        case Why.ORDER_ONCE:
            return say(
                "Which action is done first is chosen right after placing a tile; now comes “{prompt}”",
                prompt=asked(reason, say),
            )
        case Why.NONE_LEFT:
            return say("No action of this type is left: only a spell can add more")
        case Why.OWN_TURN_ONLY:
            return say("Crystals are thrown out in your own turns, not in set-up")
        case Why.NOTHING_TO_STOP:
            return say("There is no action to give up now")
    return ""


def _of_tiles(reason: Reason, say: Words) -> str:
    match reason.kind:
        case Why.NOT_IN_HAND:
            return say(
                "The tile {tile} is not in your hand", tile=pair(PAIR_NAMES.index(reason.subject), say)
            )
        case Why.CELL_SHOWS:
            return say(
                "Only an empty cell will do, and this one shows a symbol: {cell}", cell=_cell(reason, say)
            )
        case Why.CELL_HOLDS:
            return say(
                "Only an empty cell will do, and a crystal lies on this one: {cell}", cell=_cell(reason, say)
            )
        case Why.MAKE_ROOM:
            return say("No tile fits into your cauldron: throw out a crystal first to make room")
        case Why.NO_ROOM:
            return say("No tile fits into your cauldron: lay one aside")
        case Why.TILE_FITS:
            return say("A tile still fits into your cauldron, so none is laid aside")
        case Why.ROOM_TO_MAKE:
            return say("Throwing out crystals can still make room for a tile, so none is laid aside")
        case Why.NOT_ON_TILE:
            return say(
                "The tile you have placed does not show “{action}”",
                action=action(SYMBOLS.index(reason.subject), say),
            )
    return ""


def _of_the_ball(reason: Reason, say: Words, called: Sequence[str]) -> str:
    match reason.kind:
        case Why.NO_ENERGY:
            return say("All your energy units are laid")
        case Why.FINISH_FIRST:
            return say("First finish the connection you have begun")
        case Why.OWN_LINK:
            return say("You have finished this connection already")
        case Why.LINK_TAKEN:
            return say(
                "This connection is closed: {name} has laid energy there", name=called[reason.seat or 0]
            )
        case Why.NOT_JOINED:
            return say("Neither end of it is joined to your tower by your own connections")
        case Why.NO_SUPPLY:
            return say("You have no small witch left in your supply")
        case Why.NONE_LIES:
            return say("No witch of yours lies beside your tower: lay one there first")
        case Why.STANDS_THERE:
            return say("A witch of yours stands there already")
        case Why.NO_WAY:
            return say("No finished connections lead there from your tower")
        case Why.TOO_DEAR:
            return say(
                "The way there costs {need} actions, and you have {have}", need=reason.need, have=reason.have
            )
        case Why.NO_TOWER:
            return say("The big witch begins on a tower")
        case Why.TOWER_TAKEN:
            return say("This tower is taken: {name} has chosen it", name=called[reason.seat or 0])
        case Why.NO_TOKEN:
            return say("No such token waits to be used")
        case Why.TOKEN_WAITS:
            return say("A token still waits to be used")
    return ""


def _of_tracks(reason: Reason, say: Words) -> str:
    match reason.kind:
        case Why.MARKER_WAITS:
            return say(
                "A marker moves in an action of the pentagram or the wand; now comes “{prompt}”",
                prompt=asked(reason, say),
            )
        case Why.NO_SHORTER:
            return say("By the first version of the rules the marker goes the whole way")
        case Why.MARKER_MOVED:
            return say("The marker has moved already: use what it has won")
        case Why.WHOLE_MOVE:
            return say("That is the whole move, which is offered as such")
        case Why.TOO_FAR:
            return say(
                "That is {need} spaces away, and the marker may go {have}", need=reason.need, have=reason.have
            )
        case Why.NO_SPECIAL:
            return say("You have not just won this special hex tile")
        case Why.NO_FREE:
            return say("There are no two actions to choose now")
        case Why.MARKER_MAY_STAY:
            return say("Choose how far the marker goes: it may also stay where it is")
        case Why.USE_FIRST:
            return say("First use what the pentagram gave")
    return ""


def _of_crystals(reason: Reason, say: Words) -> str:
    match reason.kind:
        case Why.NO_CRYSTAL:
            return say("No crystal of yours lies there: {cell}", cell=_cell(reason, say))
        case Why.EMPTY_RIM:
            return say("No such crystal waits on this rim")
        case Why.SHELF_FULL:
            return say("The shelf is full")
        case Why.NOT_ON_TABLE:
            kind = token(TOKEN_NAMES.index(reason.subject), say)
            return say("The stone table has no token “{token}” left", token=kind)
        case Why.TAKE_TOKEN:
            return say("The stone table still has tokens: take one")
        case Why.RIM_WAITS:
            return say("A crystal still waits on the rim")
        case Why.TOO_POOR:
            return say.plural(
                "Throwing out a crystal now costs {n} point, and you have {have}",
                "Throwing out a crystal now costs {n} points, and you have {have}",
                reason.need,
                have=reason.have,
            )
        case Why.NO_HELP:
            return say("Throwing out this crystal would make no room for a tile")
    return ""


def _of_scrolls(reason: Reason, say: Words) -> str:
    match reason.kind:
        case Why.NO_SCROLL:
            return say("No scroll lies there")
        case Why.SCROLL_FAR:
            return say(
                "The scroll on position {need} takes {need} scroll actions, and you have {have}",
                need=reason.need,
                have=reason.have,
            )
        case Why.NO_SPELL:
            return say("You hold no such spell")
        case Why.SPELL_IDLE:
            return say("A spell would add nothing here")
        case Why.SPELL_ALONE:
            return say("A spell adds to an action under way; now comes “{prompt}”", prompt=asked(reason, say))
        case Why.MUST_TAKE:
            return say("By the first version of the rules a scroll has to be taken")
    raise ValueError(f"no word for {reason.kind}")
