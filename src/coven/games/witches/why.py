"""Why a move of The Witches can't be made: asked of the same functions that list the legal ones."""

from __future__ import annotations

from enum import StrEnum

from coven.core.moves import Decoded
from coven.core.view import View
from coven.core.why import Asked, Because, Reason, reason
from coven.games.witches import board, moves, setup, trouble, walk
from coven.games.witches import effect as effects
from coven.games.witches.attempt_state import AFTER, CHOICE, FACING, FAILED, READY, enough
from coven.games.witches.decode import three_cards
from coven.games.witches.state import (
    ANNAGRAMMA,
    ATTEMPT,
    BORROWING,
    BROOMSTICK,
    CACKLES,
    CRISIS_AT,
    DISCARD,
    DUNGEON,
    ESCAPE,
    FLIGHT,
    HELPING_HAND,
    INVISIBILITY,
    LAY_OUT,
    LOCAL_KNOWLEDGE,
    LOOK,
    MOVE,
    PETULIA,
    PLUS_FOUR,
    PLUS_TWO,
    PROBLEM,
    REMEDY,
    REROLL,
    RETURN,
    SECOND_CHANCE,
    SETUP,
    SHAMBLE,
    SOUND_OF_MIND,
    TIFFANY,
    TURN,
    TURN_UP,
)


class Why(StrEnum):
    """The reasons of its rules."""

    NOT_HELD = "not held"
    LAID_OPEN = "laid open"
    SYMBOL_LATER = "symbol later"
    SYMBOL_OVER = "symbol over"
    BROOM_LATER = "broom later"
    NO_BROOM_NEEDED = "no broom needed"
    NO_LANDING = "no landing"
    RUN_LATER = "run later"
    EFFECT_LATER = "effect later"
    NO_CACKLES = "no cackles"
    NO_CRISES = "no crises"
    NOTHING_UNKNOWN = "nothing unknown"
    NOTHING_DOWN = "nothing face down"
    INVISIBILITY = "invisibility"
    ESCAPE = "escape"
    ON_FOOT = "on foot"
    IN_ATTEMPT = "in attempt"
    NO_DICE = "no dice"
    ENOUGH = "enough"
    AGAINST = "against"
    WHEN_FACING = "when facing"
    POWER_LATER = "power later"
    POWER_OVER = "power over"
    NO_POWER = "no power"
    NO_DISCARD = "no discard"
    NO_TILE = "no tile"
    TILE_USED = "tile used"
    NOT_MOVING = "not moving"
    PROBLEM_THERE = "problem there"
    NAMED = "named"  # the card names another place
    OCCUPIED = "occupied"
    IN_DUNGEON = "in dungeon"
    STOPPED = "stopped"
    NO_PATHS = "no paths"
    IS_THERE = "is there"
    NO_PATH = "no path"
    NOT_TRYING = "not trying"
    NO_PROBLEM = "no problem"
    NOT_NEAR = "not near"
    KNOWN = "known"
    FACE_UP = "face up"
    HERE_ONLY = "here only"
    NO_CRISIS = "no crisis"
    HAS_CRISIS = "has crisis"
    TOO_MANY = "too many"
    NOT_MOST = "not most"
    CHOSEN = "chosen"
    LEAVES = "leaves"
    LAND_FIRST = "land first"
    FACE_FIRST = "face first"
    ALL_ROLLED = "all rolled"
    ROLL_FIRST = "roll first"
    UNSEEN_ONLY = "unseen only"


RULES = {
    SOUND_OF_MIND: "TW-E2", PLUS_TWO: "TW-E3", PLUS_FOUR: "TW-E3", LOCAL_KNOWLEDGE: "TW-E4", HELPING_HAND: "TW-E5",
    ESCAPE: "TW-E6", BORROWING: "TW-E7", SHAMBLE: "TW-E8", INVISIBILITY: "TW-E9", LAY_OUT: "TW-E10", REMEDY: "TW-E11",
    SECOND_CHANCE: "TW-E12",
}  # fmt: skip
# What an effect needs wherever it is played.
ANYWHERE = {
    SOUND_OF_MIND: Why.NO_CACKLES, HELPING_HAND: Why.NO_CRISES, BORROWING: Why.NOTHING_UNKNOWN,
    SHAMBLE: Why.NOTHING_DOWN, INVISIBILITY: Why.INVISIBILITY, ESCAPE: Why.ESCAPE, LOCAL_KNOWLEDGE: Why.ON_FOOT,
}  # fmt: skip


def why(view: View, move: int) -> Reason:
    """The reason for which a move of the seat to act is not legal."""
    return _Refused(view).why(view.game.decode(move), move)


class _Refused(Asked):
    """A move that can not be made, and what is in its way."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.what, self.at = int(self.s.frame_what[self.d]), int(self.s.at[self.seat])

    def why(self, decoded: Decoded, move: int) -> Reason:
        match decoded:
            case ("symbol" | "play" | "discard") as verb, (card,):
                found = self._unheld(card) or {
                    "symbol": self._symbol,
                    "play": self._effect,
                    "discard": self._discard,
                }[verb](card)
            case "power", _:
                found = self._power(three_cards(self.t, move))
            case "tile", _:
                found = self._tile()
            case "to", (space,):
                found = self._step(space)
            case "flee", (space,):
                found = self._flight(space)
            case "look" | "turn", (space,):
                found = self._hidden(decoded.verb, space)
            case "crisis", (space,):
                found = self._crisis(space)
            case _:
                found = self._answer(decoded)
        return found or reason(self.view, Because.NOT_ASKED)

    # -- cards ------------------------------------------------------------------------------------------------

    def _card(self, card: int) -> str:
        return str(self.view.game.components.data["cards"]["list"][card]["id"])

    def _unheld(self, card: int) -> Reason | None:
        if not int(self.s.hand[self.seat]) >> card & 1:
            return self._not(Why.NOT_HELD, "TW-E0", subject=self._card(card))
        if walk.laid_open(self.s) >> card & 1:
            return self._not(Why.LAID_OPEN, "TW-E9", subject=self._card(card))
        return None

    def _symbol(self, card: int) -> Reason | None:
        if int(self.t.card_symbol[card]) == BROOMSTICK:
            return self._broom()
        if self.kind == ATTEMPT and self.phase in (AFTER, FAILED):
            return self._not(Why.SYMBOL_OVER, "TW-P4")
        return self._not(Why.SYMBOL_LATER, "TW-P3")

    def _broom(self) -> Reason | None:
        if self.kind == MOVE and walk.leads_out(self.s, self.d):
            return self._not(Why.NO_BROOM_NEEDED, "TW-H5")
        if self.kind == ATTEMPT:
            running = self.phase in (CHOICE, FAILED)
            return self._not(Why.NO_LANDING if running else Why.RUN_LATER, "TW-P2")
        return self._not(Why.BROOM_LATER, "TW-M4")

    def _effects_count(self) -> bool:
        """Whether effects may be played at this decision at all (TW-E0)."""
        if self.kind == MOVE:
            return self.phase != effects.ANYWHERE
        if self.kind == ATTEMPT:
            return self.phase != FAILED
        return self.kind == TURN or (self.kind == PROBLEM and self.phase == trouble.PAUSE)

    def _effect(self, card: int) -> Reason | None:
        if not self._effects_count():
            return self._not(Why.EFFECT_LATER, "TW-E0")
        effect = int(self.t.card_effect[card])
        rule = RULES.get(effect, "TW-E0")
        if effect in ANYWHERE:
            return self._not(ANYWHERE[effect], rule)
        if self.kind != ATTEMPT:
            return self._not(Why.IN_ATTEMPT, rule)
        if effect == SECOND_CHANCE:
            return self._not(Why.NO_DICE, rule)
        if enough(self.s, self.t, self.d):
            return self._not(Why.ENOUGH, "TW-P6")
        fits = effect in (PLUS_TWO, PLUS_FOUR) and (effect == PLUS_TWO or self._works_here(card))
        return (
            self._not(Why.WHEN_FACING, rule)
            if fits
            else self._not(Why.AGAINST, rule, subject=self._card(card))
        )

    def _works_here(self, card: int) -> bool:
        return bool(int(self.t.card_against[card]) >> int(self.s.tile[self.what]) & 1)

    def _power(self, three: tuple[int, int, int]) -> Reason | None:
        if self.kind != ATTEMPT:
            return self._not(Why.POWER_LATER, "TW-P10")
        if self.phase == FAILED:
            return self._not(Why.POWER_OVER, "TW-P10")
        hand = int(self.s.hand[self.seat])
        if not all(hand >> card & 1 for card in three):
            return self._not(Why.NO_POWER, "TW-P10")
        return self._not(Why.ENOUGH, "TW-P6")

    def _discard(self, card: int) -> Reason | None:
        return None if self.kind == DISCARD else self._not(Why.NO_DISCARD, "TW-E13")

    def _tile(self) -> Reason | None:
        trainee = int(self.s.trainee[self.seat])
        if not int(self.s.tile_left[self.seat]):
            used = trainee in (TIFFANY, ANNAGRAMMA, PETULIA)
            return self._not(Why.TILE_USED if used else Why.NO_TILE, "TW-S4")
        if trainee == TIFFANY:
            return self._not(Why.INVISIBILITY, "TW-E9")
        if trainee == ANNAGRAMMA:
            late = self.kind == ATTEMPT and self.phase in (AFTER, FAILED)
            return self._not(Why.SYMBOL_OVER, "TW-P4") if late else self._not(Why.SYMBOL_LATER, "TW-P3")
        if self.kind == ATTEMPT and enough(self.s, self.t, self.d):
            return self._not(Why.ENOUGH, "TW-P6")
        return self._not(Why.AGAINST, "TW-E11", subject="tile")

    # -- spaces -----------------------------------------------------------------------------------------------

    def _space(self, space: int) -> str:
        return moves.space_ids(self.view.game.components.data)[space]

    def _step(self, space: int) -> Reason | None:
        place = self._space(space)
        if self.kind == SETUP:
            asked = self.phase != setup.CHOOSING
            return self._not(Why.PROBLEM_THERE, "TW-S6", place=place) if asked else None
        if self.kind == PROBLEM:
            return self._new_problem(space)
        if self.kind != MOVE:
            return self._not(Why.NOT_MOVING, "TW-M1")
        if self.at == DUNGEON:
            return self._not(Why.IN_DUNGEON, "TW-H5")
        if self.phase == effects.ENTERED:
            return self._not(Why.STOPPED, "TW-M2")
        if self.at == space:
            return self._not(Why.IS_THERE, "TW-M1", place=place)
        if self.pool <= 0:
            return self._not(Why.NO_PATHS, "TW-M1" if self.pool == 0 else "TW-M4")
        assert not walk.targets(self.s, self.t, self.d) >> space & 1
        return self._not(Why.NO_PATH, "TW-M1", place=place)

    def _new_problem(self, space: int) -> Reason | None:
        if self.phase not in (trouble.CHOOSING, trouble.ANY):
            return None
        if self.phase == trouble.CHOOSING and not int(self.t.spaces[self.what]) >> space & 1:
            return self._not(Why.NAMED, "TW-N5", place=str(self.what))
        return self._not(Why.OCCUPIED, "TW-N2", place=self._space(space))

    def _flight(self, space: int) -> Reason | None:
        if self.kind not in (ATTEMPT, FLIGHT):
            return self._not(Why.NOT_TRYING, "TW-P2")
        if self.kind == ATTEMPT and self.phase not in (CHOICE, FAILED):
            return self._not(Why.RUN_LATER, "TW-P2")
        if not board.empty_spaces(self.s) >> space & 1:
            return self._not(Why.OCCUPIED, "TW-P2", place=self._space(space))
        return self._not(Why.NOT_NEAR, "TW-E6" if self.kind == FLIGHT else "TW-P2", place=self._space(space))

    def _hidden(self, verb: str, space: int) -> Reason | None:
        """Tiles to look at, or to turn up."""
        if self.kind != (LOOK if verb == "look" else TURN_UP):
            return None
        rule = "TW-E8" if verb == "turn" else "TW-E9" if self.what == effects.PEEKED else "TW-E7"
        if not board.face_down(self.s) >> space & 1:
            return self._not(Why.FACE_UP, rule, place=self._space(space))
        if not board.not_looked_at(self.s, self.seat) >> space & 1:
            return self._not(Why.KNOWN, rule, place=self._space(space))
        return self._not(Why.HERE_ONLY, rule, place=self._space(space))

    def _crisis(self, space: int) -> Reason | None:
        place = self._space(space)
        if self.kind == CRISIS_AT:
            return self._not(Why.NO_CRISIS, "TW-E5", place=place)
        if self.kind != PROBLEM or self.phase != trouble.WORSENING:
            return None
        if not int(self.t.spaces[self.what]) >> space & 1:
            return self._not(Why.NAMED, "TW-N5", place=str(self.what))
        has = board.crises(self.s) >> space & 1
        return self._not(Why.HAS_CRISIS if has else Why.NO_PROBLEM, "TW-N5", place=place)

    # -- answers ----------------------------------------------------------------------------------------------

    def _answer(self, move: Decoded) -> Reason | None:
        match move:
            case "return", (number,) if self.kind == RETURN:
                return self._not(Why.TOO_MANY, "TW-T1", need=number, have=self.pool)
            case "take", (seat,) if self.kind == CACKLES:
                return self._not(Why.NOT_MOST, "TW-K1", seat=seat if seat < int(self.s.players) else None)
            case "choose", (trainee,) if self.kind == SETUP and self.phase == setup.CHOOSING:
                others = [int(one) for one in self.s.trainee[: int(self.s.players)]]
                return self._not(Why.CHOSEN, "TW-S4", seat=others.index(trainee))
            case "stay", _ if self.kind == MOVE:
                leads = walk.leads_out(self.s, self.d)
                return self._not(Why.LEAVES, "TW-H5") if leads else self._not(Why.LAND_FIRST, "TW-M4")
            case "reroll", _ if self.kind != REROLL:
                return self._not(Why.NO_DICE, "TW-E12")
            case "skip", _:
                return self._not(Why.UNSEEN_ONLY, "TW-E9")
            case "roll" | "face" | "done", _ if self.kind == ATTEMPT:
                return self._dice(move.verb)
        return None

    def _dice(self, verb: str) -> Reason | None:
        if self.phase == CHOICE:
            return (
                self._not(Why.FACE_FIRST, "TW-P1") if verb == "roll" else self._not(Why.ROLL_FIRST, "TW-P3")
            )
        if self.phase in (READY, FACING):
            return self._not(Why.ROLL_FIRST, "TW-P1" if self.phase == READY else "TW-P3")
        return self._not(Why.ALL_ROLLED, "TW-P3") if self.phase == AFTER else None
