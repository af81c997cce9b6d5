"""Witchstone's words: what a move, a decision and what waits are called. English here, the rest in `locale/`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from coven.core.language import Words
from coven.games.witchstone import cells, moves, pentagram, turn, ways, whereabouts
from coven.games.witchstone.state import (
    CELLS,
    CHANCE_DEAL,
    CHANCE_FIRST,
    CHANCE_SCROLL,
    CHANCE_SPECIAL,
    CHANCE_TOKEN,
    COUNTS,
    GROUP,
    HELD,
    LINKED,
    PAIR_NAMES,
    POINTS,
    SETUP,
    SPELL,
    SPELL_ANY,
    SYMBOLS,
    TOKENS,
    TURN,
    WAIT_BLACK_TOKEN,
    WAIT_FREE,
    WAIT_RIM,
    WITCHES_AT,
    C,
    P,
    S,
    W,
)
from coven.games.witchstone.whereabouts import cell

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.moves import Decoded

ACTIONS = ("energy", "witch", "pentagram", "crystal", "magic wand", "scroll")
CATEGORIES = ("owl tiles", "magic tokens", "unused spells", "prophecies")
PLACE_NAMES = ("Witchstone", "tower", "forest", "village", "castle", "foreign tower")
COUNTED_NAMES = (
    "rank on the Witchstone",
    "own witches in the crystal ball",
    "lying witches",
    "silver spaces on the wand",
    "special tiles",
    "scrolls",
    "magic tokens",
    "own crystals on the shelves",
)


def action(symbol: int, say: Words) -> str:
    """The name of an action."""
    return say(ACTIONS[symbol])


def pair(index: int, say: Words) -> str:
    """The name of a tile."""
    return "/".join(action(SYMBOLS.index(symbol), say) for symbol in PAIR_NAMES[index])


def token(index: int, say: Words) -> str:
    """The name of a magic token."""
    return say("3 points") if index == POINTS else action(index, say)


def place(game: Game, index: int, say: Words) -> str:
    """The name of a place."""
    return whereabouts.place(game.components.data, index, say)


def place_kind(kind: int, say: Words) -> str:
    """The name of a type of place, as prophecies have them."""
    return say(PLACE_NAMES[kind])


def scroll(game: Game, index: int, say: Words) -> str:
    """What a scroll is."""
    t = game.tables[0]
    kind, what = int(t.scroll_kind[index]), [int(x) for x in t.scroll_what[index]]
    if kind == SPELL_ANY:
        return say("spell: +1 of any action")
    if kind == SPELL:
        return say("spell: +2 {action}", action=action(what[0], say))
    if kind == GROUP:
        return say("prophecy: largest {action} group", action=action(what[0], say))
    if kind == COUNTS:
        return say("prophecy: {what}", what=say(COUNTED_NAMES[what[0]]))
    places = ", ".join(say(PLACE_NAMES[p]) for p in what)
    if kind == WITCHES_AT:
        return say("prophecy: witches on {places}", places=places)
    assert kind == LINKED
    return say("prophecy: connected to {places}", places=places)


def label(game: Game, s: np.record, move: int, say: Words, called: Sequence[str]) -> str:
    """A move as short as a button; `called` are the seats' names."""
    decoded = game.decode(move)
    return (
        _tile_label(decoded, say)
        or _action_label(game, s, decoded, say)
        or _crystal_label(s, decoded, say)
        or _chance_label(game, decoded, say, called)
    )


def _tile_label(move: Decoded, say: Words) -> str:
    """Hex tiles and special tiles."""
    match move:
        case "place", (tile, edge, flip):
            one, two = reversed(cells.EDGES[edge]) if flip else cells.EDGES[edge]
            return say(
                "{first} on {cell}, {second} on {other}",
                first=_half(tile, 0, say),
                cell=cell(one, say),
                second=_half(tile, 1, say),
                other=cell(two, say),
            )
        case "aside", (tile,):
            return say("Lay the {tile} tile aside", tile=pair(tile, say))
        case "do", (symbol,):
            return say("First {action}", action=action(symbol, say))
        case "use", (tile, half):
            return say(
                "Use up {tile}: 2 {action} actions", tile=pair(tile, say), action=_half(tile, half, say)
            )
        case "put", (tile, at):
            return say("Put {tile} on {cell}", tile=pair(tile, say), cell=cell(at, say))
        case "free", (symbol,):
            return say("Choose 2 {action} actions", action=action(symbol, say))
    return ""


def _half(tile: int, half: int, say: Words) -> str:
    return action(SYMBOLS.index(PAIR_NAMES[tile][half]), say)


def _action_label(game: Game, s: np.record, move: Decoded, say: Words) -> str:
    """Energy, witches, tokens, scrolls, and the end of an action."""
    match move:
        case "energy", (link,):
            one, two = whereabouts.ends(game.components.data, link, say)
            return say("Energy between {one} and {two}", one=one, two=two)
        case "lay", ():
            return say("Lay a witch beside the tower")
        case "stand", (where,):
            return say("Send a witch to {place}", place=place(game, where, say))
        case "tower", (where,):
            return say("Big witch on {place}", place=place(game, where, say))
        case "token", (0, kind):
            return say("Use the token: {token}", token=token(kind, say))
        case "token", (_, kind):
            return say("Use the black crystal's token: {token}", token=token(kind, say))
        case "scroll", (slot,):
            shown = int(s.display[slot])
            what = scroll(game, shown, say) if shown >= 0 else ""
            return say("Take scroll {n}: {what}", n=slot + 1, what=what)
        case "spell", (0,):
            return say("Cast the single spell: 1 action more")
        case "spell", (_,):
            return say("Cast the double spell: 2 actions more")
        case "go", ():
            return _move_label(ways.whole(s, game.tables[0]), say)
        case "move", (0,):
            return say("Don't move")
        case "move", (spaces,):
            return say.plural("Move only {n} space", "Move only {n} spaces", spaces)
        case "stop", ():
            return _stop_label(s, say)
    return ""


def _move_label(spaces: int, say: Words) -> str:
    return say.plural("Move {n} space", "Move {n} spaces", spaces) if spaces else say("Move on")


def _stop_label(s: np.record, say: Words) -> str:
    """What is given up, or left for later."""
    d = int(s.depth) - 1
    kind = int(s.frame_kind[d]) if d >= 0 else TURN
    if kind == S:
        return say("Take no scroll")
    if kind == W and _waiting(s, d, say):
        return say("End this: the tokens wait for the next witch action")
    return say("Give up the rest")


def _crystal_label(s: np.record, move: Decoded, say: Words) -> str:
    """Crystals carried, shelved and thrown out."""
    seat = int(s.frame_seat[s.depth - 1])
    match move:
        case "crystal", (at, target) if target < CELLS:
            start, end = cell(at, say), cell(target, say)
            if _is_black(s, seat, at):
                return say("Black crystal from {cell} to {other}", cell=start, other=end)
            return say("Crystal from {cell} to {other}", cell=start, other=end)
        case "crystal", (at, target):
            start, rim = cell(at, say), action(target - CELLS, say)
            if _is_black(s, seat, at):
                return say("Black crystal from {cell} out to {action}", cell=start, action=rim)
            return say("Crystal from {cell} out to {action}", cell=start, action=rim)
        case "shelve", (0, symbol):
            return say("Shelve the crystal: 2 {action} actions", action=action(symbol, say))
        case "shelve", (_, symbol):
            return say("Shelve the black crystal: 4 {action} actions", action=action(symbol, say))
        case "bottom", (_, symbol, moves.NO_TOKEN):
            return say("Crystal from {action} to the token shelf, for nothing", action=action(symbol, say))
        case "bottom", (_, symbol, gift):
            return say(
                "Crystal from {action} to the token shelf: take {token}",
                action=action(symbol, say),
                token=token(gift, say),
            )
        case "remove", (at,):
            return say.plural(
                "Throw out the crystal on {cell} (−{n} point)",
                "Throw out the crystal on {cell} (−{n} points)",
                int(s.removed[seat]) + 1 if seat >= 0 else 1,
                cell=cell(at, say),
            )
    return ""


def _is_black(s: np.record, seat: int, at: int) -> bool:
    return seat >= 0 and int(s.black[seat]) == at


def _chance_label(game: Game, move: Decoded, say: Words, called: Sequence[str]) -> str:
    """What luck decides."""
    match move:
        case "first", (seat,):
            return say("{name} begins", name=called[seat])
        case "find", (kind,):
            return say("Token: {token}", token=token(kind, say))
        case "reveal", (which,):
            return say("Scroll: {what}", what=scroll(game, which, say))
        case "special", (tile,):
            return say("Special tile {tile}", tile=pair(tile, say))
        case "deal", (tile,):
            return say("Draw {tile}", tile=pair(tile, say))
        case "deal unseen", (seat,):
            return say("{name} draws a tile", name=called[seat])
    raise ValueError(f"no word for {move.verb}")


def left(kind: int, pool: int, say: Words) -> str:
    """How much of an action is left."""
    return (
        say.plural("{n} energy left", "{n} energy left", pool),
        say.plural("{n} witch action left", "{n} witch actions left", pool),
        say.plural("{n} step on the pentagram", "{n} steps on the pentagram", pool),
        say.plural("{n} crystal action left", "{n} crystal actions left", pool),
        say.plural("{n} step on the wand", "{n} steps on the wand", pool),
        say.plural("the first scroll", "one of the first {n} scrolls", pool),
    )[kind]


def prompt(game: Game, s: np.record, say: Words) -> str:
    """What the one to act is asked."""
    if s.over:
        return say("The game is over")
    d = int(s.depth) - 1
    kind, phase, pool = int(s.frame_kind[d]), int(s.frame_phase[d]), int(s.frame_pool[d])
    if kind == SETUP:
        return say("Choose a tower for the big witch")
    if kind == TURN:
        return say("Place a tile") if phase == turn.LAYING else say("Choose the action to do first")
    if kind == CHANCE_FIRST:
        return say("Who begins?")
    if kind == CHANCE_TOKEN:
        return say("Which token lies on {place}?", place=place(game, pool, say))
    if kind == CHANCE_SCROLL:
        return say("Which scroll comes to position {n}?", n=pool + 1)
    if kind == CHANCE_SPECIAL:
        return say("Which special tile comes to space {n}?", n=pool + 1)
    if kind == CHANCE_DEAL:
        return say("Which tile does seat {n} draw?", n=pool + 1)
    if kind == P and phase == pentagram.USING:
        return say("Use what the pentagram gave")
    if not pool and (waits := _waiting(s, d, say)):
        return say("Use what you have: {things}", things=", ".join(waits))
    return _under_way(kind, pool, say)


def _under_way(kind: int, pool: int, say: Words) -> str:
    """An action being done and how much of it is left."""
    name = action(kind, say)
    return say("{what}: {more}", what=name[:1].upper() + name[1:], more=left(kind, pool, say))


def pending(game: Game, s: np.record, say: Words) -> list[str]:
    """What is being done and what waits in it or behind it, innermost first."""
    lines: list[str] = []
    for d in range(int(s.depth) - 1, -1, -1):
        kind, pool = int(s.frame_kind[d]), int(s.frame_pool[d])
        if kind < TURN:
            waits = _waiting(s, d, say)
            if not pool and not waits and lines:
                continue  # all of it is done
            line = _under_way(kind, pool, say)
            lines.append(
                say("{what} (waiting: {things})", what=line, things=", ".join(waits)) if waits else line
            )
        elif kind == TURN and s.frame_phase[d] == turn.SECOND:
            lines.append(say("Then {action}", action=action(int(s.frame_waiting[d, 0]), say)))
    if held := held_tokens(s):
        things = ", ".join(say("token {token}", token=token(kind, say)) for kind in held)
        lines.append(say("For the next witch action: {things}", things=things))
    return lines


def held_tokens(s: np.record) -> list[int]:
    """The tokens that wait for the turn's next witch action (WS-W8)."""
    return [kind for kind in range(TOKENS) for _ in range(int(s.frame_waiting[0][HELD + kind]))]


def _waiting(s: np.record, d: int, say: Words) -> list[str]:
    """Tokens, crystals and special tiles won in an action and not yet used."""
    kind = int(s.frame_kind[d])
    held = [int(x) for x in s.frame_waiting[d]]
    found: list[str] = []
    if kind in (W, C):
        for i in range(TOKENS):
            found += [say("token {token}", token=token(i, say))] * held[i]
    if kind == C:
        if held[WAIT_BLACK_TOKEN]:
            found.append(say("token {token}", token=token(held[WAIT_BLACK_TOKEN] - 1, say)))
        for symbol in range(6):
            if held[WAIT_RIM + symbol]:
                found.append(say("crystal on the {action} rim", action=action(symbol, say)))
    if kind == P:
        found += [say("tile {tile}", tile=pair(i, say)) for i in range(len(PAIR_NAMES)) if held[i]]
        if held[WAIT_FREE]:
            found.append(say("2 actions of your choice"))
    return found
