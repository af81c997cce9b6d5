"""The words of The Witches: what a move, a decision and what waits are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from coven.core.language import Words
from coven.core.moves import Decoded
from coven.games.witches import attempt_state, decode, effect, moves, names, trouble, turn, walk
from coven.games.witches.state import (
    ATTEMPT,
    CACKLES,
    CHANCE_CARD,
    CHANCE_DIE,
    CHANCE_EASY,
    CHANCE_HARD,
    CHANCE_LOCATION,
    CHANCE_PAIR,
    CHANCE_TOP,
    CHANCE_TOTAL,
    DUNGEON,
    EASY,
    MOVE,
    OWN_TILE,
    PROBLEM,
    RETURN,
    SETUP,
    TURN,
    UNKNOWN,
    State,
)

if TYPE_CHECKING:
    from coven.core.game import Game

CATEGORIES = ("easy problems", "hard problems", "Black Aliss")
WORDS = {
    "go": "Go on",
    "roll": "Roll two dice",
    "face": "Face it",
    "done": "Done",
    "skip": "Begin the second move",
}


def space(game: Game, index: int, say: Words) -> str:
    """The name of a space; of several in one place, with the side on which it lies there."""
    if index == DUNGEON:
        return say("the Dungeon")
    place = int(game.tables[0].location[index])
    name = location(game, place, say)
    side = names.side(game.components.data["board"]["locations"], place, index)
    return say("{place}, {where}", place=name, where=say(side)) if side else name


def location(game: Game, index: int, say: Words) -> str:
    """The name of a location."""
    entry = game.components.data["board"]["locations"][index]
    return str(entry.get(say.lang) or say(entry["name"]))


def card(game: Game, index: int, say: Words) -> str:
    """The name of a card."""
    return names.card(game.components.data, index, say)


def _in_a_power(game: Game, t: Any, index: int, say: Words) -> str:
    """A card of a Power of Three: several have its name, so with what else it is good for."""
    return f"{card(game, index, say)} ({names.effect(int(t.card_effect[index]), say)})"


def _crossing_by(move: int) -> int:
    """What a card or tile will be called as the state's `shown`."""
    return OWN_TILE if move == moves.TILE else 1 + move - moves.PLAY


def problem(game: Game, kind: int, say: Words) -> str:
    """The name of a problem."""
    return say("a hard problem") if kind == UNKNOWN else names.problem(game.components.data, kind, say)


def label(game: Game, s: State, move: int, say: Words, called: Sequence[str]) -> str:
    """A move as short as a button; `called` are the seats' names."""
    t = game.tables[0]
    match game.decode(move):
        case Decoded("symbol", (index,)):
            symbol = names.symbol(int(t.card_symbol[index]), say)
            return say("{what}: {more}", what=symbol, more=card(game, index, say))
        case Decoded("play" | "tile", _) if s.depth > 0 and walk.shows(s, t, int(s.depth) - 1, move):
            return say("Show {card}", card=names.invisibility(game.components.data, _crossing_by(move), say))
        case Decoded("play", (index,)):
            gives = names.effect_gives(int(t.card_effect[index]), say)
            return say("{card} – {effect}", card=card(game, index, say), effect=gives)
        case Decoded("power", _):
            three = (_in_a_power(game, t, index, say) for index in decode.three_cards(t, int(move)))
            return say("Power of Three: {card}", card=", ".join(three))
        case Decoded("discard", (index,)):
            return say("Discard {card}", card=card(game, index, say))
        case Decoded("tile", _):
            seat = int(s.frame_seat[s.depth - 1])
            return (
                names.tile_used(int(s.trainee[seat]), say)
                if 0 <= s.trainee[seat] < 3
                else say("Your own tile")
            )
        case Decoded("to" | "flee" | "look" | "turn" | "crisis" as verb, (index,)):
            return _space_label(verb, space(game, index, say), say)
        case decoded if move >= game.moves.actions:
            return _chance_label(game, decoded, say, called)
        case decoded:
            return _answer_label(game, s, decoded, say, called)


def _space_label(verb: str, where: str, say: Words) -> str:
    return {
        "to": say("To {place}", place=where),
        "flee": say("Run away to {place}", place=where),
        "look": say("Look at {place}", place=where),
        "turn": say("Turn up {place}", place=where),
        "crisis": say("Crisis in {place}", place=where),
    }[verb]


def _answer_label(game: Game, s: State, move: Decoded, say: Words, called: Sequence[str]) -> str:
    match move:
        case Decoded("return", (number,)):
            return say.plural("Return {n} Cackle", "Return {n} Cackles", number)
        case Decoded("reroll", (die,)):
            return (
                say("Roll the first die again"),
                say("Roll the second die again"),
                say("Roll both dice again"),
            )[die]
        case Decoded("take", (seat,)):
            return say("Take a Cackle from {name}", name=called[seat])
        case Decoded("choose", (trainee,)):
            return names.trainee(trainee, say)
        case Decoded("stay", _):
            d = int(s.depth) - 1
            stopped = s.frame_kind[d] == MOVE and s.frame_phase[d] != effect.START
            if s.shown:
                kept = names.invisibility(game.components.data, int(s.shown), say)
                return say("Stop here, keep {card}", card=kept)
            return say("Stop here") if stopped else say("Stay")
    return say(WORDS[move.verb])


def _chance_label(game: Game, move: Decoded, say: Words, called: Sequence[str]) -> str:
    match move:
        case Decoded("total", (total,)):
            return say("Four dice: {n}", n=total)
        case Decoded("easy", (kind,)):
            return problem(game, kind, say)
        case Decoded("draw", (index,)):
            return say("Draw {card}", card=card(game, index, say))
        case Decoded("location", (index,)):
            place = location(game, int(game.tables[0].card_location[index]), say)
            return say("{card} names {place}", card=card(game, index, say), place=place)
        case Decoded("hard", (index, kind)):
            return say(
                "{problem} in {place}", problem=problem(game, EASY + kind, say), place=space(game, index, say)
            )
        case Decoded("dice", (pair,)):
            a, b = moves.PAIRS[pair]
            return say("Dice: {one} and {two}", one=_face(a, say), two=_face(b, say))
        case Decoded("die", (face,)):
            return say("Die: {one}", one=_face(face, say))
        case Decoded("draw unseen", (seat,)):
            return say("{name} draws a card", name=called[seat])
        case Decoded("look unseen", (index, seat)):
            return say(
                "{name} looks at the problem in {place}", name=called[seat], place=space(game, index, say)
            )
    raise ValueError(f"{move} is no outcome of chance")


def _face(face: int, say: Words) -> str:
    return say("Cackle") if face == 0 else str(moves.FACES[face])


SECOND_PAIR = 2  # where the last two dice lie
BEFORE_THE_LAST_ROLL = (attempt_state.CHOICE, attempt_state.FACING)


def odds(game: Game, s: State) -> float | None:
    """The chance that the next two dice solve the problem, with what has been played; None outside an attempt."""
    d = int(s.depth) - 1
    if d > 0 and s.frame_kind[d] == CHANCE_PAIR and s.frame_what[d] == SECOND_PAIR:
        d -= 1
    elif s.over or s.frame_kind[d] != ATTEMPT or s.frame_phase[d] not in BEFORE_THE_LAST_ROLL:
        return None
    return int(attempt_state.good_rolls(s, game.tables[0], d)) / 36


def prompt(game: Game, s: State, say: Words) -> str:
    """What the one to act is asked."""
    if s.over:
        return say("The game is over")
    d = int(s.depth) - 1
    kind, phase, what = int(s.frame_kind[d]), int(s.frame_phase[d]), int(s.frame_what[d])
    if kind == ATTEMPT:
        return _attempt_prompt(game, s, d, say)
    if kind == SETUP:
        return say("Choose a trainee") if phase == 3 else say("Choose where to begin")
    if kind == TURN:
        return say("Before the new problem") if phase == turn.BEFORE else say("Before the draw")
    if kind == PROBLEM:
        return _trouble_prompt(game, s, phase, say)
    if kind == MOVE:
        return move_prompt(s, d, say)
    if kind == RETURN:
        return say("How many Cackles go back?")
    if kind == CHANCE_HARD:
        return say("Which problem lies in {place}?", place=space(game, int(s.frame_pool[d]), say))
    if kind == CHANCE_EASY:
        return say("Which problem lies in {place}?", place=space(game, what, say))
    if kind == CHANCE_TOTAL or kind == CHANCE_CARD:
        return say(
            "What does seat {n} roll?" if kind == CHANCE_TOTAL else "Which card does seat {n} draw?",
            n=what + 1,
        )
    return say(CHANCE_QUESTIONS[kind]) if kind in CHANCE_QUESTIONS else names.question(kind, say)


CHANCE_QUESTIONS = {
    CHANCE_TOP: "Which problem is next in the box?",
    CHANCE_LOCATION: "Which card is turned over?",
    CHANCE_PAIR: "What do the two dice show?",
    CHANCE_DIE: "What does the die show?",
}


def _trouble_prompt(game: Game, s: State, phase: int, say: Words) -> str:
    name = problem(game, int(s.placing), say)
    if phase == trouble.PAUSE:
        told = say("{problem} still seeks a place", problem=name)
        return told[:1].upper() + told[1:]  # of a face-down tile the name begins small
    if phase == trouble.WORSENING:
        return say("Which problem becomes a Crisis?")
    return say("Where does {problem} go?", problem=name)


def move_prompt(s: State, d: int, say: Words) -> str:
    """What is asked of a witch on the move."""
    if int(s.at[int(s.frame_seat[d])]) == DUNGEON and s.frame_phase[d] == effect.START:
        return say("In the Dungeon")
    if s.frame_phase[d] == effect.ANYWHERE:
        return say("Go anywhere")
    if s.frame_phase[d] == effect.ENTERED:
        return say("Someone or something is here")
    if s.frame_phase[d] == effect.UNSEEN and s.shown:
        return say("Unseen: keep it, or go on")
    if s.frame_phase[d] == effect.UNSEEN:
        return say("Unseen: stop here or go on")
    number = say("First move") if int(s.frame_what[d]) == 0 else say("Second move")
    paths = int(s.frame_pool[d])
    more = say.plural("up to {n} path", "up to {n} paths", paths) if paths > 0 else say("no path left")
    return say("{what}: {more}", what=number, more=more)


def _attempt_prompt(game: Game, s: State, d: int, say: Words) -> str:
    kind = attempt_state.problem(s, d)
    name = problem(game, kind, say)
    phase = int(s.frame_phase[d])
    if kind == UNKNOWN:  # it is just being turned up
        return name[:1].upper() + name[1:]
    if phase == attempt_state.FAILED:
        return say("{problem} wins: run away", problem=name)
    need = int(attempt_state.difficulty(s, game.tables[0], d))
    have = int(attempt_state.total(s, int(s.frame_seat[d])))
    if phase == attempt_state.READY:
        return say("{problem}: you need {need}", problem=name, need=need)
    if phase == attempt_state.AFTER:
        return say("{problem}: {have} of {need}", problem=name, have=have, need=need)
    chance = odds(game, s) or 0.0
    if have >= need:
        return say("{problem}: {have} of {need} already", problem=name, have=have, need=need)
    return say(
        "{problem}: you need {missing} on two dice ({percent} %)",
        problem=name,
        missing=need - have,
        percent=round(100 * chance),
    )


def pending(game: Game, s: State, say: Words) -> list[str]:
    """What is being done and what waits in it or behind it, innermost first."""
    lines = []
    for d in range(int(s.depth) - 1, -1, -1):
        kind = int(s.frame_kind[d])
        if kind == CACKLES:
            lines.append(say.plural("{n} Cackle to take", "{n} Cackles to take", int(s.frame_pool[d])))
        elif kind == ATTEMPT:
            lines.append(_attempt_prompt(game, s, d, say))
        elif kind == PROBLEM:
            lines.append(_trouble_prompt(game, s, int(s.frame_phase[d]), say))
        elif kind == MOVE:
            lines.append(move_prompt(s, d, say))
        elif kind == TURN and s.frame_phase[d] <= turn.MOVE_TWO:
            begun = s.frame_phase[d] > turn.MOVE_ONE
            lines.append(say("Then the second move") if begun else say("Then two moves"))
    return lines
