"""Events of The Witches: every rule that gives or takes something is shown by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

import coven
from coven.core import story
from coven.core.events import TURN, Event, telling_of
from coven.core.position import Position
from coven.games.witches.kinds import Kind
from tests.games.witches import table as tw
from tests.rule_account import rule_ids

# The events that show what a rule gives or takes.
SHOWN: dict[str, tuple[Kind, ...]] = {
    "TW-S1": (Kind.SET,),
    "TW-S2": (Kind.STOCKED,),
    "TW-S4": (Kind.THREW, Kind.CHOSE, Kind.CACKLED),
    "TW-S5": (Kind.DREW, Kind.TURN),
    "TW-S6": (Kind.BEGAN,),
    "TW-N1": (Kind.NAMED,),
    "TW-N2": (Kind.ARRIVED,),
    "TW-N3": (Kind.NAMED,),
    "TW-N4": (Kind.CRISIS,),
    "TW-N5": (Kind.CRISIS, Kind.ARRIVED),
    "TW-N6": (Kind.ENDED,),
    "TW-N7": (Kind.SHUFFLED, Kind.LEFT),
    "TW-M1": (Kind.WALKED, Kind.STAYED),
    "TW-M4": (Kind.ADDED, Kind.FLEW),
    "TW-T1": (Kind.TEA, Kind.CALMED),
    "TW-A1": (Kind.TEA, Kind.ROLLED),
    "TW-A2": (Kind.TEA,),
    "TW-P1": (Kind.REVEALED, Kind.ROLLED),
    "TW-P2": (Kind.FLED, Kind.CACKLED),
    "TW-P3": (Kind.ADDED, Kind.FACED, Kind.USED),
    "TW-P5": (Kind.ROLLED,),
    "TW-P6": (Kind.SOLVED, Kind.FAILED),
    "TW-P7": (Kind.CACKLED,),
    "TW-P8": (Kind.SOLVED, Kind.EASED),
    "TW-P9": (Kind.FAILED, Kind.FLED, Kind.CACKLED),
    "TW-P10": (Kind.POWER, Kind.SOLVED),
    "TW-P11": (Kind.SOLVED,),
    "TW-K1": (Kind.CACKLED, Kind.ALISS),
    "TW-K2": (Kind.CACKLED,),
    "TW-H1": (Kind.ALISS,),
    "TW-H2": (Kind.REVEALED, Kind.ENDED),
    "TW-H3": (Kind.WITHERED,),
    "TW-H4": (Kind.JAILED,),
    "TW-H5": (Kind.FLEW,),
    "TW-H6": (Kind.CRISIS,),
    "TW-H7": (Kind.VANISHED, Kind.EASED),
    "TW-H8": (Kind.JAILED,),
    "TW-E0": (Kind.PLAYED,),
    "TW-E1": (Kind.PLAYED, Kind.DREW, Kind.CACKLED),
    "TW-E2": (Kind.CALMED,),
    "TW-E3": (Kind.PLAYED,),
    "TW-E4": (Kind.PLAYED, Kind.WALKED),
    "TW-E5": (Kind.EASED,),
    "TW-E6": (Kind.PLAYED, Kind.FLED),
    "TW-E7": (Kind.LOOKED,),
    "TW-E8": (Kind.REVEALED,),
    "TW-E9": (Kind.SHOWED, Kind.KEPT, Kind.PLAYED, Kind.LOOKED, Kind.UNSEEN),
    "TW-E10": (Kind.SOLVED,),
    "TW-E11": (Kind.SOLVED, Kind.USED),
    "TW-E12": (Kind.REROLLED,),
    "TW-E13": (Kind.DISCARDED, Kind.DREW),
    "TW-C1": (Kind.DREW,),
    "TW-Z1": (Kind.LAST, Kind.ENDED),
    "TW-Z2": (Kind.ENDED,),
    "TW-Z3": (Kind.ENDED,),
    "TW-V1": (Kind.CRISIS,),
    "TW-V2": (Kind.ENDED,),
    "TW-V3": (Kind.RESTED, Kind.CALMED),
    "TW-V4": (Kind.ENDED,),
}
# Rules that only say where things lie or what may be chosen.
NOTHING = {"TW-S3", "TW-M2", "TW-M3", "TW-M5", "TW-P4"}


def last(position: Position) -> list[Event]:
    """What came of the last action."""
    return [event for event in position.events if event.n == position.ply - 1]


def kinds(position: Position) -> list[str]:
    return [event.kind for event in last(position)]


def test_every_rule_is_shown_by_an_event_or_gives_nothing() -> None:
    assert not SHOWN.keys() & NOTHING
    assert SHOWN.keys() | NOTHING == set(rule_ids("witches"))
    assert {kind for shown in SHOWN.values() for kind in shown} == set(Kind)


def test_every_kind_happens() -> None:
    """In random games; what they hardly ever come to has a test of its own below."""
    seen: set[str] = set()
    tables = ((1, {"mode": "solo"}), (2, {}), (4, {}), (3, {"mode": "coop"}))
    for players, options in tables:
        for seed in range(12):
            position = coven.load("witches").new(players, seed=seed, **options)
            luck = random.Random(seed)
            while not position.over:
                position.play(luck.choice(position.legal))
            seen |= {event.kind for event in position.events}
    assert seen >= set(Kind) - {Kind.RESTED, Kind.VANISHED, Kind.WITHERED, Kind.LEFT, Kind.POWER, Kind.LAST}


@pytest.mark.rule("TW-E9")
@pytest.mark.parametrize(
    ("version", "end", "told"),
    [
        (2, "skip", ["showed", "played", "unseen"]),
        (2, "to Creel", ["showed", "played", "walked"]),
        (2, "stay", ["showed", "kept"]),
        (1, "skip", ["played", "unseen"]),
    ],
)
def test_an_invisibility_is_told_as_shown_then_as_played_or_kept(
    version: int, end: str, told: list[str]
) -> None:
    def edit(s: np.record) -> None:
        tw.hand(s, 0, "You Tick")
        tw.problem(s, "Oak", "Fever")

    position = tw.play(tw.doing("move", edit, at="Well Stone", version=version), "to Oak", "play You", end)
    events = [
        event for event in position.events if event.kind in ("showed", "kept", "played", "unseen", "walked")
    ]
    assert [event.kind for event in events if event.n > 0] == told
    assert {event.subject for event in events if event.kind in ("showed", "kept", "played")} == {"You"}


@pytest.mark.rule("TW-P6", "TW-P8")
def test_a_solved_problem_is_told_with_total_place_and_points() -> None:
    def edit(s: np.record) -> None:
        s.crisis[tw.space("Slice")] = 1
        s.crisis_supply -= 1

    position = tw.play(tw.attempt("Slice", "Limb", edit), "dice 6 6", "face", "roll", "dice 6 5")
    solved = next(event for event in position.events if event.kind == Kind.SOLVED)
    need = int(position.game.tables[0].difficulty[tw.kind("Limb")]) + 2
    assert (solved.seat, solved.subject, solved.place) == (0, "Limb", "Slice")
    assert (solved.amount, solved.need) == (23, need)
    assert solved.points == position.scores[0]
    assert str(solved).startswith(f"Owl solves Broken Limb with 23 of {need}: +")
    assert Kind.EASED in [event.kind for event in position.events]


@pytest.mark.rule("TW-H7")
def test_magpyrs_leave_with_count_bela() -> None:
    def edit(s: np.record) -> None:
        tw.hand(s, 0, "Granny1 Nanny1 Magrat1")
        at = tw.space("Oak")
        s.tile[at], s.face_up[at] = tw.kind("Vlad"), 1
        s.hard_pool[tw.kind("Vlad") - 6] -= 1

    position = tw.attempt("Slice", "Bela", edit)
    power = next(move.text for move in position.legal if move.text.startswith("power"))
    position.play(power)
    assert kinds(position)[:3] == [Kind.POWER, Kind.SOLVED, Kind.VANISHED]


@pytest.mark.rule("TW-V3")
def test_a_rest_in_the_cottage_is_told() -> None:
    def edit(s: np.record) -> None:
        tw.cackles(s, 2)

    position = tw.doing("move", edit, players=1, trainees="Dimity", at="Granny", mode="solo")
    position.play("stay")
    assert Kind.RESTED in kinds(position)


def told(*events: tuple[Kind, dict[str, object]]) -> list[story.Line]:
    """The log of a turn of seat 0 in which this happens at once."""
    game = coven.load("witches")
    made = [Event(kind=kind, seat=0, game=game, **facts) for kind, facts in events]  # type: ignore[arg-type]
    return story.lines(game, [Event(kind=TURN, seat=0, game=game), *made])


def test_several_black_aliss_tiles_are_counted_together() -> None:
    aliss = (Kind.ALISS, {"amount": 1, "points": -1, "source": "Black Aliss"})
    (line,) = told((Kind.FAILED, {"subject": "Fever", "amount": 5, "need": 7}), aliss, aliss)
    assert line.text().endswith("−2 points, 2 Black Aliss tiles")


def test_the_roll_of_the_last_dice_decides() -> None:
    game = coven.load("witches")
    moment = telling_of(game).moment

    def rolled(kind: Kind, dice: str, amount: int) -> str:
        things = tuple(f"die:{die}" for die in dice)
        return moment(Event(kind=kind, subject="2 3", amount=amount, need=9, things=things, game=game))

    assert rolled(Kind.ROLLED, "01", 5) == rolled(Kind.REROLLED, "0", 12) == "roll"
    assert rolled(Kind.ROLLED, "23", 9) == rolled(Kind.REROLLED, "3", 11) == "hit"
    assert rolled(Kind.ROLLED, "23", 8) == rolled(Kind.REROLLED, "2", 8) == "miss"


def test_the_last_elf_and_a_lost_game_have_moments_of_their_own() -> None:
    game = coven.load("witches")
    moment = telling_of(game).moment
    elves = [Event(kind=Kind.REVEALED, subject="Elves", amount=n, need=3, game=game) for n in (1, 2, 3)]
    assert [moment(elf) for elf in elves] == ["omen", "omen", "doom"]
    ends = ("points", "elves", "coop won", "coop lost")
    told = [moment(Event(kind=Kind.ENDED, subject=how, game=game)) for how in ends]
    assert told == ["end", "lost", "end", "lost"]
