"""Why a move of Witchstone can't be made: asked of the same functions that list the legal ones."""

from __future__ import annotations

from enum import StrEnum

from coven.core.moves import Decoded
from coven.core.seats import SEATS
from coven.core.view import View
from coven.core.why import Asked, Because, Reason, reason
from coven.games.witchstone import (
    cauldron,
    cells,
    crystal,
    energy,
    moves,
    pentagram,
    rules,
    scroll,
    turn,
    ways,
    witch,
)
from coven.games.witchstone.frames import tokens_wait
from coven.games.witchstone.state import (
    CELLS,
    PAIR_NAMES,
    SETUP,
    SYMBOLS,
    TOKEN_SHELF,
    TOWER,
    TURN,
    WAIT_BLACK_TOKEN,
    WAIT_FREE,
    C,
    E,
    M,
    P,
    S,
    W,
)


class Why(StrEnum):
    """The reasons of its rules."""

    NEEDS_ACTION = "needs action"  # of the subject's type
    TILE_FIRST = "tile first"  # tiles are placed at the start of the turn
    TOWERS_ONCE = "towers once"
    ORDER_ONCE = "order once"
    NOT_IN_HAND = "not in hand"
    CELL_SHOWS = "cell shows"  # a symbol
    CELL_HOLDS = "cell holds"  # a crystal
    MAKE_ROOM = "make room"
    NO_ROOM = "no room"
    TILE_FITS = "tile fits"
    ROOM_TO_MAKE = "room to make"
    NOT_ON_TILE = "not on tile"
    NONE_LEFT = "none left"  # of the actions
    NO_ENERGY = "no energy"
    FINISH_FIRST = "finish first"
    OWN_LINK = "own link"
    LINK_TAKEN = "link taken"
    NOT_JOINED = "not joined"
    NO_SUPPLY = "no supply"
    NONE_LIES = "none lies"
    STANDS_THERE = "stands there"
    NO_WAY = "no way"
    TOO_DEAR = "too dear"
    NO_TOWER = "no tower"
    TOWER_TAKEN = "tower taken"
    NO_TOKEN = "no token"
    MARKER_WAITS = "marker waits"
    MARKER_MOVED = "marker moved"
    WHOLE_MOVE = "whole move"
    NO_SHORTER = "no shorter"
    TOO_FAR = "too far"
    NO_SPECIAL = "no special"
    NO_FREE = "no free"
    NO_CRYSTAL = "no crystal"
    EMPTY_RIM = "empty rim"
    SHELF_FULL = "shelf full"
    NOT_ON_TABLE = "not on table"
    TAKE_TOKEN = "take token"
    NO_SCROLL = "no scroll"
    SCROLL_FAR = "scroll far"
    NO_SPELL = "no spell"
    SPELL_IDLE = "spell idle"
    SPELL_ALONE = "spell alone"
    NOTHING_TO_STOP = "nothing to stop"
    MARKER_MAY_STAY = "marker may stay"
    USE_FIRST = "use first"
    TOKEN_WAITS = "token waits"
    RIM_WAITS = "rim waits"
    MUST_TAKE = "must take"
    OWN_TURN_ONLY = "own turn only"
    TOO_POOR = "too poor"
    NO_HELP = "no help"


def why(view: View, move: int) -> Reason:
    """The reason for which a move of the seat to act is not legal."""
    return _Refused(view).why(view.game.decode(move))


class _Refused(Asked):
    """A move that can not be made, and what is in its way."""

    def why(self, move: Decoded) -> Reason:
        match move:
            case "place" | "aside" | "do", _:
                found = self._tile(move)
            case "energy", (link,):
                found = self._needs(E, "WS-E1") or self._link(link)
            case "lay" | "stand" | "tower", _:
                found = self._witch(move)
            case "token", (black, kind):
                found = self._token(black, kind)
            case "go" | "move" | "use" | "put" | "free", _:
                found = self._track(move)
            case "crystal" | "shelve" | "bottom", _:
                found = self._needs(C, "WS-C1") or self._crystal(move)
            case "scroll", (slot,):
                found = self._needs(S, "WS-R1") or self._scroll(slot)
            case "spell", (double,):
                found = self._spell(double)
            case "stop", _:
                found = self._stop()
            case "remove", (cell,):
                found = self._remove(cell)
            case _:
                found = None
        return found or reason(self.view, Because.NOT_ASKED)

    def _needs(self, symbol: int, rule: str) -> Reason | None:
        """Whether another action than this is being done."""
        return None if self.kind == symbol else self._not(Why.NEEDS_ACTION, rule, subject=SYMBOLS[symbol])

    # -- tiles ------------------------------------------------------------------------------------------------

    def _tile(self, move: Decoded) -> Reason | None:
        verb, arguments = move
        if verb == "do":
            if self.kind != TURN or self.phase != turn.CHOOSING:
                return self._not(Why.ORDER_ONCE, "WS-T2")
            return self._not(Why.NOT_ON_TILE, "WS-T2", subject=SYMBOLS[arguments[0]])
        if self.kind != TURN or self.phase != turn.LAYING:
            return self._not(Why.TILE_FIRST, "WS-T1")
        tile = arguments[0]
        if not int(self.s.hand[self.seat]) >> tile & 1:
            return self._not(Why.NOT_IN_HAND, "WS-T1", subject=PAIR_NAMES[tile])
        fits = cauldron.fits(self.t, cauldron.empty_cells(self.s, self.seat))
        room = cauldron.removals_for_room(self.s, self.t, self.seat) != 0
        if verb == "aside":
            return self._not(Why.TILE_FITS if fits else Why.ROOM_TO_MAKE, "WS-T6")
        if not fits:
            return self._not(Why.MAKE_ROOM if room else Why.NO_ROOM, "WS-T6")
        return self._filled(cells.EDGES[arguments[1]], "WS-T1")

    def _filled(self, wanted: tuple[int, ...], rule: str) -> Reason | None:
        """The cell among these that is not empty."""
        crystals, shows = cauldron.crystal_cells(self.s, self.seat), cauldron.tiled(self.s, self.seat)
        for cell in wanted:
            if shows >> cell & 1:
                return self._not(Why.CELL_SHOWS, rule, place=cells.NAMES[cell])
            if crystals >> cell & 1:
                return self._not(Why.CELL_HOLDS, rule, place=cells.NAMES[cell])
        return None

    # -- the crystal ball -------------------------------------------------------------------------------------

    def _link(self, link: int) -> Reason | None:
        s, seat = self.s, self.seat
        name = self.view.game.text(moves.ENERGY + link).split()[1]
        for owner in range(SEATS):
            begun = int(s.begun[owner]) == link and owner != seat
            if int(s.links[owner]) >> link & 1 or begun:
                kind, rule = (Why.OWN_LINK, "WS-E5") if owner == seat else (Why.LINK_TAKEN, "WS-E4")
                return self._not(kind, rule, subject=name, seat=owner)
        if int(s.energy[seat]) == 0:
            return self._not(Why.NO_ENERGY, "WS-E6")
        if not energy.open_links(s, self.t, seat) >> link & 1:
            if int(s.begun[seat]) >= 0:
                return self._not(Why.FINISH_FIRST, "WS-E3", subject=name)
            return self._not(Why.NOT_JOINED, "WS-E2", subject=name)
        return self._left()

    def _left(self) -> Reason | None:
        """Nothing is left of the action but what a spell could add."""
        return self._not(Why.NONE_LEFT, "WS-R4") if self.pool <= 0 else None

    def _witch(self, move: Decoded) -> Reason | None:
        s, seat = self.s, self.seat
        if move.verb == "tower":
            return self._tower(move.arguments[0])
        if found := self._needs(W, "WS-W1"):
            return found
        if move.verb == "lay":
            return self._left() if int(s.witches[seat]) else self._not(Why.NO_SUPPLY, "WS-W1")
        (place,) = move.arguments
        name = self._place(place)
        if int(s.standing[seat]) >> place & 1:
            return self._not(Why.STANDS_THERE, "WS-W5", place=name)
        if not witch.reach(s, self.t, seat, witch.FARTHEST) >> place & 1:
            return self._not(Why.NO_WAY, "WS-W2", place=name)
        if not int(s.lying[seat]):
            return self._not(Why.NONE_LIES, "WS-W1")
        if found := self._left():
            return found
        cost = witch.cost(s, self.t, seat, place)
        return self._not(Why.TOO_DEAR, "WS-W4", place=name, need=cost, have=self.pool)

    def _tower(self, place: int) -> Reason | None:
        if self.kind != SETUP:
            return self._not(Why.TOWERS_ONCE, "WS-S7")
        name = self._place(place)
        if int(self.t.place_type[place]) != TOWER:
            return self._not(Why.NO_TOWER, "WS-S7", place=name)
        owner = next((seat for seat in range(SEATS) if int(self.s.tower[seat]) == place), None)
        return self._not(Why.TOWER_TAKEN, "WS-S7", place=name, seat=owner)

    def _place(self, index: int) -> str:
        return str(self.view.game.components.data["locations"]["list"][index]["id"])

    def _token(self, black: int, kind: int) -> Reason | None:
        return self._not(Why.NO_TOKEN, "WS-C7" if black or self.kind == C else "WS-W8")

    # -- pentagram and wand -----------------------------------------------------------------------------------

    def _track(self, move: Decoded) -> Reason | None:
        verb, arguments = move
        if verb in ("go", "move"):
            if not ways.track(self.s):
                return self._not(Why.MARKER_MOVED if self.kind == P else Why.MARKER_WAITS, "WS-P1")
            spaces, whole = sum(arguments), ways.whole(self.s, self.t)
            if spaces > whole:
                return self._not(Why.TOO_FAR, "WS-P1" if self.kind == P else "WS-M1", need=spaces, have=whole)
            return self._not(Why.WHOLE_MOVE if spaces == whole else Why.NO_SHORTER, "WS-T4")
        if found := self._needs(P, "WS-P5"):
            return found
        if self.phase != pentagram.USING:
            return self._not(Why.NO_FREE if verb == "free" else Why.NO_SPECIAL, "WS-P7")
        if verb == "free":
            waits = int(self.s.frame_waiting[self.d][WAIT_FREE])
            return None if waits else self._not(Why.NO_FREE, "WS-P4")
        if not int(self.s.frame_waiting[self.d][arguments[0]]):
            return self._not(Why.NO_SPECIAL, "WS-P5")
        return self._filled((arguments[1],), "WS-P5") if verb == "put" else None

    # -- crystals ---------------------------------------------------------------------------------------------

    def _crystal(self, move: Decoded) -> Reason | None:
        s, t, seat = self.s, self.t, self.seat
        match move:
            case "crystal", (cell, target):
                if not cauldron.crystal_cells(s, seat) >> cell & 1:
                    return self._not(Why.NO_CRYSTAL, "WS-C1", place=cells.NAMES[cell])
                if target < CELLS and (found := self._filled((target,), "WS-C2")):
                    return found
                inside = target < CELLS
                cost = int(t.distance[cell, target]) if inside else int(t.exit_cost[cell, target - CELLS])
                rule = "WS-C1" if inside else "WS-C3"
                return self._left() or self._not(Why.TOO_DEAR, rule, need=cost, have=self.pool)
            case ("shelve", (black, symbol)) | ("bottom", (black, symbol, _)):
                if not crystal.on_rim(s, self.d, symbol, black):
                    return self._not(Why.EMPTY_RIM, "WS-C4", subject=SYMBOLS[symbol])
                if crystal.room(s, t, symbol if move.verb == "shelve" else TOKEN_SHELF) <= 0:
                    return self._not(Why.SHELF_FULL, "WS-C5")
                if move.arguments[-1] == moves.NO_TOKEN:
                    return self._not(Why.TAKE_TOKEN, "WS-C5")
                return self._not(Why.NOT_ON_TABLE, "WS-C4", subject=moves.TOKEN_NAMES[move.arguments[-1]])
        return None

    def _remove(self, cell: int) -> Reason | None:
        s, seat = self.s, self.seat
        if int(s.frame_kind[0]) != TURN:
            return self._not(Why.OWN_TURN_ONLY, "WS-C9")
        if not cauldron.crystal_cells(s, seat) >> cell & 1:
            return self._not(Why.NO_CRYSTAL, "WS-C9", place=cells.NAMES[cell])
        if not cauldron.count_removals(s, seat):
            price = int(s.removed[seat]) + 1
            return self._not(Why.TOO_POOR, "WS-C9", need=price, have=int(s.score[seat]))
        return self._not(Why.NO_HELP, "WS-T6", place=cells.NAMES[cell])

    # -- scrolls, and the end of an action --------------------------------------------------------------------

    def _scroll(self, slot: int) -> Reason | None:
        if slot >= scroll.shown(self.s):
            return self._not(Why.NO_SCROLL, "WS-R3")
        return self._not(Why.SCROLL_FAR, "WS-R1", need=slot + 1, have=self.pool)

    def _spell(self, double: int) -> Reason | None:
        if self.kind >= TURN:
            return self._not(Why.SPELL_ALONE, "WS-R4")
        held = int(self.t.spell_of[self.kind]) if double else int(self.t.spell_any)
        if held < 0 or not int(self.s.scrolls[self.seat, held]):
            return self._not(Why.NO_SPELL, "WS-R4")
        assert not rules.spell_helps(self.s, self.t, self.d, self.kind)
        return self._not(Why.SPELL_IDLE, "WS-R4")

    def _stop(self) -> Reason | None:
        if self.kind >= TURN:
            return self._not(Why.NOTHING_TO_STOP, "WS-T4")
        if self.kind in (P, M):
            asked = bool(ways.track(self.s))
            return self._not(Why.MARKER_MAY_STAY, "WS-T4") if asked else self._not(Why.USE_FIRST, "WS-P7")
        if self.kind == S:
            return self._not(Why.MUST_TAKE, "WS-R1")
        if tokens_wait(self.s, self.d):
            black = int(self.s.frame_waiting[self.d][WAIT_BLACK_TOKEN])
            return self._not(Why.TOKEN_WAITS, "WS-C7" if black or self.kind == C else "WS-W8")
        return self._not(Why.RIM_WAITS, "WS-C4")
