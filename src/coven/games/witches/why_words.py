"""Why a move of The Witches can't be made, said to a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from coven.core.language import Words
from coven.core.picture import bits
from coven.core.why import Reason, asked
from coven.games.witches import moves, names, say
from coven.games.witches.state import LAY_OUT, REMEDY
from coven.games.witches.why import Why

if TYPE_CHECKING:
    from coven.core.game import Game


def sentence(reason: Reason, say: Words, called: Sequence[str]) -> str:
    """A reason as a sentence without its end; `called` are the seats' names."""
    return (
        _of_cards(reason, say)
        or _of_effects(reason, say)
        or _of_spaces(reason, say)
        or _of_attempts(reason, say)
        or _of_answers(reason, say, called)
    )


def _card(game: Game, name: str) -> int:
    return next(n for n, card in enumerate(game.components.data["cards"]["list"]) if card["id"] == name)


def _of_cards(reason: Reason, say: Words) -> str:
    match reason.kind:
        case Why.NOT_HELD | Why.LAID_OPEN:
            card = names.card(reason.game.components.data, _card(reason.game, reason.subject), say)
            if reason.kind == Why.NOT_HELD:
                return say("{card} is not in your hand", card=card)
            return say("{card} lies open until you stop or go on", card=card)
        case Why.SYMBOL_LATER:
            return say("Headology and Magic are played once you face a problem, before the last two dice")
        case Why.SYMBOL_OVER:
            return say("After the last two dice no Headology and no Magic may be played")
        case Why.BROOM_LATER:
            return say("A Broomstick is flown at the start of a move, or to run away")
        case Why.NO_BROOM_NEEDED:
            return say("Your second move leads out of the Dungeon without a card")
        case Why.NO_LANDING:
            return say("There is no empty space to fly to")
        case Why.NO_POWER:
            return say("The Power of Three takes three cards of your hand with three different names")
        case Why.POWER_LATER:
            return say("The Power of Three solves a problem you are trying to solve")
        case Why.POWER_OVER:
            return say("It is too late for the Power of Three: it has failed")
        case Why.NO_DISCARD:
            return say("Cards are discarded for a Transmutation only")
        case Why.NO_TILE:
            return say("You have no tile of your own")
        case Why.TILE_USED:
            return say("Your own tile works once in the game, and is used up")
    return ""


def _of_effects(reason: Reason, say: Words) -> str:
    match reason.kind:
        case Why.EFFECT_LATER:
            return say("No effect is played at this moment; now comes “{prompt}”", prompt=asked(reason, say))
        case Why.NO_CACKLES:
            return say("You have no Cackles to return")
        case Why.NO_CRISES:
            return say("There is no Crisis on the board")
        case Why.NOTHING_UNKNOWN:
            return say("There is no face-down tile that you don't know")
        case Why.NOTHING_DOWN:
            return say("No tile on the board lies face down")
        case Why.INVISIBILITY:
            return say(
                "An Invisibility is for entering a space with a problem or a witch, or to leave the Dungeon"
            )
        case Why.ESCAPE:
            return say("An Escape is for when you fail, when you can't run away, or to leave the Dungeon")
        case Why.ON_FOOT:
            return say("Local knowledge lengthens a move on foot that has not ended yet")
        case Why.IN_ATTEMPT:
            return say("This effect helps while you try to solve a problem")
        case Why.ENOUGH:
            return say("You have enough already: the problem is solved")
        case Why.WHEN_FACING:
            return say("This is added once you face the problem")
        case Why.AGAINST:
            return say("This works only against {problems}", problems=_against(reason, say))
    return ""


def _against(reason: Reason, words: Words) -> str:
    """The problems a card, or the own tile, is good for."""
    t = reason.game.tables[0]
    if reason.subject == "tile":
        kinds = np.flatnonzero(t.is_pig).tolist()
    else:
        card = _card(reason.game, reason.subject)
        effect = int(t.card_effect[card])
        solved = {LAY_OUT: t.is_death, REMEDY: t.is_sheep}
        kinds = np.flatnonzero(solved[effect]).tolist() if effect in solved else bits(t.card_against[card])
    return ", ".join(say.problem(reason.game, kind, words) for kind in kinds)


def _place(reason: Reason, words: Words) -> str:
    return say.space(reason.game, moves.space_ids(reason.game.components.data).index(reason.place), words)


def _of_spaces(reason: Reason, say: Words) -> str:
    match reason.kind:
        case Why.NOT_MOVING:
            return say("You go somewhere in your moves; now comes “{prompt}”", prompt=asked(reason, say))
        case Why.PROBLEM_THERE:
            return say(
                "You begin in a place without a problem, and {place} has one", place=_place(reason, say)
            )
        case Why.NAMED:
            return say("The card names another place: {place}", place=_location(reason, say))
        case Why.OCCUPIED:
            return say("{place} is not empty", place=_place(reason, say))
        case Why.IN_DUNGEON:
            return say(
                "In the Dungeon a Broomstick, an Escape or an Invisibility leads out, or your second move"
            )
        case Why.STOPPED:
            return say("A problem or another witch is here, and that ends your move")
        case Why.NO_PATHS:
            return say("This move is at its end: no path is left")
        case Why.IS_THERE:
            return say("You are there already")
        case Why.NO_PATH:
            return say("No path leads from here straight to {place}", place=_place(reason, say))
        case Why.NO_PROBLEM:
            return say("There is no problem there")
        case Why.NOT_TRYING:
            return say(
                "There is no problem to run away from; now comes “{prompt}”", prompt=asked(reason, say)
            )
        case Why.NOT_NEAR:
            return say("You run away to an empty space next door; a Broomstick carries you further")
        case Why.KNOWN:
            return say("You know this tile already")
        case Why.FACE_UP:
            return say("No tile lies face down there")
        case Why.HERE_ONLY:
            return say("It shows you a tile on another space of the place you are in")
        case Why.NO_CRISIS:
            return say("There is no Crisis there")
        case Why.HAS_CRISIS:
            return say("There is a Crisis on it already")
    return ""


def _location(reason: Reason, words: Words) -> str:
    return say.location(reason.game, int(reason.place), words)


def _of_attempts(reason: Reason, say: Words) -> str:
    match reason.kind:
        case Why.RUN_LATER:
            return say("You run away right after the first two dice, or when you have failed")
        case Why.NO_DICE:
            return say("There are no dice to roll again now")
        case Why.FACE_FIRST:
            return say("First run away or face it")
        case Why.ROLL_FIRST:
            return say("First come the next two dice")
        case Why.ALL_ROLLED:
            return say("All four dice are rolled")
    return ""


def _of_answers(reason: Reason, say: Words, called: Sequence[str]) -> str:
    match reason.kind:
        case Why.TOO_MANY:
            return say.plural(
                "You return at most {n} Cackle now", "You return at most {n} Cackles now", reason.have
            )
        case Why.NOT_MOST:
            return say("A Cackle is taken from whoever has the most")
        case Why.CHOSEN:
            return say("She is taken: {name} has chosen her", name=called[reason.seat or 0])
        case Why.LEAVES:
            return say("Your second move leads out of the Dungeon: choose where to")
        case Why.LAND_FIRST:
            return say("You are on your way: choose where to")
        case Why.UNSEEN_ONLY:
            return say("That is for crossing a space unseen in your first move")
    raise ValueError(f"no word for {reason.kind}")
