"""Why a move of The Witches can't be made: the reasons players meet, each in its scene."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import coven
from coven.core.language import words
from coven.core.position import Position
from coven.core.why import reason, why_untouched
from coven.games.witches.state import DUNGEON
from coven.games.witches.why import Why
from coven.games.witches.why_words import sentence
from tests.games.witches.scene import SURE_FAILURE, attempt, scene
from tests.games.witches.table import CARD_NAMES, GAME, doing, play

Scene = Callable[[], Position]
T = GAME.tables[0]
BROOM = next(name for n, name in enumerate(CARD_NAMES) if T.card_symbol[n] == 2)
HEADOLOGY = next(name for n, name in enumerate(CARD_NAMES) if T.card_symbol[n] == 0)


def effect(name: str) -> str:
    """A card with an effect."""
    from coven.games.witches.state import EFFECTS

    return next(card for n, card in enumerate(CARD_NAMES) if T.card_effect[n] == EFFECTS.index(name))


def walking(hand: str = "", start: str = "Magrat", **board: str) -> Position:
    return doing("move", scene(hand, **board), at=f"{start} Skund Skund Skund")


def jailed() -> Position:
    def edit(s):
        s.at[0] = DUNGEON

    return doing("move", edit)


def trying(hand: str = "", *moves: str, what: str = "Lily") -> Position:
    return play(attempt("Creel", what, hand), *moves)


TO_FACE, TO_END = ("roll", "dice 2 2"), ("roll", "dice 2 2", "face", "roll", "dice 2 2")
SCENES: list[tuple[str, Scene, str, str]] = [
    # cards
    ("not held", walking, f"play {BROOM}", "is not in your hand."),
    ("symbol later", lambda: walking(HEADOLOGY), f"headology {HEADOLOGY}", "are played once you face a problem"),
    ("symbol over", lambda: trying(HEADOLOGY, *TO_END), f"headology {HEADOLOGY}", "After the last two dice"),
    ("run later", lambda: trying(BROOM), f"broom {BROOM}", "You run away right after the first two dice"),
    ("broom later", lambda: play(walking(BROOM), "to BadAss"), f"broom {BROOM}", "at the start of a move"),
    ("no cackles", lambda: walking(effect("sound of mind")), f"play {effect('sound of mind')}", "no Cackles"),
    ("no crises", lambda: walking(effect("helping hand")), f"play {effect('helping hand')}", "no Crisis on the board"),
    ("nothing face down", lambda: walking(effect("shamble")), f"play {effect('shamble')}", "lies face down."),
    ("invisibility", lambda: walking(effect("invisibility")), f"play {effect('invisibility')}", "for entering a space"),
    ("escape", lambda: walking(effect("escape")), f"play {effect('escape')}", "An Escape is for when you fail"),
    ("in attempt", lambda: walking(effect("plus two")), f"play {effect('plus two')}", "while you try to solve"),
    ("when facing", lambda: trying(effect("plus two")), f"play {effect('plus two')}", "once you face the problem."),
    ("against", lambda: trying(effect("remedy")), f"play {effect('remedy')}", "only against Sick Sheep."),
    ("no power", lambda: trying(BROOM), "power Granny1 Nanny1 Magrat1", "three cards of your hand"),
    ("power later", walking, "power Granny1 Nanny1 Magrat1", "solves a problem you are trying to solve."),
    ("no discard", lambda: walking(BROOM), f"discard {BROOM}", "for a Transmutation only."),
    # spaces
    ("no path", walking, "to Skund", "No path leads from here straight to"),
    ("is there", walking, "to Magrat", "You are there already."),
    ("in dungeon", jailed, "to Magrat", "or your second move."),
    ("occupied", lambda: trying(BROOM, *TO_FACE), "flee Creel", "is not empty."),
    ("not near", lambda: trying(BROOM, *TO_FACE), "flee Magrat", "to an empty space next door"),
    ("not trying", walking, "flee Skund", "There is no problem to run away from; now comes “First move"),
    # dice and answers
    ("face first", lambda: trying(BROOM, *TO_FACE), "roll", "First run away or face it."),
    ("roll first", lambda: trying(BROOM), "face", "First come the next two dice."),
    ("all rolled", lambda: trying(BROOM, *TO_END), "roll", "All four dice are rolled."),
    ("no dice", walking, "reroll 1", "There are no dice to roll again now."),
    ("unseen only", walking, "skip", "for crossing a space unseen"),
    ("not asked", walking, "choose Tiffany", "Something else is asked for now: First move: up to 2 paths."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "table", "move", "said"), SCENES, ids=[f"{one[0]}-{one[2]}" for one in SCENES]
)
def test_a_refused_move_says_why(kind: str, table: Scene, move: str, said: str) -> None:
    found = table().why_not(move)
    assert found is not None
    assert found.kind == kind
    assert said in found.label()


def test_every_reason_has_words() -> None:
    view = walking().view(0)
    for kind in Why:
        place = "3" if kind == Why.NAMED else "Magrat"
        told = reason(view, kind, "TW-M1", seat=1, subject=CARD_NAMES[0], place=place, need=3, have=2)
        assert sentence(told, words("en"), ("Owl", "Cat"))


@pytest.mark.parametrize(
    ("table", "thing", "said"),
    [
        (walking, "space:Skund", "No path leads from here straight to"),
        (lambda: trying(BROOM, *TO_FACE), "space:Magrat", "to an empty space next door"),
        (lambda: walking(HEADOLOGY), f"card:{HEADOLOGY}/symbol", "once you face a problem"),
        (lambda: trying(BROOM), f"card:{BROOM}/power", "three different names"),
        (lambda: trying(BROOM, *TO_END), "roll", "All four dice are rolled."),
        (walking, "die:1", "There are no dice to roll again now."),
        (walking, "tile", "You have no tile of your own."),
        (walking, "cackles", "Something else is asked for now"),
        (walking, "space:Dungeon", "There is nothing to do with this now."),
    ],
)  # fmt: skip
def test_a_thing_that_is_touched_says_why(table: Scene, thing: str, said: str) -> None:
    found = why_untouched(table().view(0), thing)
    assert found is not None
    assert said in found.label()


def test_one_who_waits_is_told_whose_turn_it_is() -> None:
    table = play(attempt("Creel", "Lily"), *SURE_FAILURE)
    assert table.actor is not None
    found = table.why_not("roll", seat=1)
    assert found is not None
    assert found.label(names=("Ada", "Bea")) == "It is not your turn: Ada is to play."
    assert coven.load("witches").name == "witches"
