"""What happened in a game of The Witches: every step of an action is looked at for what it gave and took.

Names of things are those of the notation: spaces, problems, cards and trainees as moves call them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from coven.core.events import Event, steps
from coven.core.moves import Decoded
from coven.core.state import States
from coven.games.witches import attempt_state, effect, end, moves, rules, turn, walk
from coven.games.witches.attempt import BY_ESCAPE
from coven.games.witches.attempt_state import FAILED
from coven.games.witches.kinds import (
    BLACK_ALISS,
    EASY_PROBLEMS,
    HARD_PROBLEMS,
    Kind,
)
from coven.games.witches.moves import FACE_NAMES, PAIRS, TABLE, TRAINEE_IDS
from coven.games.witches.state import (
    ATTEMPT,
    DUNGEON,
    EASY,
    ELF,
    ENDINGS,
    FLIGHT,
    OWN_TILE,
    RETURN,
    SETUP,
    SPACES,
    TIFFANY,
    TURN,
    UNKNOWN,
)

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.position import Past


def happen(game: Game, action: Past, before: States, after: States) -> list[Event]:
    """What came of an action."""
    tables = game.tables[0]
    found: list[Event] = []
    for number, (one, two) in enumerate(steps(rules.act, rules.follow, tables, before, action.move)):
        step = Step(game, one, two)
        if number == 0:
            found += step.made(TABLE.decode(action.move), action.actor)
        found += step.changed()
    return found


@lru_cache(maxsize=8)
def _spaces(game: Game) -> list[str]:
    """What the spaces are called, the Dungeon last."""
    return [*moves.space_ids(game.components.data), "Dungeon"]


class Step:
    """One step of an action: the states before and after it."""

    def __init__(self, game: Game, one: Any, two: Any) -> None:
        self.game = game
        self.one = one
        self.two = two
        self.depth = int(one.depth) - 1
        self.frame = int(one.frame_kind[self.depth]) if self.depth >= 0 else -1

    def event(self, kind: Kind, seat: int | None = None, **facts: Any) -> Event:
        """An event; what it happened to is pointed at in the picture."""
        place = facts.get("place", "")
        things = (f"space:{place}",) if place else ()
        return Event(**{"kind": kind.value, "seat": seat, "things": things, "game": self.game, **facts})

    # -- names --

    def space(self, index: int) -> str:
        """A space by its name in notation."""
        return _spaces(self.game)[index]

    def problem(self, kind: int) -> str:
        """A problem likewise; nothing for one that nobody knows."""
        return "" if kind in (-1, UNKNOWN) else moves.problem_ids(self.game.components.data)[kind]

    def card(self, index: int) -> str:
        """A card likewise."""
        return str(self.game.components.data["cards"]["list"][index]["id"])

    # -- the move itself --

    def made(self, move: Decoded, actor: int) -> Iterator[Event]:
        """What a move or an outcome is by itself."""
        s, d = self.one, self.depth
        seat = int(s.frame_seat[d])
        what = int(s.frame_what[d])
        number = TABLE.encode(move.verb, *move.arguments)
        if walk.spends(s, number):
            yield self._crossing(Kind.USED if s.shown == OWN_TILE else Kind.PLAYED, seat, s)
        match move:
            case Decoded("play" | "tile", _) if walk.shows(s, self.game.tables[0], d, number):
                yield self._crossing(Kind.SHOWED, seat, self.two)
            case Decoded("stay", _) if s.shown:
                yield self._crossing(Kind.KEPT, seat, s)
            case Decoded("total", (total,)):
                yield self.event(Kind.THREW, what, amount=total)
            case Decoded("easy", (kind,)) if self.two.tile[what] != s.tile[what]:
                yield self.event(Kind.SET, subject=self.problem(kind), place=self.space(what))
            case Decoded("easy", (kind,)):
                yield self.event(Kind.STOCKED, subject=self.problem(kind))
            case Decoded("draw", (card,)):
                yield self.event(Kind.DREW, what, subject=self.card(card), amount=1, knowers=1 << what)
            case Decoded("location", (card,)):
                where = int(self.game.tables[0].card_location[card])
                name = self.game.components.data["board"]["locations"][where]["id"]
                yield self.event(Kind.NAMED, int(s.active), subject=self.card(card), place=name, things=())
            case Decoded("hard", (space, kind)) if what >= 0:
                name = self.problem(EASY + kind)
                yield self.event(Kind.LOOKED, what, subject=name, place=self.space(space), knowers=1 << what)
            case Decoded("hard", (space, kind)):
                yield self._revealed(space, EASY + kind)
            case Decoded("dice", (pair,)):
                a, b = PAIRS[pair]
                faces = f"{FACE_NAMES[a]} {FACE_NAMES[b]}"
                again = int(s.dice[what]) >= 0
                yield self._rolled(Kind.REROLLED if again else Kind.ROLLED, faces, (what, what + 1))
            case Decoded("die", (face,)):
                yield self._rolled(Kind.REROLLED, FACE_NAMES[face], (what,))
            case Decoded("choose", (trainee,)):
                yield self.event(Kind.CHOSE, seat, subject=TRAINEE_IDS[trainee])
            case Decoded("symbol", (card,)):
                added = int(self.two.bonus) - int(s.bonus)
                yield self.event(Kind.ADDED, seat, subject=self.card(card), amount=added)
            case Decoded("play", (card,)):
                yield self.event(Kind.PLAYED, seat, subject=self.card(card))
            case Decoded("power", _):
                three = self.game.text(TABLE.encode(move.verb, *move.arguments)).removeprefix("power ")
                yield self.event(Kind.POWER, seat, subject=three)
            case Decoded("discard", (card,)):
                yield self.event(Kind.DISCARDED, seat, subject=self.card(card), amount=1)
            case Decoded("tile", _):
                yield self.event(Kind.USED, seat, subject=TRAINEE_IDS[int(s.trainee[seat])])
            case Decoded("to" | "flee" as verb, (space,)):
                yield from self._went(verb, space, actor)
            case Decoded("stay", _) if s.frame_phase[d] == effect.START:
                yield self.event(Kind.STAYED, seat, place=self.space(int(s.at[seat])))
            case Decoded("skip", _):
                yield self.event(Kind.UNSEEN, seat, place=self.space(int(s.at[seat])))
            case Decoded("face", _):
                yield self.event(Kind.FACED, seat, **self._tried(d))

    def _crossing(self, kind: Kind, seat: int, state: Any) -> Event:
        """What becomes of the invisibility that a state shows: a card, or Tiffany's tile by her name."""
        shown = int(state.shown)
        return self.event(
            kind, seat, subject=TRAINEE_IDS[TIFFANY] if shown == OWN_TILE else self.card(shown - 1)
        )

    def _rolled(self, kind: Kind, faces: str, dice: tuple[int, ...]) -> Event:
        """Dice of the attempt below the chance that rolled them."""
        d = self.depth - 1
        facts = self._tried(d)
        things = tuple(f"die:{die}" for die in dice)
        total = int(attempt_state.total(self.two, int(self.one.frame_seat[d])))
        facts |= {"subject": faces, "amount": total, "things": things}
        return self.event(kind, int(self.one.frame_seat[d]), **facts)

    def _tried(self, d: int) -> dict[str, Any]:
        """The attempt of a frame: what, where, what it stands at and must reach."""
        s, t = self.one, self.game.tables[0]
        return {
            "subject": self.problem(attempt_state.problem(s, d)),
            "place": self.space(int(s.frame_what[d])),
            "amount": int(attempt_state.total(s, int(s.frame_seat[d]))),
            "need": int(attempt_state.difficulty(s, t, d)),
        }

    def _revealed(self, space: int, kind: int) -> Event:
        """A tile turned up; of an elf it is told how many are loose."""
        t, s = self.game.tables[0], self.two
        elf = int(t.failure[kind]) == ELF
        loose = [int(s.tile[at]) for at in range(SPACES) if s.face_up[at]] if elf else []
        number = sum(tile >= 0 and int(t.failure[tile]) == ELF for tile in loose)
        return self.event(
            Kind.REVEALED,
            int(s.active),
            subject=self.problem(kind),
            place=self.space(space),
            amount=number,
            need=end.TOO_MANY_ELVES if elf else 0,
        )

    def _went(self, verb: str, space: int, actor: int) -> Iterator[Event]:
        """Where a witch goes, or begins; a tile that is placed is told as it lies."""
        place = self.space(space)
        if self.frame == SETUP:
            yield self.event(Kind.BEGAN, actor, place=place)
        elif verb == "flee":
            by = self.frame == FLIGHT and self.one.frame_what[self.depth] != BY_ESCAPE
            yield self.event(Kind.FLED, actor, place=place, subject="broomstick" if by else "")
        elif self.one.at[actor] != self.two.at[actor]:
            flown = self.two.frame_pool[self.depth] < 0 and not self._beside(actor, space)
            yield self.event(Kind.FLEW if flown else Kind.WALKED, actor, place=place, amount=1)

    def _beside(self, seat: int, space: int) -> bool:
        """Whether a space is in the place where a witch stands."""
        here = int(self.one.at[seat])
        return here != DUNGEON and bool(int(self.game.tables[0].same[here]) >> space & 1)

    # -- what changed --

    def changed(self) -> Iterator[Event]:
        """What a step gave and took."""
        one, two = self.one, self.two
        if two.shuffle != one.shuffle or (two.deck != 0 and one.deck == 0):
            yield self.event(Kind.SHUFFLED)
        if self.frame == TURN and not two.over:
            yield from self._sat_down()
        yield from self._attempted()
        yield from self._problems()
        for seat in range(int(one.players)):
            yield from self._counters(seat)
        yield from self._time()

    def _attempted(self) -> Iterator[Event]:
        """Problems solved, with the points; an attempt that failed."""
        one, two = self.one, self.two
        for seat, kind in np.argwhere(two.solved > one.solved).tolist():
            source = EASY_PROBLEMS if kind < EASY else HARD_PROBLEMS
            worth = int(two.score[seat]) - int(one.score[seat])
            facts = self._tried(self._attempt())
            yield self.event(Kind.SOLVED, seat, points=worth, source=source, **facts)
        d = self._attempt()
        if d >= 0 and two.frame_kind[d] == ATTEMPT and two.frame_phase[d] == FAILED != one.frame_phase[d]:
            yield self.event(Kind.FAILED, int(one.frame_seat[d]), **self._tried(d))

    def _attempt(self) -> int:
        """The frame of the attempt being made, or -1."""
        for d in range(self.depth, -1, -1):
            if self.one.frame_kind[d] == ATTEMPT:
                return d
        return -1

    def _problems(self) -> Iterator[Event]:
        """Tiles that came and went, and their Crises."""
        one, two = self.one, self.two
        if one.placing == two.placing and (one.tile == two.tile).all() and (one.crisis == two.crisis).all():
            return
        solved = int(one.frame_what[self._attempt()]) if self._attempt() >= 0 else -1
        for space in range(SPACES):
            place, old, new = self.space(space), int(one.tile[space]), int(two.tile[space])
            if old < 0 <= new and one.placing >= 0:
                yield self.event(Kind.ARRIVED, int(one.active), subject=self.problem(new), place=place)
            elif new < 0 <= old and space != solved:
                yield self.event(Kind.VANISHED, subject=self.problem(old), place=place)
            crises = int(two.crisis[space]) - int(one.crisis[space])
            if crises > 0:
                subject = self.problem(old) if one.face_up[space] else ""
                left = int(two.crisis_supply)
                yield self.event(Kind.CRISIS, int(one.active), subject=subject, place=place, amount=left)
            elif crises < 0:
                yield self.event(Kind.EASED, int(one.active), place=place, amount=-crises)
        if one.placing >= 0 > two.placing and sum(two.removed) > sum(one.removed):
            yield self.event(Kind.LEFT, subject=self.problem(int(one.placing)))
        elif one.placing == UNKNOWN and two.placing < 0 and (two.tile >= 0).sum() == (one.tile >= 0).sum():
            yield self.event(Kind.LEFT)

    def _counters(self, seat: int) -> Iterator[Event]:
        """Cackles, Black Aliss, the display and the Dungeon."""
        one, two = self.one, self.two
        more = int(two.cackles[seat]) - int(one.cackles[seat])
        own = (f"cackles:{seat}",)
        if more > 0:
            losers = [n for n in range(int(one.players)) if two.cackles[n] < one.cackles[n]]
            other = losers[0] if losers else None
            yield self.event(Kind.CACKLED, seat, amount=more, other=other, things=own)
        elif more < 0 and two.cackle_supply > one.cackle_supply:
            yield self.event(Kind.CALMED, seat, amount=-more, things=own)
        if two.aliss[seat] > one.aliss[seat]:
            yield self.event(Kind.ALISS, seat, points=-1, source=BLACK_ALISS, amount=1)
        if two.easy_row[seat] < one.easy_row[seat]:
            yield self.event(Kind.WITHERED, seat)
        if two.at[seat] == DUNGEON != one.at[seat]:
            yield self.event(Kind.JAILED, seat, place="Dungeon")

    def _time(self) -> Iterator[Event]:
        """The last tile, a new turn, the end."""
        one, two = self.one, self.two
        if two.last and not one.last:
            yield self.event(Kind.LAST)
        over = int(two.over)
        if over:
            yield self.event(Kind.ENDED, subject=ENDINGS[over])
        elif two.frame_kind[0] == TURN and (
            one.frame_kind[0] != TURN or two.frame_phase[0] < one.frame_phase[0]
        ):
            yield self.event(Kind.TURN, int(two.active))

    def _sat_down(self) -> Iterator[Event]:
        """Tea with other witches, or alone a rest in Granny's cottage, where it calms somebody."""
        one, two = self.one, self.two
        seat = int(one.active)
        if one.frame_phase[0] not in (turn.ACT_ONE, turn.ACT_TWO):
            return
        asked = int(two.depth) > 1 and two.frame_kind[int(two.depth) - 1] == RETURN
        if not asked and two.cackle_supply == one.cackle_supply:
            return
        here = int(one.at[seat])
        others = [n for n in range(int(one.players)) if n != seat and one.at[n] == here]
        yield self.event(
            Kind.TEA if others else Kind.RESTED,
            seat,
            place=self.space(here),
            other=others[0] if others else None,
        )
